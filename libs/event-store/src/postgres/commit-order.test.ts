/**
 * Tests that the store only reads below the oldest running transaction, because positions are assigned in one order and
 * committed in another.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EventStore } from "../event-store.ts";
import { type NewEvent, START } from "../event.ts";
import { openEventStore, openReadDatabase } from "../open.ts";
import { Projector } from "../projections/projector.ts";
import { event } from "../testing/events.ts";
import { testStores } from "../testing/index.ts";

const [postgres] = (await testStores()).filter(({ name }) => name === "PostgreSQL");
const { missing, create } = postgres!;

describe.skipIf(missing !== null)(`commit order in PostgreSQL${missing === null ? "" : ` (${missing})`}`, () => {
  let url: string;
  let store: EventStore;
  const clients: Client[] = [];
  let remove: () => Promise<void>;

  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    clients.push(client);
    return client;
  };

  beforeEach(async () => {
    ({ url, remove } = await create());
    store = await openEventStore(url);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end();
    await store.close();
    await remove();
  });

  /** Appends an event in an open transaction: the event has a position, but no reader sees it. */
  async function beginAppend(client: Client, stream: string): Promise<NewEvent> {
    const newEvent = event();
    await client.query("begin");
    await client.query("select * from append_events($1, null, $2, $3)", [stream, JSON.stringify([newEvent]), ["{}"]]);
    return newEvent;
  }

  const ids = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

  test("a reader that only compares positions misses a slower writer, but the store's reader does not", async () => {
    const [slowClient, naiveClient] = [await connect(), await connect()];
    const readNaively = async (after: string) => {
      const sql = "select id, position from events where position > $1 order by position";
      return (await naiveClient.query<{ id: string; position: string }>(sql, [after])).rows;
    };
    const first = await beginAppend(slowClient, "slow");
    const [second] = await store.append("quick", [event()], 0);

    const readRows = await readNaively("0");
    expect(ids(readRows)).toEqual([second!.id]);
    expect(await store.readAll(START, 10)).toEqual([]);

    await slowClient.query("commit");
    expect(await readNaively(readRows[0]!.position)).toEqual([]);
    expect(ids(await store.readAll(START, 10))).toEqual([first.id, second!.id]);
  });

  test("a read model waits for the slower writer before it shows later events", async () => {
    const readModels = await openReadDatabase(url);
    const projector = await Projector.open(store, readModels, {
      name: "nothing",
      tables: [],
      clear: [],
      project: () => [],
    });
    const slowClient = await connect();
    await beginAppend(slowClient, "slow");
    const [second] = await store.append("quick", [event()], 0);
    let isCaughtUp = false;
    const catchUp = projector.catchUp().then(() => (isCaughtUp = true));
    await sleep(100);
    expect(isCaughtUp).toBe(false);
    await slowClient.query("commit");
    await catchUp;
    expect(await readModels.checkpoint("nothing")).toBe(second!.position);
    await readModels.close();
  });

  test("a transaction that delays readers is described", async () => {
    expect(await store.delays()).toEqual([]);
    const slowClient = await connect();
    await beginAppend(slowClient, "slow");
    expect(await store.delays()).toEqual([
      { holder: expect.stringMatching(/^process \d+ of database \w+, idle in transaction$/) as string, seconds: 0 },
    ]);
    await slowClient.query("commit");
    expect(await store.delays()).toEqual([]);
  });

  test("transactions without appends do not delay readers, in any database", async () => {
    const otherDatabase = new URL(url);
    otherDatabase.pathname = "/postgres";
    otherDatabase.search = "";
    for (const database of [otherDatabase.href, url]) {
      const otherClient = new Client({ connectionString: database });
      await otherClient.connect();
      clients.push(otherClient);
      await otherClient.query("begin");
      await otherClient.query("select pg_current_xact_id()");
    }
    const [appended] = await store.append("a", [event()], 0);
    expect(ids(await store.readAll(START, 10))).toEqual([appended!.id]);
    expect(await store.delays()).toEqual([]);
    const readModels = await openReadDatabase(url);
    const projector = await Projector.open(store, readModels, {
      name: "nothing",
      tables: [],
      clear: [],
      project: () => [],
    });
    await projector.catchUp();
    expect(await readModels.checkpoint("nothing")).toBe(appended!.position);
    await readModels.close();
  });

  test("an append must be the first write in its transaction", async () => {
    const client = await connect();
    await client.query("begin");
    await client.query("select pg_current_xact_id()");
    await expect(
      client.query("select * from append_events('a', null, $1, $2)", [JSON.stringify([event()]), ["{}"]]),
    ).rejects.toThrow("has to be the first to write in its transaction");
  });

  test("a writer that waits for its stream's lock follows the previous writer in both orders", async () => {
    const [first, second] = [await connect(), await connect()];
    const firstEvent = await beginAppend(first, "stream");
    const pendingAppend = beginAppend(second, "stream");
    await sleep(50);
    await first.query("commit");
    const secondEvent = await pendingAppend;
    await second.query("commit");
    expect(ids(await store.readStream("stream"))).toEqual([firstEvent.id, secondEvent.id]);
    expect(ids(await store.readAll(START, 10))).toEqual([firstEvent.id, secondEvent.id]);
  });
});
