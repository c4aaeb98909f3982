import { DEFAULT_LIMITS } from "../../limits.ts";
import fc from "fast-check";
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { describe, expect, it, vi } from "vitest";
import { total, ZEROS } from "./arithmetic.ts";
import { constant, scaleCurve, sumOf, totalOf } from "./derived.ts";
import { ReusedMemory } from "../../reused-memory.ts";
import { type AnyCurve, type Curve, borrow, materialise } from "./curve.ts";
import { CurveMemo, type Derivation, declareDerivation, declareFormula, declareComputation } from "./memo.ts";

const curve = (value: number): Float64Array => new Float64Array(HOURS_PER_YEAR).fill(value);
const YEAR = curve(0).byteLength;

describe("a derivation", () => {
  it("a derivation of the same curves and numbers is read from the cache", () => {
    const memo = new CurveMemo();
    const base = curve(2);
    expect(materialise(sumOf(memo, [base, base]))).toBe(materialise(sumOf(memo, [base, base])));
    const half = (): Curve => materialise(scaleCurve(memo, scaleCurve(memo, base, 3), 0.5));
    expect(half()).toBe(half());
    expect(materialise(constant(memo, 4))).toBe(materialise(constant(memo, 4)));
  });

  it("a derivation is identified by computation, curve, order, number, and sign of zero", () => {
    const memo = new CurveMemo();
    const [a, b] = [curve(1), curve(2)];
    let count = 0;
    type Any = Derivation<readonly Float64Array[], readonly number[], number>;
    const one: Any = declareDerivation("one", () => ++count);
    const other: Any = declareDerivation("other", () => ++count);
    const computations = [
      () => memo.derive(one, [a], []),
      () => memo.derive(other, [a], []),
      () => memo.derive(one, [b], []),
      () => memo.derive(one, [a, b], []),
      () => memo.derive(one, [b, a], []),
      ...[[1], [1, 2], [12], [0], [-0], [NaN], [0.1 + 0.2], [0.3]].map(
        (numbers) => () => memo.derive(one, [a], numbers),
      ),
    ];
    const results = computations.map((compute) => compute());
    expect(count).toBe(computations.length);
    expect(computations.map((compute) => compute())).toEqual(results);
    expect(count).toBe(computations.length);
  });

  it("a cached derivation is bit-identical to a recomputed one", () => {
    const memo = new CurveMemo();
    const number = fc.double({ noNaN: true });
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 20 }), number, (values, factor) => {
        const base = Float64Array.from({ length: HOURS_PER_YEAR }, (_, h) => values[h % values.length]!);
        for (let round = 0; round < 2; round++) {
          expect(materialise(scaleCurve(memo, base, factor))).toEqual(
            factor === 0 ? ZEROS : base.map((value) => value * factor),
          );
          expect(totalOf(memo, base)).toBe(total(base));
        }
      }),
      { numRuns: 20 },
    );
  });

  it("a derivation is cached only in its own memo", () => {
    const make = vi.fn<() => number>(() => 1);
    const computation = declareComputation("anything");
    new CurveMemo().recall(computation, [], [], make);
    new CurveMemo().recall(computation, [], [], make);
    expect(make).toHaveBeenCalledTimes(2);
  });

  it("a failed derivation is not cached", () => {
    const memo = new CurveMemo();
    const computation = declareComputation("failing at first");
    const make = vi
      .fn<() => number>()
      .mockImplementationOnce(() => {
        throw new Error("not yet");
      })
      .mockReturnValue(7);
    expect(() => memo.recall(computation, [], [], make)).toThrow("not yet");
    expect(memo.recall(computation, [], [], make)).toBe(7);
  });

  it("a derivation does not modify the curve of zeros", () => {
    const memo = new CurveMemo();
    expect(scaleCurve(memo, ZEROS, 3)).toBe(ZEROS);
    expect(scaleCurve(memo, curve(1), 0)).toBe(ZEROS);
    expect(totalOf(memo, ZEROS)).toBe(0);
    expect(sumOf(memo, [])).toBe(ZEROS);
  });
});

