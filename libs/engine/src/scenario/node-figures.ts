/**
 * The figures of a node page by presentation group: a table of expressions over the node's attributes, as in the
 * reference's node endpoint.
 */

/** The format of a figure: a raw value or text. */
export type FigureFormat = "raw" | "percentage" | "integer" | "thousands" | "three_decimals" | "boolean";

export interface Figure {
  /** Name of the figure in the response. */
  readonly name: string;
  /** Expression of the query language over the node. */
  readonly expression: string;
  /**
   * The expression in years without an hourly calculation (the base year, and future years that disable it), if it
   * differs.
   */
  readonly withoutHours?: string;
  readonly label: string;
  readonly unit: string;
  readonly format: FigureFormat;
}

export interface FigureGroup {
  readonly group: "technical" | "cost" | "other" | "current_fuel_input_mix";
  readonly figures: readonly Figure[];
}

function figure(label: string, unit: string, format: FigureFormat, name: string, expression = name): Figure {
  return { name, expression, label, unit, format };
}

export const percentage = (label: string, name: string, expression = name): Figure =>
  figure(label, "%", "percentage", name, expression);

const euro = (format: FigureFormat, label: string, unit: string, name: string, expression = name): Figure =>
  figure(label, `EUR / ${unit}`, format, name, expression);

const hours = figure("Full load hours", "hour / year", "raw", "full_load_hours");
const wacc = percentage("Weighted average cost of capital", "wacc");
const ets = figure("Do emissions have to be paid through the ETS?", "boolean", "boolean", "takes_part_in_ets");
const captureRate = percentage("CCS capture rate", "free_co2_factor");

const lifetime = (format: FigureFormat, label = "Technical lifetime"): Figure =>
  figure(label, "years", format, "technical_lifetime");

/**
 * After dispatch, a store's conversions describe its yearly energy, so the efficiency is output divided by input.
 * Before dispatch they are the efficiencies of charging and discharging.
 */
const roundTripEfficiency: Figure = {
  ...percentage(
    "Round trip efficiency",
    "round_trip_efficiency",
    "1.0 / electricity_input_conversion * electricity_output_conversion",
  ),
  withoutHours: "electricity_input_conversion * electricity_output_conversion",
};

const electricCapacity = figure(
  "Installed electrical capacity",
  "MW",
  "raw",
  "total_installed_electricity_capacity",
  "electricity_output_capacity * number_of_units",
);
const electricEfficiency = percentage("Electrical efficiency", "electricity_output_conversion");
const heatEfficiency = (label: string): Figure => percentage(label, "heat_output_conversion");
const heatCapacity = figure("Heat capacity per unit", "MW / unit", "three_decimals", "heat_output_capacity");

const inputCapacity = (label: string, unit: string, name: string): Figure =>
  figure(label, unit, "raw", name, "input_capacity * number_of_units");
const installedCapacity = (unit: string): Figure =>
  inputCapacity("Installed capacity", unit, "total_installed_capacity");
const installedInputCapacity = inputCapacity("Installed input capacity", "MW", "total_installed_input_capacity");
const storageCapacity = figure(
  "Total storage capacity",
  "MWh",
  "raw",
  "total_storage_capacity",
  "storage.volume * number_of_units",
);

const investmentOverLifetime = (format: FigureFormat, label: string, unit: string, per: string): Figure =>
  euro(format, label, unit, `total_investment_over_lifetime_per_${per}`, `total_investment_over_lifetime_per(:${per})`);

const initialInvestmentPer = (label: string, per: string): Figure =>
  euro(
    "integer",
    label,
    "MW",
    `total_initial_investment_per_${per}`,
    `initial_investment_per(:${per}) + cost_of_installing_per(:${per}) + decommissioning_costs_per(:${per})`,
  );

const ccsInvestmentPer = (per: string): Figure =>
  euro(
    "integer",
    "Additional initial investment for CCS",
    "MW",
    `ccs_investment_per_${per}`,
    `ccs_investment_per(:${per})`,
  );

const fixedCostsPer = (format: FigureFormat, unit: string, per: string): Figure =>
  euro(
    format,
    "Fixed operation and maintenance costs",
    unit,
    `fixed_operation_and_maintenance_costs_per_${per}`,
    `fixed_operation_and_maintenance_costs_per(:${per})`,
  );

