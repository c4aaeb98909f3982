/**
 * The frame of every decider: load the state from the stream, decide, and append with the version that the decision was
 * based on. After a version conflict it decides again on the new state.
 */
import { hash, randomUUIDv7 } from "node:crypto";
import { type Clock, systemClock } from "@etesian/clock";
import { KeyedQueue, LruCache } from "@etesian/collections";
import type { EventCodec } from "./codec.ts";
import { DuplicateEventError, type EventStore, StreamFullError, VersionConflictError } from "../event-store.ts";
import type { NewEvent, RecordedEvent } from "../event.ts";

/** Behaviour of an aggregate: pure and total. */
export interface Decider<State, Command, Event, Refusal> {
  readonly initial: State;
  /** The outcome of a command: events (none when nothing changes), or the reason of a refusal. */
  decide(command: Command, state: State): Decision<Event, Refusal>;
  /**
   * The state after an event; `time` (ISO 8601) is when it happened, `stored` what is stored beside its data; a preview
   * has none.
   */
  evolve(state: State, event: Event, time: string, stored?: Envelope): State;
}

/** The fields stored beside the data of an event. */
export type Envelope = Pick<RecordedEvent, "id" | "actor" | "schemaVersion">;

export type Decision<Event, Refusal> = { readonly events: readonly Event[] } | { readonly refusal: Refusal };

/** An aggregate as it stands. */
export interface Aggregate<State> {
  readonly state: State;
  /** Number of its events; 0 when it does not exist. */
  readonly version: number;
}

export type Outcome<State, Refusal> = Aggregate<State> | { readonly refusal: Refusal };

/** An aggregate after a command, with the state that the command was decided on. */
export interface Handled<State> extends Aggregate<State> {
  readonly before: State;
}

/** The actor of events, and the request behind them. */
export interface Cause {
  readonly actor: string;
  readonly correlationId: string;
  /** The event that is answered, or an id that follows from what was asked for. */
  readonly causationId?: string | null;
  /**
   * The caller's name for this command: with it, the command is carried out once however often it is asked for. With another
   * cause it is the name of another command, and refused.
   */
  readonly idempotencyKey?: string | null;
}

/** Id of an event that follows from a command with an idempotency key; the first one (0) tells whether it is done. */
export const eventIdOf = (idempotencyKey: string, index: number): string => uuidOf(`${idempotencyKey}\n${index}`);

/** Whether an event with the id of a command's first one is that command's: not of another one under the same key. */
export const hasCause = ({ causationId }: NewEvent, cause: Cause): boolean =>
  // Of events from before this was noted, and of callers that do not say, it is not known.
  causationId === null || (cause.causationId ?? null) === null || idIn(causationId) === idIn(cause.causationId!);

/** Without the key behind it, which older events do not have. */
const idIn = (causationId: string): string => causationId.split(" ")[0]!;

/**
 * The stream that keeps the keys of an aggregate's commands without events. A stream of its own, so that such a command
 * adds nothing to the aggregate's version and history.
 */
const unchangedStreamOf = (stream: string): string => `unchanged-${stream}`;

/** Data of `NothingChanged`: the version at which the command found nothing to change. */
interface Unchanged {
  readonly version: number;
}

/** An id that follows from a text. */
export function uuidOf(text: string): string {
  const digits = hash("sha256", text, "hex");
  // A UUID of version 8, whose contents are one's own.
  const variant = "89ab"[Number.parseInt(digits[16]!, 16) % 4]!;
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join("-");
}

/** Snapshots of states that are plain JSON. */
export interface SnapshotRule {
  /** Goes up whenever the shape of the state, or how it follows from the events, changes. */
  readonly schemaVersion: number;
  /** Events between two snapshots. */
  readonly every: number;
}

/** Commands to one aggregate take turns within a process, so this is about other processes: a conflict each time is a bug. */
const ATTEMPTS = 20;

/** Commands that may wait for an aggregate, and for how long. */
const WAITING = { length: 64, waitMs: 5_000 };

/** Events that are replayed before others get their turn. */
const SLICE = 100;

/** Default size of the cache of states, in characters of JSON. */
const CACHE_SIZE = 32_000_000;

