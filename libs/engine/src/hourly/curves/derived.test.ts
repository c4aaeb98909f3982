import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { HOURS_PER_YEAR, scale, total, ZEROS } from "./arithmetic.ts";
import { constant, derived, scaled, totalOf } from "./derived.ts";

const curve = (value: number): Float64Array => new Float64Array(HOURS_PER_YEAR).fill(value);

describe("what was derived lately", () => {
  it("is answered from memory for the same curves and numbers", () => {
    const base = curve(2);
    expect(scaled(base, 3)).toBe(scaled(base, 3));
    expect(scaled(scaled(base, 3), 0.5)).toBe(scaled(scaled(base, 3), 0.5));
    expect(constant(4)).toBe(constant(4));
  });

  it("is told apart by what it is, by curve, by order, by number, by the sign of zero", () => {
    const [a, b] = [curve(1), curve(1)];
    const make = vi.fn<() => Float64Array>(() => curve(0));
    const questions = [
      () => derived("one", [a], [], 1, make),
      () => derived("other", [a], [], 1, make),
      () => derived("one", [b], [], 1, make),
      () => derived("one", [a, b], [], 1, make),
      () => derived("one", [b, a], [], 1, make),
      () => derived("one", [a], [1], 1, make),
      () => derived("one", [a], [1, 2], 1, make),
      () => derived("one", [a], [12], 1, make),
      () => derived("one", [a], [0], 1, make),
      () => derived("one", [a], [-0], 1, make),
      () => derived("one", [a], [NaN], 1, make),
      () => derived("one", [a], [0.1 + 0.2], 1, make),
      () => derived("one", [a], [0.3], 1, make),
    ];
    const results = questions.map((ask) => ask());
    expect(make).toHaveBeenCalledTimes(questions.length);
    expect(questions.map((ask) => ask())).toEqual(results);
    expect(new Set(results).size).toBe(questions.length);
    expect(make).toHaveBeenCalledTimes(questions.length);
  });

  it("is what working it out again would give, to the last bit", () => {
    const number = fc.double({ noNaN: true });
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 20 }), number, (values, factor) => {
        const base = Float64Array.from({ length: HOURS_PER_YEAR }, (_, h) => values[h % values.length]!);
        for (let round = 0; round < 2; round++) {
          expect(scaled(base, factor)).toEqual(scale(base, factor));
          expect(totalOf(base)).toBe(total(base));
        }
      }),
      { numRuns: 20 },
    );
  });

  it("is forgotten when nobody has asked for it while much else was derived", () => {
    const base = curve(1);
    const small = new Float64Array(1);
    const make = vi.fn<() => number>(() => 1);
    derived("seldom", [base], [], 0, make);
    for (let n = 0; n < 2000; n++) derived("filler", [small], [n], 1, () => n);
    derived("seldom", [base], [], 0, make);
    expect(make).toHaveBeenCalledTimes(2);

    const often = vi.fn<() => number>(() => 1);
    for (let n = 0; n < 2000; n++) {
      derived("often", [base], [], 0, often);
      derived("filler", [small], [n + 2000], 1, () => n);
    }
    expect(often).toHaveBeenCalledTimes(1);
  });

  it("leaves the curve of what is not there alone", () => {
    expect(scaled(ZEROS, 3)).toBe(ZEROS);
    expect(scaled(curve(1), 0)).toBe(ZEROS);
    expect(totalOf(ZEROS)).toBe(0);
  });
});
