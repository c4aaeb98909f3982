/**
 * Runs in the thread that `runInThread` (threads.ts) starts and terminates. The thread might never exit on its own (see
 * `libs/model/src/solve-thread.ts`).
 */
import { parentPort, workerData } from "node:worker_threads";

parentPort!.ref();
const { module, name, argument } = workerData as { readonly module: string; name: string; argument: unknown };
const exported = (await import(module)) as { readonly [name: string]: (argument: unknown) => unknown };
parentPort!.postMessage(await exported[name]!(argument));
