/** A graph prepared for calculation, once per model and thread. It is immutable. */
import {
  type AttributeTable,
  type AttributeValue,
  attributesOf,
  CARRIER,
  ENERGY_NODE,
  type GraphDefinition,
  type ModelDefinition,
  MOLECULE_NODE,
  type Side,
} from "@etesian/model/definition";
import { CalculationFault } from "@etesian/numeric";
import { indexLists, listAt, type IndexLists } from "./index-lists.ts";
import { EdgeType, INPUT, OUTPUT, SlotKind } from "./kinds.ts";
import { calculationPlan, type CalculationPlan } from "./plan.ts";
import type { DocumentedRecord, Structure } from "./structure.ts";

/** A graph ready to be calculated. */
export interface Topology extends Structure {
  readonly plan: CalculationPlan;
  /** All nodes in observable order: energy in calculation order, molecules in document order. */
  readonly nodeOrder: Int32Array;
  /** Nodes by group, sector and use: each list in observable order. */
  readonly groups: ReadonlyMap<string, Int32Array>;
  readonly sectors: ReadonlyMap<string, Int32Array>;
  readonly uses: ReadonlyMap<string, Int32Array>;
}

/** Both graphs of a model, and the carrier columns they share. */
export interface ModelTopology {
  readonly definition: ModelDefinition;
  readonly energy: Topology;
  readonly molecules: Topology;
  readonly carrierColumnNames: readonly string[];
  readonly carrierColumnByName: ReadonlyMap<string, number>;
}

/** Prepares a model for calculation. @throws TopologyError if its graphs cannot be calculated as defined */
export function modelTopology(definition: ModelDefinition): ModelTopology {
  const carrierByKey = new Map(definition.carriers.map(({ key }, index) => [key, index]));
  const carrierColumnNames = columnNames(CARRIER_COLUMNS, definition.carriers);
  return {
    definition,
    energy: graphTopology(definition.energy, carrierByKey),
    molecules: graphTopology(definition.molecules, carrierByKey),
    carrierColumnNames,
    carrierColumnByName: indexByName(carrierColumnNames),
  };
}

