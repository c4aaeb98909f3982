/** `npm run events -- check | backup FILE | restore FILE | copy FROM TO | parked | retry`: looks after the store of events. */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { checkStore } from "./check.ts";
import { copyEvents } from "./copy.ts";
import { StoreUnavailableError } from "./event-store.ts";
import { isEventStoreDb, openEventStore, openReadDatabase, sqlitePath, withoutPassword } from "./open.ts";
import { HeldEvents } from "./processes/held-events.ts";
import { SchemaTooNewError } from "./schema.ts";
import { backUp, restore } from "./sqlite/backup.ts";
import { checkFile } from "./sqlite/integrity.ts";

const HELP = `Usage: npm run events -- COMMAND [--data DIR] [--store URL]

  check          reads everything and names what is damaged; exit code 1 when something is
  backup FILE    writes a copy to FILE, also while Etesian runs (SQLite)
  restore FILE   puts a copy in place of the store; Etesian must not run (SQLite)
  copy FROM TO   copies all events from one store to another, of whatever kinds; again after an interruption. With
                 --read-models URL, whoever reads on there goes on at the same event; Etesian must not run
  parked         names the events that a process gave up; exit code 1 when there are any
  retry [PROCESS [STREAM]]
                 lets them be tried again, all of them or some; Etesian may run

The store is found as by npm start: --store or ETESIAN_STORE, else events.db in --data or ETESIAN_DATA or .etesian.
parked and retry look into all files of the data directory. A store in PostgreSQL is backed up with pg_dump, see docs/events.md.
`;

const project = resolve(import.meta.dirname, "../../..");

/** A mistake in how it was called. */
class UsageError extends Error {}

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  const { ETESIAN_DATA = join(project, ".etesian"), ETESIAN_STORE } = process.env;
  const url = values.store ?? ETESIAN_STORE ?? `sqlite:${join(resolve(values.data ?? ETESIAN_DATA), "events.db")}`;
  const [command, file, stream, ...more] = positionals;
  if (values.help || command === undefined) {
    console.log(HELP);
    return values.help ? 0 : 2;
  }
  const unexpected =
    command === "retry" || command === "copy" ? more : [stream, ...more].filter((each) => each !== undefined);
  if (unexpected.length > 0) throw new UsageError(`unexpected: ${unexpected.join(" ")}`);
  switch (command) {
    case "check":
      if (file !== undefined) throw new UsageError(`unexpected: ${file}`);
      return check(url);
    case "backup": {
      const path = fileOf(url, command, file);
      backUp(path, file!);
      return check(`sqlite:${file}`);
    }
    case "restore": {
      const path = fileOf(url, command, file);
      if ((await check(`sqlite:${file}`)) !== 0) return 1;
      const before = restore(file!, path);
      console.log(`${path} is ${file} now${before === null ? "" : `; what it was is kept as ${before}`}`);
      return 0;
    }
    case "copy":
      if (file === undefined || stream === undefined) throw new UsageError("copy: from which store to which?");
      return copy(file, stream, values["read-models"] ?? null);
    case "parked":
    case "retry": {
      const urls = storesOf(values.store ?? ETESIAN_STORE ?? null, values.data ?? ETESIAN_DATA);
      if (command === "retry") return retry(urls, file ?? null, stream ?? null);
      if (file !== undefined) throw new UsageError(`unexpected: ${file}`);
      return parked(urls);
    }
    default:
      throw new UsageError(`unknown command "${command}"`);
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        data: { type: "string" },
        store: { type: "string" },
        "read-models": { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The file of the store, for what only files need. */
function fileOf(url: string, command: string, file: string | undefined): string {
  if (file === undefined) throw new UsageError(`${command}: which file?`);
  const path = isEventStoreDb(url) ? null : sqlitePath(url);
  if (path === null) throw new UsageError(`${command} is for SQLite; PostgreSQL has pg_dump, see docs/events.md`);
  return path;
}

async function check(url: string): Promise<number> {
  const path = isEventStoreDb(url) ? null : sqlitePath(url);
  const problems: string[] = [];
  if (path !== null) {
    const database = new DatabaseSync(path, { open: false });
    try {
      database.open();
      checkFile(database, path, true);
    } catch (error) {
      problems.push((error as Error).message);
    } finally {
      if (database.isOpen) database.close();
    }
  }
  const store = await openEventStore(url);
  const report = await checkStore(store);
  await store.close();
  problems.push(...report.problems);
  for (const problem of problems) console.log(`✗ ${problem}`);
  const what = `${report.streams} streams, ${report.events} events`;
  const shown = withoutPassword(url);
  console.log(problems.length === 0 ? `✓ ${shown}: ${what}, all as they were stored` : `✗ ${shown}: ${what}`);
  return problems.length === 0 ? 0 : 1;
}

async function copy(from: string, to: string, readModels: string | null): Promise<number> {
  const [source, target] = [await openEventStore(from), await openEventStore(to)];
  const database = readModels === null ? null : await openReadDatabase(readModels);
  try {
    const { events, checkpoints } = await copyEvents(source, target, database);
    const readers = database === null ? "" : `, ${checkpoints} readers go on at the same event`;
    console.log(`✓ ${events} events of ${withoutPassword(from)} are in ${withoutPassword(to)}${readers}`);
  } finally {
    for (const each of [source, target, database]) await each?.close();
  }
  return check(to);
}

/** The stores that processes may live on: the one of all services, or the files that each has. */
function storesOf(store: string | null, data: string): readonly string[] {
  if (store !== null) return [store];
  const directory = resolve(data);
  const files = existsSync(directory) ? readdirSync(directory).filter((file) => file.endsWith(".db")) : [];
  return files.sort().map((file) => `sqlite:${join(directory, file)}`);
}

async function parked(urls: readonly string[]): Promise<number> {
  let events = 0;
  for (const url of urls) {
    await withHeld(url, async (held) => {
      for (const { process: name, stream, version, type, since, tries, error, waiting } of await held.parked()) {
        events += 1;
        console.log(`✗ ${name}: event ${version} of ${stream}, ${type}, since ${since}; ${waiting} wait behind it`);
        console.log(`  after ${tries} tries: ${error}`);
      }
    });
  }
  console.log(events === 0 ? "nothing is parked" : `${events} parked; try again with: npm run events -- retry`);
  return events === 0 ? 0 : 1;
}

async function retry(urls: readonly string[], name: string | null, stream: string | null): Promise<number> {
  let events = 0;
  for (const url of urls) {
    await withHeld(url, async (held) => {
      events += await held.retry(name, stream);
    });
  }
  console.log(
    `${events} will be tried again${events === 0 ? "" : ", at once where Etesian runs, else when it starts"}`,
  );
  return 0;
}

async function withHeld(url: string, work: (held: HeldEvents) => Promise<void>): Promise<void> {
  const database = await openReadDatabase(url);
  try {
    await work(await HeldEvents.open(database));
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const known = error instanceof StoreUnavailableError || error instanceof SchemaTooNewError;
  if (error instanceof UsageError || error instanceof RangeError) console.error(`${error.message}\n\n${HELP}`);
  else if (known) console.error(error.message);
  else throw error;
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
