/** Code of operators, ranges and `[…]`, given the code of their operands. */
import type { BinaryOperator, Node } from "../syntax/ast.ts";
import { GqlError, type Value } from "../world.ts";
import type { Code } from "../machine.ts";
import { isList, isNumber, isTrue, unexpectedValue } from "../values/kinds.ts";
import {
  add,
  compare,
  divide,
  equal,
  modulo,
  multiply,
  negate,
  power,
  subtract,
  toInteger,
} from "../values/numbers.ts";

/** A value known at compile time. */
export const constant =
  (value: Value): Code =>
  () =>
    value;

export function compileIndex(receiver: Code, position: Code): Code {
  return (frame, self) => {
    const target = receiver(frame, self);
    const index = position(frame, self);
    if (target instanceof Map) return (target as ReadonlyMap<Value, Value>).get(index) ?? null;
    if (isList(target)) return target.at(Number(toInteger(index))) ?? null;
    throw unexpectedValue("a list or a hash", target);
  };
}

export function compileIndexAssignment(receiver: Code, position: Code, value: Code): Code {
  return (frame, self) => {
    const target = receiver(frame, self);
    const index = position(frame, self);
    const newValue = value(frame, self);
    if (!(target instanceof Map)) throw unexpectedValue("a hash", target);
    target.set(index, newValue);
    return newValue;
  };
}

/** Maximum length of a range literal. */
const MAX_RANGE = 100_000;

export function compileRange(node: Node & { type: "range" }, startCode: Code, endCode: Code): Code {
  return (frame, self) => {
    const first = toInteger(startCode(frame, self));
    const end = toInteger(endCode(frame, self)) + (node.exclusive ? 0n : 1n);
    if (end - first > MAX_RANGE) throw new GqlError(`a range of more than ${MAX_RANGE} numbers`);
    return Array.from({ length: Math.max(0, Number(end - first)) }, (_, i) => first + BigInt(i));
  };
}

export function compileUnary(node: Node & { type: "unary" }, operand: Code): Code {
  switch (node.operator) {
    case "!":
      return (frame, self) => !isTrue(operand(frame, self));
    case "+":
      return (frame, self) => {
        const value = operand(frame, self);
        if (!isNumber(value)) throw unexpectedValue("a number", value);
        return value;
      };
    case "-":
      if (node.operand.type === "integer" || node.operand.type === "float") return constant(-node.operand.value);
      return (frame, self) => {
        const value = operand(frame, self);
        return typeof value === "number" ? -value : negate(value);
      };
  }
}

export function compileBinary(node: Node & { type: "binary" }, left: Code, right: Code): Code {
  const { operator } = node;
  // An integer literal next to a float is the common case: it is converted once.
  if (node.left.type === "integer") {
    const floatOperator = FLOAT_OPERATORS[operator];
    if (floatOperator !== undefined) {
      const [integer, a] = [node.left.value, Number(node.left.value)];
      const generalOperator = OPERATORS[operator];
      return (frame, self) => {
        const b = right(frame, self);
        return typeof b === "number" ? floatOperator(a, b) : generalOperator(integer, b);
      };
    }
  }
  if (node.right.type === "integer") {
    const floatOperator = FLOAT_OPERATORS[operator];
    if (floatOperator !== undefined) {
      const [integer, b] = [node.right.value, Number(node.right.value)];
      const generalOperator = OPERATORS[operator];
      return (frame, self) => {
        const a = left(frame, self);
        return typeof a === "number" ? floatOperator(a, b) : generalOperator(a, integer);
      };
    }
  }
  switch (operator) {
    case "*":
      return (frame, self) => {
        const a = left(frame, self);
        const b = right(frame, self);
        return typeof a === "number" && typeof b === "number" ? a * b : multiply(a, b);
      };
    case "/":
      return (frame, self) => {
        const a = left(frame, self);
        const b = right(frame, self);
        return typeof a === "number" && typeof b === "number" ? a / b : divide(a, b);
      };
    case "+":
      return (frame, self) => {
        const a = left(frame, self);
        const b = right(frame, self);
        return typeof a === "number" && typeof b === "number" ? a + b : add(a, b);
      };
    case "-":
      return (frame, self) => {
        const a = left(frame, self);
        const b = right(frame, self);
        return typeof a === "number" && typeof b === "number" ? a - b : subtract(a, b);
      };
    default: {
      const apply = OPERATORS[operator];
      return (frame, self) => apply(left(frame, self), right(frame, self));
    }
  }
}

export const OPERATORS: Readonly<Record<BinaryOperator, (a: Value, b: Value) => Value>> = {
  "+": add,
  "-": subtract,
  "*": multiply,
  "/": divide,
  "%": modulo,
  "**": power,
  "==": equal,
  "!=": (a, b) => !equal(a, b),
  "<": (a, b) => compare(a, b) < 0,
  "<=": (a, b) => compare(a, b) <= 0,
  ">": (a, b) => compare(a, b) > 0,
  ">=": (a, b) => compare(a, b) >= 0,
};

const FLOAT_OPERATORS: Readonly<Partial<Record<BinaryOperator, (a: number, b: number) => Value>>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};
