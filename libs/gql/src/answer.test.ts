import { serialize } from "node:v8";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answer as answerOf, serialise } from "./answer.ts";
import { evaluate, withQueries } from "./evaluate.fixture.ts";
import type { Gquery } from "./library.ts";

describe("values as JSON", () => {
  it.each([
    ["1", 1],
    ["1.5", 1.5],
    ["0.0/0.0", 0],
    ["1.0/0", "null"],
    ["-1.0/0", "null"],
    ["[0.0/0.0,1.0/0,1]", ["null", "null", 1]],
    ["{a:0.0/0.0,'b c':[nil]}", { a: "null", "b c": [null] }],
    ["nil", null],
    ["true", true],
    ["demand", "demand"],
    ['"-"', "-"],
    ["CUMULATIVE_CURVE([1,2])", [1, 3]],
    ["V(coal_plant)", [{ unserialisable: "node", key: "coal_plant" }]],
    ["AREA()", { unserialisable: "area", key: "nl" }],
    ["->{1}", { unserialisable: "lambda" }],
    ["input_of(coal)", { unserialisable: "message" }],
  ])("%s", (text, json) => {
    expect(serialise(evaluate(text))).toEqual(json);
  });
});

/** The API's result of a query with a unit. */
function answer(query: string, unit: string | null): unknown {
  const { evaluation, library } = withQueries({}, [{ key: "q", query, unit, deprecatedKey: null }]);
  return evaluation.answer(library.find("q")!);
}

describe("results in the API's form", () => {
  it("a result has the values of both years", () => {
    expect(answer("V(coal_plant,demand)", "MJ")).toEqual({
      present: 100,
      future: 120,
      unit: "MJ",
      errors: { present: null, future: null },
    });
  });

  it("a result has the error of a failed year and the value of the other", () => {
    expect(answer("IF(GRAPH().future?,->{1/0},->{1})", null)).toEqual({
      present: 1,
      future: null,
      unit: null,
      errors: { present: null, future: "q, line 1, column 24: divided by 0" },
    });
  });

  it("a query for nodes is rejected", () => {
    expect(() => answer("ALL()", "nodes")).toThrow("q may not be requested via the API");
  });
});

describe("curves in the API's form", () => {
  const curve = (query: string): unknown => (answer(query, "curve") as { future: unknown }).future;

  it("curves are returned only for the future", () => {
    expect(answer("[1.0]", "curve")).toMatchObject({ present: [], future: [1] });
  });

  it("short curves keep three decimals", () => {
    expect(curve("[1.23456,-1.23456,7]")).toEqual([1.234, -1.234, 7]);
    expect(curve("[]")).toEqual([]);
  });

  it("curves are arrays without holes, which would slow down their transfer to another thread", () => {
    for (const query of [
      "COALESCE_CURVE(nil,300.7)",
      "COALESCE_CURVE(nil,0.5)",
      "COALESCE_CURVE(nil,0.5,364)",
      "[1.5,2]",
    ])
      for (const unit of ["curve", "MW"]) {
        const { future } = answer(query, unit) as { future: unknown };
        // A tag and 8 bytes per number; arrays with holes also store positions.
        expect(serialize(future).byteLength).toBeLessThan(10 * (future as readonly unknown[]).length + 20);
      }
  });

  it("a curve is rounded once for any number of queries", () => {
    const values = new Float64Array(8760).fill(0.5);
    const futureOf = (key: string): unknown => answerOf({ key, unit: "curve" } as Gquery, () => values).future;
    expect(futureOf("one")).toBe(futureOf("other"));
  });

  it("curves lose all decimals when few of the inspected values lie between 0 and 300", () => {
    expect(curve("COALESCE_CURVE(nil,300.7)")).toEqual(Array(8760).fill(300));
    expect(curve("COALESCE_CURVE(nil,0.0)")).toEqual(Array(8760).fill(0));
    expect(curve("COALESCE_CURVE(nil,-299.98765)")).toEqual(Array(8760).fill(-299.987));
    expect(curve("COALESCE_CURVE(nil,0.5,364)")).toEqual(Array(364).fill(0.5));
  });

  it.each([
    ["0.0", "expected a list, found a number"],
    ["0.0/0.0", "expected a list, found a number"],
    ["0", "expected a list, found a number"],
    ["nil", "expected a list, found nil"],
    ["[nil]", "expected a number, found nil"],
    ["[1.0/0]", "Infinity"],
  ])("%s is an error in the unit curve", (text, error) => {
    expect(answer(text, "curve")).toMatchObject({ future: null, errors: { present: null, future: error } });
  });

  it("rounding never moves a value away from zero, or by more than the dropped digits", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 }), (values) => {
        const shortened = curve(`[${values.map((value) => value.toFixed(6)).join(",")}]`) as number[];
        values.forEach((value, i) => {
          expect(Math.abs(shortened[i]!)).toBeLessThanOrEqual(Math.abs(value) + 1e-6);
          expect(Math.abs(shortened[i]! - value)).toBeLessThan(0.001 + 1e-5);
        });
      }),
      { numRuns: 50 },
    );
  });
});
