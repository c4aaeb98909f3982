import { expect, test } from "vitest";
import { systemClock } from "./index.ts";

test("a pause ends after its time, or when its signal aborts", async () => {
  const began = systemClock.elapsed();
  await systemClock.pause(1);
  expect(systemClock.elapsed()).toBeGreaterThan(began);
  const stop = new AbortController();
  const pauses = [systemClock.pause(1_000_000, stop.signal), systemClock.pause(1_000_000, stop.signal)];
  stop.abort();
  await Promise.all(pauses);
  await systemClock.pause(1_000_000, stop.signal);
});

test("other tasks run before nextTurn resolves", async () => {
  const order: string[] = [];
  setImmediate(() => order.push("others"));
  await systemClock.nextTurn();
  expect(order).toEqual(["others"]);
});
