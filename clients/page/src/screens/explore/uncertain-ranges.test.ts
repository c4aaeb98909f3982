import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { initialRange, type Range, rangesOf, rangeWith, readRanges, writeRanges } from "./uncertain-ranges.ts";

const DOCUMENTED = { costs_oil: { from: 14, to: 58 }, costs_gas: { from: 13, to: 23 } };
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const range = fc.array(finite, { minLength: 2, maxLength: 3 }).map((values): Range => {
  const [from, ...rest] = values.toSorted((a, b) => a - b);
  return rest.length === 1 ? { from: from!, to: rest[0]! } : { from: from!, likely: rest[0]!, to: rest[1]! };
});

describe("ranges of uncertain sliders", () => {
  test("ranges that are written to a URL are read back, including sliders that do not vary", () => {
    const own = fc.uniqueArray(fc.tuple(fc.constantFrom("a", "costs_oil", "of_x_share"), fc.option(range)), {
      selector: ([key]) => key,
    });
    fc.assert(
      fc.property(own, (entries) => {
        const ranges = new Map(entries);
        expect(readRanges(writeRanges(ranges) ?? "")).toEqual(ranges);
      }),
    );
  });

  test("invalid ranges in a URL are ignored", () => {
    expect([...readRanges("a:1,b:2:1,c:x:2,d:1:3:2,:1:2,,e:1:,f:1:2:3:4")]).toEqual([]);
  });

  test("the user's ranges replace documented ones, remove sliders, and add others at the end", () => {
    const own = readRanges("wind:1:2,costs_gas:,costs_oil:20:30");
    expect(Object.entries(rangesOf(DOCUMENTED, own))).toEqual([
      ["costs_oil", { from: 20, to: 30 }],
      ["wind", { from: 1, to: 2 }],
    ]);
  });

  test("a likely position stays within its range, whose ends are swapped if they cross", () => {
    const likely = rangeWith({ from: 14, to: 58 }, "likely", 30);
    expect(likely).toEqual({ from: 14, likely: 30, to: 58 });
    expect(rangeWith(likely, "from", 40)).toEqual({ from: 40, likely: 40, to: 58 });
    expect(rangeWith(likely, "to", 10)).toEqual({ from: 10, likely: 14, to: 14 });
    expect(rangeWith(likely, "likely", undefined)).toEqual({ from: 14, to: 58 });
  });

  test("an added slider varies by a tenth around its position, within its useful range", () => {
    expect(initialRange({ from: 0, to: 60, present: 20 })).toEqual({ from: 18, to: 22 });
    expect(initialRange({ from: 0, to: 21, present: 20 })).toEqual({ from: 18, to: 21 });
    expect(initialRange({ from: 0, to: 60, present: 0 })).toEqual({ from: 0, to: 60 });
    expect(initialRange({ from: -5, to: 5, present: -2 })).toEqual({ from: -2.2, to: -1.8 });
  });
});
