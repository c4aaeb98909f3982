/** The contents of the export tables of a calculated scenario. Their names and units are in the contracts. */
import type { AnnualExport, HourlyExport } from "@etesian/contracts/exports";
import { decimalText } from "@etesian/numeric";
import type { CalculatedScenario, YearName } from "./calculated-scenario.ts";
import { capacities } from "./capacities.ts";
import { configuredTable } from "./configured-table.ts";
import { costs } from "./costs.ts";
import { columnOf, type Table } from "@etesian/tables";
import { directEmissions } from "./direct-emissions.ts";
import { heatColumns } from "./heat-columns.ts";
import { type HourlyColumn, hourlyTable } from "./hourly-table.ts";
import {
  AGRICULTURE_HEAT,
  DISTRICT_HEATING,
  ELECTRICITY,
  HYDROGEN,
  type LoadBalance,
  loadBalance,
  loadColumns,
  type LoadTable,
  NETWORK_GAS,
} from "./loads.ts";
import { nodeFlows } from "./node-flows.ts";
import { queryColumns } from "./query-columns.ts";

/** The message in tables that need an hourly calculation, if none ran. */
export const NO_HOURS = "Merit order and time-resolved calculation are not enabled for this scenario";

export interface Export {
  /** File name without extension. */
  readonly fileName: string;
  /** Its rows are generated on demand. */
  readonly table: () => Table;
}

/** The table without hourly results: a single column without rows, named after the reason. */
const WITHOUT_HOURS: Table = { columns: [columnOf(NO_HOURS, { kind: "text" })], rows: () => [] };

interface ExportTable<Content> {
  readonly fileName: string;
  readonly content: (scenario: CalculatedScenario) => Content;
  /** The configuration that describes the table; models without it do not have the table. */
  readonly config?: string;
}

const capacitiesOf =
  (...tables: readonly LoadTable[]) =>
  ({ future, heat }: CalculatedScenario): Table =>
    heat === null ? WITHOUT_HOURS : capacities(future, tables);

const configuredExport = (fileName: string): ExportTable<Table> => {
  const config = `${fileName}_csv`;
  return { fileName, config, content: (scenario) => configuredTable(scenario, config) };
};

const emissionsOf = (year: YearName): ExportTable<Table> => ({
  fileName: `direct_emissions_${year}`,
  config: "direct_emissions_csv",
  content: (scenario) => directEmissions(scenario, year),
});

/** Tables of annual figures. */
const ANNUAL = {
  energy_flow: { fileName: "energy_flow", content: ({ future }) => nodeFlows(future.energy, "MJ") },
  energy_flow_present: { fileName: "energy_flow_present", content: ({ present }) => nodeFlows(present.energy, "MJ") },
  molecule_flow: { fileName: "molecule_flow", content: ({ future }) => nodeFlows(future.molecules, "kg") },
  sankey: configuredExport("sankey"),
  storage_parameters: configuredExport("storage_parameters"),
  costs_parameters: { fileName: "costs_parameters", content: costs },
  direct_emissions_present: emissionsOf("present"),
  direct_emissions_future: emissionsOf("future"),
  electricity_capacities: { fileName: "electricity_capacities", content: capacitiesOf(ELECTRICITY) },
  district_heating_capacities: { fileName: "heat_network_capacities", content: capacitiesOf(...DISTRICT_HEATING) },
  hydrogen_capacities: { fileName: "hydrogen_capacities", content: capacitiesOf(HYDROGEN) },
  network_gas_capacities: { fileName: "network_gas_capacities", content: capacitiesOf(NETWORK_GAS) },
} satisfies Record<AnnualExport, ExportTable<Table>>;

const loadsOf =
  (...tables: readonly LoadTable[]) =>
  ({ future }: CalculatedScenario): readonly HourlyColumn[] =>
    tables.flatMap((table) => loadColumns(future, table));

