/** Imports an attached former file inside a transaction: its events after the existing events, and all its tables. */
import type { DatabaseSync } from "node:sqlite";
import { uuidOf } from "../../aggregates/aggregates.ts";
import { Chain, checksumOf, EMPTY, type StoredEvent } from "../../stored-event.ts";
import { DIGITS } from "../event-store.ts";

/** Tables that are merged separately below, or belong to the file itself. */
const OWN_TABLES = [
  "events",
  "streams",
  "snapshots",
  "schema_versions",
  "checkpoints",
  "sequences",
  "deployment",
  "deployment_stores",
  "noted_heads",
];
const EVENT_COLUMNS =
  "stream, version, type, schema_version, time, actor, correlation_id, causation_id, data, id, checksum";
/** Parts of the schema that every file has. */
const OWN_PARTS = ["events", "read models", "deployment", "trial"];

/** `schema`: name under which the file is attached. No stream may be in both files. */
export function importFile(database: DatabaseSync, schema: string): void {
  const last = database.prepare("select coalesce(max(position), 0) as position from main.events").get();
  const offset = Number(last!["position"]);
  importTables(database, schema);
  // Streams with an event whose id already exists in `events.db`.
  database.exec(
    `create temp table repeating as select distinct stream from "${schema}".events
     where id in (select id from main.events)`,
  );
  database.exec(
    `insert into main.events (position, ${EVENT_COLUMNS}) select position + ${offset}, ${EVENT_COLUMNS}
     from "${schema}".events where stream not in (select stream from temp.repeating)`,
  );
  database.exec(`insert into main.streams select * from "${schema}".streams`);
  database.exec(
    `insert into main.snapshots select * from "${schema}".snapshots
     where stream not in (select stream from temp.repeating)`,
  );
  for (const { stream } of database.prepare("select stream from temp.repeating").all())
    importWithNewIds(database, schema, String(stream), offset);
  database.exec("drop table temp.repeating");
  // Shifts positions together with the events that they refer to. One relay replaces the relays of the single files.
  database.exec(
    `insert into main.checkpoints select consumer, case position when '' then ''
       else printf('%0${DIGITS}d', cast(position as integer) + ${offset}) end
     from "${schema}".checkpoints where consumer not like 'relay %' on conflict do nothing`,
  );
  database.exec(
    `insert into main.sequences select name, last from "${schema}".sequences where true
     on conflict (name) do update set last = max(last, excluded.last)`,
  );
  database.exec(
    `insert into main.schema_versions select part, version from "${schema}".schema_versions
     where part not in (${quoteList(OWN_PARTS)}) on conflict do nothing`,
  );
}

/** Copies the rows of the file's other tables, and creates missing tables with their indexes. */
function importTables(database: DatabaseSync, schema: string): void {
  const objects = database
    .prepare(
      `select type, name, sql from "${schema}".sqlite_master
       where sql is not null and tbl_name not like 'sqlite_%' and tbl_name not in (${quoteList(OWN_TABLES)})
       order by type desc`,
    )
    .all() as { readonly type: string; readonly name: string; readonly sql: string }[];
  for (const { type, name, sql } of objects) {
    const exists = database.prepare("select 1 from main.sqlite_master where name = ?").get(name) !== undefined;
    if (!exists) database.exec(sql);
    if (type !== "table") continue;
    const columns = database.prepare(`pragma "${schema}".table_info("${name}")`).all();
    const list = columns.map((column) => `"${String(column["name"])}"`).join(", ");
    database.exec(
      `insert into main."${name}" (${list}) select ${list} from "${schema}"."${name}" where true on conflict do nothing`,
    );
  }
}

/**
 * Ids are unique in a file. A client could use one idempotency key for requests to two services, and the resulting
 * events then have the same id. The later file's events get another id, so that a repeated request is refused instead
 * of executed again. The stream's events are verified, and their checksums are recalculated. @throws DamagedEventError
 */
function importWithNewIds(database: DatabaseSync, schema: string, stream: string, offset: number): void {
  const chain = new Chain(stream, EMPTY);
  let { checksum } = EMPTY;
  const findId = database.prepare("select 1 from main.events where id = ?");
  const insert = database.prepare(
    `insert into main.events (position, ${EVENT_COLUMNS})
     select position + ${offset}, ${EVENT_COLUMNS.replace("id, checksum", "?, ?")} from "${schema}".events where position = ?`,
  );
  const updateHeldEvent = hasHeldEvents(database)
    ? database.prepare("update main.held_events set event = ? where stream = ? and version = ?")
    : null;
  const events = database.prepare(
    `select position, stream, version, id, type, schema_version as schemaVersion, time, actor,
       correlation_id as correlationId, causation_id as causationId, data, checksum
     from "${schema}".events where stream = ? order by version`,
  );
  for (const row of events.iterate(stream)) {
    const event = row as unknown as StoredEvent & { readonly position: number };
    const { version, position } = event;
    chain.add(event);
    const id = findId.get(event.id) === undefined ? event.id : uuidOf([event.id, stream, version].join("\n"));
    if (id !== event.id) updateHeldEvent?.run(id, stream, version);
    checksum = checksumOf(checksum, stream, version, { ...event, id });
    insert.run(id, checksum, position);
  }
  database.prepare("update main.streams set checksum = ? where stream = ?").run(checksum, stream);
}

const hasHeldEvents = (database: DatabaseSync): boolean =>
  database.prepare("select 1 from main.sqlite_master where name = 'held_events'").get() !== undefined;

const quoteList = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(", ");
