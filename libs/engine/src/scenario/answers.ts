/** Results of queries and node requests. */
import type { JsonValue } from "@etesian/gql";

/** A value in JSON. */
export type Json = JsonValue;

/** A query's result in both years; `key` is the current key even if a deprecated key was requested. */
export interface QueryResult {
  readonly key: string;
  readonly present: Json;
  readonly future: Json;
  readonly unit: string | null;
}

/**
 * The reason why a query has no result: it is unknown, not available to clients, or threw an error (one message per
 * year).
 */
export interface QueryFailure {
  readonly errors: readonly string[];
}

export type QueryAnswer = QueryResult | QueryFailure;

export interface NodeFigure {
  readonly present: Json;
  readonly future: Json;
  readonly unit: string;
  readonly desc: string;
}

/** The figures of a node page for both years, by group (`technical`, `cost`, `other`, …) and attribute. */
export interface NodeReport {
  readonly key: string;
  readonly sector: string;
  readonly use: string | null;
  readonly presentation_group: string | null;
  /** The author's description of the node. */
  readonly description: string | null;
  readonly data: { readonly [group: string]: { readonly [attribute: string]: NodeFigure } };
  readonly uses_coal_and_wood_pellets: boolean;
}
