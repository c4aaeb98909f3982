/**
 * Rounds half away from zero to a number of decimals (0 to 14). It rounds the intended decimal: 1.005 → 1.01, although
 * the double is slightly less. Numbers far too small for the decimals become 0, never −0. This is the rule of Ruby's
 * `Float#round`.
 */
export function round(value: number, decimals: number): number {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 14) {
    throw new RangeError(`decimals is ${decimals}, expected a whole number from 0 to 14`);
  }
  if (value === 0 || !Number.isFinite(value)) return value;
  if (decimals === 0) return halfAwayFromZero(value);

  const exponent = binaryExponent(value);
  const minDecimals = exponent > 0 ? Math.floor(exponent / 4) : Math.trunc(exponent / 3) - 1;
  if (decimals >= 17 - minDecimals) return value;
  const maxDecimals = exponent > 0 ? Math.trunc(exponent / 3) + 1 : Math.trunc(exponent / 4);
  if (decimals < -maxDecimals) return 0;

  const scale = 10 ** decimals;
  let scaled = halfAwayFromZero(value * scale);
  if (value > 0 && (scaled + 0.5) / scale <= value) scaled += 1;
  else if (value < 0 && (scaled - 0.5) / scale >= value) scaled -= 1;
  return scaled / scale;
}

function halfAwayFromZero(value: number): number {
  const truncated = Math.trunc(value);
  return Math.abs(value - truncated) >= 0.5 ? truncated + Math.sign(value) : truncated;
}

const bits = new DataView(new ArrayBuffer(8));

/** e such that 2^(e−1) ≤ |value| < 2^e. */
function binaryExponent(value: number): number {
  bits.setFloat64(0, value);
  const biasedExponent = (bits.getUint16(0) >> 4) & 0x7ff;
  return biasedExponent === 0 ? binaryExponent(value * 2 ** 64) - 64 : biasedExponent - 1022;
}
