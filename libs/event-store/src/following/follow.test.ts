import { systemClock } from "@etesian/clock";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Position, RecordedEvent } from "../event.ts";
import { START } from "../event.ts";
import { AppendSignal, follow } from "./follow.ts";
import { event } from "../testing/events.ts";

const neverAborted = new AbortController().signal;

test("a notification wakes all waiting followers and no later ones", async () => {
  const appends = new AppendSignal({ ...systemClock, pause: (_, signal) => systemClock.pause(1_000_000, signal) });
  const waits = [appends.wait(100, neverAborted), appends.wait(100, neverAborted)];
  expect(appends.waiterCount).toBe(2);
  appends.notify();
  await Promise.all(waits);
  const stop = new AbortController();
  const laterWait = appends.wait(100, stop.signal);
  expect(appends.waiterCount).toBe(1);
  stop.abort();
  await laterWait;
});

test("a wait that times out leaves no waiter behind", async () => {
  const appends = new AppendSignal({ ...systemClock, pause: () => Promise.resolve() });
  for (let n = 0; n < 1_000; n++) await appends.wait(100, neverAborted);
  expect(appends.waiterCount).toBe(0);
});

describe("a follower", () => {
  const storedEvents: RecordedEvent[] = [];
  let reads = 0;
  let appends: AppendSignal;
  let stop: AbortController;
  const store = {
    readAll: async (after: Position) => {
      reads += 1;
      return storedEvents.filter(({ position }) => position > after);
    },
  };
  /** Appends one event, from this process or another. */
  const append = (isOwn: boolean): void => {
    const after = storedEvents.at(-1)?.position ?? START;
    const position = String(storedEvents.length + 1).padStart(3, "0") as Position;
    storedEvents.push({ ...event(), stream: "a", version: storedEvents.length + 1, position });
    if (isOwn) appends.notify({ after, events: storedEvents.slice(-1) });
  };

  beforeEach(() => {
    storedEvents.length = 0;
    reads = 0;
    appends = new AppendSignal({ ...systemClock, pause: (_, signal) => systemClock.pause(1_000_000, signal) });
    stop = new AbortController();
  });
  afterEach(() => stop.abort());

  /** Reads batches until a version has been received. */
  async function readUpTo(version: number, batches: AsyncGenerator<readonly RecordedEvent[], void>): Promise<void> {
    for (let received = 0; received < version;) received = (await batches.next()).value?.at(-1)?.version ?? 0;
  }

  test("a follower receives this process's appends without reading them", async () => {
    append(true);
    const batches = follow(store, appends, START, stop.signal);
    await readUpTo(1, batches);
    const previousReads = reads;
    for (let version = 2; version <= 20; version++) {
      const reading = readUpTo(version, batches);
      await vi.waitUntil(() => appends.waiterCount === 1);
      append(true);
      await reading;
    }
    // The only read finds that there are no further events.
    expect(reads - previousReads).toBe(1);
  });

  test("a follower reads earlier appends of other processes, and appends made while it was busy", async () => {
    const batches = follow(store, appends, START, stop.signal);
    const reading = readUpTo(2, batches);
    await vi.waitUntil(() => appends.waiterCount === 1);
    append(false);
    append(true);
    await reading;
    append(true);
    append(true);
    await readUpTo(4, batches);
    expect(storedEvents).toHaveLength(4);
  });
});
