/** The scenarios service as a process of its own. */
import { run } from "@etesian/service-kit";
import { scenarios } from "./service.ts";

await run("scenarios", [scenarios]);
