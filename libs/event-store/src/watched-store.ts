/** An event store whose failures are observed: see `FailureMonitor`. */
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
import { type StoreObserver, FailureMonitor } from "./failure-monitor.ts";

/** Operations that can fail, by their metric labels. */
export const STORE_OPERATIONS = [
  "append",
  "check",
  "read stream",
  "find event",
  "read all",
  "head",
  "delays",
  "read snapshot",
  "write snapshot",
] as const;
type Operation = (typeof STORE_OPERATIONS)[number];

/** Minimum delay of readers that is reported. */
const LONG_DELAY_SECONDS = 5;

/** Maximum number of damaged events in memory; one is enough to make the store unready. */
const MAX_DAMAGED_EVENTS = 100;

export class WatchedStore implements EventStore {
  readonly #store: EventStore;
  readonly #failures: FailureMonitor;
  /** Reads that found a damaged event, by event ("scenario-12 3"), until the same read succeeds. */
  readonly #damaged = new Map<string, () => Promise<unknown>>();

  constructor(store: EventStore, observer: StoreObserver, clock: Clock = systemClock) {
    this.#store = store;
    this.#failures = new FailureMonitor(observer, clock);
  }

  /**
   * Resolves when events can be read and appended. @throws StoreUnavailableError with the reason; after a failed
   * write, only a successful write ends the failure
   * @throws DamagedEventError for an event that was found damaged and still is
   */
  async ready(): Promise<void> {
    if (this.#failures.isWriteFailing) await this.checkWritable();
    await this.head();
    for (const [event, readAgain] of this.#damaged) {
      await this.#read("check", readAgain);
      this.#damaged.delete(event);
    }
    const delays = (await this.delays()).filter(({ seconds }) => seconds >= LONG_DELAY_SECONDS);
    if (delays.length > 0) {
      const holders = delays.map(({ holder, seconds }) => `${holder}, for ${seconds} s`).join("; ");
      throw new StoreUnavailableError(`its latest events are held back by ${holders}`);
    }
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    version: ExpectedVersion,
  ): Promise<readonly RecordedEvent[]> {
    try {
      return await this.#failures.watch("append", "write", () => this.#store.append(stream, events, version));
    } catch (error) {
      // Reads the previous event as well, which the checksum of the damaged one covers.
      const versionBefore = (damaged: DamagedEventError): number => Math.max(0, damaged.version - 2);
      if (error instanceof DamagedEventError)
        this.#addDamaged(error, () => this.#store.readStream(stream, versionBefore(error)));
      throw error;
    }
  }

  checkWritable(): Promise<void> {
    return this.#failures.watch("check", "write", () => this.#store.checkWritable());
  }

  readStream(stream: string, afterVersion?: number): Promise<readonly RecordedEvent[]> {
    return this.#read("read stream", () => this.#store.readStream(stream, afterVersion));
  }

  /** Not monitored: the code that iterates reports failures. */
  streams(): AsyncIterable<string> {
    return this.#store.streams();
  }

  findEvent(id: string): Promise<RecordedEvent | null> {
    return this.#read("find event", () => this.#store.findEvent(id));
  }

  readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    return this.#read("read all", () => this.#store.readAll(after, limit));
  }

  head(): Promise<Position> {
    return this.#read("head", () => this.#store.head());
  }

  delays(): Promise<readonly Delay[]> {
    return this.#read("delays", () => this.#store.delays());
  }

  readSnapshot(stream: string, schemaVersion: number): Promise<Snapshot | null> {
    return this.#read("read snapshot", () => this.#store.readSnapshot(stream, schemaVersion));
  }

  writeSnapshot(stream: string, snapshot: Snapshot): Promise<void> {
    return this.#failures.watch("write snapshot", "write", () => this.#store.writeSnapshot(stream, snapshot));
  }

  /** Not monitored: a failure ends the iteration, and the code that iterates reports it. */
  follow(after: Position, signal: AbortSignal): AsyncIterable<readonly RecordedEvent[]> {
    return this.#store.follow(after, signal);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #read<T>(operation: Operation, read: () => Promise<T>): Promise<T> {
    try {
      return await this.#failures.watch(operation, "read", read);
    } catch (error) {
      if (error instanceof DamagedEventError) this.#addDamaged(error, read);
      throw error;
    }
  }

  #addDamaged({ stream, version }: DamagedEventError, readAgain: () => Promise<unknown>): void {
    if (this.#damaged.size < MAX_DAMAGED_EVENTS) this.#damaged.set(`${stream} ${version}`, readAgain);
  }
}
