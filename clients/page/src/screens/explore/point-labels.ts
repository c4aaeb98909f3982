/**
 * Places names next to points so that they overlap neither points, nor each other, nor an edge; a name that does not fit is
 * omitted. Separates overlapping discs.
 */

export interface LabelledPoint {
  readonly x: number;
  readonly y: number;
  /** Width of its name. */
  readonly width: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Height of a name's line, and distance between a point and its name, in pixels. */
const LINE = 12;
const GAP = 8;
/** Radius of a point, in pixels. */
const RADIUS = 5;

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** @returns the left end of the baseline of each name that fits */
export function placeLabels<T extends LabelledPoint>(
  named: readonly T[],
  points: readonly { readonly x: number; readonly y: number }[],
  bounds: Box,
): readonly { readonly item: T; readonly x: number; readonly y: number }[] {
  const occupied: Box[] = [];
  return named.flatMap((item) => {
    const { x, y, width } = item;
    const candidates = [
      { x: x + GAP, y: y + 4 },
      { x: x - GAP - width, y: y + 4 },
      { x: x - width / 2, y: y - GAP },
      { x: x - width / 2, y: y + GAP + LINE - 2 },
      { x: x + GAP - 3, y: y - GAP + 2 },
      { x: x - GAP - width + 3, y: y - GAP + 2 },
    ];
    for (const candidate of candidates) {
      const box = {
        left: candidate.x,
        right: candidate.x + width,
        top: candidate.y - LINE + 2,
        bottom: candidate.y + 3,
      };
      const isInside =
        box.left >= bounds.left && box.right <= bounds.right && box.top >= bounds.top && box.bottom <= bounds.bottom;
      const isFree =
        isInside &&
        !occupied.some((other) => overlap(box, other)) &&
        !points.some((point) =>
          overlap(box, {
            left: point.x - RADIUS,
            right: point.x + RADIUS,
            top: point.y - RADIUS,
            bottom: point.y + RADIUS,
          }),
        );
      if (!isFree) continue;
      occupied.push(box);
      return [{ item, ...candidate }];
    }
    return [];
  });
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Number of rounds after which remaining overlaps are accepted. */
const MAX_ROUNDS = 200;

/**
 * The centres of discs, moved until no disc overlaps another disc or an edge. Discs that overlap nothing stay in place.
 * @param distance minimum distance between two centres, in pixels
 */
export function separateDiscs(points: readonly Point[], distance: number, bounds: Box): readonly Point[] {
  const centres = points.map((point) => ({ ...point }));
  const clamp = (value: number, from: number, to: number): number =>
    Math.max(from + distance / 2, Math.min(to - distance / 2, value));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let isMoved = false;
    for (const [index, one] of centres.entries())
      for (const other of centres.slice(index + 1)) {
        const [dx, dy] = [other.x - one.x, other.y - one.y];
        const length = Math.hypot(dx, dy);
        if (length >= distance) continue;
        isMoved = true;
        // Discs at the same point move in different directions.
        const angle = length > 0 ? Math.atan2(dy, dx) : index + 1;
        const step = (distance - length) / 2 + 0.01;
        one.x = clamp(one.x - Math.cos(angle) * step, bounds.left, bounds.right);
        one.y = clamp(one.y - Math.sin(angle) * step, bounds.top, bounds.bottom);
        other.x = clamp(other.x + Math.cos(angle) * step, bounds.left, bounds.right);
        other.y = clamp(other.y + Math.sin(angle) * step, bounds.top, bounds.bottom);
      }
    if (!isMoved) break;
  }
  return centres;
}
