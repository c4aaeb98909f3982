/** Trouble of a store is seen: logged (not each time), counted, and remembered for readiness. */
import { type Clock, systemClock } from "@etesian/clock";
import {
  type Delay,
  type EventStore,
  type ExpectedVersion,
  type Snapshot,
  StoreUnavailableError,
} from "./event-store.ts";
import type { NewEvent, Position, RecordedEvent } from "./event.ts";
import { DamagedEventError } from "./stored-event.ts";

/** Where trouble is told. */
export interface StoreObserver {
  readonly log: { error(facts: object, message: string): void };
  /** Counts failures. */
  readonly failures: { inc(labels: { readonly operation: string }): void };
}

/** One line about the same operation each so often, however many fail. */
const LOG_EVERY_MS = 10_000;

/** Events that readers wait for this long are worth telling. */
const LONG_DELAY_SECONDS = 5;

export class WatchedStore implements EventStore {
  readonly #store: EventStore;
  readonly #observer: StoreObserver;
  readonly #clock: Clock;
  readonly #logged = new Map<string, { at: number; silent: number }>();
  /** Why the last write failed; null when it did not. */
  #lastFailure: StoreUnavailableError | null = null;

  constructor(store: EventStore, observer: StoreObserver, clock: Clock = systemClock) {
    this.#store = store;
    this.#observer = observer;
    this.#clock = clock;
  }

  /**
   * Resolves when events can be read and appended.
   * @throws StoreUnavailableError that says why not. After a failed write only another one can tell that it is over.
   */
  async ready(): Promise<void> {
    if (this.#lastFailure !== null) await this.checkWritable();
    await this.head();
    const delays = (await this.delays()).filter(({ seconds }) => seconds >= LONG_DELAY_SECONDS);
    if (delays.length > 0) {
      const holders = delays.map(({ who, seconds }) => `${who}, for ${seconds} s`).join("; ");
      throw new StoreUnavailableError(`its latest events are held back by ${holders}`);
    }
  }

  append(stream: string, events: readonly NewEvent[], version: ExpectedVersion): Promise<readonly RecordedEvent[]> {
    return this.#written("append", () => this.#store.append(stream, events, version));
  }

  checkWritable(): Promise<void> {
    return this.#written("check", () => this.#store.checkWritable());
  }

  readStream(stream: string, afterVersion?: number): Promise<readonly RecordedEvent[]> {
    return this.#watched("read stream", () => this.#store.readStream(stream, afterVersion));
  }

  streams(after: string, limit: number): Promise<readonly string[]> {
    return this.#watched("streams", () => this.#store.streams(after, limit));
  }

  findEvent(id: string): Promise<RecordedEvent | null> {
    return this.#watched("find event", () => this.#store.findEvent(id));
  }

  readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    return this.#watched("read all", () => this.#store.readAll(after, limit));
  }

  head(): Promise<Position> {
    return this.#watched("head", () => this.#store.head());
  }

  delays(): Promise<readonly Delay[]> {
    return this.#watched("delays", () => this.#store.delays());
  }

  readSnapshot(stream: string, schemaVersion: number): Promise<Snapshot | null> {
    return this.#watched("read snapshot", () => this.#store.readSnapshot(stream, schemaVersion));
  }

  writeSnapshot(stream: string, snapshot: Snapshot): Promise<void> {
    return this.#watched("write snapshot", () => this.#store.writeSnapshot(stream, snapshot));
  }

  /** What goes wrong ends the iteration, and is told by whoever iterates. */
  follow(after: Position, signal: AbortSignal): AsyncIterable<readonly RecordedEvent[]> {
    return this.#store.follow(after, signal);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #written<T>(operation: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await this.#watched(operation, work);
      this.#lastFailure = null;
      return result;
    } catch (error) {
      if (error instanceof StoreUnavailableError) this.#lastFailure = error;
      throw error;
    }
  }

  async #watched<T>(operation: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreUnavailableError || error instanceof DamagedEventError) this.#tell(operation, error);
      throw error;
    }
  }

  #tell(operation: string, error: Error): void {
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