function graphTopology(graph: GraphDefinition, carrierByKey: ReadonlyMap<string, number>): Topology {
  const { nodes, slots, edges } = graph;
  const carrierOf = (key: string, user: string): number => {
    const carrier = carrierByKey.get(key);
    if (carrier === undefined) throw new TopologyError(`${user}: carrier "${key}" has no document`);
    return carrier;
  };

  const slotNode = Int32Array.from(slots, ({ node }) => node);
  const slotSide = Uint8Array.from(slots, ({ side }) => (side === "input" ? INPUT : OUTPUT));
  const slotCarrier = Int32Array.from(slots, ({ carrier, node }) => carrierOf(carrier, nodes[node]!.key));
  const slotKind = Uint8Array.from(slots, ({ kind }) => SLOT_KINDS[kind]);
  const slotsOf = (side: number): IndexLists =>
    groupItems(nodes.length, slots, (slot, i) => (slotSide[i] === side ? slot.node : -1));

  const supplier = Int32Array.from(edges, (edge) => edge.supplier);
  const consumer = Int32Array.from(edges, (edge) => edge.consumer);
  const outputSlot = Int32Array.from(edges, (edge) => edge.outputSlot);
  const inputSlot = Int32Array.from(edges, (edge) => edge.inputSlot);
  const edgeCarrier = Int32Array.from(edges, (edge) => carrierOf(edge.carrier, edge.key));
  const edgeType = Uint8Array.from(edges, ({ type }) => EDGE_TYPES[type]);
  const reversed = Uint8Array.from(edges, (edge) => Number(edge.reversed));
  checkSlots(graph);

  const inputEdges = groupItems(nodes.length, edges, (edge) => edge.consumer);
  const outputEdges = groupItems(nodes.length, edges, (edge) => edge.supplier);
  const hasLoop = Uint8Array.from(nodes, (_, node) => {
    const suppliers = new Set(listAt(inputEdges, node).map((edge) => supplier[edge]));
    return Number(listAt(outputEdges, node).some((edge) => suppliers.has(consumer[edge])));
  });

  const couplingCarrier = carrierByKey.get("coupling_carrier") ?? -1;
  const documentNodes = Int32Array.from(nodes.keys());
  const inputSlots = slotsOf(INPUT);
  const outputSlots = slotsOf(OUTPUT);
  const names = columnNames(NODE_COLUMNS, nodes);
  const edgeOrder = Int32Array.from(nodes.flatMap((_, node) => listAt(inputEdges, node)));

  const structure: Structure = {
    name: graph.name,
    definition: graph,
    nodeCount: nodes.length,
    slotCount: slots.length,
    edgeCount: edges.length,
    nodeByKey: indexByName(nodes.map(({ key }) => key)),
    edgeByKey: indexByName(edges.map(({ key }) => key)),
    carrierByKey,
    couplingCarrier,
    edgeOrder,
    carrierOrder: Int32Array.from(
      new Set(
        nodes.flatMap((_, node) =>
          [...listAt(inputSlots, node), ...listAt(outputSlots, node)].map((slot) => slotCarrier[slot]!),
        ),
      ),
    ),
    inputSlots,
    outputSlots,
    inputEdges,
    outputEdges,
    hasLoop,
    slotNode,
    slotCarrier,
    slotSide,
    slotKind,
    slotEdges: indexLists(
      slots.map(({ node, side }, slot) =>
        side === "input"
          ? listAt(inputEdges, node).filter((edge) => inputSlot[edge] === slot)
          : listAt(outputEdges, node).filter((edge) => outputSlot[edge] === slot),
      ),
    ),
    hasReversedShare: makeFlags(
      slots.length,
      edges.flatMap((edge) => (edge.reversed && edge.type === "share" ? [edge.inputSlot, edge.outputSlot] : [])),
    ),
    resettableSlots: Int32Array.from(
      Array.from(slots.keys()).filter((slot) => slotSide[slot] === INPUT && slotCarrier[slot] === couplingCarrier),
    ),
    supplier,
    consumer,
    outputSlot,
    inputSlot,
    edgeCarrier,
    edgeType,
    reversed,
    treatAsLoss: Uint8Array.from(edges, (edge) => Number(edge.treatAsLoss)),
    priority: Float64Array.from(edges, (edge) => edge.priority ?? -Infinity),
    // Constant edges belong to the consumer, because datasets give all of them an amount.
    calculatedBySupplier: Uint8Array.from(edges, (edge) =>
      Number(edge.reversed || edge.type === "dependent" || edge.type === "inversed_flexible"),
    ),
    // Electricity and imports may flow backwards, unless a pair of edges would then form a cycle.
    neverNegative: Uint8Array.from(edges, (edge) =>
      Number(
        (edge.carrier !== "electricity" && !nodes[edge.supplier]!.groups.includes("energy_import_export")) ||
          hasLoop[edge.consumer] === 1,
      ),
    ),
    edgeGroups: membersBy(edgeOrder, (edge) => edges[edge]!.groups),
    records: documentedRecords(graph),
    columnNames: names,
    columnByName: indexByName(names),
  };

  const plan = calculationPlan(structure);
  const nodeOrder =
    graph.name === "energy" ? Int32Array.from(new Set([...plan.order, ...documentNodes])) : documentNodes;
  return {
    ...structure,
    plan,
    nodeOrder,
    groups: membersBy(nodeOrder, (node) => nodes[node]!.groups),
    sectors: membersBy(nodeOrder, (node) => [nodes[node]!.sector]),
    uses: membersBy(nodeOrder, (node) => (nodes[node]!.use === null ? [] : [nodes[node]!.use])),
  };
}

/** The slot of a carrier on one side of a node, −1 if there is none. */
export function findSlot(topology: Topology, node: number, side: Side, carrier: number): number {
  const { start, items } = side === "input" ? topology.inputSlots : topology.outputSlots;
  for (let i = start[node]!; i < start[node + 1]!; i++) {
    const slot = items[i]!;
    if (topology.slotCarrier[slot] === carrier) return slot;
  }
  return -1;
}

/** A flag per node: 1 for the members of a group, all 0 if no node is in it. */
export function groupFlags(topology: Topology, group: string): Uint8Array {
  return makeFlags(topology.nodeCount, topology.groups.get(group) ?? []);
}

/** Thrown for a graph whose structure cannot be calculated. The message names the node, slot or edge. */
export class TopologyError extends CalculationFault {
  override readonly name = "TopologyError";
}

