/**
 * The syntax tree of a query. Plain data; every node has its offset in the text.
 *
 * The parser resolves local variables: each variable of a query (including parameters of lambdas and blocks) has a
 * slot number. A bare word that is not an assigned variable is a `name`, which evaluates to a symbol.
 */
export type BinaryOperator = "+" | "-" | "*" | "/" | "%" | "**" | "==" | "!=" | "<" | "<=" | ">" | ">=";
export type LogicalOperator = "&&" | "||";
export type UnaryOperator = "-" | "+" | "!";

export type Node =
  | { readonly type: "integer"; readonly value: bigint; readonly offset: number }
  | { readonly type: "float"; readonly value: number; readonly offset: number }
  | { readonly type: "string"; readonly value: string; readonly offset: number }
  /** `:key`, `:"with blanks"`. */
  | { readonly type: "symbol"; readonly name: string; readonly offset: number }
  /** `/\s/`; only `gsub` takes one. */
  | { readonly type: "pattern"; readonly source: string; readonly offset: number }
  | { readonly type: "literal"; readonly value: null | boolean; readonly offset: number }
  | { readonly type: "self"; readonly offset: number }
  /** A bare word (`demand`, `energetic?`) that is not a local variable. */
  | { readonly type: "name"; readonly name: string; readonly offset: number }
  /** An upper-case word without parentheses (`BILLIONS`). */
  | { readonly type: "constant"; readonly name: string; readonly offset: number }
  | { readonly type: "local"; readonly name: string; readonly slot: number; readonly offset: number }
  /** `NAME(…)`, a function, or `name(…)`, a message for an object. */
  | {
      readonly type: "call";
      readonly name: string;
      readonly args: readonly Node[];
      readonly block: Procedure | null;
      readonly offset: number;
    }
  /** `receiver.name(…)`. */
  | {
      readonly type: "send";
      readonly receiver: Node;
      readonly name: string;
      readonly args: readonly Node[];
      readonly block: Procedure | null;
      readonly offset: number;
    }
  | { readonly type: "index"; readonly receiver: Node; readonly index: Node; readonly offset: number }
  | { readonly type: "unary"; readonly operator: UnaryOperator; readonly operand: Node; readonly offset: number }
  | {
      readonly type: "binary";
      readonly operator: BinaryOperator;
      readonly left: Node;
      readonly right: Node;
      readonly offset: number;
    }
  | {
      readonly type: "logical";
      readonly operator: LogicalOperator;
      readonly left: Node;
      readonly right: Node;
      readonly offset: number;
    }
  | {
      readonly type: "ternary";
      readonly test: Node;
      readonly yes: Node;
      readonly no: Node;
      readonly offset: number;
    }
  | {
      readonly type: "range";
      readonly from: Node;
      readonly to: Node;
      readonly exclusive: boolean;
      readonly offset: number;
    }
  | {
      readonly type: "assign";
      readonly name: string;
      readonly slot: number;
      readonly value: Node;
      readonly offset: number;
    }
  | {
      readonly type: "assign_index";
      readonly receiver: Node;
      readonly index: Node;
      readonly value: Node;
      readonly offset: number;
    }
  | { readonly type: "array"; readonly items: readonly Node[]; readonly offset: number }
  | { readonly type: "hash"; readonly entries: readonly (readonly [key: Node, value: Node])[]; readonly offset: number }
  | { readonly type: "lambda"; readonly procedure: Procedure; readonly offset: number }
  /** Statements separated by `;`. The value is the last statement's; nil if there are none. */
  | { readonly type: "sequence"; readonly statements: readonly Node[]; readonly offset: number };

export interface Parameter {
  readonly name: string;
  readonly slot: number;
}

/** Body of a lambda `->(a){…}` or of a block `{|a| …}`. */
export interface Procedure {
  readonly parameters: readonly Parameter[];
  readonly body: Node;
}

/** A parsed query. */
export interface Ast {
  /** The original text, for error messages. */
  readonly text: string;
  /** Key of the query, if it has one. */
  readonly key: string | null;
  /** The `present:` or `future:` before the query, without the colon. */
  readonly modifier: string | null;
  readonly body: Node;
  /** Number of local variables. */
  readonly slots: number;
}
