/** Results that queries share with each other and with other scenarios, on the included model (models/starter). */
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { FINANCE_ATTRIBUTES } from "../attributes/objects/finance.ts";
import { YearOfMarket } from "../hourly/markets/markets.ts";
import { EnergyNodes } from "../hourly/energy-nodes.ts";
import { ReusedMemory } from "../reused-memory.ts";
import { buffersMade } from "./allocations.fixture.ts";
import type { Solution } from "./solution.ts";
import { type SliderValues, StarterModel } from "./starter-model.fixture.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");

let starter: StarterModel;
let keys: readonly string[];

beforeAll(async () => {
  starter = await StarterModel.open(DIRECTORY);
  keys = starter.engine.definition.gqueries.filter(({ unit }) => unit !== "nodes").map(({ key }) => key);
});

const answersOf = (solution: Solution, requested: readonly string[]): ReadonlyMap<string, unknown> =>
  new Map(requested.map((key) => [key, solution.query(key)]));

/** Queries whose answers differ. Curves are long: asserting each would take longer than calculating them. */
const differing = (found: ReadonlyMap<string, unknown>, expected: ReadonlyMap<string, unknown>): readonly string[] =>
  [...new Set([...found.keys(), ...expected.keys()])].filter(
    (key) => !isDeepStrictEqual(found.get(key), expected.get(key)),
  );

/** The number of gqueries that are evaluated when the requested ones (by default all) are read in a year. */
function evaluated(solution: Solution, year: "present" | "future", requested: readonly string[] = keys): number {
  const find = vi.spyOn(starter.engine.library, "find");
  for (const key of requested) solution.evaluation.query(key, year);
  const { length } = find.mock.calls;
  find.mockRestore();
  return length;
}

describe("answers", () => {
  it("answers do not depend on the order of queries, of one scenario or of several", () => {
    const scenarios: readonly SliderValues[] = [
      {},
      { co2_emissions_of_imported_electricity_present: 500 },
      { costs_co2: 90 },
    ];
    const alone = scenarios.map((values) => answersOf(starter.solve(values), keys));
    const order = fc.shuffledSubarray([...keys], { minLength: keys.length });
    fc.assert(
      fc.property(fc.array(fc.nat(scenarios.length - 1), { minLength: 2, maxLength: 4 }), order, (turns, requested) => {
        for (const turn of turns) {
          expect(differing(answersOf(starter.solve(scenarios[turn]!), requested), alone[turn]!)).toEqual([]);
        }
      }),
      { numRuns: 5 },
    );
  });
});

describe("the curves that queries read", () => {
  it("curves read by queries are the same after eviction: earlier answers stay, and new ones are right", async () => {
    const given = vi.spyOn(ReusedMemory.prototype, "recycleYear");
    const sliders: SliderValues = { costs_co2: 91, households_number_of_residences: 8_000_000 };
    const solution = starter.solve(sliders);
    const [some, others] = [keys.filter((_, index) => index % 2 === 0), keys.filter((_, index) => index % 2 === 1)];
    const answers = answersOf(solution, some);
    const before = structuredClone(answers);
    const known = given.mock.calls.length;
    for (let n = 0; given.mock.calls.length < known + 600; n++) {
      expect(n).toBeLessThan(400);
      const moved = { ...sliders, households_number_of_residences: 7_000_000 + n * 1_000 };
      answersOf(starter.solve(moved), n % 20 === 0 ? keys : []);
      await Promise.resolve();
    }
    given.mockRestore();
    expect(differing(answers, before)).toEqual([]);
    expect(differing(answersOf(solution, some), before)).toEqual([]);
    const fresh = new StarterModel(starter.model, starter.dataset).solve(sliders);
    expect(differing(answersOf(solution, others), answersOf(fresh, others))).toEqual([]);
  });
});

