import { CopyOnWriteMap } from "./copy-on-write-map.ts";
import type { Holding } from "./holding.ts";

/** A curve that is worked out when somebody reads it. */
export interface LazyCurve {
  /** Its hours, for whoever keeps them. */
  make(): Float64Array;
  /** Its hours until the task is over. */
  readonly passing?: Float64Array;
}

/** Hourly curves by name or node (8,760 values, MW unless the name says otherwise). A curve may be worked out when first read. */
export class CurveTable<Key extends string | number = string> {
  readonly #curves: CopyOnWriteMap<Key, Float64Array | LazyCurve>;

  constructor(curves?: ReadonlyMap<Key, Float64Array>) {
    this.#curves = new CopyOnWriteMap(curves);
  }

  get(key: Key): Float64Array | null {
    const curve = this.#curves.get(key) ?? null;
    if (curve === null || curve instanceof Float64Array) return curve;
    const made = curve.make();
    this.#curves.settle(key, made);
    return made;
  }

  /** The same until the task is over: a curve that is not made yet stays so. */
  passing(key: Key): Float64Array | null {
    const curve = this.#curves.get(key) ?? null;
    if (curve === null || curve instanceof Float64Array) return curve;
    return curve.passing ?? this.get(key);
  }

  /** A curve that is not made yet; null where there is none, or it is made. */
  lazy(key: Key): LazyCurve | null {
    const curve = this.#curves.get(key) ?? null;
    return curve instanceof Float64Array ? null : curve;
  }

  /** Stores a curve, or how to make it; null or an empty curve removes it. */
  set(key: Key, curve: Float64Array | LazyCurve | null): void {
    if (curve === null || (curve instanceof Float64Array && curve.length === 0)) this.#curves.delete(key);
    else this.#curves.set(key, curve);
  }

  /** Takes over the curves of another table; one that was not made yet is made for both by who reads it first. */
  copyFrom(other: CurveTable<Key>): void {
    this.#curves.copyFrom(other.#curves);
  }

  /** Whether both hold the same arrays, made or to be made, under the same keys. */
  isSame(other: CurveTable<Key>): boolean {
    return this.#curves.isSame(other.#curves, Object.is);
  }

  /** Adds the curves that were made so far. */
  addMade(found: Set<Holding>): void {
    for (const curve of this.#curves.entries.values()) if (curve instanceof Float64Array) found.add(curve);
  }

  /** All curves, made. */
  all(): ReadonlyMap<Key, Float64Array> {
    for (const key of this.#curves.entries.keys()) this.get(key);
    return this.#curves.entries as ReadonlyMap<Key, Float64Array>;
  }
}
