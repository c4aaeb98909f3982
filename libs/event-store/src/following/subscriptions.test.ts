import { expect, test } from "vitest";
import type { EventStore } from "../event-store.ts";
import { Subscriptions } from "./subscriptions.ts";
import { openEventStore } from "../open.ts";

const event = () => ({
  id: crypto.randomUUID(),
  type: "Happened",
  schemaVersion: 1,
  time: new Date().toISOString(),
  actor: "anonymous",
  correlationId: "r",
  causationId: null,
  data: {},
});

/** A store that counts reads. */
async function openCountingStore() {
  const store = await openEventStore("sqlite::memory:");
  const reads = { streams: 0, followers: 0 };
  const countingStore = new Proxy(store, {
    get: (target, property) => {
      const method = (Reflect.get(target, property) as (...args: unknown[]) => unknown).bind(target);
      if (property === "readStream") return (...args: unknown[]) => (reads.streams++, method(...args));
      if (property === "follow") return (...args: unknown[]) => (reads.followers++, method(...args));
      return method;
    },
  });
  return { store: countingStore satisfies EventStore, reads };
}

test("one reader notifies all listeners, which read only earlier events themselves", async () => {
  const { store, reads } = await openCountingStore();
  const subscriptions = new Subscriptions(store);
  await store.append("s", [event()], 0);
  const stop = new AbortController();
  const listeners = Array.from({ length: 50 }, () => subscriptions.subscribe("s", 0, stop.signal));
  const versions = async () =>
    (await Promise.all(listeners.map((listener) => listener.next()))).map(({ value }) => value?.[0].version);
  expect(new Set(await versions())).toEqual(new Set([1]));
  const previousReads = reads.streams;
  for (let version = 2; version <= 4; version++) {
    const notification = versions();
    await store.append("other", [event()], "any");
    await store.append("s", [event()], version - 1);
    expect(new Set(await notification)).toEqual(new Set([version]));
  }
  expect(reads.followers).toBe(1);
  // The reader checks once, for all listeners, whether a page ended within an append.
  expect(reads.streams - previousReads).toBeLessThanOrEqual(3);
  stop.abort();
  await store.close();
});

test("reading stops with the last listener and restarts with the next", async () => {
  const { store, reads } = await openCountingStore();
  const subscriptions = new Subscriptions(store);
  for (let version = 1; version <= 2; version++) {
    const stop = new AbortController();
    const listener = subscriptions.subscribe("s", version - 1, stop.signal);
    const notification = listener.next();
    await store.append("s", [event()], version - 1);
    expect((await notification).value?.[0].version).toBe(version);
    stop.abort();
    expect((await listener.next()).done).toBe(true);
  }
  expect(reads.followers).toBe(2);
  await store.close();
});
