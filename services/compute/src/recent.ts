/** A map that keeps what was used last: within a total weight (of 1 each unless said otherwise), the oldest goes first. */
export class Recent<K, V> {
  readonly #limit: number;
  readonly #weigh: (value: V) => number;
  readonly #entries = new Map<K, V>();
  #weight = 0;

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

  /** The value of a key, which becomes the youngest. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Adds or replaces a value; a value that alone weighs more than the limit is not kept. */
  set(key: K, value: V): void {
    this.#remove(key);
    this.#entries.set(key, value);
    this.#weight += this.#weigh(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit) break;
      this.#remove(oldest);
    }
  }

  #remove(key: K): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weigh(value);
  }
}
