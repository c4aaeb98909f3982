/** A map of areas as geometry: outlines and points from a model's documents, and the positions of their names. */
import type { AreaPlace, Coordinates } from "@etesian/interface";
import type { Measure } from "./measure.ts";
import type { Size } from "./use-size.ts";

export interface PlacedArea {
  readonly key: string;
  readonly label: string;
  readonly place: AreaPlace;
}

export interface AreaMark {
  readonly key: string;
  readonly label: string;
  /** SVG path of an outline; null for a point. */
  readonly path: string | null;
  /** The point, or the middle of the outline. */
  readonly at: Point;
  /** Position and alignment of the name; null if it has no room. */
  readonly name: (Point & { readonly anchor: "start" | "middle" | "end" }) | null;
}

interface Point {
  readonly x: number;
  readonly y: number;
}
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Margin around the areas for strokes and points at the edge. */
const MARGIN = 12;
/** Distance from a point to its name. */
const GAP = 9;
const LINE = 14;
/** Number of lines by which an outline's name may move up or down to avoid overlap. */
const MOVES = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5];

/** Marks from the largest outline to the points, in the order of drawing. */
export function areaMapOf(areas: readonly PlacedArea[], size: Size, measure: Measure): readonly AreaMark[] {
  const project = projectionOf(
    areas.flatMap(({ place }) => (place.kind === "point" ? [place.at] : place.rings.flat())),
    size,
  );
  const drawn = areas
    .map(({ key, label, place }) => {
      if (place.kind === "point") return { key, label, path: null, at: project(place.at), surface: 0 };
      const rings = place.rings.map((ring) => ring.map(project));
      const largest = rings.toSorted((a, b) => Math.abs(surfaceOf(b)) - Math.abs(surfaceOf(a)))[0]!;
      const path = rings.map((ring) => `M${ring.map(({ x, y }) => `${fixed(x)} ${fixed(y)}`).join("L")}Z`).join("");
      return { key, label, path, at: middleOf(largest), surface: Math.abs(surfaceOf(largest)) };
    })
    .toSorted((a, b) => b.surface - a.surface);
  // Points have the fewest possible positions: their names are placed first.
  const taken: Box[] = drawn
    .filter(({ path }) => path === null)
    .map(({ at: { x, y } }) => ({ left: x - GAP / 2, right: x + GAP / 2, top: y - GAP / 2, bottom: y + GAP / 2 }));
  const names = new Map<string, AreaMark["name"]>();
  for (const { key, label, path, at } of drawn.toReversed()) {
    // The chosen area's name is bold: every name reserves that width.
    const width = measure(label, "strong");
    const candidates: readonly NonNullable<AreaMark["name"]>[] =
      path === null
        ? [
            { x: at.x + GAP, y: at.y, anchor: "start" },
            { x: at.x - GAP, y: at.y, anchor: "end" },
          ]
        : MOVES.map((lines) => ({ x: at.x, y: at.y + lines * LINE, anchor: "middle" as const }));
    const free = candidates.find((candidate) => {
      const box = boxOf(candidate, width);
      return isWithin(box, size) && !taken.some((other) => overlap(box, other));
    });
    if (free !== undefined) taken.push(boxOf(free, width));
    names.set(key, free ?? null);
  }
  return drawn.map(({ key, label, path, at }) => ({ key, label, path, at, name: names.get(key) ?? null }));
}

/**
 * Equirectangular projection about the middle latitude, where distances are true and countries keep their familiar shapes.
 * All coordinates fit the size.
 */
export function projectionOf(all: readonly Coordinates[], size: Size): (of: Coordinates) => Point {
  const ends = (values: readonly number[]): readonly [number, number] => [Math.min(...values), Math.max(...values)];
  const [west, east] = ends(all.map(([longitude]) => longitude));
  const [south, north] = ends(all.map(([, latitude]) => latitude));
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const room = { width: size.width - 2 * MARGIN, height: size.height - 2 * MARGIN };
  // A single point has no extent and is centred.
  const scale = Math.min(room.width / ((east - west) * shrink || 1), room.height / (north - south || 1));
  return ([longitude, latitude]) => ({
    x: size.width / 2 + (longitude - (west + east) / 2) * shrink * scale,
    y: size.height / 2 - (latitude - (south + north) / 2) * scale,
  });
}

const fixed = (value: number): string => value.toFixed(1);

/** Positive clockwise on the screen. */
function surfaceOf(ring: readonly Point[]): number {
  return ring.reduce((sum, a, index) => {
    const b = ring[(index + 1) % ring.length]!;
    return sum + (a.x * b.y - b.x * a.y) / 2;
  }, 0);
}

/** The centre of gravity of a ring. */
function middleOf(ring: readonly Point[]): Point {
  const surface = surfaceOf(ring);
  if (surface === 0) return ring[0]!;
  const [x, y] = ring.reduce<readonly [number, number]>(
    ([sumX, sumY], a, index) => {
      const b = ring[(index + 1) % ring.length]!;
      const cross = a.x * b.y - b.x * a.y;
      return [sumX + (a.x + b.x) * cross, sumY + (a.y + b.y) * cross];
    },
    [0, 0],
  );
  return { x: x / (6 * surface), y: y / (6 * surface) };
}

function boxOf({ x, y, anchor }: NonNullable<AreaMark["name"]>, width: number): Box {
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, right: left + width, top: y - LINE / 2, bottom: y + LINE / 2 };
}
const isWithin = ({ left, right, top, bottom }: Box, { width, height }: Size): boolean =>
  left >= 0 && top >= 0 && right <= width && bottom <= height;
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