/** Hourly tables of participants and their loads. */
const LOADS: { readonly [name in HourlyExport]?: readonly LoadTable[] } = {
  electricity_profiles: [ELECTRICITY],
  district_heating_profiles: DISTRICT_HEATING,
  agriculture_heat: [AGRICULTURE_HEAT],
  hydrogen_profiles: [HYDROGEN],
  network_gas_profiles: [NETWORK_GAS],
};

const heatOf =
  (...groups: readonly string[]) =>
  ({ heat }: CalculatedScenario): readonly HourlyColumn[] =>
    heat === null ? [] : heatColumns(heat, groups);

const queriesOf = (fileName: string): ExportTable<readonly HourlyColumn[]> => {
  const config = `${fileName}_csv`;
  return { fileName, config, content: (scenario) => queryColumns(scenario, config) };
};

/** Tables with a row per hour of the future year. */
const HOURLY = {
  electricity_profiles: { fileName: "electricity_profiles", content: loadsOf(ELECTRICITY) },
  electricity_price: { fileName: "electricity_price", content: (scenario) => [priceColumn(scenario)] },
  district_heating_profiles: { fileName: "heat_network_profiles", content: loadsOf(...DISTRICT_HEATING) },
  agriculture_heat: { fileName: "agriculture_heat", content: loadsOf(AGRICULTURE_HEAT) },
  household_heat: { fileName: "household_heat", content: heatOf("space_heating", "households_hot_water") },
  buildings_heat: { fileName: "buildings_heat", content: heatOf("buildings_space_heating") },
  hydrogen_profiles: { fileName: "hydrogen_profiles", content: loadsOf(HYDROGEN) },
  network_gas_profiles: { fileName: "network_gas_profiles", content: loadsOf(NETWORK_GAS) },
  residual_load: queriesOf("residual_load"),
  hydrogen_integral_cost: queriesOf("hydrogen_integral_cost"),
} satisfies Record<HourlyExport, ExportTable<readonly HourlyColumn[]>>;

/**
 * An annual table; null for an unknown name. If hourly results are needed but missing, the table consists of the
 * message `NO_HOURS`.
 */
export function annualExport(scenario: CalculatedScenario, name: string): Export | null {
  const table = tableOf<Table>(ANNUAL, name, scenario);
  if (table === null) return null;
  return { fileName: table.fileName, table: () => table.content(scenario) };
}

/**
 * A table with a row per hour; null for an unknown name. Without an hourly calculation it has no rows: check
 * `CalculatedScenario.heat` first.
 */
export function hourlyExport(scenario: CalculatedScenario, name: string): Export | null {
  const table = tableOf<readonly HourlyColumn[]>(HOURLY, name, scenario);
  if (table === null) return null;
  const { calendarYear } = scenario.future.state.span;
  return {
    fileName: table.fileName,
    table: () => (scenario.heat === null ? WITHOUT_HOURS : hourlyTable(calendarYear, table.content(scenario))),
  };
}

/**
 * Production and consumption of the participants of an hourly table, for each of its parts; empty for tables without
 * participants.
 */
export function loadBalances({ future }: CalculatedScenario, name: string): readonly LoadBalance[] {
  const tables = Object.hasOwn(LOADS, name) ? LOADS[name as HourlyExport] : undefined;
  return (tables ?? []).map((table) => loadBalance(future, table));
}

function tableOf<Content>(
  tables: { readonly [name: string]: ExportTable<Content> },
  name: string,
  { definition }: CalculatedScenario,
): ExportTable<Content> | null {
  const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
  if (table === undefined) return null;
  return table.config === undefined || table.config in definition.config ? table : null;
}

const PRICE = "electricity.cost_curve";

function priceColumn({ future }: CalculatedScenario): HourlyColumn {
  return {
    ...columnOf("Price (Euros)", { unit: "EUR/MWh" }),
    curve: future.state.carrierCurves.get(PRICE),
    decimals: null,
    filler: 0n,
  };
}

/**
 * The electricity price in the format that other scenarios accept as the price of an interconnector: one value per
 * line.
 */
export function priceCurve({ future }: CalculatedScenario): { readonly curve: string } {
  return { curve: Array.from(future.state.carrierCurves.get(PRICE) ?? [], decimalText).join("\n") };
}
