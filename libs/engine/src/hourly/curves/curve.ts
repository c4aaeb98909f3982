/**
 * Types of curves. At run time those that are written out are `Float64Array`s of 8,760 values; the types say who may write,
 * and which hour is the first: 1 January for all that users see, 1 April in the merit orders (`rotate`, `derotate`).
 */
declare const begins: unique symbol;

export type Start = "january" | "april";

/**
 * A year of hours that is finished: remembered, shared between solutions, never written to. It reads like a `Float64Array`
 * without what changes one.
 */
export interface Curve<From extends Start = Start> extends ArrayLike<number>, Iterable<number> {
  /** In types only. Arrays that do not say where they begin are taken as what they are used for. */
  readonly [begins]?: From;
  readonly byteLength: number;
  /** Copies, for their new owner to write to. */
  slice(from?: number, to?: number): Float64Array;
  with(hour: number, value: number): Float64Array;
  map(value: (value: number, hour: number) => number): Float64Array;
  reduce(next: (before: number, value: number) => number, start: number): number;
}

/** A curve that follows from others so quickly that its hours are written when somebody reads them (`CurveMemo.unwritten`). */
export interface Unwritten<From extends Start = Start> {
  /** In types only. */
  readonly [begins]?: From;
  /** Its hours, for whoever keeps them. */
  readonly written: Curve<From>;
  /** Its hours until the task is over: then their memory may be used for others. */
  readonly passing: Curve<From>;
}

/** A curve, written out or not. */
export type AnyCurve<From extends Start = Start> = Curve<From> | Unwritten<From>;

export function isWritten<From extends Start>(curve: AnyCurve<From>): curve is Curve<From> {
  return curve instanceof Float64Array;
}

/** The hours of a curve. */
export function written<From extends Start>(curve: AnyCurve<From>): Curve<From> {
  return isWritten(curve) ? curve : curve.written;
}

/** The hours of a curve for somebody who does not have them any more when the task is over, nor shows them to anybody. */
export function inPassing<From extends Start>(curve: AnyCurve<From>): Curve<From> {
  return isWritten(curve) ? curve : curve.passing;
}

/** For the one who made a curve and writes it, before anybody else has it. */
export function writable(curve: Curve): Float64Array {
  return curve as unknown as Float64Array;
}

/** For those who hand curves on to others that know them as arrays: queries, exports. They read them, no more. */
export function asArray(curve: Curve): Float64Array {
  return curve as unknown as Float64Array;
}
