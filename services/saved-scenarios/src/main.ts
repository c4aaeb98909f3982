/** The saved-scenarios service as a process of its own. */
import { run } from "@etesian/service-kit";
import { savedScenarios } from "./service.ts";

await run("saved-scenarios", [savedScenarios]);
