/**
 * Queries that users write. Unlike the model's queries, they change nothing that another query reads, and they end
 * after a bounded amount of work.
 */
import { Compiler, type Watch } from "./compiler/compiler.ts";
import { UPDATES } from "./functions/updates.ts";
import type { Code, Goal, Program, Scope } from "./machine.ts";
import type { Node } from "./syntax/ast.ts";
import { GqlSyntaxError } from "./syntax/error.ts";
import { parse } from "./syntax/parser.ts";
import { GqlError, type Value, type Vocabulary, type World } from "./world.ts";

/** Maximum work of a query: about one unit for each value of a list or curve that a part of its text returns. */
const MAX_WORK = 10_000_000;
/** Work of a part of a query, and of a part evaluated on an object. An attribute takes up to a few microseconds. */
const WORK_PER_PART = 10;
const WORK_PER_ATTRIBUTE = 100;
/** Work per character of parsed text. */
const WORK_PER_CHARACTER = 50;
/**
 * Maximum nesting of parts, including the parts of called lambdas and texts, below the depth at which the stack
 * overflows.
 */
const MAX_DEPTH = 500;
/** Maximum values of a list, including nested lists: a few hundred hourly curves, or tens of megabytes as text. */
const MAX_VALUES = 3_000_000;
/** Maximum characters of a string. A replacement can multiply the lengths of two strings. */
const MAX_TEXT = 2_000;
/** Largest integer: an operation on integers takes at most a few milliseconds. */
const MAX_INTEGER = 2n ** 1024n;

/** A user's query text, compiled once. Throws `GqlSyntaxError`, including for updates and assignments to a hash. */
export class UserQuery {
  readonly #compiler: Compiler;
  readonly #program: Program;
  readonly #sizes = new WeakMap<object, number>();
  #work = 0;
  #depth = 0;

  constructor(text: string, vocabulary: Vocabulary) {
    this.#compiler = new Compiler(vocabulary, this.#watch, (values) => this.#spend(values));
    this.#program = this.#compiler.compileQuery(parse(text));
  }

  /** The result in a year, not cached; its curves are valid until the current task ends. Throws `GqlError`. */
  run(years: { readonly present: Scope; readonly future: Scope }, year: World["year"]): Value {
    this.#work = 0;
    this.#depth = 0;
    const scopes = {} as { present: UserScope; future: UserScope };
    const evaluate = (scope: Scope, text: string): Value => {
      this.#spend(text.length * WORK_PER_CHARACTER);
      return runIn(scope, this.#compiler.compileQuery(parse(text, { key: "the quoted text" })));
    };
    const evaluateOn = (scope: Scope, object: Value, text: string): Value => {
      this.#spend(text.length * WORK_PER_CHARACTER);
      return this.#compiler.compileExpression(text)({ scope, locals: [] }, object);
    };
    scopes.present = new UserScope(years.present, scopes, { evaluate, evaluateOn });
    scopes.future = new UserScope(years.future, scopes, { evaluate, evaluateOn });
    try {
      return runIn(scopes[year], this.#program);
    } catch (error) {
      // The stack, a string or a list became too large within a function, before its result could be measured.
      if (error instanceof RangeError) throw new GqlError(`the query is too large: ${error.message}`);
      throw error;
    }
  }

  readonly #watch: Watch = (node, mode, code, ast): Code => {
    const refusal = refusalOf(node);
    if (refusal !== null) throw new GqlSyntaxError(ast.text, ast.key, node.offset, refusal);
    const work = mode === "object" ? WORK_PER_ATTRIBUTE : WORK_PER_PART;
    return (frame, self) => {
      if (++this.#depth > MAX_DEPTH) throw new GqlError(`more than ${MAX_DEPTH} levels of nesting`);
      this.#spend(work);
      const value = code(frame, self);
      this.#spend(this.#sizeOf(value));
      this.#depth--;
      return value;
    };
  };

  #spend(work: number): void {
    this.#work += work;
    if (this.#work > MAX_WORK) throw new GqlError("the query takes too much work");
  }

  /** The number of values in a value, at any depth. Throws `GqlError` if it is too large. */
  #sizeOf(value: Value): number {
    switch (typeof value) {
      case "string":
        if (value.length > MAX_TEXT) throw new GqlError(`a string of more than ${MAX_TEXT} characters`);
        return value.length;
      case "bigint":
        if (value > MAX_INTEGER || value < -MAX_INTEGER) throw new GqlError("an integer of more than 1024 bits");
        return 1;
      case "object":
        if (value instanceof Float64Array) return value.length;
        if (Array.isArray(value) || value instanceof Map) return this.#sizeOfMany(value as Iterable<Value>);
        return 1;
      default:
        return 1;
    }
  }

  /** Caches the size of each list, because nested references to one list can represent any number of values. */
  #sizeOfMany(values: Iterable<Value | readonly [Value, Value]>): number {
    let size = this.#sizes.get(values);
    if (size !== undefined) return size;
    size = 0;
    for (const value of values) {
      size += 1 + (typeof value === "object" && value !== null ? this.#sizeOf(value) : 0);
      if (size > MAX_VALUES) throw new GqlError(`a list of more than ${MAX_VALUES} values`);
    }
    this.#sizes.set(values, size);
    return size;
  }
}

const runIn = (scope: Scope, { code, slots }: Program): Value =>
  code({ scope, locals: Array<Value>(slots).fill(null) }, null);

/** The reason why a user's query cannot contain a part; null if it can. */
function refusalOf(node: Node): string | null {
  switch (node.type) {
    case "call":
      return Object.hasOwn(UPDATES, node.name) ? `${node.name} can only be used in an input of the model` : null;
    case "assign_index":
      // The hash may be another query's cached result.
      return "a hash cannot be changed here";
    case "send":
      // A regular expression can take longer than any limit.
      return node.name === "gsub" && node.args[0]?.type === "pattern"
        ? "the pattern of gsub must be a string here"
        : null;
    default:
      return null;
  }
}

/** A year for a user's query: quoted texts run within the query's limits, named queries are evaluated as usual. */
class UserScope implements Scope {
  readonly world: World;
  readonly vocabulary: Vocabulary;
  readonly input = null;
  readonly updating = null;
  /** Kept separately, so that `GRAPH().goals` of other queries does not contain goals that this query requests. */
  readonly goals = new Map<string, Goal>();
  readonly lists = new Map<number, Value>();
  readonly #shared: Scope;
  readonly #years: { readonly present: Scope; readonly future: Scope };
  readonly #texts: {
    readonly evaluate: (scope: Scope, text: string) => Value;
    readonly evaluateOn: (scope: Scope, object: Value, text: string) => Value;
  };

  constructor(
    shared: Scope,
    years: { readonly present: Scope; readonly future: Scope },
    texts: {
      readonly evaluate: (scope: Scope, text: string) => Value;
      readonly evaluateOn: (scope: Scope, object: Value, text: string) => Value;
    },
  ) {
    this.world = shared.world;
    this.vocabulary = shared.vocabulary;
    this.#shared = shared;
    this.#years = years;
    this.#texts = texts;
  }

  get present(): Scope {
    return this.#years.present;
  }

  get future(): Scope {
    return this.#years.future;
  }

  query(key: string): Value {
    return this.#shared.query(key);
  }

  querySymbol(key: string): Value {
    return this.#shared.querySymbol(key);
  }

  evaluate(text: string): Value {
    return this.#texts.evaluate(this, text);
  }

  evaluateOn(object: Value, text: string): Value {
    return this.#texts.evaluateOn(this, object, text);
  }
}
