/**
 * All node attributes with a fixed name: name, unit, meaning and formula. `names.ts` resolves attributes that contain a
 * carrier, node or type (`input_of_<carrier>` …).
 */
import type { GraphName, Value } from "@etesian/gql";
import { attributesOf, ENERGY_NODE, MOLECULE_NODE } from "@etesian/model/definition";
import * as capacity from "./formulas/capacity.ts";
import * as costs from "./formulas/costs.ts";
import * as curves from "./formulas/curves.ts";
import * as emissions from "./formulas/emissions.ts";
import * as factors from "./formulas/factors.ts";
import * as flows from "./formulas/flows.ts";
import { type NodeReader, settleBefore, readStored } from "./formulas/formula.ts";
import type { GraphObjects } from "./objects/objects.ts";
import { recordEntries } from "./records.ts";
import * as recursive from "./formulas/recursive.ts";

export interface NodeAttribute {
  readonly name: string;
  /**
   * Unit for energy nodes; molecule nodes use kg for MJ and kg/h for MW. Empty for plain numbers, flags and objects.
   */
  readonly unit: string;
  readonly about: string;
  /** The only graph whose nodes have the attribute; null for both graphs. */
  readonly onlyGraph: GraphName | null;
  readonly read: NodeReader;
}

type Row = readonly [name: string, unit: string, about: string, read: NodeReader];

const rows = (onlyGraph: GraphName | null, table: readonly Row[]): NodeAttribute[] =>
  table.map(([name, unit, about, read]) => ({ name, unit, about, onlyGraph, read }));

const profitability = settleBefore("profitability", ({ state }: GraphObjects, node: number): Value => {
  const text = state.text(node, "profitability");
  return text === null ? null : Symbol.for(text);
});

