import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { divide, equal, modulo, multiply, order, round, sum, toInteger } from "./numbers.ts";
import { toText } from "./text.ts";

const integer = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });

describe("integers", () => {
  it("quotient and remainder are consistent, and the remainder has the divisor's sign", () => {
    fc.assert(
      fc.property(
        integer,
        integer.filter((n) => n !== 0n),
        (a, b) => {
          const remainder = modulo(a, b) as bigint;
          expect((multiply(divide(a, b), b) as bigint) + remainder).toBe(a);
          expect(remainder === 0n || remainder < 0n === b < 0n).toBe(true);
        },
      ),
    );
  });

  it("an integer equals a float with the same value", () => {
    fc.assert(
      fc.property(fc.integer(), (n) => equal(n, BigInt(n)) && equal(BigInt(n), n) && !equal(BigInt(n), n + 0.5)),
    );
    expect(equal(2n ** 53n + 1n, 2 ** 53)).toBe(false);
  });
});

describe("compensated sums", () => {
  it("compensated sums are exact for tenths", () => {
    expect(sum(Array.from({ length: 10 }, () => 0.1))).toBe(1);
    expect(sum([1e100, 1, -1e100])).toBe(1);
  });

  it("sums of integers are integers, and empty sums are the integer 0", () => {
    expect(sum([])).toBe(0n);
    expect(sum([2n ** 62n, 2n ** 62n])).toBe(2n ** 63n);
    expect(sum([1n, 0.5])).toBe(1.5);
  });

  it("compensated sums are within one rounding of the exact sum", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { maxLength: 50 }), (numbers) => {
        const exact = numbers.reduce((total, n) => total + n, 0) / 1024;
        expect(Number(sum(numbers.map((n) => n / 1024)))).toBe(exact);
      }),
    );
  });
});

describe("rounding a number", () => {
  it.each([
    [2.675, 2n, 2.68],
    [1.005, 2n, 1.01],
    [0.00005, 4n, 0.0001],
    [-0.5, 0n, -1n],
    [0.5, 0n, 1n],
    [2.5, 0n, 3n],
    [1e20, 2n, 1e20],
    [12345.678, -2n, 12300n],
    [55n, -1n, 60n],
    [-55n, -1n, -60n],
    [54n, -2n, 100n],
  ])("%s rounds to %s digits", (value, digits, expected) => {
    expect(round(value, digits)).toBe(expected);
  });

  it("rounding is idempotent and changes a number by at most half a unit", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: 1, max: 6 }), (x, n) => {
        const rounded = round(x, BigInt(n)) as number;
        expect(round(rounded, BigInt(n))).toBe(rounded);
        expect(Math.abs(rounded - x)).toBeLessThanOrEqual(0.5 * 10 ** -n + 1e-9);
      }),
    );
  });
});

describe("the order of values", () => {
  it("a comparison throws for NaN and for values without order", () => {
    expect(() => order(1, NaN)).toThrow("1.0 and NaN cannot be compared");
    expect(() => order(null, 1)).toThrow("nil and 1.0 cannot be compared");
    expect(order(1n, 1.5)).toBe(-1);
    expect(order(Symbol.for("b"), Symbol.for("a"))).toBe(1);
  });
});

describe("the text of a value", () => {
  it.each([
    [100, "100.0"],
    [1e15, "1000000000000000.0"],
    [1.5e-5, "1.5e-05"],
    [0.0001, "0.0001"],
    [-0, "-0.0"],
    [123456789012345, "123456789012345.0"],
    [Infinity, "Infinity"],
  ])("%s", (value, text) => {
    expect(toText(value)).toBe(text);
  });

  it("the text of a list or hash shows its elements", () => {
    expect(toText([1n, null, "a", Symbol.for("b")])).toBe('[1, nil, "a", :b]');
    expect(toText(new Map([[Symbol.for("a"), 1]]))).toBe("{:a=>1.0}");
  });
});

describe("the integer of a string", () => {
  it.each([
    ["12", 12n],
    [" -3.9", -3n],
    ["1_000 MW", 1000n],
    ["1e3", 1n],
    ["9007199254740993", 9007199254740993n],
    ["Infinity", 0n],
    ["NaN", 0n],
    ["", 0n],
  ])("the integer of the string %j is %s", (text, integer) => {
    expect(toInteger(text)).toBe(integer);
  });
});
