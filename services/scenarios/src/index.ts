/** Scenarios: created, changed, cloned and deleted by users; every change an event. */
export { adminStreamOf } from "./admin-uses.ts";
export { changesValues, migrationOf, upToDate } from "./migration.ts";
export type { Scenario } from "./scenario-state.ts";
export { idOf, streamOf } from "./scenario-list.ts";
export { scenarios } from "./service.ts";
export { storedScenarios } from "./stored.ts";
