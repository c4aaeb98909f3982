/** Tests guarantees that EventStoreDB itself does not provide, with a test server that implements its protocol. */
import { EventStoreDBClient } from "@eventstore/db-client";
import { Metadata } from "@grpc/grpc-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { z } from "zod";
import { Aggregates, type Decider } from "../aggregates/aggregates.ts";
import { eventCodec, type EventOf } from "../aggregates/codec.ts";
import { checkStore } from "../check.ts";
import { Creations } from "../aggregates/creations.ts";
import {
  AppendTooLargeError,
  DuplicateEventError,
  type EventStore,
  StoreUnavailableError,
  StreamFullError,
} from "../event-store.ts";
import { type RecordedEvent, START } from "../event.ts";
import { openEventStore, openReadDatabase } from "../open.ts";
import { DamagedEventError } from "../stored-event.ts";
import { event, events, streamsOf } from "../testing/events.ts";
import { EventStoreDbProtocolServer } from "../testing/eventstoredb-protocol.ts";
import { Connection } from "./connection.ts";
import { prepare } from "./stored.ts";

const definitions = { Named: { version: 1, schema: z.object({ name: z.string() }) } } as const;
const ship: Decider<string | null, string, EventOf<typeof definitions>, { readonly reason: "taken" }> = {
  initial: null,
  decide: (name, state) =>
    state === null ? { events: [{ type: "Named", data: { name } }] } : { refusal: { reason: "taken" } },
  evolve: (_, { data }) => data.name,
};

