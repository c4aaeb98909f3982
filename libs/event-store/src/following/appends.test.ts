import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { groupIntoAppends, readAppends, versionBeforeAppend } from "./appends.ts";
import type { EventStore } from "../event-store.ts";
import { Subscriptions } from "./subscriptions.ts";
import { openEventStore } from "../open.ts";

let store: EventStore;
beforeEach(async () => {
  store = await openEventStore("sqlite::memory:");
});
afterEach(() => store.close());

/** Events of a given size that belong to one request. */
const events = (count: number, correlationId: string, bytes = 1) =>
  Array.from({ length: count }, () => ({
    id: crypto.randomUUID(),
    type: "Happened",
    schemaVersion: 1,
    time: "2026-11-21T09:23:00.123Z",
    actor: "user:1",
    correlationId,
    causationId: null,
    data: { text: "x".repeat(bytes) },
  }));
const SIZES = [1, 3, 700, 1, 20, 2];

/** Appends in sequence; returns the versions of each append. */
async function appendAll(bytes?: number): Promise<readonly (readonly number[])[]> {
  const versions: number[][] = [];
  let version = 0;
  for (const [index, size] of SIZES.entries()) {
    await store.append("s", events(size, `r${index}`, bytes), version);
    versions.push(Array.from({ length: size }, (_, n) => version + n + 1));
    version += size;
  }
  return versions;
}

test("an append is read as a whole from any of its versions, across any number of pages", async () => {
  const versions = await appendAll(4_000);
  for (const append of versions) {
    for (const version of new Set([append[0]!, append.at(-1)!, append[append.length >> 1]!])) {
      const read = await readAppends(store, "s", version, version);
      expect(read.map((append) => append.map((event) => event.version))).toEqual([append]);
      expect(await versionBeforeAppend(store, "s", version)).toBe(append[0]! - 1);
    }
  }
  const all = await readAppends(store, "s", 2, 726);
  expect(all.map((append) => append.length)).toEqual(SIZES.slice(1));
});

test("listeners receive complete appends, both live and from the start", async () => {
  const subscriptions = new Subscriptions(store);
  const stop = new AbortController();
  const received: number[][][] = [[], []];
  const listen = async (list: number[][]) => {
    for await (const append of subscriptions.subscribe("s", 0, stop.signal))
      list.push(append.map(({ version }) => version));
  };
  void listen(received[0]!);
  await sleep(5);
  const versions = await appendAll(4_000);
  void listen(received[1]!);
  await expect.poll(() => received.map((list) => list.length)).toEqual([SIZES.length, SIZES.length]);
  expect(received).toEqual([versions, versions]);
  stop.abort();
});

test("appends with the same request id and time are merged, and no append is split", async () => {
  await store.append("s", events(2, "same"), 0);
  await store.append("s", events(2, "same"), 2);
  await store.append("s", events(1, "other"), 4);
  expect(groupIntoAppends(await store.readStream("s")).map(({ length }) => length)).toEqual([4, 1]);
});
