/**
 * Resolves an attribute name of a node once, when a query is compiled. Some attributes have a fixed name; others
 * contain the name of a carrier, a node, a cost or an edge type. Unknown names resolve to undefined; reading one
 * throws.
 */
import { type GraphName, GqlError, type Value } from "@etesian/gql";
import { CompensatedSum, isNil } from "@etesian/numeric";
import { EdgeType } from "../graph/topology/kinds.ts";
import type { ModelTopology, Topology } from "../graph/topology/topology.ts";
import { requireNumber } from "./objects/cells.ts";
import { figuresPerPlant, perUnit } from "./formulas/costs.ts";
import {
  inputConversion,
  inputOf,
  inputOfCarrier,
  inputOfLoss,
  outputConversion,
  outputOf,
  outputOfCarrier,
  outputOfLoss,
} from "./formulas/flows.ts";
import type { NodeFormula, NodeReader } from "./formulas/formula.ts";
import { nodeAttributes } from "./node-attributes.ts";
import { CarrierObject, type GraphObjects } from "./objects/objects.ts";
import {
  demandOfBioResourcesOfCarrier,
  primaryDemandCo2OfCarrier,
  primaryDemandOfCarrier,
} from "./formulas/recursive.ts";

/** A node attribute with arguments. */
export type NodeMethod = (graph: GraphObjects, node: number, args: readonly Value[]) => Value;

export class NodeNames {
  readonly #topology: ModelTopology;
  readonly #fixedReaders: { readonly [graph in GraphName]: ReadonlyMap<string, NodeReader> };
  readonly #carriers: ReadonlyMap<string, number>;
  readonly #primaryDemands = new Map<number, NodeFormula>();

  constructor(topology: ModelTopology) {
    this.#topology = topology;
    this.#fixedReaders = { energy: fixedReaders("energy"), molecules: fixedReaders("molecules") };
    this.#carriers = topology.energy.carrierByKey;
  }

