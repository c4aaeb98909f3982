/** Queries that users write. They are checked against the names of the model and run on a solution. */
import {
  checkNames,
  FUNCTION_NAMES,
  GqlError,
  GqlSyntaxError,
  type KnownNames,
  parse,
  UserQuery,
  type Value,
} from "@etesian/gql";
import { knownNames, suggestion } from "@etesian/model/definition";
import { CalculationFault, HOURS_PER_YEAR } from "@etesian/numeric";
import { attributeNames } from "../attributes/attribute-names.ts";
import type { Engine } from "./engine.ts";
import type { Solution } from "./solution.ts";

/** The reason why a query has no result. */
export interface TextFault {
  readonly message: string;
  /** Offset in the text; null if the message contains the position or there is none. */
  readonly at: number | null;
}

/** The result of a query in a year. */
export type TextResult =
  | { readonly kind: "number"; readonly value: number }
  /** 8,760 values. The array is valid until the task ends. */
  | { readonly kind: "curve"; readonly values: ArrayLike<number> }
  | { readonly kind: "fault"; readonly fault: TextFault };

/** A name that a query can use, for completion. */
export interface QueryName {
  readonly name: string;
  readonly kind: "function" | "query" | "node" | "group" | "carrier" | "attribute";
  /** The unit of a query; null if it has none, and for other kinds. */
  readonly unit: string | null;
}

export class TextQueries {
  readonly #engine: Engine;
  #knownNames: KnownNames | null = null;
  /** The most recently compiled queries. */
  readonly #compiled = new Map<string, UserQuery | TextFault>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The result of a query in a year of a solution; errors are part of the result. */
  run(text: string, solution: Solution, year: "present" | "future"): TextResult {
    const query = this.#compile(text);
    if (!(query instanceof UserQuery)) return { kind: "fault", fault: query };
    try {
      return resultOf(solution.evaluation.runUserQuery(query, year));
    } catch (error) {
      if (!(error instanceof CalculationFault)) throw error;
      return { kind: "fault", fault: faultOf(error) };
    }
  }

  /** All names that queries can use, each once, by kind. */
  names(): readonly QueryName[] {
    const { nodes, groups, carriers, attributes } = this.#names();
    const toNames = (kind: QueryName["kind"], names: Iterable<string>): readonly QueryName[] =>
      [...new Set(names)].map((name) => ({ name, kind, unit: null }));
    return [
      ...toNames("function", FUNCTION_NAMES),
      ...this.#engine.definition.gqueries
        .filter(({ unit }) => unit !== "nodes")
        .map(({ key, unit }) => ({ name: key, kind: "query" as const, unit })),
      ...toNames("node", [...nodes.energy, ...nodes.molecules]),
      ...toNames("group", [...groups.energy, ...groups.molecules]),
      ...toNames("carrier", carriers),
      ...toNames("attribute", attributes?.names("energy node", false) ?? []),
    ];
  }

  #names(): KnownNames {
    const { definition } = this.#engine;
    return (this.#knownNames ??= knownNames(definition, attributeNames(definition)));
  }

  #compile(text: string): UserQuery | TextFault {
    let compiled = this.#compiled.get(text);
    if (compiled === undefined) {
      if (this.#compiled.size >= COMPILED) this.#compiled.clear();
      compiled = this.#checkAndCompile(text);
      this.#compiled.set(text, compiled);
    }
    return compiled;
  }

  #checkAndCompile(text: string): UserQuery | TextFault {
    try {
      const [problem] = checkNames(parse(text).body, this.#names()).toSorted((a, b) => a.offset - b.offset);
      if (problem === undefined) return new UserQuery(text, this.#engine.library.vocabulary);
      const { offset, message, name, candidates } = problem;
      return { message: message + suggestion(name, [...candidates]), at: offset };
    } catch (error) {
      if (!(error instanceof GqlSyntaxError)) throw error;
      return { message: error.reason, at: error.position.offset };
    }
  }
}

/** Maximum number of cached compiled queries: a page runs the same queries again after each change. */
const COMPILED = 32;

/**
 * The message of an error in another text, such as a referenced query or a quoted text, contains the position in that
 * text.
 */
function faultOf(error: CalculationFault): TextFault {
  if (!(error instanceof GqlError) || error instanceof GqlSyntaxError) return { message: error.message, at: null };
  const { queryPosition, reason, message } = error;
  return queryPosition !== null && queryPosition.key === null
    ? { message: reason, at: queryPosition.offset }
    : { message, at: null };
}

function resultOf(value: Value): TextResult {
  if (typeof value === "bigint") return { kind: "number", value: Number(value) };
  if (typeof value === "number") {
    if (Number.isFinite(value)) return { kind: "number", value };
    return { kind: "fault", fault: { message: `the result is ${value}`, at: null } };
  }
  if (value instanceof Float64Array) return { kind: "curve", values: value };
  if (Array.isArray(value) && value.length === HOURS_PER_YEAR && value.every((number) => typeof number === "number"))
    return { kind: "curve", values: value };
  return {
    kind: "fault",
    fault: { message: `expected a number or a curve of hours, found ${nameOf(value)}`, at: null },
  };
}

function nameOf(value: Value): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" ? "an object of the model" : `a ${typeof value}`;
}
