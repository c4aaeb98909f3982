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

/** A gquery of a library. */
export interface Gquery {
  readonly key: string;
  readonly unit: string | null;
  /** Compiled when first asked for. A query that cannot be compiled raises its `GqlSyntaxError` when it is run. */
  readonly program: Program;
}

/** The gqueries of a model; shared by all evaluations. */
export class QueryLibrary {
  readonly vocabulary: Vocabulary;
  readonly gqueries: readonly Gquery[];
  private readonly compiler: Compiler;
  private readonly byKey: ReadonlyMap<string, Gquery>;
  private readonly failed = new Map<string, GqlSyntaxError>();

  private constructor(texts: readonly GqueryText[], vocabulary: Vocabulary) {
    this.vocabulary = vocabulary;
    this.compiler = new Compiler(vocabulary);
    const byKey = new Map<string, Gquery>();
    this.gqueries = texts.map(({ key, query, unit, deprecatedKey }) => {
      const gquery = new LazyGquery(key, unit, () => this.compileOrFail(query, key));
      byKey.set(key, gquery);
      if (deprecatedKey !== null) byKey.set(deprecatedKey, gquery);
      return gquery;
    });
    this.byKey = byKey;
  }

  /**
   * A library of a model's gqueries, each compiled once, when it is first needed. Among equal keys, current or
   * deprecated, the last one counts.
   */
  static compile(gqueries: readonly GqueryText[], vocabulary: Vocabulary): QueryLibrary {
    return new QueryLibrary(gqueries, vocabulary);
  }

  private compileOrFail(query: string, key: string): Program {
    try {
      return this.program(query, key);
    } catch (error) {
      if (!(error instanceof GqlSyntaxError)) throw error;
      this.failed.set(key, error);
      const code: Code = () => {
        throw error;
      };
      return { modifier: null, code, slots: 0 };
    }
  }

  /** What is wrong with the gqueries; compiles all of them. Each raises its error when run, the others work. */
  check(): readonly GqlSyntaxError[] {
    for (const { program } of this.gqueries) void program;
    return [...this.failed.values()];
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

class LazyGquery implements Gquery {
  readonly key: string;
  readonly unit: string | null;
  private readonly compile: () => Program;
  private compiled: Program | null = null;

  constructor(key: string, unit: string | null, compile: () => Program) {
    this.key = key;
    this.unit = unit;
    this.compile = compile;
  }

  get program(): Program {
    return (this.compiled ??= this.compile());
  }
}
