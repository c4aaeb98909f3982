/** Tests that stores that do not belong together are refused by name, for every kind of mismatch. */
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
import { takeNumber } from "../projections/read-database.ts";
import { continueAfter, joinServiceStores } from "../service.ts";
import { event } from "../testing/events.ts";
import { findPostgres, testEventStores } from "../testing/stores.ts";
import { acceptCurrentState, identityOf, StoreMismatchError } from "./deployment.ts";
import { eventsUrl, keysUrl, placesOf, readModelsUrl, type StoreSettings } from "./places.ts";
import { EVENT_STORE_NAMES, type StoreName } from "./record.ts";

/** The lines of the page with the tables. */
const refusals = readFileSync(join(import.meta.dirname, "refusals.md"), "utf8").split("\n");

const FILES = [...EVENT_STORE_NAMES, "keys"] as const;
type File = (typeof FILES)[number];

/** The stores, in the order in which a start opens them. */
const SERVICES = ["curves", "events", "saved-scenarios", "accounts", "sweeps"] as const;

/** Opens all services' stores like a deployment, changes each unless `change` is false, and closes them. */
async function live(settings: StoreSettings, change = true): Promise<void> {
  const open: { close: () => Promise<void> }[] = [];
  const deployments: Awaited<ReturnType<typeof joinServiceStores>>[] = [];
  try {
    for (const name of SERVICES) {
      const hasKeys = name === "accounts";
      deployments.push(
        await joinServiceStores([name, "read-models", ...(hasKeys ? (["keys"] as const) : [])], settings),
      );
      const url = eventsUrl(name, settings);
      const store = await openEventStore(url);
      open.push(store);
      const readModels = await openReadDatabase(readModelsUrl(settings) ?? url);
      open.push(readModels);
      if (change) await store.append(`${name}-1`, [event()], "any");
      if (!hasKeys) continue;
      const keys = await openReadDatabase(keysUrl(settings));
      open.push(keys);
      if (change) await keys.nextNumber("person");
    }
    for (const deployment of deployments) await deployment.noteHeads();
  } finally {
    for (const each of open.toReversed()) await each.close();
  }
}

/** The message of a refused start; null if it succeeds. */
async function refusal(settings: StoreSettings): Promise<string | null> {
  try {
    await live(settings, false);
    return null;
  } catch (error) {
    if (error instanceof StoreMismatchError) return error.message;
    throw error;
  }
}

