/** Costs of one plant of typical size, in EUR per year unless a unit is given. */
import { GqlError } from "@etesian/gql";
import { isNil, MJ_PER_MWH } from "@etesian/numeric";
import { conversion } from "../../graph/state/slots.ts";
import {
  electricityOutput,
  electricityOutputCapacity,
  fullLoadHours,
  heatAndColdOutputConversion,
  heatOutputCapacity,
  heatOutputConversion,
  inputCapacity,
  inputCapacityOf,
  numberOfUnitsOf,
} from "./capacity.ts";
import { requireNumber, type Num, numberOr } from "../objects/cells.ts";
import { memoise, type NodeFormula, readStored } from "./formula.ts";
import type { GraphObjects } from "../objects/objects.ts";
import {
  freeCo2Factor,
  weightedCarrierCo2PerMj,
  weightedCarrierCostPerMj,
  weightedCarrierPotentialCo2PerMj,
} from "./recursive.ts";
import { NodeClass } from "../objects/traits.ts";

const initialInvestment = readStored("initial_investment");
const ccsInvestment = readStored("ccs_investment");
const costOfInstalling = readStored("cost_of_installing");
const decommissioningCosts = readStored("decommissioning_costs");
const fixedCostsPerMw = readStored("fixed_costs_per_mw_input_capacity");
const fixedMaintenance = readStored("fixed_operation_and_maintenance_costs_per_year");
const variableMaintenance = readStored("variable_operation_and_maintenance_costs_per_full_load_hour");
const variableMaintenanceCcs = readStored("variable_operation_and_maintenance_costs_for_ccs_per_full_load_hour");
const wacc = readStored("wacc");
const constructionTime = readStored("construction_time");
const technicalLifetime = readStored("technical_lifetime");
const takesPartInEts = readStored("takes_part_in_ets");
const storedMaxConsumptionPrice = readStored("max_consumption_price");

/** Turns a formula into one that throws if the result is nil; `name` appears in the error message. */
function requireFigure(formula: NodeFormula, name: string): (graph: GraphObjects, node: number) => number {
  return (graph, node) => requireNumber(formula(graph, node), name);
}

const lifetimeOf = (graph: GraphObjects, node: number): number => {
  const lifetime = requireNumber(technicalLifetime(graph, node), "technical_lifetime");
  if (lifetime === 0) throw illegalFigure(graph, node, "technical_lifetime", lifetime);
  return lifetime;
};

function illegalFigure(graph: GraphObjects, node: number, attribute: string, value: number): GqlError {
  return new GqlError(`${attribute} of ${graph.nodes.at(node).key} is ${value}, which is out of range`);
}

// Amounts

/** Annual input of one plant, MJ (molecules: kg). */
export const typicalInput = memoise(
  "typical_input",
  (graph, node) =>
    inputCapacityOf(graph, node) *
    graph.traits.demandPerCapacityHour *
    requireNumber(fullLoadHours(graph, node), "full_load_hours"),
);
const typicalInputOf = requireFigure(typicalInput, "typical_input");

export const typicalElectricityOutput = memoise(
  "typical_electricity_output",
  (graph, node) => typicalInputOf(graph, node) * Number(electricityOutput(graph, node)),
);

export const typicalHeatOutput = memoise(
  "typical_heat_output",
  (graph, node) => typicalInputOf(graph, node) * Number(heatAndColdOutputConversion(graph, node)),
);

// Investment

export const storageCosts = memoise("storage_costs", (graph, node) => {
  const storage = graph.state.record(node, "storage");
  if (storage === null) return 0;
  return numberOrZero(storage["volume"]) * numberOrZero(storage["cost_per_mwh"]);
});

