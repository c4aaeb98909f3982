/** The schema of events in SQLite, version by version. */
import type { DatabaseSync } from "node:sqlite";
import type { Migration } from "../schema.ts";
import { checksumOf, EMPTY, type StoredEvent } from "../stored-event.ts";
import type { Step } from "./database.ts";

export const EVENT_MIGRATIONS: readonly Migration<Step>[] = [
  {
    about: "events in one table",
    steps: [
      // "if not exists": unversioned files already have the table.
      `create table if not exists events (
         position integer primary key autoincrement,
         stream text not null,
         version integer not null,
         id text not null unique,
         type text not null,
         schema_version integer not null,
         time text not null,
         actor text not null,
         correlation_id text not null,
         causation_id text,
         data text not null,
         unique (stream, version)
       ) strict`,
    ],
  },
  {
    about: "checksums, heads of streams, snapshots",
    steps: [
      "alter table events add column checksum text not null default ''",
      `create table streams (
         stream text primary key,
         version integer not null,
         checksum text not null,
         bytes integer not null
       ) strict, without rowid`,
      `create table snapshots (
         stream text primary key,
         version integer not null,
         schema_version integer not null,
         state text not null,
         checksum text not null,
         chain text not null
       ) strict`,
      chainAll,
    ],
  },
  {
    about: "programs without checksums cannot append",
    steps: [
      // Such programs do not check the schema version, and their events would count as damaged.
      `create trigger events_with_checksum before insert on events when new.checksum = '' begin
         select raise(abort, 'this program is older than the store: start the newer one');
       end`,
    ],
  },
  {
    about: "the events of all services in one file",
    // No table changes, but the version makes earlier programs, which expect a file for each service, refuse the file.
    steps: [],
  },
];

/** The schema of a file for one service. Programs of that version refuse files with a later schema. */
export const FORMER_EVENT_MIGRATIONS = EVENT_MIGRATIONS.slice(0, 3);

/** Adds checksums to all events, and heads to all streams. */
function chainAll(database: DatabaseSync): void {
  const events = database.prepare(
    `select position, stream, version, id, type, schema_version as schemaVersion, time, actor,
       correlation_id as correlationId, causation_id as causationId, data
     from events where stream = ? order by version`,
  );
  const streams = database.prepare("select distinct stream from events");
  const update = database.prepare("update events set checksum = ? where position = ?");
  const head = database.prepare("insert into streams (stream, version, checksum, bytes) values (?, ?, ?, ?)");
  for (const { stream } of streams.all() as { stream: string }[]) {
    let { version, checksum } = EMPTY;
    let bytes = 0;
    // One event at a time: a stream may be larger than memory. The updated column is in no index used by this read.
    for (const row of events.iterate(stream)) {
      const event = row as unknown as StoredEvent & { position: number };
      version = event.version;
      checksum = checksumOf(checksum, stream, version, event);
      bytes += Buffer.byteLength(event.data);
      update.run(checksum, event.position);
    }
    head.run(stream, version, checksum, bytes);
  }
}
