/** The contract of event stores, tested against every adapter. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  DuplicateEventError,
  type EventStore,
  MAX_STREAM_BYTES,
  MAX_STREAM_EVENTS,
  StoreUnavailableError,
  StreamFullError,
  VersionConflictError,
} from "./event-store.ts";
import { type NewEvent, type Position, type RecordedEvent, START } from "./event.ts";
import { recordedEventSchema } from "./event-schema.ts";
import { openEventStore } from "./open.ts";
import { DamagedEventError } from "./stored-event.ts";
import { event, events, streamsOf } from "./testing/events.ts";
import { testEventStores } from "./testing/index.ts";

const ids = (recorded: readonly { id: string }[]): string[] => recorded.map(({ id }) => id);

/** Reads everything in the store in small steps. */
async function readToEnd(store: EventStore, after: Position = START): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for (let position = after; ;) {
    const batch = await store.readAll(position, 7);
    if (batch.length === 0) return all;
    all.push(...batch);
    position = batch.at(-1)!.position;
  }
}

for (const { name, missing, hasTables, create } of await testEventStores()) {
  const note = hasTables ? "" : " (it has no tables: tests that modify them are skipped)";
  const reason = missing === null ? note : ` (skipped: ${missing})`;
  describe.skipIf(missing !== null)(`event store: ${name}${reason}`, () => {
    let url: string;
    let execute: (statement: string) => Promise<void>;
    let remove: () => Promise<void>;
    const setHead = (stream: string, head: { readonly [column: string]: number }): Promise<void> => {
      const changes = Object.entries(head).map(([column, value]) => `${column} = ${value}`);
      return execute(`update streams set ${changes.join(", ")} where stream = '${stream}'`);
    };
    const openedStores: EventStore[] = [];
    const open = async (): Promise<EventStore> => {
      const store = await openEventStore(url);
      openedStores.push(store);
      return store;
    };
    let store: EventStore;

    beforeEach(async () => {
      ({ url, execute, remove } = await create());
      store = await open();
    });
    afterEach(async () => {
      for (const eventStore of openedStores.splice(0)) await eventStore.close();
      await remove();
    });

    describe("a stream", () => {
      test("a stream returns appended events with their position", async () => {
        const newEvent = event(
          { text: "é\u0000\ud800 \u2028", number: 0.1, large: 1e21, list: [null, true, { "1": {} }] },
          { type: "Other", schemaVersion: 3, actor: "user:12", causationId: randomUUID() },
        );
        const recorded = await store.append("a-1", [newEvent, event()], 0);
        expect(recorded.map(({ stream, version }) => [stream, version])).toEqual([
          ["a-1", 1],
          ["a-1", 2],
        ]);
        expect(recorded[0]).toEqual({ ...newEvent, stream: "a-1", version: 1, position: recorded[0]!.position });
        expect(await store.readStream("a-1")).toEqual(recorded);
        for (const recordedEvent of recorded)
          expect(recordedEventSchema.parse(JSON.parse(JSON.stringify(recordedEvent)))).toEqual(recordedEvent);
      });

      test("a stream keeps any JSON unchanged", async () => {
        let version = 0;
        await fc.assert(
          fc.asyncProperty(fc.jsonValue({ depthSize: "medium" }), async (value) => {
            await store.append("json", [event({ value })], version);
            const [recordedEvent] = await store.readStream("json", version++);
            expect(JSON.stringify(recordedEvent!.data)).toBe(JSON.stringify({ value }));
          }),
          { numRuns: 50 },
        );
      });

      test("a stream without events is empty", async () => {
        expect(await store.readStream("nobody")).toEqual([]);
        expect(await store.readAll(START, 10)).toEqual([]);
        expect(await store.head()).toBe(START);
      });

      test("a stream is listed once among all streams", async () => {
        for (const name of ["b", "a-10", "B", "a-9", "é"]) await store.append(name, events(2), 0);
        await store.append("b", events(1), 2);
        expect(await streamsOf(store)).toEqual(["B", "a-10", "a-9", "b", "é"]);
      });

      test("a stream can be read from any version", async () => {
        const recorded = await store.append("a", events(5), 0);
        expect(await store.readStream("a", 3)).toEqual(recorded.slice(3));
        expect(await store.readStream("a", 5)).toEqual([]);
      });

      test("a stream is found only by its exact name", async () => {
        await store.append("scenario-1", [event()], 0);
        await store.append("scenario-10", [event()], 0);
        await store.append("Scenario-1", [event()], 0);
        await store.append("'; drop table events; --", [event()], 0);
        expect(await store.readStream("scenario-1")).toHaveLength(1);
      });

      test("a stream survives closing the store", async () => {
        const recorded = await store.append("a", events(2), 0);
        await store.close();
        expect(await (await open()).readStream("a")).toEqual(recorded);
      });
    });

    describe("an append", () => {
      test("an append requires the stream's current version", async () => {
        await store.append("a", events(2), 0);
        for (const wrongVersion of [0, 1, 3]) {
          await expect(store.append("a", events(1), wrongVersion)).rejects.toMatchObject(
            new VersionConflictError("a", wrongVersion, 2),
          );
        }
        await expect(store.append("b", events(1), 1)).rejects.toBeInstanceOf(VersionConflictError);
        expect(await readToEnd(store)).toHaveLength(2);
        await store.append("a", events(1), 2);
      });

      test("an append without an expected version is added at the end", async () => {
        await store.append("a", events(2), "any");
        const [third] = await store.append("a", events(1), "any");
        expect(third!.version).toBe(3);
      });

      test("an append stores all of its events or none", async () => {
        const [first] = await store.append("a", events(1), 0);
        const newEvent = event({}, { id: first!.id });
        await expect(store.append("b", [event(), newEvent, event()], 0)).rejects.toBeInstanceOf(DuplicateEventError);
        expect(await store.readStream("b")).toEqual([]);
        await store.append("b", events(1), 0);
        expect(await readToEnd(store)).toHaveLength(2);
      });

      test("an invalid append is refused", async () => {
        await expect(store.append("", events(1), 0)).rejects.toThrow("the stream has no name");
        await expect(store.append("a", [], 0)).rejects.toThrow("0 events, expected 1 to 1000");
        await expect(store.append("a", events(1_001), 0)).rejects.toThrow("1001 events");
        await expect(store.append("a", events(1), -1)).rejects.toThrow("expected version -1");
        await expect(store.append("a", events(1), 0.5)).rejects.toThrow("expected version 0.5");
        const eventAtNoon = event({}, { time: "2026-11-21T12:00:00Z" });
        await expect(store.append("a", [eventAtNoon], 0)).rejects.toThrow(
          'the time is "2026-11-21T12:00:00Z", expected',
        );
      });

      test("one of many concurrent writers wins each version", async () => {
        const other = await open();
        const outcomes = await Promise.allSettled(
          Array.from({ length: 40 }, (_, n) => (n % 2 ? store : other).append("contended", [event({ n })], 0)),
        );
        expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
        const reasons = outcomes.flatMap((outcome) =>
          outcome.status === "rejected" ? [outcome.reason as unknown] : [],
        );
        expect(reasons.every((reason) => reason instanceof VersionConflictError)).toBe(true);
        expect(await store.readStream("contended")).toHaveLength(1);
      });

      test("concurrent appends without an expected version leave no gap", async () => {
        const other = await open();
        await Promise.all(
          Array.from({ length: 40 }, (_, n) => (n % 2 ? store : other).append("busy", events(2), "any")),
        );
        const versions = (await store.readStream("busy")).map(({ version }) => version);
        expect(versions).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
        // The order of all events must be consistent with the order in the stream.
        expect((await readToEnd(store)).map(({ version }) => version)).toEqual(versions);
      });

      test("an append after closing is refused", async () => {
        await store.close();
        await expect(store.append("a", events(1), 0)).rejects.toBeInstanceOf(StoreUnavailableError);
        await expect(store.readStream("a")).rejects.toBeInstanceOf(StoreUnavailableError);
        await expect(store.readAll(START, 1)).rejects.toBeInstanceOf(StoreUnavailableError);
        await store.close();
      });
    });

    describe("a repeated append", () => {
      test("a repeated append returns the stored events and stores nothing", async () => {
        const batch = events(3);
        const storedEvents = await store.append("a", batch, 0);
        expect(await store.append("a", batch, 0)).toEqual(storedEvents);
        await store.append("a", events(2), 3);
        const changedBatch = batch.map((event) => ({ ...event, time: "2026-11-22T00:00:00.000Z", data: "another" }));
        expect(await (await open()).append("a", changedBatch, 0)).toEqual(storedEvents);
        expect(await store.readStream("a")).toHaveLength(5);
        expect(await readToEnd(store)).toHaveLength(5);
      });

      test("a repeated append without an expected version also returns the stored events", async () => {
        await store.append("a", events(2), "any");
        const batch = events(2);
        const storedEvents = await store.append("a", batch, "any");
        await store.append("a", events(1), "any");
        expect(await store.append("a", batch, "any")).toEqual(storedEvents);
        expect(await store.readStream("a")).toHaveLength(5);
      });

      test("many concurrent repetitions result in one append", async () => {
        const [other, batch] = [await open(), events(2)];
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, n) => (n % 2 ? store : other).append("a", batch, n % 3 ? 0 : "any")),
        );
        for (const events of results) expect(events).toEqual(results[0]);
        expect(await store.readStream("a")).toHaveLength(2);
      });

      test("a truncated, extended or reordered append, or one to another stream, is not a repetition", async () => {
        const batch = events(3);
        await store.append("a", batch, 0);
        const otherAppends: readonly (readonly [string, readonly NewEvent[], number | "any", string])[] = [
          ["a", [...batch, event()], 0, "VersionConflictError"],
          ["a", batch.toReversed(), 0, "VersionConflictError"],
          ["a", batch.slice(0, 2), 1, "VersionConflictError"],
          ["a", batch, 3, "DuplicateEventError"],
          ["b", batch, 0, "DuplicateEventError"],
          ["b", batch, "any", "DuplicateEventError"],
          ["a", [...batch, event()], "any", "DuplicateEventError"],
        ];
        for (const [stream, events, version, name] of otherAppends) {
          await expect(store.append(stream, events, version)).rejects.toMatchObject({ name });
        }
        expect(await readToEnd(store)).toHaveLength(3);
      });

      test("a stored append is found by the id of an event", async () => {
        const [, second] = await store.append("a", events(3), 0);
        expect(await store.findEvent(second!.id)).toEqual(second);
        expect(await store.findEvent(randomUUID())).toBeNull();
      });
    });

    describe("a long stream", () => {
      test("a long stream is read in pages, by number of events and by size", async () => {
        // EventStoreDB needs several messages per append and is slower; fewer events are sufficient.
        const count = hasTables ? 1_200 : 600;
        for (let version = 0; version < count; version += 300) await store.append("many", events(300), version);
        const pages = [];
        for (let version = 0; ;) {
          const page = await store.readStream("many", version);
          if (page.length === 0) break;
          pages.push(page.length);
          version = page.at(-1)!.version;
        }
        expect(pages).toEqual(hasTables ? [500, 500, 200] : [500, 100]);

        const largeEvents = Array.from({ length: 30 }, (_, n) => event({ n, text: "x".repeat(60_000) }));
        await store.append("large", largeEvents, 0);
        expect(await store.readStream("large")).toHaveLength(17);
        expect((await store.readStream("large", 17)).map(({ version }) => version)).toEqual(
          Array.from({ length: 13 }, (_, n) => 18 + n),
        );
        await store.append("huge", [event({ text: "x".repeat(2_000_000) }), event()], 0);
        expect(await store.readStream("huge")).toHaveLength(1);
        expect(await store.readStream("huge", 1)).toHaveLength(1);
        const all = await readToEnd(store);
        expect(all).toHaveLength(count + 32);
      });

      test.skipIf(!hasTables)("a full stream refuses more events and remains unchanged", async () => {
        await store.append("a", events(2), 0);
        await setHead("a", { version: MAX_STREAM_EVENTS - 1 });
        await expect(store.append("a", events(2), "any")).rejects.toBeInstanceOf(StreamFullError);
        await expect(store.append("a", events(2), "any")).rejects.toThrow(
          /Stream a is full: it would have 100001 events, \d+ bytes; the limits are 100000 events and 268435456 bytes/,
        );
        await setHead("a", { version: 2, bytes: MAX_STREAM_BYTES - 10 });
        await expect(store.append("a", [event({ text: "0123456789" })], 2)).rejects.toBeInstanceOf(StreamFullError);
        await setHead("a", { version: 2, bytes: 100 });
        expect(await store.append("a", events(1), 2)).toMatchObject([{ version: 3 }]);
      });
    });

    describe("a snapshot", () => {
      const state = { text: "é\ud800", list: [1, null] };

      test("the latest snapshot is kept next to its stream", async () => {
        await store.append("a", events(3), 0);
        expect(await store.readSnapshot("a", 1)).toBeNull();
        await store.writeSnapshot("a", { version: 2, schemaVersion: 1, state: {} });
        await store.writeSnapshot("a", { version: 3, schemaVersion: 1, state });
        expect(await (await open()).readSnapshot("a", 1)).toEqual({ version: 3, schemaVersion: 1, state });
        expect(await store.readSnapshot("b", 1)).toBeNull();
        expect(await store.readStream("a")).toHaveLength(3);
      });

      test("a snapshot of another schema version is not read", async () => {
        await store.append("a", events(3), 0);
        await store.writeSnapshot("a", { version: 3, schemaVersion: 1, state });
        expect(await store.readSnapshot("a", 2)).toBeNull();
        await store.writeSnapshot("a", { version: 3, schemaVersion: 2, state });
        expect(await store.readSnapshot("a", 2)).toMatchObject({ schemaVersion: 2 });
      });

      test("a snapshot of missing events is not stored", async () => {
        await store.append("a", events(3), 0);
        await store.writeSnapshot("a", { version: 4, schemaVersion: 1, state });
        await store.writeSnapshot("b", { version: 1, schemaVersion: 1, state });
        expect(await store.readSnapshot("a", 1)).toBeNull();
        expect(await store.readSnapshot("b", 1)).toBeNull();
      });

      test.skipIf(!hasTables)("a modified snapshot is not read", async () => {
        await store.append("a", events(3), 0);
        await store.writeSnapshot("a", { version: 3, schemaVersion: 1, state: { n: 1 } });
        await execute("update snapshots set state = '{\"n\":2}'");
        expect(await store.readSnapshot("a", 1)).toBeNull();
      });
    });

    describe.skipIf(!hasTables)("damaged events are reported and not served", () => {
      beforeEach(async () => {
        for (const stream of ["a", "b"]) await store.append(stream, events(4), 0);
      });

      const changes: readonly (readonly [string, string, RegExp])[] = [
        ["a changed payload", `update events set data = '{"n":7}' where stream = 'a' and version = 2`, /Event 2 of a /],
        ["a changed type", "update events set type = 'Else' where stream = 'a' and version = 2", /Event 2 of a /],
        ["a changed actor", "update events set actor = 'user:2' where stream = 'a' and version = 4", /Event 4 of a /],
        ["a changed checksum", "update events set checksum = 'x' where stream = 'a' and version = 4", /Event 4 of a /],
        [
          "a lost event",
          "delete from events where stream = 'a' and version = 3",
          /Event 3 of a is damaged: it is missing/,
        ],
        [
          "a truncated stream",
          "delete from events where stream = 'a' and version > 2",
          /Event 3 of a is damaged: it is missing/,
        ],
        ["a lost stream", "delete from events where stream = 'a'", /Event 1 of a is damaged: it is missing/],
        ["a lost head", "delete from streams where stream = 'a'", /Event 1 of a is damaged: its stream has no head/],
        ["an outdated head", "update streams set version = 3 where stream = 'a'", /Event [34] of a is damaged/],
      ];
      for (const [name, statement, message] of changes) {
        test(`${name} is reported`, async () => {
          await execute(statement);
          await expect(store.readStream("a")).rejects.toBeInstanceOf(DamagedEventError);
          await expect(store.readStream("a")).rejects.toThrow(message);
          expect(await store.readStream("b")).toHaveLength(4);
        });
      }

      test("damaged events are also reported when all events are read", async () => {
        await execute(`update events set data = '{"n":7}' where stream = 'b' and version = 2`);
        await expect(readToEnd(store)).rejects.toThrow("Event 2 of b is damaged");
      });

      test("swapped events are reported", async () => {
        await execute(
          `update events set data = (select data from events o where o.stream = 'a' and o.version = 5 - events.version)
            where stream = 'a' and version in (2, 3)`,
        );
        await expect(store.readStream("a")).rejects.toThrow("Event 2 of a is damaged");
      });
    });

    describe("all events", () => {
      test("all events are read in the order of their appends, with increasing positions", async () => {
        const recordedEvents: RecordedEvent[] = [];
        for (let n = 0; n < 20; n++) {
          recordedEvents.push(...(await store.append(`s-${n % 3}`, events(1 + (n % 2)), "any")));
        }
        const all = await readToEnd(store);
        expect(all).toEqual(recordedEvents);
        for (const [index, { position }] of all.entries()) {
          expect(position > (all[index - 1]?.position ?? START)).toBe(true);
        }
        expect(await store.head()).toBe(all.at(-1)!.position);
        expect(await store.readAll(all[4]!.position, 3)).toEqual(all.slice(5, 8));
      });

      test("a follower receives each event once during concurrent writes", async () => {
        const WRITERS = 8;
        // EventStoreDB needs several messages per append and is slower; fewer events are sufficient.
        const EVENTS_PER_WRITER = hasTables ? 50 : 15;
        const stop = new AbortController();
        const receivedEvents: RecordedEvent[] = [];
        const reader = await open();
        const reading = (async () => {
          for await (const batch of reader.follow(START, stop.signal)) {
            receivedEvents.push(...batch);
            if (receivedEvents.length >= WRITERS * EVENTS_PER_WRITER) stop.abort();
          }
        })();
        const writing = Array.from({ length: WRITERS }, async (_, writer) => {
          for (let n = 0; n < EVENTS_PER_WRITER; n++) await store.append(`w-${writer}`, [event({ n })], n);
        });
        await Promise.all(writing);
        await reading;
        await sleep(50);
        expect(new Set(ids(receivedEvents)).size).toBe(WRITERS * EVENTS_PER_WRITER);
        expect(receivedEvents).toHaveLength(WRITERS * EVENTS_PER_WRITER);
        expect(receivedEvents).toEqual(await readToEnd(store));
      });

      test("a follower continues from a position, receives appends, and ends with its signal", async () => {
        const [, second] = await store.append("a", events(2), 0);
        const stop = new AbortController();
        const receivedIds: string[] = [];
        const reading = (async () => {
          for await (const batch of store.follow(second!.position, stop.signal)) receivedIds.push(...ids(batch));
        })();
        await sleep(20);
        const [third] = await store.append("a", events(1), 2);
        await expect.poll(() => receivedIds, { interval: 5 }).toEqual([third!.id]);
        stop.abort();
        await reading;
        await store.append("a", events(1), 3);
        expect(receivedIds).toEqual([third!.id]);
      });

      test("a follower receives appends of other processes", async () => {
        const other = await open();
        const stop = new AbortController();
        const receivedIds: string[] = [];
        const reading = (async () => {
          for await (const batch of store.follow(START, stop.signal)) receivedIds.push(...ids(batch));
        })();
        const recorded = await other.append("a", events(3), 0);
        await expect.poll(() => receivedIds).toEqual(ids(recorded));
        stop.abort();
        await reading;
      });
    });
  });
}
