/** Compiles syntax trees to closures. */
import type { Ast, Node, Procedure } from "../syntax/ast.ts";
import { GqlSyntaxError, locate, describePosition } from "../syntax/error.ts";
import { parse } from "../syntax/parser.ts";
import { GqlError, type GraphName, type Value, type Vocabulary } from "../world.ts";
import type { Code, Frame, Program, Reads, Scope, Source } from "../machine.ts";
import { CONSTANTS } from "../functions/arithmetic.ts";
import { filter, mapCode, orZero, valueOf } from "../functions/attributes.ts";
import type { GqlFunction } from "../functions/function.ts";
import { FUNCTIONS } from "../functions/index.ts";
import { evaluateBranch } from "../functions/logic.ts";
import { send, substitute } from "../functions/methods.ts";
import { lookUp } from "../functions/objects.ts";
import { returnsDistinctValues, stableText, blockEntriesRead, textOf } from "./lists.ts";
import {
  compileIndexAssignment,
  compileBinary,
  constant,
  compileIndex,
  compileRange,
  compileUnary,
} from "./operators.ts";
import { isObject, isTrue, symbolOf } from "../values/kinds.ts";
import { isObjectList, markObjects } from "../values/lists.ts";
import { type Body, Lambda, PendingMessage, type Selector, wrongArguments } from "../values/callable.ts";
import { MAX_SUMMED, multiply, repetitions, Sum } from "../values/numbers.ts";

/** Whether a text runs as a query, or on an object (`self`). */
export type Mode = "query" | "object";

/** Wraps the code of a part of a text, to observe the values that it returns. May throw `GqlSyntaxError`. */
export type Watch = (node: Node, mode: Mode, code: Code, ast: Ast) => Code;

/** The context of code: its text (for errors), its mode, and the program's reads so far. */
interface CompileContext {
  readonly ast: Ast;
  readonly mode: Mode;
  readonly reads: CollectedReads;
}

class CollectedReads implements Reads {
  isBeyondYear = false;
  isOpen = false;
  readonly gqueries = new Set<string>();

  /** Adds the reads of a call with these arguments. */
  add(source: Source, [first]: readonly Node[]): void {
    if (source !== "gquery") this.isBeyondYear = true;
    else if (first?.type === "name" || first?.type === "symbol") this.gqueries.add(first.name);
    // A lambda is part of this program; a text may be a key or a query.
    else if (first?.type !== "lambda") this.isOpen = true;
  }
}

export class Compiler {
  readonly #vocabulary: Vocabulary;
  readonly #selectors = new Map<string, Selector>();
  readonly #expressions = new Map<string, Code>();
  readonly #lists = new Map<string, number>();
  readonly #watch: Watch | null;
  readonly #onSum: ((values: number) => void) | null;

  /**
   * @param watch wraps the code of every part; without it, lists are shared between queries
   * @param onSum is called with the number of values before a repeated list is summed, because no part returns the list
   */
  constructor(vocabulary: Vocabulary, watch: Watch | null = null, onSum: ((values: number) => void) | null = null) {
    this.#vocabulary = vocabulary;
    this.#watch = watch;
    this.#onSum = onSum;
  }

  /** Compiles a query. Throws GqlSyntaxError, including for unknown functions and constants. */
  compileQuery(ast: Ast): Program {
    const { modifier, body, slots } = ast;
    const reads = new CollectedReads();
    return { modifier, code: this.#compile(body, { ast, mode: "query", reads }), slots, reads };
  }

  /** Compiles a quoted expression, once per text; an invalid one throws when it is evaluated. */
  compileExpression(text: string): Code {
    const cached = this.#expressions.get(text);
    if (cached !== undefined) return cached;
    if (this.#expressions.size >= MAX_EXPRESSIONS) this.#expressions.clear();
    const code = compileLeniently(() => {
      const ast = parse(text, { layout: "significant" });
      // Expressions on objects can only read attributes, and therefore the graph.
      const body = this.#compile(ast.body, { ast, mode: "object", reads: new CollectedReads() });
      const { slots } = ast;
      if (slots === 0) return body;
      return (frame, self) => body({ scope: frame.scope, locals: Array<Value>(slots).fill(null) }, self);
    });
    this.#expressions.set(text, code);
    return code;
  }

  #selectorOf(name: string): Selector {
    let selector = this.#selectors.get(name);
    if (selector === undefined) {
      selector = { name, attribute: this.#vocabulary.attribute(name), method: this.#vocabulary.method(name) };
      this.#selectors.set(name, selector);
    }
    return selector;
  }

  /** Code of a node; an error of a function, method or operator in a query gets its position in the text. */
  #compile(node: Node, context: CompileContext): Code {
    const code = this.#compileWithoutPosition(node, context);
    const codeWithPosition =
      context.mode === "query" && NODES_THAT_CAN_FAIL.has(node.type) ? withPosition(code, node, context) : code;
    return this.#wrap(node, context.mode, codeWithPosition, context.ast);
  }

  #wrap(node: Node, mode: Mode, code: Code, ast: Ast): Code {
    return this.#watch === null ? code : this.#watch(node, mode, code, ast);
  }

