/** Tests that recorded calculations run again only if a value that they read has changed. */
import { CalculationFault } from "@etesian/numeric";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { sketchYear } from "../graph/graph.fixture.ts";
import type { YearState } from "../graph/state/year.ts";
import { ZEROS } from "./curves/arithmetic.ts";
import { type AnyCurve, materialise as hoursOf } from "./curves/curve.ts";
import { HourlyCurves } from "./hourly-curves.ts";
import { CurveMemo } from "./curves/memo.ts";
import { EnergyNodes } from "./energy-nodes.ts";
import { curveOf, curves, profile, storedAttributes } from "./hourly.fixture.ts";
import { RecordedCalculations, type TracedYear } from "./recorded.ts";
import { Trace } from "./trace.ts";

const memo = new CurveMemo();
const SUNNY = { sun: profile() };
const flat = curveOf(() => 1);

interface Year extends TracedYear {
  readonly state: YearState;
  readonly node: number;
}

/** A year with a plant and its customers, new on each call. */
function year(change: (year: YearState, node: number) => void = () => {}, heat = flat, files = SUNNY): Year {
  const state = sketchYear({
    nodes: {
      plant: {
        input: { gas: 1 },
        output: { electricity: 0.5 },
        attributes: { demand: 8, number_of_units: 2, availability: 1, storage: { volume: 3 } },
      },
      homes: { input: { electricity: 1 }, attributes: { demand: 4 } },
    },
    edges: { "plant-homes@electricity": {} },
  });
  const node = state.energy.topology.nodeByKey.get("plant")!;
  state.energy.setCurve(node, "availability_curve", flat);
  change(state, node);
  const nodes = new EnergyNodes(state.energy, storedAttributes(state));
  const port = { electricityDemand: () => heat, heatOf: () => ({ output: heat, efficiency: null }) };
  return { state, node, nodes, curves: new HourlyCurves(curves(files), state, nodes, memo), heat: port };
}

const firstOf = (curve: AnyCurve): number => hoursOf(curve)[0]!;

/** Performs reads of every kind and then writes of every kind, and reads a written value in between. */
function calculate({ nodes, curves: profiles, heat, node }: Year): readonly unknown[] {
  const slot = nodes.slot(node, "output", "electricity");
  const edge = nodes.edges(slot)[0]!;
  const demand = heat.electricityDemand("homes");
  nodes.note("electricity for heat", node, "homes", Number.NaN, demand);
  const values = [
    nodes.number(node, "number_of_units"),
    nodes.record(node, "storage")!["volume"],
    nodes.slotConversion(slot),
    nodes.share(edge),
    nodes.curve(node, "availability_curve")![0],
    firstOf(profiles.fromJanuary("sun", node)),
    firstOf(demand),
  ];
  nodes.set(node, "demand", 2 * nodes.number(node, "demand"));
  nodes.setConversion(slot, nodes.number(node, "demand") / 32);
  nodes.setShare(edge, 0.25);
  nodes.presetEdge(edge, 7);
  nodes.setText(node, "profitability", "profitable");
  nodes.setEntry(node, "storage", "volume", 9);
  nodes.setCurve(node, "storage_curve", () => flat);
  return values;
}

/** Everything that the calculation writes. */
function writtenValues({ state: { energy }, node, nodes }: Year): readonly unknown[] {
  const slot = nodes.slot(node, "output", "electricity");
  const edge = nodes.edges(slot)[0]!;
  return [
    energy.demand[node],
    energy.slotConversion[slot],
    energy.edgeShare[edge],
    energy.edgeValue[edge],
    energy.edgeCalculated[edge],
    energy.text(node, "profitability"),
    energy.record(node, "storage"),
    energy.curve(node, "storage_curve"),
  ];
}

const run = (
  calculations: RecordedCalculations<readonly unknown[]>,
  year: Year,
  work = vi.fn<() => readonly unknown[]>(),
) => {
  work.mockImplementation(() => calculate(year));
  const [result] = calculations.run(year, ["given"], work);
  return { result, done: work.mock.calls.length };
};

