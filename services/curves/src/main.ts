/** The curves service as a process of its own. */
import { run } from "@etesian/service-kit";
import { curves } from "./service.ts";

await run("curves", [curves]);