  #compileWithoutPosition(node: Node, context: CompileContext): Code {
    switch (node.type) {
      case "integer":
      case "float":
      case "string":
      case "literal":
        return constant(node.value);
      case "symbol":
        return constant(symbolOf(node.name));
      case "name":
        return context.mode === "query" ? constant(symbolOf(node.name)) : this.#compileAttribute(node.name);
      case "constant":
        return this.#compileConstant(node.name, node.offset, context);
      case "self":
        return (_, self) => self;
      case "local": {
        const { slot } = node;
        return (frame) => frame.locals[slot]!;
      }
      case "assign": {
        const { slot } = node;
        const value = this.#compile(node.value, context);
        return (frame, self) => (frame.locals[slot] = value(frame, self));
      }
      case "call":
        return context.mode === "query" ? this.#compileCall(node, context) : this.#compileCallOnSelf(node, context);
      case "send":
        return this.#compileSend(node, context);
      case "index":
        return compileIndex(this.#compile(node.receiver, context), this.#compile(node.index, context));
      case "assign_index":
        return compileIndexAssignment(
          this.#compile(node.receiver, context),
          this.#compile(node.index, context),
          this.#compile(node.value, context),
        );
      case "unary":
        return compileUnary(node, this.#compile(node.operand, context));
      case "binary":
        return compileBinary(node, this.#compile(node.left, context), this.#compile(node.right, context));
      case "logical": {
        const left = this.#compile(node.left, context);
        const right = this.#compile(node.right, context);
        if (node.operator === "&&")
          return (frame, self) => {
            const value = left(frame, self);
            return isTrue(value) ? right(frame, self) : value;
          };
        return (frame, self) => {
          const value = left(frame, self);
          return isTrue(value) ? value : right(frame, self);
        };
      }
      case "ternary": {
        const test = this.#compile(node.test, context);
        const yes = this.#compile(node.yes, context);
        const no = this.#compile(node.no, context);
        return (frame, self) => (isTrue(test(frame, self)) ? yes(frame, self) : no(frame, self));
      }
      case "range":
        return compileRange(node, this.#compile(node.from, context), this.#compile(node.to, context));
      case "array": {
        const items = this.#compileAll(node.items, context);
        return (frame, self) => evaluateAll(items, frame, self);
      }
      case "hash": {
        const entries = node.entries.map(
          ([key, value]) => [this.#compile(key, context), this.#compile(value, context)] as const,
        );
        return (frame, self) => new Map(entries.map(([key, value]) => [key(frame, self), value(frame, self)] as const));
      }
      case "lambda": {
        const body = this.#compileBody(node.procedure, context);
        if (context.mode === "query") return (frame) => new Lambda(body, frame, undefined);
        return (frame, self) => new Lambda(body, frame, self);
      }
      case "sequence": {
        const statements = this.#compileAll(node.statements, context);
        return (frame, self) => {
          let value: Value = null;
          for (const statement of statements) value = statement(frame, self);
          return value;
        };
      }
      case "pattern":
        return fail(node.offset, context, "only the first argument of gsub can be a pattern");
    }
  }

  #compileAll(nodes: readonly Node[], context: CompileContext): readonly Code[] {
    return nodes.map((node) => this.#compile(node, context));
  }

  #compileConstant(name: string, offset: number, context: CompileContext): Code {
    if (!Object.hasOwn(CONSTANTS, name)) fail(offset, context, `unknown constant ${name}`);
    return constant(CONSTANTS[name]!);
  }

  /** A bare word on an object is its attribute. */
  #compileAttribute(name: string): Code {
    const selector = this.#selectorOf(name);
    if (LANGUAGE_ATTRIBUTES.has(name)) return (frame, self) => send(frame.scope, self, selector, NO_ARGUMENTS);
    const { attribute } = selector;
    return (frame, self) =>
      isObject(self) && self.kind !== "goal" ? attribute(self) : send(frame.scope, self, selector, NO_ARGUMENTS);
  }

  #compileBody(procedure: Procedure, context: CompileContext): Body {
    let objectCode: Code | undefined;
    return {
      parameters: procedure.parameters.map(({ slot }) => slot),
      queryCode: this.#compile(procedure.body, { ...context, mode: "query" }),
      objectCode: () => (objectCode ??= this.#compile(procedure.body, { ...context, mode: "object" })),
    };
  }

  // Calls ------------------------------------------------------------------------------------------------------------

  #compileCall(node: Node & { type: "call" }, context: CompileContext): Code {
    const { name, offset } = node;
    if (!isFunctionName(name)) return this.#compileMessage(node, context);
    const definition = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (definition === undefined) return fail(offset, context, `unknown function ${name}`);
    if (node.block !== null) return fail(offset, context, `${name} takes no block`);
    if (definition.reads !== null) context.reads.add(definition.reads, node.args);
    const count = node.args.length;
    if (count < definition.minimum || count > definition.maximum) return throwWrongCount(definition, count);
    switch (name) {
      case "V":
      case "VALUE":
        return (
          this.#compileValue("energy", node.args, context) ?? this.#compilePlainCall(definition, node.args, context)
        );
      case "MV":
        return (
          this.#compileValue("molecules", node.args, context) ?? this.#compilePlainCall(definition, node.args, context)
        );
      case "IF":
        return this.#compileChoice(node.args, context);
      case "SUM":
        return this.#compileSumOfProducts(node.args, context) ?? this.#compilePlainCall(definition, node.args, context);
    }
    const code =
      name === "FILTER"
        ? (this.#compileFilter(node.args, context) ?? this.#compilePlainCall(definition, node.args, context))
        : this.#compilePlainCall(definition, node.args, context);
    // Only the library's compiler shares lists, because their numbers are unique within one compiler.
    const listText = this.#watch === null ? stableText(node) : null;
    return listText === null ? code : this.#shareList(listText, code, node);
  }

  /**
   * Code whose list is computed once per evaluation and year, until an UPDATE, for all queries with the same text.
   * Lists that only depend on the model's structure and `entries` of blocks are shared between years
   * (`World.structuralList`).
   */
  #shareList(text: string, code: Code, node: Node & { type: "call" }): Code {
    const entries = blockEntriesRead(node, this.#vocabulary);
    const isDistinct = returnsDistinctValues(node);
    const index = this.#lists.get(text) ?? this.#lists.size;
    this.#lists.set(text, index);
    return (frame, self) => {
      const { lists, world } = frame.scope;
      let list = lists.get(index);
      if (list === undefined) {
        list = entries === null ? code(frame, self) : world.structuralList(index, entries, defer(code, frame, self));
        lists.set(index, list);
        if (isDistinct && Array.isArray(list)) markObjects(list as readonly Value[]);
      }
      return list;
    };
  }

  /** `name(…)` in a query: a message for an object. Without arguments it is the bare word. */
  #compileMessage(node: Node & { type: "call" }, context: CompileContext): Code {
    if (node.args.length === 0) return constant(symbolOf(node.name));
    const selector = this.#selectorOf(node.name);
    const args = this.#compileAll(node.args, context);
    return (frame, self) => new PendingMessage(selector, evaluateAll(args, frame, self));
  }

  /** `name(…)` on an object. */
  #compileCallOnSelf(node: Node & { type: "call" }, context: CompileContext): Code {
    return this.#compileSendTo((_, self) => self, node, context);
  }

