/** All of Etesian in one process. */
import { run } from "@etesian/service-kit";
import { SERVICES } from "./services.ts";

await run("standalone", "npm start --", SERVICES);
