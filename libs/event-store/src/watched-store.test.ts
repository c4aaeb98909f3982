import { afterEach, beforeEach, expect, test } from "vitest";
import { type EventStore, StoreUnavailableError, VersionConflictError } from "./event-store.ts";
import { openEventStore } from "./open.ts";
import { DamagedEventError } from "./stored-event.ts";
import { events } from "./testing/events.ts";
import { WatchedStore } from "./watched-store.ts";

let store: EventStore;
let watched: WatchedStore;
/** Failing operations with their errors. */
let broken: { readonly [operation: string]: Error };
let logged: { readonly facts: object; readonly message: string }[];
let counted: string[];

const FULL = new StoreUnavailableError("cannot append: database or disk is full");

beforeEach(async () => {
  store = await openEventStore("sqlite::memory:");
  [broken, logged, counted] = [{}, [], []];
  const failing = new Proxy(store, {
    get: (target, property) =>
      Object.hasOwn(broken, property)
        ? () => Promise.reject(broken[property as string]!)
        : (Reflect.get(target, property) as () => unknown).bind(target),
  });
  watched = new WatchedStore(failing, {
    log: { error: (facts, message) => logged.push({ facts, message }) },
    failures: { inc: ({ operation }) => counted.push(operation) },
  });
});
afterEach(() => store.close());

test("a failing disk is counted each time, logged at intervals, and makes the store unready until a write succeeds", async () => {
  await watched.append("a", events(1), 0);
  await watched.ready();
  broken = { append: FULL, checkWritable: FULL };
  for (let n = 0; n < 20; n++) await expect(watched.append("a", events(1), 1)).rejects.toBe(FULL);
  expect(counted).toEqual(Array.from({ length: 20 }, () => "append"));
  expect(logged).toMatchObject([{ facts: { err: FULL, operation: "append" }, message: FULL.message }]);
  await expect(watched.ready()).rejects.toThrow("database or disk is full");
  expect(await watched.readStream("a")).toHaveLength(1);
  await expect(watched.ready()).rejects.toThrow("database or disk is full");
  broken = {};
  await watched.ready();
});

test("a damaged event makes the store unready until it can be read", async () => {
  await watched.append("a", events(3), 0);
  const damaged = new DamagedEventError("a", 2, "it differs from the stored event");
  broken = { readStream: damaged };
  await expect(watched.readStream("a")).rejects.toBe(damaged);
  await expect(watched.ready()).rejects.toThrow("Event 2 of a is damaged");
  await expect(watched.ready()).rejects.toThrow("Event 2 of a is damaged");
  broken = {};
  await watched.ready();
  broken = { readStream: damaged };
  await watched.ready();
});

test("an error of the caller is not a failure of the store", async () => {
  await expect(watched.append("a", events(1), 3)).rejects.toBeInstanceOf(VersionConflictError);
  expect(counted).toEqual([]);
  await watched.ready();
});

test("appends that delay readers for long make the store unready, with an explanation", async () => {
  const delays = [{ holder: "process 12 of database etesian, idle in transaction", seconds: 40 }];
  watched = new WatchedStore(
    new Proxy(store, {
      get: (target, property) =>
        property === "delays" ? async () => delays : (Reflect.get(target, property) as () => unknown).bind(target),
    }),
    { log: { error: () => {} }, failures: { inc: () => {} } },
  );
  await expect(watched.ready()).rejects.toThrow(
    "its latest events are held back by process 12 of database etesian, idle in transaction, for 40 s",
  );
  delays[0]!.seconds = 1;
  await watched.ready();
});
