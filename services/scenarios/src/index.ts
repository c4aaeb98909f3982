/** Scenarios: users create, change, clone and delete them. Every change is an event. */
export { commentStreamOf } from "./comments/comments.ts";
export { adminStreamOf } from "./handlers/admin-uses.ts";
export { changesValues, migrationOf, migrateScenario } from "./deciding/migration.ts";
export type { Scenario } from "./deciding/scenario-state.ts";
export { idOf, streamOf } from "./lists/scenario-list.ts";
export { openPresets } from "./presets.ts";
export { scenarios } from "./service.ts";
export { createStoredScenarios } from "./stored.ts";
