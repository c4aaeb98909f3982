/** Sum with compensation of rounding errors (Neumaier): what the reference means by the sum of a list of doubles. */
export function compensatedSum(values: Iterable<number>): number {
  let total = 0;
  let lost = 0;
  for (const value of values) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}