describe("a recorded calculation", () => {
  test("a recorded calculation is reused, with all its writes, if all reads return the same values", () => {
    const calculations = new RecordedCalculations<readonly unknown[]>();
    const [first, second] = [year(), year()];
    const { result } = run(calculations, first);
    expect(run(calculations, second)).toEqual({ result, done: 0 });
    expect(writtenValues(second)).toEqual(writtenValues(first));
    expect(writtenValues(second)).toEqual([16, 0.5, 0.25, 7, 1, "profitable", { volume: 9 }, flat]);
  });

  test.each<[string, () => Year]>([
    ["a number", () => year(({ energy }, node) => (energy.column("number_of_units")[node] = 3))],
    ["a number that it also writes", () => year(({ energy }, node) => (energy.demand[node] = 9))],
    ["an entry of a block", () => year(({ energy }, node) => energy.setRecordEntry(node, "storage", "volume", 4))],
    [
      "a conversion",
      () =>
        year(({ energy }, node) => {
          const { items, start } = energy.topology.outputSlots;
          energy.slotConversion[items[start[node]!]!] = 0.25;
        }),
    ],
    ["a share", () => year(({ energy }) => energy.edgeShare.fill(0.5))],
    ["a curve of the node", () => year(({ energy }, node) => energy.setCurve(node, "availability_curve", profile()))],
    ["a profile", () => year(undefined, flat, { sun: profile((hour) => hour) })],
    ["the heat", () => year(undefined, profile())],
  ])("a recorded calculation runs again if %s has changed, with the results of a first run", (_, changedYear) => {
    const calculations = new RecordedCalculations<readonly unknown[]>();
    run(calculations, year());
    const [rerunYear, freshYear] = [changedYear(), changedYear()];
    const { result, done } = run(calculations, rerunYear);
    expect(done).toBe(1);
    expect(result).toEqual(run(new RecordedCalculations(), freshYear).result);
    expect(writtenValues(rerunYear)).toEqual(writtenValues(freshYear));
  });

  test("a recorded calculation that compares a number with a minimum depends only on the comparison", () => {
    const calculations = new RecordedCalculations<readonly boolean[]>();
    const units = (count: number): Year => year(({ energy }, node) => (energy.column("number_of_units")[node] = count));
    const work = vi.fn<(of: Year) => readonly boolean[]>(({ nodes, node }) =>
      [2, 5].map((minimum) => nodes.isAtLeast(node, "number_of_units", minimum)),
    );
    const runWith = (count: number): readonly boolean[] => {
      const state = units(count);
      return calculations.run(state, [null], () => work(state))[0]!;
    };
    expect([2, 3, 4.5].map(runWith)).toEqual([2, 3, 4.5].map(() => [true, false]));
    expect(work).toHaveBeenCalledTimes(1);
    expect([1, 5, Number.NaN].map(runWith)).toEqual([
      [false, false],
      [true, true],
      [false, false],
    ]);
    expect(work).toHaveBeenCalledTimes(3);
  });

  test("a recorded calculation verifies repeated reads once", () => {
    const calculations = new RecordedCalculations<number>();
    const read = ({ nodes, node }: Year): number =>
      nodes.number(node, "number_of_units") * nodes.number(node, "demand");
    const runTwice = (year: Year): number => calculations.run(year, [null], () => read(year) + read(year))[0]!;
    runTwice(year());
    const sameYear = year();
    const number = vi.spyOn(sameYear.nodes, "number");
    expect(runTwice(sameYear)).toBe(32);
    expect(number).toHaveBeenCalledTimes(2);
  });

  test("a recorded calculation runs again for other arguments", () => {
    const calculations = new RecordedCalculations<number>();
    const work = vi.fn<() => number>(() => 1);
    for (const value of ["a", "b", "a"]) calculations.run(year(), [value], work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test("a recorded calculation caches its three most recently used results", () => {
    const calculations = new RecordedCalculations<number>();
    const units = (count: number): Year => year(({ energy }, node) => (energy.column("number_of_units")[node] = count));
    const work = vi.fn<(of: Year) => number>(({ nodes, node }) => nodes.number(node, "number_of_units"));
    const runWith = (count: number): number => {
      const state = units(count);
      return calculations.run(state, [null], () => work(state))[0]!;
    };
    expect([1, 2, 3, 1, 2, 3].map(runWith)).toEqual([1, 2, 3, 1, 2, 3]);
    expect(work).toHaveBeenCalledTimes(3);
    expect([4, 2, 3, 4, 1].map(runWith)).toEqual([4, 2, 3, 4, 1]);
    expect(work).toHaveBeenCalledTimes(5);
  });

  test("a recorded calculation that fails is not cached", () => {
    const calculations = new RecordedCalculations<number>();
    const fail = (): number => {
      throw new Error("no");
    };
    expect(() => calculations.run(year(), [null], fail)).toThrow("no");
    expect(calculations.run(year(), [null], () => 5)).toEqual([5]);
  });

  test("a result of a recorded calculation that was marked as used remains cached", () => {
    const calculations = new RecordedCalculations<{ readonly units: number }>();
    const runWith = (count: number) => {
      const state = year(({ energy }, node) => (energy.column("number_of_units")[node] = count));
      return calculations.run(state, [null], () => ({ units: state.nodes.number(state.node, "number_of_units") }));
    };
    const firstResult = runWith(1);
    for (const count of [2, 3]) runWith(count);
    calculations.markUsed(firstResult);
    for (const count of [4, 5]) runWith(count);
    expect(runWith(1)[0]).toBe(firstResult[0]);
  });

  test("a recorded calculation with a limit of 0 caches nothing", () => {
    const calculations = new RecordedCalculations<number>(0);
    const work = vi.fn<() => number>(() => 1);
    for (let n = 0; n < 2; n++) calculations.run(year(), ["given"], work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test("a recorded calculation within another one throws an error", () => {
    const { nodes } = year();
    const trace = new Trace();
    expect(() => nodes.runTraced(trace, () => nodes.runTraced(trace, () => 1))).toThrow("within another");
    expect(nodes.runTraced(trace, () => 1).result).toBe(1);
  });
});

const COUNT = 20;
const keyOf = (n: number): string => `plant_${n}`;
const plantNumbers = Array.from({ length: COUNT }, (_, n) => n);

interface Numbers {
  readonly [plant: number]: number;
}

interface Plants extends TracedYear {
  readonly state: YearState;
  readonly demands: () => readonly number[];
}

/** Plants, each with a demand of 1 and one unit by default, and with its number as its volume. */
function plants({
  demands = {},
  units = {},
  area = "somewhere",
}: {
  demands?: Numbers;
  units?: Numbers;
  area?: string;
}): Plants {
  const state = sketchYear({
    nodes: Object.fromEntries(
      plantNumbers.map((n) => [
        keyOf(n),
        {
          output: { electricity: 0.5 },
          attributes: {
            demand: demands[n] ?? 1,
            number_of_units: units[n] ?? 1,
            availability: 1,
            storage: { volume: n },
          },
        },
      ]),
    ),
    edges: {},
  });
  const nodes = new EnergyNodes(state.energy, storedAttributes(state));
  const heat = { electricityDemand: () => ZEROS, heatOf: () => ({ output: ZEROS, efficiency: null }) };
  return {
    state,
    nodes,
    curves: new HourlyCurves({ ...curves({}), area }, state, nodes, memo),
    heat,
    demands: () => plantNumbers.map((n) => state.energy.demand[nodes.index(keyOf(n))]!),
  };
}

describe("recorded calculations that only read", () => {
  /** The output of a plant. Fails if its demand is below 0; an idle plant does not read its demand. */
  function make({ nodes }: TracedYear, n: number): number {
    const node = nodes.index(keyOf(n));
    const volume = nodes.record(node, "storage")!["volume"] as number;
    const output = nodes.conversion(node, "output", "electricity");
    return volume === 0 ? 0 : volume * output * nodes.requireNumber(node, "demand");
  }

  /** The results of a year, and which of them were computed. */
  function run(calculations: RecordedCalculations<number>, tracedYear: TracedYear, value: unknown = null) {
    const done: number[] = [];
    const results = calculations.run(
      tracedYear,
      plantNumbers.map(() => value),
      (n) => {
        done.push(n);
        return make(tracedYear, n);
      },
    );
    return { results, done };
  }

  const expected = (demands: Numbers = {}): readonly number[] => plantNumbers.map((n) => n * 0.5 * (demands[n] ?? 1));
  const year = (demands: Numbers = {}, area = "somewhere"): Plants => plants({ demands, area });

  test("results of the last years are reused, except for calculations with changed reads", () => {
    const calculations = new RecordedCalculations<number>();
    expect(run(calculations, year())).toEqual({ results: expected(), done: plantNumbers });
    expect(run(calculations, year())).toEqual({ results: expected(), done: [] });
    expect(run(calculations, year({ 7: 3 }))).toEqual({ results: expected({ 7: 3 }), done: [7] });
    expect(run(calculations, year({ 8: 3 }))).toEqual({ results: expected({ 8: 3 }), done: [8] });
    expect(run(calculations, year({ 7: 3, 8: 3 }))).toEqual({ results: expected({ 7: 3, 8: 3 }), done: [] });
  });

  test("results are found again after many of them have changed, and after runs with other arguments", () => {
    const calculations = new RecordedCalculations<number>();
    const changedDemands = Object.fromEntries(plantNumbers.slice(5).map((n) => [n, 2]));
    for (const demands of [{}, changedDemands]) run(calculations, year(demands));
    expect(run(calculations, year(changedDemands))).toEqual({ results: expected(changedDemands), done: [] });
    expect(run(calculations, year())).toEqual({ results: expected(), done: [] });
    expect(run(calculations, year(), "other").done).toEqual(plantNumbers);
  });

  test("the last results of each area are found after runs of many other areas", () => {
    const calculations = new RecordedCalculations<number>(3, 20);
    const areas = plantNumbers.map((n) => year(Object.fromEntries(plantNumbers.map((plant) => [plant, n])), `${n}`));
    for (const area of areas) run(calculations, area);
    expect(areas.flatMap((area) => run(calculations, area).done)).toEqual([]);
  });

  test("each number of an unchanged year is read once", () => {
    const calculations = new RecordedCalculations<number>();
    run(calculations, year());
    const sameYear = year();
    const number = vi.spyOn(sameYear.nodes, "number");
    const record = vi.spyOn(sameYear.nodes, "record");
    run(calculations, sameYear);
    expect([number, record].map(({ mock }) => mock.calls.length)).toEqual([COUNT - 1, COUNT]);
  });

  test("a run fails if and only if a calculation reads an unreadable value", () => {
    const calculations = new RecordedCalculations<number>();
    run(calculations, year());
    const unreadableYear = (): Plants => {
      const plantsYear = year();
      const { nodes } = plantsYear;
      const number = nodes.number.bind(nodes);
      nodes.number = (node, attribute) => {
        if (node === nodes.index(keyOf(4))) throw new CalculationFault("cannot be derived");
        return number(node, attribute);
      };
      return plantsYear;
    };
    expect(() => run(calculations, unreadableYear())).toThrow("cannot be derived");
    const idleYear = unreadableYear();
    idleYear.state.energy.setRecordEntry(idleYear.nodes.index(keyOf(4)), "storage", "volume", 0);
    expect(run(calculations, idleYear)).toEqual({ results: expected({ 4: 0 }), done: [4] });
    expect(run(calculations, year())).toEqual({ results: expected(), done: [] });
  });
});

describe("recorded calculations that write", () => {
  /** A part reads its plant's units and the demand that the previous part wrote, and writes its plant's demand. */
  interface Part {
    readonly factor: number;
    /** Whether the part reads the units of the first plant instead of its own. */
    readonly readsFirstPlant: boolean;
    readonly readsPreviousPlant: boolean;
    readonly writesCurve: boolean;
  }

  const COUNT = 6;
  const indices = plantNumbers.slice(0, COUNT);
  const year = (units: readonly number[]): Plants => plants({ units: Object.fromEntries(units.entries()) });
  const demandsOf = (plants: Plants): readonly number[] => plants.demands().slice(0, COUNT);
  const node = ({ nodes }: Plants, index: number): number => nodes.index(keyOf(index));

  function calculate(
    plants: Plants,
    { factor, readsFirstPlant, readsPreviousPlant, writesCurve }: Part,
    index: number,
  ): void {
    const { nodes } = plants;
    const units = nodes.number(node(plants, readsFirstPlant ? 0 : index), "number_of_units");
    if (units === 0) return;
    if (writesCurve) nodes.setCurve(node(plants, index), "storage_curve", () => (units > 1 ? flat : profile()));
    nodes.set(node(plants, index), "demand", units * factor);
    const previousDemand = readsPreviousPlant && index > 0 ? nodes.number(node(plants, index - 1), "demand") : 0;
    nodes.set(node(plants, index), "demand", nodes.number(node(plants, index), "demand") + previousDemand);
  }

  /** Runs the parts, and returns the indices of the calculated ones. */
  function run(calculations: RecordedCalculations<null>, plants: Plants, parts: readonly Part[]): readonly number[] {
    const done: number[] = [];
    calculations.run(plants, parts, (index) => {
      done.push(index);
      calculate(plants, parts[index]!, index);
      return null;
    });
    return done;
  }

  const partsOf = (change: Partial<Part> = {}): Part[] =>
    indices.map(() => ({
      factor: 2,
      readsFirstPlant: false,
      readsPreviousPlant: false,
      writesCurve: false,
      ...change,
    }));
  const ones = indices.map(() => 1);

  test("parts with the same reads repeat their writes without a calculation", () => {
    const calculations = new RecordedCalculations<null>();
    const parts = partsOf({ writesCurve: true });
    expect(run(calculations, year(ones), parts)).toEqual(indices);
    const sameYear = year(ones);
    expect(run(calculations, sameYear, parts)).toEqual([]);
    expect(demandsOf(sameYear)).toEqual(indices.map(() => 2));
    expect(sameYear.state.energy.curve(node(sameYear, 3), "storage_curve")).not.toBeNull();
  });

  test("only parts that are new or have changed reads run again", () => {
    const calculations = new RecordedCalculations<null>();
    const parts = partsOf();
    run(calculations, year(ones), parts);
    expect(run(calculations, year([1, 1, 3, 1, 1, 1]), parts)).toEqual([2]);
    expect(run(calculations, year(ones), parts)).toEqual([]);
    const other = parts.with(4, { ...parts[4]!, factor: 5 });
    const changedYear = year(ones);
    expect(run(calculations, changedYear, other)).toEqual([4]);
    expect(demandsOf(changedYear)).toEqual([2, 2, 2, 2, 5, 2]);
  });

  test("a part runs again if it reads a changed result of an earlier part", () => {
    const calculations = new RecordedCalculations<null>();
    const parts = partsOf({ readsPreviousPlant: true });
    run(calculations, year(ones), parts);
    const changedYear = year([1, 1, 1, 3, 1, 1]);
    expect(run(calculations, changedYear, parts)).toEqual([3, 4, 5]);
    expect(demandsOf(changedYear)).toEqual([2, 4, 6, 12, 14, 16]);
  });

  test("a part runs again if a changed value was also read by an earlier part", () => {
    const calculations = new RecordedCalculations<null>();
    const parts = partsOf({ readsFirstPlant: true });
    run(calculations, year([0, 1, 1, 1, 1, 1]), parts);
    const changedYear = year(ones);
    expect(run(calculations, changedYear, parts)).toEqual(indices);
    expect(demandsOf(changedYear)).toEqual(indices.map(() => 2));
  });

  test("a failing part leaves its writes to the caller, and is not cached", () => {
    const calculations = new RecordedCalculations<null>();
    const parts = partsOf();
    const failing = (): null => {
      throw new Error("no");
    };
    expect(() => calculations.run(year(ones), parts, failing)).toThrow("no");
    expect(run(calculations, year(ones), parts)).toEqual(indices);
  });

  test("parts write the same values as in a full run, after any earlier runs", () => {
    const part = fc.record({
      factor: fc.integer({ min: 1, max: 3 }),
      readsFirstPlant: fc.boolean(),
      readsPreviousPlant: fc.boolean(),
      writesCurve: fc.boolean(),
    });
    const change = fc.record({
      index: fc.nat(COUNT - 1),
      part: fc.option(part),
      units: fc.integer({ min: 0, max: 2 }),
    });
    fc.assert(
      fc.property(
        fc.array(part, { minLength: COUNT, maxLength: COUNT }),
        fc.array(change, { maxLength: 12 }),
        (parts, changes) => {
          const calculations = new RecordedCalculations<null>();
          let currentParts: readonly Part[] = parts;
          const units = [...ones];
          for (const { index: changedIndex, part, units: count } of changes) {
            if (part !== null) currentParts = currentParts.with(changedIndex, part);
            units[changedIndex] = count;
            const [reusedPlants, freshPlants] = [year(units), year(units)];
            run(calculations, reusedPlants, currentParts);
            run(new RecordedCalculations(), freshPlants, currentParts);
            expect(demandsOf(reusedPlants)).toEqual(demandsOf(freshPlants));
            for (const index of indices) {
              const curve = (plants: Plants): unknown =>
                plants.state.energy.curve(node(plants, index), "storage_curve");
              expect(curve(reusedPlants)).toEqual(curve(freshPlants));
            }
          }
        },
      ),
    );
  });
});
