import { describe, expect, it, test } from "vitest";
import { withQueries } from "./evaluate.fixture.ts";
import { GqlError, type Value } from "./world.ts";
import { vocabulary } from "./world.fixture.ts";
import { UserQuery } from "./user-query.ts";

const QUERIES = {
  table: "{a: 1}",
  tables: "[{a: 1}]",
  entry: "Q(table)[:a]",
  goals: "GRAPH().goals.length",
  demand: "V(coal_plant, demand)",
};

function createEvaluation() {
  const { evaluation, present, future } = withQueries(QUERIES);
  const run = (text: string): Value => evaluation.runUserQuery(new UserQuery(text, vocabulary), "future");
  return { evaluation, present, future, run };
}

it("a user's query has the result of its text in its year, and reads other queries and years", () => {
  const { run } = createEvaluation();
  expect(run("Q(demand) / 2")).toBe(60);
  expect(
    run("QUERY_DELTA(demand) + QUERY_PRESENT(\"V(boiler, 'demand * 2')\") + QUERY_PRESENT(->{V(boiler,demand)})"),
  ).toBe(140);
});

describe("a user's query changes nothing that another query reads", () => {
  const attempts = [
    "Q(table)[:a] = 5",
    "hash = Q(table); hash[:a] = 5",
    "Q(tables).each_with_object(Q(table)) {|each, hash| hash[:a] = 5}",
    'QUERY_FUTURE("hash = Q(table); hash[:a] = 5")',
    'text = "Q(table)[:a]" + " = 5"; QUERY_FUTURE(text)',
    "UPDATE(Q(table), a, 5)",
    "UPDATE(V(coal_plant), demand, 5)",
    "UPDATE_WITH_FACTOR(V(coal_plant), demand, 5)",
    "UPDATE_ABSOLUTE(V(coal_plant), demand, 5)",
    "QUERY_PRESENT(->{UPDATE(V(coal_plant), demand, 5)})",
    'QUERY_PRESENT("UPDATE(V(coal_plant), demand, 5)")',
    "UPDATE(GOAL(co2), user_value, 5)",
  ];
  const READ_KEYS = ["entry", "table", "tables", "goals", "demand"] as const;
  const resultsOf = ({ evaluation }: ReturnType<typeof createEvaluation>) =>
    READ_KEYS.flatMap((key) => [evaluation.query(key, "present"), evaluation.query(key, "future")]);

  test.each(attempts)("%s throws", (text) => {
    const context = createEvaluation();
    // Both queries are cached before the attempt; other queries first read them after it.
    context.evaluation.query("table", "future");
    context.evaluation.query("tables", "future");
    expect(() => context.run(text)).toThrow(/can only be used in an input|a hash cannot be changed/);
    expect(resultsOf(context)).toEqual(resultsOf(createEvaluation()));
    expect(context.future.coalPlant.attributes).toEqual(createEvaluation().future.coalPlant.attributes);
  });

  it("a requested goal is visible only to its query", () => {
    const context = createEvaluation();
    expect(context.run("[GOAL_IS_SET(co2), GRAPH().goals.length]")).toEqual([false, 1n]);
    expect(context.evaluation.query("goals", "future")).toBe(0n);
  });
});

describe("the work of a user's query", () => {
  const MANY = "(1..100000)";
  test.each([
    ["loops", `${MANY}.map{|a| ${MANY}.map{|b| a * b}}.flatten.sum`, "too much work"],
    ["searches", `list = ${MANY}; list.select{|a| list.include?(a)}.length`, "too much work"],
    ["attributes", `${MANY}.map{|a| V(ALL(), "demand * demand")}.length`, "too much work"],
    [
      "attributes in a composed text",
      `word = "dem" + "and"; ${MANY}.map{|a| V(coal_plant, word)}.length`,
      "too much work",
    ],
    ["quoted queries", `${MANY}.map{|a| QUERY_PRESENT("1 + 1")}.length`, "too much work"],
    ["sums of repeated lists", 'SUM(V(coal_plant, "curve * 10000"))', "too much work"],
    ["lists that double", "a = [1]; (1..100).map{|n| a = a + a; 1}.length", "too much work"],
    ["lists in lists", "a = [1, 2]; (1..100).map{|n| a = [a, a]; 1}.length", "too much work"],
    ["deep lists", `a = [1]; ${MANY}.map{|n| a = [a]; 1}.length`, "too much work"],
    ["hashes in hashes", "a = {x: 1}; (1..100).map{|n| a = {x: a, y: a}; 1}.length", "too much work"],
    ["repeated lists", "[1] * 5000000", "3000000 values"],
    ["long texts", 'a = "ab"; (1..100).map{|n| a = a + a; 1}.length', "characters"],
    ["replacements", 'a = "aaaaaaaa"; (1..100).map{|n| a = a.gsub("a", a); 1}.length', "characters"],
    ["regular expressions", '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab".gsub(/(a+)+$/, "")', "must be a string"],
    ["large integers", "a = 2; (1..100).map{|n| a = a ** 1000; 1}.length", "1024 bits"],
    ["products of large integers", `PRODUCT(${MANY}.map{|n| 2 ** 1000})`, "product of the integers"],
    ["rounding to large powers", "ROUND(1, -1000000000)", "digits"],
    ["endless lambdas", "f = ->{ IF(true, f, 1) }; IF(true, f, 1)", "levels of nesting"],
  ])("the work of %s is bounded", (_, text, message) => {
    const { present, future, run } = createEvaluation();
    for (const { coalPlant } of [present, future]) coalPlant.attributes.set("curve", new Float64Array(8_760).fill(1));
    let error: unknown = null;
    try {
      run(text);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(GqlError);
    expect((error as GqlError).message).toContain(message);
  });

  it("each run of a query has its own limit", () => {
    const { evaluation } = createEvaluation();
    const query = new UserQuery("([1] * 2500000).length", vocabulary);
    for (let n = 0; n < 5; n++) expect(evaluation.runUserQuery(query, "future")).toBe(2_500_000n);
  });
});
