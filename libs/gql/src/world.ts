/**
 * The boundary between the query language and the calculation.
 *
 * The language does not depend on graphs or datasets. It reads them through a `World`, one per graph year (present or
 * future), whose objects are opaque `ModelObject`s. A `Vocabulary`, one per model, turns attribute names into accessors
 * once, when a query is compiled.
 *
 * Value model (the language originates in Ruby, and results depend on its types): Integer → bigint · Float → number ·
 * Symbol → symbol (`Symbol.for(name)`) · String → string · nil → null · Hash → Map · list → array, or `Float64Array`
 * for an hourly curve (8,760 numbers, MW unless noted).
 */
import { CalculationFault } from "@etesian/numeric";

export type Value =
  | number
  | bigint
  | boolean
  | string
  | symbol
  | null
  | ModelObject
  | Callable
  | readonly Value[]
  | Float64Array
  | ReadonlyMap<Value, Value>;

export type GraphName = "energy" | "molecules";
export type Side = "input" | "output";

export type ObjectKind =
  | "node"
  | "edge"
  | "slot"
  | "carrier"
  | "area"
  | "graph"
  | "emissions"
  | "emissionsScope"
  | "record"
  /** Created by the language itself (GOAL); never passed to a Vocabulary. */
  | "goal";

/**
 * An object of the model in queries. Identity matters: `===` is "the same object of the same graph year". A `record`
 * is a nested block of a node (merit_order, fever, storage, from_molecules …), a `graph` the graph API.
 */
export interface ModelObject {
  readonly kind: ObjectKind;
  /** Key of the node, edge, carrier …; `.key` returns it as a symbol. */
  readonly key: string;
}

/** A lambda `->{…}` or a message `name(args)` without a receiver; only the language creates and calls it. */
export interface Callable {
  readonly kind: "lambda" | "message";
}

export type Accessor = (object: ModelObject) => Value;
export type Method = (object: ModelObject, args: readonly Value[]) => Value;

/**
 * The meaning of attribute names; one per model, independent of a scenario. Accessors are called on objects of any kind
 * and of any graph and throw `GqlError` when the object has no such attribute. They return `null` for nil.
 */
export interface Vocabulary {
  /** Zero-argument attribute (`demand`, `input_of_coal`, `energetic?`, `weighted_carrier_cost_per_mj` …). */
  attribute(name: string): Accessor;
  /** Attribute with arguments (`primary_demand_of(:coal)`, `capital_expenditures_per(:node)`, `input_of(:a, :b)`). */
  method(name: string): Method;
  /** Writes like UPDATE. `readStored` returns the raw stored value (never a computed one), null if absent. */
  readStored(object: ModelObject, attribute: string): Value;
  assign(object: ModelObject, attribute: string, value: Value): void;
  /**
   * True for the nested blocks of nodes (`merit_order` …). The model determines which nodes have a block,
   * independently of the year.
   */
  isBlock(name: string): boolean;
  /** True for the keys of the graph's nodes, which as the last argument make V() (energy) or MV() a lookup. */
  isNodeKey(name: string, graph: GraphName): boolean;
}

export type FeverSubject =
  | { readonly groups: readonly string[] }
  | { readonly node: ModelObject }
  | { readonly producer: ModelObject; readonly consumer: ModelObject };

/** Writes all points of a curve. */
export type WriteCurve = (points: Float64Array) => void;

/**
 * One graph year of one scenario, present or future: the energy and the molecule graph, area, carriers and emissions.
 * Lists are returned in the observable order of the calculation and must not be mutated by the caller.
 */
export interface World {
  readonly year: "present" | "future";

  node(graph: GraphName, key: string): ModelObject | undefined;
  nodes(graph: GraphName): readonly ModelObject[];
  /** Nodes of a group; empty if the group is unknown. */
  group(graph: GraphName, group: string): readonly ModelObject[];
  edgeGroup(graph: GraphName, group: string): readonly ModelObject[];
  sector(graph: GraphName, sector: string): readonly ModelObject[];
  use(graph: GraphName, use: string): readonly ModelObject[];
  /** True for the names of sector mapping schemes: EMISSIONS(scheme, …) then sums over the scheme's pairs. */
  isScheme(name: string): boolean;
  /** Nodes whose (sector_label, use) pair falls under any of a mapping scheme's values; throws GqlError if unknown. */
  nodesOfScheme(graph: GraphName, scheme: string, values: readonly string[]): readonly ModelObject[];

