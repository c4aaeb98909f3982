/**
 * The denominators of a query that is a ratio, possibly combined with constants: `DIVIDE(a, b) - 1`, in a year's
 * branch.
 */
import { GqlSyntaxError, type Node, parse } from "@etesian/gql";
import type { AuditedModel } from "./audited-model.ts";
import type { Year } from "./audited-scenario.ts";

/** Maximum depth to which queries that name each other are followed. */
const MAX_DEPTH = 8;

/** Texts of the denominators in a year; none if the result is not a ratio. */
export function denominatorsOf(query: string, year: Year, model: AuditedModel, depth = 0): readonly string[] {
  const text = model.queryText(query);
  if (depth > MAX_DEPTH || text === "") return [];
  try {
    return denominatorsOfNode(parse(text).body, { text, year, model, depth });
  } catch (error) {
    if (error instanceof GqlSyntaxError) return [];
    throw error;
  }
}

interface WalkContext {
  readonly text: string;
  readonly year: Year;
  readonly model: AuditedModel;
  readonly depth: number;
}

/** Functions whose result is a ratio if one argument is a ratio and the others are constants. */
const RATIO_PRESERVING = new Set(["SUM", "PRODUCT", "NEG", "ROUND", "UNIT"]);

const isConstant = ({ type }: Node): boolean => type === "integer" || type === "float" || type === "name";

function denominatorsOfNode(node: Node, context: WalkContext): readonly string[] {
  switch (node.type) {
    case "sequence":
      return node.statements.length === 1 ? denominatorsOfNode(node.statements[0]!, context) : [];
    case "lambda":
      return denominatorsOfNode(node.procedure.body, context);
    case "unary":
      return denominatorsOfNode(node.operand, context);
    case "binary":
      if (node.operator === "/" && !isConstant(node.right)) return [textOf(node.right, context)];
      return denominatorsOfVariable([node.left, node.right], context);
    case "call":
      return denominatorsOfCall(node, context);
    default:
      return [];
  }
}

function denominatorsOfCall({ name, args }: Node & { readonly type: "call" }, context: WalkContext): readonly string[] {
  const [first, second, third] = args;
  if (name === "DIVIDE" && second !== undefined) return isConstant(second) ? [] : [textOf(second, context)];
  if (name === "Q" && first?.type === "name")
    return denominatorsOf(first.name, context.year, context.model, context.depth + 1);
  if (name === "IF" && first !== undefined && second !== undefined && third !== undefined) {
    const isOfYear = context.text.slice(first.offset, second.offset).includes("future?");
    const branches = !isOfYear ? [second, third] : context.year === "future" ? [second] : [third];
    return branches.flatMap((branch) => denominatorsOfNode(branch, context));
  }
  return RATIO_PRESERVING.has(name) ? denominatorsOfVariable(args, context) : [];
}

/** The only argument that is not a constant; with several, the result is not a ratio. */
function denominatorsOfVariable(nodes: readonly Node[], context: WalkContext): readonly string[] {
  const [variable, other] = nodes.filter((node) => !isConstant(node));
  return variable === undefined || other !== undefined ? [] : denominatorsOfNode(variable, context);
}

/** The text of an expression, up to the comma or bracket that ends it. */
function textOf({ offset }: Node, { text }: WalkContext): string {
  let openBrackets = 0;
  for (let end = offset; end < text.length; end++) {
    const letter = text[end]!;
    if ("([{".includes(letter)) openBrackets++;
    else if (")]}".includes(letter) && openBrackets-- === 0) return text.slice(offset, end).trim();
    else if (letter === "," && openBrackets === 0) return text.slice(offset, end).trim();
  }
  return text.slice(offset).trim();
}
