/** Keeps a read model up to date with the events, exactly once each, in commit order. */
import { type Clock, systemClock } from "@etesian/clock";
import { type EventStore, StoreUnavailableError } from "../event-store.ts";
import { type Position, type RecordedEvent, START } from "../event.ts";
import type { ReadDatabase, Statement } from "./read-database.ts";

export interface Projection {
  /** Name of its checkpoint. Another name (and other tables) begins again from the first event. */
  readonly name: string;
  /** `create … if not exists` of its tables. */
  readonly tables: readonly Statement[];
  /** Empties its tables, to begin again: for a database that has seen events the store does not have. */
  readonly clear: readonly Statement[];
  /** Statements that bring an event into the tables; none for events that it ignores. */
  project(event: RecordedEvent): readonly Statement[];
}

const BATCH = 500;
/** How long events may stay invisible because a transaction that began earlier is still running. */
const CATCH_UP_MS = 5_000;
const RETRY_MS = 5;
/** A catch-up that failed after a wait of this is not followed by one for those who waited for it. */
const SILENT_MS = 2_000;

export class Projector {
  readonly #store: EventStore;
  readonly #database: ReadDatabase;
  readonly #projection: Projection;
  readonly #clock: Clock;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  private constructor(store: EventStore, database: ReadDatabase, projection: Projection, clock: Clock) {
    this.#store = store;
    this.#database = database;
    this.#projection = projection;
    this.#clock = clock;
  }

  static async open(
    store: EventStore,
    database: ReadDatabase,
    projection: Projection,
    clock: Clock = systemClock,
  ): Promise<Projector> {
    await database.create(projection.tables);
    return new Projector(store, database, projection, clock);
  }

  /** Resolves when the tables show everything that was appended before the call: a query afterwards reads your writes. */
  catchUp(): Promise<void> {
    const begin = this.#clock.elapsed();
    // A call while one is under way may follow a write after that began; all such calls share the one after it.
    this.#next ??= this.#running
      .catch((error: unknown) => {
        // A store that has been silent for so long would be as silent to the next.
        if (this.#clock.elapsed() - begin < SILENT_MS) return;
        this.#next = null;
        throw error;
      })
      .then(() => {
        this.#next = null;
        this.#running = this.#catchUp();
        return this.#running;
      });
    return this.#next;
  }

  async #catchUp(): Promise<void> {
    const { name } = this.#projection;
    const goal = await this.#store.head();
    const deadline = this.#clock.elapsed() + CATCH_UP_MS;
    let position = await this.#position(goal);
    while (position < goal) {
      const events = await this.#store.readAll(position, BATCH);
      const last = events.at(-1);
      if (last === undefined) {
        if (this.#clock.elapsed() > deadline) {
          const holders = (await this.#store.delays()).map(({ who, seconds }) => `${who}, for ${seconds} s`).join("; ");
          throw new StoreUnavailableError(`its latest events are held back by ${holders || "an append under way"}`);
        }
        await this.#clock.pause(RETRY_MS);
        continue;
      }
      const statements = events.flatMap((event) => this.#projection.project(event));
      const moved = await this.#database.advance(name, position, last.position, statements);
      position = moved ? last.position : await this.#database.checkpoint(name);
    }
  }

  /** The checkpoint; the first one again when the store was restored from a backup that is older than the tables. */
  async #position(head: Position): Promise<Position> {
    const { name, clear } = this.#projection;
    const position = await this.#database.checkpoint(name);
    // Another process may have gone on since the head was looked at.
    if (position <= head || position <= (await this.#store.head())) return position;
    await this.#database.advance(name, position, START, clear);
    return this.#database.checkpoint(name);
  }
}
