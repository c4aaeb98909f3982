import fc from "fast-check";
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { describe, expect, it, vi } from "vitest";
import { total, ZEROS } from "./arithmetic.ts";
import { constant, scaled, sumOf, totalOf } from "./derived.ts";
import { newYear, ReusedMemory } from "../../reused-memory.ts";
import { type AnyCurve, type Curve, inPassing, written } from "./curve.ts";
import { CurveMemo, type Derivation, declareDerivation, declareFormula, declareQuestion } from "./memo.ts";

const curve = (value: number): Float64Array => new Float64Array(HOURS_PER_YEAR).fill(value);
const YEAR = curve(0).byteLength;

describe("what was derived lately", () => {
  it("is answered from memory for the same curves and numbers", () => {
    const memo = new CurveMemo();
    const base = curve(2);
    expect(written(sumOf(memo, [base, base]))).toBe(written(sumOf(memo, [base, base])));
    const half = (): Curve => written(scaled(memo, scaled(memo, base, 3), 0.5));
    expect(half()).toBe(half());
    expect(written(constant(memo, 4))).toBe(written(constant(memo, 4)));
  });

  it("is told apart by what it is, by curve, by order, by number, by the sign of zero", () => {
    const memo = new CurveMemo();
    const [a, b] = [curve(1), curve(2)];
    let made = 0;
    type Any = Derivation<readonly Float64Array[], readonly number[], number>;
    const one: Any = declareDerivation("one", () => ++made);
    const other: Any = declareDerivation("other", () => ++made);
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
          expect(written(scaled(memo, base, factor))).toEqual(
            factor === 0 ? ZEROS : base.map((value) => value * factor),
          );
          expect(totalOf(memo, base)).toBe(total(base));
        }
      }),
      { numRuns: 20 },
    );
  });

  it("belongs to its owner: another memory knows nothing of it", () => {
    const make = vi.fn<() => number>(() => 1);
    const what = declareQuestion("anything");
    new CurveMemo().recall(what, [], [], make);
    new CurveMemo().recall(what, [], [], make);
    expect(make).toHaveBeenCalledTimes(2);
  });

  it("is not remembered where working it out fails", () => {
    const memo = new CurveMemo();
    const what = declareQuestion("failing at first");
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

describe("a curve of a formula", () => {
  /** Counts what is written, and what is remembered of it. */
  const counted = (memo: CurveMemo) => {
    const write = vi.fn<(hours: Float64Array, curves: readonly [Curve], numbers: readonly [number]) => void>(
      (hours, [base], [factor]) => hours.forEach((_, h) => (hours[h] = base[h]! * factor)),
    );
    const formula = declareFormula("counted", write);
    return { write, times: (base: AnyCurve, factor: number) => memo.unwritten(formula, [base], [factor]) };
  };

  it("is not written before somebody reads it, and then once", () => {
    const memo = new CurveMemo();
    const { write, times } = counted(memo);
    const [one, again] = [times(curve(2), 3), times(curve(2), 3)];
    expect(write).not.toHaveBeenCalled();
    expect(memo.byteLength).toBe(YEAR);
    expect(written(one)).toEqual(curve(6));
    expect(written(again)).toBe(written(one));
    expect(write).toHaveBeenCalledOnce();
  });

  it("is written in passing for what follows from it, and not kept", () => {
    const memo = new CurveMemo();
    const { write, times } = counted(memo);
    const base = curve(2);
    expect(totalOf(memo, times(times(base, 3), 0.5))).toBe(total(curve(3)));
    expect(write).toHaveBeenCalledTimes(2);
    expect(memo.byteLength).toBe(YEAR);
    expect(totalOf(memo, times(times(base, 3), 0.5))).toBe(total(curve(3)));
    expect(write).toHaveBeenCalledTimes(2);
  });

  it("in passing is written on arrays that are used again, unless it is in the result", () => {
    const memo = new CurveMemo();
    const { times } = counted(memo);
    const base = curve(2);
    const seen = new Set<Curve>();
    const look = declareDerivation(
      "look",
      ([hours]: readonly [Curve], [n]: readonly [number]) => seen.add(hours).size + n,
    );
    for (let n = 0; n < 5; n++) memo.derive(look, [times(base, n)], [n]);
    expect(seen.size).toBe(1);
    const kept = [1, 2, 3].map((n) => written(sumOf(memo, [times(base, n)])));
    expect(kept).toEqual([curve(2), curve(4), curve(6)]);
    expect(kept[0]).toBe(base);
  });

  it("is written again where it was forgotten, and what followed from it is still known", () => {
    const memo = new CurveMemo(YEAR);
    const { write, times } = counted(memo);
    const base = curve(2);
    const load = times(base, 3);
    const make = vi.fn<() => number>(() => 1);
    const what = declareQuestion("anything");
    const first = written(load);
    memo.recall(what, [load], [], make);
    for (let n = 0; n < 5; n++) {
      memo.beginSolve();
      memo.intern(curve(100 + n));
    }
    expect(memo.has(first)).toBe(false);
    expect(written(load)).toEqual(first);
    expect(write).toHaveBeenCalledTimes(2);
    memo.recall(what, [times(base, 3)], [], make);
    expect(make).toHaveBeenCalledOnce();
  });
});

describe("curves with the same bits", () => {
  it("are one array, from wherever they came", () => {
    const memo = new CurveMemo();
    const six = written(sumOf(memo, [curve(2), curve(4)]));
    expect(written(sumOf(memo, [curve(1), curve(5)]))).toBe(six);
    expect(memo.intern(curve(6))).toBe(six);
    expect(written(constant(memo, 7))).toBe(memo.intern(curve(7)));
    expect(memo.byteLength).toBe(6 * YEAR);
  });

  it("are asked about once", () => {
    const memo = new CurveMemo();
    const make = vi.fn<() => number>(() => 1);
    const what = declareQuestion("anything");
    for (let n = 0; n < 3; n++) memo.recall(what, [curve(5)], [], make);
    expect(make).toHaveBeenCalledOnce();
  });

  it("are found in lists and records", () => {
    const memo = new CurveMemo();
    const known = written(constant(memo, 9));
    const result = memo.recall(declareQuestion("records"), [], [], () => ({
      list: [{ load: curve(9), mwh: 3 }],
      none: null,
    }));
    const { load } = result.list[0]!;
    expect(written(load)).toBe(known);
    expect(result).toEqual({ list: [{ load, mwh: 3 }], none: null });
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
  const numbered = declareDerivation("numbered", (_: readonly [], [value]: readonly [number]) => curve(value));
  const costly = declareQuestion("costly");

  it("was asked for longest ago, and not by the last solve, once there is no room", () => {
    const memo = new CurveMemo(10 * YEAR);
    const make = vi.fn<(value: number) => Float64Array>((value) => curve(value));
    const ask = (n: number): Curve => written(memo.recall(costly, [], [n], () => make(n)));
    for (let solve = 0; solve < 8; solve++) {
      memo.beginSolve();
      ask(1_000);
      for (let n = 0; n < 4; n++) ask(10 * solve + n);
    }
    make.mockClear();
    memo.beginSolve();
    // Eighths are freed at a time: the last solve's five curves, and some of the one before it.
    expect(memo.byteLength).toBeLessThanOrEqual(10 * YEAR);
    expect(memo.byteLength).toBeGreaterThan(5 * YEAR);
    for (let n = 70; n < 74; n++) ask(n);
    ask(1_000);
    expect(make).not.toHaveBeenCalled();
    ask(0);
    expect(make).toHaveBeenCalledOnce();
  });

  it("may be so between two solves: nothing that the last one touched, and the next one finds room", () => {
    const memo = new CurveMemo(4 * YEAR);
    const make = vi.fn<(value: number) => Float64Array>((value) => curve(value));
    const ask = (n: number): unknown => memo.recall(costly, [], [n], () => make(n));
    for (const solve of [1, 2]) {
      memo.beginSolve();
      for (let n = 0; n < 3; n++) ask(10 * solve + n);
    }
    expect(memo.byteLength).toBe(6 * YEAR);
    memo.makeRoom();
    expect(memo.byteLength).toBe(3 * YEAR);
    memo.beginSolve();
    expect(memo.byteLength).toBe(3 * YEAR);
    make.mockClear();
    for (let n = 0; n < 3; n++) ask(20 + n);
    expect(make).not.toHaveBeenCalled();
  });

  it("is sooner what takes little to work out again", () => {
    const memo = new CurveMemo(4 * YEAR);
    const make = vi.fn<() => Float64Array>(() => curve(-1));
    memo.recall(costly, [], [], make);
    for (let solve = 0; solve < 8; solve++) {
      memo.beginSolve();
      memo.derive(numbered, [], [solve]);
    }
    memo.recall(costly, [], [], make);
    expect(make).toHaveBeenCalledOnce();
  });

  it("is not what somebody reads solve after solve without asking for it again", () => {
    const memo = new CurveMemo(0);
    const make = vi.fn<() => Float64Array>(() => curve(3));
    const read = memo.recall(costly, [], [], make) as AnyCurve;
    for (let solve = 0; solve < 5; solve++) {
      memo.beginSolve();
      expect(inPassing(read)[0]).toBe(3);
    }
    expect(make).toHaveBeenCalledOnce();
  });

  it("is not made again before somebody reads it: what followed from it is found", () => {
    const memo = new CurveMemo(0);
    const make = vi.fn<() => number>(() => 7);
    const ask = (): number => memo.recall(costly, [memo.derive(numbered, [], [3])], [], make);
    ask();
    for (let solve = 0; solve < 5; solve++) memo.beginSolve();
    expect(memo.byteLength).toBe(0);
    expect(ask()).toBe(7);
    expect(make).toHaveBeenCalledOnce();
    expect(memo.byteLength).toBe(0);
    expect(written(memo.derive(numbered, [], [3]))).toEqual(curve(3));
    expect(memo.byteLength).toBe(YEAR);
  });

  it("is made again once for all of a result, and is forgotten again", () => {
    const memo = new CurveMemo(0);
    const make = vi.fn<() => object>(() => ({ first: curve(1), more: [curve(2)], number: 3 }));
    const ask = () => memo.recall(costly, [], [], make) as { first: AnyCurve; more: [AnyCurve]; number: number };
    ask();
    for (let time = 2; time < 5; time++) {
      for (let solve = 0; solve < 3; solve++) memo.beginSolve();
      const { first, more, number } = ask();
      expect(make).toHaveBeenCalledTimes(time - 1);
      expect([written(first), written(more[0]), number]).toEqual([curve(1), curve(2), 3]);
      expect(make).toHaveBeenCalledTimes(time);
    }
  });

  it("is the same as it was, made again or not", () => {
    const memo = new CurveMemo(0);
    const ask = (): AnyCurve => memo.derive(numbered, [], [3]);
    const before = written(ask());
    for (let solve = 0; solve < 3; solve++) memo.beginSolve();
    expect(memo.isSame(ask(), ask())).toBe(true);
    expect(memo.isSame(ask(), memo.derive(numbered, [], [4]))).toBe(false);
    expect(memo.isSame(ask(), before)).toBe(true);
  });

  it("is answered with all its curves when it is made again, those included that were not forgotten", () => {
    const memo = new CurveMemo(0);
    const both = declareDerivation("both", (_: readonly [], [a, b]: readonly [number, number]) => ({
      first: curve(a),
      more: [curve(b)],
    }));
    const first = written(memo.derive(both, [], [1, 2]).first);
    memo.beginSolve();
    memo.intern(first);
    memo.beginSolve();
    expect(memo.byteLength).toBe(YEAR);
    const again = memo.derive(both, [], [1, 2]);
    expect(written(again.first)).toBe(first);
    expect(written(again.more[0]!)).toEqual(curve(2));
    const once = memo.derive(both, [], [1, 2]);
    expect(written(once.first)).toBe(first);
    expect(written(once.more[0]!)).toBe(written(again.more[0]!));
  });

  it("are questions, too, where they are very many: the oldest", () => {
    const memo = new CurveMemo();
    const make = vi.fn<() => number>(() => 1);
    const numbers = Array.from({ length: 1_000 }, (_, index) => index);
    const ask = (n: number): number => memo.recall(costly, [], [n, ...numbers], make);
    for (let n = 0; n < 3_000; n++) {
      memo.beginSolve();
      ask(n);
    }
    make.mockClear();
    ask(2_999);
    ask(2_900);
    expect(make).not.toHaveBeenCalled();
    ask(0);
    expect(make).toHaveBeenCalledOnce();
  });

  it("is nothing as long as there is room", () => {
    const memo = new CurveMemo(10 * YEAR);
    const make = vi.fn<() => Float64Array>(() => curve(1));
    const what = declareQuestion("once");
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

describe("the memory of a curve that is forgotten", () => {
  const constantYear = declareDerivation("constant year", (_: readonly [], [value]: readonly [number]) =>
    newYear().fill(value),
  );
  const forget = (memo: CurveMemo): void => {
    for (let solve = 0; solve < 3; solve++) memo.beginSolve();
  };

  it("is used again where its hours were read in passing alone, once the task is over that forgets them", async () => {
    const given = vi.spyOn(ReusedMemory.prototype, "giveBackYear");
    const memo = new CurveMemo(0);
    const seen = inPassing(memo.derive(constantYear, [], [5]));
    expect(seen).toEqual(curve(5));
    forget(memo);
    expect(given.mock.calls.filter(([year]) => year === seen)).toHaveLength(1);
    expect(seen).toEqual(curve(5));
    await Promise.resolve();
    expect(seen.reduce((sum, hour) => sum + Number(Number.isNaN(hour)), 0)).toBe(HOURS_PER_YEAR);
    given.mockRestore();
  });

  it.each<[string, (memo: CurveMemo, seen: AnyCurve) => Curve]>([
    ["somebody keeps its hours", (_, seen) => written(seen)],
    ["somebody keeps what was read in passing", (memo, seen) => (memo.keep(inPassing(seen)), inPassing(seen))],
    ["somebody has asked with its hours", (memo, seen) => (totalOf(memo, inPassing(seen)), inPassing(seen))],
    ["its hours were interned", (memo, seen) => memo.intern(inPassing(seen))],
    [
      "another one has come to the same array",
      (memo, seen) => {
        forget(memo);
        let make = (): Curve => newYear().fill(7);
        const other = memo.recall(declareQuestion("the same"), [], [], () => make()) as AnyCurve;
        forget(memo);
        make = () => inPassing(seen);
        return inPassing(other);
      },
    ],
  ])("is left alone where %s", async (_, keep) => {
    const memo = new CurveMemo(0);
    const kept = keep(memo, memo.derive(constantYear, [], [7]));
    for (let n = 0; n < 5; n++) {
      forget(memo);
      await Promise.resolve();
      for (let value = 0; value < 5; value++) inPassing(memo.derive(constantYear, [], [100 + value]));
    }
    expect(kept).toEqual(curve(7));
  });

  it("is never that of hours that are read: all results are what they are without a memory, and stay so", async () => {
    const step = fc.record({
      values: fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 4 }),
      factor: fc.nat({ max: 2 }),
      keeps: fc.boolean(),
      ends: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const memo = new CurveMemo(2 * YEAR);
        const kept: { readonly hours: Curve; readonly value: number }[] = [];
        const named: { readonly sum: AnyCurve; readonly value: number }[] = [];
        for (const { values, factor, keeps, ends } of steps) {
          if (ends) await Promise.resolve();
          if (ends) memo.beginSolve();
          const years = values.map((value) => scaled(memo, memo.derive(constantYear, [], [value]), factor));
          const [sum, value] = [sumOf(memo, years), values.reduce((all, each) => all + each, 0) * factor];
          named.push({ sum, value });
          const asked = named[(value * 7) % named.length]!;
          expect(inPassing(asked.sum)[100]).toBe(asked.value);
          if (keeps) kept.push({ hours: written(asked.sum), value: asked.value });
        }
        for (const { hours, value } of kept) expect(new Set(hours)).toEqual(new Set([value]));
      }),
      { numRuns: 50 },
    );
  });
});

describe("buffers of a result in the making", () => {
  const year = declareQuestion("buffered");

  it("go back, unless the result holds them: the next result is written on them, from zeros", () => {
    const memo = new CurveMemo();
    let scratch: Float64Array | null = null;
    const { load, same } = memo.recall(year, [], [1], (buffers) => {
      scratch = buffers.year().fill(5);
      return { load: buffers.year().fill(1), same: buffers.year().fill(1) };
    });
    const taken: Float64Array[] = [];
    memo.recall(year, [], [2], (buffers) => {
      for (let n = 0; n < 3; n++) taken.push(buffers.year());
      return taken[0]!.fill(2);
    });
    expect(taken).toContain(scratch);
    expect(taken).not.toContain(written(load));
    expect([written(load), written(same)]).toEqual([curve(1), curve(1)]);
    expect(taken.slice(1)).toEqual([curve(0), curve(0)]);
  });

  it("belong to the innermost result that is being made", () => {
    const memo = new CurveMemo();
    const outer = memo.recall(year, [], [3], (buffers) => {
      const own = buffers.year().fill(3);
      const inner = memo.recall(year, [], [4], (others) => others.year().fill(4));
      memo.recall(year, [], [5], (others) => others.year().fill(4));
      return [own, inner, buffers.year().fill(6)];
    });
    expect(outer.map((each) => written(each))).toEqual([curve(3), curve(4), curve(6)]);
  });

  it("are kept where they stand for a curve that was forgotten", () => {
    const memo = new CurveMemo(0);
    const ask = (): Curve => written(memo.recall(year, [], [7], (buffers) => buffers.year().fill(7)));
    ask();
    for (let solve = 0; solve < 3; solve++) memo.beginSolve();
    const again = ask();
    memo.recall(year, [], [8], (buffers) => buffers.year().fill(8));
    expect(again).toEqual(curve(7));
  });

  it("are not left lent where making the result fails", () => {
    const memo = new CurveMemo();
    const failing = (): number =>
      memo.recall(year, [], [9], (buffers) => {
        buffers.year();
        throw new Error("no");
      });
    expect(failing).toThrow("no");
    expect(written(memo.recall(year, [], [10], (buffers) => buffers.year().fill(1)))).toEqual(curve(1));
  });
});
