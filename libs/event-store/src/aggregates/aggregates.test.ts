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

/** A sum of at most 100. An amount is stored in parts of at most 10, so one command can be several events. */
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
  const open = (over: EventStore = store, options: { cacheSize?: number; snapshots?: SnapshotRule } = {}) =>
    new Aggregates({
      store: over,
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

  test("a command is one append of all its events", async () => {
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

  test("the outcome has the state on which the command was decided, even for a later repetition", async () => {
    const accounts = open();
    const named = { ...cause, idempotencyKey: "k-2" };
    await accounts.handle(1, 10, cause);
    expect(await accounts.before(1, named)).toBeNull();
    expect(await accounts.handle(1, 5, named)).toMatchObject({ before: { total: 10 }, state: { total: 15 } });
    await accounts.handle(1, 20, cause);
    expect(await accounts.handle(1, 5, named)).toMatchObject({ before: { total: 10 }, state: { total: 35 } });
    expect(await accounts.before(1, named)).toMatchObject({ total: 10 });
    expect(await accounts.handle(1, 0, cause)).toMatchObject({ before: { total: 35 }, state: { total: 35 } });
  });

  test("an expected version that differs from the current one is a conflict", async () => {
    const accounts = open();
    await accounts.handle(1, 10, cause, 0);
    await expect(accounts.handle(1, 10, cause, 0)).rejects.toEqual(new VersionConflictError("account-1", 0, 1));
    expect(await accounts.handle(1, 10, cause, 1)).toMatchObject({ version: 2 });
  });

  test("an overtaken command is decided again on the new state", async () => {
    // Two processes: each sees the other's commands only through the store.
    const [here, there] = [open(), open()];
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 2 ? here : there).handle(1, 5, cause)),
    );
    expect(outcomes.filter((outcome) => "refusal" in outcome)).toHaveLength(10);
    for (const accounts of [here, there, open()]) {
      expect(await accounts.load(1)).toMatchObject({ state: { total: 100 }, version: 20 });
    }
  });

  test("cached states are brought up to date, and evicted when there are many", async () => {
    const [here, there] = [open(store, { cacheSize: 120 }), open()];
    for (let id = 1; id <= 5; id++) {
      await here.handle(id, 10, cause);
      await there.handle(id, 10, cause);
    }
    for (let id = 1; id <= 5; id++) expect(await here.load(id)).toMatchObject({ state: { total: 20 }, version: 2 });
  });

  test("a cached state is brought up to date by reading only new events", async () => {
    const reads: number[] = [];
    const watched = new Proxy(store, {
      get: (target, property) =>
        property === "readStream"
          ? (stream: string, after = 0) => {
              reads.push(after);
              return target.readStream(stream, after);
            }
          : (Reflect.get(target, property) as () => unknown).bind(target),
    });
    const accounts = open(watched);
    for (let n = 0; n < 4; n++) await accounts.handle(1, 10, cause);
    // Each read continues until there are no more events.
    expect(reads).toEqual([0, 1, 2, 3]);
  });

  test("a failed append leaves no trace in the state", async () => {
    let broken = true;
    const failing = new Proxy(store, {
      get: (target, property) =>
        property === "append" && broken
          ? () => Promise.reject(new StoreUnavailableError("disk full"))
          : (Reflect.get(target, property) as () => unknown).bind(target),
    });
    const accounts = open(failing);
    await expect(accounts.handle(1, 10, cause)).rejects.toThrow("disk full");
    expect(await accounts.load(1)).toMatchObject({ version: 0 });
    broken = false;
    expect(await accounts.handle(1, 10, cause)).toMatchObject({ state: { total: 10 }, version: 1 });
  });

  describe("with a long history", () => {
    const LENGTH = 1_234;

    beforeEach(async () => {
      for (let version = 0; version < LENGTH; version += 617) {
        const added = Array.from({ length: 617 }, (_, n) => event({ amount: (version + n) % 7 }, { type: "Added" }));
        await store.append("account-1", added, version);
      }
    });
    const TOTAL = Array.from({ length: LENGTH }, (_, n) => n % 7).reduce((sum, amount) => sum + amount, 0);
    const snapshots = { schemaVersion: 1, every: 100 };

    /** Counts the events that are read. */
    const counted = () => {
      const read = { events: 0 };
      const watched = new Proxy(store, {
        get: (target, property) =>
          property === "readStream"
            ? async (stream: string, after: number) => {
                const page = await target.readStream(stream, after);
                read.events += page.length;
                return page;
              }
            : (Reflect.get(target, property) as () => unknown).bind(target),
      });
      return { read, watched };
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
      // Two pages of 500 in five slices each, one of 234 in three.
      expect(immediates).toBeGreaterThanOrEqual(10);
    });

    test("other tasks can run after each page of a few large events", async () => {
      const large = Array.from({ length: 12 }, () =>
        event({ amount: 1, fill: "x".repeat(600_000) }, { type: "Added" }),
      );
      await store.append("account-3", large, 0);
      const loading = open().load(3);
      let immediates = 0;
      const count = (): void => {
        immediates += 1;
        if (immediates < 1_000) setImmediate(count);
      };
      setImmediate(count);
      expect(await loading).toMatchObject({ version: 12 });
      // Six pages of two events.
      expect(immediates).toBeGreaterThanOrEqual(4);
    });

    test("several long histories are read one page at a time, and other tasks can run in between", async () => {
      const large = () =>
        Array.from({ length: 8 }, () => event({ amount: 1, fill: "x".repeat(600_000) }, { type: "Added" }));
      for (const id of [4, 5, 6]) await store.append(`account-${id}`, large(), 0);
      let turn = 0;
      const turns: number[] = [];
      const count = (): void => {
        turn += 1;
        if (turn < 1_000) setImmediate(count);
      };
      const noted = new Proxy(store, {
        get: (target, property) =>
          property === "readStream"
            ? (stream: string, after: number) => {
                if (after > 2) turns.push(turn);
                return target.readStream(stream, after);
              }
            : (Reflect.get(target, property) as () => unknown).bind(target),
      });
      setImmediate(count);
      await Promise.all([4, 5, 6].map((id) => open(noted).load(id)));
      const accounts = open(noted);
      turns.length = 0;
      await Promise.all([4, 5, 6].map((id) => accounts.load(id)));
      expect(turns.length).toBeGreaterThanOrEqual(9);
      expect(new Set(turns).size).toBe(turns.length);
    });

    test("an earlier state is replayed from a cached waypoint at most two thousand events before it", async () => {
      for (let version = LENGTH; version < LENGTH + 4_000; version += 1_000) {
        const added = Array.from({ length: 1_000 }, (_, n) => event({ amount: n % 7 }, { type: "Added" }));
        await store.append("account-1", added, version);
      }
      const { read, watched } = counted();
      const accounts = open(watched);
      await accounts.load(1);
      for (const version of [5_233, 4_999, 3_000, 1_200, 7]) {
        read.events = 0;
        const found = await accounts.at(1, version);
        expect(read.events).toBeLessThan(2_000);
        expect(found).toEqual(await open().at(1, version));
      }
    });

    test("loading reads only the events after the last snapshot", async () => {
      await open(store, { snapshots }).load(1);
      await expect.poll(() => store.readSnapshot("account-1", 1)).toMatchObject({ version: LENGTH });
      const { read, watched } = counted();
      const later = open(watched, { snapshots });
      expect(await later.load(1)).toMatchObject({ state: { total: TOTAL }, version: LENGTH });
      expect(read.events).toBe(0);
      await store.append("account-1", [event({ amount: 5 }, { type: "Added" })], LENGTH);
      expect(await open(watched, { snapshots }).load(1)).toMatchObject({ state: { total: TOTAL + 5 } });
      expect(read.events).toBe(1);
    });

    test("a snapshot is written at the set interval, and not used if its schema version differs", async () => {
      const accounts = open(store, { snapshots: { schemaVersion: 1, every: 10 } });
      for (let n = 1; n <= 25; n++) await accounts.handle(2, 1, cause);
      await expect.poll(() => store.readSnapshot("account-2", 1)).toMatchObject({ version: 20, state: { total: 20 } });
      const { read, watched } = counted();
      const newer = open(watched, { snapshots: { schemaVersion: 2, every: 10 } });
      expect(await newer.load(2)).toMatchObject({ state: { total: 25 }, version: 25 });
      expect(read.events).toBe(25);
    });

    test("the state is the same with and without snapshots, and after any number of openings", async () => {
      for (const every of [1, 2, 3, 7]) {
        const id = 10 + every;
        for (let n = 1; n <= 12; n++)
          await open(store, { snapshots: { schemaVersion: 1, every } }).handle(id, n % 3, cause);
        expect(await open(store, { snapshots: { schemaVersion: 1, every } }).load(id)).toEqual(await open().load(id));
      }
    });
  });

  describe("a command with an idempotency key", () => {
    const keyed = { ...cause, idempotencyKey: "user:1 move-1" };

    test("a command with an idempotency key is executed once, for any number of sendings to any process", async () => {
      const [here, there] = [open(), open()];
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, n) => (n % 2 ? here : there).handle(1, 25, keyed)),
      );
      for (const outcome of outcomes) expect(outcome).toMatchObject({ state: { total: 25 }, version: 3 });
      expect(await store.readStream("account-1")).toHaveLength(3);
      await here.handle(1, 5, cause);
      expect(await there.handle(1, 25, keyed)).toMatchObject({ state: { total: 30 }, version: 4 });
    });

    test("a different request with the same key is refused, at every aggregate and at any time", async () => {
      const other = { ...keyed, causationId: "22222222-2222-8222-a222-222222222222" };
      const mine = { ...keyed, causationId: "11111111-1111-8111-a111-111111111111" };
      const [here, there] = [open(), open()];
      const outcomes = await Promise.allSettled([here.handle(1, 10, mine), there.handle(1, 10, other)]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const [first, second] = outcomes[0].status === "fulfilled" ? [mine, other] : [other, mine];
      expect(await open().handle(1, 10, first)).toMatchObject({ state: { total: 10 }, version: 1 });
      for (const pending of [open().handle(1, 10, second), open().preview(1, 10, second)]) {
        await expect(pending).rejects.toThrow(DuplicateEventError);
      }
      // A caller without a request digest is accepted, and so is an event from before digests were stored.
      expect(await open().handle(1, 10, keyed)).toMatchObject({ version: 1 });
      const older = { ...cause, idempotencyKey: "user:1 older" };
      await open().handle(1, 5, older);
      expect(await open().handle(1, 5, { ...older, causationId: mine.causationId })).toMatchObject({ version: 2 });
    });

    test("a command whose response was lost after the commit is recognised", async () => {
      let lose = true;
      const losing = new Proxy(store, {
        get: (target, property) =>
          property === "append"
            ? async (...append: Parameters<EventStore["append"]>) => {
                const recorded = await target.append(...append);
                if (!lose) return recorded;
                lose = false;
                throw new StoreUnavailableError("no answer");
              }
            : (Reflect.get(target, property) as () => unknown).bind(target),
      });
      const accounts = open(losing);
      await expect(accounts.handle(1, 10, keyed)).rejects.toThrow("no answer");
      expect(await accounts.handle(1, 10, keyed)).toMatchObject({ state: { total: 10 }, version: 1 });
      expect((await store.findEvent(eventIdOf("user:1 move-1", 0)))?.stream).toBe("account-1");
    });

    // The first sending may be stored at any moment: before the state is loaded, before the lookup, before the
    // append.
    test.each(["readStream", "findEvent", "append"] as const)(
      "a command does not conflict with itself when its first sending is stored right before %s",
      async (moment) => {
        for (const expectedVersion of [null, 0]) {
          const id = expectedVersion === null ? 1 : 2;
          const key = { ...cause, idempotencyKey: `user:1 move-${id}` };
          let first = true;
          const racing = new Proxy(store, {
            get: (target, property) => {
              const method = (Reflect.get(target, property) as (...args: unknown[]) => unknown).bind(target);
              if (property !== moment) return method;
              return async (...args: unknown[]) => {
                if (first) {
                  first = false;
                  await open().handle(id, 25, key, expectedVersion);
                }
                return method(...args);
              };
            },
          });
          expect(await open(racing).handle(id, 25, key, expectedVersion)).toMatchObject({ state: { total: 25 } });
          expect(await store.readStream(`account-${id}`)).toHaveLength(3);
        }
      },
    );

    test("a key that was used for another aggregate is refused", async () => {
      const accounts = open();
      await accounts.handle(1, 10, keyed);
      await expect(accounts.handle(2, 10, keyed)).rejects.toBeInstanceOf(DuplicateEventError);
    });

    test("a command without effect has no effect when it is repeated later", async () => {
      const accountsOf = (over: EventStore = store) =>
        new Aggregates({
          store: over,
          codec: eventCodec(definitions),
          // Tops the sum up to an amount.
          decider: {
            ...account,
            decide: (to: number, state: Total) => account.decide(Math.max(0, to - state.total), state),
          },
          streamOf: (id) => `account-${id}`,
        });
      await accountsOf().handle(1, 10, cause);
      expect(await accountsOf().handle(1, 10, keyed)).toMatchObject({ state: { total: 10 }, version: 1 });
      await store.append("account-1", [event({ amount: -6 }, { type: "Added" })], 1);
      for (const repeat of [accountsOf().handle(1, 10, keyed), accountsOf().preview(1, 10, keyed)]) {
        expect(await repeat).toMatchObject({ state: { total: 4 }, version: 2 });
      }
      // The key cannot be used again for another aggregate or another request.
      await expect(accountsOf().handle(2, 10, keyed)).rejects.toBeInstanceOf(DuplicateEventError);
      const mine = { ...cause, idempotencyKey: "user:1 fill-1", causationId: "11111111-1111-8111-a111-111111111111" };
      await accountsOf().handle(1, 3, mine);
      const other = { ...mine, causationId: "22222222-2222-8222-a222-222222222222" };
      await expect(accountsOf().handle(1, 3, other)).rejects.toBeInstanceOf(DuplicateEventError);
      // A command without a key stores nothing.
      const head = await store.head();
      await accountsOf().handle(1, 3, cause);
      expect(await store.head()).toBe(head);
    });

    // One process decides that nothing changes, and the other that something does.
    test.each(["findEvent", "append"] as const)(
      "a command executed by two processes at once has one outcome when the other finishes right before %s",
      async (moment) => {
        for (const [isFirst, amounts] of [
          [true, [0, 25]],
          [false, [25, 0]],
        ] as const) {
          const [amount, other] = amounts;
          const key = { ...cause, idempotencyKey: `user:1 twice ${isFirst}` };
          let first = true;
          const racing = new Proxy(store, {
            get: (target, property) => {
              const method = (Reflect.get(target, property) as (...args: unknown[]) => unknown).bind(target);
              if (property !== moment) return method;
              return async (...args: unknown[]) => {
                if (first) {
                  first = false;
                  await open().handle(isFirst ? 1 : 2, other, key);
                }
                return method(...args);
              };
            },
          });
          const total = other;
          expect(await open(racing).handle(isFirst ? 1 : 2, amount, key)).toMatchObject({ state: { total } });
          expect(await open().load(isFirst ? 1 : 2)).toMatchObject({ state: { total } });
        }
      },
    );

    test("a command without effect succeeds even if the aggregate's key stream is full", async () => {
      const full = new Proxy(store, {
        get: (target, property) =>
          property === "append"
            ? () => Promise.reject(new StreamFullError("unchanged-account-1", "much"))
            : (Reflect.get(target, property) as () => unknown).bind(target),
      });
      expect(await open(full).handle(1, 0, keyed)).toMatchObject({ version: 0 });
    });
  });
});
