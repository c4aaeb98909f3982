/** The oracle compares answers with the plain lists of the store. */
import { type Position, type RecordedEvent, START } from "@etesian/event-store";
import { type Enter, FULL, type Ledger, streamOf } from "./ledger.ts";
import type { Tables } from "./read-database.ts";
import type { Disk } from "./store.ts";

interface Entered {
  readonly token: string;
  readonly part: number;
  readonly of: number;
  readonly base: number;
}

interface Listening {
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
  readonly #asked = new Map<string, { readonly command: Enter; readonly id: number }>();
  readonly #done = new Set<string>();
  readonly #notStored = new Map<string, string>();
  /** The highest version of each ledger in any answer. */
  readonly #least = new Map<number, number>();
  readonly #heard = new Map<string, Position>();

  constructor(disk: Disk, tables: Tables) {
    this.#disk = disk;
    this.#tables = tables;
  }

  get problems(): readonly string[] {
    return [...this.#problems];
  }

  tell(problem: string): void {
    this.#problems.add(problem);
  }

  /** The minimum version of all answers from now on. */
  least(id: number): number {
    return this.#least.get(id) ?? 0;
  }

  /** Checks that an answer equals the stream at its version, and is no older than the answers before its request. */
  seen(what: string, id: number, { state, version }: Seen, least: number): void {
    const truth = tokensOf(this.#disk.stream(streamOf(id)));
    const tokens = truth.slice(0, version);
    if (state.tokens.join() !== tokens.join() || version > truth.length)
      this.tell(
        `a ${what} of ledger ${id} at version ${version} is [${state.tokens.join()}], expected [${tokens.join()}]`,
      );
    if (version < least)
      this.tell(`a ${what} of ledger ${id} has version ${version}, but an earlier answer had ${least}`);
    this.#least.set(id, Math.max(this.least(id), version));
  }

  asked(command: Enter, id: number): void {
    this.#asked.set(command.token, { command, id });
  }

  done(command: Enter, id: number, seen: Seen, least: number): void {
    this.#done.add(command.token);
    this.seen("change", id, seen, least);
    if (!seen.state.tokens.includes(command.token)) this.tell(`${command.token} was acknowledged but is missing`);
  }

  refused({ token, parts }: Enter, id: number): void {
    const { length } = this.#disk.stream(streamOf(id));
    if (length + parts <= FULL) this.tell(`${token} was refused by a ledger of ${length}`);
    this.notStored(token, "refused");
  }

  notStored(token: string, why: string): void {
    this.#notStored.set(token, why);
  }

  /** Positions of all acknowledged changes. */
  acknowledged(): readonly Position[] {
    return this.#disk.events.filter((event) => this.#done.has(dataOf(event).token)).map(({ position }) => position);
  }

  /**
   * Checks that a read model has every change acknowledged before the query, and that its rows are a prefix of all
   * events.
   */
  projected(rows: readonly string[], least: readonly Position[]): void {
    for (const position of least)
      if (!rows.includes(position))
        this.tell(`the read model lacks ${position}, which was acknowledged before the query`);
    this.#compareRows(rows);
  }

  #compareRows(rows: readonly string[]): void {
    const truth = this.#disk.events.map(({ position }) => position as string);
    if (rows.join() !== truth.slice(0, rows.length).join())
      this.tell(`the read model has [${rows.join()}], expected a prefix of [${truth.join()}]`);
  }

  lastHeard({ name }: Listening): Position {
    return this.#heard.get(name) ?? START;
  }

  /** Checks a consumer's first event: the next one, or one that was current when it loaded its checkpoint. */
  begins(listening: Listening, { position }: RecordedEvent, looked: Position): void {
    const last = this.lastHeard(listening);
    const next = this.#due(listening).find((due) => due > last);
    if (position < looked || (position > last && position !== next))
      this.tell(`${listening.name} received ${position} after ${last}, expected ${next}`);
  }

  heard(listening: Listening, { position }: RecordedEvent): void {
    if (position > this.lastHeard(listening)) this.#heard.set(listening.name, position);
  }

  hasHeardAll(listening: Listening): boolean {
    return (this.#due(listening).at(-1) ?? START) === this.lastHeard(listening);
  }

  #due({ category }: Listening): readonly Position[] {
    return this.#disk.events
      .filter(({ stream }) => category === undefined || stream.startsWith(`${category}-`))
      .map(({ position }) => position);
  }

  end(): void {
    const stored = Map.groupBy(this.#disk.events, (event) => dataOf(event).token);
    for (const token of this.#done) if (!stored.has(token)) this.tell(`${token} was acknowledged but is lost`);
    for (const [token, why] of this.#notStored) if (stored.has(token)) this.tell(`${token} was ${why} but is stored`);
    for (const [token, events] of stored) this.#checkCommand(token, events);
    for (const [stream, events] of Map.groupBy(this.#disk.events, ({ stream }) => stream)) {
      if (events.length > FULL) this.tell(`${stream} has ${events.length} events, expected at most ${FULL}`);
      if (events.some(({ version }, index) => version !== index + 1))
        this.tell(`${stream} has versions ${events.map(({ version }) => version).join()}`);
    }
    this.#compareRows(this.#tables.rows);
    if (this.#tables.rows.length !== this.#disk.events.length)
      this.tell(`the read model has ${this.#tables.rows.length} events of ${this.#disk.events.length}`);
  }

  /** Checks that a command has all its events or none, once, contiguous, and decided on the events before them. */
  #checkCommand(token: string, events: readonly RecordedEvent[]): void {
    const asked = this.#asked.get(token);
    if (asked === undefined) {
      this.tell(`${token} is stored but was never sent`);
      return;
    }
    const { command, id } = asked;
    if (events.length !== command.parts) this.tell(`${token} has ${events.length} events, expected ${command.parts}`);
    for (const event of events) {
      const { part, base } = dataOf(event);
      if (event.stream !== streamOf(id)) this.tell(`${token} is in ${event.stream}`);
      if (event.version !== base + part + 1)
        this.tell(`${token} is event ${event.version} of ${event.stream}, decided on ${base} events`);
    }
  }
}

const dataOf = ({ data }: RecordedEvent): Entered => data as Entered;
const tokensOf = (events: readonly RecordedEvent[]): readonly string[] => events.map((event) => dataOf(event).token);
