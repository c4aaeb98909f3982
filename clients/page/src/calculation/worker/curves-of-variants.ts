/** An hourly curve in all variants of a sweep, and its quantiles. */
import type { Solution } from "@etesian/engine";
import { SeriesOfVariants } from "@etesian/explore";
import { HOURS_PER_YEAR } from "@etesian/numeric";
import type { HourlyQuantiles, HoursOfVariants } from "../calculator.ts";
import { curveOf } from "./calculate.ts";

/** More variants would take more than 70 MB. */
export const MOST_WITH_CURVES = 2_000;
/** Quantiles take 0.1 s for 500 variants: while variants follow, they are repeated for half as many more. */
const GROWTH = 1.5;

export class CurvesOfVariants {
  readonly #curves: HoursOfVariants;
  readonly #rows: number;
  /** Allocated with the first curve: 35 kB for each variant. */
  #values: SeriesOfVariants | null = null;
  readonly #known = new Set<number>();
  #latest: HourlyQuantiles | null = null;

  /** @param rows the number of variants */
  constructor(curves: HoursOfVariants, rows: number) {
    this.#curves = curves;
    this.#rows = rows;
  }

  /** Adds the curve of a variant, which may be repeated; one without the curve is ignored. */
  add(variant: number, solution: Solution): void {
    const curves = this.#curves.terms.map(({ query, factor }) => ({ values: curveOf(solution, query), factor }));
    const sum = new Float32Array(HOURS_PER_YEAR);
    let isKnown = false;
    for (const { values, factor } of curves) {
      if (values?.length !== HOURS_PER_YEAR) continue;
      isKnown = true;
      for (let hour = 0; hour < HOURS_PER_YEAR; hour++) sum[hour]! += values[hour]! * factor;
    }
    if (!isKnown) return;
    this.#values ??= new SeriesOfVariants(this.#rows, HOURS_PER_YEAR);
    this.#values.set(variant, sum);
    this.#known.add(variant);
  }

  /**
   * The quantiles of all variants if no more follow, otherwise of most of them; null without a curve.
   * @param isComplete whether no more variants follow
   */
  quantiles(isComplete: boolean): HourlyQuantiles | null {
    if (this.#values === null) return null;
    const [count, before] = [this.#known.size, this.#latest?.variants ?? 0];
    if (count > before && (isComplete || count >= before * GROWTH)) {
      const quantiles = this.#values.quantiles(this.#curves.parts);
      this.#latest = { variants: count, quantiles: quantiles.map((each) => Float32Array.from(each)) };
    }
    return this.#latest;
  }
}