/** The stored value is per full load hour and year; the plant's formula yields the costs of one hour of one plant. */
const variableCosts = (format: FigureFormat, label = "Variable operation and maintenance costs"): Figure =>
  euro(format, label, "full load hour", "variable_operation_and_maintenance_costs_per_full_load_hour");

const variableCostsPerHour: Figure = {
  ...variableCosts("raw"),
  expression: "variable_operation_and_maintenance_costs_per(:full_load_hour)",
};

const variableCcsCosts = (format: FigureFormat): Figure =>
  euro(
    format,
    "Additional variable operation and maintenance costs for CCS",
    "full load hour",
    "variable_operation_and_maintenance_costs_for_ccs_per_full_load_hour",
  );

const technical = (...figures: readonly Figure[]): FigureGroup => ({ group: "technical", figures });
const cost = (...figures: readonly Figure[]): FigureGroup => ({ group: "cost", figures });
const other = (...figures: readonly Figure[]): FigureGroup => ({ group: "other", figures });

const costPerMwElectricity = cost(
  investmentOverLifetime("integer", "Investment over lifetime per MW", "MW", "mw_electricity"),
  fixedCostsPer("integer", "MW / year", "mw_electricity"),
  variableCosts("integer"),
  wacc,
  ets,
);

const costPerPlant = cost(
  investmentOverLifetime("raw", "Investment over lifetime per plant", "unit", "plant"),
  fixedCostsPer("raw", "unit / year", "plant"),
  variableCostsPerHour,
  wacc,
  ets,
);

const investmentPerMwInput = investmentOverLifetime(
  "integer",
  "Investment over lifetime per MW input",
  "MW",
  "mw_input_capacity",
);
const fixedCostsPerMwInput = fixedCostsPer("integer", "MW / year", "mw_input_capacity");
const initialInvestmentPerMwInput = initialInvestmentPer("Investment over lifetime per MW input", "mw_input_capacity");

const costPerMwInput = cost(investmentPerMwInput, fixedCostsPerMwInput, variableCosts("integer"), wacc, ets);

const costPerMwInputWithCcs = cost(
  initialInvestmentPerMwInput,
  ccsInvestmentPer("mw_input_capacity"),
  fixedCostsPerMwInput,
  variableCostsPerHour,
  variableCcsCosts("raw"),
  wacc,
  ets,
);

const windAndSolar = other(
  figure(
    "Land use",
    "km2 / MW",
    "raw",
    "land_use_per_unit_electricity_output_capacity",
    "land_use_per_unit / electricity_output_capacity",
  ),
  lifetime("integer"),
);

const liquidFuels = technical(
  figure(
    "Annual fuel production",
    "PJ / year",
    "raw",
    "annual_fuel_production",
    "demand * loss_output_conversion / 1000000000.0",
  ),
  installedInputCapacity,
  percentage("Production efficiency", "production_efficiency", "1 - loss_output_conversion"),
  hours,
  captureRate,
  lifetime("integer"),
);

const yearlyTonnes = (label: string, name: string, expression: string): Figure =>
  figure(label, "T_CO2 / year", "thousands", name, expression);

const co2 = (step: "capture" | "storage" | "transport"): readonly FigureGroup[] => [
  technical(
    yearlyTonnes(
      `Total installed ${step} capacity`,
      `total_installed_${step}_capacity`,
      "input_capacity * full_load_hours * number_of_units",
    ),
    yearlyTonnes(
      `${step[0]!.toUpperCase()}${step.slice(1)} capacity per unit`,
      `input_capacity_co2_${step}`,
      "input_capacity * full_load_hours",
    ),
    hours,
  ),
  cost(
    euro(
      "raw",
      "Initial investment",
      "unit",
      "total_initial_investment_per_plant",
      "total_initial_investment_per(:plant)",
    ),
    fixedCostsPer("raw", "unit / year", "plant"),
    variableCosts("integer"),
    wacc,
  ),
  other(lifetime("integer", "Economic lifetime")),
];

