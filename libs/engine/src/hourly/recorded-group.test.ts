/** Many calculations of a year, of which only those with changed reads run again. */
import { CalculationFault } from "@etesian/numeric";
import { describe, expect, test, vi } from "vitest";
import { sketchYear } from "../graph/graph.fixture.ts";
import { ZEROS } from "./curves/arithmetic.ts";
import { HourlyCurves } from "./hourly-curves.ts";
import { CurveMemo } from "./curves/memo.ts";
import { EnergyNodes } from "./energy-nodes.ts";
import { curves, storedAttributes } from "./hourly.fixture.ts";
import { Recorded, type TracedYear } from "./recorded.ts";
import { RecordedGroup } from "./recorded-group.ts";

const COUNT = 20;
const memo = new CurveMemo();
const keyOf = (n: number): string => `plant_${n}`;

interface Demands {
  readonly [plant: number]: number;
}

/** Plants with a demand of 1 each by default, and with their number as a volume. */
function year(demands: Demands = {}, area = "somewhere"): TracedYear {
  const state = sketchYear({
    nodes: Object.fromEntries(
      Array.from({ length: COUNT }, (_, n) => [
        keyOf(n),
        { output: { electricity: 0.5 }, attributes: { demand: demands[n] ?? 1, storage: { volume: n } } },
      ]),
    ),
    edges: {},
  });
  const nodes = new EnergyNodes(state.energy, storedAttributes(state));
  const heat = { electricityDemand: () => ZEROS, heatOf: () => ({ output: ZEROS, efficiency: null }) };
  return { nodes, curves: new HourlyCurves({ ...curves({}), area }, state, nodes, memo), heat };
}

/** The output of a plant. Fails if a demand is below 0, which an idle plant does not read. */
function make({ nodes }: TracedYear, n: number): number {
  const node = nodes.index(keyOf(n));
  const volume = nodes.record(node, "storage")!["volume"] as number;
  const output = nodes.conversion(node, "output", "electricity");
  return volume === 0 ? 0 : volume * output * nodes.required(node, "demand");
}

/** The results of a year, and which of them were computed. */
function run(group: RecordedGroup<number>, of: TracedYear, given: readonly unknown[] = []) {
  const done: number[] = [];
  const results = group.run(of, given, (n) => {
    done.push(n);
    return make(of, n);
  });
  return { results, done };
}

const expected = (demands: Demands = {}): readonly number[] =>
  Array.from({ length: COUNT }, (_, n) => n * 0.5 * (demands[n] ?? 1));
const all = Array.from({ length: COUNT }, (_, n) => n);

describe("calculations of a year", () => {
  test("results of the last years are reused, except for calculations with changed reads", () => {
    const group = new RecordedGroup<number>(COUNT);
    expect(run(group, year())).toEqual({ results: expected(), done: all });
    expect(run(group, year())).toEqual({ results: expected(), done: [] });
    expect(run(group, year({ 7: 3 }))).toEqual({ results: expected({ 7: 3 }), done: [7] });
    expect(run(group, year({ 8: 3 }))).toEqual({ results: expected({ 8: 3 }), done: [8] });
    expect(run(group, year({ 7: 3, 8: 3 }))).toEqual({ results: expected({ 7: 3, 8: 3 }), done: [] });
  });

  test("results are found again after many of them have changed, and after other arguments", () => {
    const group = new RecordedGroup<number>(COUNT);
    const many = Object.fromEntries(all.slice(5).map((n) => [n, 2]));
    for (const demands of [{}, many]) run(group, year(demands));
    expect(run(group, year(many))).toEqual({ results: expected(many), done: [] });
    expect(run(group, year())).toEqual({ results: expected(), done: [] });
    expect(run(group, year(), ["other"]).done).toEqual(all);
  });

  test("results of an area are found after many others, without a separate check per calculation", () => {
    const group = new RecordedGroup<number>(COUNT);
    const areas = Array.from({ length: 20 }, (_, n) =>
      year(Object.fromEntries(all.map((plant) => [plant, n])), `${n}`),
    );
    for (const each of areas) run(group, each);
    const record = vi.spyOn(Recorded.prototype, "record");
    expect(areas.flatMap((each) => run(group, each).done)).toEqual([]);
    expect(record).not.toHaveBeenCalled();
    record.mockRestore();
  });

  test("an unchanged year is read once per number", () => {
    const group = new RecordedGroup<number>(COUNT);
    run(group, year());
    const again = year();
    const number = vi.spyOn(again.nodes, "number");
    const record = vi.spyOn(again.nodes, "record");
    run(group, again);
    expect([number, record].map(({ mock }) => mock.calls.length)).toEqual([COUNT - 1, COUNT]);
  });

  test("a group fails if and only if a calculation reads an unreadable value", () => {
    const group = new RecordedGroup<number>(COUNT);
    run(group, year());
    const broken = year();
    const { nodes } = broken;
    const number = nodes.number.bind(nodes);
    const fails = nodes.index(keyOf(4));
    nodes.number = (node, attribute) => {
      if (node === fails) throw new CalculationFault("cannot be derived");
      return number(node, attribute);
    };
    expect(() => run(group, broken)).toThrow("cannot be derived");
    const record = nodes.record.bind(nodes);
    nodes.record = (node, name) => (node === fails ? { volume: 0 } : record(node, name));
    expect(run(group, broken)).toEqual({ results: expected({ 4: 0 }), done: [4] });
    expect(run(group, year())).toEqual({ results: expected(), done: [] });
  });
});
