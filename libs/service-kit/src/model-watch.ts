/**
 * A service's cache of facts about the served model, replaced when the model changes. Reading it checks the model's
 * hash, at most every ten seconds. While compute is unreachable, the last value is used.
 */
import { type Clock, systemClock } from "@etesian/clock";

/** Maximum delay before a change to the model is detected (ms). */
const CHECK_MS = 10_000;

export class ModelWatch<Cache> {
  readonly #fetchHash: () => Promise<string>;
  readonly #createCache: () => Cache;
  readonly #clock: Clock;
  #hash: string | null = null;
  #cache: Cache | null = null;
  #checkedAt = Number.NEGATIVE_INFINITY;

  /** `createCache` is called for the first model and after each change to the model. */
  constructor(fetchHash: () => Promise<string>, createCache: () => Cache, clock: Clock = systemClock) {
    this.#fetchHash = fetchHash;
    this.#createCache = createCache;
    this.#clock = clock;
  }

  /** The cache for the served model. Rejects only if compute has never responded. */
  async current(): Promise<Cache> {
    if (this.#cache !== null && this.#clock.elapsed() - this.#checkedAt < CHECK_MS) return this.#cache;
    // One caller checks; other callers use the current value.
    if (this.#cache !== null) this.#checkedAt = this.#clock.elapsed();
    let hash: string;
    try {
      hash = await this.#fetchHash();
    } catch (error) {
      if (this.#cache === null) throw error;
      return this.#cache;
    }
    this.#checkedAt = this.#clock.elapsed();
    if (hash !== this.#hash || this.#cache === null) {
      this.#hash = hash;
      this.#cache = this.#createCache();
    }
    return this.#cache;
  }
}
