/** The program of a thread for SQLite files: opens them and runs operations. */
import { parentPort, workerData } from "node:worker_threads";
import { OPENERS, type Roles } from "./operations.ts";
import { type OpenFile, type ThreadCall, type Reply, serializeError } from "./thread-messages.ts";

type Operations = { readonly [name: string]: (...args: readonly unknown[]) => Promise<unknown> };

const { role } = workerData as { readonly role: keyof Roles };
const port = parentPort!;
const files = new Map<number, Operations>();

/** The operations of a file; opens a file that the previous thread had open. */
function operationsOf({ number, path }: OpenFile): Operations {
  const existing = files.get(number);
  if (existing !== undefined) return existing;
  const operations = OPENERS[role](path) as unknown as Operations;
  files.set(number, operations);
  return operations;
}

async function handle({ file, name, args }: ThreadCall): Promise<unknown> {
  const operations = operationsOf(file);
  if (name === "open") return Object.keys(operations);
  if (name === "close") files.delete(file.number);
  return operations[name]!(...args);
}

port.on("message", (call: ThreadCall) => {
  handle(call).then(
    (value) => port.postMessage({ id: call.id, value } satisfies Reply),
    (error: unknown) => port.postMessage({ id: call.id, error: serializeError(error) } satisfies Reply),
  );
});
