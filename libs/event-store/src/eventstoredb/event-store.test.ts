/** What EventStoreDB does not do by itself, tried on a server of the test that speaks its protocol. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DuplicateEventError, type EventStore, StoreUnavailableError, StreamFullError } from "../event-store.ts";
import { START } from "../event.ts";
import { openEventStore } from "../open.ts";
import { DamagedEventError } from "../stored-event.ts";
import { event, events } from "../testing/events.ts";
import { EventStoreDbProtocolServer } from "../testing/eventstoredb-protocol.ts";
import { Connection } from "./connection.ts";
import { chained } from "./stored.ts";

describe("EventStoreDB's protocol, spoken by a server of the test", () => {
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

  test("a server that goes away refuses, and afterwards all goes on by itself", async () => {
    const asked = events(2);
    await store.append("a", asked, 0);
    server.stop();
    await expect(store.append("a", events(1), 2)).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(store.readStream("a")).rejects.toBeInstanceOf(StoreUnavailableError);
    await server.start();
    await expect.poll(() => store.readStream("a").catch(() => []), { timeout: 20_000 }).toHaveLength(2);
    expect(await store.append("a", asked, 0)).toHaveLength(2);
    expect(await store.append("a", events(1), 2)).toMatchObject([{ version: 3 }]);
  });

  test("a reader that loses the server in the middle goes on where it was: nothing is missed, nothing comes twice", async () => {
    const seen: string[] = [];
    let position = START;
    const stop = new AbortController();
    const reading = (async () => {
      while (!stop.signal.aborted) {
        try {
          for await (const batch of store.follow(position, stop.signal)) {
            for (const { id } of batch) seen.push(id);
            ({ position } = batch.at(-1)!);
          }
        } catch (error) {
          if (!(error instanceof StoreUnavailableError)) throw error;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    })();
    const written: string[] = [];
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 5; n++)
        written.push(...(await store.append(`s-${round}-${n}`, events(2), 0)).map(({ id }) => id));
      server.stop();
      await server.start();
      await expect.poll(() => store.head().catch(() => null), { timeout: 20_000 }).not.toBeNull();
    }
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(written.length);
    expect(seen).toEqual(written);
    stop.abort();
    await reading;
  });

  test("an id that somebody else is about to use is refused until it is known whether they did", async () => {
    const shared = event();
    const connection = new Connection(server.url);
    const { jsonEvent } = await import("@eventstore/db-client");
    const claim = jsonEvent({ type: "EventAppending", data: { stream: "a", version: 1 } });
    await connection.append(`~id-${shared.id}`, [claim], 0);
    await expect(store.append("b", [shared], 0)).rejects.toThrow(
      "an append with the id of one of these events is under way",
    );
    // They come to an end.
    await connection.append("a", chained("a", { version: 0, checksum: "", bytes: 0 }, [shared]).events, 0);
    await expect(store.append("b", [shared], 0)).rejects.toBeInstanceOf(DuplicateEventError);
    expect(await store.append("a", [shared], 0)).toHaveLength(1);
    connection.close();
  });

  test("a stream that is full is refused more", async () => {
    const connection = new Connection(server.url);
    const nearlyFull = { version: 0, checksum: "", bytes: 256 * 1024 * 1024 - 10 };
    await connection.append("a", chained("a", nearlyFull, [event()]).events, 0);
    await expect(store.append("a", [event({ text: "0123456789" })], 1)).rejects.toBeInstanceOf(StreamFullError);
    connection.close();
  });

  test("an event that somebody else wrote there is named, and not served", async () => {
    await store.append("a", events(1), 0);
    const connection = new Connection(server.url);
    const { jsonEvent } = await import("@eventstore/db-client");
    await connection.append("a", [jsonEvent({ type: "Strange", data: {} })], 1);
    await expect(store.readStream("a")).rejects.toBeInstanceOf(DamagedEventError);
    connection.close();
  });

  test("several systems share a server, each with its namespace", async () => {
    const [one, other] = await Promise.all(
      ["one", "other"].map((name) => openEventStore(`${server.url}&namespace=${name}`)),
    );
    await one!.append("a", events(2), 0);
    await other!.append("a", events(1), 0);
    expect((await one!.readAll(START, 10)).map(({ stream }) => stream)).toEqual(["a", "a"]);
    expect(await other!.streams("", 10)).toEqual(["a"]);
    await one!.close();
    await other!.close();
    await expect(openEventStore(`${server.url}&namespace=a-b`)).rejects.toThrow('the namespace is "a-b"');
  });
});
