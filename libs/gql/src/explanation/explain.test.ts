/**
 * Tests explanations of queries in a world of a few objects, in which the coal plant's demand grows from 100 to 120.
 */
import { describe, expect, it } from "vitest";
import { withQueries } from "../evaluate.fixture.ts";
import { explain, type Term } from "./explain.ts";
import { verifyExplanation } from "./verify.ts";

const QUERIES = {
  demand: "SUM(V(coal_plant, demand), V(boiler, demand))",
  less: "V(coal_plant, demand) - V(boiler, demand) + NEG(V(house, demand))",
  scaled: "UNIT(Q(demand), billions)",
  doubled: "2 * Q(demand) / 4",
  costs: "PRODUCT(V(CARRIER(electricity), cost_per_mj), SUM(V(coal_plant, boiler, demand)))",
  units: 'SUM(V(LOOKUP(coal_plant, boiler), "demand * number_of_units"))',
  both: "SUM(V(coal_plant, demand), V(coal_plant, number_of_units), V(boiler, demand))",
  ratio: "DIVIDE(V(coal_plant, demand), Q(demand))",
  growth: "DIVIDE(Q(demand), QUERY_PRESENT(demand))",
  delta: "QUERY_DELTA(->{ V(coal_plant, demand) })",
  choice: "IF(GRAPH(future?), -> { V(coal_plant, demand) }, -> { V(boiler, demand) })",
  most: "MAX(V(coal_plant, demand), 0)",
  mean: "AVG(V(coal_plant, boiler, demand))",
  input: "INPUT_VALUE(slider) + 1",
  alone: "7",
  failing: "V(coal_plant, unknown)",
};
const { evaluation } = withQueries(QUERIES);
const termOf = (key: keyof typeof QUERIES): Term => explain(evaluation, key)!;
const nameOf = ({ subject }: Term): string =>
  subject.kind === "object"
    ? `${subject.key} ${subject.attribute ?? ""}`.trim()
    : "key" in subject
      ? subject.key
      : subject.kind;
const parts = (key: keyof typeof QUERIES) =>
  termOf(key).terms.map((term) => [nameOf(term), term.present, term.future, term.factor]);

describe("a result", () => {
  it("a result that is a sum has its addends, the largest first, each with its factor", () => {
    expect(termOf("demand")).toMatchObject({ present: 140, future: 160, combination: "sum" });
    expect(parts("demand")).toEqual([
      ["coal_plant demand", 100, 120, 1],
      ["boiler demand", 40, 40, 1],
    ]);
    expect(parts("less").map(([name, , , factor]) => [name, factor])).toEqual([
      ["coal_plant demand", 1],
      ["boiler demand", -1],
      ["house demand", -1],
    ]);
  });

  it("a result in another unit, or times a number, has the same addends with a factor", () => {
    expect(parts("scaled")).toEqual([["demand", 140, 160, 1e-9]]);
    expect(parts("doubled")).toEqual([["demand", 140, 160, 0.5]]);
  });

  it("a result that is a product or a quotient has its factors", () => {
    expect([termOf("costs").combination, parts("costs").map(([name]) => name)]).toEqual([
      "product",
      ["electricity cost_per_mj", "sum"],
    ]);
    expect([termOf("ratio").combination, parts("ratio").map(([name]) => name)]).toEqual([
      "quotient",
      ["coal_plant demand", "demand"],
    ]);
  });

  it("a result that adds attributes or products of objects has a term for each object", () => {
    expect(parts("units")).toEqual([
      ["coal_plant", 200, 240, 1],
      ["boiler", 120, 120, 1],
    ]);
    expect(parts("both")).toEqual([
      ["coal_plant", 102, 122, 1],
      ["boiler demand", 40, 40, 1],
    ]);
    expect(termOf("both").terms[0]!.terms.map(nameOf)).toEqual(["coal_plant demand", "coal_plant number_of_units"]);
  });

  it("a result that reads another year names it", () => {
    expect(termOf("growth").terms.map((term) => [nameOf(term), term.year, term.future])).toEqual([
      ["demand", null, 160],
      ["demand", "present", 140],
    ]);
    expect(termOf("delta").terms.map((term) => [term.year, term.future, term.factor])).toEqual([
      ["future", 120, 1],
      ["present", 100, -1],
    ]);
  });

  it("a result of a choice has the terms of the branch that each year takes", () => {
    expect(parts("choice")).toEqual([
      ["coal_plant demand", 0, 120, 1],
      ["boiler demand", 40, 0, 1],
    ]);
    expect(parts("most")).toEqual([["coal_plant demand", 100, 120, 1]]);
  });

  it("a result of any other function has its arguments, and a result that reads an input has the input and the number", () => {
    expect([termOf("mean").combination, parts("mean").map(([name]) => name)]).toEqual([
      "other",
      ["coal_plant demand", "boiler demand"],
    ]);
    expect(parts("input").map(([name]) => name)).toEqual(["slider", "number"]);
  });

  it("a result that is a literal in the document has no terms, and a result that fails has no value", () => {
    expect(termOf("alone")).toMatchObject({ present: 7, future: 7, terms: [] });
    expect(termOf("failing")).toMatchObject({ present: null, future: null });
  });

  it("the terms of a result recombine to exactly that result, for every kind of term", () => {
    for (const key of Object.keys(QUERIES))
      expect([key, verifyExplanation(evaluation, key).problems]).toEqual([key, []]);
  });
});
