/** What queries may take over from each other and from other scenarios, on the bundled model (models/starter). */
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Solution } from "./solution.ts";
import { type SliderValues, StarterModel } from "./starter-model.fixture.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");

let starter: StarterModel;
let keys: readonly string[];

beforeAll(async () => {
  starter = await StarterModel.open(DIRECTORY);
  keys = starter.engine.library.gqueries.filter(({ unit }) => unit !== "nodes").map(({ key }) => key);
});

const answersOf = (solution: Solution, asked: readonly string[]): ReadonlyMap<string, unknown> =>
  new Map(asked.map((key) => [key, solution.query(key)]));

/** Which of the gqueries are evaluated when all are asked of a year. */
function evaluated(solution: Solution, year: "present" | "future"): number {
  const find = vi.spyOn(starter.engine.library, "find");
  for (const key of keys) solution.evaluation.query(key, year);
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

describe("a present that scenarios share", () => {
  it("is asked once: only what reads the scenario is evaluated again", () => {
    const sliders = { co2_emissions_of_imported_electricity_present: 321 };
    const first = evaluated(starter.solve(sliders), "present");
    const again = evaluated(starter.solve({ ...sliders, costs_co2: 70 }), "present");
    expect(first).toBeGreaterThan(0.9 * keys.length);
    expect(again).toBeLessThan(0.25 * keys.length);
  });
});
