/** Tests that a start refuses stores that do not belong together, and names them, for every kind of mismatch. */
import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEventStore, openReadDatabase } from "../open.ts";
import { PROJECT } from "@etesian/service-kit";
import { reserveId } from "../projections/read-database.ts";
import { continueSequences, joinServiceStores } from "../service.ts";
import { event } from "../testing/events.ts";
import { findPostgres, testEventStores } from "../testing/stores.ts";
import { acceptCurrentState, identityOf, StoreMismatchError } from "./deployment.ts";
import { eventsUrl, keysUrl, placesOf, readModelsUrl, type StoreSettings } from "./places.ts";
import type { StoreName } from "./record.ts";

/** Lines of the document that contains the tables. */
const refusals = readFileSync(join(import.meta.dirname, "refusals.md"), "utf8").split("\n");

const FILES = ["events", "keys"] as const;
type File = (typeof FILES)[number];

/** Services in the order in which a start opens their stores; the last one also opens the keys. */
const SERVICES = ["curves", "scenarios", "accounts"] as const;

/** Opens all services' stores as a deployment does, changes them unless `change` is false, and closes them. */
async function runDeployment(settings: StoreSettings, change = true): Promise<void> {
  const openResources: { close: () => Promise<void> }[] = [];
  const deployments: Awaited<ReturnType<typeof joinServiceStores>>[] = [];
  try {
    for (const name of SERVICES) {
      const hasKeys = name === "accounts";
      deployments.push(
        await joinServiceStores(["events", "read-models", ...(hasKeys ? (["keys"] as const) : [])], settings),
      );
      const url = eventsUrl(settings);
      const store = await openEventStore(url);
      openResources.push(store);
      const readModels = await openReadDatabase(readModelsUrl(settings) ?? url);
      openResources.push(readModels);
      if (change) await store.append(`${name}-1`, [event()], "any");
      if (!hasKeys) continue;
      const keys = await openReadDatabase(keysUrl(settings));
      openResources.push(keys);
      if (change) await keys.nextNumber("person");
    }
    for (const deployment of deployments) await deployment.recordHeads();
  } finally {
    for (const resource of openResources.toReversed()) await resource.close();
  }
}

/** The message of a refused start; null if it succeeds. */
async function refusalOf(settings: StoreSettings): Promise<string | null> {
  try {
    await runDeployment(settings, false);
    return null;
  } catch (error) {
    if (error instanceof StoreMismatchError) return error.message;
    throw error;
  }
}

const settingsIn = (data: string): StoreSettings => ({ data, store: null });
const pathIn = (data: string, name: File): string => join(data, `${name}.db`);

/** Copies a closed file with its companion files. */
function copy(from: string, to: string): void {
  for (const suffix of ["", "-head"]) {
    rmSync(to + suffix, { force: true });
    if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
  }
}
const copyAll = (from: string, to: string): void => {
  for (const file of FILES) copy(pathIn(from, file), pathIn(to, file));
};

