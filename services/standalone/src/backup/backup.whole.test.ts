/** Refused backups, problems that a check finds, and existing files during a restore. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { writeVillage } from "@etesian/compute/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startForTest, type TestServer } from "../testing/test-server.ts";
import { create } from "./create.ts";
import { deploymentOf, STORES } from "./deployment.ts";
import { deleteOlder, nameOf } from "./old-backups.ts";
import { readManifest } from "./manifest.ts";
import { KEY_TABLES } from "./rows.ts";
import { reportOf, restore, type RestoreOptions, verifyBackup } from "./restore.ts";

let directory: string;
/** Data directory of a stopped deployment with data in every store. */
let whole: string;
/** A copy of the deployment or of a backup, for one test. */
let data: string;
let copies = 0;
/** Names of a server's processes. */
let running: readonly string[];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-backup-"));
  whole = join(directory, "whole");
  writeVillage(join(directory, "village"));
  const server = await startForTest({ model: join(directory, "village"), data: whole });
  try {
    await fill(server);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    running = [...metrics.matchAll(/^process_lag_seconds\{process="([^"]+)"/gm)].map(([, name]) => name!);
  } finally {
    await server.close();
  }
  await create(
    deploymentOf({ data: whole, store: null }),
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
const asking =
  (url: string, token: string) =>
  async (method: string, path: string, body?: object): Promise<unknown> => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const answer = await fetch(`${url}/api/v3${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(isJson && { "content-type": "application/json" }) },
      body: isJson ? JSON.stringify(body) : (body ?? null),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };

async function fill(server: TestServer): Promise<void> {
  const { url } = server;
  const ada = await server.token("ada@example.org");
  await server.token("bob@example.org");
  const ask = asking(url, ada);
  for (let n = 1; n <= 3; n++) await ask("POST", "/scenarios", { scenario: { private: true } });
  await ask("POST", "/scenarios/1/users", {
    scenario_users: [{ user_email: "bob@example.org", role: "scenario_viewer" }],
  });
  const prices = new FormData();
  prices.append("file", new Blob(["12.5\n".repeat(8760)]), "prices.csv");
  await ask("PUT", "/scenarios/2/custom_curves/power_price", prices);
  await ask("POST", "/saved_scenarios", { saved_scenario: { scenario_id: 3, title: "Three" } });
}

/** Sends Ada's requests to a server on the copy. */
async function live(work: (ask: ReturnType<typeof asking>) => Promise<void>): Promise<void> {
  const server = await startForTest({ model: join(directory, "village"), data });
  try {
    await work(asking(server.url, await server.token("ada@example.org")));
  } finally {
    await server.close();
  }
}

/** Changes a file directly, bypassing the services. */
function execute(file: string, statement: string): void {
  const database = new DatabaseSync(join(data, file));
  database.exec(statement);
  database.close();
}

const problemsOf = async (): Promise<readonly string[]> =>
  (await reportOf(deploymentOf({ data, store: null }))).problems;
describe("a check of a deployment", () => {
  beforeEach(() => cpSync(whole, data, { recursive: true }));

  test("a check of a consistent deployment finds no problems", async () => {
    const { problems, counts } = await reportOf(deploymentOf({ data, store: null }));
    expect(problems).toEqual([]);
    expect(counts).toMatchObject({ scenarios: 3, "saved scenarios": 1, curves: 1, people: 2 });
  });

  test("a check reports people without a key or with a wrong one, and each damaged event and curve", async () => {
    execute("keys.db", "delete from people where id = 2");
    execute("keys.db", `update people set data_key = '${Buffer.alloc(32).toString("base64")}' where id = 1`);
    execute("curves.db", "update curve_numbers set numbers = 'AAAA'");
    execute("saved-scenarios.db", `update events set data = replace(data, 'Three', 'Thief')`);
    expect(await problemsOf()).toEqual([
      expect.stringContaining(`${join(data, "saved-scenarios.db")}: Event 1 of saved-scenario-1 is damaged`),
      expect.stringMatching(/^The values of the curve [0-9a-f]{64} are corrupt$/),
      "Person 1 has another person's key: their data cannot be read, and they cannot sign in",
      "Person 2 has no key: their data cannot be read, and they cannot sign in",
    ]);
  });

  test("a check reports curves without their values", async () => {
    execute("curves.db", "delete from curve_numbers");
    expect(await problemsOf()).toEqual([
      expect.stringMatching(/^The curves of scenario 2 reference the values [0-9a-f]{64}, which are missing$/),
    ]);
  });

  test("a check reports resources missing from an older copy of another service's file", async () => {
    for (const file of ["events.db", "curves.db", "accounts.db", "keys.db"]) rmSync(join(data, file));
    const server = await startForTest({ model: join(directory, "village"), data: join(directory, "empty") });
    await server.close();
    for (const file of ["events.db", "curves.db", "accounts.db", "keys.db"])
      cpSync(join(directory, "empty", file), join(data, file));
    expect(await problemsOf()).toEqual([
      "Saved scenario 1 gives a role to the unknown person 1",
      "Saved scenario 1 references scenario 3, which never existed",
    ]);
  });

  test("a check reports people and scenarios of roles and collections that an older copy of another service's file lacks", async () => {
    await live(async (ask) => {
      await ask("POST", "/scenarios", { scenario: { private: true } });
      await ask("POST", "/saved_scenarios", { saved_scenario: { scenario_id: 2, title: "Two" } });
      await ask("POST", "/saved_scenarios/2/users", {
        saved_scenario_users: [{ user_email: "bob@example.org", role: "scenario_viewer" }],
      });
      while (((await ask("GET", "/scenarios/2/users")) as readonly object[]).length === 1);
      await ask("POST", "/collections", { collection: { title: "Both", scenario_ids: [4], saved_scenario_ids: [2] } });
    });
    expect(await problemsOf()).toEqual([]);
    const present = join(data, "saved-scenarios.db");
    cpSync(present, `${present}-present`);
    cpSync(join(whole, "saved-scenarios.db"), present);
    expect(await problemsOf()).toEqual([
      "Scenario 2 gives person 2 a role through saved scenario 2, which never existed",
    ]);
    cpSync(`${present}-present`, present);
    cpSync(join(whole, "events.db"), join(data, "events.db"));
    expect(await problemsOf()).toEqual(["Collection 1 references scenario 4, which never existed"]);
  });

  test("a check reports a saved scenario whose scenario number was reused", async () => {
    const other = join(directory, "other");
    const server = await startForTest({ model: join(directory, "village"), data: other });
    await fill(server);
    await server.close();
    cpSync(join(other, "saved-scenarios.db"), join(data, "saved-scenarios.db"));
    expect(await problemsOf()).toEqual(["Saved scenario 1 references scenario 3, which is now a different scenario"]);
  });

  test("a check reports swapped files", async () => {
    renameSync(join(data, "curves.db"), join(data, "between.db"));
    renameSync(join(data, "accounts.db"), join(data, "curves.db"));
    renameSync(join(data, "between.db"), join(data, "accounts.db"));
    expect(await problemsOf()).toContain(
      `sqlite:${join(data, "curves.db")}: sqlite:${join(data, "curves.db")} has the stream person-1, which does not belong to curves: is this the right store?`,
    );
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
    await expect(verifyBackup({ directory: `${data}.unfinished`, keysFrom: null })).rejects.toThrow("is not a backup");
    await create(deploymentOf({ data: whole, store: null }), data, data, () => {});
    await expect(verifyBackup({ directory: data, keysFrom: null })).resolves.toBeDefined();
    await expect(create(deploymentOf({ data: whole, store: null }), data, data, () => {})).rejects.toThrow(
      "already exists",
    );
  });

  test.each<[string, () => void, RegExp]>([
    [
      "a changed file",
      () => appendFileSync(join(data, "curves.db"), "x"),
      /curves\.db differs from the file of \d+ bytes that was written/,
    ],
    ["a missing file", () => rmSync(join(data, "accounts.db")), /accounts\.db is missing/],
    ["a missing manifest", () => rmSync(join(data, "manifest.json")), /is not a backup: it has no manifest\.json/],
    [
      "a manifest of a newer program",
      () => writeFileSync(join(data, "manifest.json"), '{"format": 2}'),
      /has format 2, but this program reads format 1/,
    ],
    ["a file that is not a manifest", () => writeFileSync(join(data, "manifest.json"), "{}"), /is not a manifest/],
  ])("a backup with %s is refused", async (_, change, sentence) => {
    cpSync(backup(), data, { recursive: true });
    change();
    await expect(verifyBackup({ directory: data, keysFrom: null })).rejects.toThrow(sentence);
  });
});

describe("a restore", () => {
  const options: RestoreOptions = {
    directory: "",
    keysFrom: null,
    erasedFrom: null,
    acceptMissingKeys: false,
    acceptProblems: false,
  };
  /** Creates a backup of the copy with separate keys. */
  const apart = async (): Promise<{ directory: string; keys: string }> => {
    const target = { directory: join(directory, `apart-${copies}`), keys: join(directory, `apart-keys-${copies}`) };
    await create(deploymentOf({ data: whole, store: null }), target.directory, target.keys, () => {});
    return target;
  };

  test("a restore renames previous files, and keeps people erased since the backup on the list", async () => {
    cpSync(whole, data, { recursive: true });
    execute("keys.db", `insert into erased values (9, '2026-11-23T00:00:00.000Z', '{}')`);
    const { kept, erased } = await restore({ ...options, directory: join(directory, "backup") }, { data, store: null });
    expect(kept).toHaveLength(6);
    expect(erased).toBe(1);
    expect(await problemsOf()).toEqual([]);
  });

  test("a restore without keys keeps the existing keys, and is refused if accounts have none", async () => {
    const { directory: backup, keys } = await apart();
    expect(existsSync(join(backup, "keys.db"))).toBe(false);
    await expect(restore({ ...options, directory: backup }, { data, store: null })).rejects.toThrow(
      "To restore the backup anyway, add --accept-missing-keys",
    );
    expect(existsSync(join(data, "events.db"))).toBe(false);
    const accepted = { data: `${data}-accepted`, store: null };
    await restore({ ...options, directory: backup, acceptMissingKeys: true }, accepted);
    await (await startForTest({ model: join(directory, "village"), data: accepted.data })).close();
    cpSync(keys, data, { recursive: true });
    expect((await restore({ ...options, directory: backup }, { data, store: null })).report.problems).toEqual([]);
    expect(existsSync(join(data, "keys.db"))).toBe(true);
  });

  test("a restore raises sequences above all ids in the backup, including ids of missing resources", async () => {
    cpSync(whole, data, { recursive: true });
    await live(async (ask) => {
      await ask("POST", "/scenarios", { scenario: { private: true } });
      await ask("POST", "/saved_scenarios", { saved_scenario: { scenario_id: 4, title: "Four" } });
    });
    // Only the saved scenario references scenario 4.
    cpSync(join(whole, "events.db"), join(data, "events.db"));
    const backup = join(directory, `backup-${copies}`);
    await create(deploymentOf({ data, store: null }), backup, backup, () => {});
    const report = await reportOf((await verifyBackup({ directory: backup, keysFrom: null })).stores);
    expect(report.numbers).toEqual({ scenario: 4, "saved scenario": 2, collection: 0, person: 2 });
    data = join(directory, `target-${copies}`);
    await restore({ ...options, directory: backup, acceptProblems: true }, { data, store: null });
    const last = (file: string, name: string): unknown => {
      const database = new DatabaseSync(join(data, file));
      const row = database.prepare("select last from sequences where name = ?").get(name);
      database.close();
      return row?.["last"];
    };
    expect([last("events.db", "scenario"), last("keys.db", "person")]).toEqual([4, 2]);
  });
});

test("every table of keys is copied", () => {
  const database = new DatabaseSync(join(directory, "backup", "keys.db"));
  const tables = database
    .prepare("select name from sqlite_master where type = 'table'")
    .all()
    .map((row) => String(row["name"]));
  database.close();
  const others = ["schema_versions", "checkpoints", "sequences"];
  expect(tables.filter((name) => !others.includes(name)).toSorted()).toEqual([...KEY_TABLES].toSorted());
});

test("a backup keeps the checkpoint of every process", () => {
  const kept = Object.values(STORES).flatMap((store): readonly string[] => store.processes);
  expect(kept.toSorted()).toEqual([...new Set(running)].toSorted());
});
