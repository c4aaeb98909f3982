/** Neumaier's compensated sum, term by term: what the calculation means by Σ (plain sums are written as loops). */
export class CompensatedSum {
  #sum = 0;
  #compensation = 0;

  add(term: number): void {
    const total = this.#sum + term;
    this.#compensation += Math.abs(this.#sum) >= Math.abs(term) ? this.#sum - total + term : term - total + this.#sum;
    this.#sum = total;
  }

  /** The sum so far; 0 without terms. Infinities and NaN come out as plain addition gives them. */
  get total(): number {
    return Number.isFinite(this.#sum) ? this.#sum + this.#compensation : this.#sum;
  }
}
