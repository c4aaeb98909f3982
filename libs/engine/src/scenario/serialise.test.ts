import { describe, expect, test } from "vitest";
import { curveToJson, toJson } from "./serialise.ts";

describe("query results as JSON", () => {
  test.each([
    ["a number", 1.5, 1.5],
    ["an integer", 7n, 7],
    ["not a number", Number.NaN, 0],
    ["infinity", Number.NEGATIVE_INFINITY, "null"],
    ["not a number in a list", [Number.NaN, 1], ["null", 1]],
    ["nil", null, null],
    ["a symbol", Symbol.for("lv"), "lv"],
    ["a hash", new Map([[Symbol.for("a"), [1n, true]]]), { a: [1, true] }],
    ["a curve", Float64Array.of(1, Number.POSITIVE_INFINITY), [1, "null"]],
    ["a node", { kind: "node", key: "boiler" } as const, "boiler"],
  ])("%s", (_, value, json) => {
    expect(toJson(value)).toEqual(json);
  });
});

describe("curves as JSON", () => {
  const curve = (...day: number[]): Float64Array =>
    Float64Array.from({ length: 8760 }, (_, hour) => day[hour % day.length]!);

  test("large values lose their fraction, toward zero", () => {
    expect(curveToJson(curve(1234.9, -1234.9, 0))).toEqual(Array.from(curve(1234, -1234, 0)));
  });

  test("small values keep three decimals, toward zero", () => {
    expect((curveToJson(curve(0.12349, -1.9999)) as number[]).slice(0, 2)).toEqual([0.123, -1.999]);
  });

  test("curves shorter than a year of days always keep decimals", () => {
    expect(curveToJson([1234.56789])).toEqual([1234.567]);
    expect(curveToJson([])).toEqual([]);
  });

  test("anything else is an error", () => {
    for (const value of [0, null, "x", [1, null], [Number.NaN]]) expect(() => curveToJson(value)).toThrow("curve");
  });
});
