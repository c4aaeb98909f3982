/** Writes a data directory as versions up to 0.2 did: a file for each service, and the keys. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { RECORD_MIGRATIONS } from "../deployment/sql-record.ts";
import { migrateInTransaction, openDatabase } from "../sqlite/database.ts";
import { EventWriter } from "../sqlite/event-file.ts";
import { FORMER_EVENT_MIGRATIONS } from "../sqlite/event-migrations.ts";
import { FORMER_NAMES } from "../sqlite/former-files/merge.ts";
import { READ_MODEL_MIGRATIONS } from "../sqlite/read-models.ts";
import { encode } from "../stored-event.ts";
import { event } from "./events.ts";

const DEPLOYMENT = "6b1c1f6e-5f0e-4c55-9d5e-1f1f2d3c4b5a";
const EVENT_FILES = ["events", ...FORMER_NAMES] as const;

/** Number of streams in each file; each stream has two events. */
export const FORMER_STREAMS = 3;
/** The id of the first event of `events.db` and of `saved-scenarios.db`, as derived from one idempotency key. */
export const SHARED_ID = "0c6a9b1e-7a35-8b1a-8d4e-9f2f5b6c7d8e";

export function writeFormerFiles(directory: string, deployment = DEPLOYMENT): void {
  mkdirSync(directory, { recursive: true });
  for (const name of EVENT_FILES) {
    write(directory, name, deployment, (database) => {
      const writer = new EventWriter(database);
      for (let n = 1; n <= FORMER_STREAMS; n++) {
        const id = n === 1 && (name === "events" || name === "saved-scenarios") ? { id: SHARED_ID } : {};
        writer.append(`${name}-${n}`, [event({ n }, id)].map(encode), 0);
      }
      for (let n = 1; n <= FORMER_STREAMS; n++) writer.append(`${name}-${n}`, [event({ n })].map(encode), 1);
      // Its reader has handled the first three events.
      database.prepare("insert into checkpoints values (?, ?)").run(`reader of ${name}`, "3".padStart(16, "0"));
      database.prepare("insert into checkpoints values (?, ?)").run(`relay ${name}`, "6".padStart(16, "0"));
      database.prepare("insert into sequences values (?, ?)").run(name, 40);
      database.prepare("insert into sequences values ('shared', ?)").run(name.length);
      database.exec(`create table "list of ${name}" (id integer primary key, title text)`);
      database.exec(`create index "titles of ${name}" on "list of ${name}" (title)`);
      database.exec(`insert into "list of ${name}" values (7, 'of ${name}')`);
      writer.writeSnapshot(`${name}-1`, { version: 2, schemaVersion: 1, state: { of: name } });
    });
  }
  write(directory, "keys", deployment, (database) => database.exec("insert into sequences values ('person', 9)"));
}

function write(directory: string, name: string, deployment: string, fill: (database: DatabaseSync) => void): void {
  const database = openDatabase(
    join(directory, `${name}.db`),
    "events",
    name === "keys" ? [] : FORMER_EVENT_MIGRATIONS,
  );
  migrateInTransaction(database, "read models", READ_MODEL_MIGRATIONS);
  migrateInTransaction(database, "deployment", RECORD_MIGRATIONS);
  database.exec("begin");
  database.prepare("insert into deployment values (1, ?)").run(deployment);
  database.prepare("insert into deployment_stores values (?, 0, 0)").run(name);
  const note = database.prepare("insert into noted_heads values (?, 0, 4, '2026-11-21T09:23:00.000Z')");
  for (const other of EVENT_FILES) if (other !== name) note.run(other);
  fill(database);
  database.exec("commit");
  database.close();
}
