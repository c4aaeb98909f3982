/** Tests the work of a recalculation without the hourly calculation, counted on the included model (models/starter). */
import { join } from "node:path";
import { blankRecipe, type Recipe } from "@etesian/sliders";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { YearObjects } from "../attributes/objects/objects.ts";
import { PassMemo } from "../graph/pass-memo.ts";
import { MemberReader } from "../hourly/markets/reading.ts";
import { share } from "../graph/state/shared-memory.fixture.ts";
import { ReusedMemory } from "../reused-memory.ts";
import type { Solution } from "./solution.ts";
import { type SliderValues, StarterModel } from "./starter-model.fixture.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");

let starter: StarterModel;

beforeAll(async () => {
  starter = await StarterModel.open(DIRECTORY);
});

/** Counts the passes over graphs in a recalculation, and the passes that ran. */
function countPasses(values: SliderValues): { readonly calls: number; readonly run: number } {
  const calculate = vi.spyOn(PassMemo.prototype, "calculate");
  const run = vi.spyOn(PassMemo.prototype, "run");
  starter.solve(values);
  const counts = { calls: calculate.mock.calls.length, run: run.mock.calls.length };
  calculate.mockRestore();
  run.mockRestore();
  return counts;
}

/** Memory of the states that some work allocates: for each graph, its numbers and its recorded accesses. */
function statesAllocated(work: () => unknown): readonly ArrayBuffer[] {
  const newState = vi.spyOn(ReusedMemory.prototype, "newState");
  work();
  const buffers = newState.mock.results.map(({ value }) => value as ArrayBuffer);
  newState.mockRestore();
  return buffers;
}

