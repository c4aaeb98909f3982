/** Reads and writes the energy graph of a year by node, slot and edge, for the hourly calculations. */
import type { AnyCurve, Curve } from "./curves/curve.ts";
import { CurveFromJanuary, AssignedCurve } from "./curves/assigned-curve.ts";
import type { AttributeValue } from "@etesian/model/definition";
import { CalculationFault, isNil, SECONDS_PER_HOUR } from "@etesian/numeric";
import type { NodeAttributeReader } from "../graph/lifecycle.ts";
import { conversion } from "../graph/state/slots.ts";
import type { GraphState, StoredRecord } from "../graph/state/state.ts";
import { findSlot, type Topology } from "../graph/topology/topology.ts";
import type { Accesses, ExternalReadKind, Trace } from "./trace.ts";
import { UndoLog } from "./undo-log.ts";

/** Thrown for an input that an hourly calculation cannot use. The message names the node and the expected value. */
export class HourlyError extends CalculationFault {
  override readonly name = "HourlyError";
}

type Side = "input" | "output";

/** The energy graph as documented: the same in every scenario. */
export class EnergyGraph {
  readonly topology: Topology;

  constructor(topology: Topology) {
    this.topology = topology;
  }

  index(key: string): number {
    const node = this.topology.nodeByKey.get(key);
    if (node === undefined) throw new HourlyError(`There is no energy node ${key}`);
    return node;
  }

  key(node: number): string {
    return this.topology.definition.nodes[node]!.key;
  }

  /** Slot of a carrier, −1 if there is none. */
  slot(node: number, side: Side, carrier: string): number {
    const index = this.topology.carrierByKey.get(carrier);
    return index === undefined ? -1 : findSlot(this.topology, node, side, index);
  }

  slots(node: number, side: Side): Int32Array {
    const lists = side === "input" ? this.topology.inputSlots : this.topology.outputSlots;
    return lists.items.subarray(lists.start[node], lists.start[node + 1]);
  }

  carrier(slot: number): string {
    return this.topology.definition.slots[slot]!.carrier;
  }

  edges(slot: number): Int32Array {
    const { start, items } = this.topology.slotEdges;
    return items.subarray(start[slot], start[slot + 1]);
  }

  outputEdges(node: number): Int32Array {
    const { start, items } = this.topology.outputEdges;
    return items.subarray(start[node], start[node + 1]);
  }

  isInGroup(node: number, group: string): boolean {
    return this.topology.definition.nodes[node]!.groups.includes(group);
  }
}

/**
 * The numbers of a year's energy graph. The hourly calculation accesses them only through this port, which can record a
 * trace. A result can be reused if all its reads return the same values (`RecordedCalculations`).
 */
export class EnergyNodes extends EnergyGraph {
  /** Null after `close`. */
  #year: { readonly state: GraphState; readonly read: NodeAttributeReader } | null;
  #trace: Trace | null = null;
  readonly #undoLog = new UndoLog();
  /** The log while writes may be rolled back. */
  #undo: UndoLog | null = null;

  constructor(state: GraphState, read: NodeAttributeReader) {
    super(state.topology);
    this.#year = { state, read };
  }

  /** Releases the year. Cached results hold the port that they read through; it must not keep the year in memory. */
  close(): void {
    this.#year = null;
  }

  /** Throws after `close`. */
  checkOpen(): void {
    if (this.#year === null) throw new Error("A year was read after its hourly calculation had ended");
  }

  get #state(): GraphState {
    return this.#openYear.state;
  }

  get #openYear() {
    if (this.#year === null) throw new Error("A year was read after its hourly calculation had ended");
    return this.#year;
  }

