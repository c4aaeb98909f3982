/** The causes of a number's range: the share that each uncertain slider explains on its own. */
import type { SweepResult } from "../../calculation/calculator.ts";

export interface Cause {
  /** Squared rank correlation, 0 to 1. */
  readonly share: number;
  /** Whether the number rises with the slider. */
  readonly isPositive: boolean;
}

/** By slider, the largest share first. */
export function causesOf({ estimates }: Pick<SweepResult, "estimates">, query: string): ReadonlyMap<string, Cause> {
  const influences = estimates.figures.find(({ name }) => name === `query.${query}`)?.influences ?? [];
  return new Map(
    influences
      .flatMap((influence): [string, Cause][] =>
        "correlation" in influence
          ? [[influence.factor, { share: influence.correlation ** 2, isPositive: influence.correlation > 0 }]]
          : [],
      )
      .toSorted(([, a], [, b]) => b.share - a.share),
  );
}