/** Events between two cached states of a long history: at most this many are replayed for a state of the past. */
const WAYPOINT_EVERY = 1_000;
/** Their share of the cache. */
const WAYPOINTS_SHARE = 1 / 4;

/** An aggregate in memory. */
interface CachedAggregate<State> {
  readonly aggregate: Aggregate<State>;
  /** Version of the latest snapshot. */
  readonly snapshot: number;
}

export class Aggregates<State, Command, Event, Refusal> {
  readonly #store: EventStore;
  readonly #codec: EventCodec<Event>;
  readonly #decider: Decider<State, Command, Event, Refusal>;
  readonly #streamOf: (id: number) => string;
  readonly #clock: Clock;
  readonly #snapshots: SnapshotRule | null;
  /** States as of some version, weighed in characters of JSON; always brought up to date from the store before use. */
  readonly #cached: LruCache<number, CachedAggregate<State>>;
  /** States that a replay came by, by aggregate and thousand of its events: "12 3". */
  readonly #waypoints: LruCache<string, Aggregate<State>>;
  /** Pages of long histories are read one after the other. */
  #pages: Promise<void> = Promise.resolve();
  /** Commands to one aggregate run in turn instead of retrying against each other. */
  readonly #turns: KeyedQueue<number>;

  constructor({
    store,
    codec,
    decider,
    streamOf,
    clock = systemClock,
    snapshots = null,
    cacheSize = CACHE_SIZE,
  }: {
    readonly store: EventStore;
    readonly codec: EventCodec<Event>;
    readonly decider: Decider<State, Command, Event, Refusal>;
    /** Name of an aggregate's stream: "scenario-12". */
    readonly streamOf: (id: number) => string;
    readonly clock?: Clock;
    /** Null: states are always replayed from the first event. */
    readonly snapshots?: SnapshotRule | null;
    /** How much state to keep in memory, in characters of JSON. */
    readonly cacheSize?: number;
  }) {
    this.#store = store;
    this.#codec = codec;
    this.#decider = decider;
    this.#streamOf = streamOf;
    this.#clock = clock;
    this.#turns = new KeyedQueue(WAITING, clock);
    this.#snapshots = snapshots;
    const weightOf = ({ state }: Aggregate<State>): number => JSON.stringify(state).length;
    this.#cached = new LruCache(cacheSize * (1 - WAYPOINTS_SHARE), ({ aggregate }) => weightOf(aggregate));
    this.#waypoints = new LruCache(cacheSize * WAYPOINTS_SHARE, weightOf);
  }

  /** The aggregate with all events that have been appended by anybody before this call. */
  async load(id: number): Promise<Aggregate<State>> {
    const stream = this.#streamOf(id);
    const known = this.#cached.get(id) ?? (await this.#latestSnapshot(stream));
    let { aggregate } = known;
    for (let pages = 0; ; pages++) {
      // A page is a megabyte at the most, however few events that are.
      if (pages > 1) await this.#nextPage();
      const events = await this.#store.readStream(stream, aggregate.version);
      if (events.length === 0) return this.#keep(id, aggregate, known.snapshot);
      aggregate = await this.#replay(aggregate, events);
      this.#noteWaypoint(id, aggregate);
    }
  }

  /** The aggregate as it was at a version, replayed; null when it has no such version. */
  async at(id: number, version: number): Promise<Aggregate<State> | null> {
    const now = await this.load(id);
    if (version === now.version) return now;
    if (version < 1 || version > now.version) return null;
    const stream = this.#streamOf(id);
    const { aggregate: latest } = await this.#latestSnapshot(stream);
    const waypoint = this.#waypointBefore(id, version);
    let aggregate = latest.version <= version && latest.version > waypoint.version ? latest : waypoint;
    while (aggregate.version < version) {
      await this.#nextPage();
      const events = await this.#store.readStream(stream, aggregate.version);
      aggregate = await this.#replay(aggregate, events.slice(0, version - aggregate.version));
      this.#noteWaypoint(id, aggregate);
    }
    return aggregate;
  }

  /** Keeps the first state of each thousand events that a replay came by. */
  #noteWaypoint(id: number, aggregate: Aggregate<State>): void {
    const thousand = Math.floor(aggregate.version / WAYPOINT_EVERY);
    const key = `${id} ${thousand}`;
    if (thousand > 0 && !this.#waypoints.has(key)) this.#waypoints.set(key, aggregate);
  }

