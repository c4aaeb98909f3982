/** Sweeps: many variants of a scenario, calculated on threads to files of results. Every change is an event. */
export { sweeps } from "./service.ts";
