/** Converts a solved start year (TJ, kton) to the flat dataset for calculations (MJ, kg). */
import { type Rational, toNumber } from "@etesian/numeric/rational";
import type { AreaDataset, GraphDataset } from "../dataset.ts";
import type { AreaSource } from "../datasets/area-source.ts";
import type { GraphName } from "../definition.ts";
import { StartYearError } from "./error.ts";
import { evaluateParsed, type InitialValues, type PreparedModel } from "./initial-values.ts";
import { QueryError } from "./query.ts";

/** MJ per TJ, and kg per kton. */
const PER_BASE_UNIT = 1e6;

/** A solved start year. */
export interface StartYear extends InitialValues {
  /** `fever.share_in_group` by node, null for nodes that are not heat producers. */
  readonly shareInGroup: readonly (number | null)[];
  readonly warnings: readonly string[];
}

/** Throws `StartYearError` when a carrier's figure cannot be found. */
export function exportDataset(
  model: PreparedModel,
  source: AreaSource,
  startYear: StartYear,
): Omit<AreaDataset, "hash"> {
  return {
    area: source.area,
    startYear: source.startYear,
    scaling: source.scaling === null ? null : { factor: factorOf(source.scaling) },
    attributes: source.attributes,
    emissions: source.emissions,
    ...carrierFigures(model, source),
    energy: graphDataset(model, startYear, "energy"),
    molecules: graphDataset(model, startYear, "molecules"),
    warnings: startYear.warnings,
  };
}

function factorOf({ value, baseValue }: { readonly value: number; readonly baseValue: number }): number {
  return value / baseValue;
}

/**
 * Whether an attribute has a column here: demand has separate columns, and dotted attributes are only for the heat
 * groups.
 */
const isColumn = (name: string): boolean => name !== "demand" && !name.includes(".");

function graphDataset(model: PreparedModel, startYear: StartYear, graph: GraphName): GraphDataset {
  const definition = model.definition[graph];
  const columns = new Map<string, Float64Array>();
  const set = (name: string, node: number, value: number): void => {
    let column = columns.get(name);
    if (column === undefined) {
      column = new Float64Array(definition.nodes.length).fill(Number.NaN);
      columns.set(name, column);
    }
    column[node] = value;
  };

  for (const [position, { graph: nodeGraph, index, definition: node }] of model.nodes.entries()) {
    if (nodeGraph !== graph) continue;
    for (const [name, value] of Object.entries(node.attributes)) {
      if (typeof value === "number" && isColumn(name)) set(name, index, value);
    }
    for (const [name, value] of startYear.attributes[position]!) {
      if (isColumn(name)) set(name, index, value ?? Number.NaN);
    }
    set("max_demand", index, maxDemand(model, startYear, position));
    const demand = toNumber(startYear.flows.nodeDemand[position]!) * PER_BASE_UNIT;
    set(node.groups.includes("preset_demand") ? "preset_demand" : "demand_expected_value", index, demand);
    const share = startYear.shareInGroup[position] ?? null;
    if (share !== null) set("fever.share_in_group", index, share);
  }

  const nodeColumns = [...columns.keys()];
  const nodeValues = sharedNumbers(nodeColumns.length * definition.nodes.length);
  for (const [column, name] of nodeColumns.entries())
    nodeValues.set(columns.get(name)!, column * definition.nodes.length);
  return {
    name: graph,
    nodeColumns,
    nodeValues,
    slotConversion: slotConversions(model, startYear, graph),
    edgeShare: edgeShares(model, startYear, graph),
  };
}

/** The limit from the document or a query (graph values replace its result), but not from graph values alone. */
function maxDemand({ nodes, nodeQueries }: PreparedModel, { attributes }: StartYear, node: number): number {
  const literal = nodes[node]!.definition.attributes["max_demand"];
  if (typeof literal === "number") return literal * PER_BASE_UNIT;
  const queryResult = nodeQueries[node]!.has("max_demand") ? attributes[node]!.get("max_demand") : null;
  return (queryResult ?? Number.NaN) * PER_BASE_UNIT;
}

function slotConversions(model: PreparedModel, { flows }: StartYear, graph: GraphName): Float64Array {
  const conversions = sharedNumbers(model.definition[graph].slots.length);
  for (const [slot, { graph: slotGraph, index, definition }] of model.slots.entries()) {
    if (slotGraph !== graph) continue;
    conversions[index] = definition.share.kind === "elastic" ? Number.NaN : orZero(flows.shareOfSlot(slot));
  }
  return conversions;
}

function edgeShares(model: PreparedModel, { flows }: StartYear, graph: GraphName): Float64Array {
  const shares = sharedNumbers(model.definition[graph].edges.length).fill(Number.NaN);
  for (const [edge, { graph: edgeGraph, index, definition }] of model.edges.entries()) {
    if (edgeGraph !== graph) continue;
    if (definition.type === "share")
      shares[index] = orZero(flows.shareOfEdge(edge, definition.reversed ? "parentShare" : "childShare"));
    else if (definition.type === "constant") shares[index] = orZero(flows.edgeDemand[edge]!) * PER_BASE_UNIT;
  }
  return shares;
}

/** Numeric attributes of carriers: values of their documents, overridden by query results. */
function carrierFigures(
  model: PreparedModel,
  source: AreaSource,
): Pick<AreaDataset, "carrierColumns" | "carrierValues"> {
  const carriers = model.definition.carriers;
  const figures = carriers.map(({ key, attributes }, index) => {
    const figuresByName = new Map<string, number>();
    for (const [name, value] of Object.entries(attributes))
      if (typeof value === "number") figuresByName.set(name, value);
    for (const [name, query] of model.carrierQueries[index]!) {
      try {
        const result = evaluateParsed(query, { source, carriers: model.carriers });
        if (result !== "recursive") figuresByName.set(name, result === null ? Number.NaN : Number(result));
      } catch (error) {
        if (!(error instanceof QueryError)) throw error;
        throw new StartYearError(source.area, [`${name} of the carrier ${key} cannot be found: ${error.message}`]);
      }
    }
    return figuresByName;
  });
  const carrierColumns = [...new Set(figures.flatMap((figuresByName) => [...figuresByName.keys()]))];
  const carrierValues = sharedNumbers(carrierColumns.length * carriers.length).fill(Number.NaN);
  for (const [carrier, figuresByName] of figures.entries()) {
    for (const [name, value] of figuresByName)
      carrierValues[carrierColumns.indexOf(name) * carriers.length + carrier] = value;
  }
  return { carrierColumns, carrierValues };
}

function orZero(value: Rational | null): number {
  return value === null ? 0 : toNumber(value);
}

function sharedNumbers(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}
