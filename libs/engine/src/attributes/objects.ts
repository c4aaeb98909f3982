/**
 * What queries hold: one light handle per node, slot, edge and carrier of a graph year, made when first asked for and reused
 * by every query and every recalculation of that year, so that `===` means "the same thing of the same year".
 */
import { type GraphName, GqlError, type ModelObject, type ObjectKind, type Value } from "@etesian/gql";
import { isNil } from "@etesian/numeric";
import { conversion } from "../graph/slots.ts";
import type { Holding } from "../graph/holding.ts";
import type { GraphState, StoredColumn } from "../graph/state.ts";
import { findSlot, type Topology } from "../graph/topology.ts";
import type { YearState } from "../graph/year.ts";
import {
  type Column,
  columnId,
  FactorMemo,
  type KnownValues,
  Memo,
  MemoMemory,
  NOTHING_KNOWN,
  type Sums,
} from "./cells.ts";
import type { Finance } from "./finance.ts";
import { type NodeTraits, nodeTraits } from "./traits.ts";

export class NodeObject implements ModelObject {
  readonly kind = "node";
  readonly key: string;
  readonly graph: GraphObjects;
  readonly index: number;

  constructor(graph: GraphObjects, index: number) {
    this.key = graph.topology.definition.nodes[index]!.key;
    this.graph = graph;
    this.index = index;
  }
}

export class SlotObject implements ModelObject {
  readonly kind = "slot";
  readonly graph: GraphObjects;
  readonly index: number;

  constructor(graph: GraphObjects, index: number) {
    this.graph = graph;
    this.index = index;
  }

  /** Slots have no key of their own: `node-(carrier)` for inputs, `(carrier)-node` for outputs. */
  get key(): string {
    const { nodes, slots } = this.graph.topology.definition;
    const { node, side, carrier } = slots[this.index]!;
    return side === "input" ? `${nodes[node]!.key}-(${carrier})` : `(${carrier})-${nodes[node]!.key}`;
  }
}

export class EdgeObject implements ModelObject {
  readonly kind = "edge";
  readonly key: string;
  readonly graph: GraphObjects;
  readonly index: number;

  constructor(graph: GraphObjects, index: number) {
    this.key = graph.topology.definition.edges[index]!.key;
    this.graph = graph;
    this.index = index;
  }
}

export class CarrierObject implements ModelObject {
  readonly kind = "carrier";
  readonly key: string;
  readonly year: YearObjects;
  readonly index: number;

  constructor(year: YearObjects, index: number) {
    this.key = year.state.topology.definition.carriers[index]!.key;
    this.year = year;
    this.index = index;
  }
}

/** The area, the graph API, the emissions store: one of each per year. */
export class YearObject implements ModelObject {
  readonly kind: ObjectKind & ("area" | "graph" | "emissions");
  readonly key: string;
  readonly year: YearObjects;

  constructor(kind: "area" | "graph" | "emissions", year: YearObjects) {
    this.kind = kind;
    this.key = kind;
    this.year = year;
  }
}

/** The values of one (sector, use) of the emissions store, for writing. */
export class EmissionsScopeObject implements ModelObject {
  readonly kind = "emissionsScope";
  readonly key: string;
  readonly year: YearObjects;

  /** `scope` is the normalised `sector_use` prefix of the store's keys. */
  constructor(year: YearObjects, scope: string) {
    this.key = scope;
    this.year = year;
  }
}

/** A nested block of a node (`merit_order`, `storage` …), or a map inside one (`fever.capacity`: then `entry` is set). */
export class RecordObject implements ModelObject {
  readonly kind = "record";
  readonly key: string;
  readonly owner: NodeObject;
  readonly entry: string | null;

  constructor(owner: NodeObject, name: string, entry: string | null = null) {
    this.key = name;
    this.owner = owner;
    this.entry = entry;
  }
}

/** The handles of one kind by index. A calculation needs few of them: each is made when somebody asks for it. */
export class Handles<T> {
  readonly length: number;
  readonly #made: (T | undefined)[] = [];
  readonly #make: (index: number) => T;

  constructor(length: number, make: (index: number) => T) {
    this.length = length;
    this.#make = make;
  }

