/** Size and use of plants: capacities (MW; kg/h for molecules), units, full load hours and production. */
import { GqlError } from "@etesian/gql";
import { CompensatedSum, HOURS_PER_YEAR, isNil, SECONDS_PER_HOUR } from "@etesian/numeric";
import { isZero, requireNumber, type Num, numberOr } from "../objects/cells.ts";
import { demandOf, outputOfCarrier, outputOfLoss, storedDemandOf } from "./flows.ts";
import { memoise, type NodeFormula, readStored } from "./formula.ts";
import type { GraphObjects } from "../objects/objects.ts";
import { NodeClass } from "../objects/traits.ts";

const typicalInputCapacity = readStored("typical_input_capacity");
const outputCapacity = readStored("output_capacity");
const availability = readStored("availability");
const landUsePerUnit = readStored("land_use_per_unit");
const storedFullLoadHours = readStored("full_load_hours");
const storedHouseholdsSupplied = readStored("households_supplied_per_unit");

// Conversions of the carriers that have capacities. They share their cache with the attributes of the same names.

export const electricityOutput = memoise("electricity_output_conversion", (graph, node) =>
  graph.outputConversion(node, graph.traits.carriers.electricity),
);
const hydrogenOutput = memoise("hydrogen_output_conversion", (graph, node) =>
  graph.outputConversion(node, graph.traits.carriers.hydrogen),
);
const ammoniaOutput = memoise("ammonia_output_conversion", (graph, node) =>
  graph.outputConversion(node, graph.traits.carriers.ammonia),
);
const coolingOutput = memoise("cooling_output_conversion", (graph, node) =>
  graph.outputConversion(node, graph.traits.carriers.cooling),
);
const steamHotWaterOutput = memoise("steam_hot_water_output_conversion", (graph, node) =>
  graph.outputConversion(node, graph.traits.carriers.steamHotWater),
);
const useableHeatOutput = memoise("useable_heat_output_conversion", (graph, node) =>
  graph.outputConversion(node, graph.traits.carriers.useableHeat),
);

export const heatOutputConversion = memoise(
  "heat_output_conversion",
  (graph, node) => Number(steamHotWaterOutput(graph, node)) + Number(useableHeatOutput(graph, node)),
);

export const heatAndColdOutputConversion = memoise(
  "heat_and_cold_output_conversion",
  (graph, node) =>
    Number(steamHotWaterOutput(graph, node)) +
    Number(useableHeatOutput(graph, node)) +
    Number(coolingOutput(graph, node)),
);

// Capacities

/**
 * Output capacity: the stored value if there is one, otherwise derived from the typical input capacity alone (never
 * from `inputCapacity`).
 */
function outputCapacityFormula(key: string, conversion: NodeFormula): NodeFormula {
  return memoise(key, (graph, node) => {
    const capacity = typicalInputCapacity(graph, node);
    return capacity === null ? 0 : Number(capacity) * Number(conversion(graph, node));
  });
}

export const electricityOutputCapacity = outputCapacityFormula("electricity_output_capacity", electricityOutput);
export const heatOutputCapacity = outputCapacityFormula("heat_output_capacity", heatOutputConversion);
export const hydrogenOutputCapacity = outputCapacityFormula("hydrogen_output_capacity", hydrogenOutput);

/** The input capacity implied by an output capacity; nil if the conversion is 0. */
function inputCapacityFormula(key: string, capacity: NodeFormula, conversion: NodeFormula): NodeFormula {
  return memoise(key, (graph, node) => {
    const part = Number(conversion(graph, node));
    return part > 0 ? Number(capacity(graph, node)) / part : null;
  });
}

export const electricBasedInputCapacity = inputCapacityFormula(
  "electric_based_input_capacity",
  electricityOutputCapacity,
  electricityOutput,
);
export const heatBasedInputCapacity = inputCapacityFormula(
  "heat_based_input_capacity",
  heatOutputCapacity,
  heatOutputConversion,
);
export const hydrogenBasedInputCapacity = inputCapacityFormula(
  "hydrogen_based_input_capacity",
  hydrogenOutputCapacity,
  hydrogenOutput,
);
/** Cooling has no capacity of its own and uses the heat capacity. */
export const coolingBasedInputCapacity = inputCapacityFormula(
  "cooling_based_input_capacity",
  heatOutputCapacity,
  coolingOutput,
);

