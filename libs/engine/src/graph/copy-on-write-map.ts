import { sameEntries } from "./same-as.ts";

/** A map whose copies share its entries until one of them is written to. */
export class CopyOnWriteMap<K, V> {
  #entries: Map<K, V>;
  /** Whether others have the same entries: they are not written to then. */
  #isShared = false;

  constructor(entries?: Iterable<readonly [K, V]> | null) {
    this.#entries = new Map(entries);
  }

  /** What it holds at the moment. */
  get entries(): ReadonlyMap<K, V> {
    return this.#entries;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): this {
    this.#own().set(key, value);
    return this;
  }

  /** Puts a value in the place of one that it follows from: in all copies alike, as each would find the same. */
  settle(key: K, value: V): void {
    this.#entries.set(key, value);
  }

  delete(key: K): void {
    this.#own().delete(key);
  }

  /** Takes over the entries of another one in place of its own. */
  copyFrom(other: CopyOnWriteMap<K, V>): void {
    this.#entries = other.#entries;
    this.#isShared = other.#isShared = true;
  }

  /** Whether both have the same keys with values that are the `same`. */
  isSame(other: CopyOnWriteMap<K, V>, same: (a: V, b: V) => boolean): boolean {
    return this.#entries === other.#entries || sameEntries(this.#entries, other.#entries, same);
  }

  #own(): Map<K, V> {
    if (this.#isShared) {
      this.#entries = new Map(this.#entries);
      this.#isShared = false;
    }
    return this.#entries;
  }
}
