/** Reading and writing the energy graph of a year by node, slot and edge, as the hourly calculations need it. */
import { asArray, type Curve } from "./curves/curve.ts";
import type { AttributeValue } from "@etesian/model";
import { CalculationFault, isNil, SECONDS_PER_HOUR } from "@etesian/numeric";
import type { NodeAttributeReader } from "../graph/lifecycle.ts";
import { conversion } from "../graph/slots.ts";
import type { GraphState, StoredRecord } from "../graph/state.ts";
import { findSlot, type Topology } from "../graph/topology.ts";

/** What an hourly calculation cannot work with: the message names the node and what was expected. */
export class HourlyError extends CalculationFault {
  override readonly name = "HourlyError";
}

type Side = "input" | "output";

export class EnergyNodes {
  readonly state: GraphState;
  readonly topology: Topology;
  readonly #read: NodeAttributeReader;

  constructor(state: GraphState, read: NodeAttributeReader) {
    this.state = state;
    this.topology = state.topology;
    this.#read = read;
  }

  index(key: string): number {
    const node = this.topology.nodeByKey.get(key);
    if (node === undefined) throw new HourlyError(`There is no energy node ${key}`);
    return node;
  }

  key(node: number): string {
    return this.topology.definition.nodes[node]!.key;
  }

  /** Attribute of a node, derived where it is not stored; NaN = nil. */
  number(node: number, attribute: string): number {
    return this.#read("energy", attribute, node);
  }

  /** Attribute that must not be nil. */
  required(node: number, attribute: string): number {
    const value = this.number(node, attribute);
    if (isNil(value)) throw new HourlyError(`${this.key(node)} has no ${attribute}; expected a number`);
    return value;
  }

  /** Writes a stored attribute. */
  set(node: number, attribute: string, value: number): void {
    const column = this.topology.columnByName.get(attribute);
    if (column === undefined) throw new HourlyError(`${attribute} is not a stored attribute of nodes`);
    this.state.columns[column]![node] = value;
  }

  /** Writes full load hours, in hours and in the seconds that stand beside them. */
  setFullLoadHours(node: number, hours: number): void {
    this.set(node, "full_load_hours", hours);
    this.set(node, "full_load_seconds", hours * SECONDS_PER_HOUR);
  }

  record(node: number, name: string): StoredRecord | null {
    return this.state.record(node, name);
  }

  /** Slot of a carrier, -1 when there is none. */
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

  /** Conversion of a slot of a node; NaN without the slot. */
  conversion(node: number, side: Side, carrier: string): number {
    const slot = this.slot(node, side, carrier);
    return slot < 0 ? NaN : conversion(this.state, slot);
  }

  slotConversion(slot: number): number {
    return conversion(this.state, slot);
  }

  setConversion(slot: number, value: number): void {
    this.state.slotConversion[slot] = value;
  }

  edges(slot: number): Int32Array {
    const { start, items } = this.topology.slotEdges;
    return items.subarray(start[slot], start[slot + 1]);
  }

  outputEdges(node: number): Int32Array {
    const { start, items } = this.topology.outputEdges;
    return items.subarray(start[node], start[node + 1]);
  }

  isIn(node: number, group: string): boolean {
    return this.topology.definition.nodes[node]!.groups.includes(group);
  }

  /** A curve of a node, null when it has none; useable heat is kept as heat. */
  curve(node: number, name: string): Curve<"january"> | null {
    return this.state.curve(node, name.replace(/^useable_heat_/, "heat_"));
  }

  setCurve(node: number, name: string, curve: () => Curve<"january">): void {
    this.state.setLazyCurve(node, name, () => asArray(curve()));
  }
}

/** A number of a record; NaN when it is absent or not a number. */
export function numberIn(record: StoredRecord | null, key: string): number {
  const value = record?.[key];
  return typeof value === "number" ? value : NaN;
}

/** A text of a record; null when it is absent. */
export function textIn(record: StoredRecord | null, key: string): string | null {
  const value = record?.[key];
  return typeof value === "string" ? value : null;
}

/** A list of texts of a record; empty when absent, a single text counts as a list of one. */
export function textsIn(record: StoredRecord | null, key: string): readonly string[] {
  const value = record?.[key];
  if (value === null || value === undefined) return [];
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
