/**
 * The connections between the two graphs: energy flows that make molecules (CO2 from burning), and molecule flows that
 * ask for energy (electricity to capture CO2). Documented per node as `from_energy` and `from_molecules`:
 *
 *   source      node of the other graph
 *   attribute   what is read there, `demand` when absent
 *   direction   none: base × conversion (1 when absent); `input` or `output`: Σ over the carriers of `conversion` of
 *               base × slot conversion × factor
 *   conversion  factor per carrier: a number, `carrier: <attribute>` or `edges: <attribute>` (mean weighted by value)
 */
import type { GraphName } from "@etesian/model";
import { CalculationFault, isNil, sum } from "@etesian/numeric";
import { conversion as slotConversion } from "./slots.ts";
import type { GraphState, StoredRecord, StoredValue } from "./state.ts";
import { listAt } from "./index-lists.ts";
import { findSlot } from "./topology.ts";
import type { YearState } from "./year.ts";

/** Reads a calculated attribute of a node for the connections (`demand` is read directly); NaN = nil. */
export type NodeAttributeReader = (graph: GraphName, attribute: string, node: number) => number;

/** Writes the demands of the molecule nodes that energy flows decide, kg. */
export function demandMolecules(year: YearState, read: NodeAttributeReader): void {
  for (const { node, demand } of connections(year, "energy", year.energy, year.molecules, "from_energy", read)) {
    year.molecules.demand[node] = demand;
  }
}

/** Demand of an energy node (MJ) that molecule flows decide. */
export interface EnergyDemand {
  readonly node: number;
  readonly demand: number;
}

/** Demands of the energy nodes that molecule flows decide; they are to be written (`demand`) before the next pass. */
export function energyDemands(year: YearState, read: NodeAttributeReader): EnergyDemand[] {
  return connections(year, "molecules", year.molecules, year.energy, "from_molecules", read);
}

/** A connection that cannot be followed; the message names node and field. */
export class ConnectionError extends CalculationFault {
  override readonly name = "ConnectionError";
}

function connections(
  year: YearState,
  sourceGraph: GraphName,
  sources: GraphState,
  targets: GraphState,
  field: "from_energy" | "from_molecules",
  read: NodeAttributeReader,
): EnergyDemand[] {
  const result: EnergyDemand[] = [];
  targets.topology.definition.nodes.forEach(({ key, attributes }, node) => {
    if (!(field in attributes)) return;
    const record = targets.record(node, field)!;
    const fail = (problem: string): never => {
      throw new ConnectionError(`${key}: ${field}.${problem}`);
    };
    const sourceKey = text(record["source"]);
    const source =
      sources.topology.nodeByKey.get(sourceKey) ?? fail(`source: "${sourceKey}" is no node of ${sourceGraph}`);
    const attribute = record["attribute"] === undefined ? "demand" : text(record["attribute"]);
    const base = attribute === "demand" ? sources.demand[source]! : read(sourceGraph, attribute, source);
    if (isNil(base)) fail(`attribute: ${sourceKey} has no ${attribute}`);
    result.push({ node, demand: converted(year, sources, source, base, record, read, fail) });
  });
  return result;
}

function converted(
  year: YearState,
  sources: GraphState,
  source: number,
  base: number,
  record: StoredRecord,
  read: NodeAttributeReader,
  fail: (problem: string) => never,
): number {
  const { conversion = null, direction = null } = record;
  if (direction === null) {
    if (conversion === null) return base;
    return typeof conversion === "number" ? base * conversion : fail("conversion: expected a number without direction");
  }
  if (direction !== "input" && direction !== "output") return fail(`direction: expected input or output`);
  if (conversion === null || typeof conversion !== "object" || Array.isArray(conversion)) {
    return fail("conversion: expected a factor per carrier");
  }

  const { topology } = sources;
  const parts = Object.entries(conversion).map(([key, described]) => {
    const carrier = topology.carrierByKey.get(key) ?? -1;
    const slot = findSlot(topology, source, direction, carrier);
    if (slot < 0) return fail(`conversion.${key}: ${topology.definition.nodes[source]!.key} has no such ${direction}`);
    const factor = factorOf(described, carrier, slot);
    if (isNil(factor)) return fail(`conversion.${key}: "${text(described)}" has no value`);
    return base * slotConversion(sources, slot) * factor;
  });
  return sum(parts);

  function factorOf(described: StoredValue, carrier: number, slot: number): number {
    if (typeof described === "number") return described;
    const [kind, attribute] = text(described).split(":", 2) as [string, string | undefined];
    const name = attribute?.trim() ?? "";
    if (kind === "carrier") {
      const column = year.topology.carrierColumnByName.get(name);
      return column === undefined ? NaN : year.carrierColumns[column]![carrier]!;
    }
    return kind === "edges" ? meanOverEdges(slot, name) : NaN;
  }

  /** An attribute of the suppliers (`…_factor` of an edge is its supplier's), weighted by the values of the edges. */
  function meanOverEdges(slot: number, attribute: string): number {
    const edges = listAt(topology.slotEdges, slot);
    const total = sum(edges.map((edge) => sources.edgeValue[edge]!));
    if (total === 0) return 0;
    const weighted = edges.map(
      (edge) => read(topology.name, attribute, topology.supplier[edge]!) * (sources.edgeValue[edge]! / total),
    );
    return sum(weighted);
  }
}

function text(value: StoredValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
