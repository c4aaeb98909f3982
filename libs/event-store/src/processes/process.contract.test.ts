/** The contract of process managers, tested on each kind of store. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { systemClock } from "@etesian/clock";
import { RpcError, status } from "@etesian/service-kit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { EventStore } from "../event-store.ts";
import type { Position } from "../event.ts";
import { openEventStore, openReadDatabase } from "../open.ts";
import type { ReadDatabase } from "../projections/read-database.ts";
import { event } from "../testing/events.ts";
import { testStores } from "../testing/index.ts";
import { HeldEvents } from "./held-events.ts";
import { RunningProcess, MAX_ATTEMPTS } from "./process.ts";

/** A clock whose pauses end immediately. */
const immediateClock = { ...systemClock, pause: (_: number, signal?: AbortSignal) => systemClock.pause(1, signal) };

for (const { name, missing, create } of await testStores()) {
  describe.skipIf(missing !== null)(`processes: ${name}${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
    let url: string;
    let store: EventStore;
    let database: ReadDatabase;
    const cleanups: (() => Promise<void>)[] = [];
    const runningProcesses: RunningProcess[] = [];

    beforeEach(async () => {
      const testStore = await create();
      url = testStore.url;
      store = await openEventStore(url);
      database = await openReadDatabase(url);
      cleanups.push(
        testStore.remove,
        () => store.close(),
        () => database.close(),
      );
    });
    afterEach(async () => {
      for (const runningProcess of runningProcesses.splice(0)) await runningProcess.stop();
      for (const close of cleanups.splice(0).toReversed()) await close();
    });

    /** The handled and parked events, such as "a1" for the first event of stream a. */
    const handledEvents: string[] = [];
    const parkedEvents: string[] = [];
    let failureOf: (label: string) => Error | null;
    beforeEach(() => {
      handledEvents.length = 0;
      parkedEvents.length = 0;
      failureOf = () => null;
    });

    const start = async (clock = immediateClock): Promise<RunningProcess> => {
      const process = await RunningProcess.start(
        {
          name: "test",
          handles: ({ type }) => type !== "Ignored",
          handle: async ({ stream, version }) => {
            const failure = failureOf(`${stream}${version}`);
            if (failure !== null) throw failure;
            handledEvents.push(`${stream}${version}`);
          },
        },
        { store, database },
        {
          onHandled: () => {},
          onFailed: () => {},
          onInterrupted: () => {},
          onParked: ({ stream, version }) => parkedEvents.push(`${stream}${version}`),
        },
        clock,
      );
      runningProcesses.push(process);
      return process;
    };
    const append = async (stream: string, version: number, type = "Done"): Promise<void> => {
      const time = new Date(Date.now() - 10_000).toISOString();
      await store.append(stream, [event({}, { type, time })], version - 1);
    };

    test("a process handles every event once and in order, including events appended while it was stopped", async () => {
      await append("a", 1);
      await append("b", 1);
      const first = await start();
      await append("a", 2);
      await append("a", 3, "Ignored");
      await first.waitUntilCaughtUp();
      expect(handledEvents).toEqual(["a1", "b1", "a2"]);
      await first.stop();
      await append("b", 2);
      const second = await start();
      await second.waitUntilCaughtUp();
      expect(handledEvents).toEqual(["a1", "b1", "a2", "b2"]);
      expect(await second.progress()).toEqual({ lagSeconds: 0, parked: 0, parkedSeconds: 0, waiting: 0 });
    });

    test("a transient failure has no lasting effect", async () => {
      let failures = MAX_ATTEMPTS - 1;
      failureOf = () => (failures-- > 0 ? new Error("not yet") : null);
      await append("a", 1);
      await (await start()).waitUntilCaughtUp();
      expect([handledEvents, parkedEvents]).toEqual([["a1"], []]);
    });

    test("an event that cannot be handled is parked, its stream waits, and other streams continue", async () => {
      failureOf = (label) => (label === "a1" ? new Error("cannot be") : null);
      await append("a", 1);
      await append("a", 2);
      await append("b", 1);
      await append("a", 3);
      const process = await start();
      await process.waitUntilCaughtUp();
      expect([handledEvents, parkedEvents]).toEqual([["b1"], ["a1"]]);
      expect(await process.progress()).toEqual({
        lagSeconds: 0,
        parked: 1,
        parkedSeconds: expect.any(Number),
        waiting: 2,
      });
      expect(await (await HeldEvents.open(database)).listParked()).toMatchObject([
        { process: "test", stream: "a", version: 1, tries: MAX_ATTEMPTS, error: "Error: cannot be", waiting: 2 },
      ]);
    });

    test("a retried event is handled in the order of its stream", async () => {
      failureOf = (label) => (label === "a1" ? new Error("cannot be") : null);
      await append("a", 1);
      await append("a", 2);
      const process = await start();
      await process.waitUntilCaughtUp();
      failureOf = () => null;
      await append("a", 3);
      await process.waitUntilCaughtUp();
      expect(handledEvents).toEqual([]);
      const held = await HeldEvents.open(database);
      expect(await held.retry("another", null)).toBe(0);
      expect(await held.retry("test", "a")).toBe(1);
      await expect.poll(() => handledEvents).toEqual(["a1", "a2", "a3"]);
      await expect.poll(() => process.progress()).toEqual({ lagSeconds: 0, parked: 0, parkedSeconds: 0, waiting: 0 });
      await append("a", 4);
      await process.waitUntilCaughtUp();
      expect(handledEvents.at(-1)).toBe("a4");
    });

    test("an event whose retry fails is parked again, and so is the next event if it fails", async () => {
      failureOf = (label) => (label === "a1" || label === "a2" ? new Error("cannot be") : null);
      await append("a", 1);
      await append("a", 2);
      const process = await start();
      await process.waitUntilCaughtUp();
      const held = await HeldEvents.open(database);
      await held.retry(null, null);
      await expect.poll(() => parkedEvents).toEqual(["a1", "a1"]);
      failureOf = (label) => (label === "a2" ? new Error("cannot be, either") : null);
      await held.retry(null, null);
      await expect.poll(() => parkedEvents).toEqual(["a1", "a1", "a2"]);
      expect([handledEvents, await process.progress()]).toMatchObject([["a1"], { parked: 1, waiting: 0 }]);
    });

    test("an event whose retry was requested while the process was stopped is retried at startup", async () => {
      failureOf = () => new Error("cannot be");
      await append("a", 1);
      const process = await start();
      await process.waitUntilCaughtUp();
      await process.stop();
      failureOf = () => null;
      await (await HeldEvents.open(database)).retry(null, null);
      await start();
      await expect.poll(() => handledEvents).toEqual(["a1"]);
    });

    test("no event is parked during an outage of a dependency; events wait until it is available", async () => {
      let failures = MAX_ATTEMPTS * 3;
      failureOf = () => (failures-- > 0 ? new RpcError(status.UNAVAILABLE, "away") : null);
      await append("a", 1);
      await append("b", 1);
      await (await start()).waitUntilCaughtUp();
      expect([handledEvents, parkedEvents]).toEqual([["a1", "b1"], []]);
    });

    test("a process that is stopped while it handles an event handles that event again", async () => {
      failureOf = () => new RpcError(status.UNAVAILABLE, "away");
      await append("a", 1);
      const first = await start();
      await first.stop();
      failureOf = () => null;
      await (await start()).waitUntilCaughtUp();
      expect(handledEvents).toEqual(["a1"]);
    });

    test("two programs share the work without gaps, and each stream stays in order", async () => {
      failureOf = (label) => (label === "b1" ? new Error("cannot be") : null);
      const processes = [await start(), await start()];
      for (let version = 1; version <= 5; version++) {
        await append("a", version);
        await append("b", version);
      }
      for (const runningProcess of processes) await runningProcess.waitUntilCaughtUp();
      expect([...new Set(handledEvents)]).toEqual(["a1", "a2", "a3", "a4", "a5"]);
      expect(await processes[0]!.progress()).toMatchObject({ parked: 1, waiting: 4 });
    });

    test("ignored events are skipped without a write, and the checkpoint is saved at the end", async () => {
      const advance = vi.spyOn(database, "advance");
      const process = await start({ ...systemClock, pause: (_, signal) => systemClock.pause(1_000_000, signal) });
      for (let version = 1; version <= 20; version++) await append("a", version, "Ignored");
      await process.waitUntilCaughtUp();
      expect(advance).not.toHaveBeenCalled();
      expect(await process.progress()).toMatchObject({ lagSeconds: 0 });
      await process.stop();
      expect(advance).toHaveBeenCalledTimes(1);
      expect(await database.checkpoint("test")).toBe(await store.head());
    });

    test("the progress of a delayed process can be read", async () => {
      failureOf = () => new RpcError(status.UNAVAILABLE, "away");
      await append("a", 1);
      const process = await start();
      expect((await process.progress()).lagSeconds).toBeGreaterThan(0);
    });

    test("`npm run events` lists parked events and retries them", async () => {
      failureOf = (label) => (label === "a1" ? new Error("cannot be") : null);
      await append("a", 1);
      const process = await start();
      await process.waitUntilCaughtUp();
      const runEventsCommand = (...args: readonly string[]) => {
        const cli = join(import.meta.dirname, "../cli.ts");
        const { status: code, stdout } = spawnSync(globalThis.process.execPath, [cli, ...args, "--store", url], {
          encoding: "utf8",
        });
        return [code, stdout] as const;
      };
      const [code, output] = runEventsCommand("parked");
      expect(code).toBe(1);
      expect(output).toContain("test: event 1 of a, Done");
      expect(output).toContain("after 5 attempts: Error: cannot be");
      expect(JSON.parse(runEventsCommand("parked", "--json")[1])).toMatchObject([
        { process: "test", stream: "a", version: 1, type: "Done", error: "Error: cannot be", waiting: 0 },
      ]);
      failureOf = () => null;
      expect(runEventsCommand("retry")[1]).toContain("1 will be retried");
      await expect.poll(() => handledEvents).toEqual(["a1"]);
      expect(runEventsCommand("parked")).toEqual([0, "nothing is parked\n"]);
      expect(runEventsCommand("parked", "--json")).toEqual([0, "[]\n"]);
    });
  });
}

test("a store that fails while the process waits for the database is reported, and the process continues", async () => {
  const interruption = Promise.withResolvers<unknown>();
  const gate = Promise.withResolvers<void>();
  const store = {
    head: async () => "" as Position,
    // The next page fails immediately, while the held events are still being read.
    follow: () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("the connection was cut")) }),
    }),
  } as unknown as EventStore;
  const database = {
    migrate: async () => {},
    checkpoint: async () => "" as Position,
    query: async () => {
      await gate.promise;
      return [];
    },
  } as unknown as ReadDatabase;
  const process = await RunningProcess.start(
    { name: "test", handles: () => true, handle: async () => {} },
    { store, database },
    {
      onHandled: () => {},
      onFailed: () => {},
      onParked: () => {},
      onInterrupted: (error) => interruption.resolve(error),
    },
    immediateClock,
  );
  // An unhandled rejection would end the program after this turn.
  await systemClock.nextTurn();
  await systemClock.nextTurn();
  gate.resolve();
  expect(String(await interruption.promise)).toContain("the connection was cut");
  await process.stop();
});
