/** Calls functions in their own threads without caches: each thread reads the model, and exits after its result. */
import { Worker } from "node:worker_threads";

/** The number of threads behind the figures in docs/performance.md. */
export const THREADS = 2;

/**
 * Calls the exported function `name` of a module in a thread, with a plain argument. Rejects with the error that it
 * throws.
 */
export function runInThread<T>(module: string, name: string, argument: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: { module, name, argument },
      execArgv: [],
    });
    worker.once("message", (result: T) => {
      resolve(result);
      void worker.terminate();
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the thread exited with ${code}`)));
  });
}