const derivedInputCapacity = memoise(
  "input_capacity",
  (graph, node) =>
    typicalInputCapacity(graph, node) ??
    electricBasedInputCapacity(graph, node) ??
    heatBasedInputCapacity(graph, node) ??
    hydrogenBasedInputCapacity(graph, node) ??
    coolingBasedInputCapacity(graph, node) ??
    0,
);

export const inputCapacity: NodeFormula = (graph, node) =>
  graph.traits.class[node] === NodeClass.Molecule
    ? typicalInputCapacity(graph, node)
    : derivedInputCapacity(graph, node);

/** The input capacity. @throws GqlError if it is nil */
export function inputCapacityOf(graph: GraphObjects, node: number): number {
  return requireNumber(inputCapacity(graph, node), "input_capacity");
}

function perUnitOutputCapacity(key: string, conversion: NodeFormula): NodeFormula {
  return memoise(key, (graph, node) => inputCapacityOf(graph, node) * Number(conversion(graph, node)));
}

export const nominalElectricityCapacity = perUnitOutputCapacity(
  "nominal_capacity_electricity_output_per_unit",
  electricityOutput,
);
export const nominalHeatCapacity = perUnitOutputCapacity("nominal_capacity_heat_output_per_unit", heatOutputConversion);
export const nominalCoolingCapacity = perUnitOutputCapacity("nominal_capacity_cooling_output_per_unit", coolingOutput);

// Full load

/** Full load hours per year; for demand-driven nodes, the heat output divided by the capacity of their units. */
export const fullLoadHours: NodeFormula = (graph, node) => {
  if (graph.traits.class[node] !== NodeClass.DemandDriven) return storedFullLoadHours(graph, node);
  const seconds = demandDrivenFullLoadSeconds(graph, node);
  return seconds === null ? null : Number(seconds) / SECONDS_PER_HOUR;
};

/** Seconds per year at full load, always from the full load hours (a stored value of this name is not read). */
export const fullLoadSeconds: NodeFormula = (graph, node) =>
  graph.traits.class[node] === NodeClass.DemandDriven
    ? demandDrivenFullLoadSeconds(graph, node)
    : requireNumber(storedFullLoadHours(graph, node), "full_load_hours") * SECONDS_PER_HOUR;

function demandDrivenFullLoadSeconds(graph: GraphObjects, node: number): Num {
  const units = requireNumber(numberOfUnits(graph, node), "number_of_units");
  const supply = Number(nominalHeatCapacity(graph, node)) * units;
  if (supply === 0) return 0;
  const { steamHotWater, useableHeat } = graph.traits.carriers;
  return (outputOfCarrier(graph, node, steamHotWater) + outputOfCarrier(graph, node, useableHeat)) / supply;
}

// Number of units

/** Thrown if the units of a node follow its consumer, but the node does not have exactly one output edge. */
class InheritedUnitsError extends GqlError {}

/** The number of plants of typical size. Integer 0 for a node without capacity or full load hours. */
export const numberOfUnits: NodeFormula = (graph, node) => {
  switch (graph.traits.class[node]) {
    case NodeClass.DemandDriven:
      return demandDrivenUnits(graph, node);
    case NodeClass.InheritableUnits:
      return inheritedUnits(graph, node);
    case NodeClass.Molecule:
      return moleculeUnits(graph, node);
    default:
      return unitsByDemand(graph, node);
  }
};

const unitsByDemand = memoise("number_of_units", (graph, node) => {
  const capacity = inputCapacity(graph, node);
  const hours = fullLoadHours(graph, node);
  if (capacity === null || hours === null || Number(capacity) === 0 || Number(hours) === 0) return 0n;
  const demandOfUnit = Number(capacity) * graph.traits.demandPerCapacityHour * Number(hours);
  return demandOf(graph, node) / demandOfUnit;
});

/**
 * Units of a heating technology: the share of its consumers' units that inputs assign to it. For a technology that
 * delivers to an aggregator, these are the aggregator's consumers.
 */
const demandDrivenUnits = memoise("number_of_units", (graph, node) => {
  const fever = graph.state.record(node, "fever");
  if (fever === null) return 0;
  try {
    // Added without compensation: the reference does not compensate sums that start from an explicit 0.0.
    let units = 0;
    const source = unitsSource(graph, node);
    const { start, items } = graph.topology.outputEdges;
    for (let i = start[source]!, end = start[source + 1]!; i < end; i++) {
      if (!carriesHeat(graph, items[i]!)) continue;
      const consumer = graph.topology.consumer[items[i]!]!;
      units += requireNumber(numberOfUnits(graph, consumer), "number_of_units of a consumer");
    }
    const share = fever["share_in_group"];
    const suppliedUnits = requireNumber(typeof share === "number" ? share : null, "fever.share_in_group") * units;
    const householdsPerUnit = requireNumber(householdsSuppliedPerUnit(graph, node), "households_supplied_per_unit");
    return suppliedUnits / (householdsPerUnit === 0 ? 1 : householdsPerUnit);
  } catch (error) {
    if (error instanceof InheritedUnitsError) return null;
    throw error;
  }
});

