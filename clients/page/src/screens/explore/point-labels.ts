/** Places names next to points so that they meet no point, no other name and no edge; a name without room is omitted. */

export interface Named {
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

/** Pixels of a name's line, and between a point and its name. */
const LINE = 12;
const GAP = 8;
const RADIUS = 5;

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** @returns for each name with room, the left end of its baseline */
export function placed<T extends Named>(
  named: readonly T[],
  points: readonly { readonly x: number; readonly y: number }[],
  within: Box,
): readonly { readonly item: T; readonly x: number; readonly y: number }[] {
  const taken: Box[] = [];
  return named.flatMap((item) => {
    const { x, y, width } = item;
    const places = [
      { x: x + GAP, y: y + 4 },
      { x: x - GAP - width, y: y + 4 },
      { x: x - width / 2, y: y - GAP },
      { x: x - width / 2, y: y + GAP + LINE - 2 },
      { x: x + GAP - 3, y: y - GAP + 2 },
      { x: x - GAP - width + 3, y: y - GAP + 2 },
    ];
    for (const place of places) {
      const box = { left: place.x, right: place.x + width, top: place.y - LINE + 2, bottom: place.y + 3 };
      const isInside =
        box.left >= within.left && box.right <= within.right && box.top >= within.top && box.bottom <= within.bottom;
      const isFree =
        isInside &&
        !taken.some((other) => meet(box, other)) &&
        !points.some((point) =>
          meet(box, {
            left: point.x - RADIUS,
            right: point.x + RADIUS,
            top: point.y - RADIUS,
            bottom: point.y + RADIUS,
          }),
        );
      if (!isFree) continue;
      taken.push(box);
      return [{ item, ...place }];
    }
    return [];
  });
}
