import { CopyOnWriteMap } from "./copy-on-write-map.ts";
import type { Holding } from "./holding.ts";

/** A curve computed on first read. */
export interface LazyCurve {
  /** Its hourly values; the caller may retain them. */
  make(): Float64Array;
  /** Its hourly values, borrowed until the task ends. */
  readonly borrowed?: Float64Array;
}

/**
 * Hourly curves by name or node (8,760 values, MW unless the name says otherwise). A curve may be computed on first
 * read.
 */
export class CurveTable<Key extends string | number = string> {
  readonly #curves: CopyOnWriteMap<Key, Float64Array | LazyCurve>;

  constructor(curves?: ReadonlyMap<Key, Float64Array>) {
    this.#curves = new CopyOnWriteMap(curves);
  }

  get(key: Key): Float64Array | null {
    const curve = this.#curves.get(key) ?? null;
    if (curve === null || curve instanceof Float64Array) return curve;
    const values = curve.make();
    this.#curves.resolveLazy(key, values);
    return values;
  }

  /** A curve borrowed until the task ends; a lazy curve stays lazy. */
  borrow(key: Key): Float64Array | null {
    const curve = this.#curves.get(key) ?? null;
    if (curve === null || curve instanceof Float64Array) return curve;
    return curve.borrowed ?? this.get(key);
  }

  /** A lazy curve that has not been computed; null if there is none or it has been computed. */
  lazy(key: Key): LazyCurve | null {
    const curve = this.#curves.get(key) ?? null;
    return curve instanceof Float64Array ? null : curve;
  }

  /** Stores a curve, or a lazy one; null or an empty curve removes it. */
  set(key: Key, curve: Float64Array | LazyCurve | null): void {
    if (curve === null || (curve instanceof Float64Array && curve.length === 0)) this.#curves.delete(key);
    else this.#curves.set(key, curve);
  }

  /** Copies the curves of another table. A lazy curve is computed once for both tables. */
  copyFrom(other: CurveTable<Key>): void {
    this.#curves.copyFrom(other.#curves);
  }

  /** Whether both tables have the same arrays and lazy curves under the same keys. */
  isSame(other: CurveTable<Key>): boolean {
    return this.#curves.isSame(other.#curves, Object.is);
  }

  /** Adds the computed curves. */
  addComputedCurves(holdings: Set<Holding>): void {
    for (const curve of this.#curves.entries.values()) if (curve instanceof Float64Array) holdings.add(curve);
  }

  /** All curves; lazy ones are computed. */
  all(): ReadonlyMap<Key, Float64Array> {
    for (const key of this.#curves.entries.keys()) this.get(key);
    return this.#curves.entries as ReadonlyMap<Key, Float64Array>;
  }
}
