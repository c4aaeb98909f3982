/** A process that only calculates parts of sweeps, from the queue of the sweeps service. */
export { batch } from "./service.ts";