function numberOrZero(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

export const capacityCosts = memoise("capacity_costs", (graph, node) => {
  const perMw = fixedCostsPerMw(graph, node);
  return perMw === null ? 0 : Number(perMw) * inputCapacityOf(graph, node);
});

/** Nil if the documents specify no costs. */
export const totalInitialInvestment = memoise("total_initial_investment", (graph, node) => {
  const initial = initialInvestment(graph, node);
  const ccs = ccsInvestment(graph, node);
  const installing = costOfInstalling(graph, node);
  const storage = Number(storageCosts(graph, node));
  const capacity = Number(capacityCosts(graph, node));
  if (initial === null && ccs === null && installing === null && storage === 0 && capacity === 0) return null;
  return numberOr(initial, 0) + numberOr(ccs, 0) + numberOr(installing, 0) + storage + capacity;
});

export const totalInvestmentOverLifetime = memoise(
  "total_investment_over_lifetime",
  (graph, node) =>
    requireNumber(totalInitialInvestment(graph, node), "total_initial_investment") +
    requireNumber(decommissioningCosts(graph, node), "decommissioning_costs"),
);

const averageInvestment = memoise(
  "average_investment",
  (graph, node) => Number(totalInvestmentOverLifetime(graph, node)) / 2,
);

const averageInvestmentCcs = memoise(
  "average_investment_ccs",
  (graph, node) => numberOr(ccsInvestment(graph, node), 0) / 2,
);

/** Interest on the average investment, including during construction. */
function capitalCost(key: string, investment: NodeFormula): NodeFormula {
  return memoise(key, (graph, node) => {
    const lifetime = lifetimeOf(graph, node);
    return (
      (Number(investment(graph, node)) *
        requireNumber(wacc(graph, node), "wacc") *
        (requireNumber(constructionTime(graph, node), "construction_time") + lifetime)) /
      lifetime
    );
  });
}

export const costOfCapital = capitalCost("cost_of_capital", averageInvestment);
export const costOfCapitalCcs = capitalCost("cost_of_capital_ccs", averageInvestmentCcs);

/** Straight-line depreciation. */
export const depreciationCosts = memoise("depreciation_costs", (graph, node) => {
  const lifetime = lifetimeOf(graph, node);
  const investment = Number(totalInvestmentOverLifetime(graph, node));
  if (investment < 0) throw illegalFigure(graph, node, "total_investment_over_lifetime", investment);
  return investment / lifetime;
});

export const depreciationCostsCcs = memoise("depreciation_costs_ccs", (graph, node) => {
  const lifetime = lifetimeOf(graph, node);
  const investment = numberOr(ccsInvestment(graph, node), 0);
  if (investment < 0) throw illegalFigure(graph, node, "ccs_investment", investment);
  return investment / lifetime;
});

export const fixedCosts = memoise(
  "fixed_costs",
  (graph, node) =>
    Number(costOfCapital(graph, node)) +
    Number(depreciationCosts(graph, node)) +
    numberOr(fixedMaintenance(graph, node), 0),
);

export const capitalExpendituresCcs = memoise(
  "capital_expenditures_ccs",
  (graph, node) => Number(costOfCapitalCcs(graph, node)) + Number(depreciationCostsCcs(graph, node)),
);

export const capitalExpendituresExcludingCcs = memoise(
  "capital_expenditures_excluding_ccs",
  (graph, node) =>
    Number(costOfCapital(graph, node)) +
    Number(depreciationCosts(graph, node)) -
    Number(capitalExpendituresCcs(graph, node)),
);

export const capitalExpenditures = memoise(
  "capital_expenditures",
  (graph, node) => Number(capitalExpendituresCcs(graph, node)) + Number(capitalExpendituresExcludingCcs(graph, node)),
);

// Operation and maintenance

/** Variable costs per MJ of input; 0 if either part is nil. */
export const variableMaintenancePerInput = memoise(
  "variable_operation_and_maintenance_costs_per_typical_input",
  (graph, node) => {
    const capacity = inputCapacityOf(graph, node);
    if (capacity === 0) return 0;
    const maintenance = variableMaintenance(graph, node);
    const ccs = variableMaintenanceCcs(graph, node);
    if (maintenance === null || ccs === null) return 0;
    return (Number(maintenance) + Number(ccs)) / (capacity * MJ_PER_MWH);
  },
);

export const fixedMaintenancePerInput = memoise(
  "fixed_operation_and_maintenance_costs_per_typical_input",
  (graph, node) => {
    const capacity = inputCapacityOf(graph, node);
    const costs = fixedMaintenance(graph, node);
    return capacity === 0 || costs === null ? 0 : Number(costs) / (capacity * MJ_PER_MWH);
  },
);

export const variableMaintenanceCosts = memoise(
  "variable_operation_and_maintenance_costs",
  (graph, node) => typicalInputOf(graph, node) * Number(variableMaintenancePerInput(graph, node)),
);

export const fixedMaintenanceCosts = memoise(
  "fixed_operation_and_maintenance_costs",
  (graph, node) => typicalInputOf(graph, node) * Number(fixedMaintenancePerInput(graph, node)),
);

export const variableMaintenanceCostsCcs = memoise(
  "variable_operation_and_maintenance_costs_for_ccs",
  (graph, node) => {
    const capacity = inputCapacityOf(graph, node);
    if (capacity === 0) return 0;
    return (
      (typicalInputOf(graph, node) *
        requireNumber(
          variableMaintenanceCcs(graph, node),
          "variable_operation_and_maintenance_costs_for_ccs_per_full_load_hour",
        )) /
      (capacity * MJ_PER_MWH)
    );
  },
);

export const operatingExpensesCcs = memoise("operating_expenses_ccs", variableMaintenanceCostsCcs);

export const operatingExpensesExcludingCcs = memoise(
  "operating_expenses_excluding_ccs",
  (graph, node) =>
    Number(variableMaintenanceCosts(graph, node)) -
    Number(variableMaintenanceCostsCcs(graph, node)) +
    requireNumber(fixedMaintenance(graph, node), "fixed_operation_and_maintenance_costs_per_year"),
);

export const operatingExpenses = memoise(
  "operating_expenses",
  (graph, node) => Number(operatingExpensesCcs(graph, node)) + Number(operatingExpensesExcludingCcs(graph, node)),
);

// Fuel and emissions

/** Cost of CO2 emission allowances, EUR per MJ of input; 0 for molecules. */
export const co2CostsPerInput: NodeFormula = (graph, node) =>
  graph.traits.class[node] === NodeClass.Molecule ? 0 : energyCo2CostsPerInput(graph, node);

const energyCo2CostsPerInput = memoise(
  "co2_emissions_costs_per_typical_input",
  (graph, node) =>
    Number(weightedCarrierCo2PerMj(graph, node)) *
    graph.year.areaNumber("co2_price") *
    (1 - graph.year.areaNumber("co2_percentage_free")) *
    numberOr(takesPartInEts(graph, node), 1) *
    (1 - Number(freeCo2Factor(graph, node))),
);

/** EUR per MJ of input for captured CO2 of bio resources: a benefit, hence negative; 0 for molecules. */
export const capturedCo2CostsPerInput: NodeFormula = (graph, node) =>
  graph.traits.class[node] === NodeClass.Molecule ? 0 : energyCapturedCo2CostsPerInput(graph, node);

const energyCapturedCo2CostsPerInput = memoise(
  "captured_biogenic_co2_costs_per_typical_input",
  (graph, node) =>
    Number(weightedCarrierPotentialCo2PerMj(graph, node)) *
    -graph.year.areaNumber("captured_biogenic_co2_price") *
    Number(freeCo2Factor(graph, node)),
);

export const co2Costs = memoise(
  "co2_emissions_costs",
  (graph, node) => typicalInputOf(graph, node) * Number(co2CostsPerInput(graph, node)),
);

export const capturedCo2Costs = memoise(
  "captured_biogenic_co2_costs",
  (graph, node) => typicalInputOf(graph, node) * Number(capturedCo2CostsPerInput(graph, node)),
);

/** The share of the energy that bears costs: waste products bear none, and losses are shared. */
export const costableEnergyFactor = memoise("costable_energy_factor", (graph, node) => {
  const waste = graph.traits.wasteOutputs[node];
  if (waste === undefined) return 1;
  const { outputSlots, slotCarrier } = graph.topology;
  let loss = 0;
  let costable = 0;
  let total = 0;
  for (let i = outputSlots.start[node]!, end = outputSlots.start[node + 1]!; i < end; i++) {
    const slot = outputSlots.items[i]!;
    const part = conversion(graph.state, slot);
    if (slotCarrier[slot] === graph.traits.carriers.loss) loss = part;
    else if (!waste.includes(slotCarrier[slot]!)) costable += part;
    total += part;
  }
  return total - loss > 0 ? costable + (loss * costable) / (total - loss) : 0;
});

function nonNegativeTypicalInput(graph: GraphObjects, node: number): number {
  const input = typicalInputOf(graph, node);
  if (input < 0) throw illegalFigure(graph, node, "typical_input", input);
  return input;
}

export const fuelCosts = memoise(
  "fuel_costs",
  (graph, node) => nonNegativeTypicalInput(graph, node) * Number(weightedCarrierCostPerMj(graph, node)),
);

/** Cost of electricity at hourly prices, per plant; written by the hourly calculation, otherwise 0. */
export const fuelCostsElectricityPerPlant = memoise("fuel_costs_electricity_per_plant", () => 0);

/** Revenue from electricity at hourly prices, per plant; written by the hourly calculation, otherwise 0. */
export const revenueElectricityPerPlant = memoise("revenue_hourly_electricity_per_plant", () => 0);

export const fuelCostsExcludingElectricity = memoise("fuel_costs_excluding_electricity", (graph, node) => {
  const { inputSlots, slotCarrier } = graph.topology;
  let costs = 0;
  for (let i = inputSlots.start[node]!, end = inputSlots.start[node + 1]!; i < end; i++) {
    const slot = inputSlots.items[i]!;
    const carrier = slotCarrier[slot]!;
    if (carrier === graph.traits.carriers.electricity) continue;
    const price = graph.year.costPerMj[carrier]!;
    if (isNil(price)) throw new GqlError(`cost_per_mj of ${graph.year.carriers[carrier]!.key} is nil`);
    costs += price * conversion(graph.state, slot) * typicalInputOf(graph, node);
  }
  return costs;
});

/** Fuel costs with electricity at its hourly price. */
export const fuelCostsHourlyElectricity = memoise("fuel_costs_hourly_electricity", (graph, node) => {
  const input = nonNegativeTypicalInput(graph, node);
  return graph.inputSlot(node, graph.traits.carriers.electricity) < 0
    ? input * Number(weightedCarrierCostPerMj(graph, node))
    : Number(fuelCostsElectricityPerPlant(graph, node)) + Number(fuelCostsExcludingElectricity(graph, node));
});

// Variable and total costs

/** Fuel and CO2, EUR per MJ of input. */
function energyCostsPerInput(graph: GraphObjects, node: number): number {
  return (
    Number(weightedCarrierCostPerMj(graph, node)) +
    Number(co2CostsPerInput(graph, node)) +
    Number(capturedCo2CostsPerInput(graph, node))
  );
}

export const variableCostsPerInput = memoise(
  "variable_costs_per_typical_input",
  (graph, node) => energyCostsPerInput(graph, node) + Number(variableMaintenancePerInput(graph, node)),
);

const variableCostsPerInputExceptWaste = memoise(
  "variable_costs_per_typical_input_except_waste",
  (graph, node) =>
    energyCostsPerInput(graph, node) * Number(costableEnergyFactor(graph, node)) +
    Number(variableMaintenancePerInput(graph, node)),
);

export const variableCosts = memoise(
  "variable_costs",
  (graph, node) => typicalInputOf(graph, node) * Number(variableCostsPerInput(graph, node)),
);

export const totalCosts = memoise(
  "total_costs",
  (graph, node) => Number(fixedCosts(graph, node)) + Number(variableCosts(graph, node)),
);

export const totalCostsExcludingFuel = memoise(
  "total_costs_excluding_fuel_costs",
  (graph, node) => Number(capitalExpenditures(graph, node)) + Number(operatingExpenses(graph, node)),
);

export const operatingExpensesIncludingFuel = memoise(
  "operating_expenses_including_fuel",
  (graph, node) =>
    Number(operatingExpenses(graph, node)) +
    (Number(fuelCostsHourlyElectricity(graph, node)) +
      (Number(co2CostsPerInput(graph, node)) + Number(capturedCo2CostsPerInput(graph, node))) *
        typicalInputOf(graph, node)) *
      Number(costableEnergyFactor(graph, node)),
);

/** Revenue per plant: electricity at its hourly revenue, other products at the price of their carrier. */
export const revenue = memoise("revenue", (graph, node) => {
  const { outputSlots, slotCarrier } = graph.topology;
  let income = 0;
  for (let i = outputSlots.start[node]!, end = outputSlots.start[node + 1]!; i < end; i++) {
    const slot = outputSlots.items[i]!;
    const carrier = slotCarrier[slot]!;
    if (carrier === graph.traits.carriers.electricity) {
      income += Number(revenueElectricityPerPlant(graph, node));
    } else {
      const price = graph.year.costPerMj[carrier]!;
      if (!isNil(price)) income += price * conversion(graph.state, slot) * typicalInputOf(graph, node);
    }
  }
  return income;
});

// Prices

/** EUR per MWh of electricity; nil without electricity output, and never negative unless stored as negative. */
export const marginalCosts = memoise("marginal_costs", (graph, node) => {
  if (graph.outputSlot(node, graph.traits.carriers.electricity) < 0) return null;
  const part = Number(electricityOutput(graph, node));
  if (part === 0) return 0;
  const costs = Number(variableCostsPerInputExceptWaste(graph, node));
  return ((costs < 0 ? 0 : costs) * MJ_PER_MWH) / part;
});

/** EUR per MWh of heat; may be negative. */
export const marginalHeatCosts: NodeFormula = (graph, node) =>
  (Number(variableCostsPerInputExceptWaste(graph, node)) * MJ_PER_MWH) / Number(heatOutputConversion(graph, node));

/** The highest electricity price at which a flexible consumer buys, EUR per MWh. */
export const maxConsumptionPrice: NodeFormula = (graph, node) =>
  storedMaxConsumptionPrice(graph, node) ?? marginalCosts(graph, node);

// Per unit

/** Figures per plant that `X_per(unit)` converts into other units, by X. */
export const figuresPerPlant: ReadonlyMap<string, NodeFormula> = new Map<string, NodeFormula>([
  ["initial_investment", initialInvestment],
  ["ccs_investment", ccsInvestment],
  ["cost_of_installing", costOfInstalling],
  ["fixed_operation_and_maintenance_costs", fixedMaintenance],
  ["decommissioning_costs", decommissioningCosts],
  ["total_costs", totalCosts],
  ["fixed_costs", fixedCosts],
  ["depreciation_costs", depreciationCosts],
  ["cost_of_capital", costOfCapital],
  ["variable_costs", variableCosts],
  ["fuel_costs", fuelCosts],
  ["fuel_costs_hourly_electricity", fuelCostsHourlyElectricity],
  ["revenue", revenue],
  ["co2_emissions_costs", co2Costs],
  ["captured_biogenic_co2_costs", capturedCo2Costs],
  ["variable_operation_and_maintenance_costs", variableMaintenanceCosts],
  ["total_initial_investment", totalInitialInvestment],
  ["total_investment_over_lifetime", totalInvestmentOverLifetime],
  ["capital_expenditures", capitalExpenditures],
  ["capital_expenditures_ccs", capitalExpendituresCcs],
  ["capital_expenditures_excluding_ccs", capitalExpendituresExcludingCcs],
  ["operating_expenses", operatingExpenses],
  ["operating_expenses_ccs", operatingExpensesCcs],
  ["operating_expenses_excluding_ccs", operatingExpensesExcludingCcs],
  ["operating_expenses_including_fuel", operatingExpensesIncludingFuel],
]);

/** Costs per plant and year in another unit. Nil stays nil per plant and throws elsewhere; +Infinity becomes 0. */
export function perUnit(cost: NodeFormula, unit: string): NodeFormula {
  const convert = conversions[unit];
  if (convert === undefined) {
    return () => {
      throw new GqlError(`${unit} unknown! Cannot convert.`);
    };
  }
  return (graph, node) => {
    const value = convert(cost(graph, node), graph, node);
    return value === Number.POSITIVE_INFINITY ? 0 : value;
  };
}

type Conversion = (cost: Num, graph: GraphObjects, node: number) => Num;

/** Divides by an amount; nil counts as 0. */
function divideBy(amount: NodeFormula, factor = 1): Conversion {
  return (cost, graph, node) => (requireNumber(cost, "cost") / numberOr(amount(graph, node), 0)) * factor;
}

const conversions: { readonly [unit: string]: Conversion } = {
  plant: (cost) => cost,
  node: (cost, graph, node) => requireNumber(cost, "cost") * numberOfUnitsOf(graph, node),
  mw_input: divideBy(inputCapacity),
  mw_input_capacity: divideBy(inputCapacity),
  mw_typical_input_capacity: divideBy(inputCapacity),
  mw_electricity: divideBy(electricityOutputCapacity),
  mw_heat: divideBy(heatOutputCapacity),
  mwh_input: divideBy(typicalInput, MJ_PER_MWH),
  mwh_electricity: divideBy(typicalElectricityOutput, MJ_PER_MWH),
  mwh_heat: divideBy(typicalHeatOutput, MJ_PER_MWH),
  full_load_hour: divideBy(fullLoadHours),
};
