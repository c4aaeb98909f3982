/** Test oracle: compares responses with the plain lists of the store. */
import { type Position, type RecordedEvent, START } from "@etesian/event-store";
import { type EnterCommand, MAX_EVENTS, type Ledger, streamOf } from "./ledger.ts";
import type { Tables } from "./read-database.ts";
import type { Disk } from "./store.ts";

interface EntryData {
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
interface VersionedLedger {
  readonly state: Ledger;
  readonly version: number;
}

export class Oracle {
  readonly #disk: Disk;
  readonly #tables: Tables;
  readonly #problems = new Set<string>();
  /** Sent commands by token, with their ledgers. */
  readonly #sentCommands = new Map<string, { readonly command: EnterCommand; readonly id: number }>();
  readonly #acknowledgedTokens = new Set<string>();
  readonly #reasonsNotStored = new Map<string, string>();
  /** The highest version of each ledger in any response. */
  readonly #minimumVersions = new Map<number, number>();
  readonly #lastPositions = new Map<string, Position>();

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

  /** The minimum version of all later responses. */
  minimumVersion(id: number): number {
    return this.#minimumVersions.get(id) ?? 0;
  }

  /** Checks that a response equals the stream at its version, and is no older than the responses before its request. */
  checkResponse(name: string, id: number, { state, version }: VersionedLedger, minimum: number): void {
    const truth = tokensOf(this.#disk.stream(streamOf(id)));
    const tokens = truth.slice(0, version);
    if (state.tokens.join() !== tokens.join() || version > truth.length)
      this.report(
        `a ${name} of ledger ${id} at version ${version} is [${state.tokens.join()}], expected [${tokens.join()}]`,
      );
    if (version < minimum)
      this.report(`a ${name} of ledger ${id} has version ${version}, but an earlier response had ${minimum}`);
    this.#minimumVersions.set(id, Math.max(this.minimumVersion(id), version));
  }

  recordSent(command: EnterCommand, id: number): void {
    this.#sentCommands.set(command.token, { command, id });
  }

  recordAcknowledged(command: EnterCommand, id: number, versionedLedger: VersionedLedger, minimum: number): void {
    this.#acknowledgedTokens.add(command.token);
    this.checkResponse("change", id, versionedLedger, minimum);
    if (!versionedLedger.state.tokens.includes(command.token))
      this.report(`${command.token} was acknowledged but is missing`);
  }

  recordRefused({ token, parts }: EnterCommand, id: number): void {
    const { length } = this.#disk.stream(streamOf(id));
    if (length + parts <= MAX_EVENTS) this.report(`${token} was refused by a ledger of ${length}`);
    this.recordNotStored(token, "refused");
  }

  recordNotStored(token: string, reason: string): void {
    this.#reasonsNotStored.set(token, reason);
  }

  /** Positions of all acknowledged changes. */
  acknowledgedPositions(): readonly Position[] {
    return this.#disk.events
      .filter((event) => this.#acknowledgedTokens.has(dataOf(event).token))
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

  lastReceivedPosition({ name }: Subscription): Position {
    return this.#lastPositions.get(name) ?? START;
  }

  /**
   * Checks that a consumer's first event is the next one, or was the next one when the consumer loaded its checkpoint.
   */
  checkFirstEvent(subscription: Subscription, { position }: RecordedEvent, current: Position): void {
    const last = this.lastReceivedPosition(subscription);
    const next = this.#expectedEvents(subscription).find((candidate) => candidate > last);
    if (position < current || (position > last && position !== next))
      this.report(`${subscription.name} received ${position} after ${last}, expected ${next}`);
  }

  recordReceived(subscription: Subscription, { position }: RecordedEvent): void {
    if (position > this.lastReceivedPosition(subscription)) this.#lastPositions.set(subscription.name, position);
  }

  hasReceivedAll(subscription: Subscription): boolean {
    return (this.#expectedEvents(subscription).at(-1) ?? START) === this.lastReceivedPosition(subscription);
  }

  #expectedEvents({ category }: Subscription): readonly Position[] {
    return this.#disk.events
      .filter(({ stream }) => category === undefined || stream.startsWith(`${category}-`))
      .map(({ position }) => position);
  }

  checkFinalState(): void {
    const eventsByToken = Map.groupBy(this.#disk.events, (event) => dataOf(event).token);
    for (const token of this.#acknowledgedTokens)
      if (!eventsByToken.has(token)) this.report(`${token} was acknowledged but is lost`);
    for (const [token, reason] of this.#reasonsNotStored)
      if (eventsByToken.has(token)) this.report(`${token} was ${reason} but is stored`);
    for (const [token, events] of eventsByToken) this.#checkCommand(token, events);
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

  /**
   * Checks that a command's events are stored completely and once, are contiguous, and were decided on the events
   * before them.
   */
  #checkCommand(token: string, events: readonly RecordedEvent[]): void {
    const request = this.#sentCommands.get(token);
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

const dataOf = ({ data }: RecordedEvent): EntryData => data as EntryData;
const tokensOf = (events: readonly RecordedEvent[]): readonly string[] => events.map((event) => dataOf(event).token);
