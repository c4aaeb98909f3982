/** Attributes of the area, the graph and the emissions store. */
import { GqlError, type Value } from "@etesian/gql";
import { PROPORTIONAL_AREA_ATTRIBUTES } from "@etesian/model/definition";
import { CompensatedSum, isNil } from "@etesian/numeric";
import { networkLossesWithoutExport } from "../graph/network-losses.ts";
import { conversion } from "../graph/state/slots.ts";
import type { StoredValue } from "../graph/state/state.ts";
import { findSlot } from "../graph/topology/topology.ts";
import { requireNumber } from "./objects/cells.ts";
import { isAreaAttribute } from "./area-names.ts";
import { inputOfCarrier } from "./formulas/flows.ts";
import type { YearObjects } from "./objects/objects.ts";

export type YearReader = (year: YearObjects) => Value;
export type YearMethod = (year: YearObjects, args: readonly Value[]) => Value;

// Area

const derivedArea: { readonly [name: string]: YearReader } = {
  key: () => Symbol.for("area_data"),
  area_code: ({ state }) => areaValue(state.area.get("area")),
  weather_curve_set: ({ state }) => {
    const set = state.area.get("weather_curve_set");
    return typeof set === "string" ? set : "default";
  },
  disabled_sectors: ({ state }) => {
    const sectors = state.area.get("disabled_sectors");
    return Array.isArray(sectors) ? sectors.map((sector) => Symbol.for(String(sector))) : [];
  },
  /** kg, from billions of kg (Mton). */
  co2_emission_1990_billions: (year) => year.areaNumber("co2_emission_1990") * 1e9,
  manure_available_in_pj: () => 0,
};

/** Area attributes with fixed names; `isAreaAttribute` recognises the others. */
export const areaAttributeNames: readonly string[] = [
  ...Object.keys(derivedArea),
  ...Object.keys(PROPORTIONAL_AREA_ATTRIBUTES),
];

/** Area attributes whose text is a symbol in queries. */
const symbolAttributes = new Set(["group"]);

/** Reader of an area attribute; it throws if areas have no such attribute. */
export function areaReader(name: string): YearReader {
  if (Object.hasOwn(derivedArea, name)) return derivedArea[name]!;
  return ({ state }) => {
    const value = state.area.get(name);
    if (value === undefined && !isAreaAttribute(name)) {
      throw new GqlError(`the area has no attribute ${name}`);
    }
    return symbolAttributes.has(name) && typeof value === "string" ? Symbol.for(value) : areaValue(value);
  };
}

function areaValue(value: StoredValue | undefined): Value {
  return typeof value === "number" || typeof value === "boolean" || typeof value === "string" ? value : null;
}

export function storedAreaValue(year: YearObjects, name: string): Value {
  return areaValue(year.state.area.get(name));
}

/** Writes an area attribute: a number, a flag or text; nil removes it. */
export function writeArea(year: YearObjects, name: string, value: Value): void {
  const { area } = year.state;
  if (area.get(name) === undefined && !isAreaAttribute(name))
    throw new GqlError(`the area has no attribute ${name} that can be changed`);
  if (value === null) area.delete(name);
  else if (typeof value === "bigint") area.set(name, Number(value));
  else if (typeof value === "symbol") area.set(name, value.description ?? "");
  else if (typeof value === "number" || typeof value === "boolean" || typeof value === "string") area.set(name, value);
  else throw new GqlError(`The area attribute ${name} takes a number, a flag or text`);
}

// Graph

/** Electricity use (MJ) of the nodes of a group. */
function groupDemandForElectricity({ energy }: YearObjects, group: string): number | bigint {
  const nodes = energy.topology.groups.get(group);
  if (nodes === undefined) return 0n;
  const sum = new CompensatedSum();
  for (const node of nodes) sum.add(inputOfCarrier(energy, node, energy.traits.carriers.electricity));
  return sum.total;
}

/** Land (km2) on which bio resources grow. */
function areaFootprint({ energy }: YearObjects): number | bigint {
  const { outputSlots, slotCarrier, groups } = energy.topology;
  const production = energy.year.carrierColumn("typical_production_per_km2");
  const nodes = groups.get("bio_footprint_calculation");
  if (nodes === undefined) return 0n;
  const sum = new CompensatedSum();
  for (const node of nodes) {
    const demand = energy.demand(node);
    const slots = outputSlots.items.subarray(outputSlots.start[node], outputSlots.start[node + 1]);
    const slot = slots.find((candidate) => slotCarrier[candidate] !== energy.traits.carriers.loss);
    if (slot === undefined) throw new GqlError(`area_footprint: ${energy.nodes.at(node).key} has no output`);
    const perKm2 = production[slotCarrier[slot]!]!;
    sum.add(!isNil(perKm2) ? (isNil(demand) ? 0 : demand) / perKm2 : 0);
  }
  return sum.total;
}

