/**
 * Static analysis of the list that a call returns: whether the same text always yields the same list, whether the list
 * depends only on the model's structure, and whether its values are distinct.
 */
import { FUNCTIONS } from "../functions/index.ts";
import type { Node } from "../syntax/ast.ts";
import { parse } from "../syntax/parser.ts";
import { GqlError, type Vocabulary } from "../world.ts";

/** The text of a name, symbol or string; null if only evaluation can determine it. */
export const textOf = (node: Node): string | null =>
  node.type === "name" || node.type === "symbol" ? node.name : node.type === "string" ? node.value : null;

/**
 * The text that identifies a call's reusable list: calls with the same text have the same list. Null if the list is not
 * reusable, or an argument is neither a name nor such a call.
 */
export function stableText(node: Node): string | null {
  if (node.type !== "call" || !Object.hasOwn(FUNCTIONS, node.name)) return null;
  const isNode = (node.name === "V" || node.name === "MV") && node.args.length === 1;
  if (!isNode && !FUNCTIONS[node.name]!.isReusable) return null;
  const args: string[] = [];
  for (const arg of node.args) {
    const name = textOf(arg);
    const text = name === null ? stableText(arg) : JSON.stringify(name);
    if (text === null) return null;
    args.push(text);
  }
  return `${node.name}(${args.join(",")})`;
}

/**
 * Entries of blocks (`block.entry`) that a call with a reusable list reads, without duplicates. Null if the list
 * depends on anything besides these and the model's structure.
 */
export function blockEntriesRead(node: Node & { type: "call" }, vocabulary: Vocabulary): readonly string[] | null {
  const entries = new Set<string>();
  return isStructural(node, vocabulary, entries) ? [...entries].sort() : null;
}

function isStructural(node: Node, vocabulary: Vocabulary, entries: Set<string>): boolean {
  if (node.type !== "call") return textOf(node) !== null;
  if (node.name !== "FILTER") return node.args.every((arg) => isStructural(arg, vocabulary, entries));
  const [collection, condition] = node.args;
  const text = condition === undefined ? null : textOf(condition);
  if (text === null || !isStructural(collection!, vocabulary, entries)) return false;
  try {
    return readsBlocks(parse(text, { layout: "significant" }).body, vocabulary, entries);
  } catch (error) {
    if (error instanceof GqlError) return false;
    throw error;
  }
}

/** Whether an expression on a node only reads the node's blocks; adds the entries it reads. */
function readsBlocks(node: Node, vocabulary: Vocabulary, entries: Set<string>): boolean {
  const allReadBlocks = (...nodes: readonly Node[]): boolean =>
    nodes.every((part) => readsBlocks(part, vocabulary, entries));
  switch (node.type) {
    case "integer":
    case "float":
    case "string":
    case "symbol":
    case "literal":
    case "pattern":
      return true;
    case "name":
      return vocabulary.isBlock(node.name);
    case "unary":
      return allReadBlocks(node.operand);
    case "binary":
    case "logical":
      return allReadBlocks(node.left, node.right);
    case "ternary":
      return allReadBlocks(node.test, node.yes, node.no);
    case "send": {
      const { receiver, name, args, block } = node;
      if (block !== null || !allReadBlocks(receiver, ...args)) return false;
      if (receiver.type === "name") entries.add(`${receiver.name}.${name}`);
      return true;
    }
    default:
      return false;
  }
}

/** Whether the tree yields a flat list of distinct objects. */
export function returnsDistinctValues(node: Node): boolean {
  if (node.type !== "call" || !Object.hasOwn(FUNCTIONS, node.name)) return false;
  if (node.name === "FILTER") return node.args.length === 2;
  // V(key): at most one node.
  if (node.name === "V" || node.name === "MV") return node.args.length === 1 && textOf(node.args[0]!) !== null;
  return FUNCTIONS[node.name]!.isDistinct(node.args.length);
}
