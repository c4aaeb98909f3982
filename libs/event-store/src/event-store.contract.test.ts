/** What every event store promises, tried on each of them. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DuplicateEventError, type EventStore, StoreUnavailableError, VersionConflictError } from "./event-store.ts";
import { type Position, type RecordedEvent, START } from "./event.ts";
import { recordedEventSchema } from "./event-schema.ts";
import { openEventStore } from "./open.ts";
import { event, events } from "./testing/events.ts";
import { testStores } from "./testing/index.ts";

const ids = (recorded: readonly { id: string }[]): string[] => recorded.map(({ id }) => id);

/** Everything in the store, read in small steps. */
async function readToEnd(store: EventStore, after: Position = START): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for (let position = after; ;) {
    const batch = await store.readAll(position, 7);
    if (batch.length === 0) return all;
    all.push(...batch);
    position = batch.at(-1)!.position;
  }
}

for (const { name, missing, create } of await testStores()) {
  describe.skipIf(missing !== null)(`event store: ${name}${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
    let url: string;
    let remove: () => Promise<void>;
    const opened: EventStore[] = [];
    const open = async (): Promise<EventStore> => {
      const store = await openEventStore(url);
      opened.push(store);
      return store;
    };
    let store: EventStore;

    beforeEach(async () => {
      ({ url, remove } = await create());
      store = await open();
    });
    afterEach(async () => {
      for (const each of opened.splice(0)) await each.close();
      await remove();
    });

    describe("a stream", () => {
      test("gives back what was appended, with its place", async () => {
        const written = event(
          { text: "é\u0000\ud800 \u2028", number: 0.1, large: 1e21, list: [null, true, { "1": {} }] },
          { type: "Other", schemaVersion: 3, actor: "user:12", causationId: randomUUID() },
        );
        const recorded = await store.append("a-1", [written, event()], 0);
        expect(recorded.map(({ stream, version }) => [stream, version])).toEqual([
          ["a-1", 1],
          ["a-1", 2],
        ]);
        expect(recorded[0]).toEqual({ ...written, stream: "a-1", version: 1, position: recorded[0]!.position });
        expect(await store.readStream("a-1")).toEqual(recorded);
        for (const each of recorded) expect(recordedEventSchema.parse(JSON.parse(JSON.stringify(each)))).toEqual(each);
      });

      test("keeps any JSON as it was", async () => {
        let version = 0;
        await fc.assert(
          fc.asyncProperty(fc.jsonValue({ depthSize: "medium" }), async (value) => {
            await store.append("json", [event({ value })], version);
            const [read] = await store.readStream("json", version++);
            expect(JSON.stringify(read!.data)).toBe(JSON.stringify({ value }));
          }),
          { numRuns: 50 },
        );
      });

      test("is empty when nobody wrote to it", async () => {
        expect(await store.readStream("nobody")).toEqual([]);
        expect(await store.readAll(START, 10)).toEqual([]);
        expect(await store.head()).toBe(START);
      });

      test("can be read from a version on", async () => {
        const recorded = await store.append("a", events(5), 0);
        expect(await store.readStream("a", 3)).toEqual(recorded.slice(3));
        expect(await store.readStream("a", 5)).toEqual([]);
      });

      test("is known by its exact name", async () => {
        await store.append("scenario-1", [event()], 0);
        await store.append("scenario-10", [event()], 0);
        await store.append("Scenario-1", [event()], 0);
        await store.append("'; drop table events; --", [event()], 0);
        expect(await store.readStream("scenario-1")).toHaveLength(1);
      });

      test("survives closing the store", async () => {
        const recorded = await store.append("a", events(2), 0);
        await store.close();
        expect(await (await open()).readStream("a")).toEqual(recorded);
      });
    });

    describe("an append", () => {
      test("needs the version that the stream has", async () => {
        await store.append("a", events(2), 0);
        for (const wrong of [0, 1, 3]) {
          await expect(store.append("a", events(1), wrong)).rejects.toMatchObject(
            new VersionConflictError("a", wrong, 2),
          );
        }
        await expect(store.append("b", events(1), 1)).rejects.toBeInstanceOf(VersionConflictError);
        expect(await readToEnd(store)).toHaveLength(2);
        await store.append("a", events(1), 2);
      });

      test("with any version goes to the end", async () => {
        await store.append("a", events(2), "any");
        const [third] = await store.append("a", events(1), "any");
        expect(third!.version).toBe(3);
      });

      test("stores all of its events or none", async () => {
        const [first] = await store.append("a", events(1), 0);
        const known = event({}, { id: first!.id });
        await expect(store.append("b", [event(), known, event()], 0)).rejects.toBeInstanceOf(DuplicateEventError);
        expect(await store.readStream("b")).toEqual([]);
        await store.append("b", events(1), 0);
        expect(await readToEnd(store)).toHaveLength(2);
      });

      test("is refused when it cannot be meant", async () => {
        await expect(store.append("", events(1), 0)).rejects.toThrow("the stream has no name");
        await expect(store.append("a", [], 0)).rejects.toThrow("0 events, expected 1 to 1000");
        await expect(store.append("a", events(1_001), 0)).rejects.toThrow("1001 events");
        await expect(store.append("a", events(1), -1)).rejects.toThrow("expected version -1");
        await expect(store.append("a", events(1), 0.5)).rejects.toThrow("expected version 0.5");
      });

      test("of many writers at once: one wins each version", async () => {
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

      test("of many writers to any version leaves no gap", async () => {
        const other = await open();
        await Promise.all(
          Array.from({ length: 40 }, (_, n) => (n % 2 ? store : other).append("busy", events(2), "any")),
        );
        const versions = (await store.readStream("busy")).map(({ version }) => version);
        expect(versions).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
        // The order of all events does not contradict the order of the stream.
        expect((await readToEnd(store)).map(({ version }) => version)).toEqual(versions);
      });

      test("after closing is refused", async () => {
        await store.close();
        await expect(store.append("a", events(1), 0)).rejects.toBeInstanceOf(StoreUnavailableError);
        await expect(store.readStream("a")).rejects.toBeInstanceOf(StoreUnavailableError);
        await expect(store.readAll(START, 1)).rejects.toBeInstanceOf(StoreUnavailableError);
        await store.close();
      });
    });

    describe("all events", () => {
      test("come in the order they were appended in, by positions that grow", async () => {
        const written: RecordedEvent[] = [];
        for (let n = 0; n < 20; n++) {
          written.push(...(await store.append(`s-${n % 3}`, events(1 + (n % 2)), "any")));
        }
        const all = await readToEnd(store);
        expect(all).toEqual(written);
        for (const [index, { position }] of all.entries()) {
          expect(position > (all[index - 1]?.position ?? START)).toBe(true);
        }
        expect(await store.head()).toBe(all.at(-1)!.position);
        expect(await store.readAll(all[4]!.position, 3)).toEqual(all.slice(5, 8));
      });

      test("are seen once each by a reader that follows while many write", async () => {
        const WRITERS = 8;
        const EACH = 50;
        const stop = new AbortController();
        const seen: RecordedEvent[] = [];
        const reader = await open();
        const reading = (async () => {
          for await (const batch of reader.follow(START, stop.signal)) {
            seen.push(...batch);
            if (seen.length >= WRITERS * EACH) stop.abort();
          }
        })();
        const writing = Array.from({ length: WRITERS }, async (_, writer) => {
          for (let n = 0; n < EACH; n++) await store.append(`w-${writer}`, [event({ n })], n);
        });
        await Promise.all(writing);
        await reading;
        await sleep(50);
        expect(new Set(ids(seen)).size).toBe(WRITERS * EACH);
        expect(seen).toHaveLength(WRITERS * EACH);
        expect(seen).toEqual(await readToEnd(store));
      });

      test("following goes on from a position, hears of appends quickly, and ends when told", async () => {
        const [, second] = await store.append("a", events(2), 0);
        const stop = new AbortController();
        const seen: string[] = [];
        const reading = (async () => {
          for await (const batch of store.follow(second!.position, stop.signal)) seen.push(...ids(batch));
        })();
        await sleep(20);
        const [third] = await store.append("a", events(1), 2);
        await expect.poll(() => seen, { timeout: 1_000, interval: 5 }).toEqual([third!.id]);
        stop.abort();
        await reading;
        await store.append("a", events(1), 3);
        expect(seen).toEqual([third!.id]);
      });

      test("following hears of appends by other processes", async () => {
        const other = await open();
        const stop = new AbortController();
        const seen: string[] = [];
        const reading = (async () => {
          for await (const batch of store.follow(START, stop.signal)) seen.push(...ids(batch));
        })();
        const recorded = await other.append("a", events(3), 0);
        await expect.poll(() => seen, { timeout: 2_000 }).toEqual(ids(recorded));
        stop.abort();
        await reading;
      });
    });
  });
}
