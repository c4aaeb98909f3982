import { describe, expect, test } from "vitest";
import { placedTicks } from "./tick-places.ts";

/** Characters are 10 pixels wide. */
const measure = (text: string): number => text.length * 10;
const placeLabels = (...ticks: readonly (readonly [label: string, at: number, isStrong?: boolean])[]) =>
  placedTicks(
    ticks.map(([label, position, isStrong = false]) => ({ label, position, isStrong })),
    100,
    measure,
  ).map(({ label, from }) => [label, from]);

describe("labels of an axis", () => {
  test("labels of an axis are centred at their ticks and stay within the axis", () => {
    expect(placeLabels(["0", 0], ["50", 50], ["100", 100])).toEqual([
      ["0", 0],
      ["50", 40],
      ["100", 70],
    ]);
  });

  test("labels of an axis are omitted where they would collide, starting with labels between the ends", () => {
    expect(placeLabels(["0", 0], ["30", 30], ["60", 60], ["90", 90])).toEqual([
      ["0", 0],
      ["30", 20],
      ["60", 50],
      ["90", 80],
    ]);
    expect(placeLabels(["0", 0], ["2000", 33], ["4000", 66], ["6000", 100])).toEqual([
      ["0", 0],
      ["6000", 60],
    ]);
  });

  test("labels of an axis are omitted where they would collide with the strong label", () => {
    expect(placeLabels(["-10", 0], ["62.0", 20, true], ["10", 100])).toEqual([
      ["62.0", 0],
      ["10", 80],
    ]);
  });
});
