/** Runs the compute service in its own process. */
import { run } from "@etesian/service-kit";
import { compute } from "./service.ts";

await run("compute", [compute]);
