/** Computes the value of a part from the values of its own parts, by the rules of the language. */
import { CONSTANTS } from "../functions/arithmetic.ts";
import { orZero } from "../functions/attributes.ts";
import { FUNCTIONS } from "../functions/index.ts";
import { OPERATORS } from "../compiler/operators.ts";
import type { Node } from "../syntax/ast.ts";
import type { Value } from "../world.ts";
import { isTrue, symbolOf } from "../values/kinds.ts";
import { multiply, negate } from "../values/numbers.ts";
import { isLiteral, type Part, SELECTION_FUNCTIONS } from "./trace.ts";

/** An operand of a part: written in its text, or a separate part. */
export type Operand = { readonly literal: Value } | { readonly part: Part };

export const valueOf = (operand: Operand): Value => ("part" in operand ? operand.part.value : operand.literal);

/** Functions whose last argument is an attribute of the objects before it. */
export const OBJECT_FUNCTIONS: ReadonlySet<string> = new Set(["V", "VALUE", "MV"]);
/** Functions that return another query's result. */
export const QUERY_FUNCTIONS: ReadonlySet<string> = new Set([
  "Q",
  "QUERY",
  "QUERY_PRESENT",
  "QUERY_FUTURE",
  "QUERY_DELTA",
]);

/** The parts that V(), MV() or a sum over them evaluates on objects: one for each object, two for a product. */
export const partsOfObjects = (part: Part): readonly Part[] => part.parts.filter(({ mode }) => mode === "object");

/** Operands in the order of the text; null unless they are operands of a plain operation. */
export function operandsOf(part: Part): readonly Operand[] | null {
  const nodes = operandNodes(part.node);
  if (nodes === null) return null;
  let next = 0;
  const operands: Operand[] = [];
  for (const node of nodes) {
    const literal = literalValue(node, part);
    if (literal !== undefined) operands.push({ literal });
    else {
      const nextPart = part.parts[next++];
      if (nextPart?.node !== node) return null;
      operands.push({ part: nextPart });
    }
  }
  return operands;
}

function operandNodes(node: Node): readonly Node[] | null {
  switch (node.type) {
    case "binary":
      return [node.left, node.right];
    case "unary":
      return [node.operand];
    case "array":
      return node.items;
    case "assign":
      return [node.value];
    case "index":
      return [node.receiver, node.index];
    case "call":
      return node.args;
    default:
      return null;
  }
}

const QUERY = { mode: "query", self: null } as const;

/** The value of a literal, constant or name; undefined for nodes that have to be evaluated. */
export function literalValue(node: Node, { mode, self }: Pick<Part, "mode" | "self"> = QUERY): Value | undefined {
  if (!isLiteral(node, mode)) return undefined;
  switch (node.type) {
    case "integer":
    case "float":
    case "string":
    case "literal":
      return node.value;
    case "symbol":
    case "name":
      return symbolOf(node.name);
    case "constant":
      return CONSTANTS[node.name] ?? null;
    case "self":
      return self;
    default:
      return undefined;
  }
}

/** The branch that a choice (`IF(…)` or `a ? b : c`) took; null for other parts. */
export function branchOf(part: Part): Operand | null {
  const { node, parts } = part;
  const choice =
    node.type === "ternary"
      ? [node.test, node.yes, node.no]
      : node.type === "call" && node.name === "IF"
        ? node.args
        : null;
  if (choice === null) return null;
  const [test, yes, no] = choice.map((node) =>
    node.type === "lambda" && node.procedure.parameters.length === 0 ? node.procedure.body : node,
  ) as [Node, Node, Node];
  const operandOf = (branch: Node): Operand | null => {
    const literal = literalValue(branch, part);
    if (literal !== undefined) return { literal };
    const match = parts.find(({ node }) => node === branch);
    return match === undefined ? null : { part: match };
  };
  const condition = operandOf(test);
  return operandOf(condition !== null && isTrue(valueOf(condition)) ? yes : no);
}

/**
 * Computes a part's value from its own parts. Undefined if it has none to recombine: an attribute of an object, a
 * selection of objects, another query, a value read from the scenario.
 */
export function recombine(part: Part): Value | undefined {
  const { node, scope, parts } = part;
  switch (node.type) {
    case "sequence":
    case "logical":
      return parts.at(-1)?.value;
    case "ternary":
      return valueOfBranch(part);
    case "call":
      return part.mode === "query" ? recombineCall(part, node) : undefined;
    default:
  }
  const operands = operandsOf(part);
  if (operands === null) return undefined;
  const [first = null, second = null] = operands.map(valueOf);
  switch (node.type) {
    case "binary":
      return OPERATORS[node.operator](first, second);
    case "unary":
      return node.operator === "!" ? !isTrue(first) : node.operator === "-" ? negate(first) : first;
    case "assign":
      return first;
    case "array":
      return operands.map(valueOf);
    default:
      return undefined;
  }

  function recombineCall(part: Part, call: Node & { readonly type: "call" }): Value | undefined {
    const { name } = call;
    if (SELECTION_FUNCTIONS.has(name) || QUERY_FUNCTIONS.has(name)) return undefined;
    const objectParts = partsOfObjects(part);
    if (OBJECT_FUNCTIONS.has(name)) {
      if (objectParts.length === 0) return undefined;
      return objectParts.length === 1 ? orZero(objectParts[0]!.value) : objectParts.map(({ value }) => value);
    }
    if (name === "IF") return valueOfBranch(part);
    const definition = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (definition === undefined || definition.reads !== null) return undefined;
    if (name === "SUM" && objectParts.length > 0)
      return definition.call(
        scope,
        objectParts.flatMap(({ value }, index) =>
          index % 2 === 0 ? [] : [multiply(objectParts[index - 1]!.value, value)],
        ),
      );
    const args = operandsOf(part)?.map(valueOf);
    // Functions that read the area's data by name have no parts.
    if (args === undefined || part.parts.length === 0) return undefined;
    return definition.call(scope, args);
  }
}

function valueOfBranch(part: Part): Value | undefined {
  const branch = branchOf(part);
  return branch === null ? undefined : valueOf(branch);
}

/** Whether two values are equal, bit for bit. */
export function isSame(one: Value, other: Value): boolean {
  if (Object.is(one, other)) return true;
  if (isListLike(one) && isListLike(other))
    return (
      one.length === other.length &&
      Array.from(one, (value, index) => isSame(value, other[index] ?? null)).every(Boolean)
    );
  if (one instanceof Map && other instanceof Map)
    return (
      one.size === other.size &&
      [...one].every(([key, value]) => isSame(value as Value, (other.get(key) ?? null) as Value))
    );
  return false;
}

const isListLike = (value: Value): value is readonly Value[] | Float64Array =>
  value instanceof Float64Array || Array.isArray(value);