/**
 * The node whose consumers determine the units: the node itself, or the aggregator that receives its first heat output.
 */
function unitsSource(graph: GraphObjects, node: number): number {
  if (graph.traits.aggregatorProducer[node] === 0) return node;
  const { start, items } = graph.topology.outputEdges;
  for (let i = start[node]!, end = start[node + 1]!; i < end; i++) {
    if (carriesHeat(graph, items[i]!)) return graph.topology.consumer[items[i]!]!;
  }
  return node;
}

function carriesHeat(graph: GraphObjects, edge: number): boolean {
  const carrier = graph.topology.edgeCarrier[edge]!;
  return carrier === graph.traits.carriers.useableHeat || carrier === graph.traits.carriers.steamHotWater;
}

const inheritedUnits = memoise("number_of_units", (graph, node) => {
  const { start, items } = graph.topology.outputEdges;
  const outputs = start[node + 1]! - start[node]!;
  if (outputs !== 1) {
    throw new InheritedUnitsError(
      `number_of_units of ${graph.nodes.at(node).key} needs one output edge, it has ${outputs}`,
    );
  }
  const edge = items[start[node]!]!;
  const consumer = graph.topology.consumer[edge]!;
  const units = numberOfUnits(graph, consumer);
  if (units === null) return null;
  const share = graph.state.edgeShare[edge]!;
  return (
    Number(units) *
    requireNumber(isNil(share) ? null : share, "share of the output edge") *
    graph.inputConversion(consumer, graph.topology.edgeCarrier[edge]!)
  );
});

/** Capacities of molecule nodes are kg per hour, demands kg per year. */
const moleculeUnits: NodeFormula = (graph, node) => {
  const demand = storedDemandOf(graph, node);
  if (demand === 0) return 0;
  const hours = numberOr(storedFullLoadHours(graph, node), 0);
  if (hours > 0) {
    const input = numberOr(typicalInputCapacity(graph, node), 0);
    if (input > 0) return demand / (input * hours);
    const output = numberOr(outputCapacity(graph, node), 0);
    if (output > 0) return (demand - Number(outputOfLoss(graph, node))) / (output * hours);
  }
  return unitsByDemand(graph, node);
};

/** The number of units. @throws GqlError if it is nil */
export function numberOfUnitsOf(graph: GraphObjects, node: number): number {
  return requireNumber(numberOfUnits(graph, node), "number_of_units");
}

/** The stored value; the default of 1 applies only to molecule nodes, whose documents lack the attribute. */
export const householdsSuppliedPerUnit: NodeFormula = (graph, node) =>
  storedHouseholdsSupplied(graph, node) ?? (graph.traits.class[node] === NodeClass.Molecule ? 1 : null);

export const totalLandUse: NodeFormula = (graph, node) => {
  const units = numberOfUnits(graph, node);
  const land = landUsePerUnit(graph, node);
  return units === null || land === null ? null : Number(units) * Number(land);
};

// Production

function productionCapacity(carrier: string, conversion: NodeFormula): NodeFormula {
  return memoise(
    `typical_${carrier}_production_capacity`,
    (graph, node) => Number(conversion(graph, node)) * inputCapacityOf(graph, node),
  );
}

function productionPerUnit(carrier: string, capacity: NodeFormula): NodeFormula {
  return memoise(
    `typical_${carrier}_production_per_unit`,
    (graph, node) => Number(capacity(graph, node)) * requireNumber(fullLoadSeconds(graph, node), "full_load_seconds"),
  );
}

function production(key: string, perUnit: NodeFormula): NodeFormula {
  return memoise(key, (graph, node) => numberOfUnitsOf(graph, node) * Number(perUnit(graph, node)));
}

export const electricityProductionCapacity = productionCapacity("electricity", electricityOutput);
export const hydrogenProductionCapacity = productionCapacity("hydrogen", hydrogenOutput);
export const steamHotWaterProductionCapacity = productionCapacity("steam_hot_water", steamHotWaterOutput);
export const ammoniaProductionCapacity = productionCapacity("ammonia", ammoniaOutput);

