/** Tests the documented way to move to another server, with the commands in docs/events.md. */
import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { StoreUnavailableError } from "../event-store.ts";
import { START } from "../event.ts";
import { openEventStore, openReadDatabase } from "../open.ts";
import { type Projection, Projector } from "../projections/projector.ts";
import { sql } from "../projections/read-database.ts";
import { event, events } from "../testing/events.ts";
import { findPostgres } from "../testing/index.ts";

const postgres = await findPostgres();
const hasTools = ["pg_dump", "pg_restore"].every((tool) => spawnSync(tool, ["--version"]).status === 0);
const missing = "missing" in postgres ? postgres.missing : hasTools ? null : "no pg_dump and pg_restore";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/events.md"), "utf8");
const [, commands = ""] = /```sh\n(pg_dump [^`]+)```/.exec(page) ?? [];

/** One row for each event. */
const rows: Projection = {
  name: "rows",
  tables: [sql`create table if not exists rows (id text primary key)`],
  clear: [sql`delete from rows`],
  project: ({ id }) => [sql`insert into rows (id) values (${id})`],
};

describe.skipIf(missing !== null)(`moving to another PostgreSQL${missing === null ? "" : ` (${missing})`}`, () => {
  test("read models and followers continue at their positions", async () => {
    const server = "url" in postgres ? postgres.url : "";
    const admin = new Client({ connectionString: server });
    await admin.connect();
    const databases = ["old", "new"].map((name) => `etesian_${name}_${randomUUID().replaceAll("-", "")}`);
    for (const name of databases) await admin.query(`create database ${name}`);
    const [oldUrl = "", newUrl = ""] = databases.map((name) => Object.assign(new URL(server), { pathname: name }).href);
    const directory = mkdtempSync(join(tmpdir(), "etesian-moving-"));

    const oldStore = await openEventStore(oldUrl);
    const oldModels = await openReadDatabase(oldUrl);
    const execute = async (url: string, statement: string): Promise<void> => {
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.query(statement);
      await client.end();
    };
    // The old server has run a billion more transactions than the new one.
    await execute(oldUrl, "update transaction_base set base = 1000000000");
    const first = await oldStore.append("a", events(3), 0);
    await (await Projector.open(oldStore, oldModels, rows)).catchUp();
    const checkpoint = await oldModels.checkpoint("rows");
    expect(checkpoint).toBe(first.at(-1)!.position);
    await oldStore.close();
    await oldModels.close();

    execFileSync("sh", ["-ec", commands], { cwd: directory, env: { ...process.env, OLD: oldUrl, NEW: newUrl } });

    const runningStore = await openEventStore(newUrl);
    await execute(newUrl, "update transaction_base set base = 0");
    await expect(runningStore.append("a", events(1), 3)).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(runningStore.append("a", events(1), 3)).rejects.toThrow(
      "it was moved here from another server. Start again",
    );
    await runningStore.close();

    const store = await openEventStore(newUrl);
    const readModels = await openReadDatabase(newUrl);
    expect(await store.readStream("a")).toEqual(first);
    expect(await readModels.checkpoint("rows")).toBe(checkpoint);
    const second = await store.append("a", [event()], 3);
    const third = await store.append("b", [event()], 0);
    expect(await store.readAll(checkpoint, 10)).toEqual([...second, ...third]);
    expect(await store.readAll(START, 10)).toHaveLength(5);
    await (await Projector.open(store, readModels, rows)).catchUp();
    expect(await readModels.query(sql`select id from rows`)).toHaveLength(5);
    await store.close();
    await readModels.close();
    for (const name of databases) await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    rmSync(directory, { recursive: true });
  });
});
