import { systemClock } from "@etesian/clock";
import { expect, test } from "vitest";
import { Bell } from "./follow.ts";

const never = new AbortController().signal;

test("a ring wakes everybody who waits, and nobody who comes later", async () => {
  const bell = new Bell({ ...systemClock, pause: (_, signal) => systemClock.pause(1_000_000, signal) });
  const waiting = [bell.wait(100, never), bell.wait(100, never)];
  expect(bell.waiting).toBe(2);
  bell.ring();
  await Promise.all(waiting);
  const stop = new AbortController();
  const later = bell.wait(100, stop.signal);
  expect(bell.waiting).toBe(1);
  stop.abort();
  await later;
});

test("who has waited in vain leaves nothing behind: a store that nobody writes to is asked ten times a second", async () => {
  const bell = new Bell({ ...systemClock, pause: () => Promise.resolve() });
  for (let n = 0; n < 1_000; n++) await bell.wait(100, never);
  expect(bell.waiting).toBe(0);
});
