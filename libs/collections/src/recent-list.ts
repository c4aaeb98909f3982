/**
 * The most recently used values, at most `limit`, for values that are found by comparison instead of by key. Most
 * recently used first.
 */
export class RecentList<T> {
  readonly #limit: number;
  readonly #values: T[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The first value that passes the test, most recently used first; marks it as used. */
  find(test: (value: T) => boolean): T | undefined {
    const place = this.#values.findIndex(test);
    if (place < 0) return undefined;
    const value = this.#values[place]!;
    if (place > 0) {
      this.#values.copyWithin(1, 0, place);
      this.#values[0] = value;
    }
    return value;
  }

  /** All values, most recently used first; marks none as used. */
  [Symbol.iterator](): Iterator<T> {
    return this.#values[Symbol.iterator]();
  }

  /** Removes the least recently used value when the list is full; undefined otherwise. */
  takeOldest(): T | undefined {
    return this.#values.length < this.#limit ? undefined : this.#values.pop();
  }

  /** Adds a value and marks it as used; a list with a limit of 0 stays empty. */
  add(value: T): void {
    if (this.#limit === 0) return;
    this.takeOldest();
    this.#values.unshift(value);
  }
}
