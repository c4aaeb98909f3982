/** The thread of an SQLite file: opens it and does what it is asked. */
import { parentPort, workerData } from "node:worker_threads";
import { OPEN, type Roles } from "./operations.ts";
import { type ThreadCall, type Opened, type Reply, toCarried } from "./thread-messages.ts";

const { role, path } = workerData as { readonly role: keyof Roles; readonly path: string };
const port = parentPort!;

function open(): { readonly [name: string]: (...args: readonly unknown[]) => Promise<unknown> } | null {
  try {
    return OPEN[role](path) as unknown as ReturnType<typeof open>;
  } catch (error) {
    port.postMessage({ notOpened: toCarried(error) } satisfies Opened);
    return null;
  }
}

const operations = open();
if (operations !== null) {
  port.on("message", ({ id, name, args }: ThreadCall) => {
    operations[name]!(...args).then(
      (value) => port.postMessage({ id, value } satisfies Reply),
      (error: unknown) => port.postMessage({ id, error: toCarried(error) } satisfies Reply),
    );
  });
  port.postMessage({ opened: Object.keys(operations) } satisfies Opened);
}
