/**
 * The calculation of a graph as a flat list of steps, computed once per model.
 *
 * A node is calculable once all edges that are calculated by the node at their other end have a value. Edge types alone
 * determine which edges a node calculates, so the order of nodes, and of the edges within a node, is static. Numbers
 * affect only the order of flexible edges with and without a maximum.
 */
import { indexLists, listAt, type IndexLists } from "./index-lists.ts";
import { EdgeType } from "./kinds.ts";
import type { Structure } from "./structure.ts";

export const Step = {
  /** Demand of a node from all its slots, from its inputs or from its outputs. */
  DemandFromSlots: 0,
  DemandFromInputs: 1,
  DemandFromOutputs: 2,
  /** Value of one edge, by type. */
  Share: 3,
  Constant: 4,
  Dependent: 5,
  Flexible: 6,
  InversedFlexible: 7,
  /** Several flexible edges of one slot: list `flexibleGroups[i]`, by descending priority. */
  FlexibleGroup: 8,
  /** Net values around transformation node `transformations[i]`. */
  Netting: 9,
} as const;

export interface CalculationPlan {
  /** Nodes in the order in which they become calculable; nodes that never do are omitted. */
  readonly order: Int32Array;
  /** Pairs of a step and its subject: a node, an edge or the index of a list. */
  readonly steps: Int32Array;
  readonly flexibleGroups: IndexLists;
  /** Nodes whose carriers could be converted into themselves. */
  readonly transformations: Int32Array;
}

export function calculationPlan(topology: Structure): CalculationPlan {
  const { nodeCount, supplier, consumer } = topology;
  const pendingEdgeCounts = new Int32Array(nodeCount);
  for (let edge = 0; edge < topology.edgeCount; edge++) {
    pendingEdgeCounts[topology.calculatedBySupplier[edge] === 1 ? consumer[edge]! : supplier[edge]!]!++;
  }

  const steps: number[] = [];
  const flexibleGroups: number[][] = [];
  const transformations: number[] = [];
  const order: number[] = [];
  const hasValue = new Uint8Array(topology.edgeCount);
  const remainingNodes = Array.from({ length: nodeCount }, (_, node) => node);

  for (;;) {
    // Always picks the first calculable node in document order, because groups and exports list nodes in this order.
    const next = remainingNodes.findIndex((node) => pendingEdgeCounts[node] === 0);
    if (next < 0) break;
    const node = remainingNodes.splice(next, 1)[0]!;
    order.push(node);
    for (const edge of planNode(node)) {
      if (hasValue[edge] === 1) continue;
      hasValue[edge] = 1;
      pendingEdgeCounts[topology.calculatedBySupplier[edge] === 1 ? consumer[edge]! : supplier[edge]!]!--;
    }
  }

  return {
    order: Int32Array.from(order),
    steps: Int32Array.from(steps),
    flexibleGroups: indexLists(flexibleGroups),
    transformations: Int32Array.from(transformations),
  };

  /** Appends the steps of a node; returns the edges that have a value after them. */
  function planNode(node: number): number[] {
    const edges: number[] = [];
    const inputEdges = listAt(topology.inputEdges, node);
    const outputEdges = listAt(topology.outputEdges, node);
    const edgesOfType = (candidates: readonly number[], type: number): number[] =>
      candidates.filter((edge) => topology.edgeType[edge] === type);
    const add = (edge: number): void => {
      edges.push(edge);
      steps.push(stepOfType[topology.edgeType[edge]!]!, edge);
    };

    const inversedEdges = edgesOfType(outputEdges, EdgeType.InversedFlexible);
    edgesOfType(outputEdges, EdgeType.Constant).forEach(add);
    if (inversedEdges.length > 0) edgesOfType(inputEdges, EdgeType.Constant).forEach(add);

    if (inversedEdges.length > 0 || outputEdges.some((edge) => topology.reversed[edge] === 1)) {
      steps.push(Step.DemandFromSlots, node);
    } else if (outputEdges.length === 0) {
      steps.push(Step.DemandFromInputs, node);
    } else {
      steps.push(Step.DemandFromOutputs, node);
    }

    for (const slot of listAt(topology.inputSlots, node)) {
      const slotEdges = listAt(topology.slotEdges, slot).filter((edge) => topology.calculatedBySupplier[edge] === 0);
      edgesOfType(slotEdges, EdgeType.Constant).forEach(add);
      edgesOfType(slotEdges, EdgeType.Share).forEach(add);
      const flexibleEdges = edgesOfType(slotEdges, EdgeType.Flexible);
      if (flexibleEdges.length > 1) {
        // Sorted ascending and then reversed, so that for equal priorities the later edge comes first.
        flexibleEdges.sort((a, b) => compare(topology.priority[a]!, topology.priority[b]!)).reverse();
        steps.push(Step.FlexibleGroup, flexibleGroups.length);
        flexibleGroups.push(flexibleEdges);
        edges.push(...flexibleEdges);
      } else {
        flexibleEdges.forEach(add);
      }
    }
    for (const slot of listAt(topology.outputSlots, node)) {
      const slotEdges = listAt(topology.slotEdges, slot);
      slotEdges.filter((edge) => topology.reversed[edge] === 1).forEach(add);
      edgesOfType(slotEdges, EdgeType.Dependent).forEach(add);
    }
    inversedEdges.forEach(add);

    if (topology.definition.nodes[node]!.groups.includes("industry_transformation")) {
      steps.push(Step.Netting, transformations.length);
      transformations.push(node);
    }
    return edges;
  }
}

const stepOfType = {
  [EdgeType.Share]: Step.Share,
  [EdgeType.Flexible]: Step.Flexible,
  [EdgeType.InversedFlexible]: Step.InversedFlexible,
  [EdgeType.Dependent]: Step.Dependent,
  [EdgeType.Constant]: Step.Constant,
} as { readonly [type: number]: number };

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
