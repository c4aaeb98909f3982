import type { GraphDefinition } from "@etesian/model/definition";

/** Documents do not change: each list is computed once per graph. */
const known = new WeakMap<GraphDefinition, Map<string, readonly unknown[]>>();

/** A list that depends on the documents of a graph alone; `question` is its cache key. */
export function fromDocuments<T>(graph: GraphDefinition, question: string, answer: () => readonly T[]): readonly T[] {
  let byQuestion = known.get(graph);
  if (byQuestion === undefined) known.set(graph, (byQuestion = new Map()));
  let found = byQuestion.get(question) as readonly T[] | undefined;
  if (found === undefined) byQuestion.set(question, (found = answer()));
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
