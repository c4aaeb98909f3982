/**
 * An LRU cache: keeps what was used last within a total weight (of 1 each unless said otherwise). The youngest value is
 * kept whatever it weighs: what was asked about is likely to be asked about again.
 */
export class LruCache<K, V> {
  readonly #limit: number;
  readonly #weigh: (value: V) => number;
  readonly #entries = new Map<K, { readonly value: V; readonly weight: number }>();
  #weight = 0;
  /** Whose entry was used last; what is asked for time and again need not become the youngest again. */
  #youngest: K | null = null;

  constructor(limit: number, weigh: (value: V) => number = () => 1) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  /** Sum of the weights of what is kept. */
  get weight(): number {
    return this.#weight;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** All keys, the youngest last. */
  keys(): Iterable<K> {
    return this.#entries.keys();
  }

  /** Whether a key has a value; it does not become the youngest. */
  has(key: K): boolean {
    return this.#entries.has(key);
  }

  /** The value of a key, which becomes the youngest. */
  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (key !== this.#youngest) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      this.#youngest = key;
    }
    return entry.value;
  }

  /** Adds or replaces a value, which becomes the youngest. */
  set(key: K, value: V): void {
    this.delete(key);
    const weight = this.#weigh(value);
    this.#entries.set(key, { value, weight });
    this.#youngest = key;
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit || this.#entries.size === 1) break;
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
