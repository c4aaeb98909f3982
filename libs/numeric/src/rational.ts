/**
 * Exact fractions (rational numbers), for rules that compare with exactly zero or exactly 100. Rounding errors of
 * doubles would turn shares of 0 into shares of 1.
 *
 * Fractions are normalised (positive denominator, no common divisor), so equal fractions have equal parts.
 */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const ZERO: Rational = { numerator: 0n, denominator: 1n };
export const ONE: Rational = { numerator: 1n, denominator: 1n };

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  if (a < 0n) a = -a;
  while (b > SAFE) [a, b] = [b, a % b];
  if (b === 0n) return a;
  let x = Number(b);
  let y = Number(a % b);
  while (y !== 0) [x, y] = [y, x % y];
  return BigInt(x);
}

/** Creates a normalised fraction from any numerator and denominator. @throws RangeError if the denominator is zero */
export function rational(numerator: bigint, denominator: bigint): Rational {
  if (denominator === 0n) throw new RangeError(`${numerator} cannot be divided by zero`);
  if (denominator < 0n) return rational(-numerator, -denominator);
  if (numerator === 0n) return ZERO;
  const divisor = greatestCommonDivisor(numerator, denominator);
  if (divisor === 1n) return { numerator, denominator };
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * The value of the shortest decimal text of a finite double: 0.1 is one tenth. Throws `RangeError` for NaN and
 * infinities.
 */
export function fromDecimal(value: number): Rational {
  if (value === 0) return ZERO;
  if (value === 1) return ONE;
  if (Number.isSafeInteger(value)) return { numerator: BigInt(value), denominator: 1n };
  const match = DECIMAL.exec(String(value));
  if (match === null) throw new RangeError(`${value} is not a finite number`);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(sign + whole + fraction);
  const power = Number(exponent) - fraction.length;
  return power >= 0 ? rational(digits * 10n ** BigInt(power), 1n) : rational(digits, 10n ** BigInt(-power));
}

/** The exact value of a finite double: 0.1 is 3602879701896397 / 2^55. Throws `RangeError` for NaN and infinities. */
export function fromBinary(value: number): Rational {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not a finite number`);
  let power = 0;
  // Doubling is exact, and a double has at most 1,074 binary places.
  while (!Number.isInteger(value)) {
    value *= 2;
    power++;
  }
  return rational(BigInt(value), 1n << BigInt(power));
}

export function isZero(a: Rational): boolean {
  return a.numerator === 0n;
}

export function add(a: Rational, b: Rational): Rational {
  if (a.numerator === 0n) return b;
  if (b.numerator === 0n) return a;
  if (a.denominator === b.denominator) return rational(a.numerator + b.numerator, a.denominator);
  const divisor = greatestCommonDivisor(a.denominator, b.denominator);
  if (divisor === 1n) {
    return {
      numerator: a.numerator * b.denominator + b.numerator * a.denominator,
      denominator: a.denominator * b.denominator,
    };
  }
  // Only factors of the denominators' common divisor can cancel in the sum.
  const reducedDenominator = a.denominator / divisor;
  const numerator = a.numerator * (b.denominator / divisor) + b.numerator * reducedDenominator;
  if (numerator === 0n) return ZERO;
  const rest = greatestCommonDivisor(numerator, divisor);
  return { numerator: numerator / rest, denominator: reducedDenominator * (b.denominator / rest) };
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, { numerator: -b.numerator, denominator: b.denominator });
}

export function multiply(a: Rational, b: Rational): Rational {
  if (a.numerator === 0n || b.numerator === 0n) return ZERO;
  if (a === ONE) return b;
  if (b === ONE) return a;
  // Both factors are normalised, so only crosswise divisors can cancel.
  const first = greatestCommonDivisor(a.numerator, b.denominator);
  const second = greatestCommonDivisor(b.numerator, a.denominator);
  return {
    numerator: (a.numerator / first) * (b.numerator / second),
    denominator: (a.denominator / second) * (b.denominator / first),
  };
}

/** Throws `RangeError` when b is zero. */
export function divide(a: Rational, b: Rational): Rational {
  if (b === ONE) return a;
  if (b.numerator === 0n) throw new RangeError("a fraction cannot be divided by zero");
  const isNegative = b.numerator < 0n;
  return multiply(a, {
    numerator: isNegative ? -b.denominator : b.denominator,
    denominator: isNegative ? -b.numerator : b.numerator,
  });
}

/** Negative, zero or positive as a is less than, equal to or greater than b. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function sum(values: Iterable<Rational>): Rational {
  let total = ZERO;
  for (const value of values) total = add(total, value);
  return total;
}

const MACHINE_INTEGER = 1n << 62n;
const DOUBLE_INTEGER = 1n << 53n;

/**
 * The nearest double (down to 1e-290) or an adjacent one: bit for bit the reference's result. The parts are divided as
 * doubles if the denominator is small, or if it fits a machine integer and the numerator does not.
 */
export function toNumber({ numerator, denominator }: Rational): number {
  const isSmall = numerator < MACHINE_INTEGER && numerator >= -MACHINE_INTEGER;
  if (denominator < (isSmall ? DOUBLE_INTEGER : MACHINE_INTEGER)) return Number(numerator) / Number(denominator);
  const isNegative = numerator < 0n;
  let magnitude = isNegative ? -numerator : numerator;
  // The quotient has at least 64 significant bits and a last bit that marks a remainder, so it is rounded only once.
  const shift = 68 - 4 * (magnitude.toString(16).length - denominator.toString(16).length);
  if (shift > 0) magnitude <<= BigInt(shift);
  else denominator <<= BigInt(-shift);
  const quotient = magnitude / denominator;
  const sticky = quotient * denominator === magnitude ? 0n : 1n;
  // In two steps, because the power of two alone may be out of range.
  const half = Math.trunc((-shift - 1) / 2);
  const result = Number((quotient << 1n) | sticky) * 2 ** half * 2 ** (-shift - 1 - half);
  return isNegative ? -result : result;
}
