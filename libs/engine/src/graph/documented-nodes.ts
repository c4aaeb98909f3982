import type { GraphDefinition } from "@etesian/model/definition";

/** Documents do not change: each list is computed once per graph. */
const known = new WeakMap<GraphDefinition, Map<string, readonly unknown[]>>();

/** A list that depends on the documents of a graph alone; `name` is its cache key. */
export function fromDocuments<T>(graph: GraphDefinition, name: string, answer: () => readonly T[]): readonly T[] {
  let byName = known.get(graph);
  if (byName === undefined) known.set(graph, (byName = new Map()));
  let found = byName.get(name) as readonly T[] | undefined;
  if (found === undefined) byName.set(name, (found = answer()));
  return found;
}

/** Nodes whose documents have a block of that name (`merit_order`, `fever` …), in document order. */
export function nodesWithBlock(graph: GraphDefinition, name: string): readonly number[] {
  return fromDocuments(graph, name, () =>
    graph.nodes.flatMap(({ attributes: { [name]: block } }, node) =>
      typeof block === "object" && !Array.isArray(block) ? [node] : [],
    ),
  );
}
