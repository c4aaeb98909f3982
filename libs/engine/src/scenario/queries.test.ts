/**
 * Tests results that queries share with each other and with other scenarios, on the included model (models/starter).
 */
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { FINANCE_ATTRIBUTES } from "../attributes/objects/finance.ts";
import { AnnualMarket } from "../hourly/markets/markets.ts";
import { EnergyNodes } from "../hourly/energy-nodes.ts";
import { ReusedMemory } from "../reused-memory.ts";
import { countBuffers } from "./allocations.fixture.ts";
import type { Solution } from "./solution.ts";
import { type SliderValues, StarterModel } from "./starter-model.fixture.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");

let starter: StarterModel;
let keys: readonly string[];

beforeAll(async () => {
  starter = await StarterModel.open(DIRECTORY);
  keys = starter.engine.definition.gqueries.filter(({ unit }) => unit !== "nodes").map(({ key }) => key);
});

const resultsOf = (solution: Solution, requested: readonly string[]): ReadonlyMap<string, unknown> =>
  new Map(requested.map((key) => [key, solution.query(key)]));

/** Queries whose results differ. Curves are long: asserting each value would take longer than calculating them. */
const differingKeys = (
  actual: ReadonlyMap<string, unknown>,
  expected: ReadonlyMap<string, unknown>,
): readonly string[] =>
  [...new Set([...actual.keys(), ...expected.keys()])].filter(
    (key) => !isDeepStrictEqual(actual.get(key), expected.get(key)),
  );

/** The number of gqueries that are evaluated to read the requested ones (all by default) in a year. */
function countEvaluations(solution: Solution, year: "present" | "future", requested: readonly string[] = keys): number {
  const find = vi.spyOn(starter.engine.library, "find");
  for (const key of requested) solution.evaluation.query(key, year);
  const { length } = find.mock.calls;
  find.mockRestore();
  return length;
}

describe("the answers to queries", () => {
  it("the answers to queries do not depend on their order, within one scenario or across several", () => {
    const scenarios: readonly SliderValues[] = [
      {},
      { co2_emissions_of_imported_electricity_present: 500 },
      { costs_co2: 90 },
    ];
    const separateResults = scenarios.map((values) => resultsOf(starter.solve(values), keys));
    const order = fc.shuffledSubarray([...keys], { minLength: keys.length });
    fc.assert(
      fc.property(fc.array(fc.nat(scenarios.length - 1), { minLength: 2, maxLength: 4 }), order, (turns, requested) => {
        for (const turn of turns) {
          expect(differingKeys(resultsOf(starter.solve(scenarios[turn]!), requested), separateResults[turn]!)).toEqual(
            [],
          );
        }
      }),
      { numRuns: 5 },
    );
  });
});

describe("the curves that queries read", () => {
  it("curves read by queries are the same after eviction: earlier results stay valid, and new results are correct", async () => {
    const recycle = vi.spyOn(ReusedMemory.prototype, "recycleCurve");
    const sliders: SliderValues = { costs_co2: 91, households_number_of_residences: 8_000_000 };
    const solution = starter.solve(sliders);
    const [firstKeys, otherKeys] = [
      keys.filter((_, index) => index % 2 === 0),
      keys.filter((_, index) => index % 2 === 1),
    ];
    const firstResults = resultsOf(solution, firstKeys);
    const originalResults = structuredClone(firstResults);
    const recycledCount = recycle.mock.calls.length;
    for (let n = 0; recycle.mock.calls.length < recycledCount + 600; n++) {
      expect(n).toBeLessThan(400);
      const movedSliders = { ...sliders, households_number_of_residences: 7_000_000 + n * 1_000 };
      resultsOf(starter.solve(movedSliders), n % 20 === 0 ? keys : []);
      await Promise.resolve();
    }
    recycle.mockRestore();
    expect(differingKeys(firstResults, originalResults)).toEqual([]);
    expect(differingKeys(resultsOf(solution, firstKeys), originalResults)).toEqual([]);
    const freshSolution = new StarterModel(starter.model, starter.dataset).solve(sliders);
    expect(differingKeys(resultsOf(solution, otherKeys), resultsOf(freshSolution, otherKeys))).toEqual([]);
  });
});

