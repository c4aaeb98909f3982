/** Formulas of node attributes, and the caching of their results. */
import type { Value } from "@etesian/gql";
import { isNil } from "@etesian/numeric";
import { ABSENT, columnId, FLOAT, type Num } from "../objects/cells.ts";
import { isFinanceAttribute } from "../objects/finance.ts";
import type { GraphObjects } from "../objects/objects.ts";

/**
 * A quantity of a node in a year of a graph. Throws `GqlError` if an input of the formula is nil. `steps` is the
 * current length of the walk; absent if the walk starts here.
 */
export type NodeFormula = (graph: GraphObjects, node: number, steps?: number) => Num;

/** Any attribute of a node: a quantity, a flag, a curve, a record … */
export type NodeReader = (graph: GraphObjects, node: number) => Value;

/**
 * A formula whose result, including nil, is cached under `key`. A stored value of that name takes precedence. Nothing
 * is cached while inputs are applied. Formulas with the same key share the result.
 */
export function memoise(key: string, formula: NodeFormula): NodeFormula {
  const id = columnId(key);
  return settleBefore(key, (graph, node, steps) => {
    const stored = graph.storedColumns[id];
    if (stored !== undefined) {
      const value = stored.read(node);
      if (!isNil(value)) return value;
    }
    const column = graph.memo.columns[id];
    if (column !== undefined) {
      const state = column.states[node]!;
      if (state === FLOAT) return column.values[node]!;
      if (state !== ABSENT) return column.get(node)!;
    }
    const value = formula(graph, node, steps);
    if (graph.state.caching) graph.memo.set(id, node, value);
    return value;
  });
}

/** A stored value; nil if the node has none or the graph has no such attribute. */
export function readStored(key: string): NodeFormula {
  const id = columnId(key);
  return settleBefore(key, (graph, node) => {
    const value = graph.storedColumns[id]?.read(node);
    return value === undefined || isNil(value) ? null : value;
  });
}

/** Wraps the reader of an attribute: finance attributes are calculated before the first read. */
export function settleBefore<T extends Value>(
  attribute: string,
  read: (graph: GraphObjects, node: number, steps?: number) => T,
): (graph: GraphObjects, node: number, steps?: number) => T {
  if (!isFinanceAttribute(attribute)) return read;
  return (graph, node, steps) => {
    if (graph.name === "energy") graph.year.finance?.settle(node);
    return read(graph, node, steps);
  };
}
