/** Events that a process could not handle, and later events of their streams, which wait for them. */
import type { Position, RecordedEvent } from "../event.ts";
import { type ReadDatabase, sql } from "../projections/read-database.ts";
import type { Migration } from "../schema.ts";

export interface HeldEvent {
  readonly process: string;
  readonly stream: string;
  readonly version: number;
  /** Event id. */
  readonly event: string;
  readonly type: string;
  /** Number of failed attempts; 0 before the first, and again when a retry is requested. */
  readonly tries: number;
  /** Why the last attempt failed; null before the first attempt. */
  readonly error: string | null;
  /** ISO 8601. */
  readonly since: string;
}

/** A parked event, which failed, and the number of events that wait for it. */
export interface ParkedEvent extends HeldEvent {
  readonly error: string;
  readonly waiting: number;
}

const MIGRATIONS: readonly Migration<string>[] = [
  {
    about: "events that failed, and the events that wait for them",
    steps: [
      // "if not exists": unversioned databases already have the table.
      `create table if not exists held_events (
         process text not null,
         stream text not null,
         version integer not null,
         event text not null,
         type text not null,
         tries integer not null,
         error text,
         since text not null,
         primary key (process, stream, version)
       )`,
    ],
  },
];

export class HeldEvents {
  readonly #database: ReadDatabase;

  private constructor(database: ReadDatabase) {
    this.#database = database;
  }

  static async open(database: ReadDatabase): Promise<HeldEvents> {
    await database.migrate("held events", MIGRATIONS);
    return new HeldEvents(database);
  }

  /** Whether an event must wait: an earlier event of its stream is held. */
  async blocks(process: string, { stream }: RecordedEvent): Promise<boolean> {
    const rows = await this.#database.query(
      sql`select 1 as held from held_events where process = ${process} and stream = ${stream} limit 1`,
    );
    return rows.length > 0;
  }

  /**
   * Holds an event and moves the checkpoint past it, all or nothing. `failure` is null if the event waits for an
   * earlier one. Returns false without effect if another program has moved the checkpoint.
   */
  hold(
    process: string,
    from: Position,
    { position, stream, version, id, type }: RecordedEvent,
    failure: { readonly tries: number; readonly error: string } | null,
    since: string,
  ): Promise<boolean> {
    const { tries = 0, error = null } = failure ?? {};
    return this.#database.advance(process, from, position, [
      sql`insert into held_events (process, stream, version, event, type, tries, error, since)
          values (${process}, ${stream}, ${version}, ${id}, ${type}, ${tries}, ${error}, ${since})
          on conflict (process, stream, version) do nothing`,
    ]);
  }

  /** Events to attempt: the first of each stream, if it is not parked. */
  listDue(process: string): Promise<readonly HeldEvent[]> {
    return this.#database.query(
      sql`select * from held_events as held where process = ${process} and tries = 0 and not exists (
            select 1 from held_events as earlier
            where earlier.process = held.process and earlier.stream = held.stream and earlier.version < held.version
          ) order by since, stream`,
    );
  }

  async park({ process, stream, version }: HeldEvent, tries: number, error: string): Promise<void> {
    await this.#database.query(
      sql`update held_events set tries = ${tries}, error = ${error}
          where process = ${process} and stream = ${stream} and version = ${version} returning version`,
    );
  }

  /** Removes a handled event, so that the next one of its stream is due. */
  async release({ process, stream, version }: HeldEvent): Promise<void> {
    await this.#database.query(
      sql`delete from held_events
          where process = ${process} and stream = ${stream} and version = ${version} returning version`,
    );
  }

  /** `since`: the first attempt to handle the oldest parked event (ISO 8601); null if none is parked. */
  async count(
    process: string,
  ): Promise<{ readonly parked: number; readonly waiting: number; readonly since: string | null }> {
    const [row] = await this.#database.query<{ parked: number; held: number; since: string | null }>(
      sql`select cast(coalesce(sum(case when tries > 0 then 1 else 0 end), 0) as integer) as parked,
                 cast(count(*) as integer) as held, min(case when tries > 0 then since end) as since
          from held_events where process = ${process}`,
    );
    const { parked = 0, held = 0, since = null } = row ?? {};
    return { parked, waiting: held - parked, since };
  }

  /** All parked events, the oldest first. */
  listParked(): Promise<readonly ParkedEvent[]> {
    return this.#database.query(
      sql`select parked.*, (
            select cast(count(*) as integer) from held_events as later
            where later.process = parked.process and later.stream = parked.stream and later.version > parked.version
          ) as waiting
          from held_events as parked where tries > 0 order by since, process, stream`,
    );
  }

  /**
   * Requests a retry of parked events, only of one process or stream if given. Returns their number. A running process
   * retries within a second.
   */
  async retry(process: string | null, stream: string | null): Promise<number> {
    const rows = await this.#database.query(
      sql`update held_events set tries = 0
          where tries > 0 and process = coalesce(${process}, process) and stream = coalesce(${stream}, stream)
          returning version`,
    );
    return rows.length;
  }
}
