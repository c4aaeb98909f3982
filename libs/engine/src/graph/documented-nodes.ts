import type { GraphDefinition } from "@etesian/model/definition";

/** Lists of nodes by their documents, which do not change, so that each list is computed once per graph. */
const listsByGraph = new WeakMap<GraphDefinition, Map<string, readonly unknown[]>>();

/** Memoises a list that depends only on the documents of a graph; `name` is its cache key. */
export function memoiseForGraph<T>(graph: GraphDefinition, name: string, resolve: () => readonly T[]): readonly T[] {
  let byName = listsByGraph.get(graph);
  if (byName === undefined) listsByGraph.set(graph, (byName = new Map()));
  let list = byName.get(name) as readonly T[] | undefined;
  if (list === undefined) byName.set(name, (list = resolve()));
  return list;
}

/** Nodes whose documents have a block of that name (`merit_order`, `fever` …), in document order. */
export function nodesWithBlock(graph: GraphDefinition, name: string): readonly number[] {
  return memoiseForGraph(graph, name, () =>
    graph.nodes.flatMap(({ attributes: { [name]: block } }, node) =>
      typeof block === "object" && !Array.isArray(block) ? [node] : [],
    ),
  );
}