/** Figures by presentation group; nodes of other groups have no figures. */
export const FIGURES: { readonly [presentationGroup: string]: readonly FigureGroup[] } = {
  traditional_heat: [
    technical(heatEfficiency("Heat efficiency (LHV)"), heatCapacity, hours),
    costPerPlant,
    other(lifetime("raw")),
  ],
  heat_pumps: [
    technical(figure("Coefficient of Performance", "COP", "raw", "coefficient_of_performance"), heatCapacity, hours),
    costPerPlant,
    other(lifetime("raw")),
  ],
  electricity_production: [
    technical(electricCapacity, electricEfficiency, hours),
    costPerMwElectricity,
    other(lifetime("integer")),
  ],
  electricity_production_ccs: [
    technical(electricCapacity, electricEfficiency, hours),
    cost(
      initialInvestmentPer("Investment over lifetime per MW", "mw_electricity"),
      ccsInvestmentPer("mw_electricity"),
      fixedCostsPer("integer", "MW / year", "mw_electricity"),
      variableCosts("integer", "Variable operation and maintenance costs (excl CCS)"),
      variableCcsCosts("integer"),
      wacc,
      ets,
    ),
    other(lifetime("integer")),
  ],
  solar_panel: [
    technical(
      electricCapacity,
      figure("Capacity per unit", "MW", "raw", "input_capacity", "electricity_output_capacity"),
      electricEfficiency,
      hours,
    ),
    costPerMwElectricity,
    windAndSolar,
  ],
  solar_pv_plant: [technical(electricCapacity, electricEfficiency, hours), costPerMwElectricity, windAndSolar],
  wind_turbine: [technical(electricCapacity, hours), costPerMwElectricity, windAndSolar],
  chps: [
    technical(electricCapacity, electricEfficiency, heatEfficiency("Heat efficiency"), hours),
    costPerMwElectricity,
    other(lifetime("raw")),
  ],
  hydrogen_production: [
    technical(
      installedInputCapacity,
      percentage("Hydrogen output efficiency", "hydrogen_output_conversion"),
      hours,
      captureRate,
    ),
    costPerMwInputWithCcs,
    other(lifetime("integer")),
  ],
  p2g: [
    technical(installedCapacity("MWe"), percentage("Hydrogen output efficiency", "hydrogen_output_conversion"), hours),
    costPerMwInput,
    other(lifetime("integer")),
  ],
  p2h: [
    technical(installedCapacity("MWe"), heatEfficiency("Heat efficiency"), hours),
    costPerMwInput,
    other(lifetime("integer")),
  ],
  p2kerosene: [
    technical(installedCapacity("MWe"), percentage("Kerosene output efficiency", "kerosene_output_conversion"), hours),
    costPerMwInput,
    other(lifetime("integer")),
  ],
  p2p: [
    technical(installedCapacity("MW"), storageCapacity, roundTripEfficiency),
    costPerMwInput,
    other(lifetime("integer")),
  ],
  h2_storage: [technical(installedCapacity("MW"), storageCapacity), costPerMwInput, other(lifetime("integer"))],
  v2g: [technical(percentage("Round trip efficiency", "round_trip_efficiency", "electricity_output_conversion"))],
  liquid_fuels: [liquidFuels, cost(initialInvestmentPerMwInput, fixedCostsPerMwInput, variableCostsPerHour, wacc, ets)],
  liquid_fuels_ccs: [liquidFuels, costPerMwInputWithCcs],
  biomass: [
    technical(installedInputCapacity, hours, percentage("Efficiency", "efficiency", "1.0 - loss_output_conversion")),
    cost(investmentPerMwInput, fixedCostsPerMwInput, variableCostsPerHour, wacc, ets),
    other(lifetime("raw")),
  ],
  steel: [
    technical(figure("Annual steel production", "MT", "raw", "annual_steel_production", "number_of_units")),
    cost(
      euro(
        "integer",
        "Annual CAPEX",
        "MT",
        "steel_fixed_costs_per_plant",
        "cost_of_capital_per(:plant) + depreciation_costs_per(:plant)",
      ),
      euro(
        "integer",
        "Annual OPEX",
        "MT",
        "steel_fixed_operation_and_maintenance_costs_per_plant",
        "fixed_operation_and_maintenance_costs_per(:plant)",
      ),
      wacc,
      ets,
    ),
    other(lifetime("integer")),
  ],
  co2_capture: co2("capture"),
  co2_storage: co2("storage"),
  co2_transport: co2("transport"),
  electricity_distribution: [
    technical(
      figure("Installed capacity", "MW", "raw", "total_installed_electricity_capacity", "electricity_output_capacity"),
      percentage("Distribution losses", "distribution_losses", "loss_output_conversion"),
    ),
  ],
};
