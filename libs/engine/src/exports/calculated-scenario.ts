/** The input of exports: both years of a calculated scenario, and its queries. */
import type { Evaluation, Value } from "@etesian/gql";
import type { ModelDefinition } from "@etesian/model/definition";
import { CalculationFault } from "@etesian/numeric";
import type { GraphObjects, NodeObject, YearObjects } from "../attributes/objects/objects.ts";
import type { Cell } from "@etesian/tables";

/** Hourly heat: groups with their members in matching order. */
export interface HeatHours {
  readonly groups: readonly {
    readonly name: string;
    readonly consumers: readonly { readonly key: string }[];
    readonly suppliers: readonly { readonly key: string }[];
  }[];
  /** Heat demand or production of a member, MW from 1 January; null if it is in no group. */
  nodeCurve(quantity: "demand" | "production", key: string): Float64Array | null;
}

export interface CalculatedScenario {
  readonly definition: ModelDefinition;
  readonly evaluation: Evaluation;
  readonly present: YearObjects;
  readonly future: YearObjects;
  /** Null if no hourly calculation ran. */
  readonly heat: HeatHours | null;
}

export type YearName = "present" | "future";

/**
 * Result of a gquery; undefined for an unknown key. A query that throws returns null, because a table with a gap is
 * better than no table.
 */
export function queryResult({ evaluation }: CalculatedScenario, key: string, year: YearName): Value | undefined {
  return evaluation.library.find(key) === undefined ? undefined : orNil(() => evaluation.query(key, year));
}

/** An expression evaluated on a node; null if it throws. */
export function nodeFigure({ evaluation }: CalculatedScenario, node: NodeObject, text: string, year: YearName): Value {
  return orNil(() => evaluation.evaluateOn(node, text, year));
}

function orNil(evaluate: () => Value): Value {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof CalculationFault) return null;
    throw error;
  }
}

/** A value as a cell; null for lists and objects. */
export function cellOf(value: Value | undefined): Cell {
  if (typeof value === "symbol") return value.description ?? "";
  if (typeof value === "boolean") return String(value);
  return typeof value === "number" || typeof value === "bigint" || typeof value === "string" ? value : null;
}

export function nodesInGroup({ nodes, topology }: GraphObjects, group: string): readonly NodeObject[] {
  return nodes.pick(topology.groups.get(group) ?? []);
}

/** Compares by key, in byte order. */
export const byKey = (a: { readonly key: string }, b: { readonly key: string }): number =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