const at = (data: string): StoreSettings => ({ data, store: null });
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
  const of = (name: string): string => join(directory, name);
  let data: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "etesian-deployment-"));
    for (const name of ["present", "older", "foreign", "unnamed"]) mkdirSync(of(name));
    await live(at(of("present")));
    copyAll(of("present"), of("older"));
    await live(at(of("present")));
    await live(at(of("foreign")));
    copyAll(of("present"), of("unnamed"));
    for (const file of FILES) {
      const database = new DatabaseSync(pathIn(of("unnamed"), file));
      for (const table of ["deployment", "deployment_stores", "noted_heads"]) database.exec(`drop table ${table}`);
      database.exec("delete from schema_versions where part = 'deployment'");
      database.close();
    }
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const remove = (file: File): void => {
    for (const suffix of ["", "-head"]) rmSync(pathIn(data, file) + suffix, { force: true });
  };
  const put = (from: string, file: File): void => copy(pathIn(of(from), file), pathIn(data, file));
  const exchange = (one: File, other: File): void => {
    copy(pathIn(of("present"), one), pathIn(data, other));
    copy(pathIn(of("present"), other), pathIn(data, one));
  };

  /** Starts with a complete deployment, applies a change, and returns the outcome of a start. */
  async function after(change: () => void, from = "present"): Promise<string | null> {
    data = mkdtempSync(join(directory, "data-"));
    copyAll(of(from), data);
    change();
    return refusal(at(data));
  }
  /** The first file named in a refusal. */
  const named = (sentence: string | null): string =>
    sentence === null ? "starts" : (/^\S*\/(\S+\.db) /.exec(sentence)?.[1] ?? sentence);

  test("stores that belong together start repeatedly", async () => {
    expect(await after(() => {})).toBeNull();
    expect(await refusal(at(data))).toBeNull();
  });

  test("each swapped, older, newer, missing, foreign or unidentified file is named, as in the documentation's table", async () => {
    const rows: string[] = [];
    for (const file of FILES) {
      const cells = [
        await after(() => put("older", file)),
        await after(() => put("present", file), "older"),
        await after(() => remove(file)),
        await after(() => put("foreign", file)),
        await after(() => put("unnamed", file)),
      ];
      for (const other of FILES) cells.push(file === other ? "" : await after(() => exchange(file, other)));
      rows.push(`| \`${file}.db\` | ${cells.map((cell) => (cell === "" ? "" : named(cell))).join(" | ")} |`);
    }
    expect(rows.filter((row) => !refusals.includes(row))).toEqual([]);
  });

  test.each<[string, () => void, RegExp]>([
    [
      "the refusal of an older copy names both heads and the store that noted the later one",
      () => put("older", "accounts"),
      /\/accounts\.db is at 1, but [a-z-]+\.db has noted it at 2 \(.*\): it is an older copy\. .*npm run events -- accept-loss \/.*\/accounts\.db$/,
    ],
    [
      "the refusal of a file that replaced another names it",
      () => exchange("accounts", "curves"),
      /\/curves\.db holds accounts, expected curves: put each store back in its place$/,
    ],
    [
      "the refusal of a file of another deployment gives both ids",
      () => put("foreign", "keys"),
      /\/keys\.db is of deployment [0-9a-f-]{36}, expected [0-9a-f-]{36}, as accounts\.db, /,
    ],
    [
      "missing keys are not created again",
      () => remove("keys"),
      /\/keys\.db is missing, and accounts\.db has noted it at \d+ /,
    ],
    [
      "accounts and keys are not created again if both are missing",
      () => (remove("accounts"), remove("keys")),
      /\/accounts\.db is missing, and /,
    ],
    [
      "accounts and keys from the same older copy are refused",
      () => (put("older", "accounts"), put("older", "keys")),
      /\/accounts\.db is at 1, /,
    ],
    [
      "a deployment in which only the accounts remain is refused",
      () => (remove("events"), remove("curves"), remove("saved-scenarios"), remove("keys")),
      /\/curves\.db is missing, and accounts\.db has noted it/,
    ],
    [
      "events and saved scenarios from the same older copy are refused",
      () => (put("older", "events"), put("older", "saved-scenarios")),
      /\/events\.db is at 1, /,
    ],
    [
      "a file without identity is refused next to files with one",
      () => put("unnamed", "curves"),
      /\/curves\.db has no identity, .* is not the original store, and [a-z-]+\.db has noted it at 2 /,
    ],
  ])("%s", async (_, change, sentence) => {
    expect(await after(change)).toMatch(sentence);
    // The failure occurs on every attempt.
    expect(await refusal(at(data))).toMatch(sentence);
  });

  test("a refused start writes nothing", async () => {
    await after(() => exchange("accounts", "curves"));
    const before = FILES.map((file) => readFileSync(pathIn(data, file)));
    expect(await refusal(at(data))).not.toBeNull();
    expect(FILES.map((file) => readFileSync(pathIn(data, file)))).toEqual(before);
  });

  test("files without identities get one together", async () => {
    expect(await after(() => {}, "unnamed")).toBeNull();
    const identities = await Promise.all(FILES.map((file) => identityOf(`sqlite:${pathIn(data, file)}`)));
    expect(new Set(identities.map((identity) => identity?.deployment)).size).toBe(1);
    expect(identities.map((identity) => identity?.stores.map(({ name }) => name))).toEqual(FILES.map((file) => [file]));
  });

  test.each<[string, StoreName, () => void]>([
    ["an older one", "accounts", () => put("older", "accounts")],
    ["a foreign one", "curves", () => put("foreign", "curves")],
    ["a missing one", "keys", () => remove("keys")],
    ["one without identity", "saved-scenarios", () => put("unnamed", "saved-scenarios")],
  ])("%s starts once its loss is accepted, and its earlier copies are refused", async (_, name, change) => {
    expect(await after(change)).not.toBeNull();
    await acceptCurrentState([name], placesOf(at(data)));
    expect(await refusal(at(data))).toBeNull();
    put("present", name as File);
    expect(await refusal(at(data))).toContain(`/${name}.db is from before a restore or an accepted loss`);
  });

  test("the loss of a store in the wrong place cannot be accepted", async () => {
    await after(() => exchange("accounts", "curves"));
    await expect(acceptCurrentState(["curves"], placesOf(at(data)))).rejects.toThrow("holds accounts, expected curves");
  });

  test("a backup of files copied in sequence starts when it is accepted as a whole, and does not mix with other stores", async () => {
    await after(() => {});
    const backups = of("backups");
    mkdirSync(backups);
    for (const file of FILES) {
      const database = new DatabaseSync(pathIn(data, file));
      database.prepare("vacuum into ?").run(pathIn(backups, file));
      database.close();
      await live(at(data));
    }
    await live(at(data));
    const present = mkdtempSync(join(directory, "aside-"));
    copyAll(data, present);
    copyAll(backups, data);
    expect(await refusal(at(data))).not.toBeNull();
    await acceptCurrentState(FILES, placesOf(at(data)));
    expect(await refusal(at(data))).toBeNull();
    for (const file of FILES) {
      const restored = mkdtempSync(join(directory, "restored-"));
      copyAll(data, restored);
      copy(pathIn(present, file), pathIn(restored, file));
      expect(await refusal(at(restored))).toContain(`/${file}.db is from before a restore`);
      const mixed = mkdtempSync(join(directory, "mixed-"));
      copyAll(present, mixed);
      copy(pathIn(data, file), pathIn(mixed, file));
      expect(await refusal(at(mixed))).toMatch(/\.db is from before a restore/);
    }
  });

  test("processes that start at once create one deployment", async () => {
    data = mkdtempSync(join(directory, "data-"));
    await Promise.all(SERVICES.map((name) => joinServiceStores([name], at(data))));
    const identities = await Promise.all(SERVICES.map((name) => identityOf(`sqlite:${pathIn(data, name)}`)));
    expect(new Set(identities.map((identity) => identity?.deployment)).size).toBe(1);
  });

  test("numbers continue after the largest that another store has noted", async () => {
    await after(() => {});
    const saved = await openReadDatabase(`sqlite:${pathIn(data, "saved-scenarios")}`);
    await saved.query(takeNumber("scenario", 812));
    await saved.close();
    const deployment = await joinServiceStores(["events"], at(data));
    const readModels = await openReadDatabase(`sqlite:${pathIn(data, "events")}`);
    await continueAfter(["scenario"], readModels, deployment, null);
    expect(await readModels.nextNumber("scenario")).toBe(813);
    await readModels.close();
  });
});

