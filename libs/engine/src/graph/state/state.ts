/**
 * The numbers of one graph in one year of one scenario, written by datasets, inputs and calculations.
 *
 * All numbers are in one flat buffer, so that a state is copied with a single `set`, even for the threads that evaluate
 * queries. NaN means nil (no value) everywhere. Energy is in MJ per year, molecules are in kg.
 *
 * Layout: node columns, slot and edge numbers and flags, all of which belong to the dataset; then the net values. The
 * columns that a pass over the graph reads or writes come last, so that all its numbers are adjacent (`flows`).
 */
import type { AttributeValue, GraphDataset } from "@etesian/model/definition";
import { isNil, sameBytes } from "@etesian/numeric";
import { CopyOnWriteMap } from "./copy-on-write-map.ts";
import { CurveTable, type LazyCurve } from "./curve-table.ts";
import type { Holding } from "./holding.ts";
import { EdgeType } from "../topology/kinds.ts";
import { areEqual, haveEqualEntries } from "./equality.ts";
import { ReusedMemory } from "../../reused-memory.ts";
import type { Topology } from "../topology/topology.ts";

/** A value of a record (`merit_order`, `fever`, `storage` …) or of the area that inputs can set; null = nil. */
export type StoredValue = AttributeValue | null;
export type StoredRecord = { readonly [key: string]: StoredValue };

/** The content of a state: the numbers in one buffer, the rest as small plain data. */
export interface GraphContent<Numbers extends ArrayBufferLike = ArrayBufferLike> {
  readonly buffer: Numbers;
  readonly records: ReadonlyMap<string, ReadonlyMap<number, StoredRecord>>;
  readonly curves: ReadonlyMap<string, ReadonlyMap<number, Float64Array>>;
  readonly texts: ReadonlyMap<string, string>;
}

/** Copies numbers to memory shared by all threads; only hosts with threads provide it. */
export type Share = (numbers: ArrayBufferLike) => SharedArrayBuffer;

/** A transformation node's slots whose carriers would be converted into themselves, in order of detection. */
export interface NettedSlots {
  readonly inputs: Set<number>;
  readonly outputs: Set<number>;
}

/**
 * A stored attribute by node, NaN = nil. Reads and writes are recorded. The column is a view of the memory of all
 * columns, starting at its first number: separate arrays would be two large objects for each of 200 columns.
 */
export class StoredColumn {
  /** The numbers of all columns. */
  readonly #columns: Float64Array;
  readonly #accessed: Uint8Array;
  readonly #first: number;
  readonly #length: number;

  constructor(columns: Float64Array, accessed: Uint8Array, first: number, length: number) {
    this.#columns = columns;
    this.#accessed = accessed;
    this.#first = first;
    this.#length = length;
  }

  read(node: number): number {
    this.#accessed[this.#first + node] = 1;
    return this.#columns[this.#first + node]!;
  }

  write(node: number, value: number): void {
    this.#accessed[this.#first + node] = 1;
    this.#columns[this.#first + node] = value;
  }

  /** Saves a node's number in a log before it is overwritten. */
  saveTo(log: { note(numbers: Float64Array, index: number): void }, node: number): void {
    log.note(this.#columns, this.#first + node);
  }

  /**
   * The numbers themselves. All of them are marked as accessed, because reads and writes through this array are not
   * recorded.
   */
  get values(): Float64Array {
    this.#accessed.fill(1, this.#first, this.#first + this.#length);
    return this.#columns.subarray(this.#first, this.#first + this.#length);
  }
}

/** Node columns that a pass reads or writes. */
const PASS_COLUMNS: readonly string[] = ["demand", "preset_demand", "max_demand"];

/** Fields that a pass may read and write. All are in `flows`, except `netted` and the topology. */
export const PASS_FIELDS = [
  "demand",
  "presetDemand",
  "maxDemand",
  "slotConversion",
  "slotSettled",
  "edgeShare",
  "edgeValue",
  "edgeCalculated",
  "edgeParentShare",
  "edgeParentShareSettled",
  "edgeMaxDemand",
  "netConversion",
  "netShare",
  "netDemand",
] as const;

/**
 * The part of a state that a pass over its graph uses. Passes are memoised by these fields alone, with `caching` on.
 */
export type PassState = Pick<GraphState, (typeof PASS_FIELDS)[number] | "caching" | "netted" | "topology">;

const columnPositions = new WeakMap<Topology, Int32Array>();

/** The position of each column in a state. */
function columnPositionsOf(topology: Topology): Int32Array {
  let positions = columnPositions.get(topology);
  if (positions === undefined) {
    const { columnNames } = topology;
    const names = [...columnNames.filter((name) => !PASS_COLUMNS.includes(name)), ...PASS_COLUMNS];
    columnPositions.set(topology, (positions = Int32Array.from(columnNames, (name) => names.indexOf(name))));
  }
  return positions;
}

export class GraphState {
  readonly topology: Topology;
  readonly buffer: ArrayBufferLike;
  /**
   * All numbers and flags that a pass over the graph reads or writes, as bytes. A pass also reads and writes `netted`.
   */
  readonly flows: Uint8Array;

