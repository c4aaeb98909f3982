import { answer, type GqueryAnswer } from "./answer.ts";
import type { Gquery, QueryLibrary } from "./library.ts";
import { Goal, type InputUpdate, type Program, type Scope } from "./machine.ts";
import type { UserQuery } from "./user-query.ts";
import { isCallable } from "./values/kinds.ts";
import { GqlError, keepCurves, type ModelObject, type Value, type Vocabulary, type World } from "./world.ts";

export type Year = World["year"];

/**
 * Runs queries and inputs against both graph years of a scenario, and caches the result of every gquery per year.
 *
 * Use one evaluation while inputs are applied, and a new one for the calculated graphs. Within an evaluation a gquery
 * keeps its first result, even if the graph changes afterwards.
 */
export class Evaluation {
  readonly library: QueryLibrary;
  readonly #scopes: { readonly present: YearScope; readonly future: YearScope };
  #isClosed = false;

  /** `presentResults` are shared with other evaluations over the same base year; this one uses and extends them. */
  constructor(library: QueryLibrary, present: World, future: World, presentResults: YearResults | null = null) {
    this.library = library;
    const years = {} as { present: YearScope; future: YearScope };
    years.present = new YearScope(library, present, years, presentResults);
    years.future = new YearScope(library, future, years, null);
    this.#scopes = years;
  }

  /** Closes the evaluation: its graphs' memory is reused, and any later query throws an error. */
  close(): void {
    this.#isClosed = true;
  }

  get #years(): { readonly present: YearScope; readonly future: YearScope } {
    if (this.#isClosed) throw new Error("A query uses graphs whose memory was released");
    return this.#scopes;
  }

  /** Result of a gquery by key or deprecated key. Throws GqlError if it does not exist or fails. */
  query(key: string, year: Year): Value {
    return this.#years[year].query(key);
  }

  /** Both results of a gquery in the API's form; errors are part of the answer. */
  answer(gquery: Gquery): GqueryAnswer {
    return answer(gquery, (year) => this.query(gquery.key, year));
  }

  /** Runs a compiled text without caching its result. Throws GqlError. */
  run(program: Program, year: Year): Value {
    return this.#years[year].run(program);
  }

