import { describe, expect, it } from "vitest";
import { sketchYear, type GraphSketch } from "../graph.fixture.ts";
import { YearMemo } from "./year-memo.ts";
import { YearState } from "./year.ts";

const graph: GraphSketch = {
  nodes: {
    homes: { demand: 50, input: { electricity: 1 }, attributes: { number_of_units: 3, storage: { volume: 2 } } },
    plant: { input: { gas: 1 }, output: { electricity: 0.5, loss: "elastic" }, attributes: { number_of_units: 1 } },
  },
  edges: { "plant-homes@electricity": {} },
};
const start = sketchYear(graph, { nodes: { chimney: {}, sky: {} }, edges: { "chimney-sky@co2": {} } });
const [HOMES, PLANT] = [0, 1];
const UNITS = start.topology.energy.columnByName.get("number_of_units")!;
const HOURS_AT_FULL_LOAD = start.topology.energy.columnByName.get("full_load_hours")!;

const CURVE = Float64Array.of(1);

type Change = (year: YearState) => void;

const setUnits =
  (node: number, count: number): Change =>
  (year) =>
    void (year.energy.column("number_of_units")[node] = count);

/** Reads the units of homes, and writes one value of each kind that a calculation writes. */
function calculate(year: YearState): number {
  const { columns } = year.energy;
  const homes = columns[UNITS]!.read(HOMES);
  columns[HOURS_AT_FULL_LOAD]!.write(PLANT, 1000 * homes);
  year.energy.demand[PLANT] = 100 * homes;
  year.energy.netDemand[0] = homes;
  year.energy.netted.set(PLANT, { inputs: new Set([1]), outputs: new Set() });
  year.energy.setCurve(PLANT, "electricity_output_curve", Float64Array.of(homes));
  year.energy.setText(PLANT, "profitability", `of ${homes}`);
  year.energy.setRecordEntry(HOMES, "storage", "volume", homes);
  year.carrierCurves.set("electricity.cost_curve", Float64Array.of(homes));
  return homes;
}

/** Reads the units of all nodes through the whole column. */
function calculateFromColumn(year: YearState): number {
  const [homes] = year.energy.column("number_of_units");
  year.energy.demand[PLANT] = 100 * homes!;
  return homes!;
}

/** Everything that a year contains. */
const contents = ({ energy, molecules, carrierCurves, area, emissions }: YearState): unknown => [
  [energy, molecules].map((state) => [new Int32Array(state.buffer), state.netted]),
  energy.curve(PLANT, "electricity_output_curve"),
  energy.text(PLANT, "profitability"),
  energy.record(HOMES, "storage"),
  carrierCurves.all(),
  area,
  emissions,
];

/** Returns the number of years that a memo calculates, and checks that each year equals a calculated one. */
function countRuns(
  years: readonly { readonly change?: Change; readonly value?: unknown; readonly endYear?: number }[],
): number {
  const memo = new YearMemo<number>();
  let runs = 0;
  for (const { change = () => {}, value = null, endYear = 2050 } of years) {
    const [year, unchanged, expected] = [0, 1, 2].map(() => {
      const yearState = new YearState(start.topology, { ...start.span, calendarYear: endYear }, start);
      change(yearState);
      return yearState;
    }) as [YearState, YearState, YearState];
    const result = memo.run(year, value, (original) => {
      runs++;
      expect(contents(original)).toEqual(contents(unchanged));
      return calculate(year);
    });
    expect(result).toBe(calculate(expected));
    expect(contents(year)).toEqual(contents(expected));
  }
  return runs;
}

describe("the calculation of a year", () => {
  it("the calculation of a year runs once for the same year", () => {
    expect(countRuns([{}, {}, {}])).toBe(1);
  });

  it("the calculation of a year does not run again for changes to numbers that it did not access, and preserves these numbers", () => {
    expect(countRuns([{}, { change: setUnits(PLANT, 7) }, { change: setUnits(PLANT, 8) }])).toBe(1);
  });

  it("the calculation of a year runs again for a number that it read or wrote", () => {
    expect(countRuns([{}, { change: setUnits(HOMES, 4) }])).toBe(2);
    const changeHours: Change = ({ energy }) => void (energy.column("full_load_hours")[PLANT] = 5);
    expect(countRuns([{}, { change: changeHours }])).toBe(2);
  });

  it.each<[string, Change]>([
    ["a flow", ({ energy }) => void (energy.edgeShare[0] = 0.5)],
    ["the sign of a zero", ({ energy }) => void (energy.presetDemand[PLANT] = -0)],
    ["a flow of molecules", ({ molecules }) => void (molecules.flows[0]! ^= 1)],
    ["a record", ({ energy }) => energy.setRecordEntry(HOMES, "storage", "volume", 9)],
    ["a curve", ({ energy }) => energy.setCurve(HOMES, "availability_curve", CURVE)],
    ["a text", ({ energy }) => energy.setText(HOMES, "profitability", "good")],
    ["a figure of a carrier", ({ carrierColumns }) => void (carrierColumns[0]![0] = 12)],
    ["a curve of a carrier", ({ carrierCurves }) => carrierCurves.set("gas.cost_curve", CURVE)],
    ["the area", ({ area }) => void area.set("number_of_homes", 12)],
    ["emissions", ({ emissions }) => void emissions.set("households_energetic_co2", 12)],
  ])(
    "the calculation of a year runs again for another value of %s, because it may have read that value",
    (_, change) => {
      const setZero: Change = ({ energy }) => void (energy.presetDemand[PLANT] = 0);
      const applyBoth: Change = (year) => [setZero, change].forEach((change) => change(year));
      expect(countRuns([{ change: setZero }, { change: applyBoth }, { change: applyBoth }])).toBe(2);
    },
  );

  it("the calculation of a year runs again for another end year, and for other arguments", () => {
    expect(countRuns([{}, { endYear: 2040 }, { value: { orders: ["a"] } }, { value: { orders: ["a"] } }])).toBe(3);
  });

  it("the calculation of a year is cached while it is among the last three, regardless of later changes to the states", () => {
    const withUnits = (count: number) => ({ change: setUnits(HOMES, count) });
    expect(
      countRuns([withUnits(1), withUnits(2), withUnits(3), withUnits(1), withUnits(4), withUnits(1), withUnits(2)]),
    ).toBe(5);
  });
});

it("a calculation that reads a whole column is run again when a number of the column changes", () => {
  const memo = new YearMemo<number>();
  const results = [3, 4, 3].map((count) => {
    const year = new YearState(start.topology, start.span, start);
    setUnits(HOMES, count)(year);
    return memo.run(year, null, () => calculateFromColumn(year));
  });
  expect(results).toEqual([3, 4, 3]);
});
