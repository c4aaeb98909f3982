import type { Coordinates } from "@etesian/interface";
import { describe, expect, it } from "vitest";
import { areaMapOf, type PlacedArea, projectionOf } from "./area-map.ts";

const SIZE = { width: 360, height: 340 };
/** Characters are 6 pixels wide. */
const measure = (text: string): number => text.length * 6;
const SQUARE: readonly Coordinates[] = [
  [3, 51],
  [7, 51],
  [7, 53],
  [3, 53],
];
const country = (label: string, rings: readonly (readonly Coordinates[])[]): PlacedArea => ({
  key: label,
  label,
  place: { kind: "outline", rings },
});
const town = (label: string, position: Coordinates): PlacedArea => ({
  key: label,
  label,
  place: { kind: "point", at: position },
});

describe("the map of areas", () => {
  it("the map has north at the top, east to the right, and one scale in both directions at the middle latitude", () => {
    const project = projectionOf(SQUARE, SIZE);
    const [southWest, southEast, , northWest] = SQUARE.map(project);
    expect(southEast!.x).toBeGreaterThan(southWest!.x);
    expect(northWest!.y).toBeLessThan(southWest!.y);
    const perLongitude = (southEast!.x - southWest!.x) / 4;
    const perLatitude = (southWest!.y - northWest!.y) / 2;
    expect(perLongitude / perLatitude).toBeCloseTo(Math.cos((52 * Math.PI) / 180), 10);
  });

  it("every corner is within the map", () => {
    const corners = areaMapOf([country("Land", [SQUARE]), town("Far", [9, 55])], SIZE, measure).flatMap(
      ({ path, position }) =>
        path === null
          ? [[position.x, position.y]]
          : [...path.matchAll(/([\d.-]+) ([\d.-]+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
    );
    expect(corners.length).toBe(5);
    for (const [x, y] of corners) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(SIZE.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(SIZE.height);
    }
  });

  it("points are drawn over outlines, and small outlines over large ones", () => {
    const smallSquare: readonly Coordinates[] = [
      [4, 51.5],
      [5, 51.5],
      [5, 52],
    ];
    const marks = areaMapOf(
      [town("Town", [5, 52]), country("Province", [smallSquare]), country("Land", [SQUARE])],
      SIZE,
      measure,
    );
    expect(marks.map(({ key }) => key)).toEqual(["Land", "Province", "Town"]);
  });

  it("names of areas overlap neither each other nor points", () => {
    const middle: Coordinates = [5, 52];
    const marks = areaMapOf(
      [country("Land", [SQUARE]), town("Town", middle), town("Suburb", [5.05, 52.01])],
      SIZE,
      measure,
    );
    const [land, ...towns] = marks;
    expect(land!.name!.y).not.toBe(land!.position.y);
    expect(new Set(towns.map(({ name }) => name!.anchor))).toEqual(new Set(["start", "end"]));
  });

  it("a single point is centred", () => {
    expect(areaMapOf([town("Town", [5, 52])], SIZE, measure)[0]!.position).toEqual({ x: 180, y: 170 });
  });
});
