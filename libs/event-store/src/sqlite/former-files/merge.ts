/**
 * Versions up to 0.2 had an event file for each service. The first start of this version copies their contents into
 * `events.db` in one transaction, which writes to no other file, and then renames them. A process that is killed before
 * the commit has changed nothing. If it is killed later, the next start finds all events in `events.db` and only
 * renames the files.
 */
import { existsSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { StartRefusedError } from "@etesian/service-kit";
import { withDirectoryLock } from "../../deployment/lock.ts";
import { StoreUnavailableError } from "../../event-store.ts";
import { isBusy, migrate, migrateInTransaction, openDatabase, openFile, translateError } from "../database.ts";
import { EVENT_MIGRATIONS, FORMER_EVENT_MIGRATIONS } from "../event-migrations.ts";
import { checkFile, hasLog } from "../integrity.ts";
import { READ_MODEL_MIGRATIONS } from "../read-models.ts";
import { RecordedHead } from "../recorded-head.ts";
import { importFile } from "./import.ts";

/** Former files next to `events.db`, which had the scenarios' events. */
export const FORMER_NAMES = ["saved-scenarios", "accounts", "curves", "sweeps"] as const;
type FormerName = (typeof FORMER_NAMES)[number];

/** Thrown if former files cannot be merged; the message names a file and the remedy. No file was changed. */
export class FormerFilesError extends StartRefusedError {
  override readonly name = "FormerFilesError";
}

/** Maximum wait for another connection's lock (ms). */
const LOCK_MS = 5_000;

const fileIn = (directory: string, name: string): string => join(resolve(directory), `${name}.db`);

/** Former files in a directory, with their paths. */
export const formerFilesIn = (directory: string): ReadonlyMap<FormerName, string> =>
  new Map(FORMER_NAMES.map((name) => [name, fileIn(directory, name)] as const).filter(([, path]) => existsSync(path)));

/**
 * Merges the former files in a data directory, if there are any. @throws FormerFilesError if they do not belong
 * together. @throws StoreUnavailableError if one is damaged, or another process has it open. @throws
 * MigrationFailedError.
 */
export async function mergeFormerFiles(directory: string): Promise<void> {
  if (formerFilesIn(directory).size === 0) return;
  await withDirectoryLock(directory, async () => {
    const files = formerFilesIn(directory);
    for (const path of files.values()) prepareFile(path);
    mergeInto(fileIn(directory, "events"), files, directory);
    for (const path of files.values()) {
      renameSync(path, unusedName(`${path}.merged`));
      for (const suffix of ["-wal", "-shm", "-head"]) rmSync(path + suffix, { force: true });
    }
  });
}

/** Verifies a file as when a store is opened, and migrates it to the last schema of the previous version. */
function prepareFile(path: string): void {
  const isUnclean = hasLog(path);
  const database = openDatabase(path, "events", FORMER_EVENT_MIGRATIONS);
  try {
    if (isUnclean) checkFile(database, path);
    new RecordedHead(path, database).close();
    migrateInTransaction(database, "read models", READ_MODEL_MIGRATIONS);
    // Fails if another connection is open, which could write after the merge.
    database.exec("pragma journal_mode = delete");
  } catch (error) {
    throw isBusy(error)
      ? new StoreUnavailableError(`${path} is in use: stop Etesian first`, error)
      : translateError(path, error);
  } finally {
    database.close();
  }
}

function mergeInto(path: string, files: ReadonlyMap<FormerName, string>, directory: string): void {
  const isUnclean = hasLog(path);
  const database = openFile(path, () => {});
  try {
    if (isUnclean) checkFile(database, path);
    for (const [name, file] of files) database.prepare(`attach database ? as "${name}"`).run(file);
    database.exec(`pragma busy_timeout = ${LOCK_MS}`);
    database.exec("begin immediate");
    if (!isOpenedByThisVersion(database)) checkNotes(database, directory);
    migrate(database, "events", EVENT_MIGRATIONS);
    migrate(database, "read models", READ_MODEL_MIGRATIONS);
    new RecordedHead(path, database).close();
    for (const [name, file] of files) {
      if (isMerged(database, name)) continue;
      refuseSharedStreams(database, name, file);
      importFile(database, name);
    }
    database.exec("commit");
  } catch (error) {
    throw translateError(`cannot merge ${[...files.values()].join(", ")} into ${path}`, error);
  } finally {
    database.close();
  }
}

const isOpenedByThisVersion = (database: DatabaseSync): boolean =>
  hasTable(database, "main", "schema_versions") &&
  database
    .prepare("select 1 from main.schema_versions where part = 'events' and version > ?")
    .get(FORMER_EVENT_MIGRATIONS.length) !== undefined;

/** Whether `events.db` has all events of a file. */
const isMerged = (database: DatabaseSync, name: FormerName): boolean =>
  database
    .prepare(
      `select 1 from "${name}".events as former where not exists (
         select 1 from main.events as own where own.stream = former.stream and own.version = former.version
           and own.time = former.time and own.data = former.data
       ) limit 1`,
    )
    .get() === undefined;

/** @throws FormerFilesError */
function refuseSharedStreams(database: DatabaseSync, name: FormerName, path: string): void {
  const sharedStream = database
    .prepare(`select stream from "${name}".streams where stream in (select stream from main.streams) limit 1`)
    .get();
  if (sharedStream === undefined) return;
  throw new FormerFilesError(
    `${path} and events.db have different events of ${String(sharedStream["stream"])}; events.db has the events of all ` +
      "services. Move the file away, or restore a backup to use it instead",
  );
}

/**
 * Compares the files with the notes about them in `events.db`, as the previous version did. The notes are kept, because
 * they make the previous version refuse to start without the files. @throws FormerFilesError if a file is missing, an
 * older copy, or from another deployment.
 */
function checkNotes(database: DatabaseSync, directory: string): void {
  if (!hasTable(database, "main", "noted_heads")) return;
  const deployment = database.prepare("select id from main.deployment").get()?.["id"];
  for (const name of FORMER_NAMES) {
    const note = database.prepare("select epoch, head from main.noted_heads where name = ?").get(name);
    if (note === undefined) continue;
    const current = hasTable(database, name, "deployment_stores")
      ? database
          .prepare(
            `select epoch, (select id from "${name}".deployment) as deployment,
               (select coalesce(max(position), 0) from "${name}".events) as head
             from "${name}".deployment_stores where name = ?`,
          )
          .get(name)
      : undefined;
    const [epoch, head] = [Number(current?.["epoch"]), Number(current?.["head"])];
    const isSame =
      current?.["deployment"] === deployment &&
      (epoch > Number(note["epoch"]) || (epoch === note["epoch"] && head >= Number(note["head"])));
    if (isSame) continue;
    throw new FormerFilesError(
      `${fileIn(directory, name)} is missing, an older copy, or from another deployment: events.db recorded it at ` +
        `${String(note["head"])}. Restore the correct file, or start the previous version and accept the loss there`,
    );
  }
}

/** `schema`: the name of an attached file, which may be missing. */
const hasTable = (database: DatabaseSync, schema: string, table: string): boolean =>
  database.prepare("select 1 from pragma_table_list where schema = ? and name = ?").get(schema, table) !== undefined;

function unusedName(path: string): string {
  for (let n = 2, candidate = path; ; n++) {
    if (!existsSync(candidate)) return candidate;
    candidate = `${path}-${n}`;
  }
}
