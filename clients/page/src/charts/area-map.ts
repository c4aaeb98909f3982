/** Geometry of a map of areas: outlines and points from a model's documents, and the positions of their names. */
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
  readonly position: Point;
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

/** The marks in the order of drawing, from the largest outline to the points. */
export function areaMapOf(areas: readonly PlacedArea[], size: Size, measure: Measure): readonly AreaMark[] {
  const project = projectionOf(
    areas.flatMap(({ place }) => (place.kind === "point" ? [place.at] : place.rings.flat())),
    size,
  );
  const shapes = areas
    .map(({ key, label, place }) => {
      if (place.kind === "point") return { key, label, path: null, position: project(place.at), area: 0 };
      const rings = place.rings.map((ring) => ring.map(project));
      const largest = rings.toSorted((a, b) => Math.abs(signedAreaOf(b)) - Math.abs(signedAreaOf(a)))[0]!;
      const path = rings
        .map((ring) => `M${ring.map(({ x, y }) => `${formatCoordinate(x)} ${formatCoordinate(y)}`).join("L")}Z`)
        .join("");
      return { key, label, path, position: centroidOf(largest), area: Math.abs(signedAreaOf(largest)) };
    })
    .toSorted((a, b) => b.area - a.area);
  // Names of points are placed first, because they have the fewest possible positions.
  const occupied: Box[] = shapes
    .filter(({ path }) => path === null)
    .map(({ position: { x, y } }) => ({
      left: x - GAP / 2,
      right: x + GAP / 2,
      top: y - GAP / 2,
      bottom: y + GAP / 2,
    }));
  const names = new Map<string, AreaMark["name"]>();
  for (const { key, label, path, position } of shapes.toReversed()) {
    // The chosen area's name is bold, so every name reserves the bold width.
    const width = measure(label, "strong");
    const candidates: readonly NonNullable<AreaMark["name"]>[] =
      path === null
        ? [
            { x: position.x + GAP, y: position.y, anchor: "start" },
            { x: position.x - GAP, y: position.y, anchor: "end" },
          ]
        : MOVES.map((lines) => ({ x: position.x, y: position.y + lines * LINE, anchor: "middle" as const }));
    const freePosition = candidates.find((candidate) => {
      const box = boxOf(candidate, width);
      return isWithin(box, size) && !occupied.some((other) => overlap(box, other));
    });
    if (freePosition !== undefined) occupied.push(boxOf(freePosition, width));
    names.set(key, freePosition ?? null);
  }
  return shapes.map(({ key, label, path, position }) => ({ key, label, path, position, name: names.get(key) ?? null }));
}

/**
 * Equirectangular projection about the middle latitude, where distances are true and countries keep their familiar
 * shapes. All coordinates fit into the size.
 */
export function projectionOf(all: readonly Coordinates[], size: Size): (coordinates: Coordinates) => Point {
  const extent = (values: readonly number[]): readonly [number, number] => [Math.min(...values), Math.max(...values)];
  const [west, east] = extent(all.map(([longitude]) => longitude));
  const [south, north] = extent(all.map(([, latitude]) => latitude));
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const available = { width: size.width - 2 * MARGIN, height: size.height - 2 * MARGIN };
  // A single point has no extent and is centred.
  const scale = Math.min(available.width / ((east - west) * shrink || 1), available.height / (north - south || 1));
  return ([longitude, latitude]) => ({
    x: size.width / 2 + (longitude - (west + east) / 2) * shrink * scale,
    y: size.height / 2 - (latitude - (south + north) / 2) * scale,
  });
}

const formatCoordinate = (value: number): string => value.toFixed(1);

/** The signed area of a ring; positive if it runs clockwise on the screen. */
function signedAreaOf(ring: readonly Point[]): number {
  return ring.reduce((sum, a, index) => {
    const b = ring[(index + 1) % ring.length]!;
    return sum + (a.x * b.y - b.x * a.y) / 2;
  }, 0);
}

/** The centre of gravity of a ring. */
function centroidOf(ring: readonly Point[]): Point {
  const signedArea = signedAreaOf(ring);
  if (signedArea === 0) return ring[0]!;
  const [x, y] = ring.reduce<readonly [number, number]>(
    ([sumX, sumY], a, index) => {
      const b = ring[(index + 1) % ring.length]!;
      const cross = a.x * b.y - b.x * a.y;
      return [sumX + (a.x + b.x) * cross, sumY + (a.y + b.y) * cross];
    },
    [0, 0],
  );
  return { x: x / (6 * signedArea), y: y / (6 * signedArea) };
}

function boxOf({ x, y, anchor }: NonNullable<AreaMark["name"]>, width: number): Box {
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, right: left + width, top: y - LINE / 2, bottom: y + LINE / 2 };
}
const isWithin = ({ left, right, top, bottom }: Box, { width, height }: Size): boolean =>
  left >= 0 && top >= 0 && right <= width && bottom <= height;
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
