/**
 * The structure of a graph as index arrays: everything that is the same for all areas, years and scenarios.
 *
 * Nodes, slots, edges and carriers are the indices of their definitions (document order). Lists of lists are flat
 * (`IndexLists`); a missing index is −1. Made once per model and thread; nothing here is ever written afterwards.
 */
import type { GraphName, GraphDefinition, ModelDefinition, Side } from "@etesian/model";
import type { CalculationPlan } from "./plan.ts";

/** List i is `items[start[i]]` to `items[start[i + 1] − 1]`. */
export interface IndexLists {
  readonly start: Int32Array;
  readonly items: Int32Array;
}

export const INPUT = 0;
export const OUTPUT = 1;

export const SlotKind = { Plain: 0, Elastic: 1, Loss: 2, EdgeBased: 3 } as const;
export const EdgeType = { Share: 0, Flexible: 1, InversedFlexible: 2, Dependent: 3, Constant: 4 } as const;

export interface Topology {
  readonly name: GraphName;
  readonly definition: GraphDefinition;
  readonly nodeCount: number;
  readonly slotCount: number;
  readonly edgeCount: number;

  readonly nodeByKey: ReadonlyMap<string, number>;
  readonly edgeByKey: ReadonlyMap<string, number>;
  readonly carrierByKey: ReadonlyMap<string, number>;

  /** All nodes in observable order: energy in calculation order, molecules in document order. */
  readonly nodeOrder: Int32Array;
  /** All edges in observable order: input edges of the nodes in document order. */
  readonly edgeOrder: Int32Array;
  /** Carriers that slots use, by first appearance over the nodes in document order, inputs before outputs. */
  readonly carrierOrder: Int32Array;

  /** Slots of a node, by side, in slot order; edges of a node, by side, in document order. */
  readonly inputSlots: IndexLists;
  readonly outputSlots: IndexLists;
  readonly inputEdges: IndexLists;
  readonly outputEdges: IndexLists;
  /** 1 where some node is both a supplier and a consumer of the node. */
  readonly hasLoop: Uint8Array;

  readonly slotNode: Int32Array;
  readonly slotCarrier: Int32Array;
  /** `INPUT` or `OUTPUT`. */
  readonly slotSide: Uint8Array;
  /** One of `SlotKind`. */
  readonly slotKind: Uint8Array;
  /** Edges of a slot in document order. */
  readonly slotEdges: IndexLists;

  readonly supplier: Int32Array;
  readonly consumer: Int32Array;
  /** The supplier's slot and the consumer's slot of an edge, whether or not it is reversed. */
  readonly outputSlot: Int32Array;
  readonly inputSlot: Int32Array;
  readonly edgeCarrier: Int32Array;
  /** One of `EdgeType`. */
  readonly edgeType: Uint8Array;
  readonly reversed: Uint8Array;
  readonly treatAsLoss: Uint8Array;
  /** −Infinity where the document has none. */
  readonly priority: Float64Array;

  /** Nodes by group, sector and use, edges by group: each list in observable order. */
  readonly groups: ReadonlyMap<string, Int32Array>;
  readonly sectors: ReadonlyMap<string, Int32Array>;
  readonly uses: ReadonlyMap<string, Int32Array>;
  readonly edgeGroups: ReadonlyMap<string, Int32Array>;

  /** Names of the numeric node attributes a state stores, and the column of each name (see `GraphState.columns`). */
  readonly columnNames: readonly string[];
  readonly columnByName: ReadonlyMap<string, number>;

  readonly plan: CalculationPlan;
}

/** Both graphs of a model, and the carrier columns they share. */
export interface ModelTopology {
  readonly definition: ModelDefinition;
  readonly energy: Topology;
  readonly molecules: Topology;
  readonly carrierColumnNames: readonly string[];
  readonly carrierColumnByName: ReadonlyMap<string, number>;
}

/** Prepares a model for calculation. Raises `TopologyError` when its graphs cannot be calculated as defined. */
export function modelTopology(_definition: ModelDefinition): ModelTopology {
  throw new Error("not available yet");
}

/** The slot of a carrier on one side of a node, −1 when there is none. */
export function findSlot(topology: Topology, node: number, side: Side, carrier: number): number {
  const { start, items } = side === "input" ? topology.inputSlots : topology.outputSlots;
  for (let i = start[node]!; i < start[node + 1]!; i++) {
    const slot = items[i]!;
    if (topology.slotCarrier[slot] === carrier) return slot;
  }
  return -1;
}

/** A flag per node: 1 for the members of a group, all 0 when no node is in it. */
export function groupFlags(topology: Topology, group: string): Uint8Array {
  const flags = new Uint8Array(topology.nodeCount);
  for (const node of topology.groups.get(group) ?? []) flags[node] = 1;
  return flags;
}

/** A graph whose structure cannot be calculated; the message names the node, slot or edge. */
export class TopologyError extends Error {
  override readonly name = "TopologyError";
}
