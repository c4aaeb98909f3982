/** Saved scenarios: titles that people keep in lists, each with its versions, users and trash; every change an event. */
export { savedScenarios } from "./service.ts";
