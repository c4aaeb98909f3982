/** Tests queries that users write, on the included model (models/starter). */
import { join } from "node:path";
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { beforeAll, describe, expect, test } from "vitest";
import type { Solution } from "./solution.ts";
import { StarterModel } from "./starter-model.fixture.ts";
import { TextQueries } from "./text-queries.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");

let starter: StarterModel;
let solution: Solution;
let texts: TextQueries;

beforeAll(async () => {
  starter = await StarterModel.open(DIRECTORY);
  solution = starter.solve({});
  texts = new TextQueries(starter.engine);
});

const faultOf = (text: string) => {
  const result = texts.run(text, solution, "future");
  return result.kind === "fault" ? result.fault : result;
};

test("a user query returns the result of the query that it names, in both years", () => {
  for (const year of ["present", "future"] as const) {
    const value = solution.evaluation.query("total_costs", year) as number;
    expect(texts.run("Q(total_costs) * 2", solution, year)).toEqual({ kind: "number", value: value * 2 });
  }
});

test("a curve has 8,760 values", () => {
  const { key } = starter.engine.definition.gqueries.find(({ unit }) => unit === "curve")!;
  const result = texts.run(`Q(${key})`, solution, "future");
  expect(result.kind === "curve" && result.values.length).toBe(HOURS_PER_YEAR);
});

describe("the position of a fault in the text", () => {
  test.each([
    ["SUM(\n  Q(total_costs)\n  Q(total_costs))", 24, 'expected "," or ")"'],
    ["1 + NONSENSE(2)", 4, "NONSENSE"],
    ["1 + Q(total_cost)", 6, 'did you mean "total_costs"'],
    ["V(no_such_node, demand)", 2, "no_such_node"],
    ["h = {a: 1}; h[:a] = 2", 13, "a hash cannot be changed here"],
    ["1 + [1, 2]", 2, "expected a number, found a list"],
    ["SUM(Q(total_costs) / 0, 1 / 0)", 26, "divided by 0"],
  ])("%s", (text, at, message) => {
    expect(faultOf(text)).toEqual({ at, message: expect.stringContaining(message) });
  });

  test("a result of another kind has no position, and an error in another text names that text", () => {
    expect(faultOf("")).toMatchObject({ at: null, message: expect.stringContaining("found nothing") });
    expect(faultOf("[1, 2]")).toEqual({ at: null, message: expect.stringContaining("a list of 2") });
    expect(faultOf('QUERY_PRESENT("1 + nil")')).toEqual({
      at: null,
      message: "the quoted text, line 1, column 3: expected a number, found nil",
    });
  });
});

test("a user query cannot change the model, not even through quoted text", () => {
  const originalCosts = solution.evaluation.query("total_costs", "future");
  for (const text of ["UPDATE(AREA(), co2_price, 5)", 'QUERY_FUTURE("UPDATE(AREA(), co2_price, 5)")'])
    expect(faultOf(text)).toMatchObject({ message: expect.stringContaining("UPDATE can only be used in an input") });
  expect(texts.run("Q(total_costs)", solution, "future")).toEqual({ kind: "number", value: originalCosts });
});

test("the text of every query in the model returns the query's result", () => {
  let numbers = 0;
  for (const { key, query, unit } of starter.engine.definition.gqueries) {
    if (unit === "nodes") continue;
    const result = texts.run(query, solution, "future");
    if (result.kind === "fault") continue;
    const value = solution.evaluation.query(key, "future");
    const values = result.kind === "number" ? result.value : Array.from(result.values);
    const expected = typeof value === "object" ? Array.from(value as Float64Array) : Number(value);
    expect({ key, result: values }).toEqual({ key, result: expected });
    numbers++;
  }
  expect(numbers / starter.engine.definition.gqueries.length).toBeGreaterThan(0.9);
});

test("names are listed once per kind, queries have units, and updates are omitted", () => {
  const names = texts.names();
  const keys = names.map(({ kind, name }) => `${kind} ${name}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toEqual(expect.arrayContaining(["function SUM", "query total_costs", "carrier electricity"]));
  expect(keys).not.toContain("function UPDATE");
  expect(names.find(({ name }) => name === "total_costs")?.unit).toBeTypeOf("string");
});