  /** Runs a user's query without caching its result. Throws GqlError. */
  runUserQuery(query: UserQuery, year: Year): Value {
    return query.run(this.#years, year);
  }

  /**
   * Evaluates a range query (start, minimum or maximum value of an input) in the year of its modifier. Throws
   * GqlError for other modifiers and for texts without one, whose result would be a pair.
   */
  evaluateRange(program: Program): Value {
    const { modifier } = program;
    if (modifier !== "present" && modifier !== "future")
      throw new GqlError(`expected "present:" or "future:" in front of the query, found ${modifier ?? "nothing"}`);
    return this.run(program, modifier);
  }

  /** Evaluates a quoted expression on an object of a year, and returns the bare result. Throws GqlError. */
  evaluateOn(object: ModelObject, text: string, year: Year): Value {
    return this.#years[year].evaluateOn(object, text);
  }

  /** Applies an input: runs its query on a graph year with the given value. Throws GqlError. */
  update(program: Program, year: Year, input: InputUpdate): void {
    this.#years[year].update(program, input);
  }

  /** All cached results; null if a goal was requested or a result may contain objects of these graphs. */
  get cachedResults(): CachedResults | null {
    const [present, future] = [this.#years.present.cachedResults, this.#years.future.cachedResults];
    return present === null || future === null ? null : { present, future };
  }

  /** Adds the results of another evaluation over equal graphs to the cache. */
  resumeFrom({ present, future }: CachedResults): void {
    this.#years.present.resumeFrom(present);
    this.#years.future.resumeFrom(future);
  }
}

/** Cached results of an evaluation's gqueries, by year. */
export interface CachedResults {
  readonly present: CachedYearResults;
  readonly future: CachedYearResults;
}

interface CachedYearResults {
  readonly results: ReadonlyMap<string, Value>;
  readonly symbolResults: ReadonlyMap<string, Value>;
}

/**
 * Results of gqueries that only depend on one calculated graph year, for all scenarios that share the year. Excluded
 * are queries that read the scenario, the future, or an excluded query: functions declare their reads (`Source`).
 */
export class YearResults {
  readonly results = new Map<string, Value>();
  readonly symbolResults = new Map<string, Value>();
  readonly lists = new Map<number, Value>();
}

/** Cache entry of a query that is being evaluated. */
const RUNNING = Symbol("running");

class YearScope implements Scope {
  readonly world: World;
  readonly vocabulary: Vocabulary;
  readonly lists: Map<number, Value>;
  updating: Scope["updating"] = null;
  input: InputUpdate | null = null;

  readonly #library: QueryLibrary;
  readonly #years: { readonly present: YearScope; readonly future: YearScope };
  readonly #sharedResults: YearResults | null;
  readonly #results = new Map<string, Value>();
  /** The reference caches results of QUERY_PRESENT(key) separately from Q(key). */
  readonly #symbolResults = new Map<string, Value>();
  readonly #ownGoals = new Map<string, Goal>();
  /** Keys of running queries, outermost first. */
  readonly #running: string[] = [];
  /** Whether the running query has read beyond this year's graph. */
  #isBeyondYear = false;

  constructor(
    library: QueryLibrary,
    world: World,
    years: { readonly present: YearScope; readonly future: YearScope },
    sharedResults: YearResults | null,
  ) {
    this.#library = library;
    this.vocabulary = library.vocabulary;
    this.world = world;
    this.#years = years;
    this.#sharedResults = sharedResults;
    this.lists = sharedResults?.lists ?? new Map<number, Value>();
  }

  get present(): Scope {
    return this.#years.present;
  }

  get future(): Scope {
    return this.#years.future;
  }

  get goals(): Map<string, Goal> {
    this.#isBeyondYear = true;
    return this.#ownGoals;
  }

  query(key: string): Value {
    return this.#cachedResult(key, this.#results, this.#sharedResults?.results);
  }

  querySymbol(key: string): Value {
    return this.#cachedResult(key, this.#symbolResults, this.#sharedResults?.symbolResults);
  }

  get cachedResults(): CachedYearResults | null {
    const [results, symbolResults] = [this.#results, this.#symbolResults];
    const values = [...results.values(), ...symbolResults.values()];
    if (this.#ownGoals.size > 0 || !values.every(isScalar)) return null;
    return { results: new Map(results), symbolResults: new Map(symbolResults) };
  }

  resumeFrom({ results, symbolResults }: CachedYearResults): void {
    for (const [key, value] of results) this.#results.set(key, value);
    for (const [key, value] of symbolResults) this.#symbolResults.set(key, value);
  }

  #cachedResult(key: string, ownResults: Map<string, Value>, sharedResults: Map<string, Value> | undefined): Value {
    const sharedResult = sharedResults?.get(key);
    if (sharedResult !== undefined) return sharedResult;
    const ownResult = ownResults.get(key);
    if (ownResult !== undefined) {
      if (ownResult === RUNNING) throw this.#cycleError(key);
      // A result that depends only on this year's graph would be in the shared cache.
      this.#isBeyondYear = true;
      return ownResult;
    }
    const gquery = this.#library.find(key);
    if (gquery === undefined) throw new GqlError(`Missing gquery: "${key}"`);
    ownResults.set(key, RUNNING);
    this.#running.push(key);
    const isCallerBeyondYear = this.#isBeyondYear;
    this.#isBeyondYear = false;
    try {
      const result = this.run(gquery.program);
      if (containsCallable(result)) ownResults.delete(key);
      else if (sharedResults === undefined || this.#isBeyondYear || !isPlain(result)) ownResults.set(key, result);
      else {
        ownResults.delete(key);
        sharedResults.set(key, result);
      }
      return result;
    } catch (error) {
      ownResults.delete(key);
      if (error instanceof GqlError) error.queries.push(gquery.key);
      throw error;
    } finally {
      this.#isBeyondYear ||= isCallerBeyondYear;
      this.#running.pop();
    }
  }

  #cycleError(key: string): GqlError {
    const path = [...this.#running.slice(this.#running.indexOf(key)), key];
    return new GqlError(`the query ${key} depends on its own result: ${path.join(" → ")}`);
  }

  run({ code, slots, reads }: Program): Value {
    if (reads.isBeyondYear) this.#isBeyondYear = true;
    const result = code({ scope: this, locals: slots === 0 ? NO_LOCALS : Array<Value>(slots).fill(null) }, null);
    keepCurves(this.world, result);
    return result;
  }

  update(program: Program, input: InputUpdate): void {
    this.input = input;
    try {
      this.run(program);
    } finally {
      this.input = null;
    }
  }

  evaluate(text: string): Value {
    return this.run(this.#library.compileProgram(text));
  }

  evaluateOn(object: Value, text: string): Value {
    const result = this.#library.compileExpression(text)({ scope: this, locals: NO_LOCALS }, object);
    keepCurves(this.world, result);
    return result;
  }
}

const NO_LOCALS: Value[] = [];

/**
 * Whether a value is or contains a lambda. A lambda references all values that its query read, including curves whose
 * memory may be reused after the current task. Such a result is therefore not cached.
 */
function containsCallable(value: Value): boolean {
  if (Array.isArray(value)) return (value as readonly Value[]).some(containsCallable);
  if (value instanceof Map) return Array.from(value.values()).some((value) => containsCallable(value as Value));
  return isCallable(value);
}

/** True for values without a graph: numbers, strings, flags, nil. */
const isScalar = (value: Value): boolean => value === null || typeof value !== "object";

/** False for values that can be modified: hashes and goals, even in lists. */
function isPlain(value: Value): boolean {
  if (Array.isArray(value)) return (value as readonly Value[]).every(isPlain);
  return !(value instanceof Map || value instanceof Goal);
}
