/** Compensated sums. Plain sums are written as loops. */
import { isNil } from "./nil.ts";

/**
 * Sum with Neumaier's correction (Kahan–Babuška); every "Σ" of the model uses it. Infinities override numbers, and
 * NaN overrides everything. A. Neumaier, Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen, ZAMM
 * 54 (1974).
 */
export function sum(values: ArrayLike<number>): number {
  let total = 0;
  let correction = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const next = total + value;
    correction += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  const result = total + correction;
  // An infinity makes the correction NaN, not the total.
  return result === result ? result : total;
}

/** The sum of `values[items[i]]` for i from `start` to `end − 1`, without nil values (NaN); allocates nothing. */
export function sumAt(values: Float64Array, items: Int32Array, start: number, end: number): number {
  let total = 0;
  let correction = 0;
  for (let i = start; i < end; i++) {
    const value = values[items[i]!]!;
    if (isNil(value)) continue;
    const next = total + value;
    correction += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  const result = total + correction;
  return result === result ? result : total;
}

/** Accumulates terms one by one; the total equals `sum` of all terms. */
export class CompensatedSum {
  #sum = 0;
  #compensation = 0;

  add(term: number): void {
    const total = this.#sum + term;
    this.#compensation += Math.abs(this.#sum) >= Math.abs(term) ? this.#sum - total + term : term - total + this.#sum;
    this.#sum = total;
  }

  /** Resets the sum to 0. */
  clear(): void {
    this.#sum = 0;
    this.#compensation = 0;
  }

  /** Adds all values of a curve, `times` times in sequence. */
  addAll(curve: Float64Array, times = 1): void {
    let sum = this.#sum;
    let compensation = this.#compensation;
    // Adding zero changes neither the total nor the correction.
    const values = times > 1 ? curve.filter((value) => value !== 0) : curve;
    for (let n = 0; n < times; n++) {
      for (let i = 0; i < values.length; i++) {
        const term = values[i]!;
        const total = sum + term;
        compensation += Math.abs(sum) >= Math.abs(term) ? sum - total + term : term - total + sum;
        sum = total;
      }
    }
    this.#sum = sum;
    this.#compensation = compensation;
  }

  /** An independent copy of the current sum. */
  copy(): CompensatedSum {
    const copy = new CompensatedSum();
    copy.#sum = this.#sum;
    copy.#compensation = this.#compensation;
    return copy;
  }

  /** The current sum; 0 without terms. Infinities and NaN behave as in plain addition. */
  get total(): number {
    return Number.isFinite(this.#sum) ? this.#sum + this.#compensation : this.#sum;
  }
}