  /**
   * A list that depends only on the structure of the model, which all years share, and on entries of nodes' blocks
   * (`block.entry`). `compute` is called unless the list with that number is cached for equal entries.
   */
  structuralList(list: number, entries: readonly string[], compute: () => Value): Value;

  /** Keeps a curve of this world beyond the current task; otherwise its memory may be reused. */
  keep(curve: Float64Array): void;

  /**
   * A curve of `length` points that a named pure function computes from curves. Cached for other queries and
   * scenarios; read-only.
   */
  curveOf(name: string, curves: readonly Float64Array[], length: number, write: WriteCurve): Float64Array;

  /** First edge between two nodes in either direction. */
  edge(graph: GraphName, a: string, b: string): ModelObject | undefined;
  slots(node: ModelObject, side: Side): readonly ModelObject[];
  slot(node: ModelObject, side: Side, carrier: string): ModelObject | undefined;
  /** Edges on one side of a node, or of a slot (then `side` is ignored). */
  edges(object: ModelObject, side: Side): readonly ModelObject[];
  suppliers(node: ModelObject): readonly ModelObject[];
  consumers(node: ModelObject): readonly ModelObject[];

  /** A carrier with a slot in a graph. Its attributes are the same in both graphs. */
  carrier(graph: GraphName, key: string): ModelObject | undefined;
  readonly area: ModelObject;
  readonly graph: ModelObject;

  /** EMISSIONS(): the store (kton). */
  readonly emissions: ModelObject;
  /** Stored value of a (sector, use, ghg[, year 1990]) key, null when absent; the caller normalises the keys. */
  emission(sector: string, use: string, ghg: string, year: "1990" | null): number | null;
  /** Sum over the pairs of a mapping value, missing values as 0; throws GqlError for unknown schemes or values. */
  mappedEmission(scheme: string, value: string, ghg: string, year: "1990" | null): number;
  /** Writable scope of UPDATE(EMISSIONS(sector, use), ghg, value). */
  emissionsScope(sector: string, use: string): ModelObject;

  /**
   * The user value, balanced value or start value of an input, in this order; throws GqlError if the key is unknown.
   */
  inputValue(key: string): Value;
  weatherProperty(key: string): number;
  curveSetVariants(set: string): readonly string[];
  /**
   * Load profile or curve of a set by key (8,760 values), or the user's curve if there is one; throws GqlError if
   * unknown.
   */
  datasetCurve(key: string): Float64Array;
  /** The curve that the user attached; null if there is none. */
  attachedCurve(key: string): Float64Array | null;

  /**
   * Hourly heat (MW) of fever groups (summed), of one node, or from a producer to a consumer. Null without an hourly
   * calculation, or if the node does not participate.
   */
  feverCurve(quantity: "demand" | "production", subject: FeverSubject): Float64Array | null;
}

/** An offset in a query's text, and the query's key; null if it has none. */
export interface QueryPosition {
  readonly key: string | null;
  readonly offset: number;
}

/** An error in a query, as shown to the user. */
export class GqlError extends CalculationFault {
  override readonly name: string = "GqlError";
  /** Keys of the running queries, innermost first. */
  readonly queries: string[] = [];
  /** The message without the position. */
  readonly reason: string;
  #position: QueryPosition | null = null;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }

  /** The position in a query text; null if it has none. */
  get queryPosition(): QueryPosition | null {
    return this.#position;
  }

  /** Prefixes the message with the position as text; the first, innermost position is kept. */
  setPosition(text: string, position: QueryPosition): void {
    if (this.#position !== null) return;
    this.#position = position;
    this.message = `${text}: ${this.message}`;
  }
}

/** Makes a world keep the curves in a cached value. Lambdas are not searched: results with lambdas are not cached. */
export function keepCurves(world: World, value: Value): void {
  if (value instanceof Float64Array) world.keep(value);
  else if (Array.isArray(value)) for (const element of value as readonly Value[]) keepCurves(world, element);
  else if (value instanceof Map) for (const element of value.values()) keepCurves(world, element as Value);
}