describe("electricity finance", () => {
  const sliders: SliderValues = { costs_co2: 90, capacity_of_energy_flexibility_mv_batteries_electricity: 1_000 };
  const nodes = (): readonly string[] => starter.model.definition.energy.nodes.map(({ key }) => key);

  /** Computes the finance attributes of all nodes before any query. */
  function solveEagerly(): Solution {
    const solution = starter.solve(sliders);
    nodes().forEach((_, node) => solution.hours?.finance.settle(node));
    return solution;
  }

  /** Finance attributes of all nodes in the future, in the given order of nodes. */
  function financeFigures(solution: Solution, order: readonly string[]): Readonly<Record<string, unknown>> {
    const { library } = starter.engine;
    return Object.fromEntries(
      order.flatMap((node) =>
        FINANCE_ATTRIBUTES.map((attribute) => {
          const text = `V(${node}, ${attribute})`;
          return [text, solution.evaluation.run(library.compileProgram(text), "future")] as const;
        }),
      ),
    );
  }

  it("the attribute table lists the finance attributes that need the price", () => {
    const solution = starter.solve(sliders);
    const numbers = vi.spyOn(EnergyNodes.prototype, "set");
    const texts = vi.spyOn(EnergyNodes.prototype, "setText");
    nodes().forEach((_, node) => solution.hours?.finance.settle(node));
    const names = new Set([...numbers.mock.calls, ...texts.mock.calls].map(([, name]) => name));
    expect([...names].sort()).toEqual([...FINANCE_ATTRIBUTES].sort());
    numbers.mockRestore();
    texts.mockRestore();
  });

  it("electricity finance is the same whether computed in advance or node by node on first read", () => {
    const expected = solveEagerly();
    const reversed = keys.toReversed();
    expect(differingKeys(resultsOf(starter.solve(sliders), reversed), resultsOf(expected, reversed))).toEqual([]);
    const allFigures = financeFigures(expected, nodes());
    expect(new Set(Object.values(allFigures)).size).toBeGreaterThan(FINANCE_ATTRIBUTES.length);
    const order = fc.shuffledSubarray([...nodes()], { minLength: nodes().length });
    fc.assert(
      fc.property(order, (shuffled) => {
        expect(financeFigures(starter.solve(sliders), shuffled)).toEqual(allFigures);
      }),
      { numRuns: 3 },
    );
  });

  it("electricity finance needs no hourly price if it is not read", () => {
    const price = vi.spyOn(AnnualMarket.prototype, "price");
    const solution = starter.solve(sliders);
    solution.query("final_demand");
    solution.evaluation.run(starter.engine.library.compileProgram("SUM(V(ALL(), number_of_units))"), "future");
    expect(price).not.toHaveBeenCalled();
    solution.evaluation.run(starter.engine.library.compileProgram("V(ALL(), revenue_hourly_electricity)"), "future");
    expect(price).toHaveBeenCalled();
    price.mockRestore();
  });
});

describe("network loads", () => {
  it("network loads are summed once for all scenarios with the same market", () => {
    const queryPeakLoad = (): unknown => starter.solve({}).query("lv_net_peak_load_future");
    const first = queryPeakLoad();
    const members = vi.spyOn(AnnualMarket.prototype, "forEach");
    expect(queryPeakLoad()).toEqual(first);
    expect(members).not.toHaveBeenCalled();
    members.mockRestore();
  });
});

describe("a shared base-year result", () => {
  it("a shared base-year result is queried once: only queries that read the scenario are evaluated again", () => {
    const sliders = { co2_emissions_of_imported_electricity_present: 321 };
    const firstCount = countEvaluations(starter.solve(sliders), "present");
    const secondCount = countEvaluations(starter.solve({ ...sliders, costs_co2: 70 }), "present");
    expect(firstCount).toBeGreaterThan(0.9 * keys.length);
    expect(secondCount).toBeLessThan(0.25 * keys.length);
  });

  it("a shared base-year result is one of the twelve most recently used", () => {
    const solveWith = (share: number): Solution =>
      starter.solve({ co2_emissions_of_imported_electricity_present: share });
    const firstKeys = keys.slice(0, 40);
    const firstCount = countEvaluations(solveWith(401), "present", firstKeys);
    for (let share = 402; share <= 413; share++)
      expect(countEvaluations(solveWith(share), "present", firstKeys)).toBe(firstCount);
    expect(countEvaluations(solveWith(402), "present", firstKeys)).toBeLessThan(firstCount);
    expect(countEvaluations(solveWith(401), "present", firstKeys)).toBe(firstCount);
  });
});

describe("numbers that queries derive from a solution", () => {
  /** Blocks of memory allocated for their columns by evaluating all queries. */
  const countBlocks = (solution: Solution): number => countBuffers("ArrayBuffer", () => resultsOf(solution, keys));

  it("derived numbers reuse the memory of released solutions", () => {
    const solution = starter.solve({ costs_co2: 61 });
    const results = resultsOf(solution, keys);
    const counts = [62, 63, 64].map((costs_co2) => {
      const laterSolution = starter.solve({ costs_co2 });
      const blocks = countBlocks(laterSolution);
      laterSolution.release();
      return blocks;
    });
    expect(counts.at(-1)).toBe(0);
    // A solution that is not released keeps its numbers.
    expect(differingKeys(resultsOf(solution, keys), results)).toEqual([]);
  });
});
