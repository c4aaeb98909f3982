/** `npm run events -- check | accept-loss | copy FROM TO | parked | retry`: maintains event stores. */
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DEFAULT_DATA } from "@etesian/service-kit";
import { commandOf } from "@etesian/service-kit/commands";
import { exitCodeOf, type Flags, UsageError } from "@etesian/service-kit/program";
import { backendOf, pathOf, withoutPassword } from "./backends.ts";
import { checkStore } from "./check.ts";
import { allEvents, copyEvents, EventCopy, readerPositionsIn } from "./copy.ts";
import { acceptCurrentState, inherit, StoreMismatchError } from "./deployment/deployment.ts";
import { placesOf, type StoreSettings } from "./deployment/places.ts";
import { isStoreName } from "./deployment/record.ts";
import { StoreUnavailableError } from "./event-store.ts";
import { openEventStore, openReadDatabase } from "./open.ts";
import { HeldEvents, type ParkedEvent } from "./processes/held-events.ts";
import { MigrationFailedError, SchemaTooNewError } from "./schema.ts";
import { checkFile } from "./sqlite/integrity.ts";

const HELP = `Usage: ${commandOf("events")} COMMAND [--data DIR] [--store URL]

  check          reads everything and reports damage; exit code 1 if there is any
  accept-loss STORE…
                 accepts the current state of stores although others have noted a later one. STORE is a file, or events,
                 saved-scenarios, accounts, curves, sweeps, keys or read-models. A missing store starts empty. Stop Etesian first
  copy FROM TO   copies all events to another store of any kind; can be repeated after an interruption. With
                 --read-models URL, its consumers continue at the same event. Stop Etesian first
  parked [--json]
                 lists parked events; exit code 1 if there are any
  retry [PROCESS [STREAM]]
                 requests a retry of all or some parked events; Etesian may be running

The store is the one that npm start uses: --store or ETESIAN_STORE, otherwise events.db in --data, ETESIAN_DATA or .etesian;
accept-loss finds read models and keys by --read-models and --keys, like npm start.
parked and retry read all files of the data directory. To copy all stores of a deployment: ${commandOf("backup")} create DIR
`;

