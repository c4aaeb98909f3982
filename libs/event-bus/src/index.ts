/** Event bus: one port, adapters chosen by URL. */
export type { Broker, Message, Publisher, BrokerSubscription } from "./broker.ts";
export { BrokeredBus } from "./brokered.ts";
export { checkpointIn } from "./checkpoint.ts";
export { runUntilStopped } from "./delivery.ts";
export {
  categoryOf,
  type BusLog,
  type Checkpoint,
  type Consumer,
  type EventBus,
  type Subscription,
} from "./event-bus.ts";
export { InProcessBus } from "./in-process.ts";
export { BUS_SCHEMES, openEventBus, openWorkQueue } from "./open.ts";
export type { WorkItem, WorkQueue } from "./work-queue.ts";
