/** Attributes of slots: all edges of one carrier on one side of a node. */
import type { Value } from "@etesian/gql";
import { INPUT, OUTPUT } from "../graph/topology/kinds.ts";
import { conversion, expectedValue, externalValue, internalValue, netConversion } from "../graph/state/slots.ts";
import type { GraphObjects } from "./objects/objects.ts";

export const slotAttributes: { readonly [name: string]: (graph: GraphObjects, slot: number) => Value } = {
  key: (graph, slot) => Symbol.for(graph.slots.at(slot).key),
  /** External energy per MJ of the node's demand. */
  conversion: (graph, slot) => conversion(graph.state, slot),
  /** The conversion for recursive factors, which differs around transformation nodes. */
  net_conversion: (graph, slot) => netConversion(graph.state, slot),
  /** The slot's share of the node's demand, MJ. */
  expected_value: (graph, slot) => expectedValue(graph.state, slot),
  expected_external_value: (graph, slot) => expectedValue(graph.state, slot),
  /** MJ through its edges. */
  external_value: (graph, slot) => externalValue(graph.state, slot),
  /** The node demand implied by its edges, MJ. */
  internal_value: (graph, slot) => internalValue(graph.state, slot),
  carrier: (graph, slot) => graph.year.carriers[graph.topology.slotCarrier[slot]!]!,
  node: (graph, slot) => graph.nodes.at(graph.topology.slotNode[slot]!),
  edges: (graph, slot) => {
    const { start, items } = graph.topology.slotEdges;
    return graph.edges.pick(items, start[slot], start[slot + 1]);
  },
  direction: (graph, slot) => Symbol.for(graph.topology.slotSide[slot] === INPUT ? "input" : "output"),
  "input?": (graph, slot) => graph.topology.slotSide[slot] === INPUT,
  "output?": (graph, slot) => graph.topology.slotSide[slot] === OUTPUT,
  "loss?": (graph, slot) => graph.topology.slotCarrier[slot] === graph.traits.carriers.loss,
};
