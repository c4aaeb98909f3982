/**
 * The connections between the two graphs: energy flows that produce molecules (CO2 from burning), and molecule flows
 * that need energy (electricity to capture CO2). Nodes document them as `from_energy` and `from_molecules`:
 *
 *   source      node of the other graph
 *   attribute   its attribute, `demand` when absent
 *   direction   none: base × conversion (1 when absent); `input` or `output`: Σ over the carriers of `conversion` of
 *               base × slot conversion × factor
 *   conversion  factor per carrier: a number, `carrier: <attribute>` or `edges: <attribute>` (mean weighted by value)
 */
import type { GraphName } from "@etesian/model/definition";
import { CalculationFault, isNil, sum } from "@etesian/numeric";
import { nodesWithBlock } from "./documented-nodes.ts";
import { conversion as slotConversion } from "./state/slots.ts";
import type { GraphState, StoredRecord, StoredValue } from "./state/state.ts";
import { listAt } from "./topology/index-lists.ts";
import { findSlot, type Topology } from "./topology/topology.ts";
import type { YearState } from "./state/year.ts";

/** Reads a calculated attribute of a node for the connections (`demand` is read directly); NaN = nil. */
export type NodeAttributeReader = (graph: GraphName, attribute: string, node: number) => number;

/** Writes the demands (kg) of the molecule nodes that depend on energy flows. */
export function writeMoleculeDemands(year: YearState, read: NodeAttributeReader): void {
  for (const { node, demand } of connections(year, "energy", year.energy, year.molecules, "from_energy", read)) {
    year.molecules.demand[node] = demand;
  }
}

/** Demand of an energy node (MJ) that depends on molecule flows. */
export interface EnergyDemand {
  readonly node: number;
  readonly demand: number;
}

/**
 * Demands of the energy nodes that depend on molecule flows; the caller writes them (`demand`) before the next pass.
 */
export function energyDemands(year: YearState, read: NodeAttributeReader): EnergyDemand[] {
  return connections(year, "molecules", year.molecules, year.energy, "from_molecules", read);
}

/** Thrown for a connection that cannot be resolved. The message names the node and the field. */
export class ConnectionError extends CalculationFault {
  override readonly name = "ConnectionError";
}

function connections(
  year: YearState,
  sourceGraph: GraphName,
  sources: GraphState,
  targets: GraphState,
  field: Field,
  read: NodeAttributeReader,
): EnergyDemand[] {
  const { definition } = targets.topology;
  return nodesWithBlock(definition, field).map((node) => {
    const location: ConnectionField = { key: definition.nodes[node]!.key, field };
    const { source, attribute, scale, flows } = findConnection(
      sources.topology,
      targets.record(node, field)!,
      location,
    );
    const base = attribute === "demand" ? sources.demand[source]! : read(sourceGraph, attribute, source);
    if (isNil(base)) fail(location, `attribute: ${sources.topology.definition.nodes[source]!.key} has no ${attribute}`);
    return { node, demand: flows === null ? base * scale : demandOf(flows, base, location, year, sources, read) };
  });
}

function demandOf(
  flows: readonly Flow[],
  base: number,
  location: ConnectionField,
  year: YearState,
  sources: GraphState,
  read: NodeAttributeReader,
): number {
  const parts = Array<number>(flows.length);
  for (let i = 0; i < flows.length; i++) {
    const flow = flows[i]!;
    const factor = factorOf(flow, year, sources, read);
    if (isNil(factor)) fail(location, `conversion.${flow.carrier}: "${flow.factorText}" has no value`);
    parts[i] = base * slotConversion(sources, flow.slot) * factor;
  }
  return sum(parts);
}

/** The location of a connection in the documents: the key of its node, and the field. */
interface ConnectionField {
  readonly key: string;
  readonly field: Field;
}

function fail({ key, field }: ConnectionField, problem: string): never {
  throw new ConnectionError(`${key}: ${field}.${problem}`);
}

type Field = "from_energy" | "from_molecules";

