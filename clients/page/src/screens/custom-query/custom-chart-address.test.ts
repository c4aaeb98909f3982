import { describe, expect, test } from "vitest";
import type { InterfaceView } from "@etesian/interface";
import { freeNumber, withoutCustomChart, withCustomChart } from "./custom-chart-address.ts";

const SUM = { n: 1, query: "SUM(Q(total_costs), 1)" };
const COSTS = { n: 2, query: "Q(total_costs)" };
const modelWith = (...charts: readonly string[]): InterfaceView =>
  ({
    charts: new Map(charts.map((key) => [key, { key }])),
    board: ["mix", "demand"],
    sections: [],
  }) as unknown as InterfaceView;
const MODEL = modelWith("mix", "demand");

test("a new chart has the first free number", () => {
  expect(freeNumber([])).toBe(1);
  expect(freeNumber([SUM, { ...SUM, n: 3 }])).toBe(2);
  expect(freeNumber(Array.from({ length: 6 }, (_, index) => ({ ...SUM, n: index + 1 })))).toBeNull();
});

describe("a chart in a URL", () => {
  test("a chart in a URL replaces the first chart of the board, and keeps its position when it changes", () => {
    const first = withCustomChart(MODEL, {}, SUM)!;
    expect(first).toEqual({ own: [SUM], charts: "own_1,demand" });
    const changed = { ...SUM, title: "Sum", hours: true as const };
    expect(withCustomChart(MODEL, first, changed)).toEqual({ own: [changed], charts: "own_1,demand" });
  });

  test("the charts in a URL are sorted by number", () => {
    const search = { own: [SUM, { ...SUM, n: 3 }], charts: "own_3.pinned,own_1" };
    expect(withCustomChart(MODEL, search, COSTS)).toEqual({
      own: [SUM, COSTS, { ...SUM, n: 3 }],
      charts: "own_3.pinned,own_2",
    });
  });

  test("a chart does not fit into a URL if its text alone, or the text of all charts together, is too long", () => {
    expect(withCustomChart(MODEL, {}, { n: 1, query: "1".repeat(2_001) })).toBeNull();
    const long = [1, 2, 3].map((n) => ({ n, query: "Q(a) + ".repeat(280) }));
    expect(withCustomChart(MODEL, { own: long.slice(0, 2) }, long[2]!)).toBeNull();
    expect(withCustomChart(MODEL, {}, long[2]!)).not.toBeNull();
  });

  test("a chart in a URL is removed with its pane; without panes, the board is shown", () => {
    const search = { own: [SUM, COSTS], charts: "own_2.table,mix" };
    const model = modelWith("mix", "demand", "own_2");
    expect(withoutCustomChart(model, search, 2)).toEqual({ own: [SUM], charts: "mix" });
    expect(withoutCustomChart(model, { own: [COSTS], charts: "own_2" }, 2)).toEqual({
      own: undefined,
      charts: undefined,
    });
  });
});
