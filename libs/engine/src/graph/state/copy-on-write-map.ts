import { sameEntries } from "./same-as.ts";

/** A map whose copies share its entries until one of them is written to. */
export class CopyOnWriteMap<K, V> {
  #entries: Map<K, V>;
  /** Whether other maps share the entries, which are then read-only. */
  #isShared = false;

  constructor(entries?: Iterable<readonly [K, V]> | null) {
    this.#entries = new Map(entries);
  }

  /** Its current entries. */
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

  /** Replaces a lazy value by its result, in all copies: each would compute the same. */
  settle(key: K, value: V): void {
    this.#entries.set(key, value);
  }

  delete(key: K): void {
    this.#own().delete(key);
  }

  /** Replaces its entries by another map's, shared. */
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