  /** The same object every time. */
  at(index: number): T {
    // An array that is given its length first stays one; filled here and there, it would become a hash table.
    if (this.#made.length === 0) this.#made.length = this.length;
    return (this.#made[index] ??= this.#make(index));
  }

  /** Those of some indices, in their order. */
  pick(indices: ArrayLike<number>, start = 0, end = indices.length): T[] {
    const found = Array<T>(end - start);
    for (let i = start; i < end; i++) found[i - start] = this.at(indices[i]!);
    return found;
  }

  all(): T[] {
    return Array.from({ length: this.length }, (_, index) => this.at(index));
  }
}

interface GraphMemory {
  readonly memo: MemoMemory<Column>;
  readonly factors: MemoMemory<Sums>;
}

const memories = new WeakMap<Topology, GraphMemory>();

/** What all years of a graph derive their numbers in. */
function memoryOf(topology: Topology): GraphMemory {
  let memory = memories.get(topology);
  if (memory === undefined) memories.set(topology, (memory = { memo: new MemoMemory(), factors: new MemoMemory() }));
  return memory;
}

/** One graph of one year with everything its formulas read. */
export class GraphObjects {
  readonly name: GraphName;
  readonly year: YearObjects;
  readonly topology: Topology;
  readonly state: GraphState;
  readonly traits: NodeTraits;

  readonly nodes: Handles<NodeObject>;
  readonly slots: Handles<SlotObject>;
  readonly edges: Handles<EdgeObject>;

  /** Stored node attributes by `columnId`; undefined for names that are not stored. */
  readonly stored: readonly (StoredColumn | undefined)[];
  /** Derived node attributes by `columnId`. */
  readonly memo: Memo;
  readonly factors: FactorMemo;

  readonly #records = new Map<string, (RecordObject | null | undefined)[]>();
  readonly #recordEntries = new Map<string, RecordObject>();
  #generation: number;
  #settled = false;
  /** What the calculation has derived. */
  #derived = NOTHING_KNOWN;

  constructor(year: YearObjects, state: GraphState) {
    const { topology } = state;
    this.name = topology.name;
    this.year = year;
    this.topology = topology;
    this.state = state;
    this.traits = nodeTraits(topology);
    this.nodes = new Handles(topology.nodeCount, (index) => new NodeObject(this, index));
    this.slots = new Handles(topology.slotCount, (index) => new SlotObject(this, index));
    this.edges = new Handles(topology.edgeCount, (index) => new EdgeObject(this, index));
    const stored: (StoredColumn | undefined)[] = [];
    topology.columnNames.forEach((name, column) => {
      const id = columnId(name);
      while (stored.length <= id) stored.push(undefined);
      stored[id] = state.columns[column]!;
    });
    this.stored = stored;
    const { memo, factors } = memoryOf(topology);
    this.memo = new Memo(topology.nodeCount, memo);
    this.factors = new FactorMemo(topology.nodeCount, factors);
    this.#generation = state.generation;
  }

  /**
   * To be called before formulas are evaluated from outside: drops what was derived from numbers that are gone. Until
   * the numbers are `settled`, recursive factors are kept for one evaluation only; from then on what the calculation derived
   * stays known.
   */
  refresh(): void {
    if (this.#generation !== this.state.generation) {
      this.#generation = this.state.generation;
      this.#settled = false;
      this.memo.clear();
      this.factors.clear();
    } else if (!this.#settled) {
      this.factors.clear();
    } else if (this.memo.hasForgotten) {
      this.memo.learn(this.#derived);
    }
  }

  /**
   * The calculation has finished: from now on recursive factors are kept until the numbers are replaced. What it derived on
   * its way stays as it was then, as it does in the reference: before all flows were there the last bit may have been
   * another. `derived` is what it was where the numbers were taken over from another year.
   */
  settle(derived: KnownValues | null = null): void {
    this.refresh();
    this.factors.clear();
    if (derived !== null) this.memo.learn(derived);
    this.#derived = derived ?? this.memo.known;
    this.#settled = true;
  }

  /** The record of a node, null when it has none (documents alone decide that). The same object every time. */
  record(node: number, name: string): RecordObject | null {
    let records = this.#records.get(name);
    if (records === undefined)
      this.#records.set(name, (records = Array<RecordObject | null | undefined>(this.nodes.length)));
    let record = records[node];
    if (record === undefined) {
      const documented = this.topology.definition.nodes[node]!.attributes[name];
      const isRecord = typeof documented === "object" && !Array.isArray(documented);
      records[node] = record = isRecord ? new RecordObject(this.nodes.at(node), name) : null;
    }
    return record;
  }

  /** A map inside a record, such as `fever.capacity`. The same object every time. */
  recordEntry(record: RecordObject, entry: string): RecordObject {
    const id = `${record.owner.index} ${record.key} ${entry}`;
    let object = this.#recordEntries.get(id);
    if (object === undefined) this.#recordEntries.set(id, (object = new RecordObject(record.owner, record.key, entry)));
    return object;
  }

  // Structure and flows, by index.

  /** Input slot of a carrier, −1 when there is none. */
  inputSlot(node: number, carrier: number): number {
    return findSlot(this.topology, node, "input", carrier);
  }

  /** Output slot of a carrier, −1 when there is none. */
  outputSlot(node: number, carrier: number): number {
    return findSlot(this.topology, node, "output", carrier);
  }

  /** Conversion of the input slot of a carrier, 0 without slot. */
  inputConversion(node: number, carrier: number): number {
    const slot = this.inputSlot(node, carrier);
    return slot < 0 ? 0 : conversion(this.state, slot);
  }

  /** Conversion of the output slot of a carrier, 0 without slot. */
  outputConversion(node: number, carrier: number): number {
    const slot = this.outputSlot(node, carrier);
    return slot < 0 ? 0 : conversion(this.state, slot);
  }

  /** Demand of a node, its preset demand while it has none, NaN = nil (MJ, kg). The stored demand alone: `state.demand`. */
  demand(node: number): number {
    const demand = this.state.demand[node]!;
    return isNil(demand) ? this.state.presetDemand[node]! : demand;
  }

  /** Flow of an edge for recursive factors (0 around transformation nodes), NaN = nil. */
  netDemand(edge: number): number {
    const net = this.state.netDemand[edge]!;
    return isNil(net) ? this.state.edgeValue[edge]! : net;
  }

  /** Share of an edge for recursive factors, NaN = nil. */
  netShare(edge: number): number {
    const net = this.state.netShare[edge]!;
    return isNil(net) ? this.state.edgeShare[edge]! : net;
  }
}

/**
 * What the hourly calculation answers about the electricity system: security of supply (`loss_of_load_expectation` …)
 * and the network (`peak_load(:lv)` …), by name. It puts itself into `YearObjects.electricity`.
 */
export interface ElectricitySystem {
  /** Undefined for a name it does not answer. `graph` is the graph object that was asked. */
  query(name: string, args: readonly Value[], graph: ModelObject): Value | undefined;
}

/** What the calculation of a year has derived of its nodes. */
export interface DerivedOfYear {
  readonly energy: KnownValues;
  readonly molecules: KnownValues;
}

/** All objects of one year of one scenario. Reusable: the year's numbers may be replaced and recalculated. */
export class YearObjects {
  readonly state: YearState;
  readonly energy: GraphObjects;
  readonly molecules: GraphObjects;
  readonly carriers: readonly CarrierObject[];
  readonly area: YearObject;
  readonly graph: YearObject;
  readonly emissions: YearObject;

  /** Figures of carriers that formulas read, by carrier, NaN = nil. */
  readonly costPerMj: Float64Array;
  readonly co2PerMj: Float64Array;
  readonly potentialCo2PerMj: Float64Array;
  readonly sustainable: Float64Array;

  /** Set by the hourly calculation where there is one. */
  electricity: ElectricitySystem | null = null;
  finance: Finance | null = null;

  readonly #scopes = new Map<string, EmissionsScopeObject>();

  constructor(state: YearState) {
    this.state = state;
    this.energy = new GraphObjects(this, state.energy);
    this.molecules = new GraphObjects(this, state.molecules);
    this.carriers = state.topology.definition.carriers.map((_, index) => new CarrierObject(this, index));
    this.area = new YearObject("area", this);
    this.graph = new YearObject("graph", this);
    this.emissions = new YearObject("emissions", this);
    this.costPerMj = this.carrierColumn("cost_per_mj");
    this.co2PerMj = this.carrierColumn("co2_conversion_per_mj");
    this.potentialCo2PerMj = this.carrierColumn("potential_co2_conversion_per_mj");
    this.sustainable = this.carrierColumn("sustainable");
  }

  /** Adds what it keeps in memory: the year, and what was derived from it. */
  addHoldings(found: Set<Holding>): void {
    this.state.addHoldings(found);
    for (const { memo, factors } of [this.energy, this.molecules]) {
      for (const block of memo.blocks) found.add(block);
      for (const block of factors.blocks) found.add(block);
    }
  }

  /** To be called once when a calculation has finished, before queries: makes recursive attributes cheap. */
  settle(derived: DerivedOfYear | null = null): void {
    this.energy.settle(derived?.energy);
    this.molecules.settle(derived?.molecules);
  }

  /** What its calculation has derived, for years that take it over. */
  get derived(): DerivedOfYear {
    return { energy: this.energy.memo.known, molecules: this.molecules.memo.known };
  }

  of(graph: GraphName): GraphObjects {
    return graph === "energy" ? this.energy : this.molecules;
  }

  /** Scope of the emissions store; `scope` is the normalised `sector_use` prefix of its keys. */
  emissionsScope(scope: string): EmissionsScopeObject {
    let object = this.#scopes.get(scope);
    if (object === undefined) this.#scopes.set(scope, (object = new EmissionsScopeObject(this, scope)));
    return object;
  }

  /** A numeric carrier attribute by carrier, NaN = nil; all nil when the model does not have it. */
  carrierColumn(name: string): Float64Array {
    const column = this.state.topology.carrierColumnByName.get(name);
    if (column !== undefined) return this.state.carrierColumns[column]!;
    return new Float64Array(this.carriers.length).fill(Number.NaN);
  }

  /** Number of an area attribute that arithmetic needs; raises when it is nil. */
  areaNumber(name: string): number {
    const value = this.state.area.get(name);
    if (typeof value !== "number") throw new GqlError(`Area attribute ${name} is nil where a number is needed`);
    return value;
  }
}