  #compilePlainCall(
    { call, callWithOne, callWithTwo }: GqlFunction,
    nodes: readonly Node[],
    context: CompileContext,
  ): Code {
    const args = this.#compileAll(nodes, context);
    const [a, b, c] = args;
    switch (args.length) {
      case 0:
        return (frame) => call(frame.scope, []);
      case 1:
        if (callWithOne !== null) return (frame, self) => callWithOne(frame.scope, a!(frame, self));
        return (frame, self) => call(frame.scope, [a!(frame, self)]);
      case 2:
        if (callWithTwo !== null) return (frame, self) => callWithTwo(frame.scope, a!(frame, self), b!(frame, self));
        return (frame, self) => call(frame.scope, [a!(frame, self), b!(frame, self)]);
      case 3:
        return (frame, self) => call(frame.scope, [a!(frame, self), b!(frame, self), c!(frame, self)]);
      default:
        return (frame, self) => call(frame.scope, evaluateAll(args, frame, self));
    }
  }

  /** IF, without creating lambdas for branches that are written as lambdas. */
  #compileChoice([test, yes, no]: readonly Node[], context: CompileContext): Code {
    const condition = this.#compile(test!, context);
    const a = this.#compileBranch(yes!, context);
    const b = this.#compileBranch(no!, context);
    if (a.isLazy && b.isLazy)
      return (frame, self) => (isTrue(condition(frame, self)) ? a.code(frame, self) : b.code(frame, self));
    return (frame, self) => {
      const isMet = isTrue(condition(frame, self));
      // A branch that is not a lambda is always evaluated, like every argument.
      const first = a.isLazy && !isMet ? null : a.code(frame, self);
      const second = b.isLazy && isMet ? null : b.code(frame, self);
      return isMet ? (a.isLazy ? first : evaluateBranch(first)) : b.isLazy ? second : evaluateBranch(second);
    };
  }

  /**
   * SUM(V(objects, "curve * number")): a list times a number repeats the list, which a sum need not materialise. Null
   * for other sums.
   */
  #compileSumOfProducts([node, ...others]: readonly Node[], context: CompileContext): Code | null {
    if (node?.type !== "call" || others.length > 0 || node.args.length !== 2) return null;
    const graph = VALUE_FUNCTIONS.get(node.name);
    const [objects, expression] = node.args;
    if (graph === undefined || expression!.type !== "string") return null;
    if (this.#vocabulary.isNodeKey(expression.value, graph)) return null;
    const factors = this.#compileFactors(expression.value);
    if (factors === null) return null;
    const [left, right] = factors;
    const argument = this.#compile(objects!, context);
    return (frame, self) => {
      const values = lookUp(frame.scope, graph, [argument(frame, self)]);
      if (values.length === 0) return 0;
      const total = new Sum();
      for (const object of values) {
        const a = left(frame, object);
        const b = right(frame, object);
        if (a instanceof Float64Array) {
          const count = repetitions(a, b, MAX_SUMMED);
          this.#onSum?.(count * a.length);
          total.addCurve(a, count);
        } else total.addFlat(multiply(a, b));
      }
      return total.result;
    };
  }

  /** Both factors of a quoted expression that is a product; null for others and for invalid expressions. */
  #compileFactors(text: string): readonly [Code, Code] | null {
    try {
      const ast = parse(text, { layout: "significant" });
      const { body } = ast;
      if (ast.slots > 0 || body.type !== "binary" || body.operator !== "*") return null;
      const context: CompileContext = { ast, mode: "object", reads: new CollectedReads() };
      return [this.#compile(body.left, context), this.#compile(body.right, context)];
    } catch (error) {
      if (error instanceof GqlError) return null;
      throw error;
    }
  }

  #compileBranch(node: Node, context: CompileContext): { readonly code: Code; readonly isLazy: boolean } {
    const isLazy = node.type === "lambda" && node.procedure.parameters.length === 0;
    return { code: this.#compile(isLazy ? node.procedure.body : node, context), isLazy };
  }

  /** FILTER with a condition known at compile time; null otherwise. */
  #compileFilter([collection, condition]: readonly Node[], context: CompileContext): Code | null {
    const text = textOf(condition!);
    if (text === null) return null;
    const conditionCode = this.compileExpression(text);
    const list = this.#compile(collection!, context);
    const isDistinct = returnsDistinctValues(collection!);
    return (frame, self) => filter(list(frame, self), conditionCode, frame, isDistinct);
  }

  /** V and MV with an attribute known at compile time; null if only evaluation can determine the last argument. */
  #compileValue(graph: GraphName, nodes: readonly Node[], context: CompileContext): Code | null {
    const last = nodes.at(-1);
    if (last === undefined) return () => [];
    const text = textOf(last);
    if (nodes.length === 1) {
      if (text === null) return null;
      return ({ scope }) => {
        const node = scope.world.node(graph, text);
        return node === undefined ? [] : [node];
      };
    }
    const objects = nodes.slice(0, -1);
    if (text !== null) {
      if (!this.#vocabulary.isNodeKey(text, graph))
        return this.#compileAttributeOf(graph, objects, this.compileExpression(text), context);
      const args = this.#compileAll(nodes, context);
      return (frame, self) => lookUp(frame.scope, graph, evaluateAll(args, frame, self));
    }
    if (last.type === "call" && !isFunctionName(last.name) && last.args.length > 0) {
      const selector = this.#selectorOf(last.name);
      const messageArgs = this.#compileAll(last.args, context);
      const args = this.#compileAll(objects, context);
      // The message's arguments, evaluated once for all objects, are passed as the locals of its frame.
      const send = this.#wrap(
        last,
        "object",
        ({ scope, locals }, self) => messageSender(scope, selector, locals)(self),
        context.ast,
      );
      return (frame, self) => {
        const values = lookUp(frame.scope, graph, evaluateAll(args, frame, self));
        const message: Frame = { scope: frame.scope, locals: evaluateAll(messageArgs, frame, self) };
        return valueOf(values, args.length, (object) => send(message, object));
      };
    }
    return null;
  }

  /** An attribute of the objects to which the tree's nodes evaluate. */
  #compileAttributeOf(graph: GraphName, nodes: readonly Node[], attribute: Code, context: CompileContext): Code {
    const [first] = nodes;
    const args = this.#compileAll(nodes, context);
    if (nodes.length > 1)
      return (frame, self) => {
        const objects = lookUp(frame.scope, graph, evaluateAll(args, frame, self));
        return objects.some(isTrue) ? mapCode(objects, attribute, frame) : [];
      };
    const key = textOf(first!);
    if (key !== null)
      return (frame) => {
        const node = frame.scope.world.node(graph, key);
        return node === undefined ? 0 : orZero(attribute(frame, node));
      };
    const argument = args[0]!;
    if (returnsDistinctValues(first!))
      return (frame, self) => mapCode(argument(frame, self) as readonly Value[], attribute, frame);
    return (frame, self) => {
      const value = argument(frame, self);
      if (isObject(value)) return orZero(attribute(frame, value));
      return mapCode(isObjectList(value) ? value : lookUp(frame.scope, graph, [value]), attribute, frame);
    };
  }

  // Methods ----------------------------------------------------------------------------------------------------------

  #compileSend(node: Node & { type: "send" }, context: CompileContext): Code {
    const { receiver } = node;
    if (context.mode === "query" && receiver.type === "name" && receiver.name === "scope") {
      if (node.name !== "graph")
        return fail(node.offset, context, `unknown scope.${node.name}; there is only scope.graph`);
      return ({ scope }) => scope.world.graph;
    }
    if (node.name === "gsub") return this.#compileSubstitution(node, context);
    return this.#compileSendTo(this.#compile(receiver, context), node, context);
  }

  #compileSendTo(receiver: Code, node: Node & { type: "send" | "call" }, context: CompileContext): Code {
    const selector = this.#selectorOf(node.name);
    const { attribute } = selector;
    if (node.args.length === 0 && node.block === null && !LANGUAGE_ATTRIBUTES.has(node.name))
      return (frame, self) => {
        const value = receiver(frame, self);
        return isObject(value) && value.kind !== "goal"
          ? attribute(value)
          : send(frame.scope, value, selector, NO_ARGUMENTS);
      };
    const args = this.#compileAll(node.args, context);
    const body = node.block === null ? null : this.#compileBody(node.block, context);
    return (frame, self) =>
      send(frame.scope, receiver(frame, self), selector, {
        args: evaluateAll(args, frame, self),
        block: body === null ? null : new Lambda(body, frame, context.mode === "query" ? undefined : self),
      });
  }

  #compileSubstitution(node: Node & { type: "send" }, context: CompileContext): Code {
    const [pattern, replacement] = node.args;
    if (pattern === undefined || replacement === undefined || node.args.length > 2)
      return fail(node.offset, context, "gsub needs a pattern and a replacement");
    const text = this.#compile(node.receiver, context);
    const replacementCode = this.#compile(replacement, context);
    if (pattern.type === "string")
      return (frame, self) => substitute(text(frame, self), pattern.value, replacementCode(frame, self));
    if (pattern.type !== "pattern") return fail(pattern.offset, context, "the pattern of gsub must be /…/ or a string");
    const regExp = regularExpression(pattern.source, pattern.offset, context);
    return (frame, self) => substitute(text(frame, self), regExp, replacementCode(frame, self));
  }
}

