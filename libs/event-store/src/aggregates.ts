/**
 * What surrounds a decider, written once: load the state from the stream, decide, append with the version that the
 * decision was based on, and decide again on the new state when somebody else was faster.
 */
import { randomUUIDv7 } from "node:crypto";
import type { EventCodec } from "./codec.ts";
import { type EventStore, VersionConflictError } from "./event-store.ts";
import type { NewEvent, RecordedEvent } from "./event.ts";

/** Behaviour of an aggregate: pure and total. */
export interface Decider<State, Command, Event, Refusal> {
  readonly initial: State;
  /** What follows from a command: events (none when nothing changes), or why it is refused. */
  decide(command: Command, state: State): Decision<Event, Refusal>;
  /** The state after an event; `time` (ISO 8601) is when it happened. */
  evolve(state: State, event: Event, time: string): State;
}

export type Decision<Event, Refusal> = { readonly events: readonly Event[] } | { readonly refusal: Refusal };

/** An aggregate as it stands. */
export interface Aggregate<State> {
  readonly state: State;
  /** Number of its events; 0 when it does not exist. */
  readonly version: number;
}

export type Outcome<State, Refusal> = Aggregate<State> | { readonly refusal: Refusal };

/** Who caused events, and on behalf of which request. */
export interface Cause {
  readonly actor: string;
  readonly correlationId: string;
  readonly causationId?: string | null;
}

/** Commands to one aggregate take turns within a process, so this is about other processes: a conflict each time is a bug. */
const ATTEMPTS = 20;

export class Aggregates<State, Command, Event, Refusal> {
  readonly #store: EventStore;
  readonly #codec: EventCodec<Event>;
  readonly #decider: Decider<State, Command, Event, Refusal>;
  readonly #streamOf: (id: number) => string;
  readonly #now: () => Date;
  /** States as of some version, most recently used last; always brought up to date from the store before use. */
  readonly #remembered = new Map<number, Aggregate<State>>();
  readonly #remember: number;
  readonly #turns = new Map<number, Promise<unknown>>();

  constructor({
    store,
    codec,
    decider,
    streamOf,
    now = () => new Date(),
    remember = 500,
  }: {
    readonly store: EventStore;
    readonly codec: EventCodec<Event>;
    readonly decider: Decider<State, Command, Event, Refusal>;
    /** Name of an aggregate's stream: "scenario-12". */
    readonly streamOf: (id: number) => string;
    readonly now?: () => Date;
    /** How many states to keep in memory. */
    readonly remember?: number;
  }) {
    this.#store = store;
    this.#codec = codec;
    this.#decider = decider;
    this.#streamOf = streamOf;
    this.#now = now;
    this.#remember = remember;
  }

  /** The aggregate with all events that have been appended by anybody before this call. */
  async load(id: number): Promise<Aggregate<State>> {
    const known = this.#remembered.get(id) ?? { state: this.#decider.initial, version: 0 };
    const events = await this.#store.readStream(this.#streamOf(id), known.version);
    return this.#keep(id, { state: this.#replay(known.state, events), version: known.version + events.length });
  }

  /**
   * Carries out a command: one append of all its events, or none.
   * @throws VersionConflictError when `expectedVersion` is given and not the aggregate's version.
   */
  handle(
    id: number,
    command: Command,
    cause: Cause,
    expectedVersion: number | null = null,
  ): Promise<Outcome<State, Refusal>> {
    return this.#inTurn(id, async () => {
      for (let attempt = 1; ; attempt++) {
        const aggregate = await this.#expect(id, expectedVersion);
        const decision = this.#decider.decide(command, aggregate.state);
        if ("refusal" in decision) return decision;
        if (decision.events.length === 0) return aggregate;
        try {
          return await this.#append(id, aggregate, decision.events, cause);
        } catch (error) {
          if (!(error instanceof VersionConflictError) || attempt === ATTEMPTS) throw error;
        }
      }
    });
  }

  /** The aggregate as a command would leave it, with the version it has now; nothing is stored. */
  async preview(id: number, command: Command, expectedVersion: number | null = null): Promise<Outcome<State, Refusal>> {
    const { state, version } = await this.#expect(id, expectedVersion);
    const decision = this.#decider.decide(command, state);
    if ("refusal" in decision) return decision;
    const time = this.#now().toISOString();
    return { state: decision.events.reduce((next, event) => this.#decider.evolve(next, event, time), state), version };
  }

  async #expect(id: number, version: number | null): Promise<Aggregate<State>> {
    const aggregate = await this.load(id);
    if (version === null || version === aggregate.version) return aggregate;
    throw new VersionConflictError(this.#streamOf(id), version, aggregate.version);
  }

  async #append(
    id: number,
    { state, version }: Aggregate<State>,
    events: readonly Event[],
    { actor, correlationId, causationId = null }: Cause,
  ): Promise<Aggregate<State>> {
    const time = this.#now().toISOString();
    const envelopes = events.map((event): NewEvent => {
      return { ...this.#codec.encode(event), id: randomUUIDv7(), time, actor, correlationId, causationId };
    });
    const recorded = await this.#store.append(this.#streamOf(id), envelopes, version);
    return this.#keep(id, { state: this.#replay(state, recorded), version: version + recorded.length });
  }

  #replay(state: State, events: readonly RecordedEvent[]): State {
    return events.reduce((next, event) => this.#decider.evolve(next, this.#codec.decode(event), event.time), state);
  }

  #keep(id: number, aggregate: Aggregate<State>): Aggregate<State> {
    const known = this.#remembered.get(id);
    this.#remembered.delete(id);
    if (aggregate.version > 0) {
      // Reads overtake each other; never go back.
      this.#remembered.set(id, known !== undefined && known.version > aggregate.version ? known : aggregate);
    }
    if (this.#remembered.size > this.#remember) {
      const [oldest] = this.#remembered.keys();
      if (oldest !== undefined) this.#remembered.delete(oldest);
    }
    return aggregate;
  }

  async #inTurn<T>(id: number, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(id) ?? Promise.resolve();
    const turn = before.then(work);
    const settled = turn.catch(() => {});
    this.#turns.set(id, settled);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(id) === settled) this.#turns.delete(id);
    }
  }
}
