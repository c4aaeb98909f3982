/** Calculations that run again only if a value that they read has changed. */
import { describe, expect, test, vi } from "vitest";
import { sketchYear } from "../graph/graph.fixture.ts";
import type { YearState } from "../graph/state/year.ts";
import { type AnyCurve, materialise as hoursOf } from "./curves/curve.ts";
import { HourlyCurves } from "./hourly-curves.ts";
import { CurveMemo } from "./curves/memo.ts";
import { EnergyNodes } from "./energy-nodes.ts";
import { curveOf, curves, profile, storedAttributes } from "./hourly.fixture.ts";
import { Recorded, type TracedYear } from "./recorded.ts";

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

/** Reads of every kind, then writes of every kind, with a read of what it wrote between them. */
function calculate({ nodes, curves: profiles, heat, node }: Year): readonly unknown[] {
  const slot = nodes.slot(node, "output", "electricity");
  const edge = nodes.edges(slot)[0]!;
  const demand = heat.electricityDemand("homes");
  nodes.note("electricity for heat", node, "homes", Number.NaN, demand);
  const found = [
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
  return found;
}

/** Everything that the calculation writes. */
function written({ state: { energy }, node, nodes }: Year): readonly unknown[] {
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

const run = (recorded: Recorded<readonly unknown[]>, of: Year, work = vi.fn<() => readonly unknown[]>()) => {
  work.mockImplementation(() => calculate(of));
  const result = recorded.run(of, ["given"], work);
  return { result, done: work.mock.calls.length };
};

describe("a recorded calculation", () => {
  test("a recorded calculation is reused, with all its writes, where all reads give the same", () => {
    const recorded = new Recorded<readonly unknown[]>();
    const [first, second] = [year(), year()];
    const { result } = run(recorded, first);
    expect(run(recorded, second)).toEqual({ result, done: 0 });
    expect(written(second)).toEqual(written(first));
    expect(written(second)).toEqual([16, 0.5, 0.25, 7, 1, "profitable", { volume: 9 }, flat]);
  });

  test.each<[string, () => Year]>([
    ["a number", () => year(({ energy }, node) => (energy.column("number_of_units")[node] = 3))],
    ["a number that it writes, too", () => year(({ energy }, node) => (energy.demand[node] = 9))],
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
  ])("a recorded calculation runs again if %s reads differently, on the unchanged year", (_, changed) => {
    const recorded = new Recorded<readonly unknown[]>();
    run(recorded, year());
    const [again, alone] = [changed(), changed()];
    const { result, done } = run(recorded, again);
    expect(done).toBe(1);
    expect(result).toEqual(run(new Recorded(), alone).result);
    expect(written(again)).toEqual(written(alone));
  });

  test("a recorded calculation that compares a number with a minimum depends only on the comparison", () => {
    const recorded = new Recorded<readonly boolean[]>();
    const units = (count: number): Year => year(({ energy }, node) => (energy.column("number_of_units")[node] = count));
    const work = vi.fn<(of: Year) => readonly boolean[]>(({ nodes, node }) =>
      [2, 5].map((least) => nodes.isAtLeast(node, "number_of_units", least)),
    );
    const ask = (count: number): readonly boolean[] => {
      const of = units(count);
      return recorded.run(of, [], () => work(of));
    };
    expect([2, 3, 4.5].map(ask)).toEqual([2, 3, 4.5].map(() => [true, false]));
    expect(work).toHaveBeenCalledTimes(1);
    expect([1, 5, Number.NaN].map(ask)).toEqual([
      [false, false],
      [true, true],
      [false, false],
    ]);
    expect(work).toHaveBeenCalledTimes(3);
  });

  test("a recorded calculation verifies repeated reads once", () => {
    const recorded = new Recorded<number>();
    const read = ({ nodes, node }: Year): number =>
      nodes.number(node, "number_of_units") * nodes.number(node, "demand");
    const ask = (of: Year): number => recorded.run(of, [], () => read(of) + read(of));
    ask(year());
    const again = year();
    const number = vi.spyOn(again.nodes, "number");
    expect(ask(again)).toBe(32);
    expect(number).toHaveBeenCalledTimes(2);
  });

  test("a recorded calculation runs again for other arguments", () => {
    const recorded = new Recorded<number>();
    const work = vi.fn<() => number>(() => 1);
    for (const given of ["a", "b", "a"]) recorded.run(year(), [given], work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test("a recorded calculation keeps its last three results by last use", () => {
    const recorded = new Recorded<number>();
    const units = (count: number): Year => year(({ energy }, node) => (energy.column("number_of_units")[node] = count));
    const work = vi.fn<(of: Year) => number>(({ nodes, node }) => nodes.number(node, "number_of_units"));
    const ask = (count: number): number => {
      const of = units(count);
      return recorded.run(of, [], () => work(of));
    };
    expect([1, 2, 3, 1, 2, 3].map(ask)).toEqual([1, 2, 3, 1, 2, 3]);
    expect(work).toHaveBeenCalledTimes(3);
    expect([4, 2, 3, 4, 1].map(ask)).toEqual([4, 2, 3, 4, 1]);
    expect(work).toHaveBeenCalledTimes(5);
  });

  test("a recorded calculation that fails is not cached", () => {
    const recorded = new Recorded<number>();
    const fail = (): number => {
      throw new Error("no");
    };
    expect(() => recorded.run(year(), [], fail)).toThrow("no");
    expect(recorded.run(year(), [], () => 5)).toBe(5);
  });
});
