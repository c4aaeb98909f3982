import type { Chart } from "@etesian/interface";
import { describe, expect, test } from "vitest";
import { coloursOf, rowSeriesOf } from "./chart-series.ts";
import { createSeries } from "./geometry.fixture.ts";

const chart = (
  drawn: readonly ("stack" | "line")[],
  colours: readonly (string | null)[],
  nodes: readonly object[] = [],
) =>
  ({
    nodes,
    series: drawn.map((shape, index) => ({ drawn: shape, colour: colours[index]!, label: String(index) })),
  }) as unknown as Chart;

describe("colours of series", () => {
  test("series without a carrier or a sector get their own muted colours, and the first line has the ink colour", () => {
    const drawn = ["stack", "stack", "line", "line", "stack"] as const;
    expect(coloursOf(chart(drawn, ["c-gas", null, null, null, null]))).toEqual(["c-gas", "n-1", "ink", "n-11", "n-2"]);
  });

  test("muted colours start again after the last one", () => {
    const colours = coloursOf(
      chart(
        Array.from({ length: 15 }, () => "stack" as const),
        Array.from({ length: 15 }, () => null),
      ),
    );
    expect(new Set(colours).size).toBe(12);
    expect(colours.at(-1)).toBe("n-3");
  });

  test("flows without a colour have their source's colour", () =>
    expect(coloursOf(chart(["stack"], [null], [{}]))).toEqual(["c-loss"]));
});

test("flows between the same ends are one row, and keep their order", () => {
  const node = (key: string) => ({ key, label: key });
  const link = (from: string, to: string) => ({ from, to, column: null, label: "" });
  const flows = {
    nodes: [node("gas"), node("power"), node("homes")],
    columns: [],
    series: [link("gas", "power"), link("gas", "homes"), link("gas", "power"), link("power", "homes")],
  } as unknown as Chart;
  const series = [
    createSeries("plants", 5, 10, 9),
    createSeries("boilers", 1, null),
    createSeries("chp", 2, null, 1),
    createSeries("grid", 3, 4),
  ];
  expect(rowSeriesOf(flows, series)).toMatchObject([
    { key: "plants", label: "gas – power", today: 7, future: 10, previous: 10 },
    { key: "boilers", label: "gas – homes", today: 1, future: null, previous: null },
    { key: "grid", label: "power – homes", today: 3, future: 4 },
  ]);
});
