/**
 * The runtime of compiled queries.
 *
 * A query compiles to `Code`, a closure. It runs in one of two modes. As a query, `self` is null, bare words are
 * symbols, and functions are available. On an object, in quoted expressions, `self` is the object and bare words are
 * its attributes. Every run has a `Frame`: its graph year and local variables.
 */
import type { ModelObject, Value, Vocabulary, World } from "./world.ts";

export type Code = (frame: Frame, self: Value) => Value;

/** A compiled query text. */
export interface Program {
  /** The `present:` or `future:` in front of the text, without the colon. */
  readonly modifier: string | null;
  readonly code: Code;
  /** Number of local variables. */
  readonly slots: number;
  readonly reads: Reads;
}

/**
 * Reads of a function besides its arguments, the graph of its own year, and the data fixed with that graph (the area's
 * data, the mapping of sectors, the input being applied):
 *
 * - `scenario`: settings of a user, such as values of inputs, attached curves and goals;
 * - `future`: the other graph;
 * - `gquery`: the reads of the gquery in its first argument.
 */
export type Source = "scenario" | "future" | "gquery";

/** The reads of a program's functions, collected by the compiler. */
export interface Reads {
  /** Whether the program itself reads the scenario or the future. */
  readonly isBeyondYear: boolean;
  /** Whether it runs gqueries or texts that only evaluation can determine. */
  readonly isOpen: boolean;
  /** Gqueries that the program names. */
  readonly gqueries: ReadonlySet<string>;
}

export interface Frame {
  readonly scope: Scope;
  readonly locals: Value[];
}

/** The effect of an input on the graph: its value, and how UPDATE applies it. */
export interface InputUpdate {
  /** The result of USER_INPUT(), before its division by 100 for `%` types. */
  readonly value: number | string | null;
  /** `%y`, `%`, or anything else for plain assignment. */
  readonly updateType: string | null;
  /** End year minus start year. */
  readonly years: number;
}

/** One graph year in one evaluation: its world, and the evaluation's cache. */
export interface Scope {
  readonly world: World;
  readonly vocabulary: Vocabulary;
  readonly present: Scope;
  readonly future: Scope;
  /** The input being applied; null otherwise. */
  readonly input: InputUpdate | null;
  /** The objects of the current UPDATE, for UPDATE_COLLECTION() and UPDATE_OBJECT(). */
  updating: { readonly collection: readonly Value[]; readonly object: Value } | null;
  /** Requested goals, in the order of their first request. */
  readonly goals: Map<string, Goal>;
  /** Lists that are valid until an UPDATE, by the number that the compiler assigned. */
  readonly lists: Map<number, Value>;
  /** Result of another gquery, cached. Throws GqlError for unknown keys. */
  query(key: string): Value;
  /** Result of QUERY_PRESENT(key), which is cached separately from Q(key). */
  querySymbol(key: string): Value;
  /** Evaluates a text that is only known at run time: a quoted query. */
  evaluate(text: string): Value;
  /** Evaluates `text` on an object, like V(object, "text"). */
  evaluateOn(object: Value, text: string): Value;
}

/** A policy goal. It is usually unset, because the reference's documents set none. */
export class Goal implements ModelObject {
  readonly kind = "goal";
  readonly key: string;
  userValue: Value = null;

  constructor(key: string) {
    this.key = key;
  }
}