export const electricityProductionPerUnit = productionPerUnit("electricity", electricityProductionCapacity);
export const hydrogenProductionPerUnit = productionPerUnit("hydrogen", hydrogenProductionCapacity);
export const steamHotWaterProductionPerUnit = productionPerUnit("steam_hot_water", steamHotWaterProductionCapacity);
export const ammoniaProductionPerUnit = productionPerUnit("ammonia", ammoniaProductionCapacity);

export const electricityProduction = production("production_based_on_number_of_units", electricityProductionPerUnit);
export const hydrogenProduction = production("hydrogen_production_based_on_number_of_units", hydrogenProductionPerUnit);
export const steamHotWaterProduction = production(
  "steam_hot_water_production_based_on_number_of_units",
  steamHotWaterProductionPerUnit,
);
export const ammoniaProduction = production("ammonia_production_based_on_number_of_units", ammoniaProductionPerUnit);

/** Production at the plant's availability in all hours, regardless of its full load hours. */
export const maximumYearlyElectricityProduction = memoise(
  "maximum_yearly_electricity_production_per_unit",
  (graph, node) =>
    Number(electricityProductionCapacity(graph, node)) *
    requireNumber(availability(graph, node), "availability") *
    HOURS_PER_YEAR *
    SECONDS_PER_HOUR,
);

export const heatProductionPerUnit: NodeFormula = (graph, node) => {
  const capacity = inputCapacity(graph, node);
  if (capacity === null) return null;
  return (
    Number(heatOutputConversion(graph, node)) *
    Number(capacity) *
    requireNumber(fullLoadSeconds(graph, node), "full_load_seconds")
  );
};

export const heatProduction: NodeFormula = (graph, node) => {
  const units = numberOfUnits(graph, node);
  if (units === null) return null;
  const perUnit = heatProductionPerUnit(graph, node);
  return perUnit === null ? null : Number(units) * Number(perUnit);
};

export const installedElectricityCapacity = memoise(
  "installed_production_capacity_in_mw_electricity",
  (graph, node) => Number(electricityOutput(graph, node)) * inputCapacityOf(graph, node) * numberOfUnitsOf(graph, node),
);

export const mwPower = memoise("mw_power", (graph, node) => {
  const seconds = fullLoadSeconds(graph, node);
  if (seconds !== null && isZero(seconds, "full_load_seconds")) return 0;
  return storedDemandOf(graph, node) / requireNumber(seconds, "full_load_seconds");
});

// Efficiency

/** Heat delivered per unit of purchased energy. */
export const coefficientOfPerformance = memoise("coefficient_of_performance", (graph, node) => {
  const fever = graph.state.record(node, "fever");
  const basedOn = fever?.["efficiency_based_on"] ?? null;
  const balancedWith = fever?.["efficiency_balanced_with"] ?? null;
  if (typeof basedOn === "string" && typeof balancedWith === "string") {
    return heatPumpPerformance(graph, node, basedOn, balancedWith);
  }
  const { ambientHeat, ambientCold, geothermal, solarThermal } = graph.traits.carriers;
  const purchasedInput =
    1 -
    (graph.inputConversion(node, ambientHeat) +
      graph.inputConversion(node, ambientCold) +
      graph.inputConversion(node, geothermal) +
      graph.inputConversion(node, solarThermal));
  return purchasedInput <= 0 ? 1 : 1 / purchasedInput;
});

function heatPumpPerformance(graph: GraphObjects, node: number, basedOn: string, balancedWith: string): number {
  const { carrierByKey, inputSlots, slotCarrier } = graph.topology;
  const primary = carrierByKey.get(basedOn) ?? -1;
  const balance = carrierByKey.get(balancedWith) ?? -1;
  if (graph.inputSlot(node, primary) < 0) {
    throw new GqlError(`coefficient_of_performance: ${graph.nodes.at(node).key} has no input of ${basedOn}`);
  }
  const otherInputs = new CompensatedSum();
  for (let i = inputSlots.start[node]!, end = inputSlots.start[node + 1]!; i < end; i++) {
    const carrier = slotCarrier[inputSlots.items[i]!]!;
    if (carrier !== primary && carrier !== balance) otherInputs.add(graph.inputConversion(node, carrier));
  }
  const part = graph.inputConversion(node, primary);
  return part === 0 ? 1 : (1 - otherInputs.total) / part;
}