/** Network losses (MJ) if nothing were exported, in proportion to the energy that the network delivers. */
function electricityLossesIfExportIsZero({ energy }: YearObjects): number {
  const losses = networkLossesWithoutExport({
    index(key) {
      const index = energy.topology.nodeByKey.get(key);
      if (index === undefined) throw new GqlError(`electricity_losses_if_export_is_zero needs the node ${key}`);
      return index;
    },
    demand(node) {
      const value = energy.demand(node);
      return requireNumber(isNil(value) ? null : value, `demand of ${energy.nodes.at(node).key}`);
    },
    outputConversion(node, key) {
      const carrier = energy.topology.carrierByKey.get(key);
      const slot = carrier === undefined ? -1 : findSlot(energy.topology, node, "output", carrier);
      return slot < 0 ? NaN : conversion(energy.state, slot);
    },
  });
  if (!isNil(losses)) return losses;
  throw new GqlError("energy_power_hv_network_electricity needs outputs of electricity and loss");
}

const finalDemandForElectricity: YearReader = (year) => groupDemandForElectricity(year, "final_demand_group");
const nonFinalDemandForElectricity: YearReader = (year) =>
  groupDemandForElectricity(year, "non_final_electricity_demand_nodes");

const graphAttributes: { readonly [name: string]: YearReader } = {
  key: () => Symbol.for("graph"),
  graph: (year) => year.graph,
  area: (year) => year.area,
  emissions: (year) => year.emissions,
  year: ({ state }) => BigInt(state.span.calendarYear),
  number_of_years: ({ state }) => BigInt(state.span.numberOfYears),
  "present?": ({ state }) => state.isPresent,
  "future?": ({ state }) => !state.isPresent,
  /** Whether the year has an hourly calculation. */
  "use_merit_order_demands?": ({ state }) => !state.isPresent && Boolean(state.area.get("use_merit_order_demands")),
  area_footprint: areaFootprint,
  /** The graph itself. `ElectricitySystem` answers queries about the network (`peak_load(:lv)` …). */
  electricity_network: (year) => {
    if (year.electricity === null) throw notCalculated("electricity_network");
    return year.graph;
  },
  final_demand_for_electricity: finalDemandForElectricity,
  non_final_demand_for_electricity: nonFinalDemandForElectricity,
  electricity_losses_if_export_is_zero: electricityLossesIfExportIsZero,
  total_demand_for_electricity: (year) =>
    Number(finalDemandForElectricity(year)) +
    Number(nonFinalDemandForElectricity(year)) +
    electricityLossesIfExportIsZero(year),
};

export const graphAttributeNames: readonly string[] = Object.keys(graphAttributes);

/** Reader of a name on the graph, including the names that `ElectricitySystem` resolves. */
export function graphReader(name: string): YearReader {
  if (Object.hasOwn(graphAttributes, name)) return graphAttributes[name]!;
  const method = graphMethod(name);
  return (year) => method(year, []);
}

export function graphMethod(name: string): YearMethod {
  if (name === "group_demand_for_electricity") {
    return (year, [group]) =>
      groupDemandForElectricity(year, typeof group === "symbol" ? (group.description ?? "") : "");
  }
  return (year, args) => {
    const value = year.electricity?.query(name, args, year.graph);
    if (value !== undefined) return value;
    throw notCalculated(name);
  };
}

function notCalculated(name: string): GqlError {
  return new GqlError(`the graph has no attribute ${name}, or it needs the hourly calculation`);
}

// Emissions, kton

export function storedEmission(year: YearObjects, key: string): number | null {
  return year.state.emissions.get(key) ?? null;
}

/** Writes a value of a (sector, use) pair. Throws if the area has no emissions of that pair. */
export function writeEmission(year: YearObjects, scope: string, ghg: string, value: number): void {
  const { emissions } = year.state;
  const prefix = `${scope}_`;
  if (!Array.from(emissions.entries.keys()).some((key) => key.startsWith(prefix))) {
    throw new GqlError(`the emissions of ${scope} have no ${ghg} that can be changed`);
  }
  emissions.set(`${prefix}${ghg}`, value);
}
