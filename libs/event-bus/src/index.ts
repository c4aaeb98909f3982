/** Event bus: one port, adapters chosen by URL. */
export { checkpointIn } from "./checkpoint.ts";
export type { BusLog, Checkpoint, Consumer, EventBus, Subscription } from "./event-bus.ts";
export { BUS_SCHEMES, openEventBus } from "./open.ts";
