/**
 * An LRU cache with a limit on total weight (1 per value by default). The most recent value is kept even if it exceeds
 * the limit, because it is likely to be read again. A limit of 0 caches nothing.
 */
export class LruCache<K, V> {
  readonly #limit: number;
  readonly #weigh: (value: V) => number;
  readonly #entries = new Map<K, { readonly value: V; readonly weight: number }>();
  #weight = 0;
  /** The most recently used key; repeated reads of it need no reordering. */
  #mostRecentKey: K | null = null;

  constructor(limit: number, weigh: (value: V) => number = () => 1) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  /** Sum of the weights of all values. */
  get weight(): number {
    return this.#weight;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** All keys, most recently used last. */
  keys(): Iterable<K> {
    return this.#entries.keys();
  }

  /** Whether a key has a value; does not mark it as used. */
  has(key: K): boolean {
    return this.#entries.has(key);
  }

  /** The value of a key; marks it as used. */
  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (key !== this.#mostRecentKey) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      this.#mostRecentKey = key;
    }
    return entry.value;
  }

  /** Adds or replaces a value and marks it as used. */
  set(key: K, value: V): void {
    this.delete(key);
    const weight = this.#weigh(value);
    this.#entries.set(key, { value, weight });
    this.#mostRecentKey = key;
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit || (this.#entries.size === 1 && this.#limit > 0)) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }
}
