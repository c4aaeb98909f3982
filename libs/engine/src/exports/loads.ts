/** The participants in the hourly tables of a carrier, and their loads (MW from 1 January). */
import type { Curve } from "../hourly/curves/curve.ts";
import type { GraphObjects, NodeObject, YearObjects } from "../attributes/objects/objects.ts";
import type { StoredRecord, StoredValue } from "../graph/state/state.ts";
import { addCurves, ZEROS } from "../hourly/curves/arithmetic.ts";
import { kindOf } from "../hourly/markets/members/index.ts";
import { byKey, nodesInGroup } from "./calculated-scenario.ts";
import { type HourlyColumn, loadColumn } from "./hourly-table.ts";

/** The nodes whose documents have a certain block, and how a table shows them. */
export interface LoadTable {
  /** Name of the block. */
  readonly attribute: string;
  readonly carrier: "electricity" | "hydrogen" | "network_gas" | "steam_hot_water";
  readonly producers: readonly string[];
  readonly consumers: readonly string[];
  /** Groups of nodes that are included without the block, or excluded despite it. */
  readonly includedGroup: string | null;
  readonly excludedGroup: string | null;
  /** Prefix of all names. */
  readonly prefix: string;
  /** Whether the last column shows consumption minus production. */
  readonly hasDeficit: boolean;
}

const meritTable = (attribute: string, prefix = ""): LoadTable => ({
  attribute,
  carrier: "steam_hot_water",
  producers: ["producer", "flex"],
  consumers: ["consumer", "flex"],
  includedGroup: null,
  excludedGroup: null,
  prefix,
  hasDeficit: true,
});

const balanceTable = (carrier: "hydrogen" | "network_gas"): LoadTable => ({
  attribute: carrier,
  carrier,
  producers: ["producer", "flex", "import", "storage", "transformation"],
  consumers: ["consumer", "flex", "export", "storage", "transformation"],
  includedGroup: null,
  excludedGroup: null,
  prefix: "",
  hasDeficit: false,
});

export const ELECTRICITY: LoadTable = {
  ...meritTable("merit_order"),
  carrier: "electricity",
  includedGroup: "merit_order_csv_include",
  excludedGroup: "merit_order_csv_exclude",
};
export const DISTRICT_HEATING: readonly LoadTable[] = ["lt", "mt", "ht"].map((network) =>
  meritTable(`heat_network_${network}`, `${network}.`),
);
export const AGRICULTURE_HEAT = meritTable("agriculture_heat");
export const HYDROGEN = balanceTable("hydrogen");
export const NETWORK_GAS = balanceTable("network_gas");

type Side = "input" | "output";

/** One side of a node: its name in tables, and its load; null if it has none. */
export interface Load {
  readonly name: string;
  readonly curve: Float64Array | null;
}

/** Loads of one side, sorted by node key. */
export function loads({ energy }: YearObjects, table: LoadTable, side: Side): readonly Load[] {
  const types = side === "output" ? table.producers : table.consumers;
  const curveOf = ({ index }: NodeObject): Float64Array | null =>
    energy.state.curve(index, `${table.carrier}_${side}_curve`);
  const members = energy.nodes.all().filter((node) => {
    const config = energy.state.record(node.index, table.attribute);
    if (config === null || !isOneOf(types, config["type"])) return false;
    // Consumers are included with or without a load.
    return side === "input" || (isShownAsProducer(config) && curveOf(node) !== null);
  });
  const includedNodes = groupOf(energy, table.includedGroup).filter((node) => curveOf(node) !== null);
  const excludedNodes = new Set(groupOf(energy, table.excludedGroup));
  return [...new Set([...members, ...includedNodes])]
    .filter((node) => !excludedNodes.has(node))
    .sort(byKey)
    .map((node) => ({ name: `${table.prefix}${node.key}.${side} (MW)`, curve: curveOf(node) }));
}

function isShownAsProducer({ type, subtype }: StoredRecord): boolean {
  const kind = typeof type === "string" && typeof subtype === "string" ? kindOf(type, subtype) : null;
  return kind?.isShownAsProducer ?? true;
}

const isOneOf = (types: readonly string[], value: StoredValue | undefined): boolean =>
  typeof value === "string" && types.includes(value);

const groupOf = (graph: GraphObjects, group: string | null): readonly NodeObject[] =>
  group === null ? [] : nodesInGroup(graph, group);

/** Production and consumption of all participants of a table in each hour, MW. */
export interface LoadBalance {
  /** Prefix of the table's column names. */
  readonly prefix: string;
  readonly outputs: Float64Array;
  readonly inputs: Float64Array;
  /** Whether hours of shortage are possible: only in the electricity market. */
  readonly mayFallShort: boolean;
}

/** The sums of the columns of a table, before they are rounded. */
export function loadBalance(year: YearObjects, table: LoadTable): LoadBalance {
  const total = (side: Side): Float64Array => Float64Array.from(sumLoads(loads(year, table, side)));
  return {
    prefix: table.prefix,
    outputs: total("output"),
    inputs: total("input"),
    mayFallShort: table.carrier === "electricity",
  };
}

/** Producers, consumers and the deficit. */
export function loadColumns(year: YearObjects, table: LoadTable): readonly HourlyColumn[] {
  const producers = loads(year, table, "output");
  const consumers = loads(year, table, "input");
  const columns = [...producers, ...consumers].map(({ name, curve }) => loadColumn(name, curve));
  return table.hasDeficit ? [...columns, loadColumn(`${table.prefix}deficit`, deficit(producers, consumers))] : columns;
}

/** Consumption minus production; null if no consumer has a load. */
function deficit(producers: readonly Load[], consumers: readonly Load[]): Float64Array | null {
  if (consumers.length > 0 && consumers.every(({ curve }) => curve === null)) return null;
  const production = sumLoads(producers);
  return sumLoads(consumers).map((amount, h) => amount - production[h]!);
}

const sumLoads = (list: readonly Load[]): Curve => addCurves(list.map(({ curve }) => curve ?? ZEROS)) ?? ZEROS;
