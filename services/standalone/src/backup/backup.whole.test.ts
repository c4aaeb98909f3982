/** Tests refused backups, problems that a check finds, and existing files during a restore. */
import { hash, randomUUID } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { writeVillage } from "@etesian/compute/testing";
import { type NewEvent, openEventStore } from "@etesian/event-store";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startForTest, type TestServer } from "../testing/test-server.ts";
import { create } from "./create.ts";
import { NON_EVENT_DATA, deploymentOf } from "./deployment.ts";
import { deleteOlder, nameOf } from "./old-backups.ts";
import { readManifest } from "./manifest.ts";
import { KEY_TABLES } from "./rows.ts";
import { reportOf, restore, type RestoreOptions, withBackup } from "./restore.ts";

let directory: string;
/** Data directory of a stopped deployment with data in every store. */
let sourceData: string;
/** A copy of the deployment or of a backup, for one test. */
let data: string;
let copies = 0;
/** Names of a server's processes. */
let processNames: readonly string[];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-backup-"));
  sourceData = join(directory, "whole");
  writeVillage(join(directory, "village"));
  const server = await startForTest({ model: join(directory, "village"), data: sourceData });
  try {
    await fill(server);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    processNames = [...metrics.matchAll(/^process_lag_seconds\{process="([^"]+)"/gm)].map(([, name]) => name!);
  } finally {
    await server.close();
  }
  await create(
    deploymentOf({ data: sourceData, store: null }),
    join(directory, "backup"),
    join(directory, "backup"),
    () => {},
  );
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));
beforeEach(() => {
  data = join(directory, `copy-${++copies}`);
});

