/** Saved scenarios: titles that people keep in lists, each with its versions, users and trash; every change an event. */
export { adminStreamOf } from "./admin-uses.ts";
export { collectionStreamOf } from "./collection-list.ts";
export { streamOf } from "./saved-scenario-list.ts";
export { savedScenarios } from "./service.ts";
