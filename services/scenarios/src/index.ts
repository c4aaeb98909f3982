/** Scenarios: created, changed, cloned and deleted by users; every change an event. */
export { adminStreamOf } from "./admin-uses.ts";
export { streamOf } from "./scenario-list.ts";
export { scenarios } from "./service.ts";
export { storedScenarios } from "./stored.ts";
