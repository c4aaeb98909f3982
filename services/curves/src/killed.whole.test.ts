/** Tests that a process killed between storing values and their event leaves no partial data. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { systemClock } from "@etesian/clock";
import { curveSetEvents } from "@etesian/contracts/events/curve-set";
import { Aggregates, eventCodec, openEventStore, openReadDatabase, sql } from "@etesian/event-store";
import { testStores } from "@etesian/event-store/testing";
import { type CurveSet, curveSet as decider } from "./curve-set.ts";
import { GRACE_MS, CurveValueStore } from "./curve-value-store.ts";
import { streamOf, Uses } from "./uses.ts";

const program = join(import.meta.dirname, "testing/killed.ts");

for (const { name, missing, create } of await testStores()) {
  describe.skipIf(missing !== null)(`after kill -9: ${name}${missing === null ? "" : ` (${missing})`}`, () => {
    /** Kills the program at a given moment and passes the stored data to `inspect`. */
    async function inspectAfterKill(
      moment: "before" | "after",
      inspect: (storedData: {
        set: CurveSet;
        numbers: CurveValueStore;
        collect: (days: number) => Promise<number>;
        count: () => Promise<number>;
      }) => Promise<void>,
    ): Promise<void> {
      const { url, remove } = await create();
      const child = spawn(process.execPath, [program, url, moment], { stdio: ["ignore", "ignore", "inherit"] });
      const [, signal] = (await once(child, "exit")) as [number | null, string | null];
      expect(signal).toBe("SIGKILL");
      const store = await openEventStore(url);
      const database = await openReadDatabase(url);
      const sets = new Aggregates({ store, codec: eventCodec(curveSetEvents), decider, streamOf });
      await inspect({
        set: (await sets.load(1)).state,
        numbers: await CurveValueStore.open(database),
        collect: async (days) => {
          const later = { ...systemClock, now: () => new Date(Date.now() + days * GRACE_MS) };
          return (await Uses.open(store, database, later)).collect();
        },
        count: async () => (await database.query(sql`select hash from curve_numbers`)).length,
      });
      await database.close();
      await store.close();
      await remove();
    }

    test("a process killed before the event leaves no file, and the values are deleted after a day", () =>
      inspectAfterKill("before", async ({ set, collect, count }) => {
        expect(set).toEqual({ status: "open", files: [] });
        expect(await count()).toBe(1);
        expect(await collect(0)).toBe(0);
        expect(await collect(2)).toBe(1);
      }));

    test("a process killed after the event leaves the file and its values", () =>
      inspectAfterKill("after", async ({ set, numbers, collect }) => {
        expect(set).toMatchObject({ status: "open", files: [{ key: "price", fileName: "mine.csv" }] });
        expect(await collect(2)).toBe(0);
        const [file] = set.status === "open" ? set.files : [];
        expect(await numbers.read(file!.hash)).toHaveLength(8760 * 8);
      }));
  });
}
