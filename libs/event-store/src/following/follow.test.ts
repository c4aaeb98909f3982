import { systemClock } from "@etesian/clock";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Position, RecordedEvent } from "../event.ts";
import { START } from "../event.ts";
import { AppendSignal, follow } from "./follow.ts";
import { event } from "../testing/events.ts";

const never = new AbortController().signal;

test("a notification wakes all waiting followers and no later ones", async () => {
  const appends = new AppendSignal({ ...systemClock, pause: (_, signal) => systemClock.pause(1_000_000, signal) });
  const waiting = [appends.wait(100, never), appends.wait(100, never)];
  expect(appends.waiting).toBe(2);
  appends.notify();
  await Promise.all(waiting);
  const stop = new AbortController();
  const later = appends.wait(100, stop.signal);
  expect(appends.waiting).toBe(1);
  stop.abort();
  await later;
});

test("an idle store is polled ten times a second, and each wait cleans up", async () => {
  const appends = new AppendSignal({ ...systemClock, pause: () => Promise.resolve() });
  for (let n = 0; n < 1_000; n++) await appends.wait(100, never);
  expect(appends.waiting).toBe(0);
});

describe("a follower", () => {
  const stored: RecordedEvent[] = [];
  let reads = 0;
  let appends: AppendSignal;
  let stop: AbortController;
  const store = {
    readAll: async (after: Position) => {
      reads += 1;
      return stored.filter(({ position }) => position > after);
    },
  };
  /** Appends one event, from this process or another. */
  const append = (isOwn: boolean): void => {
    const after = stored.at(-1)?.position ?? START;
    const position = String(stored.length + 1).padStart(3, "0") as Position;
    stored.push({ ...event(), stream: "a", version: stored.length + 1, position });
    if (isOwn) appends.notify({ after, events: stored.slice(-1) });
  };

  beforeEach(() => {
    stored.length = 0;
    reads = 0;
    appends = new AppendSignal({ ...systemClock, pause: (_, signal) => systemClock.pause(1_000_000, signal) });
    stop = new AbortController();
  });
  afterEach(() => stop.abort());

  /** Reads batches until a version was received. */
  async function readUpTo(version: number, batches: AsyncGenerator<readonly RecordedEvent[], void>): Promise<void> {
    for (let seen = 0; seen < version;) seen = (await batches.next()).value?.at(-1)?.version ?? 0;
  }

  test("a follower receives this process's appends without reading them", async () => {
    append(true);
    const batches = follow(store, appends, START, stop.signal);
    await readUpTo(1, batches);
    const before = reads;
    for (let version = 2; version <= 20; version++) {
      const seen = readUpTo(version, batches);
      await vi.waitUntil(() => appends.waiting === 1);
      append(true);
      await seen;
    }
    // One read, to find that there are no further events.
    expect(reads - before).toBe(1);
  });

  test("a follower reads earlier appends of other processes, and those made while it was busy", async () => {
    const batches = follow(store, appends, START, stop.signal);
    const seen = readUpTo(2, batches);
    await vi.waitUntil(() => appends.waiting === 1);
    append(false);
    append(true);
    await seen;
    append(true);
    append(true);
    await readUpTo(4, batches);
    expect(stored).toHaveLength(4);
  });
});
