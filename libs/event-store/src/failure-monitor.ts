/** Monitors a store's failures for a service: counts them, logs them at intervals, and reports them to readiness. */
import { type Clock, systemClock } from "@etesian/clock";
import { StoreUnavailableError } from "./event-store.ts";
import { DamagedEventError } from "./stored-event.ts";

/** Receives reports of failures. */
export interface StoreObserver {
  readonly log: { error(facts: object, message: string): void };
  /** Counts failures. */
  readonly failures: { inc(labels: { readonly operation: string }): void };
}

/** Minimum time between two log lines about the same operation (ms). */
const LOG_EVERY_MS = 10_000;

/** Unknown work counts as a write when it fails, but does not end a write failure when it succeeds. */
export type Kind = "read" | "write" | "unknown";

export class FailureMonitor {
  readonly #observer: StoreObserver;
  readonly #clock: Clock;
  readonly #lastLogs = new Map<string, { loggedAt: number; suppressed: number }>();
  /** Why the latest write failed; null if it succeeded. */
  #failedWrite: StoreUnavailableError | null = null;

  constructor(observer: StoreObserver, clock: Clock = systemClock) {
    this.#observer = observer;
    this.#clock = clock;
  }

  /** Whether the latest write failed; only a successful write ends the failure. */
  get isWriteFailing(): boolean {
    return this.#failedWrite !== null;
  }

  /** Runs work and reports its failure. A failed write affects readiness until a write succeeds. */
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
    const last = this.#lastLogs.get(operation);
    if (last !== undefined && now - last.loggedAt < LOG_EVERY_MS) {
      last.suppressed += 1;
      return;
    }
    this.#lastLogs.set(operation, { loggedAt: now, suppressed: 0 });
    this.#observer.log.error({ err: error, operation, notLogged: last?.suppressed ?? 0 }, error.message);
  }
}
