/**
 * The `limit` most recently used values, most recent first. For values that are found by comparison instead of by key.
 */
export class RecentList<T> {
  readonly #limit: number;
  readonly #values: T[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The first value that passes the test, most recently used first; marks it as used. */
  find(test: (value: T) => boolean): T | undefined {
    const index = this.#values.findIndex(test);
    if (index < 0) return undefined;
    const value = this.#values[index]!;
    if (index > 0) {
      this.#values.copyWithin(1, 0, index);
      this.#values[0] = value;
    }
    return value;
  }

  /** All values, most recently used first; marks none as used. */
  [Symbol.iterator](): Iterator<T> {
    return this.#values[Symbol.iterator]();
  }

  /** Removes and returns the least recently used value if the list is full; otherwise returns undefined. */
  takeOldest(): T | undefined {
    return this.#values.length < this.#limit ? undefined : this.#values.pop();
  }

  /** Adds a value and marks it as used; a list with a limit of 0 remains empty. */
  add(value: T): void {
    if (this.#limit === 0) return;
    this.takeOldest();
    this.#values.unshift(value);
  }
}
