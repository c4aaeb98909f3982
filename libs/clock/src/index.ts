/** Time as a port, and the time of the machine. */
export type { Clock } from "./clock.ts";
export { systemClock } from "./system-clock.ts";
