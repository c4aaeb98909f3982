/** The compute service as a process of its own. */
import { run } from "@etesian/service-kit";
import { compute } from "./service.ts";

await run("compute", [compute]);
