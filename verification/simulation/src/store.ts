/**
 * A store that behaves like a database server: concurrent appends are transactions. They get a number when they begin,
 * and are visible once committed. Plain lists contain the true state.
 */
import {
  DuplicateEventError,
  type EventStore,
  type ExpectedVersion,
  type NewEvent,
  type Position,
  type RecordedEvent,
  START,
  StoreUnavailableError,
  VersionConflictError,
} from "@etesian/event-store";
import { AppendSignal, checkAppend, follow, PAGE, type Snapshot } from "@etesian/event-store/testing";
import type { Network } from "./network.ts";
import type { Host } from "./scheduler.ts";
import type { InjectedDefect } from "./injected-defects.ts";

const position = (transaction: number, index: number): Position =>
  `${String(transaction).padStart(8, "0")}-${String(index).padStart(4, "0")}` as Position;

/** The data on a server's disk. */
export class Disk {
  readonly #network: Network;
  readonly #defect: InjectedDefect | null;
  /** Events sorted by position. Some pending transactions have earlier positions. */
  readonly events: RecordedEvent[] = [];
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #pendingTransactions = new Set<number>();
  /** Completion of each stream's last append. */
  readonly #locks = new Map<string, Promise<void>>();
  #lastTransaction = 0;

  constructor(network: Network, defect: InjectedDefect | null) {
    this.#network = network;
    this.#defect = defect;
  }

  stream(name: string): readonly RecordedEvent[] {
    return this.events.filter(({ stream }) => stream === name);
  }

