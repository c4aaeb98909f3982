/**
 * An SQLite file in a thread of its own. Commits wait for the disk, and now and then for another process' lock: here
 * only this thread does, and the one that serves goes on.
 */
import { Worker } from "node:worker_threads";
import { StoreUnavailableError } from "../event-store.ts";
import type { Roles } from "./operations.ts";
import { type ThreadCall, fromCarried, type Opened, type Reply } from "./thread-messages.ts";

/** Longer than the disk and all locks together may take. Whoever is told so does not know whether it happened. */
const ANSWER_MS = 10_000;

const MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

/** Opens a file in a thread; the same methods as in this one. */
export async function openInThread<Role extends keyof Roles>(role: Role, path: string): Promise<Roles[Role]> {
  const thread = new FileThread(role, path);
  const names = await thread.start();
  const methods = names.map((name) => [name, (...args: readonly unknown[]) => thread.call(name, args)] as const);
  return { ...Object.fromEntries(methods), close: () => thread.close() } as unknown as Roles[Role];
}

class FileThread {
  readonly #role: keyof Roles;
  readonly #path: string;
  readonly #waiting = new Map<number, Waiting>();
  /** Null until it has opened the file. */
  #worker: Worker | null = null;
  #starting: Promise<readonly string[]> | null = null;
  #closed = false;
  #calls = 0;

  constructor(role: keyof Roles, path: string) {
    this.#role = role;
    this.#path = path;
  }

  /** Names of the operations. A thread that has ended is started again. */
  start(): Promise<readonly string[]> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  #start(): Promise<readonly string[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      name: `sqlite ${this.#role}`,
      workerData: { role: this.#role, path: this.#path },
      execArgv: [],
      resourceLimits: MEMORY,
    });
    let reason = "its thread has ended";
    worker.on("message", (message: Opened | Reply) => {
      if ("opened" in message) {
        // The thread alone keeps no process alive; a call does.
        worker.unref();
        this.#worker = worker;
        resolve(message.opened);
      } else if ("notOpened" in message) reject(fromCarried(message.notOpened));
      else this.#settle(message);
    });
    worker.on("error", (error) => (reason = `its thread has ended: ${(error as Error).message}`));
    worker.on("exit", () => {
      this.#worker = null;
      this.#starting = null;
      reject(new StoreUnavailableError(reason));
      for (const id of this.#waiting.keys()) this.#take(id)?.reject(new StoreUnavailableError(reason));
    });
    return promise;
  }

  async call(name: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#closed) throw new StoreUnavailableError("it is closed");
    // In the order of the calls, but for the first one of a thread.
    if (this.#worker === null) await this.start();
    return this.#send(name, args);
  }

  #send(name: string, args: readonly unknown[]): Promise<unknown> {
    const worker = this.#worker;
    if (worker === null) throw new StoreUnavailableError("its thread has ended");
    const id = ++this.#calls;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const late = (): void => {
      this.#take(id);
      reject(
        new StoreUnavailableError(`no answer from the disk for ${ANSWER_MS / 1000} s; it may or may not be stored`),
      );
    };
    this.#waiting.set(id, { resolve, reject, timer: setTimeout(late, ANSWER_MS) });
    worker.ref();
    worker.postMessage({ id, name, args } satisfies ThreadCall);
    return promise;
  }

  #settle(reply: Reply): void {
    const waiting = this.#take(reply.id);
    if ("error" in reply) waiting?.reject(fromCarried(reply.error));
    else waiting?.resolve(reply.value);
  }

  #take(id: number): Waiting | null {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return null;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    if (this.#waiting.size === 0) this.#worker?.unref();
    return waiting;
  }

  /** What has been asked for is finished first. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const worker = this.#worker;
    if (worker === null) return;
    await this.#send("close", []).catch(() => {});
    await worker.terminate();
  }
}
