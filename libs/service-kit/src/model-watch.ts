/**
 * A service's cache of facts about the served model, replaced when the model changes. It checks the model's hash
 * every few seconds at most. While compute is unreachable, the last value is used.
 */
import { type Clock, systemClock } from "@etesian/clock";

/** Maximum delay before a change of the model is noticed (ms). */
const CHECK_MS = 10_000;

export class ModelWatch<Kept> {
  readonly #askHash: () => Promise<string>;
  readonly #begin: () => Kept;
  readonly #clock: Clock;
  #hash: string | null = null;
  #kept: Kept | null = null;
  #checkedAt = Number.NEGATIVE_INFINITY;

  /** `begin` creates an empty cache, for the first model and for each new one. */
  constructor(askHash: () => Promise<string>, begin: () => Kept, clock: Clock = systemClock) {
    this.#askHash = askHash;
    this.#begin = begin;
    this.#clock = clock;
  }

  /** The cache for the served model. Rejects only if compute has never responded. */
  async current(): Promise<Kept> {
    if (this.#kept !== null && this.#clock.elapsed() - this.#checkedAt < CHECK_MS) return this.#kept;
    // One caller checks; others use the current value.
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
