import { describe, expect, it } from "vitest";
import { evaluate } from "../evaluate.fixture.ts";
import { errors, symbol, table } from "./rows.fixture.ts";

describe("logic", () => {
  table([
    ["IF(true,->{1},->{2})", 1n],
    ["IF(false,1,->{2})", 2n],
    ["IF(false,1,->{})", null],
    ["IF(true,a,b)", symbol("a")],
    ["EQUALS(1,1.0)", true],
    ["EQUALS(a,:a)", true],
    ['EQUALS(a,"a")', true],
    ['EQUALS(1.0,"1.0")', true],
    ['EQUALS(nil,"")', true],
    ["EQUALS(1,2)", false],
    ["LESS(1,2)", true],
    ["LESS(nil,2)", null],
    ["LESS(1,a)", null],
    ["LESS_OR_EQUAL(2,2.0)", true],
    ["GREATER(1,2)", false],
    ["GREATER(0.0/0.0,2)", false],
    ["GREATER_OR_EQUAL(1,nil)", null],
    ["NOT(true)", false],
    ["NOT(1)", true],
    ["OR(1,2)", false],
    ["OR(nil,true)", true],
    ["IS_NUMBER([1])", true],
    ["IS_NUMBER([a])", false],
    ["IS_NIL([])", true],
  ]);
  errors([
    ["IF(true,1)", "wrong number of arguments (given 2, expected 3)"],
    ["IF(1/0,2,3)", "divided by 0"],
    ["IF(true,2,1/0)", "divided by 0"],
    ["IF(true,->(x){x},2)", "wrong number of arguments (given 0, expected 1)"],
    ["IF(true,foo(1),2)", "wrong number of arguments (given 0, expected 1)"],
  ]);
  it("a lambda in the branch not taken is not called", () => {
    expect(evaluate("IF(true,2,->{1/0})")).toBe(2n);
  });
});
