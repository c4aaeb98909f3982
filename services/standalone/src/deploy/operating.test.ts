/** The lines about backup and restore in docs/operating.md, executed as they stand there. */
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { writeVillage } from "@etesian/compute/testing";
import { createDatabase } from "@etesian/event-store/create-database";
import { findPostgres, testEventStores } from "@etesian/event-store/testing";
import { PROJECT } from "@etesian/service-kit";
import { openAccounts } from "@etesian/accounts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { issueToken, startForTest } from "../test-server.ts";

const page = readFileSync(join(PROJECT, "docs/operating.md"), "utf8");

/** Runs a program; meanwhile the server of this process goes on. */
const run = promisify(execFile);

/** Executes the lines of a block of the page. */
async function follow(block: string, variables: { readonly [name: string]: string }): Promise<void> {
  const lines = new RegExp(`^\`\`\`sh ${block}\\n(.*?)^\`\`\`$`, "ms").exec(page)?.[1];
  if (lines === undefined) throw new Error(`docs/operating.md has no block ${block}`);
  await run("sh", ["-e", "-c", lines], { cwd: PROJECT, env: { ...process.env, ...variables } });
}

const postgres = await findPostgres();
const hasTools = spawnSync("pg_dump", ["--version"]).status === 0;
const eventStoreDb = (await testEventStores()).find(({ name }) => name.startsWith("EventStoreDB"))!;
const missing = "missing" in postgres ? postgres.missing : hasTools ? null : "there is no pg_dump";

