/**
 * Matches heat suppliers to consumers before the calculation. Comparisons are exact on purpose, as in the reference: a
 * share left by rounding becomes a separate match, of about 1e-16, possibly negative.
 */
import { sum } from "@etesian/numeric";

/** A supplier covers a share of one consumer's demand; both are indices in the given orders. */
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
  const servedShares = units.map(() => 0);
  const matches: HeatMatch[] = [];
  for (const [supplier, share] of shares.entries()) {
    let remainingShare = share;
    for (const [consumer, count] of units.entries()) {
      if (remainingShare === 0) break;
      if (servedShares[consumer] === 1 || count === 0) continue;
      const weight = count / totalUnits;
      const unservedShare = weight * (1 - servedShares[consumer]!);
      const matchedShare = remainingShare < unservedShare ? remainingShare : unservedShare;
      remainingShare -= matchedShare;
      servedShares[consumer]! += matchedShare / weight;
      matches.push({ supplier, consumer, share: matchedShare / weight });
    }
  }
  return matches;
}
