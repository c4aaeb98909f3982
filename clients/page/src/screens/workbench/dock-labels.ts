/** Positions of the labels at the ends of a response curve, so that the curve does not cross them. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Distance of a label's text from the curve, in pixels. */
const GAP = 5;
/** Height of a label's text above and below its baseline, in pixels. */
const ASCENT = 9;
const DESCENT = 3;

/** The curve's height at a position between its first and last point. */
function heightAt(curve: readonly Point[], x: number): number {
  const end = curve.findIndex((point) => point.x >= x);
  if (end <= 0) return curve.at(end)!.y;
  const [from, to] = [curve[end - 1]!, curve[end]!];
  return from.y + ((x - from.x) / (to.x - from.x)) * (to.y - from.y);
}

/**
 * The baseline of a label that spans `from` to `to`: above the curve if the label fits there, otherwise below it; null
 * if it fits on neither side.
 * @param curve points from left to right, in pixels from the top
 */
export function baselineOf(
  curve: readonly Point[],
  [from, to]: readonly [number, number],
  { top, bottom }: { readonly top: number; readonly bottom: number },
): number | null {
  const heights = [from, to].map((x) => heightAt(curve, x));
  const crossed = [...heights, ...curve.filter(({ x }) => x > from && x < to).map(({ y }) => y)];
  const above = Math.min(...crossed) - GAP;
  if (above - ASCENT >= top) return above;
  const below = Math.max(...crossed) + GAP + ASCENT;
  return below + DESCENT <= bottom ? below : null;
}
