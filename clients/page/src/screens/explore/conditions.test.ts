import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HeadlineNumber } from "@etesian/interface";
import { isMet, readConditions, writeConditions } from "./conditions.ts";

const numberOf = (query: string, better: HeadlineNumber["better"], factor = 1): HeadlineNumber => ({
  query,
  better,
  factor,
  title: query,
  short: query,
  unit: "",
  unitName: "",
  range: null,
  target: null,
  chart: null,
  needs: null,
  base: null,
});
const NUMBERS = [numberOf("shortage", "lower"), numberOf("renewable", "higher", 100), numberOf("demand", null)];
const [SHORTAGE, RENEWABLE, DEMAND] = NUMBERS as [HeadlineNumber, HeadlineNumber, HeadlineNumber];

describe("conditions on headline numbers", () => {
  test("conditions that are written to a URL are read back with the same bounds", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...NUMBERS), { maxLength: 3 }),
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 3, maxLength: 3 }),
        (numbers, values) => {
          const conditions = numbers.map((number, index) => ({ number, value: values[index]! + 0 }));
          expect(readConditions(writeConditions(conditions) ?? "", NUMBERS)).toEqual(conditions);
        },
      ),
    );
  });

  test("conditions on unknown numbers, conditions with invalid bounds, and duplicates are ignored", () => {
    expect(readConditions("other:1,shortage:,shortage:x,demand:5,demand:6,", NUMBERS)).toEqual([
      { number: DEMAND, value: 5 },
    ]);
  });

  test("a number's direction determines on which side of the bound a figure meets the condition", () => {
    expect(isMet({ number: SHORTAGE, value: 0 }, 0)).toBe(true);
    expect(isMet({ number: SHORTAGE, value: 0 }, 12)).toBe(false);
    expect(isMet({ number: RENEWABLE, value: 50 }, 0.6)).toBe(true);
    expect(isMet({ number: RENEWABLE, value: 50 }, 0.4)).toBe(false);
    expect(isMet({ number: DEMAND, value: 10 }, 11)).toBe(false);
  });

  test("an absent figure meets no condition", () => {
    expect(isMet({ number: SHORTAGE, value: 0 }, null)).toBe(false);
    expect(isMet({ number: SHORTAGE, value: 0 }, Number.NaN)).toBe(false);
  });
});
