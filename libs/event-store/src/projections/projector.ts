/** Updates a read model with every event, exactly once and in commit order. */
import { type Clock, systemClock } from "@etesian/clock";
import { type EventStore, StoreUnavailableError } from "../event-store.ts";
import { type Position, type RecordedEvent, START } from "../event.ts";
import type { ReadDatabase, Statement } from "./read-database.ts";

export interface Projection {
  /** Name of its checkpoint. A new name, with new tables, starts from the first event. */
  readonly name: string;
  /** `create … if not exists` statements of its tables. */
  readonly tables: readonly Statement[];
  /** Empties its tables for a rebuild, because the database may contain events that the store lacks. */
  readonly clear: readonly Statement[];
  /** Statements that apply an event to the tables; none for ignored events. */
  project(event: RecordedEvent): readonly Statement[];
}

const BATCH = 500;
/** Maximum time that events may remain invisible because of an earlier transaction that is still running. */
const CATCH_UP_MS = 5_000;
const RETRY_MS = 5;
/** Callers that have waited at least this long (ms) for a catch-up that fails do not retry it. */
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

  /**
   * Resolves when the tables contain every event that was appended before the call, so that queries read your own
   * writes.
   */
  catchUp(): Promise<void> {
    const startedAt = this.#clock.elapsed();
    // A call during a catch-up may follow a write that it misses; all such calls share the next catch-up.
    this.#next ??= this.#running
      .catch((error: unknown) => {
        // After such a long silence, a second attempt would also fail.
        if (this.#clock.elapsed() - startedAt < SILENT_MS) return;
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
          const holders = (await this.#store.delays())
            .map(({ holder, seconds }) => `${holder}, for ${seconds} s`)
            .join("; ");
          throw new StoreUnavailableError(`its latest events are held back by ${holders || "an append in progress"}`);
        }
        await this.#clock.pause(RETRY_MS);
        continue;
      }
      const statements = events.flatMap((event) => this.#projection.project(event));
      const isMoved = await this.#database.advance(name, position, last.position, statements);
      position = isMoved ? last.position : await this.#database.checkpoint(name);
    }
  }

  /** The checkpoint; the start if the store was restored from a backup that is older than the tables. */
  async #position(head: Position): Promise<Position> {
    const { name, clear } = this.#projection;
    const position = await this.#database.checkpoint(name);
    // Another process may have advanced since the head was read.
    if (position <= head || position <= (await this.#store.head())) return position;
    await this.#database.advance(name, position, START, clear);
    return this.#database.checkpoint(name);
  }
}
