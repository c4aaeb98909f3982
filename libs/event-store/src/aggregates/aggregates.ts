/**
 * Runs deciders: loads the state from the stream, decides, and appends with the version on which the decision was
 * based. After a version conflict, it decides again on the new state.
 */
import { hash, randomUUIDv7 } from "node:crypto";
import { type Clock, systemClock } from "@etesian/clock";
import { KeyedQueue, LruCache } from "@etesian/collections";
import type { EventCodec } from "./codec.ts";
import { DuplicateEventError, type EventStore, StreamFullError, VersionConflictError } from "../event-store.ts";
import type { NewEvent, RecordedEvent } from "../event.ts";

/** The behaviour of an aggregate: pure and total functions. */
export interface Decider<State, Command, Event, Refusal> {
  readonly initial: State;
  /** Decides a command: returns events (none if nothing changes), or a refusal. */
  decide(command: Command, state: State): Decision<Event, Refusal>;
  /**
   * The state after an event. `time` (ISO 8601) is when it happened; `envelope` has the other stored fields, absent in
   * a preview.
   */
  evolve(state: State, event: Event, time: string, envelope?: Envelope): State;
}

/** The fields stored next to an event's data. */
export type Envelope = Pick<RecordedEvent, "id" | "actor" | "schemaVersion">;

export type Decision<Event, Refusal> = { readonly events: readonly Event[] } | { readonly refusal: Refusal };

/** The current state of an aggregate. */
export interface Aggregate<State> {
  readonly state: State;
  /** Number of events; 0 if it does not exist. */
  readonly version: number;
}

export type Outcome<State, Refusal> = Aggregate<State> | { readonly refusal: Refusal };

/** An aggregate after a command, with the state on which the command was decided. */
export interface CommandResult<State> extends Aggregate<State> {
  readonly previousState: State;
}

/** The actor of events, and the request that caused them. */
export interface Cause {
  readonly actor: string;
  readonly correlationId: string;
  /** Id of the causing event, or an id derived from the request. */
  readonly causationId?: string | null;
  /**
   * The caller's key for this command: a command with a key is executed once, however often it is sent. The same key
   * with another cause is refused.
   */
  readonly idempotencyKey?: string | null;
}

/**
 * Id of the nth event of a command with an idempotency key; the first one (0) shows whether the command was executed.
 */
export const eventIdOf = (idempotencyKey: string, index: number): string => uuidOf(`${idempotencyKey}\n${index}`);

/** Whether an event with a command's first event id has the same cause: otherwise another command used the key. */
export const hasCause = ({ causationId }: NewEvent, cause: Cause): boolean =>
  // Unknown for events from before causes were stored, and for callers without a request digest.
  causationId === null || (cause.causationId ?? null) === null || idIn(causationId) === idIn(cause.causationId!);

/** The causation id without the key that follows it; older events have no key. */
const idIn = (causationId: string): string => causationId.split(" ")[0]!;

/**
 * The stream for the idempotency keys of an aggregate's commands without events. It is separate, so that such commands
 * do not affect the aggregate's version and history.
 */
const unchangedStreamOf = (stream: string): string => `unchanged-${stream}`;

/** Data of `NothingChanged`: the version at which the command had no effect. */
interface NothingChangedData {
  readonly version: number;
}

/** A UUID derived from a string. */
export function uuidOf(text: string): string {
  const digits = hash("sha256", text, "hex");
  // Version 8 of UUIDs is for application-defined contents.
  const variant = "89ab"[Number.parseInt(digits[16]!, 16) % 4]!;
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join("-");
}

/** When to write snapshots; states must be plain JSON. */
export interface SnapshotRule {
  /** Increases whenever the shape of the state, or its derivation from events, changes. */
  readonly schemaVersion: number;
  /** Events between two snapshots. */
  readonly every: number;
}

/**
 * Commands to one aggregate queue within a process, so only other processes cause conflicts; more attempts indicate a
 * bug.
 */
const ATTEMPTS = 20;

/** Maximum number of commands queued per aggregate, and their maximum waiting time. */
const QUEUE_LIMITS = { length: 64, waitMs: 5_000 };

/** Events replayed before other tasks can run. */
const SLICE = 100;

/** Default size of the cache of states, in characters of JSON. */
const CACHE_SIZE = 32_000_000;

/** Events between two cached states of a long history: the maximum replayed for a past state. */
const WAYPOINT_EVERY = 1_000;
/** Share of the cache for these states. */
const WAYPOINTS_SHARE = 1 / 4;

