/** A calculated or uncalculated year, as accessed by the query language. */
import {
  type FeverSubject,
  type GraphName,
  GqlError,
  type ModelObject,
  type Side,
  type Value,
  type World,
  type WriteCurve,
} from "@etesian/gql";
import { sum } from "@etesian/numeric";
import {
  type CarrierObject,
  EdgeObject,
  type Handles,
  NodeObject,
  SlotObject,
  type YearObjects,
} from "../../attributes/objects/objects.ts";
import type { IndexLists } from "../../graph/topology/index-lists.ts";
import { findSlot } from "../../graph/topology/topology.ts";
import { asArray } from "../../hourly/curves/curve.ts";
import { type CurveMemo, declareComputation, type Computation } from "../../hourly/curves/memo.ts";
import type { HeatQueries } from "../../hourly/fever/heat-queries.ts";
import type { CurveSource } from "../../hourly/curves/curve-source.ts";
import type { SectorMap } from "./sector-map.ts";
import type { StructuralLists } from "./structural-lists.ts";

/** The parts of a scenario that queries read besides its numbers. */
export interface ScenarioReader {
  /**
   * The user value, the balanced value or the start value, in that order of precedence. Throws `GqlError` for an
   * unknown input.
   */
  inputValue(key: string): Value;
  /** Curve attached by the user, by curve key; null if there is none. */
  attachedCurve(key: string): Float64Array | null;
  readonly area: string;
  readonly curves: CurveSource | null;
}

/** Caches shared by the worlds of an engine. */
export interface EngineMemory {
  readonly lists: StructuralLists;
  readonly curves: CurveMemo;
}

const NONE: readonly never[] = [];
/** Computations of curve functions, by name. */
const computations = new Map<string, Computation>();

export class YearWorld implements World {
  readonly year: "present" | "future";
  readonly objects: YearObjects;
  readonly #scenario: ScenarioReader;
  readonly #sectors: SectorMap;
  readonly #heat: HeatQueries | null;
  readonly #memory: EngineMemory;

  /** `heat` is the hourly heat of the year, null without an hourly calculation; `memory` belongs to the engine. */
  constructor(
    year: "present" | "future",
    objects: YearObjects,
    sectors: SectorMap,
    scenario: ScenarioReader,
    heat: HeatQueries | null,
    memory: EngineMemory,
  ) {
    this.#memory = memory;
    this.#heat = heat;
    this.year = year;
    this.objects = objects;
    this.#sectors = sectors;
    this.#scenario = scenario;
  }

  node(graph: GraphName, key: string): ModelObject | undefined {
    const objects = this.objects.graphObjects(graph);
    const index = objects.topology.nodeByKey.get(key);
    return index === undefined ? undefined : objects.nodes.at(index);
  }

  nodes(graph: GraphName): readonly ModelObject[] {
    const { nodes, topology } = this.objects.graphObjects(graph);
    return nodes.pick(topology.nodeOrder);
  }

  group(graph: GraphName, group: string): readonly ModelObject[] {
    const { nodes, topology } = this.objects.graphObjects(graph);
    return nodes.pick(topology.groups.get(group) ?? NONE);
  }

  edgeGroup(graph: GraphName, group: string): readonly ModelObject[] {
    const { edges, topology } = this.objects.graphObjects(graph);
    return edges.pick(topology.edgeGroups.get(group) ?? NONE);
  }

  sector(graph: GraphName, sector: string): readonly ModelObject[] {
    const { nodes, topology } = this.objects.graphObjects(graph);
    return nodes.pick(topology.sectors.get(sector) ?? NONE);
  }

  use(graph: GraphName, use: string): readonly ModelObject[] {
    const { nodes, topology } = this.objects.graphObjects(graph);
    return nodes.pick(topology.uses.get(use) ?? NONE);
  }

  isScheme(scheme: string): boolean {
    return this.#sectors.isScheme(scheme);
  }

