/** Trouble with a store as a service meets it: counted, logged (not each time), and kept for readiness. */
import { type Clock, systemClock } from "@etesian/clock";
import { StoreUnavailableError } from "./event-store.ts";
import { DamagedEventError } from "./stored-event.ts";

/** Where trouble is reported. */
export interface StoreObserver {
  readonly log: { error(facts: object, message: string): void };
  /** Counts failures. */
  readonly failures: { inc(labels: { readonly operation: string }): void };
}

/** One line about the same operation each so often, however many fail. */
const LOG_EVERY_MS = 10_000;

/** Of work of an unknown kind a failure counts as that of a write, and a success shows nothing. */
export type Kind = "read" | "write" | "unknown";

export class Trouble {
  readonly #observer: StoreObserver;
  readonly #clock: Clock;
  readonly #logged = new Map<string, { at: number; silent: number }>();
  /** Why the latest write failed; null when it succeeded. */
  #failedWrite: StoreUnavailableError | null = null;

  constructor(observer: StoreObserver, clock: Clock = systemClock) {
    this.#observer = observer;
    this.#clock = clock;
  }

  /** Whether the latest write failed: then only another one can show that the trouble is over. */
  get isWriteFailing(): boolean {
    return this.#failedWrite !== null;
  }

  /** Does work, and reports its failure. A failed write is kept for readiness. */
  async watch<T>(operation: string, kind: Kind, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      if (kind === "write") this.#failedWrite = null;
      return result;
    } catch (error) {
      if (error instanceof StoreUnavailableError || error instanceof DamagedEventError) this.#report(operation, error);
      if (error instanceof StoreUnavailableError && kind !== "read") this.#failedWrite = error;
      throw error;
    }
  }

  #report(operation: string, error: Error): void {
    this.#observer.failures.inc({ operation });
    const now = this.#clock.elapsed();
    const last = this.#logged.get(operation);
    if (last !== undefined && now - last.at < LOG_EVERY_MS) {
      last.silent += 1;
      return;
    }
    this.#logged.set(operation, { at: now, silent: 0 });
    this.#observer.log.error({ err: error, operation, notLogged: last?.silent ?? 0 }, error.message);
  }
}
