/** The other side of `inThread` (threads.ts). */
import { parentPort, workerData } from "node:worker_threads";

const { module, name, argument } = workerData as { readonly module: string; name: string; argument: unknown };
const exported = (await import(module)) as { readonly [name: string]: (argument: unknown) => unknown };
parentPort!.postMessage(await exported[name]!(argument));
