/**
 * Events in PostgreSQL.
 *
 * Commit order: positions are assigned when rows are inserted, but transactions commit in another order. A reader that
 * continues from its last position would miss the rows of slower writers. Events are therefore ordered by transaction
 * number, then position, and only read below the oldest running append, where nothing can be inserted any longer.
 * Appends share a lock, which distinguishes them from other transactions in the cluster.
 *
 * Order within a stream: an append takes the stream's lock before its transaction id is assigned, so a later version
 * never has an earlier transaction.
 */
import { DatabaseError } from "pg";
import {
  checkAppend,
  type Delay,
  DuplicateEventError,
  type EventStore,
  type ExpectedVersion,
  readPages,
  PAGE,
  type Snapshot,
  UncertainAppendError,
  StoreUnavailableError,
  StreamFullError,
  VersionConflictError,
} from "../event-store.ts";
import { type NewEvent, type Position, type RecordedEvent, START } from "../event.ts";
import { AppendSignal, follow } from "../following/follow.ts";
import {
  Chain,
  DamagedEventError,
  decode,
  EMPTY,
  encode,
  snapshotChecksum,
  type StoredEvent,
} from "../stored-event.ts";
import { type Connection, Connections, LostResponseError, type TimeLimits } from "./connections.ts";
import { ADOPT_TRANSACTION_IDS, RUNNING_APPENDS, EVENT_MIGRATIONS, SQL_STATES } from "./event-migrations.ts";
import { migrate } from "./migrate.ts";

const COLUMNS = `e.position, e.tx, e.stream, e.version, e.id, e.type, e.schema_version as "schemaVersion",
  to_char(e.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time, e.actor,
  e.correlation_id as "correlationId", e.causation_id as "causationId", e.data::text as data, e.checksum,
  (select p.checksum from events p where p.stream = e.stream and p.version = e.version - 1) as previous`;

/** The rows up to the limits of a page; `$3` is the maximum number. */
const pageQuery = (rows: string, order: string): string => `
  select * from (
    select *, sum(octet_length(data)) over (order by ${order}) - octet_length(data) as bytes_before,
           count(*) over ()::integer as count
      from (${rows} order by ${order} limit $3) page
  ) pages where bytes_before < ${PAGE.bytes}`;

interface Row extends StoredEvent {
  /** The driver returns bigint as text. */
  readonly position: string;
  readonly tx: string;
  /** Checksum of the previous event in the stream. */
  readonly previous: string | null;
  /** Number of rows available for the page. */
  readonly count: number;
}

interface AppendedRow {
  readonly at_version: number;
  readonly at_position: string | null;
  readonly at_tx: string | null;
  readonly repeated: boolean;
}

const UNIQUE_VIOLATION = "23505";
/** The constraint that makes event ids unique. */
const UNIQUE_IDS = "events_id_key";
const SERIALIZATION_FAILURE = "40001";

/** Tests pass `limits` to shorten waiting times. */
export async function openPostgresEventStore(url: string, limits?: TimeLimits): Promise<EventStore> {
  await migrate(url, "events", EVENT_MIGRATIONS, [ADOPT_TRANSACTION_IDS]);
  return new PostgresEventStore(new Connections(url, limits));
}

