import fc from "fast-check";
import { expect, test } from "vitest";
import { Recent } from "./recent.ts";

test("keeps what was used last", () => {
  const recent = new Recent<string, number>(2);
  recent.set("a", 1);
  recent.set("b", 2);
  recent.get("a");
  recent.set("c", 3);
  expect([recent.get("a"), recent.get("b"), recent.get("c")]).toEqual([1, undefined, 3]);
});

test("a value heavier than the limit is not kept, and costs nobody their place but the lighter ones before it", () => {
  const recent = new Recent<string, number>(10, (value) => value);
  recent.set("a", 11);
  expect([recent.get("a"), recent.weight]).toEqual([undefined, 0]);
});

test("never weighs more than its limit, and weighs what it holds", () => {
  const step = fc.record({ key: fc.integer({ min: 0, max: 9 }), weight: fc.integer({ min: 0, max: 60 }) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const recent = new Recent<number, number>(100, (weight) => weight);
      for (const { key, weight } of steps) {
        recent.set(key, weight);
        expect(recent.weight).toBeLessThanOrEqual(100);
      }
      const held = Array.from({ length: 10 }, (_, key) => recent.get(key) ?? 0);
      expect(recent.weight).toBe(held.reduce((sum, weight) => sum + weight, 0));
    }),
  );
});
