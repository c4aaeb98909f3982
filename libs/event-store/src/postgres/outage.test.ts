/** Tests connections that break during writes: acknowledged events are kept, and the store recovers automatically. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type EventStore, UncertainAppendError, StoreUnavailableError, VersionConflictError } from "../event-store.ts";
import type { Position } from "../event.ts";
import { openEventStore, openReadDatabase } from "../open.ts";
import { sql } from "../projections/read-database.ts";
import { event } from "../testing/events.ts";
import { testStores } from "../testing/index.ts";
import { Proxy } from "../testing/proxy.ts";
import { WatchedReadDatabase } from "../projections/watched-read-database.ts";
import { WatchedStore } from "../watched-store.ts";
import { Connections } from "./connections.ts";
import { openPostgresEventStore } from "./event-store.ts";

const WRITERS = 10;
const CUTS = 20;

const [postgres] = (await testStores()).filter(({ name }) => name === "PostgreSQL");
const { missing, create } = postgres!;

/** Errors that callers must expect; any other error is a bug. */
function onExpectedError(error: unknown): void {
  if (!(error instanceof StoreUnavailableError) && !(error instanceof VersionConflictError)) throw error;
}

describe.skipIf(missing !== null)(`an unreachable PostgreSQL server${missing === null ? "" : ` (${missing})`}`, () => {
  let url: string;
  let remove: () => Promise<void>;
  let operator: Client;

  beforeEach(async () => {
    ({ url, remove } = await create());
    operator = new Client({ connectionString: url });
    await operator.connect();
  });
  afterEach(async () => {
    await operator.end();
    await remove();
  });

  test("a database that does not exist is named with the command that creates it", async () => {
    const missingDatabase = new URL(url);
    missingDatabase.pathname = "/etesian_nowhere";
    await expect(openEventStore(missingDatabase.href)).rejects.toThrow(
      'database "etesian_nowhere" does not exist; createdb etesian_nowhere creates it',
    );
  });

  test("connecting to a full server is retried until a connection becomes free", async () => {
    const role = `etesian_${randomUUID().replaceAll("-", "")}`;
    await operator.query(`create role ${role} login password 'guest' connection limit 1`);
    const guest = new URL(url);
    [guest.username, guest.password] = [role, "guest"];
    const otherClient = new Client({ connectionString: guest.href });
    const connections = new Connections(guest.href);
    const briefConnections = new Connections(guest.href, { connectMs: 2_000, statementMs: 5_000, responseMs: 1_000 });
    try {
      await otherClient.connect();
      await expect(briefConnections.query("select 1 as one")).rejects.toThrow("too many connections");
      const rows = connections.query("select 1 as one");
      await sleep(300);
      await otherClient.end();
      expect(await rows).toEqual([{ one: 1 }]);
    } finally {
      await Promise.all([connections.close(), briefConnections.close()]);
      await operator.query(`drop role ${role}`);
    }
  });

  test("the store recovers from terminated connections without losing acknowledged events", async () => {
    const namedUrl = new URL(url);
    const application = `etesian_${randomUUID()}`;
    namedUrl.searchParams.set("application_name", application);
    const store = await openEventStore(namedUrl.href);
    const readModels = await openReadDatabase(namedUrl.href);
    await readModels.create([sql`create table counts (key text primary key, events integer not null)`]);

    const acknowledged: string[] = [];
    const stopping = new AbortController();
    let failures = 0;
    const write = async (stream: string): Promise<void> => {
      let version = 0;
      while (!stopping.signal.aborted) {
        const newEvent = event();
        try {
          await store.append(stream, [newEvent], version);
          acknowledged.push(newEvent.id);
          version += 1;
        } catch (error) {
          onExpectedError(error);
          // It is unknown whether the last append was stored, so read the stream.
          failures += 1;
          version = await store.readStream(stream).then(
            (events) => events.length,
            () => version,
          );
        }
      }
    };
    /** Counts transactions of several statements, because between two statements nothing waits for the connection. */
    let advanceCount = 0;
    const advance = async (consumer: string): Promise<void> => {
      const add = sql`insert into counts (key, events) values (${consumer}, 1)
                      on conflict (key) do update set events = counts.events + 1`;
      while (!stopping.signal.aborted) {
        try {
          const from = await readModels.checkpoint(consumer);
          const to = String(Number(from) + 1).padStart(9, "0") as Position;
          if (await readModels.advance(consumer, from, to, [add, add, add])) advanceCount += 1;
          await readModels.nextNumber(consumer);
          await readModels.create([sql`create table if not exists counts (key text)`]);
        } catch (error) {
          onExpectedError(error);
        }
      }
    };
    const working = Promise.all([
      ...Array.from({ length: WRITERS }, (_, n) => write(`writer-${n}`)),
      ...Array.from({ length: WRITERS }, (_, n) => advance(`consumer-${n}`)),
    ]);
    for (let cut = 0; cut < CUTS; cut++) {
      await sleep(50);
      await operator.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [
        application,
      ]);
    }
    // The number of appends between the interruptions depends on the machine; all must succeed afterwards.
    const { length: previousAppends } = acknowledged;
    const previousAdvances = advanceCount;
    const isProgressing = () =>
      acknowledged.length > previousAppends + WRITERS && advanceCount > previousAdvances + WRITERS;
    while (!isProgressing()) await sleep(10);
    stopping.abort();
    await working;

    expect(failures).toBeGreaterThan(0);
    const storedIds = new Set<string>();
    for (let n = 0; n < WRITERS; n++) {
      const events = await store.readStream(`writer-${n}`);
      expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1));
      for (const { id } of events) storedIds.add(id);
    }
    expect(acknowledged.filter((id) => !storedIds.has(id))).toEqual([]);
    // The checkpoint and the tables advance together.
    const counts = await readModels.query<{ key: string; events: number }>(sql`select key, events from counts`);
    for (const { key, events } of counts) expect(Number(await readModels.checkpoint(key)) * 3).toBe(events);
    await store.close();
    await readModels.close();
  });

  test("a store whose server refuses connections is unavailable and not ready, and recovers automatically", async () => {
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    await operator.query(`create database ${name}`);
    const closedUrl = new URL(url);
    closedUrl.pathname = name;
    closedUrl.searchParams.delete("options");
    const failedOperations: string[] = [];
    const observer = {
      log: { error: () => {} },
      failures: { inc: ({ operation }: { readonly operation: string }) => void failedOperations.push(operation) },
    };
    const store = new WatchedStore(await openEventStore(closedUrl.href), observer);
    const readModels = new WatchedReadDatabase(await openReadDatabase(closedUrl.href), observer);
    await store.append("a", [event()], 0);
    await operator.query(`alter database ${name} allow_connections false`);
    await operator.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);

    const reason = "not currently accepting connections";
    // The first call to each may find its connection broken.
    await expect(store.append("a", [event()], 1)).rejects.toThrow(StoreUnavailableError);
    await expect(readModels.nextNumber("n")).rejects.toThrow(StoreUnavailableError);
    await expect(store.append("a", [event()], 1)).rejects.toMatchObject({
      name: "StoreUnavailableError",
      reason: expect.stringContaining(reason),
    });
    await expect(readModels.nextNumber("n")).rejects.toMatchObject({
      name: "StoreUnavailableError",
      reason: expect.stringContaining(reason),
    });
    expect(failedOperations).toEqual(["append", "next number", "append", "next number"]);
    await expect(store.ready()).rejects.toThrow(reason);
    await expect(readModels.ready()).rejects.toThrow(reason);

    await operator.query(`alter database ${name} allow_connections true`);
    await store.ready();
    await readModels.ready();
    expect(await store.append("a", [event()], 1)).toHaveLength(1);
    await store.close();
    await readModels.close();
    await operator.query(`drop database ${name} with (force)`);
  });

  test.each([
    ["an internal error", sql`do $$ begin raise exception 'cache lookup failed' using errcode = 'XX000'; end $$`],
    ["a deadlock", sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`],
  ])("%s is reported as a server failure", async (_, statement) => {
    const readModels = await openReadDatabase(url);
    await expect(readModels.query(statement)).rejects.toThrow(StoreUnavailableError);
    await readModels.close();
  });

  test("an append whose response was lost is reported as uncertain", async () => {
    const { proxy, url: proxyUrl } = await Proxy.inFrontOf(url);
    const store = await openPostgresEventStore(proxyUrl, { connectMs: 500, statementMs: 500, responseMs: 200 });
    const directStore = await openEventStore(url);
    const outcomes: { readonly isStored: boolean; readonly isUncertain: boolean }[] = [];
    // The first append opens the connection, so that the next messages are the second append's statement and result.
    for (const lostMessage of [1, 2]) {
      await store.append(`warm-${lostMessage}`, [event()], 0);
      void proxy.dropFrom(lostMessage);
      const error: unknown = await store.append(`lost-${lostMessage}`, [event()], 0).catch((reason: unknown) => reason);
      const isStored = (await directStore.readStream(`lost-${lostMessage}`)).length > 0;
      outcomes.push({ isStored, isUncertain: error instanceof UncertainAppendError });
    }
    expect(outcomes).toEqual([
      { isStored: false, isUncertain: true },
      { isStored: true, isUncertain: true },
    ]);
    await proxy.close();
    // Without a connection nothing is stored, and the error does not claim otherwise.
    await store.append("refused", [event()], 0).catch(() => {});
    const refusal: unknown = await store.append("refused", [event()], 0).catch((reason: unknown) => reason);
    expect([refusal instanceof StoreUnavailableError, refusal instanceof UncertainAppendError]).toEqual([true, false]);
    await store.close();
    await directStore.close();
  });

  test("a store behind a network that drops messages fails within its limits and recovers afterwards", async () => {
    const { proxy, url: proxyUrl } = await Proxy.inFrontOf(url);
    const store = await openPostgresEventStore(proxyUrl, { connectMs: 2_000, statementMs: 2_000, responseMs: 3_000 });
    await store.append("a", [event()], 0);
    proxy.setDropping(true);
    // More operations than connections.
    const pending = Array.from({ length: 30 }, (_, n) =>
      n % 2 ? store.readStream("a") : store.append(`s-${n}`, [event()], 0),
    );
    for (const outcome of await Promise.allSettled(pending)) {
      expect(outcome).toMatchObject({ reason: { name: "StoreUnavailableError" } });
    }
    proxy.setDropping(false);
    await expect.poll(() => store.readStream("a").catch(() => [])).toHaveLength(1);
    const appends = Array.from({ length: 30 }, (_, n) => store.append(`t-${n}`, [event()], 0));
    expect((await Promise.all(appends)).flat()).toHaveLength(30);
    await store.close();
    await proxy.close();
  });
});

describe.skipIf(missing !== null)(
  `a PostgreSQL server with unusual defaults${missing === null ? "" : ` (${missing})`}`,
  () => {
    let url: string;
    let remove: () => Promise<void>;
    let store: EventStore;

    /** Opens a new store whose sessions start with the given setting. */
    const openWith = async (setting: string): Promise<void> => {
      ({ url, remove } = await create());
      const urlWithSetting = new URL(url);
      urlWithSetting.searchParams.set("options", `${urlWithSetting.searchParams.get("options")} -c ${setting}`);
      store = await openEventStore(urlWithSetting.href);
    };
    afterEach(async () => {
      await store.close();
      await remove();
    });

    for (const level of ["repeatable read", "serializable"]) {
      test(`${level}: one of many concurrent writers wins each version, and the others get a conflict`, async () => {
        await openWith(`default_transaction_isolation=${level.replace(" ", "\\ ")}`);
        for (let version = 0; version < 10; version++) {
          const outcomes = await Promise.allSettled(
            Array.from({ length: 20 }, () => store.append("contended", [event()], version)),
          );
          const reasons = outcomes.flatMap((outcome) =>
            outcome.status === "rejected" ? [outcome.reason as unknown] : [],
          );
          expect(reasons).toHaveLength(19);
          for (const reason of reasons)
            expect(reason).toEqual(new VersionConflictError("contended", version, version + 1));
        }
        expect(await store.readStream("contended")).toHaveLength(10);
      });
    }

    test("synchronous_commit = off is overridden, since acknowledged events must be on disk", async () => {
      await openWith("synchronous_commit=off");
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.query("create table noted (setting text)");
      await client.query(
        `create function note_setting() returns trigger language plpgsql as $$
       begin insert into noted values (current_setting('synchronous_commit')); return new; end $$`,
      );
      await client.query("create trigger noted before insert on events for each row execute function note_setting()");
      await store.append("a", [event()], 0);
      expect((await client.query("select setting from noted")).rows).toEqual([{ setting: "on" }]);
      await client.end();
    });
  },
);
