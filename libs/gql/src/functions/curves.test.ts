import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, withQueries } from "../evaluate.fixture.ts";
import { type Value } from "../world.ts";
import { curve, errors, table } from "./rows.fixture.ts";

describe("curves", () => {
  table([
    ["SUM_CURVES([1.0,2.0])", [1, 2]],
    ["SUM_CURVES(0.0)", []],
    ["SUM_CURVES(nil)", []],
    ["SUM_CURVES([])", []],
    ["SUM_CURVES([[1.0,2.0],nil,[3.0,4.0]])", curve(4, 6)],
    ["SUM_CURVES([1.0,2.0],nil)", [1, 2]],
    ["SUM_CURVES([[1.0,2.0]])", [1, 2]],
    ["SUM_CURVES([],[1.0,2.0],[3.0])", curve(4, 2)],
    ["SUM_CURVES([],[])", curve()],
    ["PRODUCT_CURVES([1.0,2.0],[3.0,4.0])", curve(3, 8)],
    ["PRODUCT_CURVES([],[3.0])", []],
    ["PRODUCT_CURVES([1,2],[3,4])", [3n, 8n]],
    ["DIVIDE_CURVES([1,2],[4,0])", curve(0.25, 0)],
    ["INVERT_CURVE([1.0,-2.0])", curve(-1, 2)],
    ["INVERT_CURVE(0.0)", []],
    ["INVERT_CURVE(nil)", []],
    ["COALESCE_CURVE([1.0])", [1]],
    ["COALESCE_CURVE(nil,2.0,3)", curve(2, 2, 2)],
    ["COALESCE_CURVE([],default=2.0,length=2)", curve(2, 2)],
    ["COALESCE_CURVE([nil],1,2)", [1n, 1n]],
    ["COALESCE_CURVE(nil).length", 8760n],
    ["CLAMP_CURVE([1.0,5.0,-3.0],0.0,2.0)", curve(1, 2, 0)],
    ["CLAMP_CURVE([],0,1)", []],
    ["CLAMP_CURVE(COALESCE_CURVE(nil,3.0,2),0.0,2.0)", curve(2, 2)],
    ["CLAMP_CURVE(COALESCE_CURVE(nil,3.0,2),0,2.0)", curve(2, 2)],
    ["CLAMP_CURVE(COALESCE_CURVE(nil,3.0,2),0.0,2)", [2n, 2n]],
    ["CLAMP_CURVE(COALESCE_CURVE(nil,1.0,2),0,2)", curve(1, 1)],
    ["SUM(CLAMP_CURVE(COALESCE_CURVE(nil,-1.0,2),0,INFINITY))", 0n],
    ["SUM_CURVES([],COALESCE_CURVE(nil,2.0,2))", curve(2, 2)],
    ["SUM_CURVES(COALESCE_CURVE(nil,2.0,2),[],COALESCE_CURVE(nil,3.0,3))", curve(5, 5)],
    ["CUMULATIVE_CURVE([1,2,3])", curve(1, 3, 6)],
    ["CUMULATIVE_CURVE([])", curve()],
    ["SMOOTH_CURVE([1.0,2.0,3.0,4.0],2)", curve(2.5, 1.5, 2.5, 3.5)],
    ["SMOOTH_CURVE([1.0,2.0,3.0],1)", curve(1, 2, 3)],
    ["SMOOTH_CURVE([3.0,6.0,9.0],100)", curve(6, 6, 6)],
    ["SMOOTH_CURVE([],3)", []],
    ['DATASET_CURVE("weather/air")', curve(11)],
    ["ATTACHED_CURVE(price_curve)", null],
    ["FEVER_DEMAND(hot_water)", curve(1)],
    ["FEVER_PRODUCTION(hot_water)", curve(2)],
    ["FEVER_PRODUCTION(cold)", []],
    ["FEVER_DEMAND_CURVE(V(boiler))", curve(5)],
    ["FEVER_PRODUCTION_CURVE(V(house))", []],
    ["FEVER_DEMAND_CURVE_FOR_COUPLE(V(boiler),V(house))", []],
    ["CURVE_SET_VARIANTS(weather)", ["default", "1987"]],
    ["CURVE_SET_VARIANTS(other)", []],
    ["WEATHER_PROPERTY(wind)", 4],
    ["MAX(ATTACHED_CURVE(price_curve))", null],
    ["SUM(CUMULATIVE_CURVE([1,2]))", 4],
    ["MAX(CUMULATIVE_CURVE([1,2]))", 3],
  ]);
  errors([
    ["SUM_CURVES(3.0)", "expected a list, found a number"],
    ["SUM_CURVES(0.0,[1.0])", "expected a list, found a number"],
    ["SUM_CURVES([1.0],0.0)", "expected a list, found a number"],
    ["PRODUCT_CURVES(0.0,[1.0])", "expected a list, found a number"],
    ["PRODUCT_CURVES([1.0],[1.0,2.0])", "Mismatch in curve lengths given to PRODUCT_CURVES (got 1 and 2)"],
    ["PRODUCT_CURVES([1.0],[[1.0]])", "second parameter had 1 nested curves"],
    ["INVERT_CURVE(2.0)", "expected a list, found a number"],
    ["COALESCE_CURVE(0.0)", "expected a list, found a number"],
    ["CLAMP_CURVE([1.0],2,1)", "min must be less than max"],
    ["CLAMP_CURVE(COALESCE_CURVE(nil,0.0/0.0,1),0,1)", "NaN and 0 cannot be compared"],
    ["CLAMP_CURVE([1.0],nil,1)", "min must be numeric, was nil"],
    ["CLAMP_CURVE(0.0,0,1)", "expected a list, found a number"],
    ["CUMULATIVE_CURVE(0.0)", "expected a list, found a number"],
    ["SMOOTH_CURVE([1.0],-1)", "the window must not be negative, was -1"],
    ["SMOOTH_CURVE([1.0],0.0/0.0)", "NaN"],
    ["CUMULATIVE_CURVE(nil)", "expected a list, found nil"],
  ]);

  it("every function returns the same numbers for a curve as for an array of the same floats", () => {
    const points = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 30 });
    const texts = ["PRODUCT_CURVES(A,B)", "DIVIDE_CURVES(A,B)", "INVERT_CURVE(A)", "CUMULATIVE_CURVE(A)"];
    texts.push("SUM_CURVES(A,B,A,[],B,A)", "CLAMP_CURVE(A,-1.5,2)", "CLAMP_CURVE(A,0,2.5)", "SMOOTH_CURVE(A,4)");
    texts.push("SUM(A,B)", "MAX(A)", "MIN(0,A,B)", "MAX(A,2.5,B)", "COUNT(A,[B])", "A+B", "A*2");
    const { evaluation, library, present } = withQueries({});
    const run = (text: string): readonly Value[] => [
      evaluation.run(library.compileProgram(`[${text}].flatten`), "present"),
    ];
    fc.assert(
      fc.property(points, points, fc.constantFrom(...texts), (a, b, text) => {
        present.curves.set("a", Float64Array.from(a));
        present.curves.set(
          "b",
          Float64Array.from(a, (x, i) => b[i % b.length]! - (i % 3 === 0 ? x : 0)),
        );
        const curves = text.replaceAll(/\b[AB]\b/g, (name) => `ATTACHED_CURVE(${name.toLowerCase()})`);
        expect(run(curves)).toEqual(run(curves.replaceAll(/ATTACHED_CURVE\((.)\)/g, "ATTACHED_CURVE($1).map{|x| x}")));
      }),
    );
  });

  it("the world computes functions of complete curves, and long sums in groups", () => {
    const { evaluation, library, present } = withQueries({});
    present.curves.set("a", curve(1, 2));
    present.curves.set("b", curve(1));
    const evaluateCurves = (name: string, ...curves: readonly string[]) => {
      present.requestedCurves.length = 0;
      const text = `${name}(${curves.map((key) => `ATTACHED_CURVE(${key})`).join(",")})`;
      return {
        value: evaluation.run(library.compileProgram(text), "present"),
        requestedCurves: [...present.requestedCurves],
      };
    };
    const sum = { name: "SUM_CURVES", curves: 2 };
    expect(evaluateCurves("SUM_CURVES", "a", "a")).toEqual({ value: curve(2, 4), requestedCurves: [sum] });
    expect(evaluateCurves("SUM_CURVES", "b", "a", "a", "a", "a")).toEqual({ value: curve(5), requestedCurves: [] });
    const twelve = Array.from({ length: 12 }, () => "a");
    expect(evaluateCurves("SUM_CURVES", ...twelve)).toEqual({
      value: curve(12, 24),
      requestedCurves: [{ ...sum, curves: 10 }, sum, sum],
    });
    for (const [name, result] of [
      ["PRODUCT_CURVES", curve(1, 4)],
      ["DIVIDE_CURVES", curve(1, 1)],
    ] as const)
      expect(evaluateCurves(name, "a", "a")).toEqual({ value: result, requestedCurves: [{ name, curves: 2 }] });
    expect(evaluateCurves("INVERT_CURVE", "a")).toEqual({
      value: curve(-1, -2),
      requestedCurves: [{ name: "INVERT_CURVE", curves: 1 }],
    });
  });

  it("the sum and the extremes of a curve are cached", () => {
    const { evaluation, library, present } = withQueries({});
    const attached = curve(3, 1, 2);
    present.curves.set("seen", attached);
    const run = (text: string): Value => evaluation.run(library.compileProgram(text), "present");
    const readAll = (): Value[] =>
      ["SUM(seen)", "SUM(seen, 1)", "MAX(seen)", "MIN(seen)", "MAX(seen, 9.5)", "seen.max"].map((text) =>
        run(text.replace("seen", "ATTACHED_CURVE(seen)")),
      );
    const firstValues = readAll();
    expect(firstValues).toEqual([6, 7, 3, 1, 9.5, 3]);
    // Curves are never modified; modifying one here proves that it is not read again.
    attached.fill(0);
    expect(readAll()).toEqual(firstValues);
  });

  it("curves are added in the same groups as in the reference", () => {
    // Adding 0.1 to a large value loses digits, so the result shows the order of additions.
    const terms = ["1e16", ...Array.from({ length: 14 }, () => "1.0")];
    const [value] = evaluate(`SUM_CURVES(${terms.map((term) => `[${term}]`).join(",")})`) as unknown as Float64Array;
    const sumOfTen = terms.slice(0, 10).reduce((sum, term) => sum + Number(term), 0);
    const sumOfFive = 5;
    expect(value).toBe(sumOfTen + sumOfFive);
    expect(value).not.toBe(terms.reduce((sum, term) => sum + Number(term), 0));
  });
});