/** A documented connection with its names resolved. */
interface MoleculeConnection {
  readonly source: number;
  readonly attribute: string;
  /** The factor of the base if the connection names no flows. */
  readonly scale: number;
  readonly flows: readonly Flow[] | null;
}

/** One carrier of a connection: its slot of the source, and the factor per MJ. */
interface Flow {
  readonly carrier: string;
  readonly slot: number;
  readonly factor: number | { readonly source: "carrier" | "edges"; readonly attribute: string };
  /** The factor as documented. */
  readonly factorText: string;
}

/** Records are replaced, never mutated, so each is resolved only once per topology of its sources. */
const connectionsByTopology = new WeakMap<Topology, WeakMap<StoredRecord, MoleculeConnection>>();

function findConnection(topology: Topology, record: StoredRecord, location: ConnectionField): MoleculeConnection {
  let byRecord = connectionsByTopology.get(topology);
  if (byRecord === undefined) connectionsByTopology.set(topology, (byRecord = new WeakMap()));
  let connection = byRecord.get(record);
  if (connection === undefined) byRecord.set(record, (connection = resolveConnection(topology, record, location)));
  return connection;
}

function resolveConnection(topology: Topology, record: StoredRecord, location: ConnectionField): MoleculeConnection {
  const sourceKey = describeValue(record["source"]);
  const source =
    topology.nodeByKey.get(sourceKey) ?? fail(location, `source: "${sourceKey}" is not a node of ${topology.name}`);
  const attribute = record["attribute"] === undefined ? "demand" : describeValue(record["attribute"]);
  const { conversion = null, direction = null } = record;
  if (direction === null) {
    const scale = conversion ?? 1;
    if (typeof scale !== "number") return fail(location, "conversion: without a direction, expected a number");
    return { source, attribute, scale, flows: null };
  }
  if (direction !== "input" && direction !== "output") return fail(location, `direction: expected input or output`);
  if (conversion === null || typeof conversion !== "object" || Array.isArray(conversion)) {
    return fail(location, "conversion: expected a factor per carrier");
  }
  const flows = Object.entries(conversion).map(([carrier, factorText]): Flow => {
    const slot = findSlot(topology, source, direction, topology.carrierByKey.get(carrier) ?? -1);
    if (slot < 0) return fail(location, `conversion.${carrier}: ${sourceKey} has no such ${direction}`);
    return { carrier, slot, factor: parseFactor(factorText), factorText: describeValue(factorText) };
  });
  return { source, attribute, scale: 1, flows };
}

/** NaN for anything but a number, `carrier: <attribute>` or `edges: <attribute>`. */
function parseFactor(factorText: StoredValue): Flow["factor"] {
  if (typeof factorText === "number") return factorText;
  const [source, attribute = ""] = describeValue(factorText).split(":", 2);
  return source === "carrier" || source === "edges" ? { source, attribute: attribute.trim() } : NaN;
}

function factorOf({ factor, slot }: Flow, year: YearState, sources: GraphState, read: NodeAttributeReader): number {
  if (typeof factor === "number") return factor;
  const { source, attribute } = factor;
  if (source === "edges") return meanOverEdges(sources, slot, attribute, read);
  const column = year.topology.carrierColumnByName.get(attribute);
  return column === undefined ? NaN : year.carrierColumns[column]![sources.topology.slotCarrier[slot]!]!;
}

/** An attribute of the suppliers (`…_factor` of an edge is its supplier's), weighted by the values of the edges. */
function meanOverEdges(sources: GraphState, slot: number, attribute: string, read: NodeAttributeReader): number {
  const { topology, edgeValue } = sources;
  const edges = listAt(topology.slotEdges, slot);
  const total = sum(edges.map((edge) => edgeValue[edge]!));
  if (total === 0) return 0;
  return sum(
    edges.map((edge) => read(topology.name, attribute, topology.supplier[edge]!) * (edgeValue[edge]! / total)),
  );
}

function describeValue(value: StoredValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
