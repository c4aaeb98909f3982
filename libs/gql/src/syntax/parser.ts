import type { Ast, BinaryOperator, Node, Parameter, Procedure } from "./ast.ts";
import { Lexer, readModifier, type Layout } from "./lexer.ts";

export interface ParseOptions {
  /** Key of the query, for error messages. */
  readonly key?: string;
  /**
   * `insignificant` (default) for gqueries and inputs, where blanks and line breaks are ignored. `significant` for
   * quoted expressions and `~` queries of documents, where a line break ends a complete statement.
   */
  readonly layout?: Layout;
}

/**
 * Parses a query. Throws `GqlSyntaxError` with the query's key, the position and a caret.
 *
 * A leading `present:` or `future:` is returned as the modifier (queries only). The precedence of operators is as in
 * Ruby, from high to low: `!`, `**`, unary minus, `* / %`, `+ -`, `< <= > >=`, `== !=`, `&&`, `||`, `..`, `?:`, `=`.
 */
export function parse(text: string, options: ParseOptions = {}): Ast {
  const key = options.key ?? null;
  const layout = options.layout ?? "insignificant";
  const { modifier, end } = layout === "insignificant" ? readModifier(text) : { modifier: null, end: 0 };
  const parser = new Parser(new Lexer(text, key, layout, end));
  return { text, key, modifier, body: parser.query(), slots: parser.slots };
}

const OR = 10;
const AND = 20;
const EQUALITY = 30;
const COMPARISON = 40;
const SUM = 50;
const PRODUCT = 60;
const NEGATION = 70;
const POWER = 80;
const NOT = 90;

/** Binding power of binary operators. */
const POWERS: Readonly<Record<string, number>> = {
  "||": OR,
  "&&": AND,
  "==": EQUALITY,
  "!=": EQUALITY,
  "<": COMPARISON,
  "<=": COMPARISON,
  ">": COMPARISON,
  ">=": COMPARISON,
  "+": SUM,
  "-": SUM,
  "*": PRODUCT,
  "/": PRODUCT,
  "%": PRODUCT,
  "**": POWER,
};

/** Maximum nesting, below the depth at which the stack overflows. */
const MAX_DEPTH = 500;

/** Variables visible in a query, lambda or block body. */
interface VariableScope {
  readonly outer: VariableScope | null;
  readonly slots: Map<string, number>;
}

class Parser {
  slots = 0;
  readonly #lexer: Lexer;
  #variables: VariableScope = { outer: null, slots: new Map() };
  #depth = 0;

  constructor(lexer: Lexer) {
    this.#lexer = lexer;
  }

  query(): Node {
    this.#lexer.advance(true);
    const body = this.#statements();
    if (this.#lexer.kind !== "end") this.#unexpected("an operator or the end of the query");
    return body;
  }

  #unexpected(expected: string): never {
    this.#lexer.fail(this.#lexer.start, `expected ${expected}, found ${this.#lexer.describe()}`);
  }

