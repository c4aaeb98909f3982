/** What queries may take over from each other and from other scenarios, on the bundled model (models/starter). */
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { FINANCE_ATTRIBUTES } from "../attributes/finance.ts";
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

const answersOf = (solution: Solution, asked: readonly string[]): ReadonlyMap<string, unknown> =>
  new Map(asked.map((key) => [key, solution.query(key)]));

/** How many gqueries are evaluated when some, or all, are asked of a year. */
function evaluated(solution: Solution, year: "present" | "future", asked: readonly string[] = keys): number {
  const find = vi.spyOn(starter.engine.library, "find");
  for (const key of asked) solution.evaluation.query(key, year);
  const { length } = find.mock.calls;
  find.mockRestore();
  return length;
}

describe("answers", () => {
  it("do not depend on the order in which queries are asked, of one scenario or of several", () => {
    const scenarios: readonly SliderValues[] = [
      {},
      { co2_emissions_of_imported_electricity_present: 500 },
      { costs_co2: 90 },
    ];
    const alone = scenarios.map((values) => answersOf(starter.solve(values), keys));
    const order = fc.shuffledSubarray([...keys], { minLength: keys.length });
    fc.assert(
      fc.property(fc.array(fc.nat(scenarios.length - 1), { minLength: 2, maxLength: 4 }), order, (turns, asked) => {
        for (const turn of turns) {
          const answers = answersOf(starter.solve(scenarios[turn]!), asked);
          for (const [key, answer] of alone[turn]!) expect({ [key]: answers.get(key) }).toEqual({ [key]: answer });
        }
      }),
      { numRuns: 5 },
    );
  });
});

describe("the curves that queries read", () => {
  it("are the same when the memory of all has forgotten them: answers stay, and others are right", async () => {
    const given = vi.spyOn(ReusedMemory.prototype, "giveBackYear");
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
    expect(answers).toEqual(before);
    expect(answersOf(solution, some)).toEqual(before);
    const anew = new StarterModel(starter.model, starter.dataset).solve(sliders);
    expect(answersOf(solution, others)).toEqual(answersOf(anew, others));
  });
});

describe("the finance of electricity", () => {
  const sliders: SliderValues = { costs_co2: 90, capacity_of_energy_flexibility_mv_batteries_electricity: 1_000 };
  const nodes = (): readonly string[] => starter.model.definition.energy.nodes.map(({ key }) => key);

  /** With the finance of all nodes worked out before anything is asked. */
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

  it("is what the table of attributes says needs the price", () => {
    const solution = starter.solve(sliders);
    const numbers = vi.spyOn(EnergyNodes.prototype, "set");
    const texts = vi.spyOn(EnergyNodes.prototype, "setText");
    nodes().forEach((_, node) => solution.hours?.finance.settle(node));
    const written = new Set([...numbers.mock.calls, ...texts.mock.calls].map(([, name]) => name));
    expect([...written].sort()).toEqual([...FINANCE_ATTRIBUTES].sort());
    numbers.mockRestore();
    texts.mockRestore();
  });

  it("is the same whether it is worked out at once or node by node when it is read", () => {
    const expected = eager();
    expect(answersOf(starter.solve(sliders), keys.toReversed())).toEqual(answersOf(expected, keys.toReversed()));
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

  it("needs no price of any hour where nobody reads it", () => {
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
  it("is added up once for all scenarios in which the market is the same", () => {
    const ask = (): unknown => starter.solve({}).query("lv_net_peak_load_future");
    const first = ask();
    const members = vi.spyOn(YearOfMarket.prototype, "forEach");
    expect(ask()).toEqual(first);
    expect(members).not.toHaveBeenCalled();
    members.mockRestore();
  });
});

describe("a present that scenarios share", () => {
  it("is asked once: only what reads the scenario is evaluated again", () => {
    const sliders = { co2_emissions_of_imported_electricity_present: 321 };
    const first = evaluated(starter.solve(sliders), "present");
    const again = evaluated(starter.solve({ ...sliders, costs_co2: 70 }), "present");
    expect(first).toBeGreaterThan(0.9 * keys.length);
    expect(again).toBeLessThan(0.25 * keys.length);
  });

  it("is one of the twelve that were used last", () => {
    const of = (share: number): Solution => starter.solve({ co2_emissions_of_imported_electricity_present: share });
    const some = keys.slice(0, 40);
    const first = evaluated(of(401), "present", some);
    for (let share = 402; share <= 413; share++) expect(evaluated(of(share), "present", some)).toBe(first);
    expect(evaluated(of(402), "present", some)).toBeLessThan(first);
    expect(evaluated(of(401), "present", some)).toBe(first);
  });
});

describe("numbers that queries derive from a solution", () => {
  /** Pieces of memory for columns of them that asking all queries allocates. */
  const columnsMade = (solution: Solution): number => buffersMade("ArrayBuffer", () => answersOf(solution, keys));

  it("are written where those of solutions were that are no longer asked", () => {
    const solutions = [61, 62, 63, 64, 65, 66].map((costs_co2) => starter.solve({ costs_co2 }));
    expect(solutions.map(columnsMade).at(-1)).toBe(0);
    // Whoever asks the first one again gets the same answers.
    expect(answersOf(solutions[0]!, keys)).toEqual(answersOf(starter.solve({ costs_co2: 61 }), keys));
  });
});
