import type { Chart } from "@etesian/interface";
import { describe, expect, test } from "vitest";
import { coloursOf } from "./chart-series.ts";

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
  test("series without a carrier or a sector get their own muted colours, and the first line is ink", () => {
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
