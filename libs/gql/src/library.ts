import { Compiler } from "./compiler/compiler.ts";
import type { Code, Program } from "./machine.ts";
import { GqlSyntaxError } from "./syntax/error.ts";
import { parse } from "./syntax/parser.ts";
import type { Vocabulary } from "./world.ts";

/** A gquery as defined by its document. */
export interface GqueryText {
  readonly key: string;
  readonly query: string;
  readonly unit: string | null;
  readonly deprecatedKey: string | null;
}

/** A gquery of a library. */
export interface Gquery {
  readonly key: string;
  /** The text in its document. */
  readonly text: string;
  readonly unit: string | null;
  /** Compiled on first use. A query with a syntax error throws that error when run. */
  readonly program: Program;
}

/**
 * The dependencies of a program's result. `year`: only its own year's graph, so that it is the same in all scenarios
 * that share the year. `beyond`: also values set by the scenario, or the future. `unknown`: only evaluation can
 * determine it.
 */
export type Reach = "year" | "beyond" | "unknown";

/** The gqueries of a model; shared by all evaluations. */
export class QueryLibrary {
  readonly vocabulary: Vocabulary;
  readonly #texts: readonly GqueryText[];
  readonly #compiler: Compiler;
  /** By key and deprecated key; a gquery is stored as text until its first use, since most are never used. */
  readonly #byKey = new Map<string, GqueryText | LazyGquery>();
  readonly #errors = new Map<string, GqlSyntaxError>();
  readonly #reaches = new WeakMap<Program, Reach>();

  private constructor(texts: readonly GqueryText[], vocabulary: Vocabulary) {
    this.vocabulary = vocabulary;
    this.#texts = texts;
    this.#compiler = new Compiler(vocabulary);
    for (const text of texts) {
      this.#byKey.set(text.key, text);
      if (text.deprecatedKey !== null) this.#byKey.set(text.deprecatedKey, text);
    }
  }

  /**
   * A library of a model's gqueries, each compiled on first use. Among equal keys, current or deprecated, the last
   * one is used.
   */
  static compile(gqueries: readonly GqueryText[], vocabulary: Vocabulary): QueryLibrary {
    return new QueryLibrary(gqueries, vocabulary);
  }

  #compileOrFail(query: string, key: string): Program {
    return this.compileLeniently(query, key, (error) => this.#errors.set(key, error));
  }

  /**
   * Compiles all gqueries and returns their syntax errors. Gqueries with errors throw them when run; the others work.
   */
  check(): readonly GqlSyntaxError[] {
    for (const { key, query } of this.#texts) this.#compileOrFail(query, key);
    return [...this.#errors.values()];
  }

  /** The gquery of a key or deprecated key. */
  find(key: string): Gquery | undefined {
    const cached = this.#byKey.get(key);
    return cached === undefined || cached instanceof LazyGquery ? cached : this.#createGquery(cached);
  }

  #createGquery(text: GqueryText): Gquery {
    const { key, query, deprecatedKey } = text;
    const gquery = new LazyGquery(text, () => this.#compileOrFail(query, key));
    for (const name of [key, deprecatedKey]) {
      if (name !== null && this.#byKey.get(name) === text) this.#byKey.set(name, gquery);
    }
    return gquery;
  }

  /** Compiles another text: the query of an input, or a range query. Throws GqlSyntaxError with `key`. */
  compileProgram(text: string, key?: string): Program {
    return this.#compiler.compileQuery(parse(text, key === undefined ? {} : { key }));
  }

  /** Like `compileProgram`, but a text with a syntax error becomes a program that throws the error when run. */
  compileLeniently(text: string, key: string, onError?: (error: GqlSyntaxError) => void): Program {
    try {
      return this.compileProgram(text, key);
    } catch (error) {
      if (!(error instanceof GqlSyntaxError)) throw error;
      onError?.(error);
      const code: Code = () => {
        throw error;
      };
      return {
        modifier: "present",
        code,
        slots: 0,
        reads: { isBeyondYear: false, isOpen: false, gqueries: new Set() },
      };
    }
  }

  /** The dependencies of a program, including the gqueries that it names. */
  reachOf(program: Program): Reach {
    const cached = this.#reaches.get(program);
    if (cached !== undefined) return cached;
    // The evaluation reports a query that depends on its own result.
    this.#reaches.set(program, "unknown");
    const { reads } = program;
    let reach: Reach = reads.isBeyondYear ? "beyond" : reads.isOpen ? "unknown" : "year";
    for (const key of reads.gqueries) {
      if (reach === "beyond") break;
      const gquery = this.find(key);
      if (gquery === undefined) continue;
      const namedReach = this.reachOf(gquery.program);
      if (namedReach !== "year") reach = namedReach;
    }
    this.#reaches.set(program, reach);
    return reach;
  }

  /** The code of a quoted expression. */
  compileExpression(text: string): Code {
    return this.#compiler.compileExpression(text);
  }
}

class LazyGquery implements Gquery {
  readonly key: string;
  readonly text: string;
  readonly unit: string | null;
  readonly #compile: () => Program;
  #compiledProgram: Program | null = null;

  constructor({ key, query, unit }: GqueryText, compile: () => Program) {
    this.key = key;
    this.text = query;
    this.unit = unit;
    this.#compile = compile;
  }

  get program(): Program {
    return (this.#compiledProgram ??= this.#compile());
  }
}
