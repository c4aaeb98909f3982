/** The contract of read-model databases, and of the projector on each of them. */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EventStore } from "../event-store.ts";
import { type NewEvent, type Position, START } from "../event.ts";
import { pathOf } from "../backends.ts";
import { openEventStore, openReadDatabase } from "../open.ts";
import { testStores } from "../testing/index.ts";
import { type Projection, Projector } from "./projector.ts";
import { type ReadDatabase, sql } from "./read-database.ts";

const toPosition = (text: string): Position => text as Position;

const event = (key: string): NewEvent => ({
  id: randomUUID(),
  type: "Counted",
  schemaVersion: 1,
  time: new Date().toISOString(),
  actor: "anonymous",
  correlationId: "r",
  causationId: null,
  data: { key },
});

/** Counts events by their key. */
const counts: Projection = {
  name: "counts",
  tables: [sql`create table if not exists counts (key text primary key, events integer not null)`],
  clear: [sql`delete from counts`],
  project: ({ data }) => [
    sql`insert into counts (key, events) values (${(data as { key: string }).key}, 1)
        on conflict (key) do update set events = counts.events + 1`,
  ],
};
const ALL_COUNTS = sql`select key, events from counts order by key`;

/**
 * The contents of the files that hold a table. SQLite: the file and its log, read by another process, since closing a
 * file in this process releases its locks. PostgreSQL: the table's file on the server.
 */
