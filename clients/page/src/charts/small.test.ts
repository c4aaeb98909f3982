import { describe, expect, test } from "vitest";
import type { Series } from "./series.ts";
import { highestWeek, sharesOf, weekLine } from "./small.ts";

const part = (key: string, future: number | null): Series => ({
  key,
  label: key,
  colour: "c-gas",
  hatch: null,
  today: null,
  future,
  previous: null,
  isLine: false,
  target: null,
});

describe("a bar of shares", () => {
  test("a bar of shares fills the width with gaps of a pixel, in the order of the stack", () => {
    const shares = sharesOf([part("gas", 50), part("wind", 30), part("none", null), part("sun", 20)], 102);
    expect(shares.map(({ series, x, width }) => [series.key, x, width])).toEqual([
      ["gas", 0, 50],
      ["wind", 51, 30],
      ["sun", 82, 20],
    ]);
  });

  test("a bar of shares omits parts that are too thin to see, and negative parts", () => {
    const shares = sharesOf([part("gas", 100), part("oil", 0.1), part("export", -50)], 200);
    expect(shares.map(({ series, width }) => [series.key, width])).toEqual([["gas", 200]]);
  });
});

describe("a week of an hourly curve", () => {
  const curve = Float32Array.from({ length: 8_760 }, (_, hour) => (hour >= 2_400 && hour < 2_410 ? 100 : 0));

  test("a week of an hourly curve is the week with the highest values, starting at midnight", () => {
    const from = highestWeek(curve);
    expect(from % 24).toBe(0);
    expect(from).toBeLessThanOrEqual(2_400);
    expect(from + 168).toBeGreaterThan(2_410);
  });

  test("a week of an hourly curve is drawn in steps from its zero line to its highest value", () => {
    expect(weekLine(curve, 2_400, { width: 168, height: 30 })).toBe("M0 0.0H10.0V30.0H168");
  });
});