describe("files of a data directory", () => {
  let directory: string;
  const pathOf = (name: string): string => join(directory, name);
  let data: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "etesian-deployment-"));
    for (const name of ["present", "older", "foreign", "unnamed"]) mkdirSync(pathOf(name));
    await runDeployment(settingsIn(pathOf("present")));
    copyAll(pathOf("present"), pathOf("older"));
    await runDeployment(settingsIn(pathOf("present")));
    await runDeployment(settingsIn(pathOf("foreign")));
    copyAll(pathOf("present"), pathOf("unnamed"));
    for (const file of FILES) {
      const database = new DatabaseSync(pathIn(pathOf("unnamed"), file));
      for (const table of ["deployment", "deployment_stores", "noted_heads"]) database.exec(`drop table ${table}`);
      database.exec("delete from schema_versions where part = 'deployment'");
      database.close();
    }
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const remove = (file: File): void => {
    for (const suffix of ["", "-head"]) rmSync(pathIn(data, file) + suffix, { force: true });
  };
  const put = (from: string, file: File): void => copy(pathIn(pathOf(from), file), pathIn(data, file));
  const exchange = (one: File, other: File): void => {
    copy(pathIn(pathOf("present"), one), pathIn(data, other));
    copy(pathIn(pathOf("present"), other), pathIn(data, one));
  };

  /** Starts with a complete deployment, applies a change, and returns the outcome of a start. */
  async function refusalAfter(change: () => void, from = "present"): Promise<string | null> {
    data = mkdtempSync(join(directory, "data-"));
    copyAll(pathOf(from), data);
    change();
    return refusalOf(settingsIn(data));
  }
  /** The first file named in a refusal. */
  function namedFile(sentence: string | null): string {
    if (sentence === null) return "starts";
    if (sentence.includes("belong to different deployments")) return "both";
    return /^\S*\/(\S+\.db) /.exec(sentence)?.[1] ?? sentence;
  }

  test("stores that belong together start repeatedly", async () => {
    expect(await refusalAfter(() => {})).toBeNull();
    expect(await refusalOf(settingsIn(data))).toBeNull();
  });

  test("each swapped, older, newer, missing, foreign or unidentified file is named, as in the documentation's table", async () => {
    const rows: string[] = [];
    for (const file of FILES) {
      const cells = [
        await refusalAfter(() => put("older", file)),
        await refusalAfter(() => put("present", file), "older"),
        await refusalAfter(() => remove(file)),
        await refusalAfter(() => put("foreign", file)),
        await refusalAfter(() => put("unnamed", file)),
      ];
      for (const other of FILES) cells.push(file === other ? "" : await refusalAfter(() => exchange(file, other)));
      rows.push(`| \`${file}.db\` | ${cells.map((cell) => (cell === "" ? "" : namedFile(cell))).join(" | ")} |`);
    }
    expect(rows.filter((row) => !refusals.includes(row))).toEqual([]);
  });

  test.each<[string, () => void, RegExp]>([
    [
      "the refusal of an older copy names both heads and the store that noted the later one",
      () => put("older", "events"),
      /\/events\.db is at 3, but keys\.db recorded it at 6 \(.*\): it is an older copy\. .*npm run events -- accept-loss \/.*\/events\.db$/,
    ],
    [
      "the refusal of a file that replaced another names it",
      () => exchange("events", "keys"),
      /\/events\.db holds keys, expected events: put each store back in its place$/,
    ],
    [
      "the refusal of a file from another deployment names both ids",
      () => put("foreign", "keys"),
      /events\.db and \S*\/keys\.db belong to different deployments, [0-9a-f-]{36} and [0-9a-f-]{36}\. /,
    ],
    [
      "missing keys are not created again",
      () => remove("keys"),
      /\/keys\.db is missing, and events\.db recorded it at \d+ /,
    ],
    [
      "missing events are not created again",
      () => remove("events"),
      /\/events\.db is missing, and keys\.db recorded it at 6 /,
    ],
    [
      "a file without identity is refused next to one with an identity",
      () => put("unnamed", "events"),
      /\/events\.db has no identity, .* is not the original store, and keys\.db recorded it at 6 /,
    ],
  ])("%s", async (_, change, sentence) => {
    expect(await refusalAfter(change)).toMatch(sentence);
    // Every later attempt fails in the same way.
    expect(await refusalOf(settingsIn(data))).toMatch(sentence);
  });

  test("a refused start writes nothing", async () => {
    await refusalAfter(() => exchange("events", "keys"));
    const previousContents = FILES.map((file) => readFileSync(pathIn(data, file)));
    expect(await refusalOf(settingsIn(data))).not.toBeNull();
    expect(FILES.map((file) => readFileSync(pathIn(data, file)))).toEqual(previousContents);
  });

  test("files without identities get a common one", async () => {
    expect(await refusalAfter(() => {}, "unnamed")).toBeNull();
    const identities = await Promise.all(FILES.map((file) => identityOf(`sqlite:${pathIn(data, file)}`)));
    expect(new Set(identities.map((identity) => identity?.deployment)).size).toBe(1);
    expect(identities.map((identity) => identity?.stores.map(({ name }) => name))).toEqual(FILES.map((file) => [file]));
  });

  test.each<[string, StoreName, () => void]>([
    ["an older store", "events", () => put("older", "events")],
    ["a foreign store", "keys", () => put("foreign", "keys")],
    ["a missing store", "keys", () => remove("keys")],
    ["a store without identity", "events", () => put("unnamed", "events")],
  ])("%s starts once its loss is accepted, and its earlier copies are refused", async (_, name, change) => {
    expect(await refusalAfter(change)).not.toBeNull();
    await acceptCurrentState([name], placesOf(settingsIn(data)));
    expect(await refusalOf(settingsIn(data))).toBeNull();
    put("present", name as File);
    expect(await refusalOf(settingsIn(data))).toContain(`/${name}.db predates a restore or an accepted loss`);
  });

  test("the loss of a store in the wrong place cannot be accepted", async () => {
    await refusalAfter(() => exchange("events", "keys"));
    await expect(acceptCurrentState(["keys"], placesOf(settingsIn(data)))).rejects.toThrow(
      "holds events, expected keys",
    );
  });

  test("a backup of files copied in sequence starts when it is accepted as a whole, and does not mix with other stores", async () => {
    await refusalAfter(() => {});
    const backups = pathOf("backups");
    mkdirSync(backups);
    for (const file of FILES) {
      const database = new DatabaseSync(pathIn(data, file));
      database.prepare("vacuum into ?").run(pathIn(backups, file));
      database.close();
      await runDeployment(settingsIn(data));
    }
    await runDeployment(settingsIn(data));
    const presentData = mkdtempSync(join(directory, "aside-"));
    copyAll(data, presentData);
    copyAll(backups, data);
    expect(await refusalOf(settingsIn(data))).not.toBeNull();
    await acceptCurrentState(FILES, placesOf(settingsIn(data)));
    expect(await refusalOf(settingsIn(data))).toBeNull();
    for (const file of FILES) {
      const restoredData = mkdtempSync(join(directory, "restored-"));
      copyAll(data, restoredData);
      copy(pathIn(presentData, file), pathIn(restoredData, file));
      expect(await refusalOf(settingsIn(restoredData))).toContain(`/${file}.db predates a restore`);
      const mixedData = mkdtempSync(join(directory, "mixed-"));
      copyAll(presentData, mixedData);
      copy(pathIn(data, file), pathIn(mixedData, file));
      expect(await refusalOf(settingsIn(mixedData))).toMatch(/\.db predates a restore/);
    }
  });

  test("processes that start simultaneously create a single deployment", async () => {
    data = mkdtempSync(join(directory, "data-"));
    await Promise.all(SERVICES.map(() => joinServiceStores(["events", "keys"], settingsIn(data))));
    const identities = await Promise.all(FILES.map((name) => identityOf(`sqlite:${pathIn(data, name)}`)));
    expect(new Set(identities.map((identity) => identity?.deployment)).size).toBe(1);
  });

  test("numbers continue after the largest number that another store has recorded", async () => {
    await refusalAfter(() => {});
    const events = await openReadDatabase(`sqlite:${pathIn(data, "events")}`);
    await events.query(reserveId("person", 812));
    await events.close();
    const deployment = await joinServiceStores(["events", "keys"], settingsIn(data));
    const keys = await openReadDatabase(`sqlite:${pathIn(data, "keys")}`);
    await continueSequences(["person"], keys, deployment, null);
    expect(await keys.nextNumber("person")).toBe(813);
    await keys.close();
  });
});

