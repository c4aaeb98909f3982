/** Converts numbers in the unit interval to shares of a group, which add up to the total exactly. */

export interface ShareBounds {
  readonly min: number;
  readonly max: number;
}

/** Shares are multiples of this step, so that their sums are exact in any order. */
const STEP = 2 ** -20;
/** Maximum rounds of redistributing amounts beyond bounds to other members; few are needed. */
const ROUNDS = 30;
const NEGLIGIBLE_SHARE = 1e-9;

/**
 * Moves the current shares by the fraction `part` towards a uniform random point of all shares that add up to `total`,
 * within their bounds. `numbers` has one element fewer than the group has members.
 */
export function sharesAt(
  numbers: ArrayLike<number>,
  present: readonly number[],
  bounds: readonly ShareBounds[],
  { part, total }: { readonly part: number; readonly total: number },
): readonly number[] {
  const shares = breakStick(numbers, present.length).map(
    (stick, member) => (1 - part) * present[member]! + part * stick * total,
  );
  moveWithinBounds(shares, bounds, total);
  return roundShares(shares, total);
}

/** A uniformly distributed point of the simplex, by stick breaking with the inverse of Beta(1, k − j). */
function breakStick(numbers: ArrayLike<number>, members: number): number[] {
  const parts: number[] = [];
  let remainder = 1;
  for (let j = 1; j < members; j++) {
    const part = remainder * (1 - (1 - numbers[j - 1]!) ** (1 / (members - j)));
    parts.push(part);
    remainder -= part;
  }
  return [...parts, remainder];
}

/** The inverse of `breakStick`, for shares within their bounds. */
export function numbersOf(shares: readonly number[]): readonly number[] {
  let remainder = shares.reduce((sum, share) => sum + share, 0);
  return shares.slice(0, -1).map((share, j) => {
    const part = remainder > 0 ? Math.min(1, share / remainder) : 0;
    remainder -= share;
    return 1 - (1 - part) ** (shares.length - 1 - j);
  });
}

function moveWithinBounds(shares: number[], bounds: readonly ShareBounds[], total: number): void {
  for (let round = 0; round < ROUNDS; round++) {
    let remainder = total;
    for (const [member, { min, max }] of bounds.entries()) {
      shares[member] = Math.min(max, Math.max(min, shares[member]!));
      remainder -= shares[member];
    }
    if (Math.abs(remainder) < NEGLIGIBLE_SHARE) return;
    const room = bounds.map(({ min, max }, member) => (remainder > 0 ? max - shares[member]! : shares[member]! - min));
    const totalRoom = room.reduce((sum, value) => sum + value, 0);
    if (totalRoom <= 0) return;
    for (const [member, value] of room.entries()) shares[member] = shares[member]! + (remainder * value) / totalRoom;
  }
}

/** Rounds to steps; the largest share absorbs the remainder. */
function roundShares(shares: readonly number[], total: number): readonly number[] {
  const steps = shares.map((share) => Math.round(share / STEP) * STEP);
  const remainder = total - steps.reduce((sum, share) => sum + share, 0);
  const largest = steps.reduce((most, share, member) => (share > steps[most]! ? member : most), 0);
  return steps.map((share, member) => (member === largest ? share + remainder : share));
}
