import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { difference } from "./compare.ts";

describe("the difference between two values", () => {
  test("the difference between numbers is relative to the larger one", () => {
    expect(difference(100, 101)).toBeCloseTo(1 / 101, 12);
    expect(difference(0, 0)).toBe(0);
    expect(difference(0, 1e-30)).toBe(1);
    expect(difference(5, -5)).toBe(2);
  });

  test.each([
    [1, "1"],
    [null, 0],
    ["null", null],
    [true, 1],
    [[1, 2], [1]],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, { b: 1 }],
    [[], null],
  ])("the difference between %j and %j is infinite", (expected, actual) => {
    expect(difference(expected, actual)).toBe(Infinity);
  });

  test("the difference between lists or maps is the largest difference of their items", () => {
    expect(difference([1, { a: 100, b: [4] }], [1, { a: 101, b: [4] }])).toBeCloseTo(1 / 101, 12);
    expect(difference({ a: "x" }, { a: "x" })).toBe(0);
  });
});

describe("the difference between a curve and a digest", () => {
  const curve = Array.from({ length: 8760 }, (_, hour) => Math.sin(hour) + 2);
  const digest = {
    curve: true,
    n: 8760,
    sum: curve.reduce((a, b) => a + b, 0),
    sumsq: curve.reduce((a, b) => a + b * b, 0),
    min: Math.min(...curve),
    max: Math.max(...curve),
    first24: curve.slice(0, 24),
    july24: curve.slice(4344, 4368),
    sha256: createHash("sha256")
      .update(new Uint8Array(Float64Array.from(curve).buffer))
      .digest("hex"),
  };

  test("the difference is 0 for the same curve, and positive for a changed or a missing hour", () => {
    expect(difference(digest, curve)).toBe(0);
    expect(difference(digest, curve.with(4344, 9))).toBeGreaterThan(0.1);
    expect(difference(digest, curve.with(8000, 9))).toBeGreaterThan(1e-4);
    expect(difference(digest, curve.slice(1))).toBe(Infinity);
    expect(difference(digest, 3)).toBe(Infinity);
  });
});

test("objects of the model are equal if their keys are", () => {
  const expected = { unserialisable: "Carrier", size: 2, keys: ["coal", "lignite"] };
  const carrier = (key: string) => ({ unserialisable: "carrier", key });
  expect(difference(expected, [carrier("coal"), carrier("lignite")])).toBe(0);
  expect(difference(expected, [carrier("coal"), carrier("gas")])).toBe(Infinity);
  expect(difference(expected, [carrier("coal")])).toBe(Infinity);
});
