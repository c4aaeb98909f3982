/** A process that only calculates parts of sweeps from the sweeps service's queue. */
export { batch } from "./service.ts";
