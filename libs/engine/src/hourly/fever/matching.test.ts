import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchHeat } from "./matching.ts";

/** `supplier→consumer share` per match. */
function matches(shares: readonly number[], units: readonly number[]): readonly string[] {
  return matchHeat(shares, units).map(({ supplier, consumer, share }) => `${supplier}→${consumer} ${share}`);
}

describe("suppliers fill up consumers in order", () => {
  test("suppliers fill up consumers weighted by number of units", () => {
    expect(matches([0.25, 0.75], [1, 3])).toEqual(["0→0 1", "1→1 1"]);
    expect(matches([0.5, 0.5], [1, 3])).toEqual(["0→0 1", `0→1 ${1 / 3}`, `1→1 ${2 / 3}`]);
  });

  test("suppliers fill up consumers until the suppliers' shares are used up", () => {
    expect(matches([0.125, 0, 0.125], [1, 1])).toEqual(["0→0 0.25", "2→0 0.25"]);
  });

  test("consumers without units and fully served consumers are skipped", () => {
    expect(matches([0.5, 0.5], [0, 2, 2])).toEqual(["0→1 1", "1→2 1"]);
  });

  test("shares above 1 leave suppliers without consumers", () => {
    expect(matches([0.75, 0.75], [4])).toEqual(["0→0 0.75", "1→0 0.25"]);
  });

  test("there are no matches without suppliers or without consumers", () => {
    expect(matches([], [1])).toEqual([]);
    expect(matches([1], [])).toEqual([]);
  });
});

test("a share left over by rounding becomes a separate match", () => {
  // After 0.1, a consumer of weight 0.3 needs 3e-17 less than the next share of 0.2. That remainder serves the next
  // consumer.
  const heatMatches = matchHeat([0.1, 0.2, 0.7], [3, 7]);
  expect(heatMatches.map(({ supplier, consumer }) => `${supplier}→${consumer}`)).toEqual(["0→0", "1→0", "1→1", "2→1"]);
  expect(heatMatches[2]!.share).toBeGreaterThan(0);
  expect(heatMatches[2]!.share).toBeLessThan(1e-15);
});

test("no consumer is served more than once, and no supplier serves more than its share", () => {
  const parts = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(parts, parts, (demands, units) => {
      const total = demands.reduce((a, b) => a + b, 0) || 1;
      const shares = demands.map((demand) => demand / total);
      const allUnits = units.reduce((a, b) => a + b, 0);
      const heatMatches = matchHeat(shares, units);
      units.forEach((count, consumer) => {
        const servedShare = heatMatches
          .filter((match) => match.consumer === consumer)
          .reduce((sum, { share }) => sum + share, 0);
        const expectedShare = count === 0 || demands.every((demand) => demand === 0) ? 0 : 1;
        expect(servedShare).toBeCloseTo(expectedShare, 9);
      });
      shares.forEach((share, supplier) => {
        const total = heatMatches
          .filter((match) => match.supplier === supplier)
          .reduce((sum, match) => sum + (match.share * units[match.consumer]!) / allUnits, 0);
        expect(total).toBeCloseTo(allUnits === 0 ? 0 : share, 9);
      });
    }),
  );
});