  /**
   * Returns the result of a calculation and its reads and writes, which it adds to a trace. Throws within another
   * traced calculation, because their accesses would mix.
   */
  runTraced<Result>(trace: Trace, calculate: () => Result): Accesses & { readonly result: Result } {
    if (this.#trace !== null) throw new Error("A traced calculation began within another one");
    this.#trace = trace;
    trace.begin();
    try {
      return { result: calculate(), ...trace.end() };
    } finally {
      this.#trace = null;
    }
  }

  /** Runs `work`, and rolls back the numbers that it has written if it returns false or throws. Returns its result. */
  attempt(work: () => boolean): boolean {
    this.#undo = this.#undoLog;
    try {
      const isDone = work();
      if (isDone) this.#undoLog.commit();
      return isDone;
    } finally {
      this.#undo = null;
      this.#undoLog.rollBack();
    }
  }

  /** Attribute of a node, derived where it is not stored; NaN = nil. */
  number(node: number, attribute: string): number {
    const value = this.#openYear.read("energy", attribute, node);
    this.#trace?.read("number", node, attribute, value, null);
    return value;
  }

  /** Whether an attribute is at least `minimum`. The trace records only the result of the comparison, not the value. */
  isAtLeast(node: number, attribute: string, minimum: number): boolean {
    const isReached = this.#openYear.read("energy", attribute, node) >= minimum;
    this.#trace?.read("at least", node, attribute, minimum, isReached);
    return isReached;
  }

  /** Attribute of a node. @throws HourlyError if it is nil */
  requireNumber(node: number, attribute: string): number {
    const value = this.number(node, attribute);
    if (isNil(value)) throw new HourlyError(`${this.key(node)} has no ${attribute}; expected a number`);
    return value;
  }

  /** Writes a stored attribute. */
  set(node: number, attribute: string, value: number): void {
    const column = this.topology.columnByName.get(attribute);
    if (column === undefined) throw new HourlyError(`${attribute} is not a stored attribute of nodes`);
    this.#trace?.write("set number", node, attribute, value, null);
    const storedColumn = this.#state.columns[column]!;
    if (this.#undo !== null) storedColumn.saveTo(this.#undo, node);
    storedColumn.write(node, value);
  }

  /** Writes full load hours and full load seconds. */
  setFullLoadHours(node: number, hours: number): void {
    this.set(node, "full_load_hours", hours);
    this.set(node, "full_load_seconds", hours * SECONDS_PER_HOUR);
  }

  /** Writes a textual result. */
  setText(node: number, attribute: string, text: string): void {
    this.#trace?.write("set text", node, attribute, NaN, text);
    this.#state.setText(node, attribute, text);
  }

  /** A nested block of a node after inputs; null if it has none. */
  record(node: number, name: string): StoredRecord | null {
    const record = this.#state.record(node, name);
    this.#trace?.read("record", node, name, NaN, record);
    return record;
  }

  /** Writes an entry of a nested block. */
  setEntry(node: number, name: string, key: string, value: number): void {
    this.#trace?.write("set entry", node, name, value, key);
    this.#state.setRecordEntry(node, name, key, value);
  }

  /** Conversion of a slot of a node; NaN without the slot. */
  conversion(node: number, side: Side, carrier: string): number {
    const slot = this.slot(node, side, carrier);
    return slot < 0 ? NaN : this.slotConversion(slot);
  }

  slotConversion(slot: number): number {
    const value = conversion(this.#state, slot);
    this.#trace?.read("conversion", slot, "", value, null);
    return value;
  }

  setConversion(slot: number, value: number): void {
    this.#trace?.write("set conversion", slot, "", value, null);
    this.#write(this.#state.slotConversion, slot, value);
  }

  /** Share of an edge. */
  share(edge: number): number {
    const value = this.#state.edgeShare[edge]!;
    this.#trace?.read("share", edge, "", value, null);
    return value;
  }

  setShare(edge: number, value: number): void {
    this.#trace?.write("set share", edge, "", value, null);
    this.#write(this.#state.edgeShare, edge, value);
  }

  /** Fixes the energy through an edge (MJ), so that the calculation does not change it. */
  presetEdge(edge: number, value: number): void {
    this.#trace?.write("preset edge", edge, "", value, null);
    this.#write(this.#state.edgeValue, edge, value);
    this.#write(this.#state.edgeCalculated, edge, 1);
  }

  /** A curve of a node, null if it has none. Curves of useable heat are stored as heat. */
  curve(node: number, name: string): Curve<"january"> | null {
    const curve = this.#state.curve(node, storedName(name));
    this.#trace?.read("curve", node, name, NaN, curve);
    return curve;
  }

  /** Like `curve`, without materialising a curve assigned by the hourly calculation. */
  anyCurve(node: number, name: string): AnyCurve<"january"> | null {
    const lazyCurve = this.#state.lazyCurve(node, storedName(name));
    if (!(lazyCurve instanceof AssignedCurve)) return this.curve(node, name);
    const curve = lazyCurve.curve;
    this.#trace?.read("curve", node, name, NaN, curve);
    return curve;
  }

  /** Assigns a curve to a node, computed on first access. */
  setCurve(node: number, name: string, curve: () => AnyCurve<"january">): void {
    this.assignCurve(node, name, new CurveFromJanuary(curve));
  }

  /** Assigns an `AssignedCurve` to a node. */
  assignCurve(node: number, name: string, curve: AssignedCurve): void {
    this.#trace?.write("set curve", node, name, NaN, curve);
    this.#state.setLazyCurve(node, name, curve);
  }

  /** Records a value of a node that was read from another source. */
  note(kind: ExternalReadKind, node: number, name: string, number: number, value: unknown): void {
    this.#trace?.read(kind, node, name, number, value);
  }

  #write(numbers: Float64Array | Uint8Array, index: number, value: number): void {
    this.#undo?.note(numbers, index);
    numbers[index] = value;
  }
}

const storedName = (name: string): string => name.replace(/^useable_heat_/, "heat_");

/** A number of a record; NaN when it is absent or not a number. */
export function numberIn(record: StoredRecord | null, key: string): number {
  const value = record?.[key];
  return typeof value === "number" ? value : NaN;
}

/** A string of a record; null if it is absent. */
export function textIn(record: StoredRecord | null, key: string): string | null {
  const value = record?.[key];
  return typeof value === "string" ? value : null;
}

const NO_TEXTS: readonly string[] = [];

/** A list of strings of a record; empty when absent. A single string counts as a list of one. */
export function textsIn(record: StoredRecord | null, key: string): readonly string[] {
  const value = record?.[key];
  if (value === null || value === undefined) return NO_TEXTS;
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "object" ? [] : [String(value)];
}

/** A nested map of a record; empty when absent. */
export function mapIn(record: StoredRecord | null, key: string): { readonly [key: string]: AttributeValue } {
  const value = record?.[key];
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: AttributeValue })
    : {};
}

/** The profile that a consumer's `fever.curve` names for a technology type. */
export function profileName(profiles: { readonly [type: string]: AttributeValue }, type: string): string {
  const name = profiles[type];
  if (typeof name !== "string") throw new HourlyError(`There is no profile for technology type ${type}`);
  return name;
}
