/**
 * Starts the threads that calculate. The first may be started ahead, before anything else of a program is loaded: it loads what
 * calculates meanwhile, and waits to be told with what. Apart, because it is there for what has not been loaded yet.
 */
import type { Worker } from "node:worker_threads";
import { startWorker } from "@etesian/service-kit/worker";

/** The most memory a thread may take for itself: many times what it needs, so that only a fault reaches it. */
const MAX_THREAD_MEGABYTES = 768;
/** Room for young objects: with V8's own choice a thread takes 70 MB more and is no faster. */
const YOUNG_MEGABYTES = 12;

let ahead: Worker | null = null;

/** Starts the thread that the next `startThread` answers. A program that has no use for it can end all the same. */
export function startThreadAhead(): void {
  ahead = newThread();
  ahead.unref();
}

/** A thread whose first message has to be its `ThreadSettings`; those after it are tasks. */
export function startThread(): Worker {
  const thread = ahead ?? newThread();
  ahead = null;
  thread.ref();
  return thread;
}

const newThread = (): Worker =>
  startWorker(new URL("./calculation-worker.ts", import.meta.url), {
    maxOldGenerationSizeMb: MAX_THREAD_MEGABYTES,
    maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
  });