const postgres = await findPostgres();
const withoutServer = "missing" in postgres ? postgres.missing : null;

describe.skipIf(withoutServer !== null)(
  `databases${withoutServer === null ? "" : ` (skipped: ${withoutServer})`}`,
  () => {
    const made: string[] = [];
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
    async function database(template: string = "template1"): Promise<string> {
      const name = `deployment_${process.pid}_${made.length}`;
      made.push(name);
      await administer(
        `create database ${name} template ${template.includes("/") ? new URL(template).pathname.slice(1) : template}`,
      );
      return urlOf(name);
    }

    const DATABASES = ["store", "readModels", "keys"] as const;
    const FLAGS = { store: "--store", readModels: "--read-models", keys: "--keys" };
    /** The flag of the first database named in a refusal; both flags if either may be wrong. */
    function flagIn(sentence: string | null): string {
      const [, one, other] = /^(\S+) in \S+(?: and (\S+) in \S+ are)? /.exec(sentence ?? "") ?? [];
      if (one === undefined) return sentence ?? "starts";
      const flags = [one, ...(other === undefined ? [] : [other])].map((name) =>
        (EVENT_STORE_NAMES as readonly string[]).includes(name) ? "`--store`" : `\`--${name}\``,
      );
      return flags.join(" or ");
    }

    beforeAll(() => (data = mkdtempSync(join(tmpdir(), "etesian-deployment-"))));
    afterAll(async () => {
      for (const name of made) await administer(`drop database if exists ${name} with (force)`);
      rmSync(data, { recursive: true });
    });

    test("swapped, older, newer, empty or foreign databases are refused, as in the documentation's table", async () => {
      const whole: StoreSettings = { data, store: await database() };
      const three = { data, store: await database(), readModels: await database(), keys: await database() };
      await live(whole);
      expect(await refusal(whole)).toBeNull();
      await live(three);
      const older = {
        store: await database(three.store),
        readModels: await database(three.readModels),
        keys: await database(three.keys),
      };
      await live(three);
      expect(await refusal(three)).toBeNull();
      const { store, readModels, keys } = three;
      const empty = await database();
      const rows: string[] = [];
      for (const one of DATABASES) {
        const cells = [
          await refusal({ ...three, [one]: older[one] }),
          await refusal({ data, ...older, [one]: three[one] }),
          await refusal({ ...three, [one]: empty }),
          await refusal({ ...three, [one]: whole.store }),
        ].map(flagIn);
        for (const other of DATABASES) {
          const exchanged = { ...three, [one]: three[other], [other]: three[one] };
          cells.push(one === other ? "" : flagIn(await refusal(exchanged)));
        }
        rows.push(`| \`${FLAGS[one]}\` | ${cells.join(" | ")} |`);
      }
      expect(rows.filter((row) => !refusals.includes(row))).toEqual([]);
      for (const [mixed, sentence] of [
        [{ store: older.store }, /^curves in postgres.* is at \d+, but .* has noted it at \d+ /],
        [{ readModels: older.readModels }, /^read-models in postgres.* is at /],
        [{ keys: older.keys }, /^keys in postgres.* is at /],
        [{ store: keys, keys: store }, /^curves in postgres\S* holds keys, expected curves/],
        [{ readModels: keys, keys: readModels }, /^read-models in postgres\S* holds keys, expected read-models/],
        [{ store: readModels, readModels: store }, /^curves in postgres\S* holds read-models, expected curves/],
        [{ keys: empty }, /^keys in postgres\S* is missing, and accounts in .* has noted it/],
        [{ store: empty }, /^curves in postgres\S* is missing, and /],
        [{ keys: whole.store! }, /is of deployment [0-9a-f-]{36}, expected /],
        // By default, keys are expected in the event store.
        [{ keys: null }, /^keys in postgres\S* is missing, and /],
      ] as const) {
        expect(await refusal({ ...three, ...mixed })).toMatch(sentence);
      }
      await acceptCurrentState(["keys"], placesOf({ ...three, keys: older.keys }));
      expect(await refusal({ ...three, keys: older.keys })).toBeNull();
      expect(await refusal(three)).toMatch(/^keys in postgres\S* is from before a restore or an accepted loss/);
    });

    test("databases that each hold everything, from before and after a restored backup, do not mix", async () => {
      const present = await database();
      await live({ data, store: present });
      const older = await database(present);
      await live({ data, store: present });
      const mixed = async (settings: Omit<StoreSettings, "data">) => refusal({ data, ...settings });
      const [isOlder, isReplaced] = [
        / is at \d+, but \S+ in postgres\S* is at \d+: it is an older copy/,
        / is from before a restore /,
      ];
      expect(await mixed({ store: present, keys: older })).toMatch(isOlder);
      expect(await mixed({ store: older, keys: present })).toMatch(isOlder);
      expect(await mixed({ store: present, readModels: older })).toMatch(/^read-models in postgres\S* holds .*curves/);
      // As if a backup had been restored into the older database.
      await acceptCurrentState([...EVENT_STORE_NAMES, "keys"], placesOf({ data, store: older }));
      expect(await mixed({ store: older })).toBeNull();
      expect(await mixed({ store: older, keys: present })).toMatch(isReplaced);
      expect(await mixed({ store: present, keys: older })).toMatch(isReplaced);
      expect(await mixed({ store: older, readModels: present })).toMatch(/^read-models in postgres\S* holds .*curves/);
    });

    test("read models move to an empty database, keys do not", async () => {
      const store = await database();
      await live({ data, store });
      expect(await refusal({ data, store, keys: await database() })).toMatch(
        /^keys in postgres\S* is missing, and keys in postgres\S* is at \d+\. Restore it/,
      );
      expect(await refusal({ data, store, readModels: await database() })).toBeNull();
    });

    test("read models and keys stay where the events were before they were copied", async () => {
      const former = await database();
      await live({ data, store: former });
      const server = (await testEventStores()).find(({ hasTables }) => !hasTables)!;
      const { url, remove } = await server.create();
      try {
        const program = join(PROJECT, "libs/event-store/src/cli.ts");
        await promisify(execFile)(process.execPath, [program, "copy", former, url, "--read-models", former]);
        expect(await refusal({ data, store: url, readModels: former, keys: former })).toBeNull();
      } finally {
        await remove();
      }
    });

    test("processes that start at once on empty databases create one deployment", async () => {
      const three = { data, store: await database(), readModels: await database(), keys: await database() };
      await Promise.all(SERVICES.map((name) => joinServiceStores([name, "read-models", "keys"], three)));
      const identities = await Promise.all([three.store, three.readModels, three.keys].map(identityOf));
      expect(new Set(identities.map((identity) => identity?.deployment)).size).toBe(1);
      expect(identities[0]?.stores.map(({ name }) => name).toSorted()).toEqual([...EVENT_STORE_NAMES].toSorted());
    });

    test("events in EventStoreDB and their read models and keys verify each other", async () => {
      const server = (await testEventStores()).find(({ hasTables }) => !hasTables)!;
      const [first, second] = [await server.create(), await server.create()];
      try {
        const settings = { data, store: first.url, readModels: await database(), keys: await database() };
        await live(settings);
        const older = await database(settings.keys);
        await live(settings);
        expect(await refusal(settings)).toBeNull();
        expect(await refusal({ ...settings, keys: older })).toMatch(/^keys in postgres\S* is at /);
        expect(await refusal({ ...settings, readModels: settings.keys, keys: settings.readModels })).toMatch(
          /holds keys, expected read-models/,
        );
        expect(await refusal({ ...settings, store: second.url })).toMatch(
          /^curves in esdb\S* is missing, and read-models in /,
        );
        expect(await refusal({ ...settings, keys: await database() })).toMatch(
          /^keys in postgres\S* is missing, and accounts in esdb/,
        );
      } finally {
        for (const { remove } of [first, second]) await remove();
      }
    });
  },
);
