/** Scenarios: created, changed, cloned and deleted by users; every change an event. */
export { scenarios } from "./service.ts";
