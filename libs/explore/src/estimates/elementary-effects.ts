import type { Trajectories } from "../designs/morris.ts";

/** The effects of a factor on a result, scaled to a change over the factor's whole range. */
export interface ElementaryEffects {
  /** The mean effect and the mean absolute effect; NaN if there is no effect. */
  readonly mu: number;
  readonly muStar: number;
  /**
   * Standard deviation: large for a factor that interacts with others or has a nonlinear effect; NaN with fewer than
   * two effects.
   */
  readonly sigma: number;
  /** The least and the greatest effect, which differ if the effect varies over the space; NaN without an effect. */
  readonly least: number;
  readonly greatest: number;
  /** The number of effects; a variant without a result removes the two next to it. */
  readonly count: number;
}

/** Elementary effects of all factors from the results (by row) of trajectories; a variant without a result is NaN. */
export function elementaryEffects(
  results: Float64Array,
  { rows, blockOf, changedFactorAt, stepAt }: Trajectories,
  factors: number,
): readonly ElementaryEffects[] {
  const effects: number[][] = Array.from({ length: factors }, () => []);
  for (let row = 1; row < rows; row++) {
    if (blockOf(row) !== blockOf(row - 1)) continue;
    const effect = (results[row]! - results[row - 1]!) / stepAt(row);
    if (Number.isFinite(effect)) effects[changedFactorAt(row)]!.push(effect);
  }
  return effects.map((factorEffects) => {
    const count = factorEffects.length;
    const mu = sumOf(factorEffects) / count;
    const squares = sumOf(factorEffects.map((effect) => (effect - mu) ** 2));
    return {
      mu,
      muStar: sumOf(factorEffects.map(Math.abs)) / count,
      sigma: count < 2 ? NaN : Math.sqrt(squares / (count - 1)),
      least: count === 0 ? NaN : Math.min(...factorEffects),
      greatest: count === 0 ? NaN : Math.max(...factorEffects),
      count,
    };
  });
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
