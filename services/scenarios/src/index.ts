/** Scenarios: users create, change, clone and delete them. Every change is an event. */
export { adminStreamOf } from "./handlers/admin-uses.ts";
export { changesValues, migrationOf, upToDate } from "./deciding/migration.ts";
export type { Scenario } from "./deciding/scenario-state.ts";
export { idOf, streamOf } from "./lists/scenario-list.ts";
export { openPresets } from "./presets.ts";
export { scenarios } from "./service.ts";
export { storedScenarios } from "./stored.ts";