  /**
   * Stored numeric node attributes, one array (by node) per column of `topology.columnByName`. These are *stored*
   * values: a derived attribute of the same name falls back to its formula where the stored value is nil.
   */
  readonly columns: readonly StoredColumn[];
  /** The columns `demand` (nil until calculated or written), `preset_demand` and `max_demand`. */
  readonly demand: Float64Array;
  readonly presetDemand: Float64Array;
  readonly maxDemand: Float64Array;

  /**
   * Stored conversion per slot. Elastic and loss slots are nil until they are first read; read them with `conversion()`
   * (slots.ts).
   */
  readonly slotConversion: Float64Array;
  /** 1 if an edge-based slot has adopted the conversion of the flows. */
  readonly slotSettled: Uint8Array;

  /** Per edge: share of the consumer's input (reversed: of the supplier's output; constant: an amount). */
  readonly edgeShare: Float64Array;
  /** Energy through the edge; nil until calculated. */
  readonly edgeValue: Float64Array;
  /**
   * 1 if the value is final, so that the calculation does not change it. Set it together with a value to preset an
   * edge.
   */
  readonly edgeCalculated: Uint8Array;
  /** Share of the supplier's output; read with `parentShare()` (slots.ts). */
  readonly edgeParentShare: Float64Array;
  /** 1 if the parent share was read or written before, even as nil. */
  readonly edgeParentShareSettled: Uint8Array;
  /** The edge's own maximum; nil for the supplier's. */
  readonly edgeMaxDemand: Float64Array;
  /** kg CO2 per MJ set by inputs; nil for the carrier's. */
  readonly edgeCo2PerMj: Float64Array;

  /**
   * Net values of slots and edges around transformation nodes; where nil, the slot's conversion or the edge's share and
   * value apply. They belong to the graph, not to the dataset: `copyFrom` does not change them, and `reset` clears
   * them.
   */
  readonly netConversion: Float64Array;
  readonly netShare: Float64Array;
  readonly netDemand: Float64Array;
  /** By node; accumulates over the passes of a calculation. Only passes read it. */
  readonly netted: Map<number, NettedSlots> = new Map();

  /** False while inputs are applied; derived values are then recomputed on every read. */
  caching = true;
  /** Changes whenever all numbers are replaced (`copyFrom`, `reset`), which invalidates caches of derived values. */
  generation = 0;

  /** Records that differ from the documents, by name and node. They are never mutated. */
  readonly #records = new Map<string, CopyOnWriteMap<number, StoredRecord>>();
  /** Results of `matchesDocuments`. */
  readonly #documented = new Map<string, boolean>();
  /** Curves by name, then by node. */
  readonly #curves = new Map<string, CurveTable<number>>();
  /** Text results by `node name`. */
  readonly #texts: Map<string, string>;
  readonly #dataset: Float64Array;
  readonly #net: Float64Array;
  /** The columns before `flows` as one array, and for each of its numbers 1 if it was accessed. */
  readonly #figures: Float64Array;
  readonly #accessed: Uint8Array<ArrayBuffer>;
  readonly memory: ReusedMemory;
  /** Memory that this state owns until `release`. */
  #ownBuffers: readonly ArrayBuffer[];