async function filesOf(url: string, table: string): Promise<readonly Buffer[]> {
  const path = pathOf(url);
  if (path !== null) {
    const read = (file: string): Buffer => spawnSync(process.execPath, ["--eval", PRINT, file]).stdout;
    return [read(path), read(`${path}-wal`)];
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("checkpoint");
  const { rows } = await client.query<{ file: Buffer }>(
    "select pg_read_binary_file(pg_relation_filepath($1::regclass)) as file",
    [table],
  );
  await client.end();
  return rows.map(({ file }) => file);
}
const PRINT = 'process.stdout.write(require("node:fs").readFileSync(process.argv[1]))';

for (const { name, missing, create } of await testStores()) {
  describe.skipIf(missing !== null)(`read models: ${name}${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
    let url: string;
    let remove: () => Promise<void>;
    const openedResources: { close(): Promise<void> }[] = [];
    const open = async (): Promise<ReadDatabase> => {
      const database = await openReadDatabase(url);
      openedResources.push(database);
      return database;
    };
    const openEvents = async (): Promise<EventStore> => {
      const store = await openEventStore(url);
      openedResources.push(store);
      return store;
    };
    let database: ReadDatabase;

    beforeEach(async () => {
      ({ url, remove } = await create());
      database = await open();
    });
    afterEach(async () => {
      for (const resource of openedResources.splice(0)) await resource.close();
      await remove();
    });

    test("each number is assigned once", async () => {
      const other = await open();
      const numbers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => (n % 2 ? database : other).nextNumber("scenario")),
      );
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
      expect(await database.nextNumber("other")).toBe(1);
      await database.close();
      expect(await (await open()).nextNumber("scenario")).toBe(51);
    });

    test("a write check leaves no data behind", async () => {
      const store = await openEvents();
      const tableContents =
        name === "SQLite"
          ? sql`select name, (select count(*) from schema_versions) as parts from sqlite_master`
          : sql`select table_name, (select count(*) from schema_versions) as parts
                from information_schema.tables where table_schema = current_schema()`;
      const previousContents = await database.query(tableContents);
      for (let trial = 0; trial < 2; trial++) {
        await database.checkWritable();
        await store.checkWritable();
      }
      expect(previousContents.length).toBeGreaterThan(2);
      expect(await database.query(tableContents)).toEqual(previousContents);
    });

    test("a checkpoint moves together with the tables, and only from its expected position", async () => {
      await database.create(counts.tables);
      const add = (key: string) => sql`insert into counts (key, events) values (${key}, 1)`;
      expect(await database.checkpoint("c")).toBe(START);
      expect(await database.advance("c", START, toPosition("01"), [add("a"), add("b")])).toBe(true);
      expect(await database.advance("c", START, toPosition("02"), [add("c")])).toBe(false);
      expect(await database.advance("c", toPosition("02"), toPosition("03"), [add("c")])).toBe(false);
      expect(await database.advance("c", toPosition("01"), toPosition("02"), [add("d")])).toBe(true);
      await expect(database.advance("c", toPosition("02"), toPosition("03"), [add("e"), add("d")])).rejects.toThrow(
        /unique|duplicate/i,
      );
      expect(await database.checkpoint("c")).toBe("02");
      expect(await database.query(ALL_COUNTS)).toEqual(["a", "b", "d"].map((key) => ({ key, events: 1 })));
    });

    test("values are never executed as SQL", async () => {
      await database.create(counts.tables);
      const keys = ["'; drop table counts; --", '"$1"', "é\\'"];
      for (const key of keys) await database.query(sql`insert into counts (key, events) values (${key}, 1)`);
      const rows = await database.query<{ key: string }>(ALL_COUNTS);
      expect(rows.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
    });

    test("no file contains deleted or previous values after `expunge`", async () => {
      await database.create(counts.tables);
      const keys = ["deleted", "replaced", "kept"].map((kind) => `${kind} by ${randomUUID()}`);
      for (const key of keys) await database.query(sql`insert into counts (key, events) values (${key}, 1)`);
      await database.query(sql`update counts set key = ${"another"} where key = ${keys[1]!}`);
      await database.query(sql`delete from counts where key = ${keys[0]!}`);
      const existingKeys = async () => {
        const files = await filesOf(url, "counts");
        return keys.map((key) => files.some((file) => file.includes(key)));
      };
      expect(await existingKeys()).toEqual([true, true, true]);
      await database.expunge(["counts"]);
      expect(await existingKeys()).toEqual([false, false, true]);
      await database.query(sql`insert into counts (key, events) values (${keys[0]!}, 1)`);
      expect(await database.query(ALL_COUNTS)).toHaveLength(3);
    });

    test.skipIf(name === "SQLite")("`expunge` waits for transactions that may still read deleted rows", async () => {
      await database.create(counts.tables);
      await database.query(sql`insert into counts (key, events) values (${"deleted"}, 1)`);
      const reader = new Client({ connectionString: url });
      await reader.connect();
      await reader.query("begin isolation level repeatable read");
      await reader.query("select 1");
      await database.query(sql`delete from counts`);
      const expunging = database.expunge(["counts"]).then(() => "expunged");
      expect(await Promise.race([expunging, sleep(500)])).toBeUndefined();
      await reader.query("commit");
      expect(await expunging).toBe("expunged");
      await reader.end();
    });

    test("one of many concurrent moves of a checkpoint succeeds", async () => {
      const other = await open();
      const race = async (from: Position, to: Position): Promise<number> => {
        const results = await Promise.all(
          Array.from({ length: 10 }, (_, n) => (n % 2 ? database : other).advance("c", from, to, [])),
        );
        return results.filter(Boolean).length;
      };
      expect(await race(START, toPosition("01"))).toBe(1);
      expect(await race(toPosition("01"), toPosition("02"))).toBe(1);
    });

    test("a projection shows each writer its own writes despite many concurrent writers and projectors", async () => {
      const [store, otherStore, otherDatabase] = [await openEvents(), await openEvents(), await open()];
      const projectors = [
        await Projector.open(store, database, counts),
        await Projector.open(otherStore, otherDatabase, counts),
      ];
      await Promise.all(
        Array.from({ length: 8 }, async (_, writer) => {
          for (let n = 1; n <= 15; n++) {
            const projectorIndex = writer % 2;
            await (projectorIndex ? otherStore : store).append(`s-${writer}`, [event(`k-${writer}`)], n - 1);
            await projectors[projectorIndex]!.catchUp();
            const [row] = await (projectorIndex ? otherDatabase : database).query<{ events: number }>(
              sql`select events from counts where key = ${`k-${writer}`}`,
            );
            expect(row?.events).toBe(n);
          }
        }),
      );
      expect(await database.query<{ events: number }>(ALL_COUNTS)).toEqual(
        Array.from({ length: 8 }, (_, writer) => ({ key: `k-${writer}`, events: 15 })),
      );
    });

    test("a projection continues from its checkpoint after a restart", async () => {
      const store = await openEvents();
      await store.append("s", [event("a"), event("b")], 0);
      await (await Projector.open(store, database, counts)).catchUp();
      await database.close();
      await store.append("s", [event("a")], 2);
      const reopened = await open();
      await (await Projector.open(store, reopened, counts)).catchUp();
      expect(await reopened.query(ALL_COUNTS)).toEqual([
        { key: "a", events: 2 },
        { key: "b", events: 1 },
      ]);
    });

    test("a projection ahead of its store is rebuilt", async () => {
      const store = await openEvents();
      await store.append("s", [event("a"), event("b")], 0);
      await (await Projector.open(store, database, counts)).catchUp();
      // A store restored from an older backup, with a database that was not restored.
      const olderStore = await create();
      const restoredStore = await openEventStore(olderStore.url);
      openedResources.push(restoredStore);
      await restoredStore.append("s", [event("a")], 0);
      const laterPosition = `${(await restoredStore.head()).slice(0, -3)}999` as Position;
      await database.advance("counts", await database.checkpoint("counts"), laterPosition, []);
      const projector = await Projector.open(restoredStore, database, counts);
      await projector.catchUp();
      expect(await database.query(ALL_COUNTS)).toEqual([{ key: "a", events: 1 }]);
      await restoredStore.append("s", [event("a")], 1);
      await projector.catchUp();
      expect(await database.query(ALL_COUNTS)).toEqual([{ key: "a", events: 2 }]);
      expect(await database.checkpoint("counts")).toBe(await restoredStore.head());
      await restoredStore.close();
      await olderStore.remove();
    });
  });
}
