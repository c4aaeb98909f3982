/** The solver's view of a model definition: both graphs in one network, and its mapping to documents. */
import type { EdgeDefinition, GraphName, SystemDefinition, NodeDefinition, SlotDefinition } from "../definition.ts";
import { byBytes } from "../documents/files.ts";
import {
  buildNetwork,
  type EdgeKind,
  type EdgeSpec,
  type FlowNetwork,
  type NodeSpec,
  type SlotSpec,
} from "./network.ts";

export const GRAPH_NAMES: readonly GraphName[] = ["energy", "molecules"];

/** Where a node, slot or edge of the network is defined. */
export interface Origin<Definition> {
  readonly graph: GraphName;
  /** Index in the graph's `nodes`, `slots` or `edges`. */
  readonly index: number;
  readonly definition: Definition;
}

export interface ModelNetwork {
  readonly network: FlowNetwork;
  /** By index in the network. */
  readonly nodes: readonly Origin<NodeDefinition>[];
  readonly edges: readonly Origin<EdgeDefinition>[];
  readonly slots: readonly Origin<SlotDefinition>[];
}

/** Throws `RangeError` when both graphs have a node with the same key, or edges form a cycle. */
export function buildModelNetwork(model: SystemDefinition): ModelNetwork {
  const nodes = GRAPH_NAMES.flatMap((graph) =>
    model[graph].nodes.map((definition, index) => ({ graph, index, definition })),
  ).sort((a, b) => byBytes(a.definition.key, b.definition.key));
  const edges = GRAPH_NAMES.flatMap((graph) =>
    model[graph].edges.map((definition, index) => ({ graph, index, definition })),
  ).sort((a, b) => byBytes(a.definition.key, b.definition.key));

  const positions = { energy: new Map<number, number>(), molecules: new Map<number, number>() };
  for (const [position, { graph, index, definition }] of nodes.entries()) {
    positions[graph].set(index, position);
    if (nodes[position + 1]?.definition.key === definition.key)
      throw new RangeError(`there are two nodes "${definition.key}", one in each graph`);
  }

  const specs: (NodeSpec & { inputs: SlotSpec[]; outputs: SlotSpec[] })[] = nodes.map(({ definition }) => ({
    key: definition.key,
    inputs: [],
    outputs: [],
  }));
  for (const graph of GRAPH_NAMES) {
    for (const { node, side, carrier, share } of model[graph].slots) {
      if (share.kind === "implied") continue;
      const spec = specs[positions[graph].get(node)!]!;
      (side === "input" ? spec.inputs : spec.outputs).push({ carrier, elastic: share.kind === "elastic" });
    }
  }
  const network = buildNetwork(
    specs,
    edges.map(({ graph, definition }): EdgeSpec => ({
      key: definition.key,
      supplier: positions[graph].get(definition.supplier)!,
      consumer: positions[graph].get(definition.consumer)!,
      carrier: definition.carrier,
      kind: edgeKind(definition),
      reversed: definition.reversed,
      priority: definition.priority,
    })),
  );

  const slotsByName = new Map<string, Origin<SlotDefinition>>();
  for (const graph of GRAPH_NAMES) {
    for (const [index, definition] of model[graph].slots.entries()) {
      const name = `${positions[graph].get(definition.node)} ${definition.side} ${definition.carrier}`;
      slotsByName.set(name, { graph, index, definition });
    }
  }
  const slots = network.slots.map(({ node, side, carrier }) => slotsByName.get(`${node} ${side} ${carrier}`)!);
  return { network, nodes, edges, slots };
}

function edgeKind({ type, circular }: EdgeDefinition): EdgeKind {
  if (type === "inversed_flexible") return "overflow";
  if (type === "flexible") return "flexible";
  return circular ? "circular" : "plain";
}