  /** A state without values, a view of existing content, or a copy of an uncalculated state. */
  constructor(topology: Topology, content?: GraphContent | GraphState, memory = new ReusedMemory()) {
    const original = content instanceof GraphState ? content : undefined;
    const graphContent = content instanceof GraphState ? undefined : content;
    const { nodeCount, slotCount, edgeCount } = topology;
    const numbers = topology.columnNames.length * nodeCount + slotCount + 5 * edgeCount;
    const flagWords = Math.ceil((slotCount + 2 * edgeCount) / 8);
    const netNumbers = slotCount + 2 * edgeCount;
    const byteLength = (numbers + flagWords + netNumbers) * 8;
    if (graphContent !== undefined && graphContent.buffer.byteLength !== byteLength) {
      throw new RangeError(
        `state of ${graphContent.buffer.byteLength} bytes, expected ${byteLength}: made for another model`,
      );
    }

    this.topology = topology;
    this.memory = memory;
    const ownBuffer = graphContent === undefined ? memory.newState(byteLength) : null;
    this.buffer = ownBuffer ?? graphContent!.buffer;
    for (const [name, records] of graphContent?.records ?? []) this.#records.set(name, new CopyOnWriteMap(records));
    for (const [name, curves] of graphContent?.curves ?? []) this.#curves.set(name, new CurveTable(curves));
    this.#texts = new Map(graphContent?.texts);

    let offset = 0;
    const takeView = (count: number): Float64Array => {
      const view = new Float64Array(this.buffer, offset, count);
      offset += count * 8;
      return view;
    };
    const positions = columnPositionsOf(topology);
    const columns = takeView(positions.length * nodeCount);
    const figures = (positions.length - PASS_COLUMNS.length) * nodeCount;
    this.flows = new Uint8Array(this.buffer, figures * 8);
    this.#figures = columns.subarray(0, figures);
    this.#accessed = new Uint8Array(memory.newState(columns.length)).fill(0);
    this.#ownBuffers = ownBuffer === null ? [this.#accessed.buffer] : [ownBuffer, this.#accessed.buffer];
    this.columns = topology.columnNames.map(
      (_, column) => new StoredColumn(columns, this.#accessed, positions[column]! * nodeCount, nodeCount),
    );
    this.slotConversion = takeView(slotCount);
    this.edgeShare = takeView(edgeCount);
    this.edgeValue = takeView(edgeCount);
    this.edgeParentShare = takeView(edgeCount);
    this.edgeMaxDemand = takeView(edgeCount);
    this.edgeCo2PerMj = takeView(edgeCount);

    this.slotSettled = new Uint8Array(this.buffer, offset, slotCount);
    this.edgeCalculated = new Uint8Array(this.buffer, offset + slotCount, edgeCount);
    this.edgeParentShareSettled = new Uint8Array(this.buffer, offset + slotCount + edgeCount, edgeCount);
    offset += flagWords * 8;
    this.#dataset = new Float64Array(this.buffer, 0, offset / 8);

    this.netConversion = takeView(slotCount);
    this.netShare = takeView(edgeCount);
    this.netDemand = takeView(edgeCount);
    this.#net = new Float64Array(this.buffer, this.#dataset.byteLength);

    this.demand = this.column("demand");
    this.presetDemand = this.column("preset_demand");
    this.maxDemand = this.column("max_demand");

    if (original !== undefined) this.reset(original);
    else if (graphContent === undefined) {
      new Uint8Array(this.buffer).fill(0);
      new Float64Array(this.buffer, 0, numbers).fill(NaN);
      this.#net.fill(NaN);
    }
  }

  /** The start state of an area. Throws `RangeError` if the dataset was made for another model. */
  static fromDataset(topology: Topology, dataset: GraphDataset): GraphState {
    const { nodeCount, slotCount, edgeCount, definition } = topology;
    const lengths = [
      ["nodeValues", dataset.nodeValues.length, dataset.nodeColumns.length * nodeCount],
      ["slotConversion", dataset.slotConversion.length, slotCount],
      ["edgeShare", dataset.edgeShare.length, edgeCount],
    ] as const;
    for (const [field, length, expectedLength] of lengths) {
      if (length !== expectedLength)
        throw new RangeError(`${topology.name}.${field} has ${length} numbers, expected ${expectedLength}`);
    }
    for (let edge = 0; edge < edgeCount; edge++) {
      if (topology.edgeType[edge] === EdgeType.Share && isNil(dataset.edgeShare[edge]!)) {
        throw new RangeError(`${definition.edges[edge]!.key} has no share in the dataset`);
      }
    }

    const state = new GraphState(topology);
    state.slotConversion.set(dataset.slotConversion);
    state.edgeShare.set(dataset.edgeShare);
    dataset.nodeColumns.forEach((name, index) => {
      const values = dataset.nodeValues.subarray(index * nodeCount, (index + 1) * nodeCount);
      const dot = name.indexOf(".");
      if (dot < 0) {
        state.column(name).set(values);
        return;
      }
      // A dotted column is an entry of a record (`fever.share_in_group`).
      for (let node = 0; node < nodeCount; node++) {
        const value = values[node]!;
        if (isNil(value)) continue;
        const record = name.slice(0, dot);
        if (state.record(node, record) !== null) state.setRecordEntry(node, record, name.slice(dot + 1), value);
      }
    });
    return state;
  }

  /**
   * The numbers of a stored attribute, for initialisation: all of them are marked as accessed. Calculations use
   * `columns`, which record each access. Throws `RangeError` for an unknown name.
   */
  column(name: string): Float64Array {
    const index = this.topology.columnByName.get(name);
    if (index === undefined) throw new RangeError(`"${name}" is not a stored node attribute of this model`);
    return this.columns[index]!.values;
  }

  /** Clears the record of accessed node numbers. */
  clearAccesses(): void {
    this.#accessed.fill(0);
  }

  /** Replaces the record of accessed node numbers with another state's record. */
  copyAccesses(other: GraphState): void {
    this.#accessed.set(other.#accessed);
  }

  /**
   * The indices of stored numbers that differ between this uncalculated state and `other`, if the calculation from
   * `other` to `calculated` did not access any of them. Null if anything else differs, including flows and records.
   */
  unaccessedChanges(other: GraphState, calculated: GraphState): readonly number[] | null {
    if (!sameBytes(this.flows, other.flows) || this.netted.size + other.netted.size > 0) return null;
    const changes = differences(this.#figures, other.#figures);
    if (changes.some((index) => calculated.#accessed[index] === 1)) return null;
    return this.#equalsOutsideColumns(other) ? changes : null;
  }

  #equalsOutsideColumns(other: GraphState): boolean {
    return (
      haveEqualEntries(this.#records, other.#records, (a, b) => a.isSame(b, areEqual)) &&
      haveEqualEntries(this.#curves, other.#curves, (a, b) => a.isSame(b)) &&
      haveEqualEntries(this.#texts, other.#texts, Object.is)
    );
  }

  /**
   * Restores the result of a calculation of a state that differed from this one only in the stored numbers at these
   * indices.
   */
  reuse(calculated: GraphState, changes: readonly number[]): void {
    const ownValues = changes.map((index) => this.#figures[index]!);
    this.copyFrom(calculated);
    changes.forEach((position, index) => (this.#figures[position] = ownValues[index]!));
    this.#net.set(calculated.#net);
    this.netted.clear();
    for (const [node, { inputs, outputs }] of calculated.netted)
      this.netted.set(node, { inputs: new Set(inputs), outputs: new Set(outputs) });
  }

  /** Copies everything that a dataset contains (numbers, records, curves), but not the net values. */
  copyFrom(other: GraphState): void {
    this.#dataset.set(other.#dataset);
    this.#records.clear();
    for (const [name, records] of other.#records) this.#recordsFor(name).copyFrom(records);
    this.#documented.clear();
    this.#curves.clear();
    for (const [name, curves] of other.#curves) this.#curvesFor(name).copyFrom(curves);
    this.#texts.clear();
    for (const [key, text] of other.#texts) this.#texts.set(key, text);
    this.generation++;
  }

  /** Resets to a start state, including net values. */
  reset(start: GraphState): void {
    this.copyFrom(start);
    this.#net.fill(NaN);
    this.netted.clear();
  }

  /** A node's nested block (`merit_order`, `storage` …) as set by documents, dataset and inputs; null without one. */
  record(node: number, name: string): StoredRecord | null {
    return this.#records.get(name)?.get(node) ?? this.topology.records.get(name)?.get(node) ?? null;
  }

  /** Writes one entry of a node's nested block. Throws `RangeError` when the node has no such block. */
  setRecordEntry(node: number, name: string, key: string, value: StoredValue): void {
    const record = this.record(node, name);
    if (record === null) throw new RangeError(`${this.topology.definition.nodes[node]!.key} has no ${name}`);
    this.#recordsFor(name).set(node, { ...record, [key]: value });
    this.#documented.delete(`${name}.${key}`);
  }

  #recordsFor(name: string): CopyOnWriteMap<number, StoredRecord> {
    let records = this.#records.get(name);
    if (records === undefined) this.#records.set(name, (records = new CopyOnWriteMap()));
    return records;
  }

  /**
   * Whether an entry of a nested block (`block.entry`) equals the documented value in every node that has the block.
   */
  matchesDocuments(id: string): boolean {
    let isDocumented = this.#documented.get(id);
    if (isDocumented === undefined) {
      const dot = id.indexOf(".");
      const [name, entry] = [id.slice(0, dot), id.slice(dot + 1)];
      const documented = this.topology.records.get(name);
      isDocumented = true;
      for (const [node, record] of this.#records.get(name)?.entries ?? [])
        if (!Object.is(record[entry], documented!.get(node)![entry])) isDocumented = false;
      this.#documented.set(id, isDocumented);
    }
    return isDocumented;
  }

  /**
   * Hourly curve stored under an attribute name (`availability_curve`, `electricity_input_curve` …); null if there is
   * none.
   */
  curve(node: number, name: string): Float64Array | null {
    return this.#curves.get(name)?.get(node) ?? null;
  }

  /** An hourly curve borrowed until the task ends. */
  borrowedCurve(node: number, name: string): Float64Array | null {
    return this.#curves.get(name)?.borrow(node) ?? null;
  }

  /** Stores a curve (8,760 values, MW unless its name says otherwise); null or an empty curve removes it. */
  setCurve(node: number, name: string, curve: Float64Array | null): void {
    this.#curvesFor(name).set(node, curve);
  }

  /** Stores a curve computed on first read (most are never read). */
  setLazyCurve(node: number, name: string, curve: LazyCurve): void {
    this.#curvesFor(name).set(node, curve);
  }

  /** A lazy curve of a node that has not been computed; null if there is none or it has been computed. */
  lazyCurve(node: number, name: string): LazyCurve | null {
    return this.#curves.get(name)?.lazy(node) ?? null;
  }

  #curvesFor(name: string): CurveTable<number> {
    let curves = this.#curves.get(name);
    if (curves === undefined) this.#curves.set(name, (curves = new CurveTable()));
    return curves;
  }

  /** A textual result of the hourly calculation for a node (`profitability`); null if there is none. */
  text(node: number, name: string): string | null {
    return this.#texts.get(`${node} ${name}`) ?? null;
  }

  setText(node: number, name: string, text: string): void {
    this.#texts.set(`${node} ${name}`, text);
  }

  /** Adds the memory of this state: its numbers, and the computed curves, which may be shared. */
  addHoldings(holdings: Set<Holding>): void {
    holdings.add(this.buffer);
    for (const curves of this.#curves.values()) curves.addComputedCurves(holdings);
  }

  /** This state's content for `new GraphState(topology, content)`, which then reads and writes the same numbers. */
  get content(): GraphContent {
    const curves = new Map(Array.from(this.#curves, ([name, table]) => [name, table.all()]));
    const records = new Map(Array.from(this.#records, ([name, { entries }]) => [name, entries]));
    return { buffer: this.buffer, records, curves, texts: this.#texts };
  }

  /** This state's content for other threads: `share` copies its numbers to shared memory. */
  toShared(share: Share): GraphContent<SharedArrayBuffer> {
    return { ...this.content, buffer: share(this.buffer) };
  }

  /** Releases the memory for reuse. Neither the state nor any other view of its numbers may be read afterwards. */
  release(): void {
    for (const buffer of this.#ownBuffers) this.memory.recycle(buffer);
    this.#ownBuffers = [];
  }
}

/**
 * The indices at which two arrays of the same length differ. Most arrays differ in at most two places, so equal halves
 * are skipped.
 */
function differences(one: Float64Array, other: Float64Array, from = 0, to = one.length): readonly number[] {
  if (sameBytes(one, other, from, to)) return [];
  if (to - from > 64) {
    const middle = (from + to) >> 1;
    return [...differences(one, other, from, middle), ...differences(one, other, middle, to)];
  }
  const indices: number[] = [];
  for (let index = from; index < to; index++) if (!Object.is(one[index], other[index])) indices.push(index);
  return indices;
}
