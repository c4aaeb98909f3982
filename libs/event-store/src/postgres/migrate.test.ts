/** Tests starts that wait for another process that is changing the tables, or was interrupted while changing them. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { START } from "../event.ts";
import { StoreUnavailableError } from "../event-store.ts";
import { openEventStore } from "../open.ts";
import { findPostgres } from "../testing/index.ts";
import { createDatabase } from "./create-database.ts";
import { migrate } from "./migrate.ts";

const postgres = await findPostgres();
const missing = "missing" in postgres ? postgres.missing : null;
const LOCK = "hashtextextended('etesian schema', 0)";
const IS_LOCKED = `
  select exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and ((classid::bigint << 32) | objid::bigint) = ${LOCK}) as locked`;

describe.skipIf(missing !== null)(
  `a lock on the schema in PostgreSQL${missing === null ? "" : ` (${missing})`}`,
  () => {
    /** A separate database, since the lock applies to all schemas of a database. */
    let url: string;
    let client: Client;

    beforeEach(async () => {
      const address = new URL("url" in postgres ? postgres.url : "");
      address.pathname = `etesian_lock_${randomUUID().replaceAll("-", "")}`;
      url = address.href;
      await createDatabase(url);
      client = new Client({ connectionString: url, application_name: "a migration" });
      client.on("error", () => {});
      await client.connect();
    });
    afterEach(async () => {
      await client.end();
      const server = new Client({ connectionString: "url" in postgres ? postgres.url : "" });
      await server.connect();
      await server.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
      await server.end();
    });

    /** A process that holds the lock and needs another second. */
    async function startOtherProcess(): Promise<ChildProcess> {
      const child = spawn(process.execPath, [join(import.meta.dirname, "../testing/slow-migration.ts"), url]);
      await expect.poll(async () => (await client.query<{ locked: boolean }>(IS_LOCKED)).rows[0]?.locked).toBe(true);
      return child;
    }

    test.each(["SIGSTOP", "SIGKILL"] as const)(
      "a process that receives %s while starting delays the startup of others by at most its statement and five seconds",
      async (signal) => {
        const child = await startOtherProcess();
        child.kill(signal);
        // Uses the limits of a real startup, which would fail after twenty seconds.
        const store = await openEventStore(url);
        expect(await store.head()).toBe(START);
        await store.close();
        child.kill("SIGKILL");
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      },
    );

    test("a start that times out names the process that holds the lock, with its application and the time", async () => {
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      await client.query("begin");
      await client.query(`select pg_advisory_xact_lock(${LOCK})`);
      const migration = migrate(url, "events", [], [], 200);
      await expect(migration).rejects.toBeInstanceOf(StoreUnavailableError);
      await expect(migration).rejects.toThrow(
        new RegExp(
          `could not be migrated within 0\\.2 s: process ${rows[0]!.pid} of the database \\("a migration" at .+, ` +
            String.raw`idle in transaction, since \d{4}-\d\d-\d\dT[\d:]+Z\) is migrating them\. ` +
            String.raw`Wait for it, or terminate it with: select pg_terminate_backend\(\d+\)`,
        ),
      );
    });

    test("a migration with a failing step changes nothing, and succeeds once the cause is removed", async () => {
      await (await openEventStore(url)).close();
      const countColumns = async (): Promise<number> =>
        (await client.query("select 1 from information_schema.columns where table_name = 'events'")).rows.length;
      const previousCount = await countColumns();
      const step = "alter table events add column more text";
      const migration = migrate(url, "trial", [{ about: "a column twice", steps: [step, step] }]);
      await expect(migration).rejects.toThrow(
        'The tables of the trial could not be migrated to schema version 1 (a column twice): column "more" of ' +
          'relation "events" already exists. Nothing was changed; you can still start the previous version of the program',
      );
      expect(await countColumns()).toBe(previousCount);
      await (await openEventStore(url)).close();
      await migrate(url, "trial", [{ about: "a column", steps: [step] }]);
      expect(await countColumns()).toBe(previousCount + 1);
    });

    test("a start that waits for a table's lock names the process with the oldest transaction", async () => {
      await (await openEventStore(url)).close();
      await client.query("begin");
      await client.query("select 1 from events limit 1");
      const change = { about: "an additional column", steps: ["alter table events add column more text"] };
      await expect(migrate(url, "another part", [change], [], 200)).rejects.toThrow(
        /process \d+ of the database \("a migration" at .+\) has the oldest open transaction/,
      );
      await client.query("rollback");
      await migrate(url, "another part", [change]);
    });
  },
);