describe("a lazy curve", () => {
  /** Counts writes, and the number of them that the memo stores. */
  const countedFormula = (memo: CurveMemo) => {
    const write = vi.fn<(hours: Float64Array, curves: readonly [Curve], numbers: readonly [number]) => void>(
      (hours, [base], [factor]) => hours.forEach((_, h) => (hours[h] = base[h]! * factor)),
    );
    const formula = declareFormula("counted", write);
    return { write, times: (base: AnyCurve, factor: number) => memo.lazy(formula, [base], [factor]) };
  };

  it("a lazy curve is computed on first read, once", () => {
    const memo = new CurveMemo();
    const { write, times } = countedFormula(memo);
    const [one, repeated] = [times(curve(2), 3), times(curve(2), 3)];
    expect(write).not.toHaveBeenCalled();
    expect(memo.byteLength).toBe(YEAR);
    expect(materialise(one)).toEqual(curve(6));
    expect(materialise(repeated)).toBe(materialise(one));
    expect(write).toHaveBeenCalledOnce();
  });

  it("a lazy curve is computed for derivations from it in scratch memory, and is not cached", () => {
    const memo = new CurveMemo();
    const { write, times } = countedFormula(memo);
    const base = curve(2);
    expect(totalOf(memo, times(times(base, 3), 0.5))).toBe(total(curve(3)));
    expect(write).toHaveBeenCalledTimes(2);
    expect(memo.byteLength).toBe(YEAR);
    expect(totalOf(memo, times(times(base, 3), 0.5))).toBe(total(curve(3)));
    expect(write).toHaveBeenCalledTimes(2);
  });

  it("a borrowed lazy curve is computed in reused arrays, unless it is in the result", () => {
    const memo = new CurveMemo();
    const { times } = countedFormula(memo);
    const base = curve(2);
    const seen = new Set<Curve>();
    const readAndRecord = declareDerivation(
      "look",
      ([hours]: readonly [Curve], [n]: readonly [number]) => seen.add(hours).size + n,
    );
    for (let n = 0; n < 5; n++) memo.derive(readAndRecord, [times(base, n)], [n]);
    expect(seen.size).toBe(1);
    const curves = [1, 2, 3].map((n) => materialise(sumOf(memo, [times(base, n)])));
    expect(curves).toEqual([curve(2), curve(4), curve(6)]);
    expect(curves[0]).toBe(base);
  });

  it("a lazy curve is recomputed after eviction, and derivations from it remain cached", () => {
    const memo = new CurveMemo({ ...DEFAULT_LIMITS, curveBytes: YEAR });
    const { write, times } = countedFormula(memo);
    const base = curve(2);
    const load = times(base, 3);
    const make = vi.fn<() => number>(() => 1);
    const computation = declareComputation("anything");
    const first = materialise(load);
    memo.recall(computation, [load], [], make);
    for (let n = 0; n < 5; n++) {
      memo.beginSolve();
      memo.intern(curve(100 + n));
    }
    expect(memo.has(first)).toBe(false);
    expect(materialise(load)).toEqual(first);
    expect(write).toHaveBeenCalledTimes(2);
    memo.recall(computation, [times(base, 3)], [], make);
    expect(make).toHaveBeenCalledOnce();
  });
});

