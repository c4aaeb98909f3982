/**
 * The tables that a calculated scenario can be exported to, by their names in requests. The engine creates them, the
 * gateway offers them, and the API's documentation lists them.
 */
export interface ExportTable {
  readonly summary: string;
  /** Unit of its figures; null if columns have different units. */
  readonly unit: string | null;
  /** Previous names, which are still accepted. */
  readonly formerNames?: readonly string[];
}

/** Tables of annual figures. */
export const ANNUAL_EXPORTS = {
  energy_flow: { summary: "Energy through all nodes by carrier, future", unit: "MJ" },
  energy_flow_present: { summary: "Energy through all nodes by carrier, present", unit: "MJ" },
  molecule_flow: { summary: "Mass through all molecule nodes by carrier, future", unit: "kg" },
  sankey: { summary: "Flows between groups of technologies, present and future", unit: null },
  storage_parameters: { summary: "Parameters of storages: capacity, volume, efficiency, costs", unit: null },
  costs_parameters: { summary: "Costs of plants, carriers and infrastructure", unit: "EUR per year" },
  direct_emissions_present: {
    summary: "Emissions by reporting category and node, present",
    unit: "kton CO2-eq",
  },
  direct_emissions_future: { summary: "Emissions by reporting category and node, future", unit: "kton CO2-eq" },
  electricity_capacities: { summary: "Peaks of the hourly loads of electricity", unit: "MW" },
  district_heating_capacities: { summary: "Peaks of the hourly loads of heat networks", unit: "MW" },
  hydrogen_capacities: { summary: "Peaks of the hourly loads of hydrogen", unit: "MW" },
  network_gas_capacities: { summary: "Peaks of the hourly loads of network gas", unit: "MW" },
} as const satisfies { readonly [name: string]: ExportTable };
export type AnnualExport = keyof typeof ANNUAL_EXPORTS;

/** Tables with a row per hour of the future year. */
export const HOURLY_EXPORTS = {
  electricity_profiles: {
    summary: "Production, consumption and deficit of electricity",
    unit: "MW",
    formerNames: ["merit_order"],
  },
  electricity_price: { summary: "Price of electricity", unit: "EUR/MWh" },
  district_heating_profiles: {
    summary: "Production, consumption and deficit of heat networks",
    unit: "MW",
    formerNames: ["heat_network"],
  },
  agriculture_heat: { summary: "Production, consumption and deficit of agriculture heat", unit: "MW" },
  household_heat: { summary: "Demand and supply of heat in households", unit: "MW" },
  buildings_heat: { summary: "Demand and supply of heat in buildings", unit: "MW" },
  hydrogen_profiles: { summary: "Production and consumption of hydrogen", unit: "MW", formerNames: ["hydrogen"] },
  network_gas_profiles: {
    summary: "Production and consumption of network gas",
    unit: "MW",
    formerNames: ["network_gas"],
  },
  residual_load: { summary: "Residual load: demand minus inflexible supply", unit: "MW" },
  hydrogen_integral_cost: { summary: "Production of hydrogen and its costs", unit: "MWh, EUR/MWh" },
} as const satisfies { readonly [name: string]: ExportTable };
export type HourlyExport = keyof typeof HOURLY_EXPORTS;
