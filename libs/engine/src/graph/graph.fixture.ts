/** Small graphs for tests. */
import type {
  AreaDataset,
  AttributeValue,
  EdgeType,
  GraphDataset,
  GraphDefinition,
  GraphName,
  ModelDefinition,
} from "@etesian/model/definition";
import { calculate } from "./calculate.ts";
import { conversion, externalValue } from "./state/slots.ts";
import { GraphState } from "./state/state.ts";
import { findSlot, modelTopology } from "./topology/topology.ts";
import { YearState } from "./state/year.ts";

/** The conversion of a slot, or its kind if it has no conversion. */
type SlotSketch = number | "elastic" | "edge_based";

export interface NodeSketch {
  /** Preset demand. */
  readonly demand?: number;
  readonly input?: { readonly [carrier: string]: SlotSketch };
  readonly output?: { readonly [carrier: string]: SlotSketch };
  readonly groups?: readonly string[];
  readonly sector?: string;
  readonly attributes?: { readonly [name: string]: AttributeValue };
}

export interface EdgeSketch {
  readonly type?: EdgeType;
  readonly share?: number;
  readonly reversed?: boolean;
  readonly priority?: number;
  readonly groups?: readonly string[];
}

/**
 * Nodes by key; edges by `supplier-consumer@carrier`, share edges with share 1 by default. Slots that edges need are
 * created with conversion 1.
 */
export interface GraphSketch {
  readonly nodes: { readonly [key: string]: NodeSketch };
  readonly edges: { readonly [key: string]: EdgeSketch };
}

const EMPTY: GraphSketch = { nodes: {}, edges: {} };
const source = { file: "sketch" };

/** A complete model of two sketched graphs, with its dataset. */
export function sketchModel(
  energy: GraphSketch,
  molecules: GraphSketch = EMPTY,
): { definition: ModelDefinition; dataset: AreaDataset } {
  const carriers = new Set<string>();
  const energySketch = sketchGraph("energy", energy, carriers);
  const moleculeSketch = sketchGraph("molecules", molecules, carriers);
  const definition: ModelDefinition = {
    hash: "sketch",
    energy: energySketch.definition,
    molecules: moleculeSketch.definition,
    carriers: Array.from(carriers, (key) => ({ key, attributes: {}, queries: {}, source })),
    inputs: [],
    gqueries: [],
    sectorMapping: { columns: [], rows: [] },
    config: {},
    defaultArea: "somewhere",
    unscaleableUnits: [],
    changes: [],
  };
  const dataset: AreaDataset = {
    area: "somewhere",
    hash: "sketch",
    startYear: 2023,
    scaling: null,
    attributes: { area: "somewhere", use_merit_order_demands: true },
    emissions: { households_energetic_co2: 7 },
    carrierColumns: ["co2_conversion_per_mj"],
    carrierValues: Float64Array.from(carriers, (_, index) => index + 1),
    energy: energySketch.dataset,
    molecules: moleculeSketch.dataset,
    warnings: [],
  };
  return { definition, dataset };
}

/** A sketched energy graph, ready to calculate, with readers by key. */
export function sketch(graph: GraphSketch): SketchedGraph {
  const { definition, dataset } = sketchModel(graph);
  return new SketchedGraph(GraphState.fromDataset(modelTopology(definition).energy, dataset.energy));
}

export class SketchedGraph {
  readonly state: GraphState;

  constructor(state: GraphState) {
    this.state = state;
  }

  calculate(): this {
    calculate(this.state);
    return this;
  }

  node(key: string): number {
    return requireIndex(this.state.topology.nodeByKey.get(key), key);
  }

  edge(key: string): number {
    return requireIndex(this.state.topology.edgeByKey.get(key), key);
  }

  /** A slot by `node.side.carrier`. */
  slot(path: string): number {
    const [node = "", side, carrier = ""] = path.split(".");
    const index = this.state.topology.carrierByKey.get(carrier);
    const slot = findSlot(this.state.topology, this.node(node), side === "input" ? "input" : "output", index ?? -1);
    return requireIndex(slot < 0 ? undefined : slot, path);
  }

  demand(key: string): number {
    return this.state.demand[this.node(key)]!;
  }

  value(key: string): number {
    return this.state.edgeValue[this.edge(key)]!;
  }

  share(key: string): number {
    return this.state.edgeShare[this.edge(key)]!;
  }

