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
  /** As its document has it. */
  readonly text: string;
  readonly unit: string | null;
  /** Compiled when first asked for. A query that cannot be compiled raises its `GqlSyntaxError` when it is run. */
  readonly program: Program;
}

/**
 * The dependencies of a program's result. `year`: the graph of its own year alone, so that it is the same in all
 * scenarios that share the year. `beyond`: values that the scenario sets, or the future, too. `unknown`: only
 * evaluation can tell.
 */
export type Reach = "year" | "beyond" | "unknown";

/** The gqueries of a model; shared by all evaluations. */
export class QueryLibrary {
  readonly vocabulary: Vocabulary;
  readonly #texts: readonly GqueryText[];
  readonly #compiler: Compiler;
  /** By keys and deprecated keys; a text until its gquery is first asked for, since most never are. */
  readonly #byKey = new Map<string, GqueryText | LazyGquery>();
  readonly #failed = new Map<string, GqlSyntaxError>();
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
   * A library of a model's gqueries, each compiled once, when it is first needed. Among equal keys, current or
   * deprecated, the last one counts.
   */
  static compile(gqueries: readonly GqueryText[], vocabulary: Vocabulary): QueryLibrary {
    return new QueryLibrary(gqueries, vocabulary);
  }

  #compileOrFail(query: string, key: string): Program {
    return this.compileLeniently(query, key, (error) => this.#failed.set(key, error));
  }

  /** Syntax errors of all gqueries, which it compiles. Each raises its error when run; the others work. */
  check(): readonly GqlSyntaxError[] {
    for (const { key, query } of this.#texts) this.#compileOrFail(query, key);
    return [...this.#failed.values()];
  }

  /** The gquery of a key or deprecated key. */
  find(key: string): Gquery | undefined {
    const known = this.#byKey.get(key);
    return known === undefined || known instanceof LazyGquery ? known : this.#make(known);
  }

  #make(text: GqueryText): Gquery {
    const { key, query, deprecatedKey } = text;
    const gquery = new LazyGquery(text, () => this.#compileOrFail(query, key));
    for (const name of [key, deprecatedKey]) {
      if (name !== null && this.#byKey.get(name) === text) this.#byKey.set(name, gquery);
    }
    return gquery;
  }

  /**
   * Compiles any other text: the query of an input, a range query. Raises GqlSyntaxError, naming `key`.
   */
  compileProgram(text: string, key?: string): Program {
    return this.#compiler.compileQuery(parse(text, key === undefined ? {} : { key }));
  }

  /** The same, but a text that cannot be compiled gives a program that raises its error when it runs: others work. */
  compileLeniently(text: string, key: string, failed?: (error: GqlSyntaxError) => void): Program {
    try {
      return this.compileProgram(text, key);
    } catch (error) {
      if (!(error instanceof GqlSyntaxError)) throw error;
      failed?.(error);
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

  /** How far a program reaches, the gqueries that it names included. */
  reachOf(program: Program): Reach {
    const known = this.#reaches.get(program);
    if (known !== undefined) return known;
    // A query that asks for its own result, directly or not, is left to evaluation.
    this.#reaches.set(program, "unknown");
    const { reads } = program;
    let reach: Reach = reads.isBeyondYear ? "beyond" : reads.isOpen ? "unknown" : "year";
    for (const key of reads.gqueries) {
      if (reach === "beyond") break;
      const gquery = this.find(key);
      if (gquery === undefined) continue;
      const further = this.reachOf(gquery.program);
      if (further !== "year") reach = further;
    }
    this.#reaches.set(program, reach);
    return reach;
  }

  /** The code of an expression in quotes. */
  compileExpression(text: string): Code {
    return this.#compiler.compileExpression(text);
  }
}

class LazyGquery implements Gquery {
  readonly key: string;
  readonly text: string;
  readonly unit: string | null;
  readonly #compile: () => Program;
  #compiled: Program | null = null;

  constructor({ key, query, unit }: GqueryText, compile: () => Program) {
    this.key = key;
    this.text = query;
    this.unit = unit;
    this.#compile = compile;
  }

  get program(): Program {
    return (this.#compiled ??= this.#compile());
  }
}
