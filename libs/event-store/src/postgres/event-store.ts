/**
 * Events in PostgreSQL.
 *
 * Commit order. Positions are drawn when rows are inserted, but transactions commit in another order: whoever reads
 * "after the last position I saw" misses the rows of slower writers. So events are ordered by transaction id, then
 * position, and read only below the oldest transaction that is still running: nothing can be inserted there any more.
 *
 * Order within a stream. An append takes the stream's lock before its transaction id is assigned (by the insert), so a
 * later version never has an earlier transaction.
 *
 * Moving to another cluster (dump and restore): transaction ids start again there. Restore with
 * `update events set tx = '3'` (the frozen id) so that all events are below the new ones, and positions keep the order.
 */
import { DatabaseError } from "pg";
import {
  checkAppend,
  DuplicateEventError,
  type EventStore,
  type ExpectedVersion,
  VersionConflictError,
} from "../event-store.ts";
import { type NewEvent, type Position, type RecordedEvent, START } from "../event.ts";
import { Bell, follow } from "../follow.ts";
import type { Migration } from "../schema.ts";
import { Connections, type TimeLimits } from "./connections.ts";
import { migrate } from "./migrate.ts";

const MIGRATIONS: readonly Migration<string>[] = [
  {
    about: "events in one table, and a function that appends to it",
    // "if not exists": schemas from before there were versions have them.
    steps: [
      // `json` keeps the text as it is; `jsonb`, and the functions that take JSON apart, refuse texts with \u0000 or half of
      // a surrogate pair, which users may write. So payloads are passed beside the envelopes, each as a text.
      `create table if not exists events (
     position bigint generated always as identity primary key,
     tx xid8 not null default pg_current_xact_id(),
     stream text not null,
     version integer not null,
     id uuid not null unique,
     type text not null,
     schema_version integer not null,
     time timestamptz not null,
     actor text not null,
     correlation_id text not null,
     causation_id text,
     data json not null,
     unique (stream, version)
   )`,
      "create unique index if not exists events_in_commit_order on events (tx, position)",
      // The rows inserted; or one row without position, with the version the stream has instead of the expected one.
      `create or replace function append_events(to_stream text, expected_version integer, envelopes json, payloads text[])
     returns table (at_version integer, at_position bigint, at_tx xid8) language plpgsql as $$
   declare
     present integer;
   begin
     perform pg_advisory_xact_lock(hashtextextended(to_stream, 0));
     select coalesce(max(version), 0) into present from events where stream = to_stream;
     if expected_version is not null and expected_version <> present then
       return query select present, null::bigint, null::xid8;
       return;
     end if;
     return query
       insert into events
         (stream, version, id, type, schema_version, time, actor, correlation_id, causation_id, data)
       select to_stream, present + n::integer, (e->>'id')::uuid, e->>'type', (e->>'schemaVersion')::integer,
              (e->>'time')::timestamptz, e->>'actor', e->>'correlationId', e->>'causationId', payloads[n]::json
         from json_array_elements(envelopes) with ordinality as given(e, n)
        order by n
       returning version, position, tx;
   end $$`,
    ],
  },
];

const COLUMNS =
  "position, tx, stream, version, id, type, schema_version, time, actor, correlation_id, causation_id, data";

interface Row {
  /** The driver's text for bigint and xid8. */
  readonly position: string;
  readonly tx: string;
  readonly stream: string;
  readonly version: number;
  readonly id: string;
  readonly type: string;
  readonly schema_version: number;
  readonly time: Date;
  readonly actor: string;
  readonly correlation_id: string;
  readonly causation_id: string | null;
  readonly data: unknown;
}

interface AppendedRow {
  readonly at_version: number;
  readonly at_position: string | null;
  readonly at_tx: string | null;
}

/** `limits` are for tests that do not want to wait for long. */
export async function openPostgresEventStore(url: string, limits?: TimeLimits): Promise<EventStore> {
  const connections = new Connections(url, limits);
  try {
    await migrate(connections, "events", MIGRATIONS);
  } catch (error) {
    await connections.close();
    throw error;
  }
  return new PostgresEventStore(connections);
}

