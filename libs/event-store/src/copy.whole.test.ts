/** Tests copying between stores of all kinds. */
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkStore } from "./check.ts";
import { allEvents, copyEvents, EventCopy, readerPositionsIn } from "./copy.ts";
import type { EventStore } from "./event-store.ts";
import { type RecordedEvent, START } from "./event.ts";
import { backendOf } from "./backends.ts";
import { openEventStore, openReadDatabase } from "./open.ts";
import { event, events } from "./testing/events.ts";
import { EventStoreDbProtocolServer } from "./testing/eventstoredb-protocol.ts";
import { testEventStores } from "./testing/index.ts";

const kinds = await testEventStores();
const pairs = kinds.flatMap((from) => kinds.map((to) => [from, to] as const)).filter(([from, to]) => from !== to);

/** The maximum size of an ESDL file. */
const FILE_BYTES = 5 * 1024 * 1024;

const withoutPosition = (event: RecordedEvent) => ({ ...event, position: null });

for (const [from, to] of pairs) {
  const missing = from.missing ?? to.missing;
  describe.skipIf(missing !== null)(
    `from ${from.name} to ${to.name}${missing === null ? "" : ` (skipped: ${missing})`}`,
    () => {
      const cleanups: (() => Promise<void>)[] = [];
      let source: EventStore;
      let target: EventStore;
      let targetUrl: string;
      beforeEach(async () => {
        const open = async ({ create }: typeof from): Promise<EventStore> => {
          const { url, remove } = await create();
          targetUrl = url;
          const store = await openEventStore(url, { inOrder: true });
          cleanups.push(remove, () => store.close());
          return store;
        };
        [source, target] = [await open(from), await open(to)];
      });
      afterEach(async () => {
        for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
      });

      test("all events are copied unchanged and in order, and copying again changes nothing", async () => {
        for (let n = 0; n < 12; n++) await source.append(`s-${n % 3}`, events(1 + (n % 2)), "any");
        const readModels = await openReadDatabase("sqlite::memory:");
        const recordedEvents = await source.readAll(START, 100);
        await readModels.advance("half", START, recordedEvents[8]!.position, []);
        await readModels.advance("whole", START, recordedEvents.at(-1)!.position, []);
        const copy = new EventCopy(target, await readerPositionsIn(readModels));
        const preservesOrder = backendOf(targetUrl).preservesOrder;
        for (let round = 1; round <= 2; round++) await copyEvents(allEvents(source), () => copy, { preservesOrder });
        expect(copy.events).toBe(36);
        const copied = await target.readAll(START, 100);
        expect(copied.map(withoutPosition)).toEqual(recordedEvents.map(withoutPosition));
        const positions = new Map(copy.translatePositions().map(({ consumer, position }) => [consumer, position]));
        expect(positions.get("half")).toBe(copied[8]!.position);
        expect(positions.get("whole")).toBe(await target.head());
        expect(await checkStore(target)).toEqual({ streams: 3, events: 18, problems: [] });
        await readModels.close();
      });

      test("an event of 5 MB among small ones is copied unchanged", async () => {
        const noise = randomBytes(FILE_BYTES).toString("base64").slice(0, FILE_BYTES);
        await source.append("a", [event(), event({ noise }), event()], 0);
        await copyEvents(allEvents(source), () => new EventCopy(target, []), {
          preservesOrder: backendOf(targetUrl).preservesOrder,
        });
        const copied = (await target.readStream("a")).map(({ data }) => data as { readonly noise?: string });
        // Compared as a boolean, so that a failure does not print 5 MB.
        expect(copied[1]?.noise === noise).toBe(true);
        for (const store of [source, target])
          expect(await checkStore(store)).toEqual({ streams: 1, events: 3, problems: [] });
      });
    },
  );
}

test("consecutive events of a stream are one append of at most half a megabyte", async () => {
  const source = await openEventStore("sqlite::memory:");
  await source.append("a", events(3), 0);
  await source.append(
    "b",
    [200_000, 200_000, 200_000, 700_000, 1].map((size) => event("x".repeat(size))),
    0,
  );
  const lengths: string[] = [];
  const append: EventStore["append"] = async (stream, batch, version) => {
    lengths.push(`${batch.length} to ${stream} after ${version}`);
    return batch as readonly RecordedEvent[];
  };
  await copyEvents(allEvents(source), () => new EventCopy({ append } as EventStore, []));
  expect(lengths).toEqual(["3 to a after 0", "2 to b after 0", "1 to b after 2", "1 to b after 3", "1 to b after 4"]);
  await source.close();
});

test("many streams are copied concurrently, each in order", async () => {
  const server = new EventStoreDbProtocolServer();
  await server.start();
  const source = await openEventStore("sqlite::memory:");
  for (let n = 0; n < 150; n++) await source.append(`s-${(n * 7) % 60}`, events(1), "any");
  const target = await openEventStore(server.url, { inOrder: true });
  await copyEvents(allEvents(source), () => new EventCopy(target, []), { preservesOrder: true });
  const [recordedEvents, copied] = [await source.readAll(START, 200), await target.readAll(START, 200)];
  expect(copied.map(({ id }) => id)).toEqual(recordedEvents.map(({ id }) => id));
  await target.close();
  await source.close();
  server.stop();
});
