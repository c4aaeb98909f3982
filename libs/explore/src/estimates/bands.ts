/** Exact quantiles of figures and hourly series over variants. */

/** A quantile of sorted numbers, interpolated linearly (the default of `numpy.quantile`). */
export function quantileOf(sorted: ArrayLike<number>, fraction: number): number {
  const index = fraction * (sorted.length - 1);
  const low = Math.floor(index);
  const [lower, upper] = [sorted[low] ?? NaN, sorted[Math.min(low + 1, sorted.length - 1)] ?? NaN];
  return lower + (index - low) * (upper - lower);
}

/** Quantiles of a figure over variants; variants without a result (NaN) are ignored. */
export function quantilesOf(results: Float64Array, fractions: readonly number[]): readonly number[] {
  const sorted = results.filter(Number.isFinite).sort();
  return fractions.map((fraction) => quantileOf(sorted, fraction));
}

/**
 * The values of a series in all variants, in single precision: 35 kB per year of 8,760 hours. Quantiles of each hour
 * are exact for these values and independent of the order of variants. A band is not a scenario: no variant follows the
 * quantile of every hour.
 */
export class VariantSeries {
  readonly length: number;
  readonly #values: Float32Array;
  readonly #variants: number;

  /** Allocates `variants` series of `length` values each. */
  constructor(variants: number, length: number) {
    this.length = length;
    this.#variants = variants;
    this.#values = new Float32Array(variants * length).fill(NaN);
  }

  get byteLength(): number {
    return this.#values.byteLength;
  }

  /** Stores the series of a variant. Throws `RangeError` for a variant out of range, or a series of another length. */
  set(variant: number, series: ArrayLike<number>): void {
    if (!(variant >= 0 && variant < this.#variants))
      throw new RangeError(`variant is ${variant}; expected 0 to ${this.#variants - 1}`);
    if (series.length !== this.length)
      throw new RangeError(`the series has ${series.length} values; expected ${this.length}`);
    this.#values.set(series, variant * this.length);
  }

  /** For each of `fractions`: that quantile of every value of the series, over the variants that have a value. */
  quantiles(fractions: readonly number[]): readonly Float64Array[] {
    const quantiles = fractions.map(() => new Float64Array(this.length));
    const column = new Float32Array(this.#variants);
    for (let position = 0; position < this.length; position++) {
      let count = 0;
      for (let variant = 0; variant < this.#variants; variant++) {
        const value = this.#values[variant * this.length + position]!;
        if (!Number.isNaN(value)) column[count++] = value;
      }
      const sorted = column.subarray(0, count).sort();
      for (const [index, fraction] of fractions.entries()) quantiles[index]![position] = quantileOf(sorted, fraction);
    }
    return quantiles;
  }
}
