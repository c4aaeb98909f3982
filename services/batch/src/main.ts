/** Runs the batch service in its own process. */
import { run } from "@etesian/service-kit";
import { batch } from "./service.ts";

await run("batch", [batch]);