  /** The latest state at or before a version that is kept; the initial one where none is. */
  #waypointBefore(id: number, version: number): Aggregate<State> {
    for (let thousand = Math.floor(version / WAYPOINT_EVERY); thousand > 0; thousand--) {
      const kept = this.#waypoints.get(`${id} ${thousand}`);
      if (kept !== undefined && kept.version <= version) return kept;
    }
    return { state: this.#decider.initial, version: 0 };
  }

  /** Others have their turn after each page, however many histories are read at the same time. */
  #nextPage(): Promise<void> {
    this.#pages = this.#pages.then(() => this.#clock.nextTurn());
    return this.#pages;
  }

  async #latestSnapshot(stream: string): Promise<CachedAggregate<State>> {
    const rule = this.#snapshots;
    const snapshot = rule === null ? null : await this.#store.readSnapshot(stream, rule.schemaVersion);
    if (snapshot === null) return { aggregate: { state: this.#decider.initial, version: 0 }, snapshot: 0 };
    const { state, version } = snapshot;
    return { aggregate: { state: state as State, version }, snapshot: version };
  }

  /**
   * Carries out a command: one append of all its events, or none.
   * @throws VersionConflictError when `expectedVersion` is given and not the aggregate's version.
   * @throws DuplicateEventError when its idempotency key was used for another aggregate, or for something else.
   * @throws BusyError when too many commands wait for the aggregate, or this one has waited too long; nothing was
   * stored.
   */
  handle(
    id: number,
    command: Command,
    cause: Cause,
    expectedVersion: number | null = null,
  ): Promise<Handled<State> | { readonly refusal: Refusal }> {
    return this.#turns.run(id, async () => {
      for (let attempt = 1; ; attempt++) {
        const aggregate = await this.load(id);
        const first = await this.#firstEvent(id, cause);
        if (first !== null) return { ...(await this.load(id)), before: await this.#stateBefore(id, first) };
        this.#expect(id, aggregate, expectedVersion);
        const decision = this.#decider.decide(command, aggregate.state);
        if ("refusal" in decision) return decision;
        const before = aggregate.state;
        try {
          if (decision.events.length > 0)
            return { ...(await this.#append(id, aggregate, decision.events, cause)), before };
          await this.#keepKey(id, aggregate, cause);
          return { ...aggregate, before };
        } catch (error) {
          // A duplicate: another process has carried out the same command meanwhile, or the key is another command's.
          const isOvertaken = error instanceof VersionConflictError || error instanceof DuplicateEventError;
          if (!isOvertaken || attempt === ATTEMPTS) throw error;
        }
      }
    });
  }

  /**
   * The state that the command of an idempotency key was decided on, where that command was carried out before; null
   * otherwise.
   * @throws DuplicateEventError as `handle` does.
   */
  async before(id: number, cause: Cause): Promise<State | null> {
    const first = await this.#firstEvent(id, cause);
    return first === null ? null : this.#stateBefore(id, first);
  }

  async #stateBefore(id: number, { stream, version, data }: RecordedEvent): Promise<State> {
    const decidedOn = stream === this.#streamOf(id) ? version - 1 : (data as Unchanged).version;
    return (await this.at(id, decidedOn))?.state ?? this.#decider.initial;
  }

  /**
   * The aggregate as a command would leave it, with the version it has now; as it is when the command was carried out
   * before. Nothing is stored.
   * @throws VersionConflictError as `handle` does.
   */
  async preview(
    id: number,
    command: Command,
    cause: Cause,
    expectedVersion: number | null = null,
  ): Promise<Outcome<State, Refusal>> {
    const aggregate = await this.load(id);
    if ((await this.#firstEvent(id, cause)) !== null) return this.load(id);
    this.#expect(id, aggregate, expectedVersion);
    const { state, version } = aggregate;
    const decision = this.#decider.decide(command, state);
    if ("refusal" in decision) return decision;
    const time = this.#clock.now().toISOString();
    return { state: decision.events.reduce((next, event) => this.#decider.evolve(next, event, time), state), version };
  }

  #expect(id: number, { version }: Aggregate<State>, expected: number | null): void {
    if (expected !== null && expected !== version)
      throw new VersionConflictError(this.#streamOf(id), expected, version);
  }

  /**
   * The first event of an idempotency key's command; null where it was not carried out before. Asked after the state was loaded: a command not
   * found then is not in that state, and the append finds one stored since. In the other order a command could be
   * decided on a state that it has changed itself.
   */
  async #firstEvent(id: number, cause: Cause): Promise<RecordedEvent | null> {
    const { idempotencyKey = null } = cause;
    if (idempotencyKey === null) return null;
    const event = await this.#store.findEvent(eventIdOf(idempotencyKey, 0));
    if (event === null) return null;
    const stream = this.#streamOf(id);
    const isOfAggregate = event.stream === stream || event.stream === unchangedStreamOf(stream);
    if (isOfAggregate && hasCause(event, cause)) return event;
    throw new DuplicateEventError(stream);
  }

  /**
   * Keeps the key of a command that changes nothing, as an event with the id that the command's first event would have.
   * A repetition finds it, and is not carried out on a later state.
   */
  async #keepKey(id: number, { version }: Aggregate<State>, cause: Cause): Promise<void> {
    const { actor, correlationId, causationId = null, idempotencyKey = null } = cause;
    if (idempotencyKey === null) return;
    const note: NewEvent = {
      id: eventIdOf(idempotencyKey, 0),
      type: "NothingChanged",
      schemaVersion: 1,
      time: this.#clock.now().toISOString(),
      actor,
      correlationId,
      causationId,
      data: { version } satisfies Unchanged,
    };
    try {
      await this.#store.append(unchangedStreamOf(this.#streamOf(id)), [note], "any");
    } catch (error) {
      // Nothing was to be changed: the command is answered all the same.
      if (!(error instanceof StreamFullError)) throw error;
    }
  }

  async #append(
    id: number,
    before: Aggregate<State>,
    events: readonly Event[],
    cause: Cause,
  ): Promise<Aggregate<State>> {
    const { actor, correlationId, causationId = null, idempotencyKey = null } = cause;
    const time = this.#clock.now().toISOString();
    const envelopes = events.map((event, index): NewEvent => {
      const eventId = idempotencyKey === null ? randomUUIDv7() : eventIdOf(idempotencyKey, index);
      return { ...this.#codec.encode(event), id: eventId, time, actor, correlationId, causationId };
    });
    const stream = this.#streamOf(id);
    const recorded = await this.#store.append(stream, envelopes, before.version);
    // Stored a moment before, under the same key, for something else.
    if (recorded.some((event) => !hasCause(event, cause))) throw new DuplicateEventError(stream);
    return this.#keep(id, await this.#replay(before, recorded), this.#cached.get(id)?.snapshot ?? 0);
  }

  /** In slices, between which others get their turn. */
  async #replay({ state, version }: Aggregate<State>, events: readonly RecordedEvent[]): Promise<Aggregate<State>> {
    let next = state;
    for (const [index, event] of events.entries()) {
      if (index > 0 && index % SLICE === 0) await this.#clock.nextTurn();
      next = this.#decider.evolve(next, this.#codec.decode(event), event.time, event);
    }
    return { state: next, version: version + events.length };
  }

  #keep(id: number, aggregate: Aggregate<State>, snapshot: number): Aggregate<State> {
    const known = this.#cached.get(id);
    // Reads overtake each other; never go back.
    if (aggregate.version > (known?.aggregate.version ?? 0))
      this.#cached.set(id, { aggregate, snapshot: this.#snapshot(id, aggregate, snapshot) });
    return aggregate;
  }

  /** Keeps a snapshot when enough has happened since the last one; returns the version of the latest. */
  #snapshot(id: number, { state, version }: Aggregate<State>, latest: number): number {
    const rule = this.#snapshots;
    if (rule === null || version - latest < rule.every) return latest;
    // No request waits for it; where it fails, the next snapshot does its work.
    const { schemaVersion } = rule;
    this.#store.writeSnapshot(this.#streamOf(id), { version, schemaVersion, state }).catch(() => {});
    return version;
  }
}
