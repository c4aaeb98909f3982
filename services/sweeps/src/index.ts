/** Sweeps: many variants of a scenario, calculated on threads to result files. Every change is an event. */
export { sweeps } from "./service.ts";
