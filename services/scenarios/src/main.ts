/** Runs the scenarios service in its own process. */
import { run } from "@etesian/service-kit";
import { scenarios } from "./service.ts";

await run("scenarios", [scenarios]);
