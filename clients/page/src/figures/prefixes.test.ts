import type { Input } from "@etesian/client";
import { NO_DOCUMENTS, prefixesOf, viewOf } from "@etesian/interface";
import { describe, expect, it } from "vitest";
import { magnitudesOf, magnitudesOfSliders, measuredQueries, scaleOf, usefulRange } from "./prefixes.ts";
import { HOURS_SWITCH, missingReason, valueOf } from "./values.ts";

const sameText = (text: string) => ({ en: text, nl: text });
const NONE = { label: null, carrier: null, sector: null, technology: null, column: null, from: null, to: null };
const documents = {
  ...NO_DOCUMENTS,
  sliders: { wind: { title: sameText("Wind"), about: null, unit: "GW", shown: [0, 60] as const } },
  headline: [
    {
      query: "gases",
      title: sameText("Gases"),
      short: null,
      unit: "Mt CO₂-eq",
      range: null,
      better: null,
      target: null,
      chart: null,
      differs: null,
      needs: null,
      base: null,
    },
  ],
  charts: [
    {
      key: "mix",
      type: "stacked_bars" as const,
      title: sameText("Mix"),
      about: null,
      unit: { quantity: "energy" as const, show: "TWh" },
      needs: null,
      market: null,
      columns: [],
      nodes: [],
      equals: null,
      series: ["gas", "sun"].map((query) => ({
        ...NONE,
        queries: [query],
        less: [],
        drawn: "stack" as const,
        target: null,
        needs: null,
        base: null,
      })),
      source: null,
    },
  ],
  board: ["mix"],
};
const catalogue = {
  inputs: [{ key: "wind", unit: "MW", folder: "supply", shareGroup: null, compounds: false }],
  queries: ["gases", "gas", "sun"].map((key) => ({ key, unit: key === "gases" ? "MT" : "MJ" })),
};
const view = viewOf(documents, catalogue, "en");
const answer = (today: { readonly [query: string]: number | null }) => ({
  results: new Map(Object.entries(today).map(([key, value]) => [key, { today: value, future: 1e12, fault: null }])),
});
const inputs = (start: number): ReadonlyMap<string, Input> =>
  new Map([["wind", { default: start } as unknown as Input]]);

describe("the size of a scenario", () => {
  it("the size of a scenario is derived from present values of headline numbers and initial charts, with stacks as their sum", () => {
    expect(measuredQueries(view)).toEqual(["gases", "gas", "sun"]);
    const magnitudes = magnitudesOf(view, answer({ gases: 1.74, gas: 3.6e9, sun: 7.2e9 }));
    expect(magnitudes.mass).toBeCloseTo(1.74e9, 0);
    expect(magnitudes.wattHour).toBeCloseTo(10.8e9, 0);
    // 3 TWh per year is a mean of 342 MW.
    expect(magnitudes.power).toBeCloseTo(3e6 / 8_760, 6);
  });

  it("the size of a scenario does not follow a drag, because future values are not used", () => {
    const previousMagnitudes = magnitudesOf(view, answer({ gases: 1.74, gas: 3.6e9, sun: null }));
    const nextAnswer = { results: new Map([["gases", { today: 1.74, future: 5e9, fault: null }]]) };
    expect(magnitudesOf(view, nextAnswer).mass).toBe(previousMagnitudes.mass);
  });

  it("the size of a scenario includes the start values of sliders", () => {
    expect(magnitudesOfSliders(view, inputs(190))).toEqual({ power: 190 });
    expect(magnitudesOfSliders(view, inputs(190), { power: 12 })).toEqual({ power: 190 });
    // An interconnector with a start value of 20 GW does not indicate the size of a village.
    expect(magnitudesOfSliders(view, inputs(20_000), { power: 0.8 })).toEqual({});
    const { sliders } = viewOf(documents, catalogue, "en", prefixesOf({ power: 190 }));
    expect(sliders.get("wind")!.unit).toBe("MW");
  });

  it("the size of a scenario limits the useful ranges of sliders, which documents define for a country", () => {
    const slider = view.sliders.get("wind")!;
    expect(usefulRange(slider, { power: 42_000 })).toEqual([0, 60_000]);
    expect(usefulRange(slider, { power: 190 })).toEqual([0, 1_000]);
    expect(usefulRange(slider, {})).toEqual([0, 60_000]);
  });

  it("the size of a scenario determines the ends of a scale from the largest marked figure, or the family's if none is marked", () => {
    const number = { range: null, target: null, unitName: "kt CO₂-eq" };
    expect(scaleOf(number, [2_100, 1_740], {})).toEqual([0, 5_000]);
    expect(scaleOf(number, [null], { mass: 2e9 })).toEqual([0, 2_500]);
    expect(scaleOf(number, [100, -40], {})).toEqual([-50, 200]);
    expect(scaleOf({ ...number, range: [0, 100] }, [2_100], {})).toEqual([0, 100]);
  });
});

describe("an existing value", () => {
  const always = { needs: null, base: null };
  const result = (today: number | null, future: number | null) => ({ today, future, fault: null });
  const results = new Map([
    ["peak", result(0, 198)],
    ["change", result(0, -1)],
    ["year1990", result(0, 0)],
    ["failed", result(null, null)],
  ]);
  const sliders = (hours: number) => ({ userValues: { [HOURS_SWITCH]: hours }, balancedValues: {} });

  it("an existing value is the query's value, unless hours are missing", () => {
    const hourly = { ...always, needs: "hours" as const };
    expect(valueOf({ results }, "peak", always, "today")).toBe(0);
    expect(missingReason({ results }, "peak", hourly, "today")).toBe("hours");
    expect(valueOf({ results, sliders: sliders(1) }, "peak", hourly, "future")).toBe(198);
    expect(missingReason({ results, sliders: sliders(0) }, "peak", hourly, "future")).toBe("noHours");
  });

  it("an existing value has a base if it is a ratio, and an answer", () => {
    const ratio = { needs: "future" as const, base: "year1990" };
    expect(missingReason({ results }, "change", ratio, "today")).toBe("future");
    expect(missingReason({ results }, "change", ratio, "future")).toBe("base");
    expect(valueOf({ results }, "change", { ...ratio, base: "peak" }, "future")).toBe(-1);
    expect(missingReason({ results }, "failed", always, "future")).toBe("fault");
  });
});