/** Numbers of a table that are set by documents, inputs or the calculation. */
const numbersOf = (...tables: readonly AttributeTable[]): readonly string[] =>
  tables.flatMap((table) =>
    attributesOf(table, "number").flatMap(({ name, source }) => (source === "nowhere" ? [] : [name])),
  );

/** Columns of every state, whether or not a document has a value; node columns exist in both graphs. */
const NODE_COLUMNS = numbersOf(ENERGY_NODE, MOLECULE_NODE);
const CARRIER_COLUMNS = numbersOf(CARRIER);

const SLOT_KINDS = {
  plain: SlotKind.Plain,
  elastic: SlotKind.Elastic,
  loss: SlotKind.Loss,
  edge_based: SlotKind.EdgeBased,
} as const;

const EDGE_TYPES = {
  share: EdgeType.Share,
  flexible: EdgeType.Flexible,
  inversed_flexible: EdgeType.InversedFlexible,
  dependent: EdgeType.Dependent,
  constant: EdgeType.Constant,
} as const;

interface AttributeDocument {
  readonly attributes: { readonly [name: string]: AttributeValue };
  readonly queries: { readonly [name: string]: string };
}

/**
 * The built-in names, followed by names to which documents assign numbers or queries. Dotted names belong to records.
 */
function columnNames(builtInNames: readonly string[], documents: readonly AttributeDocument[]): string[] {
  const names = new Set(builtInNames);
  for (const { attributes, queries } of documents) {
    for (const [name, value] of Object.entries(attributes)) if (typeof value === "number") names.add(name);
    for (const name of Object.keys(queries)) if (!name.includes(".")) names.add(name);
  }
  return [...names];
}

function documentedRecords({ nodes }: GraphDefinition): ReadonlyMap<string, ReadonlyMap<number, DocumentedRecord>> {
  const records = new Map<string, Map<number, DocumentedRecord>>();
  nodes.forEach(({ attributes }, node) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value !== "object" || Array.isArray(value)) continue;
      const byNode = records.get(name) ?? new Map<number, DocumentedRecord>();
      records.set(name, byNode.set(node, value as DocumentedRecord));
    }
  });
  return records;
}

/**
 * Every edge must connect slots of its own carrier. A side has one slot per carrier, and at most one slot that takes
 * the remainder (elastic or loss).
 */
function checkSlots({ nodes, slots, edges }: GraphDefinition): void {
  const slotKeys = new Set<string>();
  const elasticSides = new Set<string>();
  for (const { node, side, carrier, kind } of slots) {
    const location = `${nodes[node]!.key}: ${side}`;
    if (slotKeys.has(`${location}.${carrier}`)) throw new TopologyError(`${location}.${carrier} is defined twice`);
    slotKeys.add(`${location}.${carrier}`);
    if (kind !== "elastic" && kind !== "loss") continue;
    if (elasticSides.has(location))
      throw new TopologyError(`${location} has two slots that take the remainder (elastic, loss)`);
    elasticSides.add(location);
  }
  for (const edge of edges) {
    const ends = [
      ["output", edge.supplier, slots[edge.outputSlot]],
      ["input", edge.consumer, slots[edge.inputSlot]],
    ] as const;
    for (const [side, node, slot] of ends) {
      if (slot?.node !== node || slot.side !== side || slot.carrier !== edge.carrier) {
        throw new TopologyError(`${edge.key}: ${nodes[node]?.key ?? node} has no such ${side} slot`);
      }
    }
  }
}

function groupItems<T>(count: number, items: readonly T[], groupOf: (item: T, index: number) => number): IndexLists {
  const lists = Array.from({ length: count }, (): number[] => []);
  items.forEach((item, index) => lists[groupOf(item, index)]?.push(index));
  return indexLists(lists);
}

function membersBy(order: Int32Array, keysOf: (index: number) => readonly string[]): Map<string, Int32Array> {
  const lists = new Map<string, number[]>();
  for (const index of order) {
    for (const key of new Set(keysOf(index))) {
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [index]);
      else list.push(index);
    }
  }
  return new Map(Array.from(lists, ([key, list]) => [key, Int32Array.from(list)]));
}

function indexByName(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, index) => [name, index]));
}

function makeFlags(count: number, indices: Iterable<number>): Uint8Array {
  const flags = new Uint8Array(count);
  for (const index of indices) flags[index] = 1;
  return flags;
}
