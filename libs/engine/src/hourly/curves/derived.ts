/**
 * What was worked out from curves lately. The same derivation of the same curves and numbers is answered from memory: a
 * recalculation works out only what its change has touched, and consecutive solutions share the curves that they have in
 * common. Curves count as the same when they are the same array, which derived curves therefore are as well.
 *
 * Only for pure functions; neither the curves nor what was derived from them may be written to.
 */
import { HOURS_PER_YEAR, total, ZEROS } from "./arithmetic.ts";

/** Limit of a generation, in curves of 70 KB. The younger of two grows, the older is dropped when it is full. */
const CURVES_PER_GENERATION = 400;
/** Numbers and objects are counted too, so that there is a limit to them. */
const OVERHEAD = 0.05;

let young = new Map<string, unknown>();
let old = new Map<string, unknown>();
let weight = 0;

const ids = new WeakMap<Float64Array, number>();
let lastId = 0;

function idOf(curve: Float64Array): number {
  let id = ids.get(curve);
  if (id === undefined) ids.set(curve, (id = ++lastId));
  return id;
}

/**
 * The result of `make`, which reads nothing but the curves and the numbers; `size` is the number of curves that it makes.
 */
export function derived<T>(
  what: string,
  curves: readonly Float64Array[],
  numbers: readonly number[],
  size: number,
  make: () => T,
): T {
  let key = what;
  for (let i = 0; i < curves.length; i++) key += ` ${idOf(curves[i]!)}`;
  for (let i = 0; i < numbers.length; i++) key += Object.is(numbers[i], -0) ? ",-0" : `,${numbers[i]}`;
  const known = young.get(key);
  if (known !== undefined) return known as T;
  const remembered = old.get(key) as T | undefined;
  const value = remembered ?? make();
  if (weight > CURVES_PER_GENERATION) {
    old = young;
    young = new Map();
    weight = 0;
  }
  weight += size + OVERHEAD;
  young.set(key, value);
  return value;
}

/** Curve × factor. */
export function scaled(curve: Float64Array, factor: number): Float64Array {
  if (factor === 0 || curve === ZEROS) return ZEROS;
  return derived("scaled", [curve], [factor], 1, () => {
    const result = new Float64Array(curve.length);
    for (let h = 0; h < curve.length; h++) result[h] = curve[h]! * factor;
    return result;
  });
}

/** The same value in every hour. */
export function constant(value: number): Float64Array {
  return derived("constant", [], [value], 1, () => new Float64Array(HOURS_PER_YEAR).fill(value));
}

/** Compensated sum of all values of a curve that is final: MWh of a curve in MW. */
export function totalOf(curve: Float64Array): number {
  return curve === ZEROS ? 0 : derived("total", [curve], [], 0, () => total(curve));
}