describe("the finance of electricity", () => {
  const sliders: SliderValues = { costs_co2: 90, capacity_of_energy_flexibility_mv_batteries_electricity: 1_000 };
  const nodes = (): readonly string[] => starter.model.definition.energy.nodes.map(({ key }) => key);

  /** With the finance attributes of all nodes computed before any query. */
  function eager(): Solution {
    const solution = starter.solve(sliders);
    nodes().forEach((_, node) => solution.hours?.finance.settle(node));
    return solution;
  }

  /** Finance attributes of all nodes in the future, in the given order of nodes. */
  function figures(solution: Solution, order: readonly string[]): Readonly<Record<string, unknown>> {
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
    const written = new Set([...numbers.mock.calls, ...texts.mock.calls].map(([, name]) => name));
    expect([...written].sort()).toEqual([...FINANCE_ATTRIBUTES].sort());
    numbers.mockRestore();
    texts.mockRestore();
  });

  it("the finance of electricity is the same whether computed at once or node by node on first read", () => {
    const expected = eager();
    const reversed = keys.toReversed();
    expect(differing(answersOf(starter.solve(sliders), reversed), answersOf(expected, reversed))).toEqual([]);
    const all = figures(expected, nodes());
    expect(new Set(Object.values(all)).size).toBeGreaterThan(FINANCE_ATTRIBUTES.length);
    const order = fc.shuffledSubarray([...nodes()], { minLength: nodes().length });
    fc.assert(
      fc.property(order, (shuffled) => {
        expect(figures(starter.solve(sliders), shuffled)).toEqual(all);
      }),
      { numRuns: 3 },
    );
  });

  it("the finance of electricity needs no hourly price where it is not read", () => {
    const price = vi.spyOn(YearOfMarket.prototype, "price");
    const solution = starter.solve(sliders);
    solution.query("final_demand");
    solution.evaluation.run(starter.engine.library.compileProgram("SUM(V(ALL(), number_of_units))"), "future");
    expect(price).not.toHaveBeenCalled();
    solution.evaluation.run(starter.engine.library.compileProgram("V(ALL(), revenue_hourly_electricity)"), "future");
    expect(price).toHaveBeenCalled();
    price.mockRestore();
  });
});

describe("the load of networks", () => {
  it("the load of networks is summed once for all scenarios with the same market", () => {
    const ask = (): unknown => starter.solve({}).query("lv_net_peak_load_future");
    const first = ask();
    const members = vi.spyOn(YearOfMarket.prototype, "forEach");
    expect(ask()).toEqual(first);
    expect(members).not.toHaveBeenCalled();
    members.mockRestore();
  });
});

describe("a shared base-year result", () => {
  it("a shared base-year result is queried once: only queries that read the scenario are evaluated again", () => {
    const sliders = { co2_emissions_of_imported_electricity_present: 321 };
    const first = evaluated(starter.solve(sliders), "present");
    const again = evaluated(starter.solve({ ...sliders, costs_co2: 70 }), "present");
    expect(first).toBeGreaterThan(0.9 * keys.length);
    expect(again).toBeLessThan(0.25 * keys.length);
  });

  it("a shared base-year result is one of the twelve most recently used", () => {
    const of = (share: number): Solution => starter.solve({ co2_emissions_of_imported_electricity_present: share });
    const some = keys.slice(0, 40);
    const first = evaluated(of(401), "present", some);
    for (let share = 402; share <= 413; share++) expect(evaluated(of(share), "present", some)).toBe(first);
    expect(evaluated(of(402), "present", some)).toBeLessThan(first);
    expect(evaluated(of(401), "present", some)).toBe(first);
  });
});

describe("numbers that queries derive from a solution", () => {
  /** Blocks of memory allocated for their columns by evaluating all queries. */
  const allocatedBlocks = (solution: Solution): number => buffersMade("ArrayBuffer", () => answersOf(solution, keys));

  it("derived numbers are written to the memory of released solutions", () => {
    const kept = starter.solve({ costs_co2: 61 });
    const answers = answersOf(kept, keys);
    const made = [62, 63, 64].map((costs_co2) => {
      const solution = starter.solve({ costs_co2 });
      const blocks = allocatedBlocks(solution);
      solution.release();
      return blocks;
    });
    expect(made.at(-1)).toBe(0);
    // One that is not released keeps its numbers.
    expect(differing(answersOf(kept, keys), answers)).toEqual([]);
  });
});
