import { expect, test } from "vitest";
import { systemClock } from "./index.ts";

test("a pause ends when its time has passed or its signal aborts", async () => {
  const startTime = systemClock.elapsed();
  await systemClock.pause(1);
  expect(systemClock.elapsed()).toBeGreaterThan(startTime);
  const controller = new AbortController();
  const pauses = [systemClock.pause(1_000_000, controller.signal), systemClock.pause(1_000_000, controller.signal)];
  controller.abort();
  await Promise.all(pauses);
  await systemClock.pause(1_000_000, controller.signal);
});

test("pending tasks run before nextTurn() resolves", async () => {
  const order: string[] = [];
  setImmediate(() => order.push("others"));
  await systemClock.nextTurn();
  expect(order).toEqual(["others"]);
});
