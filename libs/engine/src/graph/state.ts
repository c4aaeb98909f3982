/**
 * The numbers of one graph in one year of one scenario: what datasets, inputs and calculations write.
 *
 * Everything numeric sits in one flat `SharedArrayBuffer`, so that a state is copied with a single `set` and another
 * thread can answer questions about it. NaN = nil (no value) everywhere. Energy in MJ per year, molecules in kg.
 */
import type { AttributeValue, GraphDataset } from "@etesian/model";
import type { Topology } from "./topology.ts";

/** A value of a record (`merit_order`, `fever`, `storage` …) or of the area as inputs may leave it; null = nil. */
export type StoredValue = AttributeValue | null;
export type StoredRecord = { readonly [key: string]: StoredValue };

/** A state as it travels between threads: shared numbers, the rest small plain data. */
export interface SharedGraphState {
  readonly buffer: SharedArrayBuffer;
  readonly records: ReadonlyMap<string, StoredRecord>;
  readonly curves: ReadonlyMap<string, Float64Array>;
}

export class GraphState {
  readonly topology: Topology;
  readonly buffer: SharedArrayBuffer;

  /**
   * Stored numeric node attributes, one array (by node) per column of `topology.columnByName`. These are *stored*
   * values: a derived attribute of the same name falls back on its formula where the stored value is nil.
   */
  readonly columns: readonly Float64Array[];
  /** The columns `demand` (nil until calculated or written), `preset_demand` and `max_demand`. */
  readonly demand: Float64Array;
  readonly presetDemand: Float64Array;
  readonly maxDemand: Float64Array;

  /** Stored conversion per slot. Elastic and loss slots are nil until first read; read with `conversion()` (slots.ts). */
  readonly slotConversion: Float64Array;
  /** 1 where an edge-based slot has settled on the conversion of the flows. */
  readonly slotSettled: Uint8Array;

  /** Per edge: share of the consumer's input (reversed: of the supplier's output; constant: an amount). */
  readonly edgeShare: Float64Array;
  /** Energy through the edge; nil until calculated. */
  readonly edgeValue: Float64Array;
  /** 1 where the value is final: the calculation leaves it alone. Set it together with a value to pre-set an edge. */
  readonly edgeCalculated: Uint8Array;
  /** Part of the supplier's output; read with `parentShare()` (slots.ts). */
  readonly edgeParentShare: Float64Array;
  /** 1 where the parent share was read or written before, even as nil. */
  readonly edgeParentShareSettled: Uint8Array;
  readonly edgeMaxDemand: Float64Array;
  /** kg CO2 per MJ set by inputs; nil: the carrier's. */
  readonly edgeCo2PerMj: Float64Array;

  /**
   * Net values of slots and edges around transformation nodes; nil = the slot's conversion, the edge's share and value.
   * They belong to the graph, not to the dataset: `copyFrom` leaves them alone, `reset` clears them.
   */
  readonly netConversion: Float64Array;
  readonly netShare: Float64Array;
  readonly netDemand: Float64Array;

  /** False while inputs are applied: derived values are then computed afresh and not kept. */
  caching = true;
  /** Changes whenever all numbers are replaced (`copyFrom`, `reset`): whoever keeps derived values drops them then. */
  generation = 0;

  /** A state without values, or one over the numbers of another thread. */
  constructor(topology: Topology, _shared?: SharedGraphState) {
    this.topology = topology;
    throw new Error("not available yet");
  }

  /** The state an area starts from. Raises when the dataset was made for another model. */
  static fromDataset(_topology: Topology, _dataset: GraphDataset): GraphState {
    throw new Error("not available yet");
  }

  /** Takes over everything a dataset holds (numbers, records, curves), but not the net values. */
  copyFrom(_other: GraphState): void {
    throw new Error("not available yet");
  }

  /** Back to a start state, net values included. */
  reset(_start: GraphState): void {
    throw new Error("not available yet");
  }

  /** Nested block of a node (`merit_order`, `storage` …) as documents, dataset and inputs leave it; null when it has none. */
  record(_node: number, _name: string): StoredRecord | null {
    throw new Error("not available yet");
  }

  /** Writes one entry of a node's nested block; raises when the node has no such block. */
  setRecordEntry(_node: number, _name: string, _key: string, _value: StoredValue): void {
    throw new Error("not available yet");
  }

  /** Hourly curve stored under an attribute name (`availability_curve`, `electricity_input_curve` …), null when none. */
  curve(_node: number, _name: string): Float64Array | null {
    throw new Error("not available yet");
  }

  /** Stores a curve (8,760 values); null or an empty curve removes it. */
  setCurve(_node: number, _name: string, _curve: Float64Array | null): void {
    throw new Error("not available yet");
  }

  /** For another thread: `new GraphState(topology, shared)` there reads the same numbers. */
  toShared(): SharedGraphState {
    throw new Error("not available yet");
  }
}
