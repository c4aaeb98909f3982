/** Exact quantiles of figures and hourly series over variants. */

/** A quantile of sorted numbers, interpolated linearly (as `numpy.quantile` by default). */
export function quantileOf(sorted: ArrayLike<number>, part: number): number {
  const index = part * (sorted.length - 1);
  const low = Math.floor(index);
  const [lower, upper] = [sorted[low] ?? NaN, sorted[Math.min(low + 1, sorted.length - 1)] ?? NaN];
  return lower + (index - low) * (upper - lower);
}

/** Quantiles of a figure over variants; variants without a result (NaN) are ignored. */
export function quantilesOf(results: Float64Array, parts: readonly number[]): readonly number[] {
  const sorted = results.filter(Number.isFinite).sort();
  return parts.map((part) => quantileOf(sorted, part));
}

/**
 * The values of a series in all variants, in single precision: 35 kB per year of 8,760 hours. Quantiles of each hour are
 * exact for these values and independent of the order of variants. A band is not a scenario: no variant follows the
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

  /** For each fraction in `parts`: the quantiles of all values of the series, over the variants that have a value. */
  quantiles(parts: readonly number[]): readonly Float64Array[] {
    const quantiles = parts.map(() => new Float64Array(this.length));
    const column = new Float32Array(this.#variants);
    for (let position = 0; position < this.length; position++) {
      let count = 0;
      for (let variant = 0; variant < this.#variants; variant++) {
        const value = this.#values[variant * this.length + position]!;
        if (!Number.isNaN(value)) column[count++] = value;
      }
      const sorted = column.subarray(0, count).sort();
      for (const [index, part] of parts.entries()) quantiles[index]![position] = quantileOf(sorted, part);
    }
    return quantiles;
  }
}
