/** Bounded collections for all packages. */
export { groupBy } from "./groupBy.ts";
export { BusyError, KeyedQueue, type QueueLimits } from "./keyed-queue.ts";
export { LruCache } from "./lru-cache.ts";
