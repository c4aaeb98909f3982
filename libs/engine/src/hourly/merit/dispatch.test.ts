/** Tests the memory use of an hour. */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { Buffers } from "../curves/buffers.ts";
import { oneOfEachKind } from "./order.fixture.ts";
import { MeritOrder } from "./order.ts";
import { HOURS } from "./participant.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns the bytes that one dispatched year leaves on the heap. */
function measureYear(): number {
  const participants = oneOfEachKind();
  for (const participant of participants) participant.prepare(new Buffers());
  const order = new MeritOrder("any", participants);
  order.step(0);
  collectGarbage();
  const usedBefore = getHeapStatistics().used_heap_size;
  order.step(1, HOURS);
  return getHeapStatistics().used_heap_size - usedBefore;
}

/** Room for four boxed numbers per hour; their number varies by one or two with the compiler's inlining. */
const LIMIT = 4 * 16 * HOURS;

test("dispatching an hour allocates nothing, for participants of every kind", () => {
  // Dispatching an hour allocates until it is compiled, which takes many years on a busy machine. A garbage collection
  // in between shows as a negative number, or by chance a small one, but not twice in a row.
  const years: number[] = [];
  const isSmall = (bytes: number | undefined): boolean => bytes !== undefined && bytes >= 0 && bytes < LIMIT;
  while (years.length < 60 && !(isSmall(years.at(-1)) && isSmall(years.at(-2)))) years.push(measureYear());
  expect(years.slice(-2).map((bytes) => isSmall(bytes) || bytes)).toEqual([true, true]);
});