const sizes = rows(null, [
  ["input_capacity", "MW", "input capacity of one plant", capacity.inputCapacity],
  ["electric_based_input_capacity", "MW", "… by its electricity output", capacity.electricBasedInputCapacity],
  ["heat_based_input_capacity", "MW", "… by its heat output", capacity.heatBasedInputCapacity],
  ["hydrogen_based_input_capacity", "MW", "… by its hydrogen output", capacity.hydrogenBasedInputCapacity],
  ["cooling_based_input_capacity", "MW", "… by its cooling output", capacity.coolingBasedInputCapacity],
  ["electricity_output_capacity", "MW", "electricity output of one plant", capacity.electricityOutputCapacity],
  ["heat_output_capacity", "MW", "heat output of one plant", capacity.heatOutputCapacity],
  ["steam_hot_water_output_capacity", "MW", "same as heat_output_capacity", capacity.heatOutputCapacity],
  ["useable_heat_output_capacity", "MW", "same as heat_output_capacity", capacity.heatOutputCapacity],
  ["hydrogen_output_capacity", "MW", "hydrogen output of one plant", capacity.hydrogenOutputCapacity],
  ["nominal_capacity_electricity_output_per_unit", "MW", "", capacity.nominalElectricityCapacity],
  ["nominal_capacity_heat_output_per_unit", "MW", "", capacity.nominalHeatCapacity],
  ["nominal_capacity_cooling_output_per_unit", "MW", "", capacity.nominalCoolingCapacity],
  ["full_load_hours", "h", "hours per year at full load", capacity.fullLoadHours],
  ["full_load_seconds", "s", "seconds per year at full load", capacity.fullLoadSeconds],
  ["number_of_units", "", "plants of typical size", capacity.numberOfUnits],
  ["households_supplied_per_unit", "", "homes heated by one plant", capacity.householdsSuppliedPerUnit],
  ["total_land_use", "km2", "of all plants", capacity.totalLandUse],
  ["mw_power", "MW", "demand spread over the full load hours", capacity.mwPower],
  ["mw_input_capacity", "MW", "same as mw_power", capacity.mwPower],
  ["heat_output_conversion", "share", "steam, hot water and useable heat", capacity.heatOutputConversion],
  ["heat_and_cold_output_conversion", "share", "… and cooling", capacity.heatAndColdOutputConversion],
  ["coefficient_of_performance", "", "heat per unit of purchased energy", capacity.coefficientOfPerformance],
  ["typical_electricity_production_capacity", "MW", "per plant", capacity.electricityProductionCapacity],
  ["typical_hydrogen_production_capacity", "MW", "per plant", capacity.hydrogenProductionCapacity],
  ["typical_steam_hot_water_production_capacity", "MW", "per plant", capacity.steamHotWaterProductionCapacity],
  ["typical_ammonia_production_capacity", "MW", "per plant", capacity.ammoniaProductionCapacity],
  ["typical_electricity_production_per_unit", "MJ", "per plant", capacity.electricityProductionPerUnit],
  ["typical_hydrogen_production_per_unit", "MJ", "per plant", capacity.hydrogenProductionPerUnit],
  ["typical_steam_hot_water_production_per_unit", "MJ", "per plant", capacity.steamHotWaterProductionPerUnit],
  ["typical_ammonia_production_per_unit", "MJ", "per plant", capacity.ammoniaProductionPerUnit],
  ["typical_heat_production_per_unit", "MJ", "per plant", capacity.heatProductionPerUnit],
  ["production_based_on_number_of_units", "MJ", "electricity of all plants", capacity.electricityProduction],
  ["hydrogen_production_based_on_number_of_units", "MJ", "of all plants", capacity.hydrogenProduction],
  ["steam_hot_water_production_based_on_number_of_units", "MJ", "of all plants", capacity.steamHotWaterProduction],
  ["ammonia_production_based_on_number_of_units", "MJ", "of all plants", capacity.ammoniaProduction],
  ["production_based_on_number_of_heat_units", "MJ", "heat of all plants", capacity.heatProduction],
  ["maximum_yearly_electricity_production_per_unit", "MJ", "per plant", capacity.maximumYearlyElectricityProduction],
  ["installed_production_capacity_in_mw_electricity", "MW", "of all plants", capacity.installedElectricityCapacity],
  ["electricity_production_in_mw", "MW", "of all plants", capacity.installedElectricityCapacity],
]);

const flowRows = rows(null, [
  ["mwh_input", "MWh", "demand", flows.mwhInput],
  ["input_of_loss", "MJ", "demand − other inputs", flows.inputOfLoss],
  ["output_of_loss", "MJ", "demand − other outputs", flows.outputOfLoss],
  ["input_of_bio_resources", "MJ", "", flows.inputOfBioResources],
  ["input_of_bio_fuels", "MJ", "", flows.inputOfBioFuels],
  ["input_of_fossil_carriers", "MJ", "", flows.inputOfFossilCarriers],
  ["input_of_ambient_carriers", "MJ", "", flows.inputOfAmbientCarriers],
  ["output_of_heat_carriers", "MJ", "", flows.outputOfHeatCarriers],
  ["output_of_heat_and_cooling_carriers", "MJ", "", flows.outputOfHeatAndCoolingCarriers],
  ["demand_of_fossil", "MJ", "fossil part of the energy passed on", flows.demandOfFossil],
  ["output_of_fossil", "MJ", "same as demand_of_fossil", flows.demandOfFossil],
  ["demand_of_sustainable", "MJ", "sustainable part of the energy passed on", flows.demandOfSustainable],
  ["output_of_sustainable", "MJ", "same as demand_of_sustainable", flows.demandOfSustainable],
  ["sustainable_input_factor", "share", "sustainable part of the inputs", flows.sustainableInputFactor],
  ["useful_output", "share", "electricity and heat per MJ of demand", flows.usefulOutput],
  ["demand_expected?", "", "demand within 0.1 % of the start year's", flows.isDemandExpected],
]);

