/**
 * Group commit: requests that arrive while another commit waits for the disk share the next commit. Each request is
 * all or nothing, and resolves when it is durable.
 */
import type { DatabaseSync } from "node:sqlite";
import { StoreUnavailableError } from "../event-store.ts";
import { isBusy, isFileError, translateError } from "./database.ts";

/** Maximum wait for another process's lock (ms). */
const LOCK_TIMEOUT_MS = 2_000;
const RETRY_MS = 10;

interface Request {
  readonly work: () => unknown;
  /** Deadline, as a time of `performance.now()`. */
  readonly deadline: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class GroupCommit {
  readonly #database: DatabaseSync;
  /** The failed action in error messages, such as "cannot append". */
  readonly #operation: string;
  #pending: Request[] = [];
  #isScheduled = false;

  constructor(database: DatabaseSync, operation: string) {
    this.#database = database;
    this.#operation = operation;
  }

  /**
   * Runs work inside a transaction; resolves to its result after the commit. Work that throws is rolled back.
   * @throws StoreUnavailableError if the database cannot be written or locked.
   */
  runInTransaction<T>(work: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const deadline = performance.now() + LOCK_TIMEOUT_MS;
    this.#pending.push({ work, deadline, resolve: resolve as Request["resolve"], reject });
    this.#schedule(0);
    return promise;
  }

  /** Runs work outside a transaction, after all pending requests. */
  async runOutsideTransaction<T>(work: () => T): Promise<T> {
    if (this.#pending.length > 0) await this.runInTransaction(() => {});
    try {
      return work();
    } catch (error) {
      throw translateError(this.#operation, error);
    }
  }

  /** Closes the database after all pending requests. */
  async close(): Promise<void> {
    if (this.#pending.length > 0) await this.runInTransaction(() => {}).catch(() => {});
    if (this.#database.isOpen) this.#database.close();
  }

  #schedule(afterMs: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const run = (): void => {
      this.#isScheduled = false;
      this.#commit();
    };
    if (afterMs === 0) setImmediate(run);
    else setTimeout(run, afterMs);
  }

  #commit(): void {
    const requests = this.#pending;
    this.#pending = [];
    try {
      this.#database.exec("begin immediate");
    } catch (error) {
      if (isBusy(error)) this.#waitForLock(requests);
      else this.#refuse(requests, error);
      return;
    }
    try {
      const responders = requests.map((request) => this.#run(request));
      this.#database.exec("commit");
      for (const respond of responders) respond();
    } catch (error) {
      // On a full disk, SQLite has already ended the transaction.
      if (this.#database.isTransaction) this.#database.exec("rollback");
      this.#refuse(requests, error);
    }
  }

  /** Runs one request inside the open transaction; returns a function that resolves it after the commit. */
  #run({ work, resolve, reject }: Request): () => void {
    this.#database.exec("savepoint request");
    try {
      const value = work();
      this.#database.exec("release request");
      return () => resolve(value);
    } catch (error) {
      // A problem with the file affects all requests, so the whole transaction is rolled back.
      if (!this.#database.isTransaction || isFileError(error)) throw error;
      this.#database.exec("rollback to request");
      this.#database.exec("release request");
      return () => reject(translateError(this.#operation, error));
    }
  }

  #waitForLock(requests: readonly Request[]): void {
    const now = performance.now();
    for (const request of requests) {
      if (now < request.deadline) this.#pending.push(request);
      else {
        const seconds = LOCK_TIMEOUT_MS / 1000;
        request.reject(
          new StoreUnavailableError(
            `${this.#operation}: another process has held the lock on the file for ${seconds} s`,
          ),
        );
      }
    }
    if (this.#pending.length > 0) this.#schedule(RETRY_MS);
  }

  #refuse(requests: readonly Request[], error: unknown): void {
    for (const { reject } of requests) reject(translateError(this.#operation, error));
  }
}
