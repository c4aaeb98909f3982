/**
 * The objects that queries hold: one light handle per node, slot, edge and carrier of a graph year. It is created on
 * first access and reused by every query and recalculation of that year. So `===` means "the same object of the same
 * year".
 */
import { type GraphName, GqlError, type ModelObject, type ObjectKind, type Value } from "@etesian/gql";
import { isNil } from "@etesian/numeric";
import { conversion } from "../../graph/state/slots.ts";
import type { Holding } from "../../graph/state/holding.ts";
import type { GraphState, StoredColumn } from "../../graph/state/state.ts";
import { findSlot, type Topology } from "../../graph/topology/topology.ts";
import type { YearState } from "../../graph/state/year.ts";
import { columnId, FactorMemo, type KnownValues, Memo } from "./cells.ts";
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

/** The area, the graph API and the emissions store: one of each per year. */
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

/** The handles of one kind by index, each created on first access: a calculation needs few of them. */
export class Handles<T> {
  readonly length: number;
  readonly #made: (T | undefined)[] = [];
  readonly #make: (index: number) => T;

  constructor(length: number, make: (index: number) => T) {
    this.length = length;
    this.#make = make;
  }

  /** Returns the same object for the same index. */
  at(index: number): T {
    // An array whose length is set first stays a plain array; sparse writes would turn it into a hash table.
    if (this.#made.length === 0) this.#made.length = this.length;
    return (this.#made[index] ??= this.#make(index));
  }

  /** The handles at some indices, in that order. */
  pick(indices: ArrayLike<number>, start = 0, end = indices.length): T[] {
    const found = Array<T>(end - start);
    for (let i = start; i < end; i++) found[i - start] = this.at(indices[i]!);
    return found;
  }

  all(): T[] {
    return Array.from({ length: this.length }, (_, index) => this.at(index));
  }
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
    this.memo = new Memo(topology.nodeCount, state.memory);
    this.factors = new FactorMemo(topology.nodeCount, state.memory);
    this.#generation = state.generation;
  }

  /**
   * Must be called before formulas are evaluated from outside: drops values derived from replaced numbers. Before
   * `settle`, recursive factors are cached for one evaluation only; after it, values derived during the calculation
   * stay cached.
   */
  refresh(): void {
    if (this.#generation !== this.state.generation) {
      this.#generation = this.state.generation;
      this.#settled = false;
      this.memo.clear();
      this.factors.clear();
    } else if (!this.#settled) {
      this.factors.clear();
    }
  }

  /**
   * Marks the calculation as finished: from now on recursive factors are cached until the numbers are replaced. Values
   * derived during the calculation are kept as in the reference; before all flows were known their last bit may have
   * differed. `derived` holds those values when the year's numbers were reused from another year.
   */
  settle(derived: KnownValues | null = null): void {
    this.refresh();
    this.factors.clear();
    if (derived !== null) this.memo.copyFrom(derived);
    this.#settled = true;
  }

  /** The record of a node; null when its document has none. Returns the same object every time. */
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

  /** A map inside a record, such as `fever.capacity`. Returns the same object every time. */
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

  /**
   * Demand of a node, or its preset demand while it has none; NaN = nil (MJ, kg). `state.demand` is the stored demand
   * alone.
   */
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
 * Results of the hourly calculation about the electricity system, by name: security of supply
 * (`loss_of_load_expectation` …) and the network (`peak_load(:lv)` …). It registers itself as
 * `YearObjects.electricity`.
 */
export interface ElectricitySystem {
  /** Undefined for an unknown name. `graph` is the graph object of the query. */
  query(name: string, args: readonly Value[], graph: ModelObject): Value | undefined;
}

/** Node values derived during the calculation of a year. */
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

  /** Set by the hourly calculation; null without one. */
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

  /** Adds the memory it holds: the year, and the values derived from it. */
  addHoldings(found: Set<Holding>): void {
    this.state.addHoldings(found);
    for (const { memo, factors } of [this.energy, this.molecules]) {
      for (const block of memo.blocks) found.add(block);
      for (const block of factors.blocks) found.add(block);
    }
  }

  /** Releases the memory of the year and of the values derived from it; neither may be read afterwards. */
  release(): void {
    for (const { memo, factors } of [this.energy, this.molecules]) {
      memo.release();
      factors.release();
    }
    this.state.release();
  }

  /** Must be called once after a calculation and before queries: makes recursive attributes cheap. */
  settle(derived: DerivedOfYear | null = null): void {
    this.energy.settle(derived?.energy);
    this.molecules.settle(derived?.molecules);
  }

  /** The values derived during its calculation, for years that reuse its result. */
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

  /** An area attribute as a number; raises on nil. */
  areaNumber(name: string): number {
    const value = this.state.area.get(name);
    if (typeof value !== "number") throw new GqlError(`Area attribute ${name} is nil where a number is needed`);
    return value;
  }
}
