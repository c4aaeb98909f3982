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
    return ofNode(parse(text).body, { text, year, model, depth });
  } catch (error) {
    if (error instanceof GqlSyntaxError) return [];
    throw error;
  }
}

interface Place {
  readonly text: string;
  readonly year: Year;
  readonly model: AuditedModel;
  readonly depth: number;
}

/** Functions that keep a ratio a ratio if their other arguments are constants. */
const RATIO_PRESERVING = new Set(["SUM", "PRODUCT", "NEG", "ROUND", "UNIT"]);

const isConstant = ({ type }: Node): boolean => type === "integer" || type === "float" || type === "name";

function ofNode(node: Node, place: Place): readonly string[] {
  switch (node.type) {
    case "sequence":
      return node.statements.length === 1 ? ofNode(node.statements[0]!, place) : [];
    case "lambda":
      return ofNode(node.procedure.body, place);
    case "unary":
      return ofNode(node.operand, place);
    case "binary":
      if (node.operator === "/" && !isConstant(node.right)) return [textOf(node.right, place)];
      return ofRest([node.left, node.right], place);
    case "call":
      return ofCall(node, place);
    default:
      return [];
  }
}

function ofCall({ name, args }: Node & { readonly type: "call" }, place: Place): readonly string[] {
  const [first, second, third] = args;
  if (name === "DIVIDE" && second !== undefined) return isConstant(second) ? [] : [textOf(second, place)];
  if (name === "Q" && first?.type === "name")
    return denominatorsOf(first.name, place.year, place.model, place.depth + 1);
  if (name === "IF" && first !== undefined && second !== undefined && third !== undefined) {
    const isOfYear = place.text.slice(first.at, second.at).includes("future?");
    const branches = !isOfYear ? [second, third] : place.year === "future" ? [second] : [third];
    return branches.flatMap((branch) => ofNode(branch, place));
  }
  return RATIO_PRESERVING.has(name) ? ofRest(args, place) : [];
}

/** The only argument that is not a constant; several of them are a sum, not a ratio. */
function ofRest(nodes: readonly Node[], place: Place): readonly string[] {
  const [only, other] = nodes.filter((node) => !isConstant(node));
  return only === undefined || other !== undefined ? [] : ofNode(only, place);
}

/** The text of an expression, up to the comma or bracket that ends it. */
function textOf({ at }: Node, { text }: Place): string {
  let open = 0;
  for (let end = at; end < text.length; end++) {
    const letter = text[end]!;
    if ("([{".includes(letter)) open++;
    else if (")]}".includes(letter) && open-- === 0) return text.slice(at, end).trim();
    else if (letter === "," && open === 0) return text.slice(at, end).trim();
  }
  return text.slice(at).trim();
}
