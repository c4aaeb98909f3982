/** Evaluates a query again and records the value of every part of its text. */
import { CalculationFault } from "@etesian/numeric";
import { Compiler, type Mode, type Watch } from "../compiler/compiler.ts";
import type { Program, Scope } from "../machine.ts";
import type { Ast, Node } from "../syntax/ast.ts";
import type { Value, Vocabulary } from "../world.ts";

/** A part of a query's text with its value. Literals, constants and names are not parts: the text is their value. */
export interface Part {
  readonly node: Node;
  readonly mode: Mode;
  /** The object on which the part was evaluated; null in a query. */
  readonly self: Value;
  readonly scope: Scope;
  /** Null until the value is known, or if the part threw an error. */
  value: Value;
  readonly parts: Part[];
}

/** Nodes whose value is in the text itself. */
const LITERAL_NODES: ReadonlySet<Node["type"]> = new Set([
  "integer",
  "float",
  "string",
  "symbol",
  "literal",
  "constant",
  "self",
  "pattern",
  "lambda",
]);

export const isLiteral = ({ type }: Node, mode: Mode): boolean =>
  LITERAL_NODES.has(type) || (type === "name" && mode === "query");

/** Functions that select objects: their conditions are not parts of a number. */
export const SELECTION_FUNCTIONS: ReadonlySet<string> = new Set(
  (
    "ALL CARRIER CHILDREN EDGE EDGES EDGE_GROUP EG ELEMENT_AT EXCLUDE FILTER FIRST FLATTEN G GROUP INPUT_EDGES INPUT_SLOTS " +
    "INTERSECTION L LAST LOOKUP MALL MCARRIER MEDGE MEDGE_GROUP MEG MG MGROUP ML MLOOKUP MSECTOR MUSE OUTPUT_EDGES " +
    "OUTPUT_SLOTS PARENTS SECTOR SORT_BY USE"
  ).split(" "),
);

const isSelection = (node: Node): boolean =>
  (node.type === "call" && SELECTION_FUNCTIONS.has(node.name)) || (node.type === "send" && node.block !== null);

/**
 * Compiles a query so that it can be traced. Other queries that it names are evaluated as usual: their results are
 * cached. Throws `GqlSyntaxError`.
 */
export class TracedQuery {
  readonly #program: Program;
  #openParts: Part[] = [];
  #root: Part | null = null;
  #selectionDepth = 0;

  constructor(ast: Ast, vocabulary: Vocabulary) {
    this.#program = new Compiler(vocabulary, this.#watch).compileQuery(ast);
  }

  /** Runs the query. Returns the root part, whose value is null after an error; null if the text is a literal. */
  run(run: (program: Program) => Value): Part | null {
    this.#openParts = [];
    this.#root = null;
    this.#selectionDepth = 0;
    try {
      run(this.#program);
    } catch (error) {
      if (!(error instanceof CalculationFault)) throw error;
    }
    return this.#root;
  }

  readonly #watch: Watch = (node, mode, code) => {
    if (isLiteral(node, mode)) return code;
    const isSelectionNode = isSelection(node);
    return (frame, self) => {
      if (this.#selectionDepth > 0) return code(frame, self);
      const part: Part = {
        node,
        mode,
        self: mode === "object" ? self : null,
        scope: frame.scope,
        value: null,
        parts: [],
      };
      const parent = this.#openParts.at(-1);
      if (parent === undefined) this.#root = part;
      else parent.parts.push(part);
      this.#openParts.push(part);
      if (isSelectionNode) this.#selectionDepth++;
      try {
        return (part.value = code(frame, self));
      } finally {
        if (isSelectionNode) this.#selectionDepth--;
        this.#openParts.pop();
      }
    };
  };
}
