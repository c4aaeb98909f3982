import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Aggregates, type Decider } from "./aggregates.ts";
import { eventCodec, type EventOf } from "./codec.ts";
import { type EventStore, StoreUnavailableError, VersionConflictError } from "./event-store.ts";
import { openEventStore } from "./open.ts";

const definitions = { Added: { version: 1, schema: z.object({ amount: z.number() }) } } as const;
type Added = EventOf<typeof definitions>;

interface Total {
  readonly total: number;
  readonly changedAt: string | null;
}

/** A sum that may not exceed 100; an amount is stored as parts of at most 10, so one command can be several events. */
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
  const open = (over: EventStore = store, remember = 500) =>
    new Aggregates({
      store: over,
      codec: eventCodec(definitions),
      decider: account,
      streamOf: (id) => `account-${id}`,
      now: () => now,
      remember,
    });

  beforeEach(async () => {
    store = await openEventStore("sqlite::memory:");
    now = new Date("2026-11-21T10:00:00.000Z");
  });
  afterEach(() => store.close());

  test("a command is one append of all its events", async () => {
    const accounts = open();
    expect(await accounts.handle(1, 25, cause)).toEqual({
      state: { total: 25, changedAt: "2026-11-21T10:00:00.000Z" },
      version: 3,
    });
    const events = await store.readStream("account-1");
    expect(events.map(({ type, data, actor, correlationId }) => [type, data, actor, correlationId])).toEqual(
      [10, 10, 5].map((amount) => ["Added", { amount }, "user:1", "r-1"]),
    );
    expect(await accounts.load(2)).toEqual({ state: account.initial, version: 0 });
  });

  test("what is refused, or changes nothing, stores nothing", async () => {
    const accounts = open();
    expect(await accounts.handle(1, 101, cause)).toEqual({ refusal: "0 + 101 is too much" });
    expect(await accounts.handle(1, 0, cause)).toEqual({ state: account.initial, version: 0 });
    expect(await store.readStream("account-1")).toEqual([]);
  });

  test("a preview stores nothing and keeps the version", async () => {
    const accounts = open();
    await accounts.handle(1, 10, cause);
    expect(await accounts.preview(1, 25)).toMatchObject({ state: { total: 35 }, version: 1 });
    expect(await accounts.load(1)).toMatchObject({ state: { total: 10 }, version: 1 });
    await expect(accounts.preview(1, 25, 2)).rejects.toEqual(new VersionConflictError("account-1", 2, 1));
  });

  test("an expected version that is not the present one is a conflict", async () => {
    const accounts = open();
    await accounts.handle(1, 10, cause, 0);
    await expect(accounts.handle(1, 10, cause, 0)).rejects.toEqual(new VersionConflictError("account-1", 0, 1));
    expect(await accounts.handle(1, 10, cause, 1)).toMatchObject({ version: 2 });
  });

  test("whoever is overtaken decides again on the new state", async () => {
    // Two processes: neither sees the other's commands but through the store.
    const [here, there] = [open(), open()];
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 2 ? here : there).handle(1, 5, cause)),
    );
    expect(outcomes.filter((outcome) => "refusal" in outcome)).toHaveLength(10);
    for (const accounts of [here, there, open()]) {
      expect(await accounts.load(1)).toMatchObject({ state: { total: 100 }, version: 20 });
    }
  });

  test("states kept in memory are brought up to date, and forgotten when there are many", async () => {
    const [here, there] = [open(store, 2), open()];
    for (let id = 1; id <= 5; id++) {
      await here.handle(id, 10, cause);
      await there.handle(id, 10, cause);
    }
    for (let id = 1; id <= 5; id++) expect(await here.load(id)).toMatchObject({ state: { total: 20 }, version: 2 });
  });

  test("only what is new is read", async () => {
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
});