const costRows = rows(null, [
  ["typical_input", "MJ", "yearly input of one plant", costs.typicalInput],
  ["typical_electricity_output", "MJ", "of one plant", costs.typicalElectricityOutput],
  ["typical_heat_output", "MJ", "heat and cold of one plant", costs.typicalHeatOutput],
  ["storage_costs", "EUR", "volume × cost per MWh", costs.storageCosts],
  ["capacity_costs", "EUR", "input capacity × cost per MW", costs.capacityCosts],
  ["total_initial_investment", "EUR", "", costs.totalInitialInvestment],
  ["total_investment_over_lifetime", "EUR", "with decommissioning", costs.totalInvestmentOverLifetime],
  ["cost_of_capital", "EUR/year", "", costs.costOfCapital],
  ["cost_of_capital_ccs", "EUR/year", "", costs.costOfCapitalCcs],
  ["depreciation_costs", "EUR/year", "", costs.depreciationCosts],
  ["depreciation_costs_ccs", "EUR/year", "", costs.depreciationCostsCcs],
  ["fixed_costs", "EUR/year", "", costs.fixedCosts],
  ["capital_expenditures", "EUR/year", "", costs.capitalExpenditures],
  ["capital_expenditures_ccs", "EUR/year", "", costs.capitalExpendituresCcs],
  ["capital_expenditures_excluding_ccs", "EUR/year", "", costs.capitalExpendituresExcludingCcs],
  ["variable_operation_and_maintenance_costs_per_typical_input", "EUR/MJ", "", costs.variableMaintenancePerInput],
  ["fixed_operation_and_maintenance_costs_per_typical_input", "EUR/MJ", "", costs.fixedMaintenancePerInput],
  ["variable_operation_and_maintenance_costs", "EUR/year", "", costs.variableMaintenanceCosts],
  ["fixed_operation_and_maintenance_costs", "EUR/year", "", costs.fixedMaintenanceCosts],
  ["variable_operation_and_maintenance_costs_for_ccs", "EUR/year", "", costs.variableMaintenanceCostsCcs],
  ["operating_expenses", "EUR/year", "without fuel", costs.operatingExpenses],
  ["operating_expenses_ccs", "EUR/year", "", costs.operatingExpensesCcs],
  ["operating_expenses_excluding_ccs", "EUR/year", "", costs.operatingExpensesExcludingCcs],
  ["operating_expenses_including_fuel", "EUR/year", "", costs.operatingExpensesIncludingFuel],
  ["co2_emissions_costs_per_typical_input", "EUR/MJ", "", costs.co2CostsPerInput],
  ["captured_biogenic_co2_costs_per_typical_input", "EUR/MJ", "", costs.capturedCo2CostsPerInput],
  ["co2_emissions_costs", "EUR/year", "", costs.co2Costs],
  ["captured_biogenic_co2_costs", "EUR/year", "", costs.capturedCo2Costs],
  ["costable_energy_factor", "share", "", costs.costableEnergyFactor],
  ["fuel_costs", "EUR/year", "", costs.fuelCosts],
  ["fuel_costs_hourly_electricity", "EUR/year", "electricity at its hourly price", costs.fuelCostsHourlyElectricity],
  ["fuel_costs_excluding_electricity", "EUR/year", "", costs.fuelCostsExcludingElectricity],
  ["fuel_costs_electricity_per_plant", "EUR/year", "at hourly prices", costs.fuelCostsElectricityPerPlant],
  ["revenue_hourly_electricity_per_plant", "EUR/year", "at hourly prices", costs.revenueElectricityPerPlant],
  ["variable_costs_per_typical_input", "EUR/MJ", "", costs.variableCostsPerInput],
  ["variable_costs", "EUR/year", "", costs.variableCosts],
  ["total_costs", "EUR/year", "", costs.totalCosts],
  ["total_costs_excluding_fuel_costs", "EUR/year", "", costs.totalCostsExcludingFuel],
  ["revenue", "EUR/year", "", costs.revenue],
  ["marginal_costs", "EUR/MWh", "of electricity", costs.marginalCosts],
  ["marginal_heat_costs", "EUR/MWh", "of heat", costs.marginalHeatCosts],
  ["max_consumption_price", "EUR/MWh", "highest price at which energy is bought", costs.maxConsumptionPrice],
]);

