/**
 * The objects that queries use: one light handle per node, slot, edge and carrier of a graph in a year. Handles are
 * created on first access and reused by every query and recalculation of that year, so `===` means "the same object of
 * the same year".
 */
import { type GraphName, GqlError, type ModelObject, type ObjectKind, type Value } from "@etesian/gql";
import { isNil } from "@etesian/numeric";
import { conversion } from "../../graph/state/slots.ts";
import type { Holding } from "../../graph/state/holding.ts";
import type { GraphState, StoredColumn } from "../../graph/state/state.ts";
import { findSlot, type Topology } from "../../graph/topology/topology.ts";
import type { YearState } from "../../graph/state/year.ts";
import { columnId, FactorMemo, type FilledCells, Memo } from "./cells.ts";
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

/** The area, the graph API or the emissions store; there is one of each per year. */
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

/** The values of one (sector, use) pair in the emissions store, for writing. */
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

/**
 * A nested block of a node (`merit_order`, `storage` …), or a map inside a block (`fever.capacity`; then `entry` is
 * set).
 */
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

/** The handles of one kind by index. Each is created on first access, because a calculation needs few of them. */
export class Handles<T> {
  readonly length: number;
  readonly #objects: (T | undefined)[] = [];
  readonly #make: (index: number) => T;

  constructor(length: number, make: (index: number) => T) {
    this.length = length;
    this.#make = make;
  }

