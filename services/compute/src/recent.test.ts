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

test("keeps the youngest whatever it weighs, and nothing beside one that is heavier than the limit", () => {
  const recent = new Recent<string, number>(10, (value) => value);
  recent.set("a", 1);
  recent.set("b", 11);
  expect([recent.get("a"), recent.get("b"), recent.weight]).toEqual([undefined, 11, 11]);
  recent.set("c", 2);
  expect([recent.get("b"), recent.get("c"), recent.weight]).toEqual([undefined, 2, 2]);
});

test("weighs a value anew when it is set again", () => {
  const recent = new Recent<string, { weight: number }>(10, ({ weight }) => weight);
  const growing = { weight: 1 };
  recent.set("a", growing);
  growing.weight = 7;
  expect(recent.weight).toBe(1);
  recent.set("a", growing);
  expect(recent.weight).toBe(7);
});

test("weighs what it holds, which is within the limit unless it is one value", () => {
  const step = fc.record({ key: fc.integer({ min: 0, max: 9 }), weight: fc.integer({ min: 0, max: 120 }) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const recent = new Recent<number, number>(100, (weight) => weight);
      for (const { key, weight } of steps) {
        recent.set(key, weight);
        expect(recent.weight <= 100 || recent.size === 1).toBe(true);
      }
      const held = Array.from({ length: 10 }, (_, key) => recent.get(key) ?? 0);
      expect(recent.weight).toBe(held.reduce((sum, weight) => sum + weight, 0));
    }),
  );
});