describe("bit-identical curves", () => {
  it("bit-identical curves are one array, regardless of their origin", () => {
    const memo = new CurveMemo();
    const six = materialise(sumOf(memo, [curve(2), curve(4)]));
    expect(materialise(sumOf(memo, [curve(1), curve(5)]))).toBe(six);
    expect(memo.intern(curve(6))).toBe(six);
    expect(materialise(constant(memo, 7))).toBe(memo.intern(curve(7)));
    expect(memo.byteLength).toBe(6 * YEAR);
  });

  it("bit-identical curves count as the same argument of a computation", () => {
    const memo = new CurveMemo();
    const make = vi.fn<() => number>(() => 1);
    const computation = declareComputation("anything");
    for (let n = 0; n < 3; n++) memo.recall(computation, [curve(5)], [], make);
    expect(make).toHaveBeenCalledOnce();
  });

  it("bit-identical curves are found in lists and records", () => {
    const memo = new CurveMemo();
    const nine = materialise(constant(memo, 9));
    const result = memo.recall(declareComputation("records"), [], [], () => ({
      list: [{ load: curve(9), mwh: 3 }],
      none: null,
    }));
    const { load } = result.list[0]!;
    expect(materialise(load)).toBe(nine);
    expect(result).toEqual({ list: [{ load, mwh: 3 }], none: null });
  });

  it.each([
    ["a last bit", 1, 1 + Number.EPSILON],
    ["the sign of zero", 0, -0],
  ])("curves that differ by %s in one hour are not equal", (_, value, almost) => {
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

  it("sums do not skip another curve of zeros, only the shared one", () => {
    const zeros = curve(0);
    expect(new CurveMemo().intern(zeros)).toBe(zeros);
  });
});

describe("an evicted curve", () => {
  const constantOfNumber = declareDerivation("numbered", (_: readonly [], [value]: readonly [number]) => curve(value));
  const costlyComputation = declareComputation("costly");

  it("the least recently used curves are evicted first, and curves of the last solve are not evicted", () => {
    const memo = new CurveMemo({ ...DEFAULT_LIMITS, curveBytes: 10 * YEAR });
    const make = vi.fn<(value: number) => Float64Array>((value) => curve(value));
    const recallCurve = (n: number): Curve => materialise(memo.recall(costlyComputation, [], [n], () => make(n)));
    for (let solve = 0; solve < 8; solve++) {
      memo.beginSolve();
      recallCurve(1_000);
      for (let n = 0; n < 4; n++) recallCurve(10 * solve + n);
    }
    make.mockClear();
    memo.beginSolve();
    // Eviction frees an eighth at a time: the last solve's five curves remain, and some of the previous solve's.
    expect(memo.byteLength).toBeLessThanOrEqual(10 * YEAR);
    expect(memo.byteLength).toBeGreaterThan(5 * YEAR);
    for (let n = 70; n < 74; n++) recallCurve(n);
    recallCurve(1_000);
    expect(make).not.toHaveBeenCalled();
    recallCurve(0);
    expect(make).toHaveBeenCalledOnce();
  });

  it("eviction between two solves spares the curves of the last solve, and leaves room for the next one", () => {
    const memo = new CurveMemo({ ...DEFAULT_LIMITS, curveBytes: 4 * YEAR });
    const make = vi.fn<(value: number) => Float64Array>((value) => curve(value));
    const recallCurve = (n: number): unknown => memo.recall(costlyComputation, [], [n], () => make(n));
    for (const solve of [1, 2]) {
      memo.beginSolve();
      for (let n = 0; n < 3; n++) recallCurve(10 * solve + n);
    }
    expect(memo.byteLength).toBe(6 * YEAR);
    memo.evict();
    expect(memo.byteLength).toBe(3 * YEAR);
    memo.beginSolve();
    expect(memo.byteLength).toBe(3 * YEAR);
    make.mockClear();
    for (let n = 0; n < 3; n++) recallCurve(20 + n);
    expect(make).not.toHaveBeenCalled();
  });

  it("cheap curves are evicted before expensive ones", () => {
    const memo = new CurveMemo({ ...DEFAULT_LIMITS, curveBytes: 4 * YEAR });
    const make = vi.fn<() => Float64Array>(() => curve(-1));
    memo.recall(costlyComputation, [], [], make);
    for (let solve = 0; solve < 8; solve++) {
      memo.beginSolve();
      memo.derive(constantOfNumber, [], [solve]);
    }
    memo.recall(costlyComputation, [], [], make);
    expect(make).toHaveBeenCalledOnce();
  });

  it("a curve that is read in each solve is not evicted, even if it is not derived again", () => {
    const memo = new CurveMemo({ ...DEFAULT_LIMITS, curveBytes: 1 });
    const make = vi.fn<() => Float64Array>(() => curve(3));
    const read = memo.recall(costlyComputation, [], [], make) as AnyCurve;
    for (let solve = 0; solve < 5; solve++) {
      memo.beginSolve();
      expect(borrow(read)[0]).toBe(3);
    }
    expect(make).toHaveBeenCalledOnce();
  });

  it("an evicted curve is not recomputed until it is read: derivations from it are still cached", () => {
    const memo = new CurveMemo({ ...DEFAULT_LIMITS, curveBytes: 0 });
    const make = vi.fn<() => number>(() => 7);
    const recallNumber = (): number =>
      memo.recall(costlyComputation, [memo.derive(constantOfNumber, [], [3])], [], make);
    recallNumber();
    for (let solve = 0; solve < 5; solve++) memo.beginSolve();
    expect(memo.byteLength).toBe(0);
    expect(recallNumber()).toBe(7);
    expect(make).toHaveBeenCalledOnce();
    expect(memo.byteLength).toBe(0);
    expect(materialise(memo.derive(constantOfNumber, [], [3]))).toEqual(curve(3));
    expect(memo.byteLength).toBe(YEAR);
  });

  it("an evicted result is recomputed once for all its curves, and can be evicted again", () => {
    const memo = new CurveMemo({ ...DEFAULT_LIMITS, curveBytes: 0 });
    const make = vi.fn<() => object>(() => ({ first: curve(1), more: [curve(2)], number: 3 }));
    const recallResult = () =>
      memo.recall(costlyComputation, [], [], make) as { first: AnyCurve; more: [AnyCurve]; number: number };
    recallResult();
    for (let time = 2; time < 5; time++) {
      for (let solve = 0; solve < 3; solve++) memo.beginSolve();
      const { first, more, number } = recallResult();
      expect(make).toHaveBeenCalledTimes(time - 1);
      expect([materialise(first), materialise(more[0]), number]).toEqual([curve(1), curve(2), 3]);
      expect(make).toHaveBeenCalledTimes(time);
    }
  });

  it("a recomputed curve equals the evicted one", () => {
    const memo = new CurveMemo({ ...DEFAULT_LIMITS, curveBytes: 0 });
    const deriveCurve = (): AnyCurve => memo.derive(constantOfNumber, [], [3]);
    const original = materialise(deriveCurve());
    for (let solve = 0; solve < 3; solve++) memo.beginSolve();
    expect(memo.isSame(deriveCurve(), deriveCurve())).toBe(true);
    expect(memo.isSame(deriveCurve(), memo.derive(constantOfNumber, [], [4]))).toBe(false);
    expect(memo.isSame(deriveCurve(), original)).toBe(true);
  });

  it("a recomputed result has all its curves, including curves that were not evicted", () => {
    const memo = new CurveMemo({ ...DEFAULT_LIMITS, curveBytes: 1 });
    const both = declareDerivation("both", (_: readonly [], [a, b]: readonly [number, number]) => ({
      first: curve(a),
      more: [curve(b)],
    }));
    const first = materialise(memo.derive(both, [], [1, 2]).first);
    memo.beginSolve();
    memo.intern(first);
    memo.beginSolve();
    expect(memo.byteLength).toBe(YEAR);
    const again = memo.derive(both, [], [1, 2]);
    expect(materialise(again.first)).toBe(first);
    expect(materialise(again.more[0]!)).toEqual(curve(2));
    const derived = memo.derive(both, [], [1, 2]);
    expect(materialise(derived.first)).toBe(first);
    expect(materialise(derived.more[0]!)).toBe(materialise(again.more[0]!));
  });

  it("the least recently used computations are evicted when there are too many", () => {
    const memo = new CurveMemo();
    const make = vi.fn<() => number>(() => 1);
    const numbers = Array.from({ length: 1_000 }, (_, index) => index);
    const recallNumber = (n: number): number => memo.recall(costlyComputation, [], [n, ...numbers], make);
    for (let n = 0; n < 3_000; n++) {
      memo.beginSolve();
      recallNumber(n);
    }
    make.mockClear();
    recallNumber(2_999);
    recallNumber(2_900);
    expect(make).not.toHaveBeenCalled();
    recallNumber(0);
    expect(make).toHaveBeenCalledOnce();
  });

  it("no curve is evicted within the budget", () => {
    const memo = new CurveMemo({ ...DEFAULT_LIMITS, curveBytes: 10 * YEAR });
    const make = vi.fn<() => Float64Array>(() => curve(1));
    const computation = declareComputation("once");
    memo.recall(computation, [], [], make);
    for (let solve = 0; solve < 100; solve++) memo.beginSolve();
    memo.recall(computation, [], [], make);
    expect(make).toHaveBeenCalledOnce();
  });

  it("an evicted array and another bit-identical array are still the same curve", () => {
    const memo = new CurveMemo({ ...DEFAULT_LIMITS, curveBytes: 0 });
    const evictedArray = memo.intern(curve(1));
    for (let solve = 0; solve < 5; solve++) memo.beginSolve();
    expect(memo.byteLength).toBe(0);
    expect(memo.intern(evictedArray)).toBe(evictedArray);
    expect(memo.intern(curve(2))[0]).toBe(2);
  });
});

describe("memory of an evicted curve", () => {
  const constantYear = declareDerivation("constant year", (_: readonly [], [value]: readonly [number], allocateCurve) =>
    allocateCurve().fill(value),
  );
  const evictAll = (memo: CurveMemo): void => {
    for (let solve = 0; solve < 3; solve++) memo.beginSolve();
  };

  it("memory of an evicted curve is reused after the task if all its readers borrowed it", async () => {
    const recycle = vi.spyOn(ReusedMemory.prototype, "recycleCurve");
    const memo = new CurveMemo({ ...DEFAULT_LIMITS, curveBytes: 0 });
    const seen = borrow(memo.derive(constantYear, [], [5]));
    expect(seen).toEqual(curve(5));
    memo.beginSolve();
    memo.beginSolve();
    expect(recycle.mock.calls.filter(([year]) => year === seen)).toHaveLength(1);
    expect(seen).toEqual(curve(5));
    await Promise.resolve();
    expect(seen.reduce((sum, hour) => sum + Number(Number.isNaN(hour)), 0)).toBe(HOURS_PER_YEAR);
    recycle.mockRestore();
  });

  it.each<[string, (memo: CurveMemo, seen: AnyCurve) => Curve]>([
    ["a reader retains its values", (_, seen) => materialise(seen)],
    ["a reader retains borrowed values", (memo, seen) => (memo.markEscaped(borrow(seen)), borrow(seen))],
    ["a derivation has read its values", (memo, seen) => (totalOf(memo, borrow(seen)), borrow(seen))],
    ["its hours were interned", (memo, seen) => memo.intern(borrow(seen))],
    [
      "another curve has the same array",
      (memo, seen) => {
        evictAll(memo);
        let make = (): Curve => memo.allocateCurve().fill(7);
        const other = memo.recall(declareComputation("the same"), [], [], () => make()) as AnyCurve;
        evictAll(memo);
        make = () => borrow(seen);
        return borrow(other);
      },
    ],
  ])("memory of an evicted curve is not reused if %s", async (_, retain) => {
    const memo = new CurveMemo({ ...DEFAULT_LIMITS, curveBytes: 0 });
    const retainedCurve = retain(memo, memo.derive(constantYear, [], [7]));
    for (let n = 0; n < 5; n++) {
      evictAll(memo);
      await Promise.resolve();
      for (let value = 0; value < 5; value++) borrow(memo.derive(constantYear, [], [100 + value]));
    }
    expect(retainedCurve).toEqual(curve(7));
  });

  it("reused memory never changes curves that are still read: all results equal those without a cache", async () => {
    const step = fc.record({
      values: fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 4 }),
      factor: fc.nat({ max: 2 }),
      isRetained: fc.boolean(),
      endsTask: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const memo = new CurveMemo({ ...DEFAULT_LIMITS, curveBytes: 2 * YEAR });
        const curve: { readonly hours: Curve; readonly value: number }[] = [];
        const sums: { readonly sum: AnyCurve; readonly value: number }[] = [];
        for (const { values, factor, isRetained, endsTask } of steps) {
          if (endsTask) await Promise.resolve();
          if (endsTask) memo.beginSolve();
          const years = values.map((value) => scaleCurve(memo, memo.derive(constantYear, [], [value]), factor));
          const [sum, value] = [sumOf(memo, years), values.reduce((all, value) => all + value, 0) * factor];
          sums.push({ sum, value });
          const key = sums[(value * 7) % sums.length]!;
          expect(borrow(key.sum)[100]).toBe(key.value);
          if (isRetained) curve.push({ hours: materialise(key.sum), value: key.value });
        }
        for (const { hours, value } of curve) expect(new Set(hours)).toEqual(new Set([value]));
      }),
      { numRuns: 50 },
    );
  });
});