  /** Returns the same object for the same index. */
  at(index: number): T {
    // Setting the length first keeps it a plain array; sparse writes would turn it into a hash table.
    if (this.#objects.length === 0) this.#objects.length = this.length;
    return (this.#objects[index] ??= this.#make(index));
  }

  /** The handles at the given indices, in that order. */
  pick(indices: ArrayLike<number>, start = 0, end = indices.length): T[] {
    const elements = Array<T>(end - start);
    for (let i = start; i < end; i++) elements[i - start] = this.at(indices[i]!);
    return elements;
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
  readonly storedColumns: readonly (StoredColumn | undefined)[];
  /** Derived node attributes by `columnId`. */
  readonly memo: Memo;
  readonly factors: FactorMemo;

  readonly #records = new Map<string, (RecordObject | null | undefined)[]>();
  readonly #recordEntries = new Map<string, RecordObject>();
  #generation: number;
  #isSettled = false;

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
    const storedColumns: (StoredColumn | undefined)[] = [];
    topology.columnNames.forEach((name, column) => {
      const id = columnId(name);
      while (storedColumns.length <= id) storedColumns.push(undefined);
      storedColumns[id] = state.columns[column]!;
    });
    this.storedColumns = storedColumns;
    this.memo = new Memo(topology.nodeCount, state.memory);
    this.factors = new FactorMemo(topology.nodeCount, state.memory);
    this.#generation = state.generation;
  }

  /**
   * Drops values derived from replaced numbers; must be called before external code evaluates formulas. Before
   * `settle`, recursive factors are cached for only one evaluation. Afterwards, values derived during the calculation
   * remain cached.
   */
  refresh(): void {
    if (this.#generation !== this.state.generation) {
      this.#generation = this.state.generation;
      this.#isSettled = false;
      this.memo.clear();
      this.factors.clear();
    } else if (!this.#isSettled) {
      this.factors.clear();
    }
  }

  /**
   * Marks the calculation as finished: from now on recursive factors are cached until the numbers are replaced. Values
   * derived during the calculation remain cached, as in the reference, although their last bit may differ from values
   * derived at its end. `derived` contains these values if the year's numbers were reused from another year.
   */
  settle(derived: FilledCells | null = null): void {
    this.refresh();
    this.factors.clear();
    if (derived !== null) this.memo.copyFrom(derived);
    this.#isSettled = true;
  }

  /** The record of a node; null if its document has none. Returns the same object every time. */
  record(node: number, name: string): RecordObject | null {
    let records = this.#records.get(name);
    if (records === undefined)
      this.#records.set(name, (records = Array<RecordObject | null | undefined>(this.nodes.length)));
    let record = records[node];
    if (record === undefined) {
      const attribute = this.topology.definition.nodes[node]!.attributes[name];
      const isRecord = typeof attribute === "object" && !Array.isArray(attribute);
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

  /** Input slot of a carrier, −1 if there is none. */
  inputSlot(node: number, carrier: number): number {
    return findSlot(this.topology, node, "input", carrier);
  }

  /** Output slot of a carrier, −1 if there is none. */
  outputSlot(node: number, carrier: number): number {
    return findSlot(this.topology, node, "output", carrier);
  }

  /** Conversion of the input slot of a carrier, 0 without a slot. */
  inputConversion(node: number, carrier: number): number {
    const slot = this.inputSlot(node, carrier);
    return slot < 0 ? 0 : conversion(this.state, slot);
  }

  /** Conversion of the output slot of a carrier, 0 without a slot. */
  outputConversion(node: number, carrier: number): number {
    const slot = this.outputSlot(node, carrier);
    return slot < 0 ? 0 : conversion(this.state, slot);
  }

  /**
   * Demand of a node (MJ, kg), or its preset demand if it has none; NaN = nil. `state.demand` is only the stored
   * demand.
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
 * Results for the electricity system, by name: security of supply (`loss_of_load_expectation` …) and the network
 * (`peak_load(:lv)` …), from the hourly calculation if there is one. Available as `YearObjects.electricity`.
 */
export interface ElectricitySystem {
  /** Returns undefined for an unknown name. `graph` is the graph object of the query. */
  query(name: string, args: readonly Value[], graph: ModelObject): Value | undefined;
}

/** Node values derived during the calculation of a year. */
export interface DerivedYearValues {
  readonly energy: FilledCells;
  readonly molecules: FilledCells;
}

/** All objects of one year of one scenario. They stay valid if the year's numbers are replaced and recalculated. */
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

  /** Set after the calculation: `electricity` is null without curves, `finance` without an hourly calculation. */
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

  /** Adds the memory of the year and of the values derived from it. */
  addHoldings(holdings: Set<Holding>): void {
    this.state.addHoldings(holdings);
    for (const { memo, factors } of [this.energy, this.molecules]) {
      for (const block of memo.blocks) holdings.add(block);
      for (const block of factors.blocks) holdings.add(block);
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

  /** Must be called once between a calculation and queries. It enables the caching of recursive attributes. */
  settle(derived: DerivedYearValues | null = null): void {
    this.energy.settle(derived?.energy);
    this.molecules.settle(derived?.molecules);
  }

  /** The values derived during the calculation, for years that reuse its result. */
  get derived(): DerivedYearValues {
    return { energy: this.energy.memo.filledCells, molecules: this.molecules.memo.filledCells };
  }

  graphObjects(graph: GraphName): GraphObjects {
    return graph === "energy" ? this.energy : this.molecules;
  }

  /** Scope of the emissions store; `scope` is the normalised `sector_use` prefix of its keys. */
  emissionsScope(scope: string): EmissionsScopeObject {
    let object = this.#scopes.get(scope);
    if (object === undefined) this.#scopes.set(scope, (object = new EmissionsScopeObject(this, scope)));
    return object;
  }

  /** A numeric carrier attribute by carrier, NaN = nil; all nil if the model does not have the attribute. */
  carrierColumn(name: string): Float64Array {
    const column = this.state.topology.carrierColumnByName.get(name);
    if (column !== undefined) return this.state.carrierColumns[column]!;
    return new Float64Array(this.carriers.length).fill(Number.NaN);
  }

  /** An area attribute as a number; throws on nil. */
  areaNumber(name: string): number {
    const value = this.state.area.get(name);
    if (typeof value !== "number") throw new GqlError(`Area attribute ${name} is nil where a number is needed`);
    return value;
  }
}
