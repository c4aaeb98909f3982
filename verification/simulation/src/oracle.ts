/** The oracle compares answers with the plain lists of the store. */
import { type Position, type RecordedEvent, START } from "@etesian/event-store";
import { type Enter, MAX_EVENTS, type Ledger, streamOf } from "./ledger.ts";
import type { Tables } from "./read-database.ts";
import type { Disk } from "./store.ts";

interface Entered {
  readonly token: string;
  readonly part: number;
  readonly of: number;
  readonly base: number;
}

interface Subscription {
  readonly name: string;
  readonly category?: string;
}

/** A ledger's tokens at a version. */
interface Seen {
  readonly state: Ledger;
  readonly version: number;
}

export class Oracle {
  readonly #disk: Disk;
  readonly #tables: Tables;
  readonly #problems = new Set<string>();
  /** The commands sent, with their ledgers. */
  readonly #sent = new Map<string, { readonly command: Enter; readonly id: number }>();
  readonly #acknowledged = new Set<string>();
  readonly #notStored = new Map<string, string>();
  /** The highest version of each ledger in any answer. */
  readonly #minimumVersions = new Map<number, number>();
  readonly #received = new Map<string, Position>();

  constructor(disk: Disk, tables: Tables) {
    this.#disk = disk;
    this.#tables = tables;
  }

  get problems(): readonly string[] {
    return [...this.#problems];
  }

  report(problem: string): void {
    this.#problems.add(problem);
  }

  /** The minimum version of all answers from now on. */
  minimumVersion(id: number): number {
    return this.#minimumVersions.get(id) ?? 0;
  }

  /** Checks that an answer equals the stream at its version, and is no older than the answers before its request. */
  checkAnswer(name: string, id: number, { state, version }: Seen, minimum: number): void {
    const truth = tokensOf(this.#disk.stream(streamOf(id)));
    const tokens = truth.slice(0, version);
    if (state.tokens.join() !== tokens.join() || version > truth.length)
      this.report(
        `a ${name} of ledger ${id} at version ${version} is [${state.tokens.join()}], expected [${tokens.join()}]`,
      );
    if (version < minimum)
      this.report(`a ${name} of ledger ${id} has version ${version}, but an earlier answer had ${minimum}`);
    this.#minimumVersions.set(id, Math.max(this.minimumVersion(id), version));
  }

  recordSent(command: Enter, id: number): void {
    this.#sent.set(command.token, { command, id });
  }

  recordAcknowledged(command: Enter, id: number, seen: Seen, minimum: number): void {
    this.#acknowledged.add(command.token);
    this.checkAnswer("change", id, seen, minimum);
    if (!seen.state.tokens.includes(command.token)) this.report(`${command.token} was acknowledged but is missing`);
  }

  recordRefused({ token, parts }: Enter, id: number): void {
    const { length } = this.#disk.stream(streamOf(id));
    if (length + parts <= MAX_EVENTS) this.report(`${token} was refused by a ledger of ${length}`);
    this.recordNotStored(token, "refused");
  }

  recordNotStored(token: string, why: string): void {
    this.#notStored.set(token, why);
  }

  /** Positions of all acknowledged changes. */
  acknowledged(): readonly Position[] {
    return this.#disk.events
      .filter((event) => this.#acknowledged.has(dataOf(event).token))
      .map(({ position }) => position);
  }

  /**
   * Checks that a read model has every change acknowledged before the query, and that its rows are a prefix of all
   * events.
   */
  checkReadModel(rows: readonly string[], minimum: readonly Position[]): void {
    for (const position of minimum)
      if (!rows.includes(position))
        this.report(`the read model lacks ${position}, which was acknowledged before the query`);
    this.#compareRows(rows);
  }

  #compareRows(rows: readonly string[]): void {
    const truth = this.#disk.events.map(({ position }) => position as string);
    if (rows.join() !== truth.slice(0, rows.length).join())
      this.report(`the read model has [${rows.join()}], expected a prefix of [${truth.join()}]`);
  }

  lastReceived({ name }: Subscription): Position {
    return this.#received.get(name) ?? START;
  }

  /** Checks a consumer's first event: the next one, or one that was current when it loaded its checkpoint. */
  checkFirstEvent(subscription: Subscription, { position }: RecordedEvent, current: Position): void {
    const last = this.lastReceived(subscription);
    const next = this.#expectedEvents(subscription).find((due) => due > last);
    if (position < current || (position > last && position !== next))
      this.report(`${subscription.name} received ${position} after ${last}, expected ${next}`);
  }

  recordReceived(subscription: Subscription, { position }: RecordedEvent): void {
    if (position > this.lastReceived(subscription)) this.#received.set(subscription.name, position);
  }

  hasReceivedAll(subscription: Subscription): boolean {
    return (this.#expectedEvents(subscription).at(-1) ?? START) === this.lastReceived(subscription);
  }

  #expectedEvents({ category }: Subscription): readonly Position[] {
    return this.#disk.events
      .filter(({ stream }) => category === undefined || stream.startsWith(`${category}-`))
      .map(({ position }) => position);
  }

  checkFinalState(): void {
    const stored = Map.groupBy(this.#disk.events, (event) => dataOf(event).token);
    for (const token of this.#acknowledged)
      if (!stored.has(token)) this.report(`${token} was acknowledged but is lost`);
    for (const [token, why] of this.#notStored) if (stored.has(token)) this.report(`${token} was ${why} but is stored`);
    for (const [token, events] of stored) this.#checkCommand(token, events);
    for (const [stream, events] of Map.groupBy(this.#disk.events, ({ stream }) => stream)) {
      if (events.length > MAX_EVENTS)
        this.report(`${stream} has ${events.length} events, expected at most ${MAX_EVENTS}`);
      if (events.some(({ version }, index) => version !== index + 1))
        this.report(`${stream} has versions ${events.map(({ version }) => version).join()}`);
    }
    this.#compareRows(this.#tables.rows);
    if (this.#tables.rows.length !== this.#disk.events.length)
      this.report(`the read model has ${this.#tables.rows.length} events of ${this.#disk.events.length}`);
  }

  /** Checks that a command has all its events or none, once, contiguous, and decided on the events before them. */
  #checkCommand(token: string, events: readonly RecordedEvent[]): void {
    const request = this.#sent.get(token);
    if (request === undefined) {
      this.report(`${token} is stored but was never sent`);
      return;
    }
    const { command, id } = request;
    if (events.length !== command.parts) this.report(`${token} has ${events.length} events, expected ${command.parts}`);
    for (const event of events) {
      const { part, base } = dataOf(event);
      if (event.stream !== streamOf(id)) this.report(`${token} is in ${event.stream}`);
      if (event.version !== base + part + 1)
        this.report(`${token} is event ${event.version} of ${event.stream}, decided on ${base} events`);
    }
  }
}

const dataOf = ({ data }: RecordedEvent): Entered => data as Entered;
const tokensOf = (events: readonly RecordedEvent[]): readonly string[] => events.map((event) => dataOf(event).token);