class PostgresEventStore implements EventStore {
  readonly #connections: Connections;
  readonly #appends = new AppendSignal();

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
    if (first === undefined || first.at_position === null) {
      throw new VersionConflictError(stream, expected ?? 0, first?.at_version ?? 0);
    }
    this.#appends.notify();
    if (first.repeated) return this.#readExactly(stream, first.at_version - 1, events.length);
    return rows.map(({ at_version: version, at_position, at_tx }, index) => {
      return { ...events[index]!, stream, version, position: toPosition(at_tx!, at_position!) };
    });
  }

  async #insert(stream: string, events: readonly NewEvent[], expected: number | null): Promise<readonly AppendedRow[]> {
    const encoded = events.map(encode);
    try {
      return await this.#connections.query<AppendedRow>(
        "select * from append_events($1, $2, $3, $4) order by at_version",
        [
          stream,
          expected,
          JSON.stringify(encoded.map((event) => ({ ...event, data: null }))),
          encoded.map(({ data }) => data),
        ],
      );
    } catch (error) {
      if (error instanceof LostResponseError) throw new UncertainAppendError(error.reason, error.cause);
      if (!(error instanceof DatabaseError)) throw error;
      if (error.code === SQL_STATES.full) throw new StreamFullError(stream, error.message);
      if (error.code === SQL_STATES.moved) throw new StoreUnavailableError(error.message, error);
      if (error.code === UNIQUE_VIOLATION && error.constraint === UNIQUE_IDS) {
        throw new DuplicateEventError(stream, error);
      }
      // Another append came first, although the stream's lock did not reveal it.
      const isOvertaken = error.code === UNIQUE_VIOLATION || error.code === SERIALIZATION_FAILURE;
      throw isOvertaken ? new VersionConflictError(stream, expected ?? 0, await this.#versionOf(stream)) : error;
    }
  }

  async #versionOf(stream: string): Promise<number> {
    const [row] = await this.#connections.query<{ version: number }>(
      "select coalesce(max(version), 0) as version from events where stream = $1",
      [stream],
    );
    return row!.version;
  }

  async #readExactly(stream: string, afterVersion: number, count: number): Promise<readonly RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    while (events.length < count) events.push(...(await this.readStream(stream, afterVersion + events.length)));
    return events.slice(0, count);
  }

  async readStream(stream: string, afterVersion = 0): Promise<readonly RecordedEvent[]> {
    // Reads the head and the page at the same moment; returns one row without an event if there are none.
    const page = pageQuery(`select ${COLUMNS} from events e where e.stream = $1 and e.version > $2`, "version");
    const rows = await this.#connections.query<Row & { headVersion: number | null; headChecksum: string | null }>(
      `select s.version as "headVersion", s.checksum as "headChecksum", e.*
         from (select $1::text as name) requested
         left join streams s on s.stream = requested.name
         left join (${page}) e on true
        order by e.version`,
      [stream, afterVersion, PAGE.events],
    );
    const [first] = rows;
    if (first === undefined || first.version === null) {
      if ((first?.headVersion ?? 0) > afterVersion)
        throw new DamagedEventError(stream, afterVersion + 1, "it is missing");
      return [];
    }
    if (first.headVersion === null) throw new DamagedEventError(stream, first.version, "its stream has no head");
    const chain = chainBefore({ ...first, stream, version: afterVersion + 1 });
    for (const row of rows) chain.add(row);
    if (rows.length === first.count && first.count < PAGE.events) {
      chain.end({ version: first.headVersion, checksum: first.headChecksum! });
    }
    return rows.map(toRecorded);
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    const [horizon] = await this.#connections.query<{ below: string }>("select events_horizon() as below");
    return readAllBelow(this.#connections, horizon!.below, after, limit);
  }

  streams(): AsyncIterable<string> {
    return readPages(async (after, limit) => {
      const rows = await this.#connections.query<{ stream: string }>(
        `select stream collate "C" as stream from streams where stream collate "C" > $1
        union select stream collate "C" from events where stream collate "C" > $1
        order by stream limit $2`,
        [after, limit],
      );
      return rows.map(({ stream }) => stream);
    });
  }

  async findEvent(id: string): Promise<RecordedEvent | null> {
    const [row] = await this.#connections.query<Row>(`select ${COLUMNS} from events e where e.id = $1`, [id]);
    return row === undefined ? null : toVerified(row);
  }

  async head(): Promise<Position> {
    const [last] = await this.#connections.query<Pick<Row, "tx" | "position">>(
      "select tx, position from events order by tx desc, position desc limit 1",
    );
    return last === undefined ? START : toPosition(last.tx, last.position);
  }

  delays(): Promise<readonly Delay[]> {
    return this.#connections.query<Delay>(RUNNING_APPENDS);
  }

  async readSnapshot(stream: string, schemaVersion: number): Promise<Snapshot | null> {
    const [row] = await this.#connections.query<{ version: number; state: string; checksum: string }>(
      `select s.version, s.state, s.checksum from snapshots s
         join events e on e.stream = s.stream and e.version = s.version and e.checksum = s.chain
        where s.stream = $1 and s.schema_version = $2`,
      [stream, schemaVersion],
    );
    if (row === undefined || row.checksum !== snapshotChecksum(stream, row.version, schemaVersion, row.state))
      return null;
    return { version: row.version, schemaVersion, state: JSON.parse(row.state) as unknown };
  }

  async writeSnapshot(stream: string, { version, schemaVersion, state }: Snapshot): Promise<void> {
    const text = JSON.stringify(state);
    await this.#connections.query(
      `insert into snapshots (stream, version, schema_version, state, checksum, chain)
       select stream, version, $3, $4, $5, checksum from events where stream = $1 and version = $2
       on conflict (stream) do update set version = excluded.version, schema_version = excluded.schema_version,
         state = excluded.state, checksum = excluded.checksum, chain = excluded.chain`,
      [stream, version, schemaVersion, text, snapshotChecksum(stream, version, schemaVersion, text)],
    );
  }

  checkWritable(): Promise<void> {
    return this.#connections.checkWritable();
  }

  follow(after: Position, signal: AbortSignal): AsyncIterable<readonly RecordedEvent[]> {
    return follow(this, this.#appends, after, signal);
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}

/** A page of events after a position, from transactions below a number. */
export async function readAllBelow(
  connection: Connection,
  horizon: string,
  after: Position,
  limit: number,
): Promise<readonly RecordedEvent[]> {
  // Without leading zeros, which PostgreSQL would reject.
  const [tx = "0", position = "0"] = after === START ? [] : after.split("-").map((part) => String(BigInt(part)));
  const rows = await connection.query<Row>(
    `${pageQuery(
      `select ${COLUMNS} from events e where (e.tx, e.position) > ($1::bigint, $2::bigint) and e.tx < $4::bigint`,
      "tx, position",
    )} order by tx, position`,
    [tx, position, limit, horizon],
  );
  return rows.map(toVerified);
}

/** Unsigned 64-bit numbers have at most 20 decimal digits. */
const toPosition = (tx: string, position: string): Position =>
  `${tx.padStart(20, "0")}-${position.padStart(20, "0")}` as Position;

const toRecorded = (row: Row): RecordedEvent => decode(row, toPosition(row.tx, row.position));

/** Verifies a row without its neighbours. */
function toVerified(row: Row): RecordedEvent {
  chainBefore(row).add(row);
  return toRecorded(row);
}

function chainBefore({ stream, version, previous }: Pick<Row, "stream" | "version" | "previous">): Chain {
  if (version === 1) return new Chain(stream, EMPTY);
  if (previous === null) throw new DamagedEventError(stream, version - 1, "it is missing");
  return new Chain(stream, { version: version - 1, checksum: previous });
}
