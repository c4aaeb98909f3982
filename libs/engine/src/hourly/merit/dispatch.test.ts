/** What an hour costs besides time. */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { everybody } from "./order.fixture.ts";
import { MeritOrder } from "./order.ts";
import { HOURS } from "./participant.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes that stepping through a year leaves behind on the heap. */
function bytesOfAYear(): number {
  const participants = everybody();
  for (const participant of participants) participant.prepare();
  const order = new MeritOrder("any", participants);
  order.step(0);
  collectGarbage();
  const before = getHeapStatistics().used_heap_size;
  for (let h = 1; h < HOURS; h++) order.step(h);
  return getHeapStatistics().used_heap_size - before;
}

test("nothing is allocated hour by hour, whoever takes part", () => {
  // The first years are interpreted, and compiled code takes memory now and then.
  const years = Array.from({ length: 12 }, bytesOfAYear);
  // A single boxed number per hour would be 140,000 bytes.
  expect(Math.min(...years)).toBeLessThan(50_000);
});