  conversion(path: string): number {
    return conversion(this.state, this.slot(path));
  }

  external(path: string): number {
    return externalValue(this.state, this.slot(path));
  }
}

/** Both graphs of a sketched model in a year; the future is 2050. */
export function sketchYear(energy: GraphSketch, molecules?: GraphSketch, calendarYear = 2050): YearState {
  const { definition, dataset } = sketchModel(energy, molecules);
  const topology = modelTopology(definition);
  const year = new YearState(topology, { calendarYear, startYear: 2023, numberOfYears: 27 });
  year.reset(YearState.fromDataset(topology, dataset));
  return year;
}

function sketchGraph(
  name: GraphName,
  graphSketch: GraphSketch,
  carriers: Set<string>,
): { definition: GraphDefinition; dataset: GraphDataset } {
  const keys = Object.keys(graphSketch.nodes);
  const slots: GraphDefinition["slots"][number][] = [];
  const conversions: number[] = [];
  const addSlot = (node: number, side: "input" | "output", carrier: string, slotSketch: SlotSketch): number => {
    carriers.add(carrier);
    const kind = carrier === "loss" ? "loss" : typeof slotSketch === "number" ? "plain" : slotSketch;
    conversions.push(typeof slotSketch === "number" ? slotSketch : slotSketch === "edge_based" ? 1 : NaN);
    return slots.push({ node, side, carrier, kind, share: { kind: "implied" } }) - 1;
  };
  const slotFor = (node: number, side: "input" | "output", carrier: string): number => {
    const existing = slots.findIndex((slot) => slot.node === node && slot.side === side && slot.carrier === carrier);
    return existing >= 0 ? existing : addSlot(node, side, carrier, 1);
  };

  const nodes = Object.entries(graphSketch.nodes).map(([key, node], index) => {
    for (const [carrier, slotSketch] of Object.entries(node.input ?? {})) addSlot(index, "input", carrier, slotSketch);
    for (const [carrier, slotSketch] of Object.entries(node.output ?? {}))
      addSlot(index, "output", carrier, slotSketch);
    const { groups = [], sector = "energy", attributes = {} } = node;
    const labels = { use: "energetic", sectorLabel: null, presentationGroup: null, description: null };
    return { key, sector, groups, attributes, queries: {}, source, ...labels };
  });

  const edges = Object.entries(graphSketch.edges).map(([key, edge]) => {
    const [, supplierKey = "", consumerKey = "", carrier = ""] = /^(.*)-(.*)@(.*)$/.exec(key) ?? [];
    const [supplier, consumer] = [keys.indexOf(supplierKey), keys.indexOf(consumerKey)];
    if (supplier < 0 || consumer < 0) throw new Error(`${key} refers to a node that is not in the sketch`);
    return {
      key,
      supplier,
      consumer,
      outputSlot: slotFor(supplier, "output", carrier),
      inputSlot: slotFor(consumer, "input", carrier),
      carrier,
      type: edge.type ?? "share",
      reversed: edge.reversed ?? false,
      circular: false,
      treatAsLoss: false,
      priority: edge.priority ?? null,
      groups: edge.groups ?? [],
      attributes: {},
      queries: {},
      source,
    };
  });

  const columns = new Set(["preset_demand"]);
  for (const { attributes = {} } of Object.values(graphSketch.nodes)) {
    for (const [column, value] of Object.entries(attributes)) if (typeof value === "number") columns.add(column);
  }
  const nodeColumns = [...columns];
  const nodeValues = nodeColumns.flatMap((column) =>
    Object.values(graphSketch.nodes).map(({ demand, attributes = {} }) =>
      column === "preset_demand" ? (demand ?? NaN) : Number(attributes[column] ?? NaN),
    ),
  );
  const shares = Object.values(graphSketch.edges).map(
    ({ type = "share", share }) => share ?? (type === "share" ? 1 : NaN),
  );
  return {
    definition: { name, nodes, slots, edges },
    dataset: {
      name,
      nodeColumns,
      nodeValues: Float64Array.from(nodeValues),
      slotConversion: Float64Array.from(conversions),
      edgeShare: Float64Array.from(shares),
    },
  };
}

function requireIndex(index: number | undefined, name: string): number {
  if (index === undefined) throw new Error(`the sketch has no ${name}`);
  return index;
}
