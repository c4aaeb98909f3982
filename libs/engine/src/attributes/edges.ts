/** Attributes of edges: flows, shares, emissions. */
import { type GraphName, GqlError, type Value } from "@etesian/gql";
import { isNil } from "@etesian/numeric";
import { EdgeType } from "../graph/topology/kinds.ts";
import { conversion, parentShare } from "../graph/state/slots.ts";
import { requireNumber, type Num } from "./objects/cells.ts";
import { lossCompensationFactor } from "./formulas/factors.ts";
import type { NodeReader } from "./formulas/formula.ts";
import type { NodeMethod, NodeNames } from "./names.ts";
import type { GraphObjects } from "./objects/objects.ts";
import { edgeCo2PerMj } from "./formulas/recursive.ts";

export type EdgeReader = (graph: GraphObjects, edge: number) => Value;
export type EdgeMethod = (graph: GraphObjects, edge: number, args: readonly Value[]) => Value;

const toNil = (value: number): Num => (isNil(value) ? null : value);

const value: EdgeReader = (graph, edge) => toNil(graph.state.edgeValue[edge]!);

const isType =
  (type: number): EdgeReader =>
  (graph, edge) =>
    graph.topology.edgeType[edge] === type;

const commonAttributes: { readonly [name: string]: EdgeReader } = {
  key: (graph, edge) => Symbol.for(graph.edges.at(edge).key),
  /** Flow in MJ; for molecules in kg. */
  value,
  demand: value,
  share: (graph, edge) => toNil(graph.state.edgeShare[edge]!),
  parent_share: (graph, edge) => toNil(parentShare(graph.state, edge)),
  carrier: (graph, edge) => graph.year.carriers[graph.topology.edgeCarrier[edge]!]!,
  lft_node: (graph, edge) => graph.nodes.at(graph.topology.consumer[edge]!),
  rgt_node: (graph, edge) => graph.nodes.at(graph.topology.supplier[edge]!),
  /** Sector of the consumer. */
  sector: (graph, edge) => graph.traits.sectors[graph.topology.consumer[edge]!]!,
  type: (graph, edge) => Symbol.for(graph.topology.definition.edges[edge]!.type),
  priority: (graph, edge) => graph.topology.priority[edge]!,
  max_demand: (graph, edge) => {
    const maxDemand = graph.state.edgeMaxDemand[edge]!;
    return toNil(isNil(maxDemand) ? graph.state.maxDemand[graph.topology.supplier[edge]!]! : maxDemand);
  },
  calculated: (graph, edge) => graph.state.edgeCalculated[edge] === 1,
  treat_as_loss: (graph, edge) => graph.topology.treatAsLoss[edge] === 1,
  "treat_as_loss?": (graph, edge) => graph.topology.treatAsLoss[edge] === 1,
  "reversed?": (graph, edge) => graph.topology.reversed[edge] === 1,
  "circular?": (graph, edge) => graph.topology.definition.edges[edge]!.circular,
  /** Whether its energy is used as energy: the consumer is not in the `non_energetic_use` group. */
  "energetic?": (graph, edge) => graph.traits.nonEnergeticUse[graph.topology.consumer[edge]!] === 0,
  "share?": isType(EdgeType.Share),
  "flexible?": isType(EdgeType.Flexible),
  "inversed_flexible?": isType(EdgeType.InversedFlexible),
  "dependent?": isType(EdgeType.Dependent),
  "constant?": isType(EdgeType.Constant),
};

const energyAttributes: { readonly [name: string]: EdgeReader } = {
  /** kg per MJ: the edge's value if inputs set one, otherwise the carrier's. */
  co2_per_mj: (graph, edge) => toNil(edgeCo2PerMj(graph, edge)),
  potential_co2_per_mj: (graph, edge) => toNil(graph.year.potentialCo2PerMj[graph.topology.edgeCarrier[edge]!]!),
};

/** Supplier attributes that are divided among its output edges; true if the supplier's losses are included. */
const supplierShares: { readonly [name: string]: boolean } = {
  primary_demand: true,
  primary_demand_of: true,
  primary_demand_of_carrier: true,
  sustainability_share: false,
};

/** Attributes that an edge takes unchanged from its supplier. */
const supplierAttributes: readonly string[] = ["primary_co2_emission_of_bio_and_fossil_without_capture_factor"];

export const edgeAttributeNames: readonly string[] = [
  ...Object.keys(commonAttributes),
  ...Object.keys(energyAttributes),
  ...Object.keys(supplierShares),
  ...supplierAttributes,
];

/** Attributes of a graph's edges that inputs may write. */
export const writableEdgeAttributes = (graph: GraphName): readonly string[] =>
  graph === "energy" ? ["share", "value", "co2_per_mj"] : ["share", "value"];

/** Reader of an edge attribute of a graph; undefined if edges have no such attribute. */
export function edgeReader(names: NodeNames, graph: GraphName, name: string): EdgeReader | undefined {
  const ownReader = Object.hasOwn(commonAttributes, name)
    ? commonAttributes[name]
    : graph === "energy" && Object.hasOwn(energyAttributes, name)
      ? energyAttributes[name]
      : undefined;
  if (ownReader !== undefined) return ownReader;
  if (name.endsWith("?")) return hasOnlyCarrier(name.slice(0, -1));
  if (graph === "molecules") return undefined;
  const read = names.reader("energy", name);
  if (read === undefined) return undefined;
  if (supplierAttributes.includes(name)) return (objects, edge) => read(objects, objects.topology.supplier[edge]!);
  return Object.hasOwn(supplierShares, name) ? supplierShare(name, read) : undefined;
}

/** Edge attribute with arguments; undefined if there is none with that name. */
export function edgeMethod(names: NodeNames, graph: GraphName, name: string): EdgeMethod | undefined {
  if (graph === "molecules" || !Object.hasOwn(supplierShares, name)) return undefined;
  const method: NodeMethod | undefined = names.method("energy", name);
  if (method === undefined) return undefined;
  return (objects, edge, args) =>
    supplierShare(name, (supplierGraph, node) => method(supplierGraph, node, args))(objects, edge);
}

/** `<carrier>?`; throws for an unknown carrier. */
function hasOnlyCarrier(carrier: string): EdgeReader {
  return (graph, edge) => {
    const index = graph.topology.carrierByKey.get(carrier);
    if (index === undefined) throw new GqlError(`the edge ${graph.edges.at(edge).key} has no attribute ${carrier}?`);
    return graph.topology.edgeCarrier[edge] === index;
  };
}

/**
 * The supplier's figure × conversion of the slot × the edge's share of the supplier's output. Reversed edges use the
 * conversion of the consumer's slot.
 */
function supplierShare(name: string, read: NodeReader): EdgeReader {
  const includesLosses = supplierShares[name]!;
  return (graph, edge) => {
    const { topology, state } = graph;
    const supplier = topology.supplier[edge]!;
    const figure = read(graph, supplier) as Num;
    if (figure === null) return null;
    const slot = topology.reversed[edge] === 1 ? topology.inputSlot[edge]! : topology.outputSlot[edge]!;
    const compensation = includesLosses ? lossCompensationFactor(graph, supplier) : 1;
    return (
      Number(figure) *
      (conversion(state, slot) * compensation) *
      requireNumber(toNil(parentShare(state, edge)), "parent_share")
    );
  };
}
