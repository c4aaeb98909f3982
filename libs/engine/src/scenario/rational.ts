/**
 * Exact fractions for balancing: a share group has to sum to 100 exactly before its members become doubles again.
 * Normalised: denominator positive, no common divisor.
 */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const ZERO: Rational = { numerator: 0n, denominator: 1n };

function normalise(numerator: bigint, denominator: bigint): Rational {
  if (denominator < 0n) return normalise(-numerator, -denominator);
  let a = numerator < 0n ? -numerator : numerator;
  let b = denominator;
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 1n ? { numerator, denominator } : { numerator: numerator / a, denominator: denominator / a };
}

/** The exact value of the shortest decimal text of a finite double: 0.1 is one tenth. */
export function fromDecimal(value: number): Rational {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (match === null) throw new RangeError(`${value} is not a finite number`);
  const [, sign, whole = "", fraction = "", exponentText = "0"] = match;
  const digits = BigInt(whole + fraction) * (sign === "-" ? -1n : 1n);
  const exponent = Number(exponentText) - fraction.length;
  return exponent >= 0
    ? { numerator: digits * 10n ** BigInt(exponent), denominator: 1n }
    : normalise(digits, 10n ** BigInt(-exponent));
}

export const add = (a: Rational, b: Rational): Rational =>
  normalise(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);

export const subtract = (a: Rational, b: Rational): Rational =>
  normalise(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator);

export const multiply = (a: Rational, b: Rational): Rational =>
  normalise(a.numerator * b.numerator, a.denominator * b.denominator);

/** Raises `RangeError` when `b` is zero. */
export const divide = (a: Rational, b: Rational): Rational =>
  normalise(a.numerator * b.denominator, a.denominator * b.numerator);

/** Negative, zero or positive as a is less than, equal to or greater than b. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const absolute = (a: Rational): Rational =>
  a.numerator < 0n ? { numerator: -a.numerator, denominator: a.denominator } : a;

/** The nearest double. */
export function toNumber(value: Rational): number {
  const negative = value.numerator < 0n;
  let numerator = negative ? -value.numerator : value.numerator;
  let denominator = value.denominator;
  // A quotient of 64 or 65 significant bits with a sticky last bit rounds once, in the conversion to a double.
  const shift = 64 - (bitLength(numerator) - bitLength(denominator));
  if (shift > 0) numerator <<= BigInt(shift);
  else denominator <<= BigInt(-shift);
  const quotient = numerator / denominator;
  const sticky = numerator % denominator === 0n ? 0n : 1n;
  const magnitude = Number((quotient << 1n) | sticky) * 2 ** (-shift - 1);
  return negative ? -magnitude : magnitude;
}

const bitLength = (value: bigint): number => value.toString(2).length;