  nodesOfScheme(graph: GraphName, scheme: string, values: readonly string[]): readonly ModelObject[] {
    return this.objects.graphObjects(graph).nodes.pick(this.#sectors.nodes(graph, scheme, values));
  }

  structuralList(list: number, entries: readonly string[], make: () => Value): Value {
    return this.#memory.lists.get(list, entries, this.objects, make);
  }

  curveOf(name: string, curves: readonly Float64Array[], length: number, write: WriteCurve): Float64Array {
    let computation = computations.get(name);
    if (computation === undefined) computations.set(name, (computation = declareComputation(`${name} in a query`)));
    const make = (): Float64Array => {
      const points = this.#memory.curves.allocateCurve(length);
      write(points);
      return points;
    };
    return asArray(this.#memory.curves.borrow(computation, curves, make));
  }

  keep(curve: Float64Array): void {
    this.#memory.curves.markEscaped(curve);
  }

  edge(graph: GraphName, a: string, b: string): ModelObject | undefined {
    const { edges, topology } = this.objects.graphObjects(graph);
    const [left, right] = [topology.nodeByKey.get(a), topology.nodeByKey.get(b)];
    if (left === undefined || right === undefined) return undefined;
    const index =
      findItem(topology.inputEdges, left, (edge) => topology.supplier[edge] === right) ??
      findItem(topology.outputEdges, left, (edge) => topology.consumer[edge] === right);
    return index === undefined ? undefined : edges.at(index);
  }

  slots(node: ModelObject, side: Side): readonly ModelObject[] {
    if (!(node instanceof NodeObject)) throw new GqlError(`${node.key} is not a node: it has no slots`);
    const { slots, topology } = node.graph;
    return objectsAt(slots, side === "input" ? topology.inputSlots : topology.outputSlots, node.index);
  }

  slot(node: ModelObject, side: Side, carrier: string): ModelObject | undefined {
    if (!(node instanceof NodeObject)) throw new GqlError(`${node.key} is not a node: it has no slots`);
    const { slots, topology } = node.graph;
    const index = topology.carrierByKey.get(carrier);
    const slot = index === undefined ? -1 : findSlot(topology, node.index, side, index);
    return slot < 0 ? undefined : slots.at(slot);
  }

  edges(object: ModelObject, side: Side): readonly ModelObject[] {
    if (object instanceof NodeObject) {
      const { edges, topology } = object.graph;
      return objectsAt(edges, side === "input" ? topology.inputEdges : topology.outputEdges, object.index);
    }
    if (object instanceof SlotObject)
      return objectsAt(object.graph.edges, object.graph.topology.slotEdges, object.index);
    throw new GqlError(`${object.key} is neither a node nor a slot: it has no edges`);
  }

  suppliers(node: ModelObject): readonly ModelObject[] {
    return this.edges(node, "input").map((edge) => otherEnd(edge, "supplier"));
  }

  consumers(node: ModelObject): readonly ModelObject[] {
    return this.edges(node, "output").map((edge) => otherEnd(edge, "consumer"));
  }

  carrier(graph: GraphName, key: string): CarrierObject | undefined {
    const { topology } = this.objects.graphObjects(graph);
    const index = topology.carrierByKey.get(key);
    // Carriers without a slot in any node are not part of the graph, so queries do not find them.
    const isUsed = index !== undefined && topology.carrierOrder.includes(index);
    return isUsed ? this.objects.carriers[index] : undefined;
  }

  get area(): ModelObject {
    return this.objects.area;
  }

  get graph(): ModelObject {
    return this.objects.graph;
  }

  get emissions(): ModelObject {
    return this.objects.emissions;
  }

  emission(sector: string, use: string, ghg: string, year: "1990" | null): number | null {
    return this.#emission(`${sector}_${use}`, ghg, year);
  }

  mappedEmission(scheme: string, value: string, ghg: string, year: "1990" | null): number {
    return sum(this.#sectors.pairs(scheme, [value]).map((pair) => this.#emission(pair, ghg, year) ?? 0));
  }

  #emission(pair: string, ghg: string, year: "1990" | null): number | null {
    return this.objects.state.emissions.get(`${pair}_${ghg}${year === null ? "" : "_1990"}`) ?? null;
  }

  emissionsScope(sector: string, use: string): ModelObject {
    return this.objects.emissionsScope(`${sector}_${use}`);
  }

  inputValue(key: string): Value {
    return this.#scenario.inputValue(key);
  }

  weatherProperty(key: string): number {
    const variant = this.#weatherVariant;
    const { area, curves } = this.#scenario;
    const value = curves?.weatherProperties(area, variant)?.get(key);
    if (value === undefined) throw new GqlError(`No weather property ${key} in variant ${variant}`);
    return value;
  }

  curveSetVariants(set: string): readonly string[] {
    return this.#scenario.curves?.variants(this.#scenario.area, set) ?? NONE;
  }

  datasetCurve(key: string): Float64Array {
    const { area, curves } = this.#scenario;
    const curve = this.#scenario.attachedCurve(key) ?? curves?.curve(area, key, this.#weatherVariant) ?? null;
    if (curve === null) throw new GqlError(`No curve ${key} in the area ${area}`);
    return curve;
  }

  get #weatherVariant(): string {
    const variant = this.objects.state.area.get("weather_curve_set");
    return typeof variant === "string" ? variant : "default";
  }

  /** Queries name the stored attachment, `<curve key>_curve`. */
  attachedCurve(key: string): Float64Array | null {
    return key.endsWith("_curve") ? this.#scenario.attachedCurve(key.slice(0, -"_curve".length)) : null;
  }

  feverCurve(quantity: "demand" | "production", feverSubject: FeverSubject): Float64Array | null {
    const heat = this.#heat;
    if (heat === null) return null;
    if ("groups" in feverSubject) return heat.groupCurve(quantity, feverSubject.groups);
    if ("node" in feverSubject) return heat.nodeCurve(quantity, feverSubject.node.key);
    return heat.pairCurve(quantity, feverSubject.producer.key, feverSubject.consumer.key);
  }
}

const objectsAt = <T>(objects: Handles<T>, { start, items }: IndexLists, index: number): readonly T[] =>
  objects.pick(items, start[index], start[index + 1]);

function findItem({ start, items }: IndexLists, index: number, test: (item: number) => boolean): number | undefined {
  for (let i = start[index]!, end = start[index + 1]!; i < end; i++) if (test(items[i]!)) return items[i]!;
  return undefined;
}

function otherEnd(edge: ModelObject, end: "supplier" | "consumer"): NodeObject {
  if (!(edge instanceof EdgeObject)) throw new GqlError(`${edge.key} is not an edge`);
  return edge.graph.nodes.at(edge.graph.topology[end][edge.index]!);
}
