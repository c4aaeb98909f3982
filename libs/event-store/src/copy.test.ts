/** Stores of all kinds, copied into each other. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkStore } from "./check.ts";
import { copyEvents } from "./copy.ts";
import type { EventStore } from "./event-store.ts";
import { type RecordedEvent, START } from "./event.ts";
import { openEventStore, openReadDatabase } from "./open.ts";
import { events } from "./testing/events.ts";
import { testEventStores } from "./testing/index.ts";

const kinds = await testEventStores();
const pairs = kinds.flatMap((from) => kinds.map((to) => [from, to] as const)).filter(([from, to]) => from !== to);

const withoutPosition = (event: RecordedEvent) => ({ ...event, position: null });

for (const [from, to] of pairs) {
  const missing = from.missing ?? to.missing;
  describe.skipIf(missing !== null)(
    `from ${from.name} to ${to.name}${missing === null ? "" : ` (skipped: ${missing})`}`,
    () => {
      const ends: (() => Promise<void>)[] = [];
      let source: EventStore;
      let target: EventStore;
      beforeEach(async () => {
        const open = async ({ create }: typeof from): Promise<EventStore> => {
          const { url, remove } = await create();
          const store = await openEventStore(url);
          ends.push(remove, () => store.close());
          return store;
        };
        [source, target] = [await open(from), await open(to)];
      });
      afterEach(async () => {
        for (const end of ends.splice(0).toReversed()) await end();
      });

      test("all events are there as they were, in their order; again changes nothing", async () => {
        for (let n = 0; n < 12; n++) await source.append(`s-${n % 3}`, events(1 + (n % 2)), "any");
        const readModels = await openReadDatabase("sqlite::memory:");
        const written = await source.readAll(START, 100);
        await readModels.advance("half", START, written[8]!.position, []);
        await readModels.advance("whole", START, written.at(-1)!.position, []);
        expect(await copyEvents(source, target, readModels)).toEqual({ events: 18, checkpoints: 2 });
        expect(await copyEvents(source, target, null)).toEqual({ events: 18, checkpoints: 0 });
        const copied = await target.readAll(START, 100);
        expect(copied.map(withoutPosition)).toEqual(written.map(withoutPosition));
        expect(await readModels.checkpoint("half")).toBe(copied[8]!.position);
        expect(await readModels.checkpoint("whole")).toBe(await target.head());
        expect(await checkStore(target)).toEqual({ streams: 3, events: 18, problems: [] });
        await readModels.close();
      });
    },
  );
}