const OPTIONS = {
  data: { type: "string" },
  store: { type: "string" },
  "read-models": { type: "string" },
  keys: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

async function run(values: Flags<typeof OPTIONS>, positionals: readonly string[]): Promise<number> {
  const { ETESIAN_DATA = DEFAULT_DATA, ETESIAN_STORE } = process.env;
  const url = values.store ?? ETESIAN_STORE ?? `sqlite:${join(resolve(values.data ?? ETESIAN_DATA), "events.db")}`;
  const [command, file, stream, ...more] = positionals;
  if (command === undefined) throw new UsageError("expected a command");
  const unexpected =
    command === "accept-loss"
      ? []
      : command === "retry" || command === "copy"
        ? more
        : [stream, ...more].filter((each) => each !== undefined);
  if (unexpected.length > 0) throw new UsageError(`unexpected: ${unexpected.join(" ")}`);
  switch (command) {
    case "check":
      if (file !== undefined) throw new UsageError(`unexpected: ${file}`);
      return check(url);
    case "accept-loss": {
      const { ETESIAN_READ_MODELS, ETESIAN_KEYS } = process.env;
      return acceptLoss(positionals.slice(1), {
        data: values.data ?? null,
        fallback: ETESIAN_DATA,
        store: values.store ?? (ETESIAN_STORE || null),
        readModels: values["read-models"] ?? (ETESIAN_READ_MODELS || null),
        keys: values.keys ?? (ETESIAN_KEYS || null),
      });
    }
    case "copy":
      if (file === undefined || stream === undefined)
        throw new UsageError("copy: expected the source and the target store");
      return copy(file, stream, values["read-models"] ?? null);
    case "parked":
    case "retry": {
      const urls = storesOf(values.store ?? ETESIAN_STORE ?? null, values.data ?? ETESIAN_DATA);
      if (command === "retry") return retry(urls, file ?? null, stream ?? null);
      if (file !== undefined) throw new UsageError(`unexpected: ${file}`);
      return parked(urls, values.json);
    }
    default:
      throw new UsageError(`unknown command "${command}"`);
  }
}

async function check(url: string): Promise<number> {
  const path = pathOf(url);
  if (path !== null && !existsSync(path)) {
    console.log(`✗ there is no ${path}`);
    return 1;
  }
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
  const counts = `${report.streams} streams, ${report.events} events`;
  const shown = withoutPassword(url);
  console.log(problems.length === 0 ? `✓ ${shown}: ${counts}, all intact` : `✗ ${shown}: ${counts}`);
  return problems.length === 0 ? 0 : 1;
}

/** Finds stores by name or file. The first file determines the data directory, unless a flag sets it. */
async function acceptLoss(
  written: readonly string[],
  {
    data,
    fallback,
    ...settings
  }: Omit<StoreSettings, "data"> & { readonly data: string | null; readonly fallback: string },
): Promise<number> {
  if (written.length === 0) throw new UsageError("accept-loss: expected the name or file of a store");
  const file = written.find((each) => !isStoreName(each));
  const places = placesOf({ ...settings, data: data ?? (file === undefined ? fallback : dirname(resolve(file))) });
  const names = written.map((each) => {
    const found = isStoreName(each) ? each : places.find(({ url }) => url === `sqlite:${resolve(each)}`)?.name;
    if (found === undefined) throw new UsageError(`accept-loss: "${each}" is not a store of this deployment`);
    return found;
  });
  for (const accepted of await acceptCurrentState(names, places))
    console.log(`✓ ${accepted} is accepted in its current state`);
  return 0;
}

async function copy(from: string, to: string, readModels: string | null): Promise<number> {
  const [source, target] = [await openEventStore(from), await openEventStore(to, { inOrder: true })];
  const database = readModels === null ? null : await openReadDatabase(readModels);
  try {
    const places = database === null ? [] : await readerPositionsIn(database);
    const copied = new EventCopy(target, places);
    await copyEvents(allEvents(source), () => copied, { atOnce: backendOf(to).preservesOrder });
    await inherit(from, to, readModels);
    // Consumers continue to read from the target.
    for (const { consumer, position } of copied.places()) {
      const before = places.find((place) => place.consumer === consumer)!;
      await database!.advance(consumer, before.position, position, []);
    }
    const readers = database === null ? "" : `, ${places.length} consumers continue at the same event`;
    console.log(`✓ ${copied.events} events of ${withoutPassword(from)} are in ${withoutPassword(to)}${readers}`);
  } finally {
    for (const each of [source, target, database]) await each?.close();
  }
  return check(to);
}

/** The stores to inspect: the shared one, or the services' files. */
function storesOf(store: string | null, data: string): readonly string[] {
  if (store !== null) return [store];
  const directory = resolve(data);
  const files = existsSync(directory) ? readdirSync(directory).filter((file) => file.endsWith(".db")) : [];
  return files.sort().map((file) => `sqlite:${join(directory, file)}`);
}

async function parked(urls: readonly string[], json: boolean): Promise<number> {
  const events: ParkedEvent[] = [];
  for (const url of urls) await withHeldEvents(url, async (held) => void events.push(...(await held.parked())));
  const { length } = events;
  if (json) {
    console.log(JSON.stringify(events, null, 2));
    return length === 0 ? 0 : 1;
  }
  for (const { process: name, stream, version, type, since, tries, error, waiting } of events) {
    console.log(`✗ ${name}: event ${version} of ${stream}, ${type}, since ${since}; ${waiting} events wait behind it`);
    console.log(`  after ${tries} attempts: ${error}`);
  }
  console.log(length === 0 ? "nothing is parked" : `${length} parked; retry with: ${commandOf("events")} retry`);
  return length === 0 ? 0 : 1;
}

async function retry(urls: readonly string[], name: string | null, stream: string | null): Promise<number> {
  let events = 0;
  for (const url of urls) {
    await withHeldEvents(url, async (held) => {
      events += await held.retry(name, stream);
    });
  }
  console.log(
    `${events} will be retried${events === 0 ? "" : ", at once if Etesian is running, otherwise at its start"}`,
  );
  return 0;
}

async function withHeldEvents(url: string, work: (held: HeldEvents) => Promise<void>): Promise<void> {
  const database = await openReadDatabase(url);
  try {
    await work(await HeldEvents.open(database));
  } finally {
    await database.close();
  }
}

const known = [StoreUnavailableError, MigrationFailedError, SchemaTooNewError, StoreMismatchError];
process.exitCode = await exitCodeOf({ help: HELP, options: OPTIONS, known }, run);
