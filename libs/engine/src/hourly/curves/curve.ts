/**
 * Types of curves. At run time a materialised curve is a `Float64Array` of 8,760 values. The types distinguish
 * read-only from writable curves, and the first hour: 1 January for users, 1 April in merit orders (`rotate`,
 * `derotate`).
 */
declare const begins: unique symbol;

export type Start = "january" | "april";

/**
 * A finished hourly series: cached, shared between solutions, never written to. It has the interface of a
 * `Float64Array` without mutating methods.
 */
export interface Curve<From extends Start = Start> extends ArrayLike<number>, Iterable<number> {
  /** Exists only in the type. Arrays without it are compatible with either start. */
  readonly [begins]?: From;
  readonly byteLength: number;
  /** Copies; the caller may write to the result. */
  slice(from?: number, to?: number): Float64Array;
  with(hour: number, value: number): Float64Array;
  map(value: (value: number, hour: number) => number): Float64Array;
  reduce(next: (previous: number, value: number) => number, start: number): number;
}

/** A curve derived from other curves so cheaply that its values are computed on read (`CurveMemo.lazy`). */
export interface DeferredCurve<From extends Start = Start> {
  /** Exists only in the type. */
  readonly [begins]?: From;
  /** Its values; the caller may retain them. */
  readonly materialised: Curve<From>;
  /** Its values, borrowed: valid until the task ends, then their memory may be reused. */
  readonly borrowed: Curve<From>;
}

/** A curve, materialised or not. */
export type AnyCurve<From extends Start = Start> = Curve<From> | DeferredCurve<From>;

export function isMaterialised<From extends Start>(curve: AnyCurve<From>): curve is Curve<From> {
  return curve instanceof Float64Array;
}

/** Returns the values of a curve. */
export function materialise<From extends Start>(curve: AnyCurve<From>): Curve<From> {
  return isMaterialised(curve) ? curve : curve.materialised;
}

/** Returns the values of a curve, borrowed until the task ends; the caller must not pass them on. */
export function borrow<From extends Start>(curve: AnyCurve<From>): Curve<From> {
  return isMaterialised(curve) ? curve : curve.borrowed;
}

/** For the creator of a curve, before any other code refers to it. */
export function writable(curve: Curve): Float64Array {
  return curve as unknown as Float64Array;
}

/** For read-only consumers that expect arrays: queries, exports. */
export function asArray(curve: Curve): Float64Array {
  return curve as unknown as Float64Array;
}

/**
 * Whether a curve is in memory shared by threads, like curves read from files, whose reader owns the memory. Pages that
 * are not cross-origin isolated do not define `SharedArrayBuffer`.
 */
export function isShared(curve: Curve): boolean {
  return asArray(curve).buffer[Symbol.toStringTag] === "SharedArrayBuffer";
}