describe("EventStoreDB's protocol, implemented by a test server", () => {
  let server: EventStoreDbProtocolServer;
  let store: EventStore;
  beforeEach(async () => {
    server = new EventStoreDbProtocolServer();
    await server.start();
    store = await openEventStore(server.url);
  });
  afterEach(async () => {
    await store.close();
    server.stop();
  });

  test("a store is unavailable while its server is stopped, and recovers when the server restarts", async () => {
    const batch = events(2);
    await store.append("a", batch, 0);
    server.stop();
    await expect(store.append("a", events(1), 2)).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(store.readStream("a")).rejects.toBeInstanceOf(StoreUnavailableError);
    await server.start();
    await expect.poll(() => store.readStream("a").catch(() => [])).toHaveLength(2);
    expect(await store.append("a", batch, 0)).toHaveLength(2);
    expect(await store.append("a", events(1), 2)).toMatchObject([{ version: 3 }]);
  });

  test("a broken connection ends only its own appends, and appends of another client succeed", async () => {
    const other = new EventStoreDbProtocolServer();
    await other.start();
    const intactStore = await openEventStore(other.url);
    // Opens append streams for both connections.
    await Promise.all([store.append("a", events(1), 0), intactStore.append("a", events(1), 0)]);
    const release = other.delayResponses();
    const appending = intactStore.append("b", events(1), 0);
    await expect.poll(() => other.count(/^~id-/)).toBe(2);
    server.dropResponse("b", "before");
    await expect(store.append("b", events(1), 0)).rejects.toBeInstanceOf(StoreUnavailableError);
    release();
    expect(await appending).toMatchObject([{ stream: "b", version: 1 }]);
    await intactStore.close();
    other.stop();
  });

  test("a failed search for a node ends only the calls that wait for a connection", async () => {
    interface ClientInternals {
      getChannel(): Promise<unknown>;
      /** No caller awaits it, so a rejection would end the process. */
      handleError(source: { getChannel(): unknown }, error: Error): Promise<void>;
    }
    const unreachable = "esdb://127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=2&discoveryInterval=10";
    const client = EventStoreDBClient.connectionString(unreachable) as unknown as ClientInternals;
    const connectionError = Object.assign(new Error("read ECONNRESET"), {
      code: 14,
      details: "",
      metadata: new Metadata(),
    });
    const [search, handling] = await Promise.allSettled([
      client.getChannel(),
      client.handleError({ getChannel: () => ({}) }, connectionError),
    ]);
    expect(search).toMatchObject({ status: "rejected", reason: { message: "Failed to discover after 2 attempts." } });
    expect(handling).toEqual({ status: "fulfilled", value: undefined });
  });

  test("a reader that loses the server continues from its position, without gaps or duplicates", async () => {
    const receivedIds: string[] = [];
    let position = START;
    const stop = new AbortController();
    const reading = (async () => {
      while (!stop.signal.aborted) {
        try {
          for await (const batch of store.follow(position, stop.signal)) {
            for (const { id } of batch) receivedIds.push(id);
            ({ position } = batch.at(-1)!);
          }
        } catch (error) {
          if (!(error instanceof StoreUnavailableError)) throw error;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    })();
    const appendedIds: string[] = [];
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 5; n++)
        appendedIds.push(...(await store.append(`s-${round}-${n}`, events(2), 0)).map(({ id }) => id));
      server.stop();
      await server.start();
      await expect.poll(() => store.head().catch(() => null)).not.toBeNull();
    }
    await expect.poll(() => receivedIds.length).toBe(appendedIds.length);
    expect(receivedIds).toEqual(appendedIds);
    stop.abort();
    await reading;
  });

  test("an id claimed by another writer's open append is refused until that append's outcome is known", async () => {
    const sharedEvent = event();
    const connection = new Connection(server.url);
    const { jsonEvent } = await import("@eventstore/db-client");
    const claim = jsonEvent({ type: "EventAppending", data: { stream: "a", version: 1 } });
    await connection.append(`~id-${sharedEvent.id}`, [claim], 0);
    await expect(store.append("b", [sharedEvent], 0)).rejects.toThrow(
      "an append with the id of one of these events is in progress",
    );
    // The claiming append completes.
    await connection.append("a", prepare("a", { version: 0, checksum: "", bytes: 0 }, [sharedEvent]).events, 0);
    await expect(store.append("b", [sharedEvent], 0)).rejects.toBeInstanceOf(DuplicateEventError);
    expect(await store.append("a", [sharedEvent], 0)).toHaveLength(1);
    connection.close();
  });

  test("an interrupted creation is completed with its original number", async () => {
    const sequences = await openReadDatabase("sqlite::memory:");
    const ships = new Creations({
      aggregates: new Aggregates({
        store,
        codec: eventCodec(definitions),
        decider: ship,
        streamOf: (id) => `ship-${id}`,
      }),
      store,
      sequences,
      sequence: "ship",
      idOf: (stream) => (stream.startsWith("ship-") ? Number(stream.slice(5)) : null),
    });
    const create = () => ships.create(() => "Argo", { actor: "user:1", correlationId: "r", idempotencyKey: "a" });
    server.dropResponse("ship-", "before");
    await expect(create()).rejects.toBeInstanceOf(StoreUnavailableError);
    expect(await create()).toMatchObject({ id: 1, outcome: { state: "Argo", version: 1 } });
    expect(await create()).toMatchObject({ id: 1, outcome: null });
    expect(await streamsOf(store)).toEqual(["ship-1"]);
    await sequences.close();
  });

  test("an id is free again when another event is stored at the position claimed for it", async () => {
    const sharedEvent = event();
    server.dropResponse("a", "before");
    await expect(store.append("a", [sharedEvent], 0)).rejects.toBeInstanceOf(StoreUnavailableError);
    await store.append("a", events(1), 0);
    expect(await store.append("b", [sharedEvent], 0)).toHaveLength(1);
  });

  test.each(["before", "after"] as const)(
    "an append whose response is lost %s it was stored is stored once when it is repeated",
    async (when) => {
      const batch = events(3);
      await store.append("a", events(1), 0);
      server.dropResponse("a", when);
      await expect(store.append("a", batch, 1)).rejects.toBeInstanceOf(StoreUnavailableError);
      expect(await store.append("a", batch, 1)).toMatchObject([{ version: 2 }, { version: 3 }, { version: 4 }]);
      expect(server.count(/^a$/)).toBe(4);
    },
  );

  test("an append that cannot be read back is not acknowledged", async () => {
    await store.append("a", events(1), 0);
    const batch = events(2);
    server.lagBehind("a");
    await expect(store.append("a", batch, 1)).rejects.toThrow("an append to a cannot be read yet");
    expect(await store.append("a", batch, 1)).toHaveLength(2);
  });

  test("large data are stored once, in chunks, and completed after an interruption", async () => {
    const largeText = randomBytes(2_000_000).toString("base64");
    const first = event({ large: largeText });
    server.dropResponse("~data-", "before");
    await expect(store.append("a", [first], 0)).rejects.toBeInstanceOf(StoreUnavailableError);
    const [stored] = await store.append("a", [first], 0);
    await store.append("b", [event({ large: largeText })], 0);
    expect(server.count(/^~data-/)).toBe(6);
    const [fromStream] = await store.readStream("b");
    const [fromLog] = await store.readAll(START, 10);
    // Compared as a boolean, so that a failure does not print the data.
    const copies = [stored, fromStream, fromLog, await store.findEvent(first.id)].map(
      (recordedEvent) => recordedEvent?.data,
    );
    expect(copies.every((data) => (data as { readonly large: string }).large === largeText)).toBe(true);
  });

  test("modified large data are reported as damage", async () => {
    const [{ position }] = (await store.append("a", [event({ large: "x".repeat(300_000) })], 0)) as [RecordedEvent];
    server.deleteStreams(/^~data-/);
    await expect(store.readStream("a")).rejects.toThrow("its data differ from the stored ones");
    expect(await store.head()).toBe(position);
  });

  test("a large append of many events is stored as a whole", async () => {
    const manyEvents = Array.from({ length: 12 }, (_, n) => event({ n, text: "x".repeat(200_000) }));
    expect(await store.append("a", manyEvents, 0)).toHaveLength(12);
    const lastEvents = await store.readStream("a", 9);
    expect(lastEvents.map(({ data }) => (data as { readonly n: number }).n)).toEqual([9, 10, 11]);
  });

  test("an append above the server's limit fails with both sizes, and is not an outage", async () => {
    const largeEvent = event({}, { actor: "x".repeat(1_100_000) });
    await expect(store.append("a", [largeEvent], 0)).rejects.toThrow(
      /^An append to a has 1100\d{3} bytes; the event store accepts at most 1048576 bytes$/,
    );
    await expect(store.append("a", [largeEvent], 0)).rejects.toBeInstanceOf(AppendTooLargeError);
  });

  test("a large snapshot replaces the previous one with all its chunks", async () => {
    await store.append("a", events(2), 0);
    const state = { text: randomBytes(700_000).toString("base64") };
    await store.writeSnapshot("a", { version: 1, schemaVersion: 1, state });
    expect(await store.readSnapshot("a", 1)).toEqual({ version: 1, schemaVersion: 1, state });
    expect(server.streams(/^~state-/)).toHaveLength(1);
    await store.writeSnapshot("a", { version: 2, schemaVersion: 1, state: { text: "" } });
    expect(await store.readSnapshot("a", 1)).toEqual({ version: 2, schemaVersion: 1, state: { text: "" } });
    expect(server.streams(/^~state-/)).toEqual([]);
  });

  test("snapshots and write checks are stored in streams of one event", async () => {
    await store.append("a", events(1), 0);
    await store.writeSnapshot("a", { version: 1, schemaVersion: 1, state: {} });
    await store.checkWritable();
    expect(server.streams(/^[$]{2}/)).toEqual(["$$~snapshot-a", "$$~writable"]);
  });

  test("a check reads the log twice, regardless of the number of streams", async () => {
    for (let n = 0; n < 40; n++) await store.append(`s-${n}`, events(2), 0);
    const previousReads = server.logReads;
    expect(await checkStore(store)).toEqual({ streams: 40, events: 80, problems: [] });
    // Events: one page and an empty page. Streams: one page.
    expect(server.logReads - previousReads).toBeLessThanOrEqual(4);
  });

  test("opening a namespace and finding its end reads no events of another namespace", async () => {
    for (let n = 0; n < 20; n++) await store.append(`s-${n}`, events(5), 0);
    const quietStore = await openEventStore(`${server.url}&namespace=quiet`);
    const [{ position }] = (await quietStore.append("a", events(1), 0)) as [RecordedEvent];
    for (let n = 20; n < 40; n++) await store.append(`s-${n}`, events(5), 0);
    const previousReads = server.eventsRead;
    const reopenedStore = await openEventStore(`${server.url}&namespace=quiet`);
    expect(await reopenedStore.head()).toBe(position);
    expect(server.eventsRead - previousReads).toBe(2);
    await quietStore.close();
    await reopenedStore.close();
  });

  test("an append to a silent server is sent once and fails at the operation's deadline", async () => {
    const impatientStore = await openEventStore(`${server.url}&defaultDeadline=400`);
    const release = server.delayResponses();
    const previousAppends = server.appendsReceived;
    await expect(impatientStore.append("a", events(1), 0)).rejects.toBeInstanceOf(StoreUnavailableError);
    // An operation that fails immediately is attempted four times.
    expect(server.appendsReceived - previousAppends).toBe(1);
    release();
    await impatientStore.close();
  });

  test("requests to a silent node are repeated through a new client", async () => {
    const patientStore = await openEventStore(`${server.url}&defaultDeadline=500`);
    await patientStore.append("a", events(1), 0);
    const { port } = new URL(server.url.replace("esdb:", "http:"));
    server.stop();
    const silentServer = createServer(() => {});
    await new Promise<void>((resolve) => silentServer.listen(Number(port), "127.0.0.1", resolve));
    await expect.poll(() => patientStore.append("a", events(1), 1).catch(String)).toContain("did not respond within");
    // Its connections stay open, like connections to a frozen process.
    silentServer.close();
    await server.start();
    await expect.poll(() => patientStore.readStream("a").catch(() => [])).toHaveLength(1);
    await patientStore.close();
  });

  test("a read whose client is replaced does not return an empty stream", async () => {
    await store.append("a", events(3), 0);
    const release = server.delayReads();
    const reading = store.readStream("a");
    await expect.poll(() => server.delayedReads).toBeGreaterThan(0);
    // Another request from the same client times out.
    const otherConnection = new Connection(server.url);
    await expect(otherConnection.withDeadline(() => otherConnection.readForwards("a", 0, 1), 300)).rejects.toThrow(
      StoreUnavailableError,
    );
    release();
    expect(await reading).toHaveLength(3);
    otherConnection.close();
  });

  test("an append whose client is replaced is repeated through the new client", async () => {
    await store.append("a", events(1), 0);
    const release = server.delayResponses();
    const appending = store.append("a", events(1), 1);
    await expect.poll(() => server.count(/^~id-/)).toBe(2);
    // Another request from the same client times out.
    const otherConnection = new Connection(server.url);
    const { events: prepared } = prepare("b", { version: 0, checksum: "", bytes: 0 }, [event()]);
    await expect(otherConnection.withDeadline(() => otherConnection.append("b", prepared, 0), 300)).rejects.toThrow(
      StoreUnavailableError,
    );
    release();
    expect(await appending).toMatchObject([{ stream: "a", version: 2 }]);
    otherConnection.close();
  });

  test("a full stream refuses further events", async () => {
    const connection = new Connection(server.url);
    const streamEnd = { version: 0, checksum: "", bytes: 256 * 1024 * 1024 - 10 };
    await connection.append("a", prepare("a", streamEnd, [event()]).events, 0);
    await expect(store.append("a", [event({ text: "0123456789" })], 1)).rejects.toBeInstanceOf(StreamFullError);
    connection.close();
  });

  test("a foreign event in a stream is reported and not served", async () => {
    await store.append("a", events(1), 0);
    const connection = new Connection(server.url);
    const { jsonEvent } = await import("@eventstore/db-client");
    await connection.append("a", [jsonEvent({ type: "Strange", data: {} })], 1);
    await expect(store.readStream("a")).rejects.toBeInstanceOf(DamagedEventError);
    connection.close();
  });

  test("several systems share a server, each with its namespace", async () => {
    const [first, second] = await Promise.all(
      ["one", "other"].map((name) => openEventStore(`${server.url}&namespace=${name}`)),
    );
    await first!.append("a", events(2), 0);
    await second!.append("a", events(1), 0);
    expect((await first!.readAll(START, 10)).map(({ stream }) => stream)).toEqual(["a", "a"]);
    expect(await streamsOf(second!)).toEqual(["a"]);
    await first!.close();
    await second!.close();
    await expect(openEventStore(`${server.url}&namespace=a-b`)).rejects.toThrow('the namespace is "a-b"');
  });
});