/** A cached aggregate. */
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
  /** States by aggregate, weighed in characters of JSON; always brought up to date from the store before use. */
  readonly #cache: LruCache<number, CachedAggregate<State>>;
  /** Intermediate states of replays, by aggregate and thousand of events: "12 3". */
  readonly #waypoints: LruCache<string, Aggregate<State>>;
  /** Serialises page reads of long histories. */
  #pages: Promise<void> = Promise.resolve();
  /** Queues commands to one aggregate, instead of letting them retry against each other. */
  readonly #commandQueue: KeyedQueue<number>;

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
    /** The name of an aggregate's stream: "scenario-12". */
    readonly streamOf: (id: number) => string;
    readonly clock?: Clock;
    /** Null if states are always replayed from the first event. */
    readonly snapshots?: SnapshotRule | null;
    /** Size of the cache in characters of JSON. */
    readonly cacheSize?: number;
  }) {
    this.#store = store;
    this.#codec = codec;
    this.#decider = decider;
    this.#streamOf = streamOf;
    this.#clock = clock;
    this.#commandQueue = new KeyedQueue(QUEUE_LIMITS, clock);
    this.#snapshots = snapshots;
    const weightOf = ({ state }: Aggregate<State>): number => JSON.stringify(state).length;
    this.#cache = new LruCache(cacheSize * (1 - WAYPOINTS_SHARE), ({ aggregate }) => weightOf(aggregate));
    this.#waypoints = new LruCache(cacheSize * WAYPOINTS_SHARE, weightOf);
  }

  /** The aggregate, including all events appended before this call. */
  async load(id: number): Promise<Aggregate<State>> {
    const stream = this.#streamOf(id);
    const cached = this.#cache.get(id) ?? (await this.#latestSnapshot(stream));
    let { aggregate } = cached;
    for (let pages = 0; ; pages++) {
      // A short replay does not pause, even if its page has a megabyte of large events.
      if (pages > 1) await this.#nextPage();
      const events = await this.#store.readStream(stream, aggregate.version);
      if (events.length === 0) return this.#cacheAggregate(id, aggregate, cached.snapshot);
      aggregate = await this.#replay(aggregate, events);
      this.#cacheWaypoint(id, aggregate);
    }
  }

  /** The aggregate at an earlier version, replayed; null if it has no such version. */
  async loadVersion(id: number, version: number): Promise<Aggregate<State> | null> {
    const current = await this.load(id);
    if (version === current.version) return current;
    if (version < 1 || version > current.version) return null;
    const stream = this.#streamOf(id);
    const { aggregate: latest } = await this.#latestSnapshot(stream);
    const waypoint = this.#waypointBefore(id, version);
    let aggregate = latest.version <= version && latest.version > waypoint.version ? latest : waypoint;
    while (aggregate.version < version) {
      await this.#nextPage();
      const events = await this.#store.readStream(stream, aggregate.version);
      aggregate = await this.#replay(aggregate, events.slice(0, version - aggregate.version));
      this.#cacheWaypoint(id, aggregate);
    }
    return aggregate;
  }

  /** Caches the first state of each thousand events during a replay. */
  #cacheWaypoint(id: number, aggregate: Aggregate<State>): void {
    const thousand = Math.floor(aggregate.version / WAYPOINT_EVERY);
    const key = `${id} ${thousand}`;
    if (thousand > 0 && !this.#waypoints.has(key)) this.#waypoints.set(key, aggregate);
  }

  /** The latest cached state at or before a version; the initial state if there is none. */
  #waypointBefore(id: number, version: number): Aggregate<State> {
    for (let thousand = Math.floor(version / WAYPOINT_EVERY); thousand > 0; thousand--) {
      const aggregate = this.#waypoints.get(`${id} ${thousand}`);
      if (aggregate !== undefined && aggregate.version <= version) return aggregate;
    }
    return { state: this.#decider.initial, version: 0 };
  }

  /** Lets other tasks run after each page, even if many histories are read concurrently. */
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
   * Executes a command as one append of all its events. @throws VersionConflictError if `expectedVersion` is given
   * and differs from the aggregate's version
   * @throws DuplicateEventError if its idempotency key was used for another aggregate or another request
   * @throws BusyError if too many commands are queued for the aggregate, or this one has waited too long; nothing
   * was stored
   */
  handle(
    id: number,
    command: Command,
    cause: Cause,
    expectedVersion: number | null = null,
  ): Promise<CommandResult<State> | { readonly refusal: Refusal }> {
    return this.#commandQueue.run(id, async () => {
      for (let attempt = 1; ; attempt++) {
        const aggregate = await this.load(id);
        const first = await this.#firstEvent(id, cause);
        if (first !== null)
          return { ...(await this.load(id)), previousState: await this.#loadPreviousState(id, first) };
        this.#checkVersion(id, aggregate, expectedVersion);
        const decision = this.#decider.decide(command, aggregate.state);
        if ("refusal" in decision) return decision;
        const previousState = aggregate.state;
        try {
          if (decision.events.length > 0)
            return { ...(await this.#append(id, aggregate, decision.events, cause)), previousState };
          await this.#storeKey(id, aggregate, cause);
          return { ...aggregate, previousState };
        } catch (error) {
          // A duplicate means that another process has executed the same command, or that the key belongs to another
          // command.
          const isConflict = error instanceof VersionConflictError || error instanceof DuplicateEventError;
          if (!isConflict || attempt === ATTEMPTS) throw error;
        }
      }
    });
  }

  /**
   * The state on which the command of an idempotency key was decided, if it was executed before; null otherwise.
   * @throws DuplicateEventError as in `handle`
   */
  async findPreviousState(id: number, cause: Cause): Promise<State | null> {
    const first = await this.#firstEvent(id, cause);
    return first === null ? null : this.#loadPreviousState(id, first);
  }

  async #loadPreviousState(id: number, { stream, version, data }: RecordedEvent): Promise<State> {
    const previousVersion = stream === this.#streamOf(id) ? version - 1 : (data as NothingChangedData).version;
    return (await this.loadVersion(id, previousVersion))?.state ?? this.#decider.initial;
  }

  /**
   * The aggregate as a command would leave it, with its current version; the current aggregate if the command was
   * executed before. Nothing is stored. @throws VersionConflictError as in `handle`
   */
  async preview(
    id: number,
    command: Command,
    cause: Cause,
    expectedVersion: number | null = null,
  ): Promise<Outcome<State, Refusal>> {
    const aggregate = await this.load(id);
    if ((await this.#firstEvent(id, cause)) !== null) return this.load(id);
    this.#checkVersion(id, aggregate, expectedVersion);
    const { state, version } = aggregate;
    const decision = this.#decider.decide(command, state);
    if ("refusal" in decision) return decision;
    const time = this.#clock.now().toISOString();
    return { state: decision.events.reduce((next, event) => this.#decider.evolve(next, event, time), state), version };
  }

  #checkVersion(id: number, { version }: Aggregate<State>, expected: number | null): void {
    if (expected !== null && expected !== version)
      throw new VersionConflictError(this.#streamOf(id), expected, version);
  }

  /**
   * The first event of an idempotency key's command; null if it was not executed. Must be called after the state is
   * loaded: a command that is not found is then not in that state, and the append detects a command that was stored
   * since. In the reverse order a command could be decided on a state that it has already changed.
   */
  async #firstEvent(id: number, cause: Cause): Promise<RecordedEvent | null> {
    const { idempotencyKey = null } = cause;
    if (idempotencyKey === null) return null;
    const event = await this.#store.findEvent(eventIdOf(idempotencyKey, 0));
    if (event === null) return null;
    const stream = this.#streamOf(id);
    const belongsToAggregate = event.stream === stream || event.stream === unchangedStreamOf(stream);
    if (belongsToAggregate && hasCause(event, cause)) return event;
    throw new DuplicateEventError(stream);
  }

  /**
   * Stores the key of a command without effect, as an event with the id of the command's first event. A repetition
   * finds it, and is not executed on a later state.
   */
  async #storeKey(id: number, { version }: Aggregate<State>, cause: Cause): Promise<void> {
    const { actor, correlationId, causationId = null, idempotencyKey = null } = cause;
    if (idempotencyKey === null) return;
    const keyEvent: NewEvent = {
      id: eventIdOf(idempotencyKey, 0),
      type: "NothingChanged",
      schemaVersion: 1,
      time: this.#clock.now().toISOString(),
      actor,
      correlationId,
      causationId,
      data: { version } satisfies NothingChangedData,
    };
    try {
      await this.#store.append(unchangedStreamOf(this.#streamOf(id)), [keyEvent], "any");
    } catch (error) {
      // The command has no effect, so it succeeds even without a stored key.
      if (!(error instanceof StreamFullError)) throw error;
    }
  }

  async #append(
    id: number,
    aggregate: Aggregate<State>,
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
    const recorded = await this.#store.append(stream, envelopes, aggregate.version);
    // The key was used concurrently for another command.
    if (recorded.some((event) => !hasCause(event, cause))) throw new DuplicateEventError(stream);
    return this.#cacheAggregate(id, await this.#replay(aggregate, recorded), this.#cache.get(id)?.snapshot ?? 0);
  }

  /** Replays in slices, so that other tasks can run in between. */
  async #replay({ state, version }: Aggregate<State>, events: readonly RecordedEvent[]): Promise<Aggregate<State>> {
    let next = state;
    for (const [index, event] of events.entries()) {
      if (index > 0 && index % SLICE === 0) await this.#clock.nextTurn();
      next = this.#decider.evolve(next, this.#codec.decode(event), event.time, event);
    }
    return { state: next, version: version + events.length };
  }

  #cacheAggregate(id: number, aggregate: Aggregate<State>, snapshot: number): Aggregate<State> {
    const cached = this.#cache.get(id);
    // Concurrent reads may finish in any order; never replace a newer state.
    if (aggregate.version > (cached?.aggregate.version ?? 0))
      this.#cache.set(id, { aggregate, snapshot: this.#snapshot(id, aggregate, snapshot) });
    return aggregate;
  }

  /** Writes a snapshot if enough events were appended since the last one; returns the version of the latest. */
  #snapshot(id: number, { state, version }: Aggregate<State>, latest: number): number {
    const rule = this.#snapshots;
    if (rule === null || version - latest < rule.every) return latest;
    // The request does not wait for it; if it fails, the next snapshot replaces it.
    const { schemaVersion } = rule;
    this.#store.writeSnapshot(this.#streamOf(id), { version, schemaVersion, state }).catch(() => {});
    return version;
  }
}
