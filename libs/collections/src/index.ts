/** Collections with a limit, once for all packages. */
export { KeyedQueue, QueueFullError } from "./keyed-queue.ts";
export { LruCache } from "./lru-cache.ts";
