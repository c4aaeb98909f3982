import { systemClock } from "@etesian/clock";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Aggregates, type Decider, eventIdOf, type SnapshotRule } from "./aggregates.ts";
import { eventCodec, type EventOf } from "./codec.ts";
import {
  DuplicateEventError,
  type EventStore,
  StoreUnavailableError,
  StreamFullError,
  VersionConflictError,
} from "../event-store.ts";
import { openEventStore } from "../open.ts";
import { event } from "../testing/events.ts";

const definitions = { Added: { version: 1, schema: z.object({ amount: z.number() }) } } as const;
type Added = EventOf<typeof definitions>;

interface Total {
  readonly total: number;
  readonly changedAt: string | null;
}

/** A sum of at most 100. An amount is stored in parts of at most 10, so one command can produce several events. */
const account: Decider<Total, number, Added, string> = {
  initial: { total: 0, changedAt: null },
  decide: (amount, { total }) => {
    if (total + amount > 100) return { refusal: `${total} + ${amount} is too much` };
    const parts = Array.from({ length: Math.ceil(amount / 10) }, (_, n) => Math.min(10, amount - n * 10));
    return { events: parts.map((part) => ({ type: "Added", data: { amount: part } })) };
  },
  evolve: ({ total }, { data }, time) => ({ total: total + data.amount, changedAt: time }),
};

const cause = { actor: "user:1", correlationId: "r-1" };

