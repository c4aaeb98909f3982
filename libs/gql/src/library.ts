import { Compiler } from "./compiler/compiler.ts";
import type { Code, Program } from "./machine.ts";
import { GqlSyntaxError } from "./syntax/error.ts";
import { parse } from "./syntax/parser.ts";
import type { Vocabulary } from "./world.ts";

/** A gquery as its document has it. */
export interface GqueryText {
  readonly key: string;
  readonly query: string;
  readonly unit: string | null;
  readonly deprecatedKey: string | null;
}

/** A compiled gquery. */
export interface Gquery {
  readonly key: string;
  readonly unit: string | null;
  /** A query that could not be compiled raises its `GqlSyntaxError` when evaluated. */
  readonly program: Program;
}

/** The gqueries of a model, compiled; immutable and shared by all evaluations. */
export class QueryLibrary {
  readonly vocabulary: Vocabulary;
  readonly gqueries: readonly Gquery[];
  /** Queries that could not be compiled: they raise when evaluated, the others work. */
  readonly errors: readonly GqlSyntaxError[];
  private readonly compiler: Compiler;
  private readonly byKey: ReadonlyMap<string, Gquery>;

  private constructor(texts: readonly GqueryText[], vocabulary: Vocabulary) {
    this.vocabulary = vocabulary;
    this.compiler = new Compiler(vocabulary);
    const errors: GqlSyntaxError[] = [];
    const byKey = new Map<string, Gquery>();
    this.gqueries = texts.map(({ key, query, unit, deprecatedKey }) => {
      const gquery = { key, unit, program: this.compileOr(query, key, errors) };
      byKey.set(key, gquery);
      if (deprecatedKey !== null) byKey.set(deprecatedKey, gquery);
      return gquery;
    });
    this.errors = errors;
    this.byKey = byKey;
  }

  /** Compiles the gqueries of a model. Among equal keys, current or deprecated, the last one counts. */
  static compile(gqueries: readonly GqueryText[], vocabulary: Vocabulary): QueryLibrary {
    return new QueryLibrary(gqueries, vocabulary);
  }

  private compileOr(query: string, key: string, errors: GqlSyntaxError[]): Program {
    try {
      return this.program(query, key);
    } catch (error) {
      if (!(error instanceof GqlSyntaxError)) throw error;
      errors.push(error);
      const code: Code = () => {
        throw error;
      };
      return { modifier: null, code, slots: 0 };
    }
  }

  /** The gquery of a key or deprecated key. */
  find(key: string): Gquery | undefined {
    return this.byKey.get(key);
  }

  /**
   * Compiles any other text: the query of an input, a range query. Raises GqlSyntaxError, naming `key`.
   */
  program(text: string, key?: string): Program {
    return this.compiler.query(parse(text, key === undefined ? {} : { key }));
  }

  /** The code of an expression in quotes. */
  expression(text: string): Code {
    return this.compiler.expression(text);
  }
}
