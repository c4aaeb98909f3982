/** Time as a port, and the system clock. */
export type { Clock } from "./clock.ts";
export { systemClock } from "./system-clock.ts";
