/** Calculations that run again only if a value that they read has changed. */
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
import { Recorded, type TracedYear } from "./recorded.ts";
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
  const [result] = recorded.run(of, ["given"], work);
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
      return recorded.run(of, [null], () => work(of))[0]!;
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
    const ask = (of: Year): number => recorded.run(of, [null], () => read(of) + read(of))[0]!;
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
      return recorded.run(of, [null], () => work(of))[0]!;
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
    expect(() => recorded.run(year(), [null], fail)).toThrow("no");
    expect(recorded.run(year(), [null], () => 5)).toEqual([5]);
  });

  test("a recorded calculation keeps a result that was marked as used", () => {
    const recorded = new Recorded<{ readonly units: number }>();
    const ask = (count: number) => {
      const of = year(({ energy }, node) => (energy.column("number_of_units")[node] = count));
      return recorded.run(of, [null], () => ({ units: of.nodes.number(of.node, "number_of_units") }));
    };
    const kept = ask(1);
    for (const count of [2, 3]) ask(count);
    recorded.markUsed(kept);
    for (const count of [4, 5]) ask(count);
    expect(ask(1)[0]).toBe(kept[0]);
  });

  test("a recorded calculation with a limit of 0 keeps nothing", () => {
    const recorded = new Recorded<number>(0);
    const work = vi.fn<() => number>(() => 1);
    for (let n = 0; n < 2; n++) recorded.run(year(), ["given"], work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test("a recorded calculation within another raises", () => {
    const { nodes } = year();
    const trace = new Trace();
    expect(() => nodes.traced(trace, () => nodes.traced(trace, () => 1))).toThrow("within another");
    expect(nodes.traced(trace, () => 1).result).toBe(1);
  });
});

const COUNT = 20;
const keyOf = (n: number): string => `plant_${n}`;
const all = Array.from({ length: COUNT }, (_, n) => n);

interface Numbers {
  readonly [plant: number]: number;
}

interface Plants extends TracedYear {
  readonly state: YearState;
  readonly demands: () => readonly number[];
}

/** Plants with a demand of 1 each by default, as many units, and with their number as a volume. */
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
      all.map((n) => [
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
    demands: () => all.map((n) => state.energy.demand[nodes.index(keyOf(n))]!),
  };
}

describe("recorded calculations that only read", () => {
  /** The output of a plant. Fails if a demand is below 0, which an idle plant does not read. */
  function make({ nodes }: TracedYear, n: number): number {
    const node = nodes.index(keyOf(n));
    const volume = nodes.record(node, "storage")!["volume"] as number;
    const output = nodes.conversion(node, "output", "electricity");
    return volume === 0 ? 0 : volume * output * nodes.required(node, "demand");
  }

  /** The results of a year, and which of them were computed. */
  function run(recorded: Recorded<number>, of: TracedYear, given: unknown = null) {
    const done: number[] = [];
    const results = recorded.run(
      of,
      all.map(() => given),
      (n) => {
        done.push(n);
        return make(of, n);
      },
    );
    return { results, done };
  }

  const expected = (demands: Numbers = {}): readonly number[] => all.map((n) => n * 0.5 * (demands[n] ?? 1));
  const year = (demands: Numbers = {}, area = "somewhere"): Plants => plants({ demands, area });

  test("results of the last years are reused, except for calculations with changed reads", () => {
    const recorded = new Recorded<number>();
    expect(run(recorded, year())).toEqual({ results: expected(), done: all });
    expect(run(recorded, year())).toEqual({ results: expected(), done: [] });
    expect(run(recorded, year({ 7: 3 }))).toEqual({ results: expected({ 7: 3 }), done: [7] });
    expect(run(recorded, year({ 8: 3 }))).toEqual({ results: expected({ 8: 3 }), done: [8] });
    expect(run(recorded, year({ 7: 3, 8: 3 }))).toEqual({ results: expected({ 7: 3, 8: 3 }), done: [] });
  });

  test("results are found again after many of them have changed, and after other arguments", () => {
    const recorded = new Recorded<number>();
    const many = Object.fromEntries(all.slice(5).map((n) => [n, 2]));
    for (const demands of [{}, many]) run(recorded, year(demands));
    expect(run(recorded, year(many))).toEqual({ results: expected(many), done: [] });
    expect(run(recorded, year())).toEqual({ results: expected(), done: [] });
    expect(run(recorded, year(), "other").done).toEqual(all);
  });

  test("the last results of each area are found after many others", () => {
    const recorded = new Recorded<number>(3, 20);
    const areas = all.map((n) => year(Object.fromEntries(all.map((plant) => [plant, n])), `${n}`));
    for (const each of areas) run(recorded, each);
    expect(areas.flatMap((each) => run(recorded, each).done)).toEqual([]);
  });

  test("an unchanged year is read once per number", () => {
    const recorded = new Recorded<number>();
    run(recorded, year());
    const again = year();
    const number = vi.spyOn(again.nodes, "number");
    const record = vi.spyOn(again.nodes, "record");
    run(recorded, again);
    expect([number, record].map(({ mock }) => mock.calls.length)).toEqual([COUNT - 1, COUNT]);
  });

  test("a run fails if and only if a calculation reads an unreadable value", () => {
    const recorded = new Recorded<number>();
    run(recorded, year());
    const failing = (): Plants => {
      const broken = year();
      const { nodes } = broken;
      const number = nodes.number.bind(nodes);
      nodes.number = (node, attribute) => {
        if (node === nodes.index(keyOf(4))) throw new CalculationFault("cannot be derived");
        return number(node, attribute);
      };
      return broken;
    };
    expect(() => run(recorded, failing())).toThrow("cannot be derived");
    const idle = failing();
    idle.state.energy.setRecordEntry(idle.nodes.index(keyOf(4)), "storage", "volume", 0);
    expect(run(recorded, idle)).toEqual({ results: expected({ 4: 0 }), done: [4] });
    expect(run(recorded, year())).toEqual({ results: expected(), done: [] });
  });
});

describe("recorded calculations that write", () => {
  /** A part reads its plant's units and the output of the part before it, and writes its demand. */
  interface Part {
    readonly factor: number;
    /** Units of the first plant are read before the part writes. */
    readonly readsFirst: boolean;
    readonly readsBefore: boolean;
    readonly writesCurve: boolean;
  }

  const COUNT = 6;
  const places = all.slice(0, COUNT);
  const year = (units: readonly number[]): Plants => plants({ units: Object.fromEntries(units.entries()) });
  const demandsOf = (of: Plants): readonly number[] => of.demands().slice(0, COUNT);
  const node = ({ nodes }: Plants, place: number): number => nodes.index(keyOf(place));

  function calculate(of: Plants, { factor, readsFirst, readsBefore, writesCurve }: Part, place: number): void {
    const { nodes } = of;
    const units = nodes.number(node(of, readsFirst ? 0 : place), "number_of_units");
    if (units === 0) return;
    if (writesCurve) nodes.setCurve(node(of, place), "storage_curve", () => (units > 1 ? flat : profile()));
    nodes.set(node(of, place), "demand", units * factor);
    const before = readsBefore && place > 0 ? nodes.number(node(of, place - 1), "demand") : 0;
    nodes.set(node(of, place), "demand", nodes.number(node(of, place), "demand") + before);
  }

  /** Runs the parts, and returns the places of the calculated ones. */
  function run(recorded: Recorded<null>, of: Plants, parts: readonly Part[]): readonly number[] {
    const done: number[] = [];
    recorded.run(of, parts, (place) => {
      done.push(place);
      calculate(of, parts[place]!, place);
      return null;
    });
    return done;
  }

  const partsOf = (change: Partial<Part> = {}): Part[] =>
    places.map(() => ({ factor: 2, readsFirst: false, readsBefore: false, writesCurve: false, ...change }));
  const ones = places.map(() => 1);

  test("parts with the same reads write the same without a calculation", () => {
    const recorded = new Recorded<null>();
    const parts = partsOf({ writesCurve: true });
    expect(run(recorded, year(ones), parts)).toEqual(places);
    const again = year(ones);
    expect(run(recorded, again, parts)).toEqual([]);
    expect(demandsOf(again)).toEqual(places.map(() => 2));
    expect(again.state.energy.curve(node(again, 3), "storage_curve")).not.toBeNull();
  });

  test("exactly the parts that are new or have changed reads run again", () => {
    const recorded = new Recorded<null>();
    const parts = partsOf();
    run(recorded, year(ones), parts);
    expect(run(recorded, year([1, 1, 3, 1, 1, 1]), parts)).toEqual([2]);
    expect(run(recorded, year(ones), parts)).toEqual([]);
    const other = parts.with(4, { ...parts[4]!, factor: 5 });
    const changed = year(ones);
    expect(run(recorded, changed, other)).toEqual([4]);
    expect(demandsOf(changed)).toEqual([2, 2, 2, 2, 5, 2]);
  });

  test("a part runs again if it reads a changed result of an earlier part", () => {
    const recorded = new Recorded<null>();
    const parts = partsOf({ readsBefore: true });
    run(recorded, year(ones), parts);
    const changed = year([1, 1, 1, 3, 1, 1]);
    expect(run(recorded, changed, parts)).toEqual([3, 4, 5]);
    expect(demandsOf(changed)).toEqual([2, 4, 6, 12, 14, 16]);
  });

  test("a part runs again if a value has changed that an earlier part read as well", () => {
    const recorded = new Recorded<null>();
    const parts = partsOf({ readsFirst: true });
    run(recorded, year([0, 1, 1, 1, 1, 1]), parts);
    const changed = year(ones);
    expect(run(recorded, changed, parts)).toEqual(places);
    expect(demandsOf(changed)).toEqual(places.map(() => 2));
  });

  test("a failing part leaves its writes to the caller, and is not cached", () => {
    const recorded = new Recorded<null>();
    const parts = partsOf();
    const failing = (): null => {
      throw new Error("no");
    };
    expect(() => recorded.run(year(ones), parts, failing)).toThrow("no");
    expect(run(recorded, year(ones), parts)).toEqual(places);
  });

  test("parts write the same as in a full run, after any earlier runs", () => {
    const part = fc.record({
      factor: fc.integer({ min: 1, max: 3 }),
      readsFirst: fc.boolean(),
      readsBefore: fc.boolean(),
      writesCurve: fc.boolean(),
    });
    const change = fc.record({
      place: fc.nat(COUNT - 1),
      part: fc.option(part),
      units: fc.integer({ min: 0, max: 2 }),
    });
    fc.assert(
      fc.property(
        fc.array(part, { minLength: COUNT, maxLength: COUNT }),
        fc.array(change, { maxLength: 12 }),
        (parts, changes) => {
          const recorded = new Recorded<null>();
          let now: readonly Part[] = parts;
          const units = [...ones];
          for (const { place, part, units: count } of changes) {
            if (part !== null) now = now.with(place, part);
            units[place] = count;
            const [reused, fresh] = [year(units), year(units)];
            run(recorded, reused, now);
            run(new Recorded(), fresh, now);
            expect(demandsOf(reused)).toEqual(demandsOf(fresh));
            for (const place of places) {
              const curve = (of: Plants): unknown => of.state.energy.curve(node(of, place), "storage_curve");
              expect(curve(reused)).toEqual(curve(fresh));
            }
          }
        },
      ),
    );
  });
});
