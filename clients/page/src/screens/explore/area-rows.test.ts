import { expect, test } from "vitest";
import type { SweepResult } from "../../calculation/calculator.ts";
import { areaRows, sortRows } from "./area-rows.ts";

const AREAS = ["Amsterdam", "Breda", "Delft", "Emmen"].map((name) => ({ key: name.toLowerCase(), name }));
const RESULT = {
  outline: { outputs: ["query.load", "query.share", "present.load", "present.share"].map((name) => ({ name })) },
  figures: [
    [30, 10, NaN, NaN],
    [0.5, 0.4, NaN, NaN],
    [20, 0, NaN, NaN],
    [0.2, 0.3, NaN, NaN],
  ].map((column) => Float64Array.from(column)),
  settings: [Float64Array.of(0, 1, 2, NaN), Float64Array.of(0, 2, 0, NaN)],
  errors: new Map([[2, "Delft has no data"]]),
} as unknown as SweepResult;
const LOAD = { query: "load", factor: 1e-3, unit: "GW", needs: null, base: null };
const SHARE = { query: "share", factor: 100, unit: "%", needs: null, base: null };

test("an area has figures in the number's unit, the number of omitted sliders, and the reason for a missing figure", () => {
  expect(areaRows(RESULT, AREAS, LOAD, "value")).toMatchObject([
    { key: "amsterdam", figure: 0.03, today: 0.02, future: 0.03, isCalculated: true, omittedCount: 0, error: null },
    { key: "breda", figure: 0.01, today: 0, omittedCount: 2 },
    { key: "delft", figure: null, isCalculated: true, error: "Delft has no data" },
    { key: "emmen", figure: null, isCalculated: false, omittedCount: 0 },
  ]);
});

test("a number that needs hours has no value today, because hours are calculated only for the future", () => {
  const hourly = { ...LOAD, needs: "hours" as const };
  expect(areaRows(RESULT, AREAS, hourly, "change")[0]).toMatchObject({ today: null, future: 0.03, figure: null });
});

test("a change is in percent of today's figure, or in percentage points for a percentage, and null if today's figure is 0", () => {
  const changes = (number: typeof LOAD) => areaRows(RESULT, AREAS, number, "change").map(({ figure }) => figure);
  expect(changes(LOAD).map((change) => change && Math.round(change))).toEqual([50, null, null, null]);
  expect(changes(SHARE).map((change) => change && Math.round(change))).toEqual([30, 10, null, null]);
});

test("areas without a figure come last in every sort order by figure", () => {
  const names = (sort: Parameters<typeof sortRows>[1]) =>
    sortRows(areaRows(RESULT, AREAS, SHARE, "value"), sort, "en").map(({ name }) => name[0]);
  expect(names("highest")).toEqual(["A", "B", "D", "E"]);
  expect(names("lowest")).toEqual(["B", "A", "D", "E"]);
  expect(names("name")).toEqual(["A", "B", "D", "E"]);
});
