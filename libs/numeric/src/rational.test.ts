import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  add,
  compare,
  divide,
  fromBinary,
  fromDecimal,
  isZero,
  multiply,
  ONE,
  rational,
  subtract,
  toNumber,
  ZERO,
  type Rational,
} from "./rational.ts";

const fraction = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 30n }))
  .map(([numerator, denominator]) => rational(numerator, denominator));
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((x) => x === 0 || Math.abs(x) > 1e-290);

/** Brings a fraction to lowest terms, with a positive denominator. */
function normalised({ numerator, denominator }: Rational): Rational {
  return rational(numerator, denominator);
}

describe("arithmetic", () => {
  test("addition and multiplication commute, associate and distribute", () => {
    fc.assert(
      fc.property(fraction, fraction, fraction, (a, b, c) => {
        expect(add(a, b)).toEqual(add(b, a));
        expect(multiply(a, b)).toEqual(multiply(b, a));
        expect(add(add(a, b), c)).toEqual(add(a, add(b, c)));
        expect(multiply(multiply(a, b), c)).toEqual(multiply(a, multiply(b, c)));
        expect(multiply(a, add(b, c))).toEqual(add(multiply(a, b), multiply(a, c)));
      }),
    );
  });

  test("subtraction undoes addition, division undoes multiplication", () => {
    fc.assert(
      fc.property(fraction, fraction, (a, b) => {
        expect(subtract(add(a, b), b)).toEqual(a);
        expect(isZero(subtract(a, a))).toBe(true);
        const c = isZero(b) ? ONE : b;
        expect(divide(multiply(a, c), c)).toEqual(a);
      }),
    );
  });

  test("every result is normalised", () => {
    fc.assert(
      fc.property(fraction, fraction, (a, b) => {
        const results = [add(a, b), subtract(a, b), multiply(a, b), divide(a, isZero(b) ? ONE : b)];
        expect(results).toEqual(results.map(normalised));
      }),
    );
  });

  test("compare() has the sign of the difference", () => {
    fc.assert(
      fc.property(fraction, fraction, (a, b) => {
        expect(Math.sign(compare(a, b))).toBe(Math.sign(Number(subtract(a, b).numerator)));
      }),
    );
  });

  test("division by zero throws an error", () => {
    expect(() => divide(ONE, ZERO)).toThrow(RangeError);
    expect(() => rational(1n, 0n)).toThrow(RangeError);
  });
});

describe("doubles", () => {
  test("doubles convert from their shortest decimal text", () => {
    expect(fromDecimal(0.1)).toEqual({ numerator: 1n, denominator: 10n });
    expect(fromDecimal(-1.5e-7)).toEqual({ numerator: -3n, denominator: 20_000_000n });
    expect(fromDecimal(1.5e21)).toEqual({ numerator: 15n * 10n ** 20n, denominator: 1n });
    expect(() => fromDecimal(Number.POSITIVE_INFINITY)).toThrow("Infinity is not a finite number");
  });

  test("doubles convert from their exact binary value", () => {
    expect(fromBinary(0.1)).toEqual({ numerator: 3602879701896397n, denominator: 1n << 55n });
    expect(() => fromBinary(Number.NaN)).toThrow(RangeError);
  });

  test("fractions convert to the nearest double or an adjacent one", () => {
    fc.assert(
      fc.property(finite, (value) => {
        expect(toNumber(fromBinary(value))).toBe(value + 0);
        expect(Math.abs(toNumber(fromDecimal(value)) - value)).toBeLessThanOrEqual(Math.abs(value) * 2 ** -52);
      }),
    );
    expect(toNumber(fromDecimal(-3.1700123219432594))).toBe(-3.170012321943259);
    expect(toNumber(rational(8596500000000019149n, 250000000000000000n))).toBe(34.38600000000008);
    expect(toNumber(rational(10n ** 40n, 3n * 10n ** 40n))).toBe(1 / 3);
    expect(toNumber(rational(2n * 10n ** 330n + 1n, 10n ** 330n))).toBe(2);
    // Slightly more than halfway between two doubles.
    expect(toNumber(rational((1n << 120n) + (1n << 67n) + 1n, 1n << 120n))).toBe(1 + 2 ** -52);
  });
});
