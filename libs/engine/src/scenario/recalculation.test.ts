/** The work of a recalculation without the hourly calculation, counted on the included model (models/starter). */
import { join } from "node:path";
import { blankRecipe, type Recipe } from "@etesian/sliders";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { YearObjects } from "../attributes/objects/objects.ts";
import { PassMemo } from "../graph/pass-memo.ts";
import { YearOfMembers } from "../hourly/markets/reading.ts";
import { share } from "../graph/state/shared-memory.fixture.ts";
import { ReusedMemory } from "../reused-memory.ts";
import type { Solution } from "./solution.ts";
import { type SliderValues, StarterModel } from "./starter-model.fixture.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");

let starter: StarterModel;

beforeAll(async () => {
  starter = await StarterModel.open(DIRECTORY);
});

/** Passes over graphs in a recalculation, and the passes that ran. */
function passes(values: SliderValues): { readonly calls: number; readonly run: number } {
  const calculate = vi.spyOn(PassMemo.prototype, "calculate");
  const run = vi.spyOn(PassMemo.prototype, "run");
  starter.solve(values);
  const counted = { calls: calculate.mock.calls.length, run: run.mock.calls.length };
  calculate.mockRestore();
  run.mockRestore();
  return counted;
}

/** Memory of the states allocated by some work: of either graph, for its numbers and for recorded accesses. */
function statesTaken(work: () => unknown): readonly ArrayBuffer[] {
  const take = vi.spyOn(ReusedMemory.prototype, "newState");
  work();
  const taken = take.mock.results.map(({ value }) => value as ArrayBuffer);
  take.mockRestore();
  return taken;
}

describe("a recalculation", () => {
  it("a recalculation runs the passes with changed flows: both after a demand slider, the second after a price slider", () => {
    starter.solve({});
    expect(passes({ costs_co2: 200 })).toEqual({ calls: 2, run: 1 });
    expect(passes({ households_number_of_residences: 9_000_000 })).toEqual({ calls: 2, run: 2 });
  });

  it("a slider whose numbers the calculation does not access, like most cost sliders, needs no recalculation, not even a pass", () => {
    starter.solve({});
    expect(passes({ investment_costs_wind_onshore: 20 })).toEqual({ calls: 0, run: 0 });
    expect(passes({ costs_wacc_households: 7 })).toEqual({ calls: 0, run: 0 });
  });

  it("a reused calculation leaves the same numbers as a new one", () => {
    const moved = { investment_costs_wind_onshore: 40, costs_wacc_households: 6 };
    starter.solve({});
    expect(passes(moved).calls).toBe(0);
    const [known, fresh] = [starter, new StarterModel(starter.model, starter.dataset)].map((each) => each.solve(moved));
    for (const { key } of starter.model.definition.gqueries) expect(known!.query(key)).toEqual(fresh!.query(key));
  });

  it("a reused calculation has the values derived during it, which may differ from values derived at its end", () => {
    const moved = { investment_costs_wind_onshore: 41, costs_wacc_households: 6 };
    starter.solve({});
    const settle = vi.spyOn(YearObjects.prototype, "settle");
    const [known, fresh] = [starter, new StarterModel(starter.model, starter.dataset)].map((each) => {
      each.solve(moved);
      return settle.mock.lastCall![0]!.energy;
    });
    settle.mockRestore();
    expect(known!.indices.length).toBeGreaterThan(0);
    expect(known).toEqual(fresh);
  });

  it("a recalculation allocates one state of either graph, which the solution keeps until its release: the next one reuses them", () => {
    starter.solve({});
    const taken = [30, 31, 32, 33].map((cost) => {
      let solution: Solution;
      const states = statesTaken(() => (solution = starter.solve({ investment_costs_wind_onshore: cost })));
      if (cost !== 31) solution!.release();
      return new Set(states);
    });
    expect(taken.map(({ size }) => size)).toEqual([4, 4, 4, 4]);
    expect(taken[1]).toEqual(taken[0]);
    expect(taken[2]!.isDisjointFrom(taken[1]!)).toBe(true);
    expect(taken[3]).toEqual(taken[2]);
  });

  it("a released solution raises on queries", () => {
    const solution = starter.solve({ investment_costs_wind_onshore: 34 });
    expect(solution.query("dashboard_total_costs")).toHaveProperty("future");
    solution.release();
    expect(() => solution.query("dashboard_total_costs")).toThrow("after its memory had been released");
  });

  it("a released solution raises on every read, and so do its hourly results and its evaluation", () => {
    const solution = starter.solve({ investment_costs_wind_onshore: 35 });
    const { evaluation, hours } = solution;
    const { nodes } = hours!;
    const node = nodes.index("households_final_demand_electricity");
    expect(nodes.number(node, "demand")).toBeGreaterThan(0);
    solution.release();
    starter.solve({ households_number_of_residences: 6_000_000 });
    const questions: { readonly [name: string]: () => unknown } = {
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
    for (const [name, ask] of Object.entries(questions)) {
      let answer: unknown = "an error";
      try {
        answer = ask();
      } catch {}
      expect([name, answer]).toEqual([name, "an error"]);
    }
    expect(() => solution.release()).not.toThrow();
  });

  it("ranges, base year and start values stay cached after 23 other areas", () => {
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
    const moved = { ...recipe, userValues: { costs_co2: 202 } };
    expect(statesTaken(() => engine.solve(areas[0]!, moved))).toHaveLength(4);
  });

  it("a base year without inputs is a view of the area's numbers", () => {
    const { engine, dataset } = starter;
    const of = (endYear: number): number => statesTaken(() => engine.solve(dataset, blankRecipe("nl", endYear))).length;
    of(2039);
    expect([of(2040), of(2040)]).toEqual([10, 4]);
  });

  it("few market members are read again after scenarios with other orders", () => {
    const { engine, dataset } = starter;
    const solve = (orders: Recipe["orders"], residences: number): number => {
      const read = vi.spyOn(YearOfMembers.prototype, "member");
      const userValues = { households_number_of_residences: residences };
      engine.solve(dataset, { ...blankRecipe("nl", 2050), userValues, orders });
      const { length } = read.mock.calls;
      read.mockRestore();
      return length;
    };
    const others = ["energy_heat_boiler_mt_electricity", "energy_heat_network_storage_mt_steam_hot_water"];
    solve({}, 8_000_000);
    solve({ heat_network_order_mt: others }, 8_000_000);
    const supply = ["energy_hydrogen_steam_methane_reformer_dispatchable", "energy_hydrogen_storage_salt_cavern"];
    const [again, fresh] = [solve({}, 8_000_001), solve({ hydrogen_supply_order: supply }, 8_000_002)];
    expect(again).toBeLessThan(fresh / 2);
  });
});
