/** Tests that only the necessary inputs are reapplied after a slider has moved, and that the result is the same. */
import { Evaluation } from "@etesian/gql";
import { blankRecipe } from "@etesian/sliders";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { Engine } from "../engine.ts";
import { input, MODEL, VILLAGE } from "../model.fixture.ts";
import type { Solution } from "../solution.ts";

const COUNT = 30;
const keyOf = (n: number): string => `step_${String(n).padStart(2, "0")}`;

/**
 * Each query adds to the heat demand. One query reads a slider that comes after it; others read a query whose first
 * result is cached.
 */
const queryOf = (n: number): string => {
  const addend = n === 4 ? `INPUT_VALUE(${keyOf(25)})` : n === 3 || n === 20 ? "Q(heat_wanted) / 10.0" : "USER_INPUT()";
  return `UPDATE(V(heat_demand), preset_demand, V(heat_demand, preset_demand) + ${addend})`;
};

const definition = {
  ...MODEL,
  inputs: [
    input("end_year_mark", "UPDATE(AREA(), number_of_inhabitants, USER_INPUT())", { updatePeriod: "before" }),
    ...Array.from({ length: COUNT }, (_, n) => input(keyOf(n), queryOf(n), { unit: "#" })),
  ],
  gqueries: [...MODEL.gqueries, { ...MODEL.gqueries[0]!, key: "heat_wanted", query: "V(heat_demand, preset_demand)" }],
};

type Values = { readonly [key: string]: number };

const values = (values: Values = {}): Values => ({
  ...Object.fromEntries(Array.from({ length: COUNT }, (_, n) => [keyOf(n), 1])),
  ...values,
});

const solve = (engine: Engine, userValues: Values, endYear = 2050): Solution =>
  engine.solve(VILLAGE, { ...blankRecipe("village", endYear), userValues });

/** The number of inputs applied for a recipe. */
function countApplied(engine: Engine, userValues: Values, endYear?: number): number {
  const update = vi.spyOn(Evaluation.prototype, "update");
  solve(engine, userValues, endYear);
  const { length } = update.mock.calls;
  update.mockRestore();
  return length;
}

const queryResults = (solution: Solution): unknown =>
  ["gas_used", "heat_wanted", "inhabitants"].map((key) => solution.query(key));

describe("a recipe that differs from the last one in a slider", () => {
  it("a slider that also moved in the last solve reapplies only the inputs from its position on", () => {
    const engine = new Engine(definition);
    expect(countApplied(engine, values())).toBe(COUNT + 1);
    expect(countApplied(engine, values({ [keyOf(22)]: 2 }))).toBe(COUNT + 1);
    expect(countApplied(engine, values({ [keyOf(22)]: 3 }))).toBe(COUNT - 22);
    // Later sliders resume from the snapshot, earlier ones do not.
    expect(countApplied(engine, values({ [keyOf(28)]: 2 }))).toBe(COUNT - 22);
    expect(countApplied(engine, values({ [keyOf(10)]: 2 }))).toBe(COUNT + 1);
  });

  it("a moved slider reapplies all inputs if an earlier input reads it, or the end year changes", () => {
    const engine = new Engine(definition);
    for (const value of [1, 2]) solve(engine, values({ [keyOf(25)]: value }));
    expect(countApplied(engine, values({ [keyOf(25)]: 3 }))).toBe(COUNT + 1);
    expect(countApplied(engine, values({ [keyOf(25)]: 3 }), 2040)).toBe(COUNT + 1);
  });

  it("a moved slider has the same result as applying all inputs", () => {
    const engine = new Engine(definition);
    const move = fc.record({ slider: fc.nat(COUNT - 1), value: fc.integer({ min: 1, max: 3 }) });
    fc.assert(
      fc.property(fc.array(move, { minLength: 2, maxLength: 8 }), (moves) => {
        for (const { slider, value } of moves) {
          const movedValues = values({ [keyOf(slider)]: value });
          expect(queryResults(solve(engine, movedValues))).toEqual(
            queryResults(solve(new Engine(definition), movedValues)),
          );
        }
      }),
      { numRuns: 40 },
    );
  });
});
