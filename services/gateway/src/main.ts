/** Runs the gateway service in its own process. */
import { run } from "@etesian/service-kit";
import { gateway } from "./service.ts";

await run("gateway", [gateway]);