const chainRows = [
  ...rows("energy", [
    ["primary_demand", "MJ", "", recursive.primaryDemand],
    ["primary_demand_including_abroad", "MJ", "", recursive.primaryDemandIncludingAbroad],
    ["primary_demand_of_sustainable", "MJ", "", recursive.primaryDemandOfSustainable],
    ["primary_demand_of_fossil", "MJ", "", recursive.primaryDemandOfFossil],
    ["demand_of_bio_resources_including_abroad", "MJ", "", recursive.demandOfBioResourcesIncludingAbroad],
    ["sustainability_share", "share", "", recursive.sustainabilityShare],
    ["non_renewable_share", "share", "1 − sustainability_share", recursive.nonRenewableShare],
    ["free_co2_factor", "share", "CO2 that is not emitted", recursive.freeCo2Factor],
    ["co2_factor", "share", "CO2 that is emitted", recursive.co2Factor],
    ["primary_co2_emission", "kg", "fossil − captured biogenic", recursive.primaryCo2Emission],
    ["primary_co2_emission_of_fossil", "kg", "", recursive.primaryCo2EmissionOfFossil],
    ["primary_co2_emission_of_bio_carriers", "kg", "", recursive.primaryCo2EmissionOfBioCarriers],
    ["primary_co2_emission_without_capture", "kg", "", recursive.primaryCo2EmissionWithoutCapture],
    ["primary_captured_co2_emission", "kg", "", recursive.primaryCapturedCo2Emission],
    [
      "primary_co2_emission_of_bio_and_fossil_without_capture",
      "kg",
      "",
      recursive.primaryCo2OfBioAndFossilWithoutCapture,
    ],
    [
      "primary_co2_emission_of_bio_and_fossil_without_capture_factor",
      "kg/MJ",
      "",
      recursive.primaryCo2OfBioAndFossilWithoutCaptureFactor,
    ],
    ["captured_bio_emissions", "kg", "biogenic CO2 captured here", recursive.capturedBioEmissions],
    ["inherited_captured_bio_emissions", "kg", "… here or upstream", recursive.inheritedCapturedBioEmissions],
    ["total_losses", "MJ", "", recursive.totalLosses],
    ["infinite?", "", "whether any of its carriers is sustainable", isInfinite],
  ]),
  ...rows(null, [
    ["weighted_carrier_cost_per_mj", "EUR/MJ", "of the supply mix", recursive.weightedCarrierCostPerMj],
    ["weighted_carrier_co2_per_mj", "kg/MJ", "of the supply mix", recursive.weightedCarrierCo2PerMj],
    ["weighted_carrier_potential_co2_per_mj", "kg/MJ", "biogenic", recursive.weightedCarrierPotentialCo2PerMj],
    ["direct_carbon_content_per_mj", "kg/MJ", "fossil", recursive.directCarbonContentPerMj],
    ["direct_biogenic_carbon_content_per_mj", "kg/MJ", "", recursive.directBiogenicCarbonContentPerMj],
    ["loss_compensation_factor", "", "1 / (1 − loss)", factors.lossCompensationFactor],
    ["treat_as_loss_compensation_factor", "", "", factors.treatAsLossCompensationFactor],
    ["output_compensation_factor", "", "", factors.outputCompensationFactor],
    ["output_efficiency_compensation_factor", "", "", factors.outputEfficiencyCompensationFactor],
    ["input_compensation_factor", "", "", factors.inputCompensationFactor],
    ["right_dead_end?", "", "nothing is supplied by the model", readFlag((graph) => graph.traits.rightDeadEnd)],
  ]),
];

