/** Choices, comparisons and tests. */
import type { Value } from "../world.ts";
import { GqlError } from "../world.ts";
import { isCallable, isList, isName, isNumber, isTrue, unexpectedValue } from "../values/kinds.ts";
import { Lambda, wrongArguments } from "../values/callable.ts";
import { compare, equal } from "../values/numbers.ts";
import { toText } from "../values/text.ts";
import { fn, type FunctionTable, unary } from "./function.ts";

/** A branch of IF, which is called if it is a lambda. */
export function evaluateBranch(value: Value): Value {
  if (!isCallable(value)) return value;
  if (value instanceof Lambda) return value.call([]);
  throw wrongArguments(0, 1);
}

/** A comparison; nil for two values without an order, such as a string and a number. */
const orderTest =
  (test: (order: number) => boolean) =>
  ([a = null, b = null]: readonly Value[]): Value => {
    try {
      return test(compare(a, b));
    } catch (error) {
      if (error instanceof GqlError) return null;
      throw error;
    }
  };

function firstOf(list: Value): Value {
  if (!isList(list)) throw unexpectedValue("a list", list);
  return list[0] ?? null;
}

const less = orderTest((order) => order < 0);
const lessOrEqual = orderTest((order) => order <= 0);
const greater = orderTest((order) => order > 0);
const greaterOrEqual = orderTest((order) => order >= 0);

export const LOGIC: FunctionTable = {
  IF: fn((_, [condition, yes, no]) => evaluateBranch(isTrue(condition!) ? yes! : no!), 3),
  EQUALS: fn((_, [a = null, b = null]) => (isName(b) ? toText(a) === toText(b) : equal(a, b))),
  LESS: fn((_, args) => less(args)),
  LESS_OR_EQUAL: fn((_, args) => lessOrEqual(args)),
  GREATER: fn((_, args) => greater(args)),
  GREATER_OR_EQUAL: fn((_, args) => greaterOrEqual(args)),
  NOT: fn((_, args) => args[0] !== true),
  OR: fn((_, args) => args.includes(true)),
  IS_NUMBER: unary((_, list) => isNumber(firstOf(list))),
  IS_NIL: unary((_, list) => firstOf(list) === null),
};
