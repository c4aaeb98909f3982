/** Collections and queues for all packages. */
export { groupBy } from "./group-by.ts";
export { BusyError, KeyedQueue, type QueueLimits } from "./keyed-queue.ts";
export { LruCache } from "./lru-cache.ts";
export { RecentList } from "./recent-list.ts";