const emissionRows = [
  ...rows("energy", [
    ["direct_co2_input_content_carriers_fossil", "kg", "", emissions.inputContentFossil],
    ["direct_co2_input_content_carriers_biogenic", "kg", "", emissions.inputContentBiogenic],
    ["direct_co2_output_content_carriers_fossil", "kg", "", emissions.outputContentFossil],
    ["direct_co2_output_content_carriers_biogenic", "kg", "", emissions.outputContentBiogenic],
    ["direct_co2_input_utilisation_fossil", "kg", "", emissions.inputUtilisationFossil],
    ["direct_co2_output_production_capture_fossil", "kg", "", emissions.captureFossil],
    ["direct_co2_output_production_capture_biogenic", "kg", "", emissions.captureBiogenic],
    ["direct_co2_output_production_emissions_fossil", "kg", "", emissions.emissionsFossil],
    ["direct_co2_output_production_emissions_biogenic", "kg", "", emissions.emissionsBiogenic],
    ["primary_co2_emission_curve", "kg", "by hour", curves.primaryCo2EmissionCurve],
    ["primary_captured_co2_emission_curve", "kg", "by hour", curves.primaryCapturedCo2EmissionCurve],
  ]),
  ...rows(null, [
    ["direct_reporting_emissions_co2_production", "kg", "", emissions.reportedProduction],
    ["direct_reporting_emissions_co2_capture", "kg", "", emissions.reportedCapture],
    ["direct_reporting_emissions_other_ghg_emissions", "kg", "", emissions.reportedOtherGhg],
    ["direct_reporting_emissions_total_ghg_emissions", "kg", "", emissions.reportedTotal],
    ["direct_reporting_emissions_co2_utilisation", "kg", "", emissions.reportedUtilisation],
    ["direct_reporting_emissions_biogenic_co2_emissions", "kg", "", emissions.reportedBiogenic],
    ["ghg_carrier", "", "co2 or other_ghg", emissions.ghgCarrier],
  ]),
];

const curveRows = rows(
  null,
  [...curves.curveAttributes].map(([name, key]): Row => [
    name,
    name === "storage_curve" ? "MWh" : "MW",
    "by hour",
    curves.storedCurve(key),
  ]),
);

const recordRows = Object.keys(recordEntries).flatMap((name) =>
  rows(name === "from_energy" ? "molecules" : name === "from_molecules" ? "energy" : null, [
    [name, "", "nested block", (graph, node) => graph.record(node, name)],
  ]),
);

const structureRows = rows(null, [
  ["key", "", "", (graph, node) => Symbol.for(graph.nodes.at(node).key)],
  ["node", "", "the node itself", readNode],
  ["node_api", "", "the node itself", readNode],
  ["area", "", "", (graph) => graph.year.area],
  ["graph", "", "", (graph) => graph.year.graph],
  ["inputs", "", "input slots", readSlots("input")],
  ["input_slots", "", "", readSlots("input")],
  ["outputs", "", "output slots", readSlots("output")],
  ["output_slots", "", "", readSlots("output")],
  ["slots", "", "", (graph, node) => [...readSlots("input")(graph, node), ...readSlots("output")(graph, node)]],
  ["input_edges", "", "", readEdges("input")],
  ["rgt_edges", "", "same as input_edges", readEdges("input")],
  ["output_edges", "", "", readEdges("output")],
  ["lft_edges", "", "same as output_edges", readEdges("output")],
  ["input_carriers", "", "one per input edge", readCarriers("input")],
  ["output_carriers", "", "one per output edge", readCarriers("output")],
  ["abroad?", "", "always false", () => false],
  ["primary_energy_demand?", "", "group", readFlag((graph) => graph.traits.primaryEnergyDemand)],
  ["bio_resources_demand?", "", "group", readFlag((graph) => graph.traits.bioResourcesDemand)],
  ["non_energetic_use?", "", "group", readFlag((graph) => graph.traits.nonEnergeticUse)],
  ["recursive_factor_ignore?", "", "group", readFlag((graph) => graph.traits.recursiveFactorIgnore)],
  ["useful_demand?", "", "group", readMembership("useful_demand")],
  ["final_demand_group?", "", "group", readMembership("final_demand_group")],
  ["energy_import_export?", "", "group", readMembership("energy_import_export")],
  ["load_profile_key", "", "", () => null],
]);