const UNIQUE_VIOLATION = "23505";
/** The constraint that keeps the ids of events apart. */
const UNIQUE_IDS = "events_id_key";
const SERIALIZATION_FAILURE = "40001";

class PostgresEventStore implements EventStore {
  readonly #connections: Connections;
  readonly #appended = new Bell();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    expectedVersion: ExpectedVersion,
  ): Promise<readonly RecordedEvent[]> {
    checkAppend(stream, events, expectedVersion);
    const expected = expectedVersion === "any" ? null : expectedVersion;
    const rows = await this.#insert(stream, events, expected);
    const [first] = rows;
    if (first !== undefined && first.at_position === null) {
      throw new VersionConflictError(stream, expected ?? 0, first.at_version);
    }
    this.#appended.ring();
    return rows.map(({ at_version: version, at_position, at_tx }, index) => {
      return { ...events[index]!, stream, version, position: toPosition(at_tx!, at_position!) };
    });
  }

  async #insert(stream: string, events: readonly NewEvent[], expected: number | null): Promise<readonly AppendedRow[]> {
    try {
      return await this.#connections.query<AppendedRow>(
        "select * from append_events($1, $2, $3, $4) order by at_version",
        [
          stream,
          expected,
          JSON.stringify(events.map((event) => ({ ...event, data: null }))),
          events.map(({ data }) => JSON.stringify(data)),
        ],
      );
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      if (error.code === UNIQUE_VIOLATION && error.constraint === UNIQUE_IDS)
        throw new DuplicateEventError(stream, error);
      // Somebody was faster, in a way that the stream's lock did not show.
      const overtaken = error.code === UNIQUE_VIOLATION || error.code === SERIALIZATION_FAILURE;
      throw overtaken ? new VersionConflictError(stream, expected ?? 0, await this.#versionOf(stream)) : error;
    }
  }

  async #versionOf(stream: string): Promise<number> {
    const [row] = await this.#connections.query<{ version: number }>(
      "select coalesce(max(version), 0) as version from events where stream = $1",
      [stream],
    );
    return row!.version;
  }

  async readStream(stream: string, afterVersion = 0): Promise<readonly RecordedEvent[]> {
    return this.#read(`select ${COLUMNS} from events where stream = $1 and version > $2 order by version`, [
      stream,
      afterVersion,
    ]);
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    // Without the zeros in front: PostgreSQL would read an octal number.
    const [tx = "0", position = "0"] = after === START ? [] : after.split("-").map((part) => String(BigInt(part)));
    return this.#read(
      `select ${COLUMNS} from events
        where (tx, position) > ($1::xid8, $2::bigint) and tx < pg_snapshot_xmin(pg_current_snapshot())
        order by tx, position limit $3`,
      [tx, position, limit],
    );
  }

  async #read(sql: string, values: readonly unknown[]): Promise<readonly RecordedEvent[]> {
    return (await this.#connections.query<Row>(sql, values)).map(toRecorded);
  }

  async head(): Promise<Position> {
    const [last] = await this.#connections.query<Pick<Row, "tx" | "position">>(
      "select tx, position from events order by tx desc, position desc limit 1",
    );
    return last === undefined ? START : toPosition(last.tx, last.position);
  }

  follow(after: Position, signal: AbortSignal): AsyncIterable<readonly RecordedEvent[]> {
    return follow(this, this.#appended, after, signal);
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}

/** Unsigned 64 bits have 20 decimal digits. */
const toPosition = (tx: string, position: string): Position =>
  `${tx.padStart(20, "0")}-${position.padStart(20, "0")}` as Position;

function toRecorded(row: Row): RecordedEvent {
  return {
    id: row.id,
    type: row.type,
    schemaVersion: row.schema_version,
    time: row.time.toISOString(),
    actor: row.actor,
    correlationId: row.correlation_id,
    causationId: row.causation_id,
    data: row.data,
    stream: row.stream,
    version: row.version,
    position: toPosition(row.tx, row.position),
  };
}
