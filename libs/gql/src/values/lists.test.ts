import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withQueries } from "../evaluate.fixture.ts";
import type { Value } from "../world.ts";
import { curve, symbol, table } from "../functions/rows.fixture.ts";

describe("a list plus a list is their concatenation", () => {
  table([
    ["[1,a]+[nil]", [1n, symbol("a"), null]],
    ["[]+[]", []],
    ["COALESCE_CURVE(nil,2.0,2)+COALESCE_CURVE(nil,3.0,1)", curve(2, 2, 3)],
    ["[]+COALESCE_CURVE(nil,2.0,2)+[]", curve(2, 2)],
    ["COALESCE_CURVE(nil,2.0,2)+[1]", [2, 2, 1n]],
  ]);
});

describe("a list times a number is the list repeated", () => {
  const withCurve = (values: Float64Array): ((text: string) => Value) => {
    const { evaluation, library, present } = withQueries({});
    present.boiler.attributes.set("curve", values);
    return (text) => evaluation.run(library.compileProgram(text), "present");
  };

  it("a list is repeated by the integer part of the number, and a curve stays a curve", () => {
    const run = withCurve(curve(1, 2));
    expect(run('V(boiler,"curve * 2.9")')).toEqual(curve(1, 2, 1, 2));
    expect(run('V(boiler,"curve * 0.5")')).toEqual(curve());
    expect(run("[1,a]*2")).toEqual([1n, symbol("a"), 1n, symbol("a")]);
  });

  it("the sum of a repeated list is bit-identical to that of the materialised list", () => {
    const values = fc.array(fc.oneof(fc.constantFrom(0, -0, 1e16), fc.double({ noNaN: true })), { maxLength: 20 });
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 9 }), (list, times) => {
        const run = withCurve(Float64Array.from(list));
        expect(run(`SUM(V(boiler,"curve * ${times}"))`)).toBe(run(`SUM([V(boiler,"curve * ${times}")])`));
        expect(run(`SUM(V(G(heaters),"curve * ${times}"))`)).toBe(run(`SUM([V(boiler,"curve")*${times}])`));
      }),
    );
  });

  it("a repeated list is summed without being materialised", () => {
    const year = new Float64Array(8760);
    year[100] = 0.5;
    const run = withCurve(year);
    // Some sliders go up to 200; materialised, this list would take 7 GB.
    expect(run('SUM(V(boiler,"curve * 100000"))')).toBe(50_000);
    expect(() => run('V(boiler,"curve * 100000")')).toThrow(
      "a list of 8760 values cannot be repeated 100000 times: expected a number of at least 0, and at most 10000000 values",
    );
    expect(() => run('SUM(V(boiler,"curve * 200000"))')).toThrow("cannot be repeated 200000 times");
    expect(() => run('SUM(V(boiler,"curve * -1"))')).toThrow("cannot be repeated -1 times");
    expect(() => run('SUM(V(boiler,"curve * nothing"))')).toThrow("expected a number, found nil");
  });

  it("sums of other products are unaffected", () => {
    const run = withCurve(curve());
    expect(run('SUM(V(boiler,"demand * 2"))')).toBe(80);
    expect(run('SUM(V(G(plants),"demand * number_of_units"))')).toBe(320);
    expect(run('SUM(V(nobody,"demand * 2"))')).toBe(0);
    expect(run('SUM(V(boiler,"curve * 3"))')).toBe(0n);
    expect(() => run('SUM(V(boiler,"demand * "))')).toThrow("found the end");
  });
});