/** Attributes backed by a formula, a curve, a block or an object. */
const formulas: readonly NodeAttribute[] = [
  ...rows(null, [
    ["profitability", "", "whether revenues cover the costs, for members of the merit order", profitability],
  ]),
  ...sizes,
  ...flowRows,
  ...costRows,
  ...chainRows,
  ...emissionRows,
  ...curveRows,
  ...recordRows,
  ...structureRows,
];

/**
 * Stored numbers without a formula; nil if not set. Attributes that inputs may write exist in both graphs, regardless
 * of which documents may set them; results of the hourly calculation exist only in their own graph.
 */
function storedAttributes(graph: GraphName): readonly NodeAttribute[] {
  const [attributeTable, otherTable] = graph === "energy" ? [ENERGY_NODE, MOLECULE_NODE] : [MOLECULE_NODE, ENERGY_NODE];
  const table = {
    ...Object.fromEntries(Object.entries(otherTable).filter(([, { access }]) => access === undefined)),
    ...attributeTable,
  };
  const computedNames = new Set(
    formulas.flatMap(({ name, onlyGraph }) => (onlyGraph === null || onlyGraph === graph ? [name] : [])),
  );
  return attributesOf(table, "number").flatMap(({ name, type, description, access }) =>
    computedNames.has(name) || access === "none"
      ? []
      : rows(graph, [[name, type.unit, description ?? "", readStored(name)]]),
  );
}

/** All node attributes with a fixed name. */
export const nodeAttributes: readonly NodeAttribute[] = [
  ...storedAttributes("energy"),
  ...storedAttributes("molecules"),
  ...formulas,
];

function readNode(graph: GraphObjects, node: number): Value {
  return graph.nodes.at(node);
}

function readFlag(flags: (graph: GraphObjects) => Uint8Array): NodeReader {
  return (graph, node) => flags(graph)[node] === 1;
}

function readMembership(group: string): NodeReader {
  return (graph, node) => graph.topology.definition.nodes[node]!.groups.includes(group);
}

function isInfinite(graph: GraphObjects, node: number): boolean {
  const { definition } = graph.year.state.topology;
  const slotsOfNode = [graph.topology.inputSlots, graph.topology.outputSlots].flatMap(({ start, items }) =>
    Array.from(items.subarray(start[node], start[node + 1])),
  );
  return slotsOfNode.some(
    (slot) => definition.carriers[graph.topology.slotCarrier[slot]!]!.attributes["infinite"] === true,
  );
}

function readSlots(side: "input" | "output"): (graph: GraphObjects, node: number) => readonly Value[] {
  return (graph, node) => {
    const { start, items } = side === "input" ? graph.topology.inputSlots : graph.topology.outputSlots;
    return graph.slots.pick(items, start[node], start[node + 1]);
  };
}

function readEdges(side: "input" | "output"): NodeReader {
  return (graph, node) => {
    const { start, items } = side === "input" ? graph.topology.inputEdges : graph.topology.outputEdges;
    return graph.edges.pick(items, start[node], start[node + 1]);
  };
}

function readCarriers(side: "input" | "output"): NodeReader {
  return (graph, node) => {
    const { start, items } = side === "input" ? graph.topology.inputEdges : graph.topology.outputEdges;
    return Array.from(
      items.subarray(start[node], start[node + 1]),
      (edge) => graph.year.carriers[graph.topology.edgeCarrier[edge]!]!,
    );
  };
}
