/**
 * Matches heat suppliers to consumers before the calculation. Comparisons are exact on purpose, as in the reference: a
 * share left by rounding becomes a separate match, of about 1e-16, possibly negative.
 */
import { sum } from "@etesian/numeric";

/** A supplier covers a share of one consumer's demand; both by their place in the orders given. */
export interface HeatMatch {
  readonly supplier: number;
  readonly consumer: number;
  readonly share: number;
}

/**
 * Each supplier in turn, with its share of the group, fills up consumers in turn, weighted by their number of units.
 * Matches are in order of creation.
 */
export function matchHeat(shares: readonly number[], units: readonly number[]): readonly HeatMatch[] {
  const totalUnits = sum(units);
  const met = units.map(() => 0);
  const matches: HeatMatch[] = [];
  for (const [supplier, share] of shares.entries()) {
    let left = share;
    for (const [consumer, count] of units.entries()) {
      if (left === 0) break;
      if (met[consumer] === 1 || count === 0) continue;
      const weight = count / totalUnits;
      const room = weight * (1 - met[consumer]!);
      const taken = left < room ? left : room;
      left -= taken;
      met[consumer]! += taken / weight;
      matches.push({ supplier, consumer, share: taken / weight });
    }
  }
  return matches;
}
