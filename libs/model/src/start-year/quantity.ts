/** Amounts of the start year. */
import { compare, fromDecimal, type Rational, toNumber, ZERO } from "@etesian/numeric/rational";

/**
 * An exact fraction, or a double where the rules of the reference are not exact. Mixed operations return doubles.
 */
export type Quantity = Rational | number;

export function asNumber(value: Quantity): number {
  return typeof value === "number" ? value : toNumber(value);
}

/** Compares fractions exactly, and all other amounts as doubles. */
export function isLess(a: Quantity, b: Quantity): boolean {
  if (typeof a === "number" || typeof b === "number") return asNumber(a) < asNumber(b);
  return compare(a, b) < 0;
}

/** The stored form of an amount: a fraction (a double is read as its decimal text), never below zero. */
export function toStored(value: Quantity): Rational {
  const exact = typeof value === "number" ? fromDecimal(value) : value;
  return exact.numerator < 0n ? ZERO : exact;
}
