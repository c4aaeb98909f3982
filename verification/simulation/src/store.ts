/**
 * A store that behaves like a database server: concurrent appends are transactions. They take a number when they begin,
 * and are visible once committed. Plain lists hold the true state.
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
  /** Sorted by position. Pending transactions have earlier positions than some events here. */
  readonly events: RecordedEvent[] = [];
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #running = new Set<number>();
  /** Completion of each stream's last append. */
  readonly #locks = new Map<string, Promise<void>>();
  #transactions = 0;

  constructor(network: Network, defect: InjectedDefect | null) {
    this.#network = network;
    this.#defect = defect;
  }

  stream(name: string): readonly RecordedEvent[] {
    return this.events.filter(({ stream }) => stream === name);
  }

  #add(events: readonly RecordedEvent[]): void {
    const first = events[0]!.position;
    const at = this.events.findLastIndex(({ position }) => position < first) + 1;
    this.events.splice(at, 0, ...events);
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedVersion) {
    const before = this.#locks.get(stream);
    const { promise, resolve: unlock } = Promise.withResolvers<void>();
    this.#locks.set(stream, promise);
    await before;
    const transaction = ++this.#transactions;
    this.#running.add(transaction);
    try {
      if (this.#defect === "events are visible before their commit") {
        const early = this.#recorded(stream, events, this.stream(stream).length, transaction);
        this.#add(early);
        await this.#network.travel();
        this.events.splice(this.events.indexOf(early[0]!), early.length);
      } else await this.#network.travel();
      const recorded = this.#store(stream, events, expected, transaction);
      if (this.#network.happens("rollback")) {
        if (recorded.repeated) throw new StoreUnavailableError("rolled back");
        if (this.#defect === "half an append is stored") this.#add(recorded.events.slice(0, 1));
        // The transaction is rolled back after clients may have got an answer.
        if (this.#defect === "an append is acknowledged before its commit") return recorded.events;
        throw new StoreUnavailableError("rolled back");
      }
      if (!recorded.repeated) this.#add(recorded.events);
      return recorded.events;
    } finally {
      this.#running.delete(transaction);
      unlock();
    }
  }

  /** Stores an append's events under the stream's lock. */
  #store(stream: string, events: readonly NewEvent[], expected: ExpectedVersion, transaction: number) {
    const present = this.stream(stream);
    const after =
      expected === "any"
        ? (present.find(({ id }) => id === events[0]!.id)?.version ?? present.length + 1) - 1
        : expected;
    const stored = present.slice(after, after + events.length);
    const compared = this.#defect !== "event ids are not checked";
    if (compared && stored.length === events.length && stored.every(({ id }, index) => id === events[index]!.id))
      return { events: stored, repeated: true };
    if (after !== present.length && this.#defect !== "the expected version is not checked") {
      if (expected === "any") throw new DuplicateEventError(stream);
      throw new VersionConflictError(stream, after, present.length);
    }
    const ids = new Set(events.map(({ id }) => id));
    if (compared && this.events.some(({ id }) => ids.has(id))) throw new DuplicateEventError(stream);
    return { events: this.#recorded(stream, events, present.length, transaction), repeated: false };
  }

  #recorded(stream: string, events: readonly NewEvent[], version: number, transaction: number): RecordedEvent[] {
    return events.map((event, index) => ({
      ...event,
      stream,
      version: version + index + 1,
      position: position(transaction, index),
    }));
  }

  readStream(stream: string, afterVersion: number): readonly RecordedEvent[] {
    const events = this.stream(stream);
    const seen = this.#defect === "a stream is read in an earlier state" ? events.slice(0, -1) : events;
    return seen.slice(afterVersion, afterVersion + PAGE.events);
  }

  readAll(after: Position, limit: number): readonly RecordedEvent[] {
    const horizon = position(Math.min(...this.#running, this.#transactions + 1), 0);
    const ignored =
      this.#defect === "readers skip uncommitted appends" || this.#defect === "events are visible before their commit";
    return this.events
      .filter((event) => event.position > after && (ignored || event.position < horizon))
      .slice(0, limit);
  }

  head(): Position {
    return this.events.at(-1)?.position ?? START;
  }

  find(id: string): RecordedEvent | null {
    if (this.#defect === "event ids are not checked") return null;
    return this.events.find((event) => event.id === id) ?? null;
  }

  keep(stream: string, snapshot: Snapshot): void {
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
  readonly #appended: AppendSignal;

  constructor(disk: Disk, network: Network, host: Host) {
    this.#disk = disk;
    this.#network = network;
    this.#host = host;
    this.#appended = new AppendSignal(host.clock(network.scheduler.clock));
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedVersion) {
    checkAppend(stream, events, expected);
    const recorded = await this.#call(() => this.#disk.append(stream, events, expected));
    this.#appended.notify();
    return recorded;
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
    return follow(this, this.#appended, after, signal);
  }

  readSnapshot(stream: string, schemaVersion: number): Promise<Snapshot | null> {
    return this.#call(() => {
      const kept = this.#disk.snapshot(stream);
      return kept?.schemaVersion === schemaVersion ? kept : null;
    });
  }

  writeSnapshot(stream: string, snapshot: Snapshot): Promise<void> {
    return this.#call(() => this.#disk.keep(stream, snapshot));
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
