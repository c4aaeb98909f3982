import { haveEqualEntries } from "./equality.ts";

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
    this.#ownEntries().set(key, value);
    return this;
  }

  /** Replaces a lazy value with its result in all copies, because each would compute the same result. */
  resolveLazy(key: K, value: V): void {
    this.#entries.set(key, value);
  }

  delete(key: K): void {
    this.#ownEntries().delete(key);
  }

  /** Replaces all entries with another map's entries, which are then shared. */
  copyFrom(other: CopyOnWriteMap<K, V>): void {
    this.#entries = other.#entries;
    this.#isShared = other.#isShared = true;
  }

  /** Whether both maps have the same keys with equal values. */
  isSame(other: CopyOnWriteMap<K, V>, areEqual: (a: V, b: V) => boolean): boolean {
    return this.#entries === other.#entries || haveEqualEntries(this.#entries, other.#entries, areEqual);
  }

  #ownEntries(): Map<K, V> {
    if (this.#isShared) {
      this.#entries = new Map(this.#entries);
      this.#isShared = false;
    }
    return this.#entries;
  }
}
