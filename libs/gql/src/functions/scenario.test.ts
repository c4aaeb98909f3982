import { describe, expect, it } from "vitest";
import { evaluate, withQueries } from "../evaluate.fixture.ts";
import { errors, table } from "./rows.fixture.ts";

describe("scenario", () => {
  table([
    ["INPUT_VALUE(slider)", 4.5],
    ["USER_INPUT()", null],
    ["QUERY_DELTA(->{GRAPH(year)})", 0],
    ["QUERY_FUTURE(->{GRAPH(year)})", 2050n],
    ["QUERY_PRESENT(->{V(coal_plant,demand)})", 100],
    ["a=3;QUERY_FUTURE(->{a*2})", 6n],
    ['QUERY_FUTURE("V(coal_plant,demand)")', 120],
    ["MIXED(1,2)", 1n],
    ["GOAL_IS_SET(co2)", false],
    ["GOAL_USER_VALUE(co2)", null],
  ]);
  it("QUERY_DELTA is future minus present on the future graph", () => {
    expect(evaluate("QUERY_DELTA(->{GRAPH(year)})", "future")).toBe(27n);
  });
  errors([
    ["INPUT_VALUE(nothing)", "unknown input nothing"],
    ["Q(nothing)", 'Missing gquery: "nothing"'],
    ["QUERY_FUTURE(1)", "Cannot execute a query with 1"],
    ["QUERY_FUTURE(->(x){x})", "wrong number of arguments (given 0, expected 1)"],
  ]);
  it("a goal that is set keeps its value during the evaluation", () => {
    const { evaluation, library } = withQueries({});
    const input = { value: 5, updateType: null, years: 10 };
    evaluation.update(library.compileProgram("UPDATE(GOAL(co2),user_value,5)"), "future", input);
    const program = library.compileProgram("[GOAL_IS_SET(co2),GOAL_USER_VALUE(co2),GRAPH().goals.length]");
    expect(evaluation.run(program, "future")).toEqual([true, 5n, 1n]);
    expect(evaluation.run(program, "present")).toEqual([false, null, 1n]);
  });
});