const postgres = await findPostgres();
const missing = "missing" in postgres ? postgres.missing : null;

describe.skipIf(missing !== null)(`databases${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
  const createdDatabases: string[] = [];
  let data: string;

  const urlOf = (name: string): string => {
    const url = new URL("url" in postgres ? postgres.url : "");
    url.pathname = name;
    return url.href;
  };
  async function administer(statement: string): Promise<void> {
    const client = new Client({ connectionString: urlOf("postgres") });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
  /** An empty database, or a copy of another one. */
  async function createDatabase(template: string = "template1"): Promise<string> {
    const name = `deployment_${process.pid}_${createdDatabases.length}`;
    createdDatabases.push(name);
    await administer(
      `create database ${name} template ${template.includes("/") ? new URL(template).pathname.slice(1) : template}`,
    );
    return urlOf(name);
  }

  const DATABASES = ["store", "readModels", "keys"] as const;
  const FLAGS = { store: "--store", readModels: "--read-models", keys: "--keys" };
  /** The flag of the first database named in a refusal; both flags if either may be wrong. */
  function flagIn(sentence: string | null): string {
    const [, first, second] = /^(\S+) in \S+(?: and (\S+) in \S+ belong)? /.exec(sentence ?? "") ?? [];
    if (first === undefined) return sentence ?? "starts";
    const flags = [first, ...(second === undefined ? [] : [second])].map((name) =>
      name === "events" ? "`--store`" : `\`--${name}\``,
    );
    return flags.join(" or ");
  }

  beforeAll(() => (data = mkdtempSync(join(tmpdir(), "etesian-deployment-"))));
  afterAll(async () => {
    for (const name of createdDatabases) await administer(`drop database if exists ${name} with (force)`);
    rmSync(data, { recursive: true });
  });

  test("swapped, older, newer, empty or foreign databases are refused, as in the documentation's table", async () => {
    const singleDatabase: StoreSettings = { data, store: await createDatabase() };
    const separateDatabases = {
      data,
      store: await createDatabase(),
      readModels: await createDatabase(),
      keys: await createDatabase(),
    };
    await runDeployment(singleDatabase);
    expect(await refusalOf(singleDatabase)).toBeNull();
    await runDeployment(separateDatabases);
    const olderDatabases = {
      store: await createDatabase(separateDatabases.store),
      readModels: await createDatabase(separateDatabases.readModels),
      keys: await createDatabase(separateDatabases.keys),
    };
    await runDeployment(separateDatabases);
    expect(await refusalOf(separateDatabases)).toBeNull();
    const { store, readModels, keys } = separateDatabases;
    const emptyDatabase = await createDatabase();
    const rows: string[] = [];
    for (const name of DATABASES) {
      const cells = [
        await refusalOf({ ...separateDatabases, [name]: olderDatabases[name] }),
        await refusalOf({ data, ...olderDatabases, [name]: separateDatabases[name] }),
        await refusalOf({ ...separateDatabases, [name]: emptyDatabase }),
        await refusalOf({ ...separateDatabases, [name]: singleDatabase.store }),
      ].map(flagIn);
      for (const other of DATABASES) {
        const exchangedDatabases = {
          ...separateDatabases,
          [name]: separateDatabases[other],
          [other]: separateDatabases[name],
        };
        cells.push(name === other ? "" : flagIn(await refusalOf(exchangedDatabases)));
      }
      rows.push(`| \`${FLAGS[name]}\` | ${cells.join(" | ")} |`);
    }
    expect(rows.filter((row) => !refusals.includes(row))).toEqual([]);
    for (const [mixedSettings, sentence] of [
      [{ store: olderDatabases.store }, /^events in postgres.* is at \d+, but .* recorded it at \d+ /],
      [{ readModels: olderDatabases.readModels }, /^read-models in postgres.* is at /],
      [{ keys: olderDatabases.keys }, /^keys in postgres.* is at /],
      [{ store: keys, keys: store }, /^events in postgres\S* holds keys, expected events/],
      [{ readModels: keys, keys: readModels }, /^read-models in postgres\S* holds keys, expected read-models/],
      [{ store: readModels, readModels: store }, /^events in postgres\S* holds read-models, expected events/],
      [{ keys: emptyDatabase }, /^keys in postgres\S* is missing, and events in .* recorded it/],
      [{ store: emptyDatabase }, /^events in postgres\S* is missing, and /],
      [
        { keys: singleDatabase.store! },
        /belongs? to deployment [0-9a-f-]{36}, but [0-9a-f-]{36}, the deployment of .*, was expected/,
      ],
      // By default, keys are in the event store.
      [{ keys: null }, /^keys in postgres\S* is missing, and /],
    ] as const) {
      expect(await refusalOf({ ...separateDatabases, ...mixedSettings })).toMatch(sentence);
    }
    await acceptCurrentState(["keys"], placesOf({ ...separateDatabases, keys: olderDatabases.keys }));
    expect(await refusalOf({ ...separateDatabases, keys: olderDatabases.keys })).toBeNull();
    expect(await refusalOf(separateDatabases)).toMatch(/^keys in postgres\S* predates a restore or an accepted loss/);
  });

  test("complete databases from before and after a restored backup do not mix", async () => {
    const presentDatabase = await createDatabase();
    await runDeployment({ data, store: presentDatabase });
    const olderDatabase = await createDatabase(presentDatabase);
    await runDeployment({ data, store: presentDatabase });
    const refusalWith = async (settings: Omit<StoreSettings, "data">) => refusalOf({ data, ...settings });
    const [isOlder, isReplaced] = [
      / is at \d+, but \S+ in postgres\S* is at \d+: it is an older copy/,
      / predates a restore /,
    ];
    expect(await refusalWith({ store: presentDatabase, keys: olderDatabase })).toMatch(isOlder);
    expect(await refusalWith({ store: olderDatabase, keys: presentDatabase })).toMatch(isOlder);
    expect(await refusalWith({ store: presentDatabase, readModels: olderDatabase })).toMatch(
      /^read-models in postgres\S* holds .*events/,
    );
    // Simulates a backup restored into the older database.
    await acceptCurrentState(["events", "keys"], placesOf({ data, store: olderDatabase }));
    expect(await refusalWith({ store: olderDatabase })).toBeNull();
    expect(await refusalWith({ store: olderDatabase, keys: presentDatabase })).toMatch(isReplaced);
    expect(await refusalWith({ store: presentDatabase, keys: olderDatabase })).toMatch(isReplaced);
    expect(await refusalWith({ store: olderDatabase, readModels: presentDatabase })).toMatch(
      /^read-models in postgres\S* holds .*events/,
    );
  });

  test("read models can move to an empty database, but keys cannot", async () => {
    const store = await createDatabase();
    await runDeployment({ data, store });
    expect(await refusalOf({ data, store, keys: await createDatabase() })).toMatch(
      /^keys in postgres\S* is missing, and keys in postgres\S* is at \d+\. Restore it/,
    );
    expect(await refusalOf({ data, store, readModels: await createDatabase() })).toBeNull();
  });

  test("read models and keys stay where the events were before they were copied", async () => {
    const formerDatabase = await createDatabase();
    await runDeployment({ data, store: formerDatabase });
    const server = (await testEventStores()).find(({ hasTables }) => !hasTables)!;
    const { url, remove } = await server.create();
    try {
      const program = join(PROJECT, "libs/event-store/src/cli.ts");
      await promisify(execFile)(process.execPath, [
        program,
        "copy",
        formerDatabase,
        url,
        "--read-models",
        formerDatabase,
      ]);
      expect(await refusalOf({ data, store: url, readModels: formerDatabase, keys: formerDatabase })).toBeNull();
    } finally {
      await remove();
    }
  });

  test("processes that start simultaneously on empty databases create a single deployment", async () => {
    const separateDatabases = {
      data,
      store: await createDatabase(),
      readModels: await createDatabase(),
      keys: await createDatabase(),
    };
    await Promise.all(SERVICES.map(() => joinServiceStores(["events", "read-models", "keys"], separateDatabases)));
    const identities = await Promise.all(
      [separateDatabases.store, separateDatabases.readModels, separateDatabases.keys].map(identityOf),
    );
    expect(new Set(identities.map((identity) => identity?.deployment)).size).toBe(1);
    expect(identities[0]?.stores.map(({ name }) => name)).toEqual(["events"]);
  });

  test("events in EventStoreDB and their read models and keys verify each other", async () => {
    const server = (await testEventStores()).find(({ hasTables }) => !hasTables)!;
    const [first, second] = [await server.create(), await server.create()];
    try {
      const settings = { data, store: first.url, readModels: await createDatabase(), keys: await createDatabase() };
      await runDeployment(settings);
      const olderDatabase = await createDatabase(settings.keys);
      await runDeployment(settings);
      expect(await refusalOf(settings)).toBeNull();
      expect(await refusalOf({ ...settings, keys: olderDatabase })).toMatch(/^keys in postgres\S* is at /);
      expect(await refusalOf({ ...settings, readModels: settings.keys, keys: settings.readModels })).toMatch(
        /holds keys, expected read-models/,
      );
      expect(await refusalOf({ ...settings, store: second.url })).toMatch(
        /^events in esdb\S* is missing, and read-models in /,
      );
      expect(await refusalOf({ ...settings, keys: await createDatabase() })).toMatch(
        /^keys in postgres\S* is missing, and events in esdb/,
      );
    } finally {
      for (const { remove } of [first, second]) await remove();
    }
  });
});
