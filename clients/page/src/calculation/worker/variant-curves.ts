/** An hourly curve in all variants of a sweep, and its quantiles. */
import type { Solution } from "@etesian/engine";
import { VariantSeries } from "@etesian/explore";
import { HOURS_PER_YEAR } from "@etesian/numeric";
import type { HourlyQuantiles, VariantHours } from "../calculator.ts";
import { curveOf } from "./calculate.ts";

/** Maximum number of variants: more would take more than 70 MB. */
export const MAX_VARIANTS_WITH_CURVES = 2_000;
/** Quantiles of 500 variants take 0.1 s, so they are computed again only after 50% more variants. */
const GROWTH = 1.5;

export class VariantCurves {
  readonly #curves: VariantHours;
  readonly #variantCount: number;
  /** Allocated with the first curve: 35 kB for each variant. */
  #values: VariantSeries | null = null;
  readonly #addedVariants = new Set<number>();
  #latest: HourlyQuantiles | null = null;

  constructor(curves: VariantHours, variantCount: number) {
    this.#curves = curves;
    this.#variantCount = variantCount;
  }

  /** Adds a variant's curve. A repeated variant counts once; a variant without the curve is ignored. */
  add(variant: number, solution: Solution): void {
    const curves = this.#curves.terms.map(({ query, factor }) => ({ values: curveOf(solution, query), factor }));
    const sum = new Float32Array(HOURS_PER_YEAR);
    let hasCurve = false;
    for (const { values, factor } of curves) {
      if (values?.length !== HOURS_PER_YEAR) continue;
      hasCurve = true;
      for (let hour = 0; hour < HOURS_PER_YEAR; hour++) sum[hour]! += values[hour]! * factor;
    }
    if (!hasCurve) return;
    this.#values ??= new VariantSeries(this.#variantCount, HOURS_PER_YEAR);
    this.#values.set(variant, sum);
    this.#addedVariants.add(variant);
  }

  /**
   * The quantiles of all variants so far, or of most of them while more follow; null without a curve.
   * @param isComplete whether no more variants follow
   */
  quantiles(isComplete: boolean): HourlyQuantiles | null {
    if (this.#values === null) return null;
    const [count, previousCount] = [this.#addedVariants.size, this.#latest?.variants ?? 0];
    if (count > previousCount && (isComplete || count >= previousCount * GROWTH)) {
      const quantiles = this.#values.quantiles(this.#curves.probabilities);
      this.#latest = { variants: count, quantiles: quantiles.map((quantile) => Float32Array.from(quantile)) };
    }
    return this.#latest;
  }
}