describe("aggregates", () => {
  let store: EventStore;
  let now: Date;
  const open = (eventStore: EventStore = store, options: { cacheSize?: number; snapshots?: SnapshotRule } = {}) =>
    new Aggregates({
      store: eventStore,
      codec: eventCodec(definitions),
      decider: account,
      streamOf: (id) => `account-${id}`,
      clock: { ...systemClock, now: () => now },
      ...options,
    });

  beforeEach(async () => {
    store = await openEventStore("sqlite::memory:");
    now = new Date("2026-11-21T10:00:00.000Z");
  });
  afterEach(() => store.close());

  test("a command stores all its events in one append", async () => {
    const accounts = open();
    expect(await accounts.handle(1, 25, cause)).toMatchObject({
      state: { total: 25, changedAt: "2026-11-21T10:00:00.000Z" },
      version: 3,
    });
    const events = await store.readStream("account-1");
    expect(events.map(({ type, data, actor, correlationId }) => [type, data, actor, correlationId])).toEqual(
      [10, 10, 5].map((amount) => ["Added", { amount }, "user:1", "r-1"]),
    );
    expect(await accounts.load(2)).toEqual({ state: account.initial, version: 0 });
  });

  test("a command that is refused, or changes nothing, stores nothing", async () => {
    const accounts = open();
    expect(await accounts.handle(1, 101, cause)).toEqual({ refusal: "0 + 101 is too much" });
    expect(await accounts.handle(1, 0, cause)).toMatchObject({ state: account.initial, version: 0 });
    expect(await store.readStream("account-1")).toEqual([]);
  });

  test("a preview stores nothing and keeps the version", async () => {
    const accounts = open();
    await accounts.handle(1, 10, cause);
    expect(await accounts.preview(1, 25, cause)).toMatchObject({ state: { total: 35 }, version: 1 });
    expect(await accounts.load(1)).toMatchObject({ state: { total: 10 }, version: 1 });
    await expect(accounts.preview(1, 25, cause, 2)).rejects.toEqual(new VersionConflictError("account-1", 2, 1));
  });

  test("the outcome contains the state on which the command was decided, even if the command is repeated later", async () => {
    const accounts = open();
    const causeWithKey = { ...cause, idempotencyKey: "k-2" };
    await accounts.handle(1, 10, cause);
    expect(await accounts.findPreviousState(1, causeWithKey)).toBeNull();
    expect(await accounts.handle(1, 5, causeWithKey)).toMatchObject({
      previousState: { total: 10 },
      state: { total: 15 },
    });
    await accounts.handle(1, 20, cause);
    expect(await accounts.handle(1, 5, causeWithKey)).toMatchObject({
      previousState: { total: 10 },
      state: { total: 35 },
    });
    expect(await accounts.findPreviousState(1, causeWithKey)).toMatchObject({ total: 10 });
    expect(await accounts.handle(1, 0, cause)).toMatchObject({ previousState: { total: 35 }, state: { total: 35 } });
  });

  test("an expected version that differs from the current one is a conflict", async () => {
    const accounts = open();
    await accounts.handle(1, 10, cause, 0);
    await expect(accounts.handle(1, 10, cause, 0)).rejects.toEqual(new VersionConflictError("account-1", 0, 1));
    expect(await accounts.handle(1, 10, cause, 1)).toMatchObject({ version: 2 });
  });

  test("an overtaken command is decided again on the new state", async () => {
    // Two processes: each sees the other's commands only through the store.
    const [first, second] = [open(), open()];
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 2 ? first : second).handle(1, 5, cause)),
    );
    expect(outcomes.filter((outcome) => "refusal" in outcome)).toHaveLength(10);
    for (const accounts of [first, second, open()]) {
      expect(await accounts.load(1)).toMatchObject({ state: { total: 100 }, version: 20 });
    }
  });

  test("cached states are brought up to date, and evicted when there are too many", async () => {
    const [first, second] = [open(store, { cacheSize: 120 }), open()];
    for (let id = 1; id <= 5; id++) {
      await first.handle(id, 10, cause);
      await second.handle(id, 10, cause);
    }
    for (let id = 1; id <= 5; id++) expect(await first.load(id)).toMatchObject({ state: { total: 20 }, version: 2 });
  });

  test("a cached state is brought up to date by reading only new events", async () => {
    const reads: number[] = [];
    const observedStore = new Proxy(store, {
      get: (target, property) =>
        property === "readStream"
          ? (stream: string, after = 0) => {
              reads.push(after);
              return target.readStream(stream, after);
            }
          : (Reflect.get(target, property) as () => unknown).bind(target),
    });
    const accounts = open(observedStore);
    for (let n = 0; n < 4; n++) await accounts.handle(1, 10, cause);
    // Each read continues until there are no more events.
    expect(reads).toEqual([0, 1, 2, 3]);
  });

  test("a failed append leaves no trace in the state", async () => {
    let isBroken = true;
    const failingStore = new Proxy(store, {
      get: (target, property) =>
        property === "append" && isBroken
          ? () => Promise.reject(new StoreUnavailableError("disk full"))
          : (Reflect.get(target, property) as () => unknown).bind(target),
    });
    const accounts = open(failingStore);
    await expect(accounts.handle(1, 10, cause)).rejects.toThrow("disk full");
    expect(await accounts.load(1)).toMatchObject({ version: 0 });
    isBroken = false;
    expect(await accounts.handle(1, 10, cause)).toMatchObject({ state: { total: 10 }, version: 1 });
  });

  describe("an aggregate with a long history", () => {
    const LENGTH = 1_234;

    beforeEach(async () => {
      for (let version = 0; version < LENGTH; version += 617) {
        const addedEvents = Array.from({ length: 617 }, (_, n) =>
          event({ amount: (version + n) % 7 }, { type: "Added" }),
        );
        await store.append("account-1", addedEvents, version);
      }
    });
    const TOTAL = Array.from({ length: LENGTH }, (_, n) => n % 7).reduce((sum, amount) => sum + amount, 0);
    const snapshots = { schemaVersion: 1, every: 100 };

    /** Counts the events that are read. */
    const createCountingStore = () => {
      const readCounts = { events: 0 };
      const countingStore = new Proxy(store, {
        get: (target, property) =>
          property === "readStream"
            ? async (stream: string, after: number) => {
                const page = await target.readStream(stream, after);
                readCounts.events += page.length;
                return page;
              }
            : (Reflect.get(target, property) as () => unknown).bind(target),
      });
      return { readCounts, countingStore };
    };

    test("a long history is replayed completely, and other tasks can run in between", async () => {
      const loading = open().load(1);
      let immediates = 0;
      const count = (): void => {
        immediates += 1;
        if (immediates < 1_000) setImmediate(count);
      };
      setImmediate(count);
      expect(await loading).toMatchObject({ state: { total: TOTAL }, version: LENGTH });
      // Two pages of 500 events in five slices each, and one of 234 events in three.
      expect(immediates).toBeGreaterThanOrEqual(10);
    });

    test("other tasks can run after each page of a few large events", async () => {
      const largeEvents = Array.from({ length: 12 }, () =>
        event({ amount: 1, fill: "x".repeat(600_000) }, { type: "Added" }),
      );
      await store.append("account-3", largeEvents, 0);
      const loading = open().load(3);
      let immediates = 0;
      const count = (): void => {
        immediates += 1;
        if (immediates < 1_000) setImmediate(count);
      };
      setImmediate(count);
      expect(await loading).toMatchObject({ version: 12 });
      // Six pages of two events each.
      expect(immediates).toBeGreaterThanOrEqual(4);
    });

    test("several long histories are read one page at a time, and other tasks can run in between", async () => {
      const createLargeEvents = () =>
        Array.from({ length: 8 }, () => event({ amount: 1, fill: "x".repeat(600_000) }, { type: "Added" }));
      for (const id of [4, 5, 6]) await store.append(`account-${id}`, createLargeEvents(), 0);
      let turn = 0;
      const turns: number[] = [];
      const count = (): void => {
        turn += 1;
        if (turn < 1_000) setImmediate(count);
      };
      const recordingStore = new Proxy(store, {
        get: (target, property) =>
          property === "readStream"
            ? (stream: string, after: number) => {
                if (after > 2) turns.push(turn);
                return target.readStream(stream, after);
              }
            : (Reflect.get(target, property) as () => unknown).bind(target),
      });
      setImmediate(count);
      await Promise.all([4, 5, 6].map((id) => open(recordingStore).load(id)));
      const accounts = open(recordingStore);
      turns.length = 0;
      await Promise.all([4, 5, 6].map((id) => accounts.load(id)));
      expect(turns.length).toBeGreaterThanOrEqual(9);
      expect(new Set(turns).size).toBe(turns.length);
    });

    test("an earlier state is replayed from a cached waypoint at most two thousand events before it", async () => {
      for (let version = LENGTH; version < LENGTH + 4_000; version += 1_000) {
        const addedEvents = Array.from({ length: 1_000 }, (_, n) => event({ amount: n % 7 }, { type: "Added" }));
        await store.append("account-1", addedEvents, version);
      }
      const { readCounts, countingStore } = createCountingStore();
      const accounts = open(countingStore);
      await accounts.load(1);
      for (const version of [5_233, 4_999, 3_000, 1_200, 7]) {
        readCounts.events = 0;
        const earlier = await accounts.loadVersion(1, version);
        expect(readCounts.events).toBeLessThan(2_000);
        expect(earlier).toEqual(await open().loadVersion(1, version));
      }
    });

    test("loading reads only the events after the last snapshot", async () => {
      await open(store, { snapshots }).load(1);
      await expect.poll(() => store.readSnapshot("account-1", 1)).toMatchObject({ version: LENGTH });
      const { readCounts, countingStore } = createCountingStore();
      const reopened = open(countingStore, { snapshots });
      expect(await reopened.load(1)).toMatchObject({ state: { total: TOTAL }, version: LENGTH });
      expect(readCounts.events).toBe(0);
      await store.append("account-1", [event({ amount: 5 }, { type: "Added" })], LENGTH);
      expect(await open(countingStore, { snapshots }).load(1)).toMatchObject({ state: { total: TOTAL + 5 } });
      expect(readCounts.events).toBe(1);
    });

    test("a snapshot is written at the set interval, and not used if its schema version differs", async () => {
      const accounts = open(store, { snapshots: { schemaVersion: 1, every: 10 } });
      for (let n = 1; n <= 25; n++) await accounts.handle(2, 1, cause);
      await expect.poll(() => store.readSnapshot("account-2", 1)).toMatchObject({ version: 20, state: { total: 20 } });
      const { readCounts, countingStore } = createCountingStore();
      const newerAccounts = open(countingStore, { snapshots: { schemaVersion: 2, every: 10 } });
      expect(await newerAccounts.load(2)).toMatchObject({ state: { total: 25 }, version: 25 });
      expect(readCounts.events).toBe(25);
    });

    test("the state is the same with and without snapshots, and however often it is reopened", async () => {
      for (const every of [1, 2, 3, 7]) {
        const id = 10 + every;
        for (let n = 1; n <= 12; n++)
          await open(store, { snapshots: { schemaVersion: 1, every } }).handle(id, n % 3, cause);
        expect(await open(store, { snapshots: { schemaVersion: 1, every } }).load(id)).toEqual(await open().load(id));
      }
    });
  });

  describe("a command with an idempotency key", () => {
    const keyedCause = { ...cause, idempotencyKey: "user:1 move-1" };

    test("a command with an idempotency key is executed once, however often and to whichever process it is sent", async () => {
      const [first, second] = [open(), open()];
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, n) => (n % 2 ? first : second).handle(1, 25, keyedCause)),
      );
      for (const outcome of outcomes) expect(outcome).toMatchObject({ state: { total: 25 }, version: 3 });
      expect(await store.readStream("account-1")).toHaveLength(3);
      await first.handle(1, 5, cause);
      expect(await second.handle(1, 25, keyedCause)).toMatchObject({ state: { total: 30 }, version: 4 });
    });

    test("a different request with the same key is refused, for every aggregate and at any time", async () => {
      const otherRequest = { ...keyedCause, causationId: "22222222-2222-8222-a222-222222222222" };
      const request = { ...keyedCause, causationId: "11111111-1111-8111-a111-111111111111" };
      const [firstProcess, secondProcess] = [open(), open()];
      const outcomes = await Promise.allSettled([
        firstProcess.handle(1, 10, request),
        secondProcess.handle(1, 10, otherRequest),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const [first, second] = outcomes[0].status === "fulfilled" ? [request, otherRequest] : [otherRequest, request];
      expect(await open().handle(1, 10, first)).toMatchObject({ state: { total: 10 }, version: 1 });
      for (const pending of [open().handle(1, 10, second), open().preview(1, 10, second)]) {
        await expect(pending).rejects.toThrow(DuplicateEventError);
      }
      // A caller without a request digest is accepted, as is an event from before digests were stored.
      expect(await open().handle(1, 10, keyedCause)).toMatchObject({ version: 1 });
      const olderCause = { ...cause, idempotencyKey: "user:1 older" };
      await open().handle(1, 5, olderCause);
      expect(await open().handle(1, 5, { ...olderCause, causationId: request.causationId })).toMatchObject({
        version: 2,
      });
    });

    test("a command whose response was lost after the commit is recognised", async () => {
      let losesResponse = true;
      const losingStore = new Proxy(store, {
        get: (target, property) =>
          property === "append"
            ? async (...append: Parameters<EventStore["append"]>) => {
                const recorded = await target.append(...append);
                if (!losesResponse) return recorded;
                losesResponse = false;
                throw new StoreUnavailableError("no response");
              }
            : (Reflect.get(target, property) as () => unknown).bind(target),
      });
      const accounts = open(losingStore);
      await expect(accounts.handle(1, 10, keyedCause)).rejects.toThrow("no response");
      expect(await accounts.handle(1, 10, keyedCause)).toMatchObject({ state: { total: 10 }, version: 1 });
      expect((await store.findEvent(eventIdOf("user:1 move-1", 0)))?.stream).toBe("account-1");
    });

    // The first attempt may be stored at any moment: before the state is loaded, before the lookup, before the append.
    test.each(["readStream", "findEvent", "append"] as const)(
      "a command does not conflict with itself when its first attempt is stored right before %s",
      async (moment) => {
        for (const expectedVersion of [null, 0]) {
          const id = expectedVersion === null ? 1 : 2;
          const key = { ...cause, idempotencyKey: `user:1 move-${id}` };
          let isFirstCall = true;
          const racingStore = new Proxy(store, {
            get: (target, property) => {
              const method = (Reflect.get(target, property) as (...args: unknown[]) => unknown).bind(target);
              if (property !== moment) return method;
              return async (...args: unknown[]) => {
                if (isFirstCall) {
                  isFirstCall = false;
                  await open().handle(id, 25, key, expectedVersion);
                }
                return method(...args);
              };
            },
          });
          expect(await open(racingStore).handle(id, 25, key, expectedVersion)).toMatchObject({ state: { total: 25 } });
          expect(await store.readStream(`account-${id}`)).toHaveLength(3);
        }
      },
    );

    test("a key that was used for another aggregate is refused", async () => {
      const accounts = open();
      await accounts.handle(1, 10, keyedCause);
      await expect(accounts.handle(2, 10, keyedCause)).rejects.toBeInstanceOf(DuplicateEventError);
    });

    test("a command without effect has no effect when it is repeated later", async () => {
      const openAccounts = (eventStore: EventStore = store) =>
        new Aggregates({
          store: eventStore,
          codec: eventCodec(definitions),
          // Increases the sum to an amount.
          decider: {
            ...account,
            decide: (target: number, state: Total) => account.decide(Math.max(0, target - state.total), state),
          },
          streamOf: (id) => `account-${id}`,
        });
      await openAccounts().handle(1, 10, cause);
      expect(await openAccounts().handle(1, 10, keyedCause)).toMatchObject({ state: { total: 10 }, version: 1 });
      await store.append("account-1", [event({ amount: -6 }, { type: "Added" })], 1);
      for (const repeat of [openAccounts().handle(1, 10, keyedCause), openAccounts().preview(1, 10, keyedCause)]) {
        expect(await repeat).toMatchObject({ state: { total: 4 }, version: 2 });
      }
      // The key cannot be used again for another aggregate or another request.
      await expect(openAccounts().handle(2, 10, keyedCause)).rejects.toBeInstanceOf(DuplicateEventError);
      const request = {
        ...cause,
        idempotencyKey: "user:1 fill-1",
        causationId: "11111111-1111-8111-a111-111111111111",
      };
      await openAccounts().handle(1, 3, request);
      const otherRequest = { ...request, causationId: "22222222-2222-8222-a222-222222222222" };
      await expect(openAccounts().handle(1, 3, otherRequest)).rejects.toBeInstanceOf(DuplicateEventError);
      // A command without a key stores nothing.
      const head = await store.head();
      await openAccounts().handle(1, 3, cause);
      expect(await store.head()).toBe(head);
    });

    // One process decides that nothing changes, and the other decides that something does.
    test.each(["findEvent", "append"] as const)(
      "a command executed by two processes simultaneously has one outcome when the other finishes right before %s",
      async (moment) => {
        for (const [isFirst, amounts] of [
          [true, [0, 25]],
          [false, [25, 0]],
        ] as const) {
          const [amount, otherAmount] = amounts;
          const key = { ...cause, idempotencyKey: `user:1 twice ${isFirst}` };
          let isFirstCall = true;
          const racingStore = new Proxy(store, {
            get: (target, property) => {
              const method = (Reflect.get(target, property) as (...args: unknown[]) => unknown).bind(target);
              if (property !== moment) return method;
              return async (...args: unknown[]) => {
                if (isFirstCall) {
                  isFirstCall = false;
                  await open().handle(isFirst ? 1 : 2, otherAmount, key);
                }
                return method(...args);
              };
            },
          });
          const total = otherAmount;
          expect(await open(racingStore).handle(isFirst ? 1 : 2, amount, key)).toMatchObject({ state: { total } });
          expect(await open().load(isFirst ? 1 : 2)).toMatchObject({ state: { total } });
        }
      },
    );

    test("a command without effect succeeds even if the aggregate's key stream is full", async () => {
      const fullStore = new Proxy(store, {
        get: (target, property) =>
          property === "append"
            ? () => Promise.reject(new StreamFullError("unchanged-account-1", "much"))
            : (Reflect.get(target, property) as () => unknown).bind(target),
      });
      expect(await open(fullStore).handle(1, 0, keyedCause)).toMatchObject({ version: 0 });
    });
  });
});