  /** Reader of a node attribute of a graph; undefined if nodes have no such attribute. */
  reader(graph: GraphName, name: string): NodeReader | undefined {
    return (
      this.#fixedReaders[graph].get(name) ??
      this.#carrierReader(this.#topology[graph], name) ??
      firstEdgeReader(name, this.#carriers) ??
      outputShareReader(this.#topology[graph], name) ??
      // `cost_<attribute>` is an alias for the attribute.
      (name.startsWith("cost_") ? this.reader(graph, name.slice("cost_".length)) : undefined)
    );
  }

  /** Whether a name is an attribute of a graph's nodes; a carrier or node in the name must exist. */
  has(graph: GraphName, name: string): boolean {
    if (this.#fixedReaders[graph].has(name) || this.#carrierReader(this.#topology[graph], name) !== undefined)
      return true;
    const slot = parseEdgeName(name);
    if (slot !== null) return this.#carriers.has(slot.carrier);
    if (name.startsWith("share_of_")) return this.#topology[graph].nodeByKey.has(name.slice("share_of_".length));
    return name.startsWith("cost_") && this.has(graph, name.slice("cost_".length));
  }

  /** All attribute names of a graph's nodes, except `cost_` aliases and names that contain a node or an edge type. */
  *all(graph: GraphName): Iterable<string> {
    yield* this.#fixedReaders[graph].keys();
    for (const carrier of this.#carriers.keys()) {
      for (const { prefix, suffix } of carrierNames) yield `${prefix}${carrier}${suffix}`;
      for (const side of ["input", "output"]) yield `${carrier}_${side}_edge_value`;
      if (graph === "energy") yield `primary_demand_of_${carrier}`;
    }
  }

  /** Node attribute with arguments; undefined if there is none with that name. */
  method(graph: GraphName, name: string): NodeMethod | undefined {
    switch (name) {
      case "input_of":
        return flowOf(inputOfCarrier, inputOfLoss);
      case "output_of":
        return flowOf(outputOfCarrier, outputOfLoss);
      case "input_of_carrier":
      case "supply_of_carrier":
        return (objects, node, args) => inputOfCarrier(objects, node, carrierIndex(objects, args[0]));
      case "output_of_carrier":
      case "demand_of_carrier":
        return (objects, node, args) => outputOfCarrier(objects, node, carrierIndex(objects, args[0]));
      case "input":
        return (objects, node, args) => slotOrNil(objects, objects.inputSlot(node, carrierIndex(objects, args[0])));
      case "output":
        return (objects, node, args) => slotOrNil(objects, objects.outputSlot(node, carrierIndex(objects, args[0])));
    }
    if (name.endsWith("_per")) {
      const cost = figuresPerPlant.get(name.slice(0, -"_per".length));
      if (cost !== undefined) return costInUnit(name, cost);
    }
    if (graph === "molecules") return undefined;
    switch (name) {
      case "primary_demand_of":
        return sumOverCarriers((carrier) => this.#primaryDemandOf(carrier), true);
      case "primary_demand_of_carrier":
        return sumOverCarriers((carrier) => this.#primaryDemandOf(carrier), false);
      case "demand_of_bio_resources_including_abroad_of":
        return sumOverCarriers(demandOfBioResourcesOfCarrier, false);
      case "primary_demand_co2_per_mj_of_carrier":
        return sumOverCarriers(primaryDemandCo2OfCarrier, false);
      default:
        return undefined;
    }
  }

  #primaryDemandOf(carrier: number): NodeFormula {
    let formula = this.#primaryDemands.get(carrier);
    if (formula === undefined) this.#primaryDemands.set(carrier, (formula = primaryDemandOfCarrier(carrier)));
    return formula;
  }

  /** `input_of_<carrier>`, `<carrier>_output_conversion` … */
  #carrierReader(topology: Topology, name: string): NodeReader | undefined {
    for (const { prefix, suffix, make } of carrierNames) {
      if (!name.startsWith(prefix) || !name.endsWith(suffix)) continue;
      const carrier = name.slice(prefix.length, name.length - suffix.length);
      const index = this.#carriers.get(carrier);
      if (index !== undefined) return make(topology, carrier, index);
    }
    if (topology.name === "energy" && name.startsWith("primary_demand_of_")) {
      const index = this.#carriers.get(name.slice("primary_demand_of_".length));
      if (index !== undefined) return this.#primaryDemandOf(index);
    }
    return undefined;
  }
}

function fixedReaders(graph: GraphName): ReadonlyMap<string, NodeReader> {
  const attributes = nodeAttributes.filter(({ onlyGraph }) => onlyGraph === null || onlyGraph === graph);
  return new Map(attributes.map(({ name, read }) => [name, read]));
}

const carrierNames: readonly {
  readonly prefix: string;
  readonly suffix: string;
  readonly make: (topology: Topology, carrier: string, index: number) => NodeReader;
}[] = [
  { prefix: "", suffix: "_input_conversion", make: inputConversion },
  { prefix: "", suffix: "_output_conversion", make: outputConversion },
  { prefix: "input_of_", suffix: "", make: (_topology, _carrier, index) => inputOf(index) },
  { prefix: "supply_of_", suffix: "", make: (_topology, _carrier, index) => inputOf(index) },
  { prefix: "output_of_", suffix: "", make: (_topology, _carrier, index) => outputOf(index) },
  { prefix: "demand_of_", suffix: "", make: (_topology, _carrier, index) => outputOf(index) },
  { prefix: "", suffix: "_input_edge_share", make: (_topology, _carrier, index) => firstShare("input", index) },
  { prefix: "", suffix: "_output_edge_share", make: (_topology, _carrier, index) => firstShare("output", index) },
];

/** Share of the first edge of a carrier's slot, 0 if there is none. */
function firstShare(side: "input" | "output", carrier: number): NodeReader {
  return (graph, node) => {
    const edge = findEdge(graph, node, side, carrier, null);
    const share = edge < 0 ? 0 : graph.state.edgeShare[edge]!;
    return isNil(share) ? 0 : share;
  };
}

const edgeTypes: { readonly [spelling: string]: number } = {
  constant: EdgeType.Constant,
  share: EdgeType.Share,
  flexible: EdgeType.Flexible,
  inversedflexible: EdgeType.InversedFlexible,
};

/** The parts of `<carrier>[_<type>]_<side>_edge_<share|value>`; null for other names. */
function parseEdgeName(name: string): {
  readonly carrier: string;
  readonly side: "input" | "output";
  readonly type: number | null;
  readonly isShare: boolean;
} | null {
  const parts = /^(.*)_(input|output)_edge_(share|value)$/.exec(name);
  if (parts === null) return null;
  const slot = parts[1]!;
  const typeMatch = /^(.*)_(constant|share|inversedflexible|flexible)$/.exec(slot);
  return {
    carrier: typeMatch?.[1] ?? slot,
    side: parts[2] === "input" ? "input" : "output",
    type: typeMatch === null ? null : edgeTypes[typeMatch[2]!]!,
    isShare: parts[3] === "share",
  };
}

/**
 * `<carrier>[_<type>]_<side>_edge_<share|value>`: the share or value of the slot's first edge (of that type), nil if
 * there is none.
 */
function firstEdgeReader(name: string, carriers: ReadonlyMap<string, number>): NodeReader | undefined {
  const parts = parseEdgeName(name);
  if (parts === null) return undefined;
  const { side, isShare, type } = parts;
  const carrier = carriers.get(parts.carrier) ?? -1;
  return (graph, node) => {
    const edge = findEdge(graph, node, side, carrier, type);
    if (edge < 0) return null;
    const value = (isShare ? graph.state.edgeShare : graph.state.edgeValue)[edge]!;
    return isNil(value) ? null : value;
  };
}

function findEdge(
  graph: GraphObjects,
  node: number,
  side: "input" | "output",
  carrier: number,
  type: number | null,
): number {
  const slot = side === "input" ? graph.inputSlot(node, carrier) : graph.outputSlot(node, carrier);
  if (slot < 0) return -1;
  const { start, items } = graph.topology.slotEdges;
  for (let i = start[slot]!, end = start[slot + 1]!; i < end; i++) {
    if (type === null || graph.topology.edgeType[items[i]!] === type) return items[i]!;
  }
  return -1;
}

/** `share_of_<node>`: share of the first output edge to that node, nil if there is none. */
function outputShareReader(topology: Topology, name: string): NodeReader | undefined {
  if (!name.startsWith("share_of_")) return undefined;
  const consumer = topology.nodeByKey.get(name.slice("share_of_".length)) ?? -1;
  return (graph, node) => {
    const { start, items } = graph.topology.outputEdges;
    for (let i = start[node]!, end = start[node + 1]!; i < end; i++) {
      if (graph.topology.consumer[items[i]!] !== consumer) continue;
      const share = graph.state.edgeShare[items[i]!]!;
      return isNil(share) ? null : share;
    }
    return null;
  };
}

/** The slot at an index; nil for −1. */
const slotOrNil = ({ slots }: GraphObjects, slot: number): Value => (slot < 0 ? null : slots.at(slot));

// Arguments

/** Index of a carrier given by name or as an object; −1 for anything else. */
export function carrierIndex(graph: GraphObjects, argument: Value | undefined): number {
  if (argument instanceof CarrierObject) return argument.index;
  if (typeof argument !== "symbol") return -1;
  return graph.topology.carrierByKey.get(argument.description ?? "") ?? -1;
}

function flattenArguments(args: readonly Value[]): readonly Value[] {
  return args.some((arg) => Array.isArray(arg))
    ? args.flatMap((arg) => (isList(arg) ? flattenArguments(arg) : [arg]))
    : args;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Σ of the flows of the given carriers; losses are residuals. Integer 0 without carriers. */
function flowOf(
  flow: (graph: GraphObjects, node: number, carrier: number) => number,
  residual: NodeFormula,
): NodeMethod {
  return (graph, node, args) => {
    const carriers = flattenArguments(args);
    if (carriers.length === 0) return 0n;
    const sum = new CompensatedSum();
    for (const carrier of carriers) {
      const index = carrierIndex(graph, carrier);
      const isLoss = index >= 0 && index === graph.traits.carriers.loss;
      sum.add(isLoss ? requireNumber(residual(graph, node), "losses") : flow(graph, node, index));
    }
    return sum.total;
  };
}

/** Σ of a formula over carriers. With `flattens`, they may be lists and objects; otherwise each name counts once. */
function sumOverCarriers(make: (carrier: number) => NodeFormula, flattens: boolean): NodeMethod {
  const formulas = new Map<number, NodeFormula>();
  return (graph, node, args) => {
    const carriers = flattens ? flattenArguments(args) : args;
    if (carriers.length === 0) return 0n;
    const sum = new CompensatedSum();
    for (const argument of flattens ? carriers : new Set(carriers)) {
      const carrier = flattens || typeof argument === "symbol" ? carrierIndex(graph, argument) : -1;
      let formula = formulas.get(carrier);
      if (formula === undefined) formulas.set(carrier, (formula = make(carrier)));
      sum.add(requireNumber(formula(graph, node), "demand of a carrier"));
    }
    return sum.total;
  };
}

/** `<cost>_per(unit)`. */
function costInUnit(name: string, cost: NodeFormula): NodeMethod {
  const formulas = new Map<symbol, NodeFormula>();
  return (graph, node, args) => {
    const [unit] = args;
    if (typeof unit !== "symbol" || args.length !== 1) throw new GqlError(`${name} takes one unit, such as :plant`);
    let formula = formulas.get(unit);
    if (formula === undefined) formulas.set(unit, (formula = perUnit(cost, unit.description ?? "")));
    return formula(graph, node);
  };
}
