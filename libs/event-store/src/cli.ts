/** `npm run events -- check | accept-loss | copy FROM TO | parked | retry`: maintains event stores. */
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DEFAULT_DATA } from "@etesian/service-kit";
import { commandOf } from "@etesian/service-kit/commands";
import { exitCodeOf, type Flags, UsageError } from "@etesian/service-kit/program";
import { backendOf, pathOf, withoutPassword } from "./backends.ts";
import { checkStore } from "./check.ts";
import { allEvents, copyEvents, EventCopy, readerPositionsIn } from "./copy.ts";
import { acceptCurrentState, inherit } from "./deployment/deployment.ts";
import { placesOf, readModelsUrl, type StoreSettings } from "./deployment/places.ts";
import { isStoreName } from "./deployment/record.ts";
import { openEventStore, openReadDatabase } from "./open.ts";
import { HeldEvents } from "./processes/held-events.ts";
import { storeUrl } from "./service.ts";
import { checkFile } from "./sqlite/integrity.ts";

const HELP = `Usage: ${commandOf("events")} COMMAND [--data DIR] [--store URL]

  check          reads all events and reports damage; exit code 1 if there is any
  accept-loss STORE…
                 accepts the current state of stores although other stores have recorded a later one. STORE is a file, or events, keys or
                 read-models. A missing store starts empty. Stop Etesian first
  copy FROM TO   copies all events to another store of any kind; can be repeated after an interruption. With
                 --read-models URL, its consumers continue at the same event. Stop Etesian first
  parked [--json]
                 lists parked events; exit code 1 if there are any
  retry [PROCESS [STREAM]]
                 requests a retry of all or some parked events; Etesian may be running

The store is the one that npm start uses: --store or ETESIAN_STORE, else events.db in --data, ETESIAN_DATA or .etesian;
accept-loss finds read models and keys by --read-models and --keys, like npm start.
parked and retry use --read-models as well, if events are in EventStoreDB or read models in another database. To copy all stores
of a deployment: ${commandOf("backup")} create DIR
`;

const OPTIONS = {
  data: { type: "string" },
  store: { type: "string" },
  "read-models": { type: "string" },
  keys: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

async function run(values: Flags<typeof OPTIONS>, positionals: readonly string[]): Promise<number> {
  const { ETESIAN_DATA, ETESIAN_STORE, ETESIAN_READ_MODELS, ETESIAN_KEYS } = process.env;
  const fallback = ETESIAN_DATA || DEFAULT_DATA;
  const settings = {
    data: values.data ?? fallback,
    store: values.store ?? (ETESIAN_STORE || null),
    readModels: values["read-models"] ?? (ETESIAN_READ_MODELS || null),
    keys: values.keys ?? (ETESIAN_KEYS || null),
  };
  const [command, file, stream, ...extraArguments] = positionals;
  if (command === undefined) throw new UsageError("expected a command");
  const unexpected =
    command === "accept-loss"
      ? []
      : command === "retry" || command === "copy"
        ? extraArguments
        : [stream, ...extraArguments].filter((item) => item !== undefined);
  if (unexpected.length > 0) throw new UsageError(`unexpected: ${unexpected.join(" ")}`);
  switch (command) {
    case "check":
      if (file !== undefined) throw new UsageError(`unexpected: ${file}`);
      return check(await storeUrl(settings));
    case "accept-loss":
      return acceptLoss(positionals.slice(1), { ...settings, data: values.data ?? null, fallback });
    case "copy":
      if (file === undefined || stream === undefined)
        throw new UsageError("copy: expected the source and the target store");
      return copy(file, stream, values["read-models"] ?? null);
    case "parked":
    case "retry": {
      if (command === "parked" && file !== undefined) throw new UsageError(`unexpected: ${file}`);
      const events = await storeUrl(settings);
      const url = readModelsUrl(settings) ?? events;
      return command === "retry" ? retry(url, file ?? null, stream ?? null) : printParked(url, values.json);
    }
    default:
      throw new UsageError(`unknown command "${command}"`);
  }
}

async function check(url: string): Promise<number> {
  const path = pathOf(url);
  if (path !== null && !existsSync(path)) {
    console.log(`✗ ${path} does not exist`);
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
  const label = withoutPassword(url);
  console.log(problems.length === 0 ? `✓ ${label}: ${counts}, all intact` : `✗ ${label}: ${counts}`);
  return problems.length === 0 ? 0 : 1;
}

/** Accepts stores given by name or file. The first file determines the data directory, unless a flag sets it. */
async function acceptLoss(
  texts: readonly string[],
  {
    data,
    fallback,
    ...settings
  }: Omit<StoreSettings, "data"> & { readonly data: string | null; readonly fallback: string },
): Promise<number> {
  if (texts.length === 0) throw new UsageError("accept-loss: expected the name or file of a store");
  const file = texts.find((argument) => !isStoreName(argument));
  const places = placesOf({ ...settings, data: data ?? (file === undefined ? fallback : dirname(resolve(file))) });
  const names = texts.map((argument) => {
    const store = isStoreName(argument)
      ? argument
      : places.find(({ url }) => url === `sqlite:${resolve(argument)}`)?.name;
    if (store === undefined) throw new UsageError(`accept-loss: "${argument}" is not a store of this deployment`);
    return store;
  });
  for (const accepted of await acceptCurrentState(names, places))
    console.log(`✓ ${accepted} is accepted in its current state`);
  return 0;
}

async function copy(from: string, to: string, readModels: string | null): Promise<number> {
  const [source, target] = [await openEventStore(from), await openEventStore(to, { inOrder: true })];
  const database = readModels === null ? null : await openReadDatabase(readModels);
  try {
    const positions = database === null ? [] : await readerPositionsIn(database);
    const eventCopy = new EventCopy(target, positions);
    await copyEvents(allEvents(source), () => eventCopy, { preservesOrder: backendOf(to).preservesOrder });
    await inherit(from, to, readModels);
    // Consumers continue in the target.
    for (const { consumer, position } of eventCopy.translatePositions()) {
      const previous = positions.find((position) => position.consumer === consumer)!;
      await database!.advance(consumer, previous.position, position, []);
    }
    const readers = database === null ? "" : `, ${positions.length} consumers continue at the same event`;
    console.log(`✓ ${eventCopy.events} events of ${withoutPassword(from)} are in ${withoutPassword(to)}${readers}`);
  } finally {
    for (const resource of [source, target, database]) await resource?.close();
  }
  return check(to);
}

async function printParked(url: string, json: boolean): Promise<number> {
  const events = await withHeldEvents(url, (held) => held.listParked());
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

async function retry(url: string, name: string | null, stream: string | null): Promise<number> {
  const events = await withHeldEvents(url, (held) => held.retry(name, stream));
  console.log(
    `${events} will be retried${events === 0 ? "" : ", immediately if Etesian is running, otherwise when it starts"}`,
  );
  return 0;
}

async function withHeldEvents<T>(url: string, work: (held: HeldEvents) => Promise<T>): Promise<T> {
  const database = await openReadDatabase(url);
  try {
    return await work(await HeldEvents.open(database));
  } finally {
    await database.close();
  }
}

process.exitCode = await exitCodeOf({ help: HELP, options: OPTIONS }, run);
