/** Threads with their own memory limits. A separate module, because threads start before other modules are loaded. */
import { setFlagsFromString } from "node:v8";
import { type ResourceLimits, Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Makes the memory limits of threads effective. The process's flag for the size of the young generation would
 * override them. It is meant for the main thread, whose heap already exists, so the flag can be cleared.
 */
export const applyThreadLimits = (): void => setFlagsFromString("--max-semi-space-size=0");

/** Starts a thread whose memory limits take effect. */
export function startWorker(
  file: URL,
  resourceLimits: ResourceLimits,
  options: Pick<WorkerOptions, "name" | "workerData"> = {},
): Worker {
  applyThreadLimits();
  // This process's flags may belong to a test runner.
  return new Worker(file, { execArgv: [], resourceLimits, ...options });
}
