import { describe, expect, test } from "vitest";
import { describeComparison } from "./report.ts";
import { compareTrees } from "./trees.ts";

const mismatches = (expected: unknown, actual: unknown) =>
  compareTrees("file", expected, actual).mismatches.map(({ path }) => path);

describe("the comparison of trees", () => {
  test("numbers agree within 1e-9 of the larger one", () => {
    expect(mismatches({ a: 1, b: 1e6 }, { a: 1 + 9e-10, b: 1e6 + 9e-4 })).toEqual([]);
    expect(mismatches({ a: 1, b: 0 }, { a: 1 + 2e-9, b: 1e-300 })).toEqual(["b", "a"]);
  });

  test("other values agree when equal", () => {
    expect(mismatches({ a: "x", b: true, c: ["p", "q"] }, { a: "y", b: false, c: ["p", "r"] })).toEqual([
      "a",
      "b",
      "c.1",
    ]);
  });

  test("values that only one side has are reported, in both directions", () => {
    expect(mismatches({ a: { b: 1 } }, { a: { c: 1 } })).toEqual(["a.b", "a.c"]);
    expect(mismatches({ a: { b: 1 } }, { a: 1 })).toContain("a");
    expect(mismatches({ a: 1 }, { a: [1] })).toContain("a");
  });

  test("a missing value, null, NaN and an empty list are equal", () => {
    const comparison = compareTrees("file", { a: null, b: [], c: 1 }, { b: Number.NaN, c: 1, d: {} });
    expect(comparison).toMatchObject({ matched: 1, total: 1, mismatches: [] });
  });

  test("infinity is written as text", () => {
    expect(mismatches({ a: "Infinity", b: "null" }, { a: Infinity, b: Infinity })).toEqual([]);
    expect(mismatches({ a: "Infinity" }, { a: 1 })).toEqual(["a"]);
  });

  test("the report names the largest mismatch first", () => {
    const text = describeComparison(compareTrees("some/file", { a: 1, b: 1, c: "x" }, { a: 1.1, b: 2, c: "x" }), 1);
    expect(text.split("\n")).toEqual([
      "BAD some/file: 1/3 values agree, largest relative difference 5.0e-1",
      "      b: expected 1, found 2 (relative difference 5.0e-1)",
      "      … and 1 more",
    ]);
  });
});
