import { afterEach, beforeEach, expect, test } from "vitest";
import { type EventStore, StoreUnavailableError, VersionConflictError } from "./event-store.ts";
import { openEventStore } from "./open.ts";
import { DamagedEventError } from "./stored-event.ts";
import { events } from "./testing/events.ts";
import { WatchedStore } from "./watched-store.ts";

let store: EventStore;
let watchedStore: WatchedStore;
/** The errors of failing operations. */
let failures: { readonly [operation: string]: Error };
let logLines: { readonly facts: object; readonly message: string }[];
let failedOperations: string[];

const FULL = new StoreUnavailableError("cannot append: database or disk is full");

beforeEach(async () => {
  store = await openEventStore("sqlite::memory:");
  [failures, logLines, failedOperations] = [{}, [], []];
  const failingStore = new Proxy(store, {
    get: (target, property) =>
      Object.hasOwn(failures, property)
        ? () => Promise.reject(failures[property as string]!)
        : (Reflect.get(target, property) as () => unknown).bind(target),
  });
  watchedStore = new WatchedStore(failingStore, {
    log: { error: (facts, message) => logLines.push({ facts, message }) },
    failures: { inc: ({ operation }) => failedOperations.push(operation) },
  });
});
afterEach(() => store.close());

test("a failing disk is counted each time, logged at intervals, and makes the store unready until a write succeeds", async () => {
  await watchedStore.append("a", events(1), 0);
  await watchedStore.ready();
  failures = { append: FULL, checkWritable: FULL };
  for (let n = 0; n < 20; n++) await expect(watchedStore.append("a", events(1), 1)).rejects.toBe(FULL);
  expect(failedOperations).toEqual(Array.from({ length: 20 }, () => "append"));
  expect(logLines).toMatchObject([{ facts: { err: FULL, operation: "append" }, message: FULL.message }]);
  await expect(watchedStore.ready()).rejects.toThrow("database or disk is full");
  expect(await watchedStore.readStream("a")).toHaveLength(1);
  await expect(watchedStore.ready()).rejects.toThrow("database or disk is full");
  failures = {};
  await watchedStore.ready();
});

test("a damaged event makes the store unready until it can be read", async () => {
  await watchedStore.append("a", events(3), 0);
  const damaged = new DamagedEventError("a", 2, "it differs from the stored event");
  failures = { readStream: damaged };
  await expect(watchedStore.readStream("a")).rejects.toBe(damaged);
  await expect(watchedStore.ready()).rejects.toThrow("Event 2 of a is damaged");
  await expect(watchedStore.ready()).rejects.toThrow("Event 2 of a is damaged");
  failures = {};
  await watchedStore.ready();
  failures = { readStream: damaged };
  await watchedStore.ready();
});

test("a caller's error is not a failure of the store", async () => {
  await expect(watchedStore.append("a", events(1), 3)).rejects.toBeInstanceOf(VersionConflictError);
  expect(failedOperations).toEqual([]);
  await watchedStore.ready();
});

test("appends that delay readers for a long time make the store unready, with an explanation", async () => {
  const delays = [{ holder: "process 12 of database etesian, idle in transaction", seconds: 40 }];
  watchedStore = new WatchedStore(
    new Proxy(store, {
      get: (target, property) =>
        property === "delays" ? async () => delays : (Reflect.get(target, property) as () => unknown).bind(target),
    }),
    { log: { error: () => {} }, failures: { inc: () => {} } },
  );
  await expect(watchedStore.ready()).rejects.toThrow(
    "its latest events are held back by process 12 of database etesian, idle in transaction, for 40 s",
  );
  delays[0]!.seconds = 1;
  await watchedStore.ready();
});
