/** Threads with limits of their own for what they keep in memory. Apart, because threads are started before all else is loaded. */
import { setFlagsFromString } from "node:v8";
import { type ResourceLimits, Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Makes the limits of threads effective. The process's flag for the size of the young generation would override a
 * thread's. It is for the main thread, whose heap exists since the start, so that the flag is no longer needed.
 */
export const applyThreadLimits = (): void => setFlagsFromString("--max-semi-space-size=0");

/** Starts a thread. */
export function startWorker(
  file: URL,
  resourceLimits: ResourceLimits,
  options: Pick<WorkerOptions, "name" | "workerData"> = {},
): Worker {
  applyThreadLimits();
  // No flags: those of this process may be a test runner's.
  return new Worker(file, { execArgv: [], resourceLimits, ...options });
}
