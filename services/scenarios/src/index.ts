/** Scenarios: created, changed, cloned and deleted by users; every change an event. */
export { scenariosService, type ScenariosOptions } from "./service.ts";
