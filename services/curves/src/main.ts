/** Runs the curves service in its own process. */
import { run } from "@etesian/service-kit";
import { curves } from "./service.ts";

await run("curves", [curves]);
