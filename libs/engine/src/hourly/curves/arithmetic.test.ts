import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOURS_PER_YEAR, sum } from "@etesian/numeric";
import { addCurves, addTerms, amplify, derotate, mix, rotate, total, ZEROS } from "./arithmetic.ts";
import { asArray, type Curve } from "./curve.ts";

const curve = (...values: readonly number[]): Float64Array => Float64Array.from(values);
const year = (value: (hour: number) => number): Float64Array =>
  Float64Array.from({ length: HOURS_PER_YEAR }, (_, h) => value(h));

describe("adding curves", () => {
  /** Numbers whose sum depends on the order of addition. */
  const rough = (count: number): Float64Array[] =>
    Array.from({ length: count }, (_, index) => curve(1e16 / (index + 1), 0.1 * index, (-1) ** index * 1e8));
  const leftToRight = (curves: readonly Float64Array[]): Float64Array =>
    curves.reduce((a, b) => a.map((value, h) => value + b[h]!));

  test.each([1, 2, 3, 4, 5, 10, 20])("sums of %i curves are added from left to right", (count) => {
    expect(addCurves(rough(count))).toEqual(leftToRight(rough(count)));
  });

  test.each([
    { count: 6, slices: [5, 1] },
    { count: 9, slices: [5, 4] },
    { count: 11, slices: [10, 1] },
    { count: 15, slices: [10, 5] },
    { count: 19, slices: [10, 9] },
    { count: 23, slices: [20, 3] },
    { count: 40, slices: [20, 20] },
  ])("sums of $count curves are added in slices of $slices", ({ count, slices }) => {
    const curves = rough(count);
    let from = 0;
    const sums = slices.map((size) => asArray(addCurves(curves.slice(from, (from += size)))!));
    expect(addCurves(curves)).toEqual(leftToRight(sums));
  });

  test("slices of slices are nested: 9 are 5 and 4 within any longer list", () => {
    const curves = rough(49);
    const [first, second, third] = [curves.slice(0, 20), curves.slice(20, 40), curves.slice(40)];
    const nine = leftToRight([leftToRight(third.slice(0, 5)), leftToRight(third.slice(5))]);
    expect(addCurves(curves)).toEqual(leftToRight([leftToRight(first), leftToRight(second), nine]));
  });

  test("the order of slicing affects the last bits", () => {
    expect(addCurves(rough(23))).not.toEqual(leftToRight(rough(23)));
  });

  test("curves of zeros affect only the slices", () => {
    const zeros = new Float64Array(3);
    fc.assert(
      fc.property(
        fc.array(
          fc.option(
            fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), {
              minLength: 3,
              maxLength: 3,
            }),
          ),
          {
            minLength: 1,
            maxLength: 50,
          },
        ),
        (lists) => {
          const shared = lists.map((values) => (values === null ? ZEROS : curve(...values)));
          const curves = lists.map((values) => (values === null ? zeros : curve(...values)));
          const [a, b] = [addCurves(shared)!, addCurves(curves)!];
          for (let h = 0; h < 3; h++) expect(a[h]! + 0).toBe(b[h]! + 0);
        },
      ),
    );
  });

  test("the sum of no curves is null, and the sum of one curve is the curve itself", () => {
    const one = curve(1);
    expect(addCurves([])).toBeNull();
    expect(addCurves([one])).toBe(one);
  });

  test("addCurves does not change its arguments", () => {
    const [a, b] = [curve(1, 2), curve(3, 4)];
    addCurves([a, b]);
    expect([a, b]).toEqual([curve(1, 2), curve(3, 4)]);
  });
});

describe("rotated curves", () => {
  test("rotated curves start with hour 2160 of the year, 1 April", () => {
    const rotated = rotate(year((h) => h));
    expect(rotated[0]).toBe(2160);
    expect(rotated[HOURS_PER_YEAR - 2160]).toBe(0);
    expect(rotated[HOURS_PER_YEAR - 1]).toBe(2159);
  });

  test("rotated curves can be rotated back", () => {
    const original = year((h) => Math.sin(h));
    expect(derotate(rotate(original))).toEqual(original);
    expect(rotate(derotate(original))).toEqual(original);
  });
});