  #add(events: readonly RecordedEvent[]): void {
    const first = events[0]!.position;
    const index = this.events.findLastIndex(({ position }) => position < first) + 1;
    this.events.splice(index, 0, ...events);
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedVersion) {
    const previousAppend = this.#locks.get(stream);
    const { promise, resolve: unlock } = Promise.withResolvers<void>();
    this.#locks.set(stream, promise);
    await previousAppend;
    const transaction = ++this.#lastTransaction;
    this.#pendingTransactions.add(transaction);
    try {
      if (this.#defect === "events are visible before their commit") {
        const earlyEvents = this.#toRecorded(stream, events, this.stream(stream).length, transaction);
        this.#add(earlyEvents);
        await this.#network.travel();
        this.events.splice(this.events.indexOf(earlyEvents[0]!), earlyEvents.length);
      } else await this.#network.travel();
      const result = this.#appendTo(stream, events, expected, transaction);
      if (this.#network.happens("rollback")) {
        if (result.repeated) throw new StoreUnavailableError("rolled back");
        if (this.#defect === "half an append is stored") this.#add(result.events.slice(0, 1));
        // Rolled back although a client may already have the response.
        if (this.#defect === "an append is acknowledged before its commit") return result.events;
        throw new StoreUnavailableError("rolled back");
      }
      if (!result.repeated) this.#add(result.events);
      return result.events;
    } finally {
      this.#pendingTransactions.delete(transaction);
      unlock();
    }
  }

  /** Stores an append's events under the stream's lock. */
  #appendTo(stream: string, events: readonly NewEvent[], expected: ExpectedVersion, transaction: number) {
    const currentEvents = this.stream(stream);
    const expectedVersion =
      expected === "any"
        ? (currentEvents.find(({ id }) => id === events[0]!.id)?.version ?? currentEvents.length + 1) - 1
        : expected;
    const storedEvents = currentEvents.slice(expectedVersion, expectedVersion + events.length);
    const comparesIds = this.#defect !== "event IDs are not checked";
    if (
      comparesIds &&
      storedEvents.length === events.length &&
      storedEvents.every(({ id }, index) => id === events[index]!.id)
    )
      return { events: storedEvents, repeated: true };
    if (expectedVersion !== currentEvents.length && this.#defect !== "the expected version is not checked") {
      if (expected === "any") throw new DuplicateEventError(stream);
      throw new VersionConflictError(stream, expectedVersion, currentEvents.length);
    }
    const ids = new Set(events.map(({ id }) => id));
    if (comparesIds && this.events.some(({ id }) => ids.has(id))) throw new DuplicateEventError(stream);
    return { events: this.#toRecorded(stream, events, currentEvents.length, transaction), repeated: false };
  }

  #toRecorded(stream: string, events: readonly NewEvent[], version: number, transaction: number): RecordedEvent[] {
    return events.map((event, index) => ({
      ...event,
      stream,
      version: version + index + 1,
      position: position(transaction, index),
    }));
  }

  readStream(stream: string, afterVersion: number): readonly RecordedEvent[] {
    const events = this.stream(stream);
    const visibleEvents = this.#defect === "a stream is read in an earlier state" ? events.slice(0, -1) : events;
    return visibleEvents.slice(afterVersion, afterVersion + PAGE.events);
  }

  readAll(after: Position, limit: number): readonly RecordedEvent[] {
    const horizon = position(Math.min(...this.#pendingTransactions, this.#lastTransaction + 1), 0);
    const ignoresHorizon =
      this.#defect === "readers skip uncommitted appends" || this.#defect === "events are visible before their commit";
    return this.events
      .filter((event) => event.position > after && (ignoresHorizon || event.position < horizon))
      .slice(0, limit);
  }

  head(): Position {
    return this.events.at(-1)?.position ?? START;
  }

  find(id: string): RecordedEvent | null {
    if (this.#defect === "event IDs are not checked") return null;
    return this.events.find((event) => event.id === id) ?? null;
  }

  storeSnapshot(stream: string, snapshot: Snapshot): void {
    const version = snapshot.version - (this.#defect === "a snapshot has a version that is too high" ? 1 : 0);
    if (version <= this.stream(stream).length) this.#snapshots.set(stream, { ...snapshot, version });
  }

  snapshot(stream: string): Snapshot | null {
    return this.#snapshots.get(stream) ?? null;
  }
}

/** The store as one process sees it. */
export class SimulatedStore implements EventStore {
  readonly #disk: Disk;
  readonly #network: Network;
  readonly #host: Host;
  readonly #appendSignal: AppendSignal;

  constructor(disk: Disk, network: Network, host: Host) {
    this.#disk = disk;
    this.#network = network;
    this.#host = host;
    this.#appendSignal = new AppendSignal(host.clock(network.scheduler.clock));
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedVersion) {
    checkAppend(stream, events, expected);
    const recordedEvents = await this.#call(() => this.#disk.append(stream, events, expected));
    this.#appendSignal.notify();
    return recordedEvents;
  }

  readStream(stream: string, afterVersion = 0): Promise<readonly RecordedEvent[]> {
    return this.#call(() => this.#disk.readStream(stream, afterVersion));
  }

  async *streams(): AsyncGenerator<string, void, undefined> {
    yield* await this.#call(() => new Set(this.#disk.events.map(({ stream }) => stream)));
  }

  findEvent(id: string): Promise<RecordedEvent | null> {
    return this.#call(() => this.#disk.find(id));
  }

  readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    return this.#call(() => this.#disk.readAll(after, limit));
  }

  head(): Promise<Position> {
    return this.#call(() => this.#disk.head());
  }

  delays(): Promise<readonly []> {
    return this.#call(() => []);
  }

  follow(after: Position, signal: AbortSignal): AsyncIterable<readonly RecordedEvent[]> {
    return follow(this, this.#appendSignal, after, signal);
  }

  readSnapshot(stream: string, schemaVersion: number): Promise<Snapshot | null> {
    return this.#call(() => {
      const snapshot = this.#disk.snapshot(stream);
      return snapshot?.schemaVersion === schemaVersion ? snapshot : null;
    });
  }

  writeSnapshot(stream: string, snapshot: Snapshot): Promise<void> {
    return this.#call(() => this.#disk.storeSnapshot(stream, snapshot));
  }

  checkWritable(): Promise<void> {
    return this.#call(() => {});
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #call<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#network.call(this.#host, work);
  }
}
