/** Positions of a slider at which a result has a target value. */

/** The outcome of a search. */
export type Answer =
  /** Positions at which the result equals the target: single positions, or plateaus. */
  | { readonly kind: "reached"; readonly at: readonly Place[] }
  /** The result jumps over the target at these positions, from one value to another. */
  | { readonly kind: "jumps"; readonly jumps: readonly Jump[] }
  /** The nearest result and its position. */
  | { readonly kind: "beyond"; readonly nearest: number; readonly at: number };

export interface Place {
  readonly from: number;
  readonly to: number;
}

export interface Jump {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** Number of evenly spaced initial positions: enough for all roots of 100 random searches on two models. */
const COARSE = 9;
/** Length of the last bracket, as a fraction of the range. */
const EXACTNESS = 1e-6;

/**
 * Searches `from` to `to` for positions with `resultAt` equal to `target`, within `tolerance` (in units of the result).
 * A position without a result (NaN) is not a root. The coarse positions find every root between two on opposite sides
 * of the target; bisection and secants (the Illinois method) narrow each bracket.
 */
export function findTarget(
  resultAt: (position: number) => number,
  { from, to, target, tolerance }: Record<"from" | "to" | "target" | "tolerance", number>,
): Answer {
  const positions = Array.from({ length: COARSE }, (_, n) => from + ((to - from) * n) / (COARSE - 1));
  const offs = positions.map((position) => resultAt(position) - target);
  const isRoot = (off: number): boolean => Math.abs(off) <= tolerance;
  const shortest = EXACTNESS * Math.abs(to - from);
  const places: Place[] = [];
  const jumps: Jump[] = [];
  for (let n = 0; n < COARSE; n++) {
    const [position, off] = [positions[n]!, offs[n]!];
    if (isRoot(off)) {
      // All coarse positions of one plateau; its ends are next to the outermost.
      let last = n;
      while (last + 1 < COARSE && isRoot(offs[last + 1]!)) last++;
      const isOn = (at: number): boolean => isRoot(resultAt(at) - target);
      places.push({
        from: n === 0 ? position : edgeOf(isOn, position, positions[n - 1]!, shortest),
        to: last === COARSE - 1 ? to : edgeOf(isOn, positions[last]!, positions[last + 1]!, shortest),
      });
      n = last;
      continue;
    }
    const next = offs[n + 1];
    if (next === undefined || isRoot(next) || !(off * next < 0)) continue;
    const bracket = { low: position, high: positions[n + 1]!, lowOff: off, highOff: next };
    const found = narrowed(bracket, (at) => resultAt(at) - target, shortest, tolerance);
    if ("at" in found) places.push({ from: found.at, to: found.at });
    else jumps.push({ at: found.low, before: found.lowOff + target, after: found.highOff + target });
  }
  if (places.length > 0) return { kind: "reached", at: places };
  if (jumps.length > 0) return { kind: "jumps", jumps };
  let best = 0;
  for (const [n, off] of offs.entries())
    if (Math.abs(off) < Math.abs(offs[best]!) || Number.isNaN(offs[best]!)) best = n;
  return { kind: "beyond", nearest: offs[best]! + target, at: positions[best]! };
}

interface Bracket {
  readonly low: number;
  readonly high: number;
  readonly lowOff: number;
  readonly highOff: number;
}

/** The last position from `inside` towards `outside` at which a condition holds, by bisection. */
function edgeOf(holds: (position: number) => boolean, inside: number, outside: number, shortest: number): number {
  let [within, beyond] = [inside, outside];
  while (Math.abs(beyond - within) > shortest) {
    const middle = (within + beyond) / 2;
    if (holds(middle)) within = middle;
    else beyond = middle;
  }
  return within;
}

/** The root in a bracket; the final bracket if the result jumps over the target. */
function narrowed(
  start: Bracket,
  offAt: (position: number) => number,
  shortest: number,
  tolerance: number,
): { readonly at: number } | Bracket {
  let { low, high, lowOff, highOff } = start;
  // Illinois method: halves the weight of a retained end, so that secants converge on both sides.
  let [lowWeight, highWeight] = [lowOff, highOff];
  while (high - low > shortest) {
    const secant = high - (highWeight * (high - low)) / (highWeight - lowWeight);
    const isInside = secant > low + 0.01 * (high - low) && secant < high - 0.01 * (high - low);
    const position = isInside ? secant : (low + high) / 2;
    const off = offAt(position);
    if (Math.abs(off) <= tolerance) return { at: position };
    if (off * lowOff > 0) {
      [low, lowOff, lowWeight] = [position, off, off];
      highWeight /= 2;
    } else {
      [high, highOff, highWeight] = [position, off, off];
      lowWeight /= 2;
    }
  }
  return { low, high, lowOff, highOff };
}
