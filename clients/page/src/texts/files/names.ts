/** The tables that users can download. Their texts are loaded with the list. */

export interface FileTexts {
  readonly title: string;
  /** A sentence about the contents and their unit. */
  readonly about: string;
}

/** Tables of annual figures, by their names in the API. */
export const TABLES = [
  "energy_flow",
  "energy_flow_present",
  "molecule_flow",
  "sankey",
  "direct_emissions_present",
  "direct_emissions_future",
  "storage_parameters",
  "costs_parameters",
  "electricity_capacities",
  "district_heating_capacities",
  "hydrogen_capacities",
  "network_gas_capacities",
] as const;
/** Tables with a row for each hour, by their names in the API. */
export const HOURLY = [
  "electricity_price",
  "electricity_profiles",
  "residual_load",
  "district_heating_profiles",
  "household_heat",
  "buildings_heat",
  "agriculture_heat",
  "hydrogen_profiles",
  "hydrogen_integral_cost",
  "network_gas_profiles",
] as const;
export type FileName = (typeof TABLES)[number] | (typeof HOURLY)[number];
export type FileTextsByName = Readonly<Record<FileName, FileTexts>>;
