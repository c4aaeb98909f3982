/** Tests that acknowledged events survive when the process is killed during a write. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { sampleSize } from "@etesian/testing/sample";
import { START } from "./event.ts";
import { openEventStore } from "./open.ts";
import { runAndKill } from "./testing/crash.ts";
import { testStores } from "./testing/index.ts";

const ROUNDS = sampleSize(4, 20);
const WRITERS = 20;
const program = join(import.meta.dirname, "testing/writers.ts");

for (const { name, missing, create } of await testStores()) {
  describe.skipIf(missing !== null)(`after kill -9: ${name}${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
    test(`no acknowledged event is lost in ${ROUNDS} rounds of ${WRITERS} writers`, { timeout: 600_000 }, async () => {
      const { url, remove } = await create();
      const acknowledged = new Map<string, string>();
      for (let round = 1; round <= ROUNDS; round++) {
        const lines = await runAndKill(program, [url, String(WRITERS), `round-${round}`], 20 + ((round * 67) % 180));
        // PostgreSQL finishes its statement before it notices that the client has exited.
        await sleep(100);
        // The kill may cut off the last line; every complete line was acknowledged.
        for (const line of lines) {
          const [, position, id] = /^(writer-\d+ \d+) ([0-9a-f-]{36})$/.exec(line) ?? [];
          if (position !== undefined && id !== undefined) acknowledged.set(position, id);
        }
        const store = await openEventStore(url);
        const storedIds = new Map<string, string>();
        for (let writer = 0; writer < WRITERS; writer++) {
          const events = await store.readStream(`writer-${writer}`);
          expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1));
          for (const { stream, version, id } of events) storedIds.set(`${stream} ${version}`, id);
          expect(findPartialAppends(events)).toEqual([]);
        }
        const lostEvents = [...acknowledged].filter(([position, id]) => storedIds.get(position) !== id);
        expect(lostEvents).toEqual([]);
        expect(await store.readAll(START, storedIds.size + 1)).toHaveLength(storedIds.size);
        await store.close();
      }
      expect(acknowledged.size).toBeGreaterThan(ROUNDS * WRITERS);
      await remove();
    });
  });
}

/** Appends (see `writers.ts`) of which only a part is stored. */
function findPartialAppends(events: readonly { readonly data: unknown }[]): number[] {
  const counts = new Map<number, number>();
  for (const { data } of events) {
    const { together } = data as { together: number };
    counts.set(together, (counts.get(together) ?? 0) + 1);
  }
  return [...counts].filter(([version, count]) => count !== (version % 3 === 0 ? 2 : 1)).map(([version]) => version);
}