describe("buffers of a result under construction", () => {
  const year = declareComputation("buffered");

  it("buffers return to the pool unless they are in the result, and are zeroed for the next one", () => {
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
    expect(taken).not.toContain(materialise(load));
    expect([materialise(load), materialise(same)]).toEqual([curve(1), curve(1)]);
    expect(taken.slice(1)).toEqual([curve(0), curve(0)]);
  });

  it("buffers belong to the innermost result under construction", () => {
    const memo = new CurveMemo();
    const outer = memo.recall(year, [], [3], (buffers) => {
      const outerCurve = buffers.year().fill(3);
      const inner = memo.recall(year, [], [4], (innerBuffers) => innerBuffers.year().fill(4));
      memo.recall(year, [], [5], (innerBuffers) => innerBuffers.year().fill(4));
      return [outerCurve, inner, buffers.year().fill(6)];
    });
    expect(outer.map((result) => materialise(result))).toEqual([curve(3), curve(4), curve(6)]);
  });

  it("buffers that replace an evicted curve are retained", () => {
    const memo = new CurveMemo({ ...DEFAULT_LIMITS, curveBytes: 0 });
    const recallCurve = (): Curve => materialise(memo.recall(year, [], [7], (buffers) => buffers.year().fill(7)));
    recallCurve();
    for (let solve = 0; solve < 3; solve++) memo.beginSolve();
    const recomputed = recallCurve();
    memo.recall(year, [], [8], (buffers) => buffers.year().fill(8));
    expect(recomputed).toEqual(curve(7));
  });

  it("buffers return to the pool when making the result fails", () => {
    const memo = new CurveMemo();
    const failing = (): number =>
      memo.recall(year, [], [9], (buffers) => {
        buffers.year();
        throw new Error("no");
      });
    expect(failing).toThrow("no");
    expect(materialise(memo.recall(year, [], [10], (buffers) => buffers.year().fill(1)))).toEqual(curve(1));
  });
});