const MAX_EXPRESSIONS = 20_000;

/** Functions whose last argument is an attribute of the objects before it, and the graph of their objects. */
const VALUE_FUNCTIONS: ReadonlyMap<string, GraphName> = new Map([
  ["V", "energy"],
  ["VALUE", "energy"],
  ["MV", "molecules"],
]);

const NO_ARGUMENTS = { args: [], block: null };

/** Attributes of objects that `send` handles before the vocabulary. */
const LANGUAGE_ATTRIBUTES: ReadonlySet<string> = new Set([
  "key",
  "node",
  "node_api",
  "query",
  "inputs",
  "outputs",
  "input_slots",
  "output_slots",
  "input_edges",
  "output_edges",
  "goals",
  "graph",
]);

/** Evaluates several pieces of code in order. */
function evaluateAll(codes: readonly Code[], frame: Frame, self: Value): Value[] {
  const values = Array<Value>(codes.length);
  for (let i = 0; i < codes.length; i++) values[i] = codes[i]!(frame, self);
  return values;
}

/** A separate function, so that rare uses do not slow down every call. */
const defer =
  (code: Code, frame: Frame, self: Value): (() => Value) =>
  () =>
    code(frame, self);

/** Sends `name(…)` to an object. */
const messageSender =
  (scope: Scope, selector: Selector, args: readonly Value[]): ((object: Value) => Value) =>
  (object) =>
    isObject(object) && object.kind === "node"
      ? selector.method(object, args)
      : send(scope, object, selector, { args, block: null });

