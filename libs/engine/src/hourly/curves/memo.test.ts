import fc from "fast-check";
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { describe, expect, it, vi } from "vitest";
import { scale, total, ZEROS } from "./arithmetic.ts";
import { constant, scaled, sumOf, totalOf } from "./derived.ts";
import { CurveMemo, type Derivation, derivation, question } from "./memo.ts";

const curve = (value: number): Float64Array => new Float64Array(HOURS_PER_YEAR).fill(value);
const YEAR = curve(0).byteLength;

describe("what was derived lately", () => {
  it("is answered from memory for the same curves and numbers", () => {
    const memo = new CurveMemo();
    const base = curve(2);
    expect(scaled(memo, base, 3)).toBe(scaled(memo, base, 3));
    expect(scaled(memo, scaled(memo, base, 3), 0.5)).toBe(scaled(memo, scaled(memo, base, 3), 0.5));
    expect(constant(memo, 4)).toBe(constant(memo, 4));
  });

  it("is told apart by what it is, by curve, by order, by number, by the sign of zero", () => {
    const memo = new CurveMemo();
    const [a, b] = [curve(1), curve(2)];
    let made = 0;
    type Any = Derivation<readonly Float64Array[], readonly number[], number>;
    const one: Any = derivation("one", () => ++made);
    const other: Any = derivation("other", () => ++made);
    const questions = [
      () => memo.derive(one, [a], []),
      () => memo.derive(other, [a], []),
      () => memo.derive(one, [b], []),
      () => memo.derive(one, [a, b], []),
      () => memo.derive(one, [b, a], []),
      ...[[1], [1, 2], [12], [0], [-0], [NaN], [0.1 + 0.2], [0.3]].map(
        (numbers) => () => memo.derive(one, [a], numbers),
      ),
    ];
    const results = questions.map((ask) => ask());
    expect(made).toBe(questions.length);
    expect(questions.map((ask) => ask())).toEqual(results);
    expect(made).toBe(questions.length);
  });

  it("is what working it out again would give, to the last bit", () => {
    const memo = new CurveMemo();
    const number = fc.double({ noNaN: true });
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 20 }), number, (values, factor) => {
        const base = Float64Array.from({ length: HOURS_PER_YEAR }, (_, h) => values[h % values.length]!);
        for (let round = 0; round < 2; round++) {
          expect(scaled(memo, base, factor)).toEqual(scale(base, factor));
          expect(totalOf(memo, base)).toBe(total(base));
        }
      }),
      { numRuns: 20 },
    );
  });

  it("belongs to its owner: another memory knows nothing of it", () => {
    const make = vi.fn<() => number>(() => 1);
    const what = question("anything");
    new CurveMemo().recall(what, [], [], make);
    new CurveMemo().recall(what, [], [], make);
    expect(make).toHaveBeenCalledTimes(2);
  });

  it("is not remembered where working it out fails", () => {
    const memo = new CurveMemo();
    const what = question("failing at first");
    const make = vi
      .fn<() => number>()
      .mockImplementationOnce(() => {
        throw new Error("not yet");
      })
      .mockReturnValue(7);
    expect(() => memo.recall(what, [], [], make)).toThrow("not yet");
    expect(memo.recall(what, [], [], make)).toBe(7);
  });

  it("leaves the curve of what is not there alone", () => {
    const memo = new CurveMemo();
    expect(scaled(memo, ZEROS, 3)).toBe(ZEROS);
    expect(scaled(memo, curve(1), 0)).toBe(ZEROS);
    expect(totalOf(memo, ZEROS)).toBe(0);
    expect(sumOf(memo, [])).toBe(ZEROS);
  });
});

describe("curves with the same bits", () => {
  it("are one array, from wherever they came", () => {
    const memo = new CurveMemo();
    expect(scaled(memo, curve(2), 3)).toBe(constant(memo, 6));
    expect(memo.intern(curve(6))).toBe(constant(memo, 6));
    expect(memo.byteLength).toBe(2 * YEAR);
  });

  it("are asked about once", () => {
    const memo = new CurveMemo();
    const make = vi.fn<() => number>(() => 1);
    const what = question("anything");
    for (let n = 0; n < 3; n++) memo.recall(what, [curve(5)], [], make);
    expect(make).toHaveBeenCalledOnce();
  });

  it("are found in lists and records", () => {
    const memo = new CurveMemo();
    const known = constant(memo, 9);
    const result = memo.recall(question("records"), [], [], () => ({ list: [{ load: curve(9), mwh: 3 }], none: null }));
    expect(result.list[0]!.load).toBe(known);
    expect(result).toEqual({ list: [{ load: known, mwh: 3 }], none: null });
  });

  it.each([
    ["a last bit", 1, 1 + Number.EPSILON],
    ["the sign of zero", 0, -0],
  ])("are not those that differ by %s in one hour", (_, value, almost) => {
    fc.assert(
      fc.property(fc.nat({ max: HOURS_PER_YEAR - 1 }), (hour) => {
        const memo = new CurveMemo();
        const [one, other] = [curve(value), curve(value)];
        other[hour] = almost;
        expect(memo.intern(one)).toBe(one);
        expect(memo.intern(other)).toBe(other);
      }),
    );
  });

  it("are not taken for the curve of what is not there, which sums leave out", () => {
    const zeros = curve(0);
    expect(new CurveMemo().intern(zeros)).toBe(zeros);
  });
});

describe("what is forgotten", () => {
  it("was touched by none of the last solves, once there is no room", () => {
    const memo = new CurveMemo(10 * YEAR);
    const make = vi.fn<(value: number) => Float64Array>((value) => curve(value));
    const what = question("numbered");
    const ask = (n: number): Float64Array => memo.recall(what, [], [n], () => make(n));
    for (let solve = 0; solve < 8; solve++) {
      memo.beginSolve();
      ask(1_000);
      for (let n = 0; n < 4; n++) ask(10 * solve + n);
    }
    make.mockClear();
    memo.beginSolve();
    // Three solves of four curves each, and the one that all of them touched.
    expect(memo.byteLength).toBe(13 * YEAR);
    for (let n = 70; n < 74; n++) ask(n);
    ask(1_000);
    expect(make).not.toHaveBeenCalled();
    ask(0);
    expect(make).toHaveBeenCalledOnce();
  });

  it("is nothing as long as there is room", () => {
    const memo = new CurveMemo(10 * YEAR);
    const make = vi.fn<() => Float64Array>(() => curve(1));
    const what = question("once");
    memo.recall(what, [], [], make);
    for (let solve = 0; solve < 100; solve++) memo.beginSolve();
    memo.recall(what, [], [], make);
    expect(make).toHaveBeenCalledOnce();
  });

  it("is still told apart: an array that was forgotten and another with its bits are the same again", () => {
    const memo = new CurveMemo(0);
    const old = memo.intern(curve(1));
    for (let solve = 0; solve < 5; solve++) memo.beginSolve();
    expect(memo.byteLength).toBe(0);
    expect(memo.intern(old)).toBe(old);
    expect(memo.intern(curve(2))[0]).toBe(2);
  });
});