describe("a backup, taken while Etesian runs, brings back what there was", () => {
  let directory: string;
  let places: { readonly DATA: string; readonly BACKUPS: string };
  const flags = (more: object) => ({ model: join(directory, "village"), data: places.DATA, ...more });
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "etesian-operating-"));
    writeVillage(join(directory, "village"));
    places = { DATA: join(directory, "data"), BACKUPS: join(directory, "backups") };
    mkdirSync(places.BACKUPS);
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  async function create(url: string, token: string | null = null): Promise<number> {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/api/v3/scenarios`, { method: "POST", headers: { ...headers } });
    return ((await answer.json()) as { id: number }).id;
  }
  const pricesAt = (url: string, id: number): string => `${url}/api/v3/scenarios/${id}/custom_curves/power_price.csv`;
  async function attachPrices(url: string, id: number): Promise<void> {
    const form = new FormData();
    form.append("file", new Blob(["12.5\n".repeat(8760)]), "prices.csv");
    const answer = await fetch(pricesAt(url, id).replace(".csv", ""), { method: "PUT", body: form });
    expect(answer.status).toBe(200);
  }
  const firstPriceAt = async (url: string, id: number): Promise<number> =>
    Number((await (await fetch(pricesAt(url, id))).text()).split("\n")[0]);
  const statusOf = async (url: string, id: number): Promise<number> =>
    (await fetch(`${url}/api/v3/scenarios/${id}`)).status;

  /** Waits until nothing tells who the first person was. */
  async function forgotten(store: string): Promise<void> {
    const { accounts, close } = await openAccounts({ data: places.DATA, store, keys: null });
    while (!(await accounts.isErased(1))) await sleep(50);
    await close();
  }
  const database = (name: string): string => {
    const url = new URL("url" in postgres ? postgres.url : "");
    url.pathname = name;
    return url.href;
  };
  /** Two empty databases, gone afterwards. */
  async function withDatabases(work: (old: string, empty: string) => Promise<void>): Promise<void> {
    const [old, empty] = ["old", "new"].map((kind) => database(`etesian_operating_${kind}_${process.pid}`));
    for (const url of [old!, empty!]) await createDatabase(url);
    try {
      await work(old!, empty!);
    } finally {
      for (const url of [old!, empty!]) {
        const name = new URL(url).pathname.slice(1);
        await run("psql", [database("postgres"), "-c", `drop database if exists ${name} with (force)`]);
      }
    }
  }

  /** Whether any table of a database has one of these texts. */
  async function hasAny(store: string, texts: readonly string[]): Promise<boolean> {
    const { stdout: dump } = await run("pg_dump", [store], { maxBuffer: 1e9 });
    return texts.some((text) => dump.includes(text));
  }

  test("with files", { timeout: 120_000 }, async () => {
    const before = await startForTest(flags({}));
    const kept = await create(before.url);
    await attachPrices(before.url, kept);
    await before.token("ada@example.org");
    await follow("backup-files", places);
    const lost = await create(before.url);
    await before.close();
    await follow("restore-files", places);
    const after = await startForTest(flags({}));
    expect(await firstPriceAt(after.url, kept)).toBe(12.5);
    expect(await statusOf(after.url, lost)).toBe(404);
    await after.close();
  });

  const skipped = missing === null ? "" : ` (skipped: ${missing})`;

  test.skipIf(missing !== null)(`with PostgreSQL${skipped}`, { timeout: 120_000 }, () =>
    withDatabases(async (old, empty) => {
      const before = await startForTest(flags({ store: old }));
      const kept = await create(before.url);
      await attachPrices(before.url, kept);
      const ada = await issueToken({ data: places.DATA, store: old, keys: null }, "ada@example.org");
      const adas = await create(before.url, ada);
      const { stdout: rows } = await run("psql", [old, "-Atc", "select email, data_key from people"]);
      const secrets = rows.trim().split("|");
      expect(secrets).toHaveLength(2);
      await follow("backup-postgres", { ...places, STORE: old });
      const lost = await create(before.url);
      // Erased after the backup, which has her key.
      const headers = { authorization: `Bearer ${ada}` };
      const erased = await fetch(`${before.url}/api/v3/user`, { method: "DELETE", headers });
      expect(erased.status).toBe(200);
      await forgotten(old);
      await before.close();
      await follow("restore-postgres", { ...places, STORE: empty });
      expect(await hasAny(empty, secrets)).toBe(true);
      const after = await startForTest(flags({ store: empty }));
      expect(await firstPriceAt(after.url, kept)).toBe(12.5);
      expect(await statusOf(after.url, lost)).toBe(404);
      await forgotten(empty);
      expect(await hasAny(empty, secrets)).toBe(false);
      expect((await fetch(`${after.url}/api/v3/scenarios`, { headers })).status).toBe(401);
      // Public, and everybody's now.
      expect((await fetch(`${after.url}/api/v3/scenarios/${adas}`, { method: "PUT" })).status).toBe(200);
      await after.close();
    }),
  );

  test.skipIf(missing !== null)(`with ${eventStoreDb.name}${skipped}`, { timeout: 120_000 }, () =>
    withDatabases(async (oldModels, newModels) => {
      const [old, empty] = [await eventStoreDb.create(), await eventStoreDb.create()];
      try {
        const before = await startForTest(flags({ store: old.url, readModels: oldModels }));
        const kept = await create(before.url);
        await attachPrices(before.url, kept);
        const ada = await issueToken({ data: places.DATA, store: old.url, keys: null }, "ada@example.org");
        const adas = await create(before.url, ada);
        await follow("backup-eventstoredb", { ...places, STORE: old.url, READ_MODELS: oldModels });
        const lost = await create(before.url);
        await before.close();
        await follow("restore-eventstoredb", { ...places, STORE: empty.url, READ_MODELS: newModels });
        const after = await startForTest(flags({ store: empty.url, readModels: newModels }));
        expect(await firstPriceAt(after.url, kept)).toBe(12.5);
        expect(await statusOf(after.url, lost)).toBe(404);
        const headers = { authorization: `Bearer ${ada}` };
        const list = await (await fetch(`${after.url}/api/v3/scenarios`, { headers })).json();
        expect(list).toMatchObject({ data: [{ id: adas }], meta: { total: 1 } });
        // Its number is free again, and nobody else's.
        expect(await create(after.url)).toBe(lost);
        await after.close();
      } finally {
        for (const { remove } of [old, empty]) await remove();
      }
    }),
  );
});