  #isAt(operator: string): boolean {
    return this.#lexer.kind === "operator" && this.#lexer.value === operator;
  }

  #accept(operator: string, operandFollows: boolean): boolean {
    if (!this.#isAt(operator)) return false;
    this.#lexer.advance(operandFollows);
    return true;
  }

  #expect(operator: string, expected: string, operandFollows = false): void {
    if (!this.#accept(operator, operandFollows)) this.#unexpected(expected);
  }

  /** Statements up to a closing bracket or the end. */
  #statements(): Node {
    const lexer = this.#lexer;
    const start = lexer.start;
    const statements: Node[] = [];
    for (;;) {
      while (this.#accept(";", true));
      if (lexer.kind === "end" || this.#isAt(")") || this.#isAt("}")) break;
      statements.push(this.#expression());
      if (!this.#isAt(";") && !lexer.hasNewlineBefore) break;
    }
    return statements.length === 1 ? statements[0]! : { type: "sequence", statements, offset: start };
  }

  #expression(): Node {
    if (++this.#depth > MAX_DEPTH) this.#lexer.fail(this.#lexer.start, `more than ${MAX_DEPTH} levels of nesting`);
    const node = this.#ternary();
    this.#depth--;
    return node;
  }

  #ternary(): Node {
    const test = this.#range();
    if (!this.#isAt("?") || this.#lexer.hasNewlineBefore) return test;
    this.#lexer.advance(true);
    const yes = this.#expression();
    this.#expect(":", '":" of the choice', true);
    const no = this.#expression();
    return { type: "ternary", test, yes, no, offset: test.offset };
  }

  #range(): Node {
    const from = this.#binary(0);
    const exclusive = this.#isAt("...");
    if (!exclusive && !this.#isAt("..")) return from;
    this.#lexer.advance(true);
    return { type: "range", from, to: this.#binary(0), exclusive, offset: from.offset };
  }

  #binary(minimum: number): Node {
    const lexer = this.#lexer;
    let left = this.#unary();
    for (;;) {
      if (lexer.kind !== "operator" || lexer.hasNewlineBefore) return left;
      const operator = lexer.value;
      const power = POWERS[operator];
      if (power === undefined || power <= minimum) return left;
      const offset = lexer.start;
      lexer.advance(true);
      // `**` binds to the right: 2**3**2 is 2**(3**2).
      const right = this.#binary(operator === "**" ? power - 1 : power);
      left =
        operator === "&&" || operator === "||"
          ? { type: "logical", operator, left, right, offset }
          : { type: "binary", operator: operator as BinaryOperator, left, right, offset };
    }
  }

  #unary(): Node {
    const lexer = this.#lexer;
    if (lexer.kind !== "operator") return this.#postfix(this.#primary());
    const operator = lexer.value;
    if (operator !== "-" && operator !== "+" && operator !== "!") return this.#postfix(this.#primary());
    const offset = lexer.start;
    lexer.advance(true);
    if (++this.#depth > MAX_DEPTH) lexer.fail(offset, `more than ${MAX_DEPTH} levels of nesting`);
    const operand = this.#binary(operator === "-" ? NEGATION : NOT);
    this.#depth--;
    return { type: "unary", operator, operand, offset };
  }

  #primary(): Node {
    const lexer = this.#lexer;
    const offset = lexer.start;
    const { value } = lexer;
    switch (lexer.kind) {
      case "name":
        return this.#word(value, offset);
      case "constant":
        lexer.advance(false);
        return this.#opensArguments() ? this.#call(value, offset) : { type: "constant", name: value, offset };
      case "integer":
        lexer.advance(false);
        return { type: "integer", value: BigInt(value), offset };
      case "float":
        lexer.advance(false);
        return { type: "float", value: Number(value), offset };
      case "string":
        lexer.advance(false);
        return { type: "string", value, offset };
      case "symbol":
        lexer.advance(false);
        return { type: "symbol", name: value, offset };
      case "pattern":
        lexer.advance(false);
        return { type: "pattern", source: value, offset };
      case "operator":
        if (value === "(") return this.#parenthesised();
        if (value === "[") return this.#array();
        if (value === "{") return this.#hash();
        if (value === "->") return this.#lambda();
        break;
      case "label":
      case "end":
    }
    this.#unexpected("a value");
  }

  /** A bare word: literal, assignment, local variable, message or symbol. */
  #word(name: string, offset: number): Node {
    const lexer = this.#lexer;
    lexer.advance(false);
    if (name === "nil") return { type: "literal", value: null, offset };
    if (name === "true" || name === "false") return { type: "literal", value: name === "true", offset };
    if (name === "self") return { type: "self", offset };
    if (this.#opensArguments()) return this.#call(name, offset);
    if (this.#isAt("=") && !lexer.hasNewlineBefore) {
      lexer.advance(true);
      // The variable exists from here on, even in its own value, where it is nil.
      const slot = this.#lookUp(name) ?? this.#newSlot(name);
      return { type: "assign", name, slot, value: this.#expression(), offset };
    }
    const slot = this.#lookUp(name);
    if (slot !== undefined) return { type: "local", name, slot, offset };
    if (this.#opensBareArguments()) return { type: "call", name, args: this.#bareArguments(), block: null, offset };
    return { type: "name", name, offset };
  }

  #lookUp(name: string): number | undefined {
    if (this.slots === 0) return undefined;
    for (let variables: VariableScope | null = this.#variables; variables !== null; variables = variables.outer) {
      const slot = variables.slots.get(name);
      if (slot !== undefined) return slot;
    }
    return undefined;
  }

  #newSlot(name: string): number {
    const slot = this.slots++;
    this.#variables.slots.set(name, slot);
    return slot;
  }

  #opensArguments(): boolean {
    return this.#isAt("(") && !this.#lexer.hasNewlineBefore;
  }

  /**
   * Significant layout only: `name :symbol`, `name "text"` and, as in Ruby, `name -1` (but not `name - 1`) are calls
   * without parentheses.
   */
  #opensBareArguments(): boolean {
    const lexer = this.#lexer;
    if (!lexer.hasSpaceBefore || lexer.hasNewlineBefore) return false;
    switch (lexer.kind) {
      case "end":
      case "label":
      case "pattern":
        return false;
      case "operator":
        if (lexer.value === ":") return lexer.rereadSymbol();
        return (lexer.value === "-" || lexer.value === "[") && !lexer.hasSpaceAfter();
      default:
        return true;
    }
  }

  #bareArguments(): Node[] {
    const args = [this.#expression()];
    while (this.#accept(",", true)) args.push(this.#expression());
    return args;
  }

  #call(name: string, offset: number): Node {
    const args = this.#arguments(name);
    return { type: "call", name, args, block: this.#block(), offset };
  }

  /** `(a, b, …)`; a trailing comma is allowed. */
  #arguments(name: string): Node[] {
    const args: Node[] = [];
    this.#lexer.advance(true);
    while (!this.#isAt(")")) {
      args.push(this.#expression());
      if (!this.#accept(",", true) && !this.#isAt(")")) this.#unexpected(`"," or ")" in the arguments of ${name}`);
    }
    this.#lexer.advance(false);
    return args;
  }

  #block(): Procedure | null {
    if (!this.#isAt("{") || this.#lexer.hasNewlineBefore) return null;
    this.#lexer.advance(true);
    return this.#procedure(() => {
      if (!this.#accept("|", false)) return [];
      const parameters = this.#parameters("|");
      this.#expect("|", '"|" after the parameters', true);
      return parameters;
    });
  }

  /** `(&:name)`, short for the block `{|it| it.name}`. */
  #passedBlock(): Procedure | null {
    const lexer = this.#lexer;
    if (!this.#opensArguments() || !lexer.passesBlock()) return null;
    lexer.advance(true);
    lexer.advance(true);
    if (lexer.kind !== "symbol") this.#unexpected('":name" after "&"');
    const offset = lexer.start;
    const parameter = { name: "it", slot: this.slots++ };
    const receiver: Node = { type: "local", ...parameter, offset };
    const body: Node = { type: "send", receiver, name: lexer.value, args: [], block: null, offset };
    lexer.advance(false);
    this.#expect(")", '")"');
    return { parameters: [parameter], body };
  }

  #lambda(): Node {
    const offset = this.#lexer.start;
    this.#lexer.advance(false);
    const procedure = this.#procedure(() => {
      let parameters: Parameter[] = [];
      if (this.#accept("(", false)) {
        parameters = this.#parameters(")");
        this.#expect(")", '")" after the parameters');
      } else if (this.#lexer.kind === "name") parameters = this.#parameters("{");
      this.#expect("{", '"{" of the lambda', true);
      return parameters;
    });
    return { type: "lambda", procedure, offset };
  }

  #parameters(close: string): Parameter[] {
    const parameters: Parameter[] = [];
    while (!this.#isAt(close)) {
      if (this.#lexer.kind !== "name") this.#unexpected("a parameter name");
      const name = this.#lexer.value;
      parameters.push({ name, slot: this.#newSlot(name) });
      this.#lexer.advance(false);
      if (!this.#accept(",", false)) break;
    }
    return parameters;
  }

  /** Parameters and body, in their own scope; the body ends at `}`. */
  #procedure(readParameters: () => Parameter[]): Procedure {
    this.#variables = { outer: this.#variables, slots: new Map() };
    const parameters = readParameters();
    const body = this.#statements();
    this.#variables = this.#variables.outer!;
    this.#expect("}", '"}"');
    return { parameters, body };
  }

  #parenthesised(): Node {
    this.#lexer.advance(true);
    const body = this.#statements();
    this.#expect(")", '")"');
    return body;
  }

  #array(): Node {
    const offset = this.#lexer.start;
    const items: Node[] = [];
    this.#lexer.advance(true);
    while (!this.#isAt("]")) {
      items.push(this.#expression());
      if (!this.#accept(",", true) && !this.#isAt("]")) this.#unexpected('"," or "]" in a list');
    }
    this.#lexer.advance(false);
    return { type: "array", items, offset };
  }

  #hash(): Node {
    const lexer = this.#lexer;
    const offset = lexer.start;
    const entries: (readonly [Node, Node])[] = [];
    lexer.advance(true);
    while (!this.#isAt("}")) {
      entries.push([this.#hashKey(), this.#expression()]);
      if (!this.#accept(",", true) && !this.#isAt("}")) this.#unexpected('"," or "}" in a hash');
    }
    lexer.advance(false);
    return { type: "hash", entries, offset };
  }

  #hashKey(): Node {
    const lexer = this.#lexer;
    const offset = lexer.start;
    if ((lexer.kind === "name" || lexer.kind === "constant" || lexer.kind === "string") && lexer.acceptLabel()) {
      const name = lexer.value;
      lexer.advance(true);
      return { type: "symbol", name, offset };
    }
    const key = this.#expression();
    this.#expect("=>", '"=>" or ":" after the key of a hash', true);
    return key;
  }

  /** Suffixes of a value: `.name(…){…}` and `[…]`. */
  #postfix(node: Node): Node {
    const lexer = this.#lexer;
    for (;;) {
      const offset = lexer.start;
      if (this.#accept(".", false)) {
        if (lexer.kind !== "name") this.#unexpected('the name of an attribute after "."');
        const name = lexer.value;
        lexer.advance(false);
        const passedBlock = this.#passedBlock();
        const args = passedBlock === null && this.#opensArguments() ? this.#arguments(name) : [];
        node = { type: "send", receiver: node, name, args, block: passedBlock ?? this.#block(), offset };
      } else if (this.#isAt("[") && !lexer.hasSpaceBefore) {
        lexer.advance(true);
        const index = this.#expression();
        this.#expect("]", '"]" after the index');
        if (this.#isAt("=") && !lexer.hasNewlineBefore) {
          lexer.advance(true);
          return { type: "assign_index", receiver: node, index, value: this.#expression(), offset };
        }
        node = { type: "index", receiver: node, index, offset };
      } else return node;
    }
  }
}
