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

const units =
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

/** Reads the units of all nodes at once. */
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

/** The number of years that a memo calculates; each ends up as the calculation leaves it. */
function runsOf(
  years: readonly { readonly change?: Change; readonly given?: unknown; readonly ends?: number }[],
): number {
  const memo = new YearMemo<number>();
  let runs = 0;
  for (const { change = () => {}, given = null, ends = 2050 } of years) {
    const [year, before, expected] = [0, 1, 2].map(() => {
      const made = new YearState(start.topology, { ...start.span, calendarYear: ends }, start);
      change(made);
      return made;
    }) as [YearState, YearState, YearState];
    const result = memo.run(year, given, (original) => {
      runs++;
      expect(contents(original)).toEqual(contents(before));
      return calculate(year);
    });
    expect(result).toBe(calculate(expected));
    expect(contents(year)).toEqual(contents(expected));
  }
  return runs;
}

describe("the calculation of a year", () => {
  it("the calculation of a year runs once for the same year", () => {
    expect(runsOf([{}, {}, {}])).toBe(1);
  });

  it("the calculation of a year does not run again for numbers that it did not access, which keep their values", () => {
    expect(runsOf([{}, { change: units(PLANT, 7) }, { change: units(PLANT, 8) }])).toBe(1);
  });

  it("the calculation of a year runs again for a number that it read or wrote", () => {
    expect(runsOf([{}, { change: units(HOMES, 4) }])).toBe(2);
    const hours: Change = ({ energy }) => void (energy.column("full_load_hours")[PLANT] = 5);
    expect(runsOf([{}, { change: hours }])).toBe(2);
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
  ])("the calculation of a year runs again for another value of %s, which it may have read", (_, change) => {
    const zero: Change = ({ energy }) => void (energy.presetDemand[PLANT] = 0);
    const both: Change = (year) => [zero, change].forEach((each) => each(year));
    expect(runsOf([{ change: zero }, { change: both }, { change: both }])).toBe(2);
  });

  it("the calculation of a year runs again for another end year, and for other arguments", () => {
    expect(runsOf([{}, { ends: 2040 }, { given: { orders: ["a"] } }, { given: { orders: ["a"] } }])).toBe(3);
  });

  it("the calculation of a year is cached while among the last three, independent of later changes to the states", () => {
    const of = (count: number) => ({ change: units(HOMES, count) });
    expect(runsOf([of(1), of(2), of(3), of(1), of(4), of(1), of(2)])).toBe(5);
  });
});

it("a calculation that reads a whole column is run again when a number of the column changes", () => {
  const memo = new YearMemo<number>();
  const results = [3, 4, 3].map((count) => {
    const year = new YearState(start.topology, start.span, start);
    units(HOMES, count)(year);
    return memo.run(year, null, () => calculateFromColumn(year));
  });
  expect(results).toEqual([3, 4, 3]);
});
