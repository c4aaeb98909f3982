import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sameBytes as inNode, sameBytesByWord } from "./same-bytes.ts";

const equalInNode = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

describe.each([
  ["in Node", inNode],
  ["in a browser", sameBytesByWord],
])("memory that is compared %s", (_, sameBytes) => {
  test("equal copies compare as equal at every length", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(sameBytes(bytes, bytes.slice())).toBe(true);
      }),
    );
  });

  test("a different byte is found at every position, aligned or not", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 100 }),
        fc.nat(),
        fc.nat(9),
        fc.nat(9),
        (bytes, at, a, b) => {
          const other = bytes.slice();
          other[at % bytes.length]! ^= 1;
          const shiftBytes = (bytes: Uint8Array, by: number): Uint8Array => {
            const buffer = new Uint8Array(by + bytes.length);
            buffer.set(bytes, by);
            return buffer.subarray(by);
          };
          expect(sameBytes(shiftBytes(bytes, a), shiftBytes(bytes, b))).toBe(true);
          expect(sameBytes(shiftBytes(bytes, a), shiftBytes(other, b))).toBe(false);
        },
      ),
    );
  });

  test("values outside the range are ignored", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double(), { minLength: 2, maxLength: 40 }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        (values, a, b, c) => {
          const one = Float64Array.from(values);
          const other = one.slice();
          other[a % one.length] = 7.5;
          const [from, to] = [b % one.length, c % (one.length + 1)].toSorted((x, y) => x - y) as [number, number];
          const bytes = ({ buffer }: Float64Array): Uint8Array => new Uint8Array(buffer, from * 8, (to - from) * 8);
          expect(sameBytes(one, other, from, to)).toBe(equalInNode(bytes(one), bytes(other)));
        },
      ),
    );
  });

  test("0 and −0 differ, as do NaNs with different payloads", () => {
    expect(sameBytes(Float64Array.of(0), Float64Array.of(-0))).toBe(false);
    const [one, other] = [Float64Array.of(NaN), Float64Array.of(NaN)];
    expect(sameBytes(one, other)).toBe(true);
    new Uint8Array(other.buffer)[0] = 1;
    expect(Number.isNaN(other[0])).toBe(true);
    expect(sameBytes(one, other)).toBe(false);
  });

  test("arrays of different lengths differ", () => {
    expect(sameBytes(new Float64Array(2), new Float64Array(3))).toBe(false);
  });
});
