/** Bounded collections for all packages. */
export { grouped } from "./grouped.ts";
export { BusyError, KeyedQueue, type QueueLimits } from "./keyed-queue.ts";
export { LruCache } from "./lru-cache.ts";
