/** Runs the saved-scenarios service in its own process. */
import { run } from "@etesian/service-kit";
import { savedScenarios } from "./service.ts";

await run("saved-scenarios", [savedScenarios]);