describe("sums of terms", () => {
  test("sums of terms equal the sums of their products, bit for bit, without materialising the products", () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 });
    const term = fc.record({
      curve: fc.option(fc.array(number, { minLength: 3, maxLength: 3 })),
      factor: fc.oneof(number, fc.constantFrom(0, 1)),
    });
    fc.assert(
      fc.property(fc.array(term, { minLength: 1, maxLength: 50 }), (terms) => {
        const scaled = terms.map(({ curve: values, factor }) => ({
          curve: values === null ? ZEROS : curve(...values),
          factor,
        }));
        const products = scaled.map(({ curve, factor }) =>
          curve === ZEROS || factor === 0 ? ZEROS : Float64Array.from(curve, (value) => value * factor),
        );
        let arrayCount = 0;
        const newArray = (): Float64Array => {
          arrayCount++;
          return new Float64Array(3);
        };
        expect(addTerms(scaled, newArray)).toEqual(addCurves(products, () => new Float64Array(3)));
        // The sum takes one buffer per slice, including slices of slices.
        expect(arrayCount).toBeLessThanOrEqual(Math.ceil(terms.length / 5) + 2);
      }),
    );
  });

  test("the sum of a single term is its curve, not a copy, for factor 1, and the shared curve of zeros for factor 0", () => {
    const one = curve(1, 2);
    expect(addTerms([{ curve: one, factor: 1 }])).toBe(one);
    expect(addTerms([{ curve: one, factor: 3 }])).toEqual(curve(3, 6));
    expect(addTerms([{ curve: one, factor: 0 }])).toBe(ZEROS);
    expect(addTerms([{ curve: ZEROS, factor: 3 }])).toBe(ZEROS);
  });
});

describe("the total of a curve", () => {
  test("the total of a curve is a compensated sum", () => {
    expect(total(Float64Array.from({ length: 10 }, () => 0.1))).toBe(1);
    expect(total(ZEROS)).toBe(0);
  });
});

describe("amplifying a profile to full load hours", () => {
  const profile = year((h) => (h % 100) / 100 / 3600 / 43362);
  const fullLoadHours = (values: Curve): number =>
    sum(values) / values.reduce((peak, value) => Math.max(peak, value), 0);

  test("amplifying reaches the full load hours within 1e-4, as a profile that adds up to 1/3600", () => {
    for (const target of [4600, 6000, 8000, 8500]) {
      const amplified = amplify(profile, target);
      expect(Math.abs(fullLoadHours(amplified) / target - 1)).toBeLessThan(1.1e-4);
      expect(sum(amplified) * 3600).toBeCloseTo(1, 12);
    }
  });

  test("amplifying caps the peaks and preserves the shape below them", () => {
    const amplified = amplify(profile, 6000);
    const ratio = amplified[10]! / profile[10]!;
    expect(amplified[20]! / profile[20]!).toBeCloseTo(ratio, 9);
    expect(amplified[99]).toBe(amplified[98]);
  });

  test("amplifying does not change a profile that already has the full load hours, or more", () => {
    const initialHours = fullLoadHours(profile);
    expect(amplify(profile, initialHours)).toBe(profile);
    expect(amplify(profile, initialHours * (1 + 0.5e-4))).toBe(profile);
    expect(amplify(profile, initialHours - 2)).toBe(profile);
    expect(amplify(profile, 100)).toBe(profile);
  });

  test("amplifying by less than one hour also searches for a cap, and gives up after 30 steps", () => {
    const narrow = year((h) => (h === 0 ? 1 : 0.5 / HOURS_PER_YEAR));
    const initialHours = fullLoadHours(narrow);
    const amplified = amplify(narrow, initialHours - 0.9);
    expect(amplified).not.toBe(narrow);
    expect(sum(amplified) * 3600).toBeCloseTo(1, 12);
  });
});

describe("mixing profiles", () => {
  const a = year(() => 1);
  const b = year(() => 3);

  test("mixing profiles weights them by share", () => {
    expect(
      mix([
        { curve: a, share: 0.25 },
        { curve: b, share: 0.75 },
      ])[7],
    ).toBe(2.5);
  });

  test("mixing profiles divides shares that do not add up to 1 by their sum, apart from rounding", () => {
    expect(
      mix([
        { curve: a, share: 1 },
        { curve: b, share: 3 },
      ])[7],
    ).toBe(2.5);
    expect(
      mix([
        { curve: a, share: 0.5 },
        { curve: b, share: 0.500009 },
      ])[7],
    ).toBe(0.5 + 3 * 0.500009);
  });

  test("mixing a single profile does not scale it, regardless of its share", () => {
    expect(mix([{ curve: a, share: 0.3 }])).toBe(a);
  });

  test("mixing profiles ignores shares of 0 and less", () => {
    expect(
      mix([
        { curve: a, share: 1 },
        { curve: b, share: 0 },
      ])[7],
    ).toBe(1);
    expect(
      mix([
        { curve: a, share: 2 },
        { curve: b, share: -1 },
      ])[7],
    ).toBe(2);
  });

  test("mixing no profiles returns zeros", () => {
    const nothing = new Float64Array(HOURS_PER_YEAR);
    expect(mix([])).toEqual(nothing);
    expect(mix([{ curve: a, share: 0 }])).toEqual(nothing);
    expect(
      mix([
        { curve: a, share: 1 },
        { curve: b, share: -1 },
      ]),
    ).toEqual(nothing);
  });
});
