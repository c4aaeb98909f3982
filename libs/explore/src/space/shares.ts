/** Converts numbers in the unit interval to shares of a group, which add up to the total exactly. */

export interface ShareBounds {
  readonly min: number;
  readonly max: number;
}

/** Shares are multiples of this: sums of them are exact in any order. */
const STEP = 2 ** -20;
/** Maximum rounds of redistributing amounts beyond bounds to other members; few are needed. */
const ROUNDS = 30;
const NEGLIGIBLE = 1e-9;

/**
 * Moves the present shares by the fraction `part` towards a uniform random point of all shares that add up to `total`,
 * within their bounds. `numbers` has one element fewer than the group has members.
 */
export function sharesAt(
  numbers: ArrayLike<number>,
  present: readonly number[],
  bounds: readonly ShareBounds[],
  { part, total }: { readonly part: number; readonly total: number },
): readonly number[] {
  const shares = sticks(numbers, present.length).map(
    (stick, member) => (1 - part) * present[member]! + part * stick * total,
  );
  withinBounds(shares, bounds, total);
  return rounded(shares, total);
}

/** A uniform point of the simplex by stick breaking, with the inverse of Beta(1, k − j). */
function sticks(numbers: ArrayLike<number>, members: number): number[] {
  const parts: number[] = [];
  let rest = 1;
  for (let j = 1; j < members; j++) {
    const part = rest * (1 - (1 - numbers[j - 1]!) ** (1 / (members - j)));
    parts.push(part);
    rest -= part;
  }
  return [...parts, rest];
}

/** The inverse of `sticks`, for shares within their bounds. */
export function numbersOf(shares: readonly number[]): readonly number[] {
  let rest = shares.reduce((sum, share) => sum + share, 0);
  return shares.slice(0, -1).map((share, j) => {
    const part = rest > 0 ? Math.min(1, share / rest) : 0;
    rest -= share;
    return 1 - (1 - part) ** (shares.length - 1 - j);
  });
}

function withinBounds(shares: number[], bounds: readonly ShareBounds[], total: number): void {
  for (let round = 0; round < ROUNDS; round++) {
    let rest = total;
    for (const [member, { min, max }] of bounds.entries()) {
      shares[member] = Math.min(max, Math.max(min, shares[member]!));
      rest -= shares[member];
    }
    if (Math.abs(rest) < NEGLIGIBLE) return;
    const room = bounds.map(({ min, max }, member) => (rest > 0 ? max - shares[member]! : shares[member]! - min));
    const all = room.reduce((sum, each) => sum + each, 0);
    if (all <= 0) return;
    for (const [member, each] of room.entries()) shares[member] = shares[member]! + (rest * each) / all;
  }
}

/** Rounds to steps; the largest share absorbs the remainder. */
function rounded(shares: readonly number[], total: number): readonly number[] {
  const steps = shares.map((share) => Math.round(share / STEP) * STEP);
  const rest = total - steps.reduce((sum, share) => sum + share, 0);
  const largest = steps.reduce((most, share, member) => (share > steps[most]! ? member : most), 0);
  return steps.map((share, member) => (member === largest ? share + rest : share));
}
