/**
 * A service's cache about the served model, replaced with the model. It asks for the model's hash every few seconds at
 * most. While compute does not answer, the last value is used.
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

  /** The value for the served model. Rejects only when compute has never answered. */
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