const isFunctionName = (name: string): boolean => /^[A-Z]/.test(name);

function throwWrongCount({ minimum, maximum }: GqlFunction, count: number): Code {
  const expected = minimum === maximum ? minimum : maximum === Infinity ? `${minimum}+` : `${minimum}..${maximum}`;
  return () => {
    throw wrongArguments(count, expected);
  };
}

function regularExpression(source: string, offset: number, context: CompileContext): RegExp {
  try {
    return new RegExp(source, "g");
  } catch {
    return fail(offset, context, "expected a regular expression");
  }
}

/** Nodes whose evaluation can fail. */
const NODES_THAT_CAN_FAIL: ReadonlySet<Node["type"]> = new Set([
  "call",
  "send",
  "index",
  "assign_index",
  "unary",
  "binary",
  "range",
]);

function withPosition(code: Code, node: Node, { ast }: CompileContext): Code {
  return (frame, self) => {
    try {
      return code(frame, self);
    } catch (error) {
      if (error instanceof GqlError) {
        const position = describePosition(ast.key, locate(ast.text, node.offset));
        error.setPosition(node.type === "call" ? `${position}, in ${node.name}` : position, {
          key: ast.key,
          offset: node.offset,
        });
      }
      throw error;
    }
  };
}

function fail(offset: number, { ast }: CompileContext, reason: string): never {
  throw new GqlSyntaxError(ast.text, ast.key, offset, reason);
}

/** Compiles code; if that fails, returns code that throws the error when it runs. */
function compileLeniently(compile: () => Code): Code {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof GqlError)) throw error;
    return () => {
      throw error;
    };
  }
}
