import fc from "fast-check";
import { expect, test } from "vitest";
import { LruCache } from "./lru-cache.ts";

test("the cache keeps the most recently used values", () => {
  const cache = new LruCache<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.get("a");
  cache.set("c", 3);
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([1, undefined, 3]);
});

test("has() does not mark a key as used", () => {
  const cache = new LruCache<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  expect(cache.has("a")).toBe(true);
  cache.set("c", 3);
  expect(["a", "b", "c"].map((key) => cache.has(key))).toEqual([false, true, true]);
});

test("keys are listed in order of use, most recent last", () => {
  const cache = new LruCache<string, number>(2);
  for (const [index, key] of ["a", "b", "c"].entries()) cache.set(key, index);
  cache.get("b");
  expect([...cache.keys()]).toEqual(["c", "b"]);
});

test("the cache keeps the most recent value regardless of its weight, and evicts all others if that value exceeds the limit", () => {
  const cache = new LruCache<string, number>(10, (value) => value);
  cache.set("a", 1);
  cache.set("b", 11);
  expect([cache.get("a"), cache.get("b"), cache.weight]).toEqual([undefined, 11, 11]);
  cache.set("c", 2);
  expect([cache.get("b"), cache.get("c"), cache.weight]).toEqual([undefined, 2, 2]);
});

test("the cache weighs a value again when it is replaced", () => {
  const cache = new LruCache<string, { weight: number }>(10, ({ weight }) => weight);
  const growingValue = { weight: 1 };
  cache.set("a", growingValue);
  growingValue.weight = 7;
  expect(cache.weight).toBe(1);
  cache.set("a", growingValue);
  expect(cache.weight).toBe(7);
});

test("the total weight exceeds the limit only if the cache has a single value", () => {
  const step = fc.record({ key: fc.integer({ min: 0, max: 9 }), weight: fc.integer({ min: 0, max: 120 }) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const cache = new LruCache<number, number>(100, (weight) => weight);
      for (const { key, weight } of steps) {
        cache.set(key, weight);
        expect(cache.weight <= 100 || cache.size === 1).toBe(true);
      }
      const weights = Array.from({ length: 10 }, (_, key) => cache.get(key) ?? 0);
      expect(cache.weight).toBe(weights.reduce((sum, weight) => sum + weight, 0));
    }),
  );
});
