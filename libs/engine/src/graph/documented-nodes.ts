import type { GraphDefinition } from "@etesian/model";

/** Documents do not change: each question is answered once per graph. */
const known = new WeakMap<GraphDefinition, Map<string, readonly number[]>>();

/** Nodes whose documents have a block of that name (`merit_order`, `fever` …), in document order. */
export function nodesWithBlock(graph: GraphDefinition, name: string): readonly number[] {
  let byName = known.get(graph);
  if (byName === undefined) known.set(graph, (byName = new Map()));
  let nodes = byName.get(name);
  if (nodes === undefined) {
    nodes = graph.nodes.flatMap(({ attributes: { [name]: block } }, node) =>
      typeof block === "object" && !Array.isArray(block) ? [node] : [],
    );
    byName.set(name, nodes);
  }
  return nodes;
}
