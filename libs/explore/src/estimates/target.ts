/** Positions of a slider at which a result has a target value. */

/** The outcome of a search. */
export type Answer =
  /** Positions at which the result equals the target: single positions, or plateaus. */
  | { readonly kind: "reached"; readonly at: readonly PositionRange[] }
  /** The result jumps over the target at these positions, from one value to another. */
  | { readonly kind: "jumps"; readonly jumps: readonly Jump[] }
  /** The nearest result and its position. */
  | { readonly kind: "beyond"; readonly nearest: number; readonly at: number };

export interface PositionRange {
  readonly from: number;
  readonly to: number;
}

export interface Jump {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** Number of evenly spaced initial positions: enough for all roots of 100 random searches on two models. */
const COARSE_POSITIONS = 9;
/** Length of the final bracket, as a fraction of the range. */
const PRECISION = 1e-6;

/**
 * Searches `from` to `to` for positions with `resultAt` equal to `target`, within `tolerance` (in units of the result).
 * A position without a result (NaN) is not a root. Two consecutive coarse positions bracket a root if their results are
 * on opposite sides of the target; bisection and secants (the Illinois method) narrow each bracket.
 */
export function findTarget(
  resultAt: (position: number) => number,
  { from, to, target, tolerance }: Record<"from" | "to" | "target" | "tolerance", number>,
): Answer {
  const positions = Array.from(
    { length: COARSE_POSITIONS },
    (_, n) => from + ((to - from) * n) / (COARSE_POSITIONS - 1),
  );
  const deviations = positions.map((position) => resultAt(position) - target);
  const isRoot = (deviation: number): boolean => Math.abs(deviation) <= tolerance;
  const shortest = PRECISION * Math.abs(to - from);
  const ranges: PositionRange[] = [];
  const jumps: Jump[] = [];
  for (let n = 0; n < COARSE_POSITIONS; n++) {
    const [position, deviation] = [positions[n]!, deviations[n]!];
    if (isRoot(deviation)) {
      // All coarse positions on one plateau, whose ends are next to the outermost positions.
      let last = n;
      while (last + 1 < COARSE_POSITIONS && isRoot(deviations[last + 1]!)) last++;
      const isOnPlateau = (candidate: number): boolean => isRoot(resultAt(candidate) - target);
      ranges.push({
        from: n === 0 ? position : edgeOf(isOnPlateau, position, positions[n - 1]!, shortest),
        to: last === COARSE_POSITIONS - 1 ? to : edgeOf(isOnPlateau, positions[last]!, positions[last + 1]!, shortest),
      });
      n = last;
      continue;
    }
    const next = deviations[n + 1];
    if (next === undefined || isRoot(next) || !(deviation * next < 0)) continue;
    const bracket = { low: position, high: positions[n + 1]!, lowDeviation: deviation, highDeviation: next };
    const root = narrowBracket(bracket, (candidate) => resultAt(candidate) - target, shortest, tolerance);
    if ("at" in root) ranges.push({ from: root.at, to: root.at });
    else jumps.push({ at: root.low, before: root.lowDeviation + target, after: root.highDeviation + target });
  }
  if (ranges.length > 0) return { kind: "reached", at: ranges };
  if (jumps.length > 0) return { kind: "jumps", jumps };
  let best = 0;
  for (const [n, deviation] of deviations.entries())
    if (Math.abs(deviation) < Math.abs(deviations[best]!) || Number.isNaN(deviations[best]!)) best = n;
  return { kind: "beyond", nearest: deviations[best]! + target, at: positions[best]! };
}

interface Bracket {
  readonly low: number;
  readonly high: number;
  readonly lowDeviation: number;
  readonly highDeviation: number;
}

/** The last position from `inside` towards `outside` at which a condition holds, by bisection. */
function edgeOf(condition: (position: number) => boolean, inside: number, outside: number, shortest: number): number {
  let [lastInside, firstOutside] = [inside, outside];
  while (Math.abs(firstOutside - lastInside) > shortest) {
    const middle = (lastInside + firstOutside) / 2;
    if (condition(middle)) lastInside = middle;
    else firstOutside = middle;
  }
  return lastInside;
}

/** The root in a bracket; the final bracket if the result jumps over the target. */
function narrowBracket(
  start: Bracket,
  deviationAt: (position: number) => number,
  shortest: number,
  tolerance: number,
): { readonly at: number } | Bracket {
  let { low, high, lowDeviation, highDeviation } = start;
  // Illinois method: halves the weight of a retained end, so that secants converge on both sides.
  let [lowWeight, highWeight] = [lowDeviation, highDeviation];
  while (high - low > shortest) {
    const secant = high - (highWeight * (high - low)) / (highWeight - lowWeight);
    const isInside = secant > low + 0.01 * (high - low) && secant < high - 0.01 * (high - low);
    const position = isInside ? secant : (low + high) / 2;
    const deviation = deviationAt(position);
    if (Math.abs(deviation) <= tolerance) return { at: position };
    if (deviation * lowDeviation > 0) {
      [low, lowDeviation, lowWeight] = [position, deviation, deviation];
      highWeight /= 2;
    } else {
      [high, highDeviation, highWeight] = [position, deviation, deviation];
      lowWeight /= 2;
    }
  }
  return { low, high, lowDeviation, highDeviation };
}
