/**
 * The structure of a graph as index arrays: everything that is the same for all areas, years and scenarios.
 *
 * Nodes, slots, edges and carriers are represented by the index of their definition (document order). Lists of lists
 * are flat (`IndexLists`); a missing index is −1.
 */
import type { AttributeValue, GraphDefinition, GraphName } from "@etesian/model/definition";
import type { IndexLists } from "./index-lists.ts";

/** A nested block of a document. */
export type DocumentedRecord = { readonly [key: string]: AttributeValue };

/** The part that depends only on the definition. The calculation plan is derived from it. */
export interface Structure {
  readonly name: GraphName;
  readonly definition: GraphDefinition;
  readonly nodeCount: number;
  readonly slotCount: number;
  readonly edgeCount: number;

  readonly nodeByKey: ReadonlyMap<string, number>;
  readonly edgeByKey: ReadonlyMap<string, number>;
  readonly carrierByKey: ReadonlyMap<string, number>;
  /** The carrier of couplings with other models, −1 if the model has none. */
  readonly couplingCarrier: number;

  /** All edges in observable order: input edges of the nodes in document order. */
  readonly edgeOrder: Int32Array;
  /** Carriers that slots use, by first appearance over the nodes in document order, inputs before outputs. */
  readonly carrierOrder: Int32Array;

  /** Slots of a node, by side, in slot order; edges of a node, by side, in document order. */
  readonly inputSlots: IndexLists;
  readonly outputSlots: IndexLists;
  readonly inputEdges: IndexLists;
  readonly outputEdges: IndexLists;
  /** 1 if some node is both a supplier and a consumer of the node. */
  readonly hasLoop: Uint8Array;

  readonly slotNode: Int32Array;
  readonly slotCarrier: Int32Array;
  /** `INPUT` or `OUTPUT`. */
  readonly slotSide: Uint8Array;
  /** One of `SlotKind`. */
  readonly slotKind: Uint8Array;
  /** Edges of a slot in document order. */
  readonly slotEdges: IndexLists;
  /** 1 if a slot has a reversed share edge. */
  readonly hasReversedShare: Uint8Array;
  /** Slots whose flow is dropped after every pass (unset couplings). */
  readonly resettableSlots: Int32Array;

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
  /** −Infinity if the document has none. */
  readonly priority: Float64Array;
  /** 1 if the supplier calculates the edge, 0 if the consumer does. */
  readonly calculatedBySupplier: Uint8Array;
  /** 1 if a flexible edge may not flow backwards. */
  readonly neverNegative: Uint8Array;

  /** Edges by group, each list in observable order. */
  readonly edgeGroups: ReadonlyMap<string, Int32Array>;

  /** Nested blocks of nodes (`merit_order`, `storage` …) as documented, by name and node. */
  readonly records: ReadonlyMap<string, ReadonlyMap<number, DocumentedRecord>>;
  /** Names of the numeric node attributes stored in a state, and the column of each name (see `GraphState.columns`). */
  readonly columnNames: readonly string[];
  readonly columnByName: ReadonlyMap<string, number>;
}
