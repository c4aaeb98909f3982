/** Radix sort of the hours of a curve by value: stable, without comparisons. */

/** A double is sorted in six digits of eleven bits. */
const DIGITS = 6;
const DIGIT_BITS = 11;
const RADIX = 1 << DIGIT_BITS;
const SIGN = 0x80000000;

/**
 * Writes the hours in which `allowed` is above 0, by value, then by hour; returns their count. Values must not be
 * NaN, and there must be fewer than 65,536 hours.
 */
export function hoursAscending(values: Float64Array, allowed: Float64Array, target: Uint16Array): number {
  const hours = values.length;
  // x + 0 turns −0 into 0, because they are equal.
  const words = new Uint32Array(values.map((value) => value + 0).buffer);
  const digits = new Uint16Array(DIGITS * hours);
  const counts = new Uint32Array(DIGITS * RADIX);
  let source = new Uint16Array(hours);
  let destination = new Uint16Array(hours);
  let count = 0;
  for (let h = 0; h < hours; h++) {
    if (!(allowed[h]! > 0)) continue;
    source[count++] = h;
    // Bits of positive numbers increase with the value, bits of negative ones decrease.
    const isNegative = words[2 * h + 1]! >= SIGN;
    const low = isNegative ? ~words[2 * h]! : words[2 * h]!;
    const high = isNegative ? ~words[2 * h + 1]! : words[2 * h + 1]! ^ SIGN;
    const offset = DIGITS * h;
    digits[offset] = low & (RADIX - 1);
    digits[offset + 1] = (low >>> 11) & (RADIX - 1);
    digits[offset + 2] = (low >>> 22) | ((high & 1) << 10);
    digits[offset + 3] = (high >>> 1) & (RADIX - 1);
    digits[offset + 4] = (high >>> 12) & (RADIX - 1);
    digits[offset + 5] = high >>> 23;
    for (let d = 0; d < DIGITS; d++) counts[d * RADIX + digits[offset + d]!]! += 1;
  }
  for (let d = 0; d < DIGITS; d++) {
    let index = 0;
    for (let i = d * RADIX; i < (d + 1) * RADIX; i++) {
      const digitCount = counts[i]!;
      counts[i] = index;
      index += digitCount;
    }
    for (let i = 0; i < count; i++) {
      const hour = source[i]!;
      const digit = d * RADIX + digits[DIGITS * hour + d]!;
      destination[counts[digit]!] = hour;
      counts[digit]! += 1;
    }
    [source, destination] = [destination, source];
  }
  target.set(source.subarray(0, count));
  return count;
}
