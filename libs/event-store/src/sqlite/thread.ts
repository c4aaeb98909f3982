/**
 * Threads for SQLite files: one for all event files of a process, one for all read models. Commits wait for the disk,
 * and occasionally for another process's lock. Only these threads wait; the thread that serves requests continues.
 */
import type { Worker } from "node:worker_threads";
import { startWorker } from "@etesian/service-kit/worker";
import young from "@etesian/runtime/young-generation.json" with { type: "json" };
import { StoreUnavailableError } from "../event-store.ts";
import type { Roles } from "./operations.ts";
import { type OpenFile, type ThreadCall, deserializeError, type Reply } from "./thread-messages.ts";

/** Recovering a file that was not closed, or rewriting tables, may take arbitrarily long. */
const UNLIMITED: readonly string[] = ["open", "migrate"];
/** Time limit (ms): longer than the disk and all locks together may take. A call that exceeds it may have succeeded. */
const RESPONSE_MS = 10_000;

const MEMORY = { maxYoungGenerationSizeMb: young.threadMegabytes.eventStore, maxOldGenerationSizeMb: 256 };

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/**
 * Opens a file in the thread of its role; returns its operations, which run there. Services that open the same file
 * share its connection in the thread, and therefore its group commits.
 */
export async function openInThread<Role extends keyof Roles>(role: Role, path: string): Promise<Roles[Role]> {
  const thread = threads.get(role) ?? new FileThread(role);
  threads.set(role, thread);
  const file = thread.add(path);
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await thread.remove(file);
  };
  try {
    const names = (await thread.call(file, "open", [])) as readonly string[];
    const call = async (name: string, args: readonly unknown[]): Promise<unknown> => {
      if (isClosed) throw new StoreUnavailableError("it is closed");
      return thread.call(file, name, args);
    };
    const methods = names.map((name) => [name, (...args: readonly unknown[]) => call(name, args)] as const);
    return { ...Object.fromEntries(methods), close } as unknown as Roles[Role];
  } catch (error) {
    await close();
    throw error;
  }
}

/** Threads with open files. */
const threads = new Map<keyof Roles, FileThread>();

class FileThread {
  readonly #role: keyof Roles;
  /** Open files by path, with the number of their users. */
  readonly #files = new Map<string, { readonly file: OpenFile; users: number }>();
  readonly #pendingCalls = new Map<number, PendingCall>();
  /** Null before the first call, and after the thread has ended; the next call starts a new one. */
  #worker: Worker | null = null;
  #lastFileNumber = 0;
  #closingFiles = 0;
  #lastCallId = 0;

  constructor(role: keyof Roles) {
    this.#role = role;
  }

  add(path: string): OpenFile {
    const entry = this.#files.get(path) ?? { file: { number: (this.#lastFileNumber += 1), path }, users: 0 };
    entry.users += 1;
    this.#files.set(path, entry);
    return entry.file;
  }

  /** Waits for the file's pending calls. The last user closes the file; closing the last file ends the thread. */
  async remove(file: OpenFile): Promise<void> {
    const entry = this.#files.get(file.path)!;
    entry.users -= 1;
    if (entry.users > 0) return;
    // A user that arrives while the file is being closed opens it again.
    this.#files.delete(file.path);
    this.#closingFiles += 1;
    if (this.#worker !== null) await this.call(file, "close", []).catch(() => {});
    this.#closingFiles -= 1;
    if (this.#files.size > 0 || this.#closingFiles > 0) return;
    if (threads.get(this.#role) === this) threads.delete(this.#role);
    await this.#worker?.terminate();
  }

  /** Calls run in order. */
  call(file: OpenFile, name: string, args: readonly unknown[]): Promise<unknown> {
    const worker = (this.#worker ??= this.#start());
    const id = (this.#lastCallId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const expire = (): void => {
      this.#removeCall(id);
      reject(
        new StoreUnavailableError(
          `no response from the disk for ${RESPONSE_MS / 1000} s; the change may or may not be stored`,
        ),
      );
    };
    const timer = UNLIMITED.includes(name) ? undefined : setTimeout(expire, RESPONSE_MS);
    this.#pendingCalls.set(id, { resolve, reject, timer });
    worker.ref();
    worker.postMessage({ id, file, name, args } satisfies ThreadCall);
    return promise;
  }

  #start(): Worker {
    const worker = startWorker(new URL("./worker.ts", import.meta.url), MEMORY, {
      name: `sqlite ${this.#role}`,
      workerData: { role: this.#role },
    });
    let reason = "its thread has ended";
    worker.on("message", (reply: Reply) => {
      const pendingCall = this.#removeCall(reply.id);
      if ("error" in reply) pendingCall?.reject(deserializeError(reply.error));
      else pendingCall?.resolve(reply.value);
    });
    worker.on("error", (error) => (reason = `its thread has ended: ${(error as Error).message}`));
    worker.on("exit", () => {
      this.#worker = null;
      for (const id of this.#pendingCalls.keys()) this.#removeCall(id)?.reject(new StoreUnavailableError(reason));
    });
    return worker;
  }

  #removeCall(id: number): PendingCall | null {
    const pendingCall = this.#pendingCalls.get(id);
    if (pendingCall === undefined) return null;
    this.#pendingCalls.delete(id);
    clearTimeout(pendingCall.timer);
    // A pending call keeps the process alive; an idle thread does not.
    if (this.#pendingCalls.size === 0) this.#worker?.unref();
    return pendingCall;
  }
}
