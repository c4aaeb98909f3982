/** Threads with limits of their own for what they keep in memory. Apart, because threads are started before all else is loaded. */
import { setFlagsFromString } from "node:v8";
import { type ResourceLimits, Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Starts a thread. The flag of the process for the room of young objects would override the limit of the thread; it is for the
 * main thread, whose heap was made when the process began, and so no longer needed.
 */
export function startWorker(
  file: URL,
  resourceLimits: ResourceLimits,
  options: Pick<WorkerOptions, "name" | "workerData"> = {},
): Worker {
  setFlagsFromString("--max-semi-space-size=0");
  // No flags: those of this process may be a test runner's.
  return new Worker(file, { execArgv: [], resourceLimits, ...options });
}
