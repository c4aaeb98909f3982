/** The gateway service as a process of its own. */
import { run } from "@etesian/service-kit";
import { gateway } from "./service.ts";

await run("gateway", [gateway]);
