/** Bitwise hashing and comparison of curves and numbers. */
import { sameBytes } from "@etesian/numeric";
import { asArray, type Curve } from "./curve.ts";

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

/** Mixes a 32-bit word into a hash. */
export function mixWord(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}

/** Mixes all bits of a number into a hash. */
export function mixDouble(hash: number, value: number): number {
  double[0] = value;
  return mixWord(mixWord(hash, words[0]!), words[1]!);
}

/** Hash of some of the values of a curve, spread over days and times of day. */
export function hashOf(curve: Curve): number {
  let hash = curve.length;
  for (let h = 12; h < curve.length; h += 29) hash = mixDouble(hash, curve[h]!);
  return hash;
}

/** Whether two curves are the same, bit for bit. */
export function isSame(a: Curve, b: Curve): boolean {
  return sameBytes(asArray(a), asArray(b));
}
