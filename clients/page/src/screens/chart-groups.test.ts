import { expect, it } from "vitest";
import type { Chart, HeadlineNumber, Section } from "@etesian/interface";
import { chartGroupsOf } from "./chart-groups.ts";

const chart = (key: string, type: Chart["type"] = "stacked_bars") => [key, { key, type } as Chart] as const;
const section = (key: string, charts: readonly (string | null)[]): Section =>
  ({ key, title: key.toUpperCase(), sections: [], slides: charts.map((chart) => ({ chart })) }) as never;

it("each chart is in only one group, that of the first section that opens it", () => {
  const groups = chartGroupsOf(
    {
      charts: new Map([
        chart("mix"),
        chart("costs"),
        chart("homes"),
        chart("offices"),
        chart("boilers"),
        chart("price", "hours"),
        chart("other"),
      ]),
      sections: [section("households", ["homes", null, "mix", "boilers"]), section("services", ["offices", "homes"])],
      board: ["mix"],
      headline: [{ chart: "costs" } as HeadlineNumber, { chart: null } as HeadlineNumber],
    },
    { chartsOfSystem: "System", hours: { title: "Hours" } },
  );
  expect(groups.map(({ title, charts }) => [title, charts.map(({ key }) => key)])).toEqual([
    ["System", ["mix", "costs", "other"]],
    ["HOUSEHOLDS", ["homes", "boilers"]],
    ["SERVICES", ["offices"]],
    ["Hours", ["price"]],
  ]);
});