describe("a recalculation", () => {
  it("a recalculation runs the passes with changed flows: both after a demand slider, the second after a price slider", () => {
    starter.solve({});
    expect(countPasses({ costs_co2: 200 })).toEqual({ calls: 2, run: 1 });
    expect(countPasses({ households_number_of_residences: 9_000_000 })).toEqual({ calls: 2, run: 2 });
  });

  it("a slider whose numbers the calculation does not access, like most cost sliders, needs no recalculation, not even a pass", () => {
    starter.solve({});
    expect(countPasses({ investment_costs_wind_onshore: 20 })).toEqual({ calls: 0, run: 0 });
    expect(countPasses({ costs_wacc_households: 7 })).toEqual({ calls: 0, run: 0 });
  });

  it("a reused calculation has the same numbers as a new one", () => {
    const movedSliders = { investment_costs_wind_onshore: 40, costs_wacc_households: 6 };
    starter.solve({});
    expect(countPasses(movedSliders).calls).toBe(0);
    const [solution, freshSolution] = [starter, new StarterModel(starter.model, starter.dataset)].map((starterModel) =>
      starterModel.solve(movedSliders),
    );
    for (const { key } of starter.model.definition.gqueries)
      expect(solution!.query(key)).toEqual(freshSolution!.query(key));
  });

  it("a reused calculation has the values that were derived during the calculation, which may differ from values derived at its end", () => {
    const movedSliders = { investment_costs_wind_onshore: 41, costs_wacc_households: 6 };
    starter.solve({});
    const settle = vi.spyOn(YearObjects.prototype, "settle");
    const [cachedValues, freshValues] = [starter, new StarterModel(starter.model, starter.dataset)].map(
      (starterModel) => {
        starterModel.solve(movedSliders);
        return settle.mock.lastCall![0]!.energy;
      },
    );
    settle.mockRestore();
    expect(cachedValues!.indices.length).toBeGreaterThan(0);
    expect(cachedValues).toEqual(freshValues);
  });

  it("a recalculation allocates one state per graph, which the next recalculation reuses after the release of the solution", () => {
    starter.solve({});
    const stateSets = [30, 31, 32, 33].map((cost) => {
      let solution: Solution;
      const states = statesAllocated(() => (solution = starter.solve({ investment_costs_wind_onshore: cost })));
      if (cost !== 31) solution!.release();
      return new Set(states);
    });
    expect(stateSets.map(({ size }) => size)).toEqual([4, 4, 4, 4]);
    expect(stateSets[1]).toEqual(stateSets[0]);
    expect(stateSets[2]!.isDisjointFrom(stateSets[1]!)).toBe(true);
    expect(stateSets[3]).toEqual(stateSets[2]);
  });

  it("a released solution throws on queries", () => {
    const solution = starter.solve({ investment_costs_wind_onshore: 34 });
    expect(solution.query("dashboard_total_costs")).toHaveProperty("future");
    solution.release();
    expect(() => solution.query("dashboard_total_costs")).toThrow("after its memory had been released");
  });

  it("a released solution throws on every read, including reads of its hourly results and its evaluation", () => {
    const solution = starter.solve({ investment_costs_wind_onshore: 35 });
    const { evaluation, hours } = solution;
    const { nodes } = hours!;
    const node = nodes.index("households_final_demand_electricity");
    expect(nodes.number(node, "demand")).toBeGreaterThan(0);
    solution.release();
    starter.solve({ households_number_of_residences: 6_000_000 });
    const reads: { readonly [name: string]: () => unknown } = {
      hours: () => solution.hours,
      holdings: () => solution.holdings(),
      bytes: () => solution.byteLength,
      node: () => solution.node("no_such_node"),
      share: () => solution.toShared(share),
      export: () => solution.annualExport("energy_flow"),
      evaluation: () => evaluation.query("dashboard_total_costs", "future"),
      number: () => nodes.number(node, "demand"),
      energy: () => hours!.energy,
      price: () => hours!.price(),
    };
    for (const [name, read] of Object.entries(reads)) {
      let outcome: unknown = "an error";
      try {
        outcome = read();
      } catch {}
      expect([name, outcome]).toEqual([name, "an error"]);
    }
    expect(() => solution.release()).not.toThrow();
  });

  it("ranges, base years and start values remain cached after solving 23 other areas", () => {
    const { engine, dataset } = starter;
    const recipe = { ...blankRecipe("nl", 2050), userValues: { costs_co2: 201 } };
    const areas = Array.from({ length: 24 }, (_, n) => ({ ...dataset, hash: `${n}` }));
    for (const area of areas) {
      engine.inputs(area, 2050);
      engine.solve(area, recipe);
    }
    const solve = vi.spyOn(engine, "solve");
    engine.inputs(areas[0]!, 2050);
    expect(solve).not.toHaveBeenCalled();
    const movedRecipe = { ...recipe, userValues: { costs_co2: 202 } };
    expect(statesAllocated(() => engine.solve(areas[0]!, movedRecipe))).toHaveLength(4);
  });

  it("a base year without inputs is a view of the area's numbers", () => {
    const { engine, dataset } = starter;
    const countStates = (endYear: number): number =>
      statesAllocated(() => engine.solve(dataset, blankRecipe("nl", endYear))).length;
    countStates(2039);
    expect([countStates(2040), countStates(2040)]).toEqual([10, 4]);
  });

  it("few market members are read again when returning to a scenario after one with different orders", () => {
    const { engine, dataset } = starter;
    const solve = (orders: Recipe["orders"], residences: number): number => {
      const read = vi.spyOn(MemberReader.prototype, "member");
      const userValues = { households_number_of_residences: residences };
      engine.solve(dataset, { ...blankRecipe("nl", 2050), userValues, orders });
      const { length } = read.mock.calls;
      read.mockRestore();
      return length;
    };
    const otherOrder = ["energy_heat_boiler_mt_electricity", "energy_heat_network_storage_mt_steam_hot_water"];
    solve({}, 8_000_000);
    solve({ heat_network_order_mt: otherOrder }, 8_000_000);
    const supply = ["energy_hydrogen_steam_methane_reformer_dispatchable", "energy_hydrogen_storage_salt_cavern"];
    const [repeatedCount, countWithNewOrder] = [
      solve({}, 8_000_001),
      solve({ hydrogen_supply_order: supply }, 8_000_002),
    ];
    expect(repeatedCount).toBeLessThan(countWithNewOrder / 2);
  });
});
