/** Saved scenarios: titled entries in users' lists, with versions, users and a trash. Every change is an event. */
export { adminStreamOf } from "./admin-uses.ts";
export { collectionStreamOf } from "./collection-list.ts";
export { streamOf } from "./saved-scenario-list.ts";
export { savedScenarios } from "./service.ts";
