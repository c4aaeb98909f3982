/**
 * What a service keeps about the model being served, forgotten when another model is: asks for its hash every few seconds
 * at most. While nobody answers, what is known goes on being used.
 */
import { type Clock, systemClock } from "@etesian/clock";

/** How long a change of the model may go unnoticed. */
const CHECK_MS = 10_000;

export class ModelWatch<Kept> {
  readonly #askHash: () => Promise<string>;
  readonly #begin: () => Kept;
  readonly #clock: Clock;
  #hash: string | null = null;
  #kept: Kept | null = null;
  #checkedAt = Number.NEGATIVE_INFINITY;

  /** `begin` makes what is kept, empty: for the first model and for each that follows. */
  constructor(askHash: () => Promise<string>, begin: () => Kept, clock: Clock = systemClock) {
    this.#askHash = askHash;
    this.#begin = begin;
    this.#clock = clock;
  }

  /** What is kept about the model being served. Rejects only when nobody has ever answered. */
  async current(): Promise<Kept> {
    if (this.#kept !== null && this.#clock.elapsed() - this.#checkedAt < CHECK_MS) return this.#kept;
    // One asks; the others go on with what is known.
    if (this.#kept !== null) this.#checkedAt = this.#clock.elapsed();
    let hash: string;
    try {
      hash = await this.#askHash();
    } catch (error) {
      if (this.#kept === null) throw error;
      return this.#kept;
    }
    this.#checkedAt = this.#clock.elapsed();
    if (hash !== this.#hash || this.#kept === null) {
      this.#hash = hash;
      this.#kept = this.#begin();
    }
    return this.#kept;
  }
}
