/** Runs the sweeps service in its own process. */
import { run } from "@etesian/service-kit";
import { sweeps } from "./service.ts";

await run("sweeps", [sweeps]);