/** Sends a request with a token; throws on an error response. */
const requestSender =
  (url: string, token: string) =>
  async (method: string, path: string, body?: object): Promise<unknown> => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`${url}/api/v3${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(isJson && { "content-type": "application/json" }) },
      body: isJson ? JSON.stringify(body) : (body ?? null),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };

async function fill(server: TestServer): Promise<void> {
  const { url } = server;
  const ada = await server.token("ada@example.org");
  await server.token("bob@example.org");
  const send = requestSender(url, ada);
  for (let n = 1; n <= 3; n++) await send("POST", "/scenarios", { scenario: { private: true } });
  await send("POST", "/scenarios/1/users", {
    scenario_users: [{ user_email: "bob@example.org", role: "scenario_viewer" }],
  });
  const prices = new FormData();
  prices.append("file", new Blob(["12.5\n".repeat(8760)]), "prices.csv");
  await send("PUT", "/scenarios/2/custom_curves/power_price", prices);
  await send("POST", "/saved_scenarios", { saved_scenario: { scenario_id: 3, title: "Three" } });
}

/** Changes a file directly, bypassing the services. */
function execute(file: string, statement: string): void {
  const database = new DatabaseSync(join(data, file));
  database.exec(statement);
  database.close();
}

/** The report on a backup. */
const verify = (directory: string) => withBackup({ directory, keysFrom: null }, ({ stores }) => reportOf(stores));

const problemsOf = async (): Promise<readonly string[]> =>
  (await reportOf(deploymentOf({ data, store: null }))).problems;
describe("a check of a deployment", () => {
  beforeEach(() => cpSync(sourceData, data, { recursive: true }));

  test("a check of a consistent deployment finds no problems", async () => {
    const { problems, counts } = await reportOf(deploymentOf({ data, store: null }));
    expect(problems).toEqual([]);
    expect(counts).toMatchObject({ scenarios: 3, "saved scenarios": 1, curves: 1, people: 2 });
  });

  test("a check reports people without a key or with a wrong one, and each damaged curve", async () => {
    execute("keys.db", "delete from people where id = 2");
    execute("keys.db", `update people set data_key = '${Buffer.alloc(32).toString("base64")}' where id = 1`);
    execute("events.db", "update curve_numbers set numbers = 'AAAA'");
    expect(await problemsOf()).toEqual([
      expect.stringMatching(/^The values of the curve [0-9a-f]{64} are corrupt$/),
      "Person 1 has another person's key: their data cannot be read, and they cannot sign in",
      "Person 2 has no key: their data cannot be read, and they cannot sign in",
    ]);
  });

  test("a check reports a damaged event", async () => {
    execute("events.db", `update events set data = replace(data, 'Three', 'Thief')`);
    expect(await problemsOf()).toContainEqual(
      expect.stringContaining(`${join(data, "events.db")}: Event 1 of saved-scenario-1 is damaged`),
    );
  });

  test("a check reports curves without their values", async () => {
    execute("events.db", "delete from curve_numbers");
    expect(await problemsOf()).toEqual([
      expect.stringMatching(/^The curves of scenario 2 reference the values [0-9a-f]{64}, which are missing$/),
    ]);
  });

  /** Stores events that refer to resources removed by an accepted loss; the services would not store them. */
  async function append(events: { readonly [stream: string]: Pick<NewEvent, "type" | "schemaVersion" | "data"> }) {
    const store = await openEventStore(`sqlite:${join(data, "events.db")}`);
    for (const [stream, event] of Object.entries(events)) {
      const envelope = { id: randomUUID(), time: "2026-11-21T09:23:00.123Z", actor: "user:1", correlationId: "r" };
      await store.append(stream, [{ ...event, ...envelope, causationId: null }], "any");
    }
    await store.close();
  }

  test("a check reports roles, versions and collections that refer to missing people, scenarios and saved scenarios", async () => {
    const versionFields = { scenarioVersion: 1, area: "village", endYear: 2050, modelVersion: "latest" };
    const textFields = { title: "Four", description: null, private: false };
    const savedScenario = (owner: number, scenario: number, creation: string | null) => ({
      type: "ScenarioSaved",
      schemaVersion: 2,
      data: { owner, scenario, creation, ...versionFields, ...textFields },
    });
    await append({
      "saved-scenario-2": savedScenario(55, 77, null),
      "saved-scenario-3": savedScenario(1, 3, randomUUID()),
      "scenario-2": { type: "RoleGranted", schemaVersion: 2, data: { person: 2, role: "viewer", savedScenario: 9 } },
      "collection-1": {
        type: "CollectionMade",
        schemaVersion: 1,
        data: {
          owner: 1,
          title: "Both",
          scenarios: [4],
          savedScenarios: [],
          interpolation: false,
          area: "village",
          endYear: 2050,
          modelVersion: "latest",
        },
      },
    });
    expect((await problemsOf()).toSorted()).toEqual([
      "Collection 1 references scenario 4, which never existed",
      "Saved scenario 2 gives a role to the unknown person 55",
      "Saved scenario 2 references scenario 77, which never existed",
      "Saved scenario 3 references scenario 3, which is now a different scenario",
      "Scenario 2 gives person 2 a role through saved scenario 9, which never existed",
    ]);
  });
});

describe("a backup", () => {
  const backup = (): string => join(directory, "backup");

  test("a backup is readable only by its owner and contains only the files in its manifest", () => {
    const { stores } = readManifest(backup());
    const files = Object.values(stores).map(({ file }) => file);
    expect(readdirSync(backup()).toSorted()).toEqual([...files, "manifest.json"].toSorted());
    expect(statSync(backup()).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(backup())) expect(statSync(join(backup(), file)).mode & 0o777).toBe(0o600);
    expect(existsSync(`${backup()}.unfinished`)).toBe(false);
  });

  test("old backups are deleted, oldest first; other directories are kept", () => {
    const backups = join(directory, "dated");
    const names = [1, 2, 3, 4].map((day) => nameOf(new Date(`2026-11-0${day}T03:15:00.123Z`)));
    expect(names[0]).toBe("2026-11-01T03-15-00Z");
    for (const name of [...names, "monday", "2026-10-01T03-15-00Z.unfinished"]) {
      mkdirSync(join(backups, name), { recursive: true });
      writeFileSync(join(backups, name, "manifest.json"), "{}");
    }
    mkdirSync(join(backups, "2026-09-01T03-15-00Z"));
    expect(deleteOlder(backups, 2)).toEqual(names.slice(0, 2));
    expect(deleteOlder(backups, 2)).toEqual([]);
    expect(readdirSync(backups).toSorted()).toEqual(
      ["2026-09-01T03-15-00Z", "2026-10-01T03-15-00Z.unfinished", ...names.slice(2), "monday"].toSorted(),
    );
  });

  test("a backup replaces an interrupted backup, but never a complete one", async () => {
    cpSync(backup(), `${data}.unfinished`, { recursive: true });
    appendFileSync(join(`${data}.unfinished`, "events.db"), "half");
    rmSync(join(`${data}.unfinished`, "manifest.json"));
    await expect(verify(`${data}.unfinished`)).rejects.toThrow("is not a backup");
    await create(deploymentOf({ data: sourceData, store: null }), data, data, () => {});
    await expect(verify(data)).resolves.toBeDefined();
    await expect(create(deploymentOf({ data: sourceData, store: null }), data, data, () => {})).rejects.toThrow(
      "already exists",
    );
  });

  test.each<[string, () => void, RegExp]>([
    [
      "a changed file",
      () => appendFileSync(join(data, "events.db"), "x"),
      /events\.db differs from the file of \d+ bytes that was written/,
    ],
    ["a missing file", () => rmSync(join(data, "events.db")), /events\.db is missing/],
    ["a missing manifest", () => rmSync(join(data, "manifest.json")), /is not a backup: it has no manifest\.json/],
    [
      "a manifest of a newer program",
      () => writeFileSync(join(data, "manifest.json"), '{"format": 3}'),
      /has format 3, but this program reads format 2/,
    ],
    ["a file that is not a manifest", () => writeFileSync(join(data, "manifest.json"), "{}"), /is not a manifest/],
  ])("a backup with %s is refused", async (_, change, sentence) => {
    cpSync(backup(), data, { recursive: true });
    change();
    await expect(verify(data)).rejects.toThrow(sentence);
  });
});

const options: RestoreOptions = {
  directory: "",
  keysFrom: null,
  erasedFrom: null,
  acceptMissingKeys: false,
  acceptProblems: false,
};

/** Streams and processes of each file of versions up to 0.2. */
const FORMER_FILES = {
  events: {
    streams: /^((unchanged-)?scenario-\d+|admin-\d+|content-[0-9a-f]+)$/,
    process: "dropping curves of deleted scenarios",
  },
  accounts: { streams: /^(unchanged-)?person-\d+$/, process: "erasures" },
  curves: { streams: /^(unchanged-)?curve_set-\d+$/, process: null },
  "saved-scenarios": { streams: /^(admin-|unchanged-)?(saved-scenario|collection)-\d+$/, process: "saved scenarios" },
  sweeps: { streams: /^(unchanged-)?sweep-\d+$/, process: null },
} as const;

/** Writes a backup as versions up to 0.2 did, with a file for each service. */
function writeFormerBackup(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  const manifest = readManifest(to);
  const { events: eventsEntry, keys } = manifest.stores;
  const stores: { [name: string]: object } = { keys: keys! };
  for (const [name, { streams, process }] of Object.entries(FORMER_FILES)) {
    const path = join(to, `${name}.db`);
    if (name !== "events") cpSync(join(from, "events.db"), path);
    const database = new DatabaseSync(path);
    database.function("is_own", (stream) => Number(streams.test(String(stream))));
    for (const table of ["events", "streams", "snapshots"])
      database.exec(`delete from ${table} where not is_own(stream)`);
    // Positions are consecutive in every file, and a process's position refers to an event in its file.
    database.prepare("delete from checkpoints where consumer is not ?").run(process);
    database.exec(`
      update checkpoints set position = printf('%016d', (select count(*) from events where position <= cast(checkpoints.position as integer)));
      update events set position = (select count(*) from events as earlier where earlier.position <= events.position)`);
    if (name !== "curves") database.exec("drop table curve_numbers");
    database.exec("update schema_versions set version = 3 where part = 'events'");
    database.close();
    const content = readFileSync(path);
    const sha256 = hash("sha256", content, "hex");
    stores[name] = { ...eventsEntry!, file: `${name}.db`, bytes: content.length, sha256 };
  }
  writeFileSync(join(to, "manifest.json"), JSON.stringify({ ...manifest, format: 1, stores }));
}

describe("a backup of a version with a file for each service", () => {
  test("a backup of an old version has the same report, and is restored with all its contents", async () => {
    const [backup, currentBackup] = [join(directory, `former-${copies}`), join(directory, "backup")];
    writeFormerBackup(currentBackup, backup);
    expect(await verify(backup)).toEqual(await verify(currentBackup));
    const previousFiles = readdirSync(backup);
    await restore({ ...options, directory: backup }, { data, store: null });
    expect(readdirSync(backup)).toEqual(previousFiles);
    expect(readdirSync(data).filter((name) => name.endsWith(".db"))).toEqual(["events.db", "keys.db"]);
    expect(await reportOf(deploymentOf({ data, store: null }))).toEqual(await verify(currentBackup));
    const server = await startForTest({ model: join(directory, "village"), data });
    try {
      const send = requestSender(server.url, await server.token("ada@example.org"));
      expect(await send("GET", "/saved_scenarios")).toMatchObject({ data: [{ title: "Three", scenario_id: 3 }] });
      expect(await send("GET", "/scenarios/2/custom_curves")).toHaveLength(1);
    } finally {
      await server.close();
    }
  });

  test("restoring a backup of an old version renames the existing files of each service", async () => {
    const backup = join(directory, `former-${copies}`);
    writeFormerBackup(join(directory, "backup"), backup);
    cpSync(backup, data, { recursive: true });
    const { renamedFiles } = await restore({ ...options, directory: backup }, { data, store: null });
    expect(renamedFiles).toHaveLength(6);
    expect(await problemsOf()).toEqual([]);
    expect(readdirSync(data).filter((name) => name.endsWith(".db"))).toEqual(["events.db", "keys.db"]);
  });

  test("a backup of an old version is refused if one of its files is missing", async () => {
    const backup = join(directory, `former-${copies}`);
    writeFormerBackup(join(directory, "backup"), backup);
    const manifest = readManifest(backup);
    const { curves: _, ...stores } = manifest.stores;
    writeFileSync(join(backup, "manifest.json"), JSON.stringify({ ...manifest, stores }));
    await expect(verify(backup)).rejects.toThrow("has no curves");
  });
});

describe("a restore", () => {
  /** Creates a backup of the copy with separate keys. */
  const createWithSeparateKeys = async (): Promise<{ directory: string; keys: string }> => {
    const target = { directory: join(directory, `apart-${copies}`), keys: join(directory, `apart-keys-${copies}`) };
    await create(deploymentOf({ data: sourceData, store: null }), target.directory, target.keys, () => {});
    return target;
  };

  test("a restore renames previous files, and keeps people erased since the backup on the list", async () => {
    cpSync(sourceData, data, { recursive: true });
    execute("keys.db", `insert into erased values (9, '2026-11-23T00:00:00.000Z', '{}')`);
    const { renamedFiles, erasedCount } = await restore(
      { ...options, directory: join(directory, "backup") },
      { data, store: null },
    );
    expect(renamedFiles).toHaveLength(2);
    expect(erasedCount).toBe(1);
    expect(await problemsOf()).toEqual([]);
  });

  test("a restore without keys keeps the existing keys, and is refused if accounts have none", async () => {
    const { directory: backup, keys } = await createWithSeparateKeys();
    expect(existsSync(join(backup, "keys.db"))).toBe(false);
    await expect(restore({ ...options, directory: backup }, { data, store: null })).rejects.toThrow(
      "To restore the backup anyway, add --accept-missing-keys",
    );
    expect(existsSync(join(data, "events.db"))).toBe(false);
    const acceptedSettings = { data: `${data}-accepted`, store: null };
    await restore({ ...options, directory: backup, acceptMissingKeys: true }, acceptedSettings);
    await (await startForTest({ model: join(directory, "village"), data: acceptedSettings.data })).close();
    cpSync(keys, data, { recursive: true });
    expect((await restore({ ...options, directory: backup }, { data, store: null })).report.problems).toEqual([]);
    expect(existsSync(join(data, "keys.db"))).toBe(true);
  });

  test("a restore raises sequences above all ids in the backup, including ids of missing resources", async () => {
    cpSync(sourceData, data, { recursive: true });
    execute("events.db", "update sequences set last = 1");
    execute("keys.db", "update sequences set last = 1");
    const backup = join(directory, `backup-${copies}`);
    await create(deploymentOf({ data, store: null }), backup, backup, () => {});
    const report = await verify(backup);
    expect(report.numbers).toEqual({ scenario: 3, "saved scenario": 1, collection: 0, person: 2 });
    data = join(directory, `target-${copies}`);
    await restore({ ...options, directory: backup }, { data, store: null });
    const lastNumber = (file: string, name: string): unknown => {
      const database = new DatabaseSync(join(data, file));
      const row = database.prepare("select last from sequences where name = ?").get(name);
      database.close();
      return row?.["last"];
    };
    expect([lastNumber("events.db", "scenario"), lastNumber("keys.db", "person")]).toEqual([3, 2]);
  });
});

test("every table of the key store is copied", () => {
  const database = new DatabaseSync(join(directory, "backup", "keys.db"));
  const tables = database
    .prepare("select name from sqlite_master where type = 'table'")
    .all()
    .map((row) => String(row["name"]));
  database.close();
  const otherTables = ["schema_versions", "checkpoints", "sequences"];
  expect(tables.filter((name) => !otherTables.includes(name)).toSorted()).toEqual([...KEY_TABLES].toSorted());
});

test("a backup keeps the checkpoint of every process", () => {
  expect(NON_EVENT_DATA.processes.toSorted()).toEqual([...new Set(processNames)].toSorted());
});
