/** Sorts the hours of a curve by value: radix sort, without comparisons and stable. */

/** A double is sorted in six digits of eleven bits. */
const DIGITS = 6;
const DIGIT_BITS = 11;
const RADIX = 1 << DIGIT_BITS;
const SIGN = 0x80000000;

/**
 * Writes the hours in which `allowed` is above 0, by value, then by hour; returns their count. Needs as many values as
 * hours, no NaN, fewer than 65,536.
 */
export function hoursAscending(values: Float64Array, allowed: Float64Array, into: Uint16Array): number {
  const hours = values.length;
  // x + 0 turns −0 into 0: they are equal.
  const words = new Uint32Array(values.map((value) => value + 0).buffer);
  const digits = new Uint16Array(DIGITS * hours);
  const counts = new Uint32Array(DIGITS * RADIX);
  let from = new Uint16Array(hours);
  let to = new Uint16Array(hours);
  let count = 0;
  for (let h = 0; h < hours; h++) {
    if (!(allowed[h]! > 0)) continue;
    from[count++] = h;
    // Bits of positive numbers increase with the value, bits of negative ones decrease.
    const isNegative = words[2 * h + 1]! >= SIGN;
    const low = isNegative ? ~words[2 * h]! : words[2 * h]!;
    const high = isNegative ? ~words[2 * h + 1]! : words[2 * h + 1]! ^ SIGN;
    const at = DIGITS * h;
    digits[at] = low & (RADIX - 1);
    digits[at + 1] = (low >>> 11) & (RADIX - 1);
    digits[at + 2] = (low >>> 22) | ((high & 1) << 10);
    digits[at + 3] = (high >>> 1) & (RADIX - 1);
    digits[at + 4] = (high >>> 12) & (RADIX - 1);
    digits[at + 5] = high >>> 23;
    for (let d = 0; d < DIGITS; d++) counts[d * RADIX + digits[at + d]!]! += 1;
  }
  for (let d = 0; d < DIGITS; d++) {
    let place = 0;
    for (let i = d * RADIX; i < (d + 1) * RADIX; i++) {
      const here = counts[i]!;
      counts[i] = place;
      place += here;
    }
    for (let i = 0; i < count; i++) {
      const hour = from[i]!;
      const digit = d * RADIX + digits[DIGITS * hour + d]!;
      to[counts[digit]!] = hour;
      counts[digit]! += 1;
    }
    [from, to] = [to, from];
  }
  into.set(from.subarray(0, count));
  return count;
}
