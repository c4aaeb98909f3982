/** All costs of the future: the costs of nodes in the cost groups, and queried costs that belong to no node. */
import { round } from "@etesian/numeric";
import { type CalculatedScenario, cellOf, nodeFigure, nodesInGroup, queryResult } from "./calculated-scenario.ts";
import { type Cell, columnOf, type Row, type Table } from "@etesian/tables";

interface CostColumn {
  readonly header: string;
  /** Expression on a node; in EUR per year for the whole node unless the header says otherwise. */
  readonly nodeExpression: string;
  /** The suffix that, added to the key of a query row, makes the query's name; null if the cell remains empty. */
  readonly querySuffix: string | null;
}

const column = (header: string, nodeExpression: string, querySuffix: string | null): CostColumn => ({
  header,
  nodeExpression,
  querySuffix,
});

const COLUMNS: readonly CostColumn[] = [
  column(
    "Total costs (eur)",
    "total_costs_per(:node) - fuel_costs_per(:node) - co2_emissions_costs_per(:node) - captured_biogenic_co2_costs_per(:node)",
    "annualised_costs",
  ),
  column(
    "Total CAPEX (eur)",
    "capital_expenditures_excluding_ccs_per(:node) + capital_expenditures_ccs_per(:node)",
    "capex",
  ),
  column("Total OPEX (eur)", "operating_expenses_excluding_ccs_per(:node) + operating_expenses_ccs_per(:node)", "opex"),
  column("Capital costs (eur)", "cost_of_capital_per(:node)", "capital_costs"),
  column("Depreciation costs (eur)", "depreciation_costs_per(:node)", "depreciation_costs"),
  column(
    "Fixed operation and maintenance costs (eur)",
    "fixed_operation_and_maintenance_costs_per_year * number_of_units",
    "fixed_operation_and_maintenance_costs",
  ),
  column(
    "Variable operation and maintenance costs (eur)",
    "variable_operation_and_maintenance_costs_per(:node)",
    "variable_operation_and_maintenance_costs",
  ),
  column("Total investment over lifetime (eur)", "total_investment_over_lifetime_per(:node)", "investment_costs"),
  column("WACC", "wacc", "wacc"),
  // The model has queries for construction times, but the reference does not use them.
  column("Construction time (years)", "construction_time", null),
  column("Technical lifetime (years)", "technical_lifetime", "technical_lifetime"),
  column("CO2 emission costs (eur)", "co2_emissions_costs_per(:node)", null),
  column("Captured biogenic CO2 costs (eur)", "captured_biogenic_co2_costs_per(:node)", null),
  column("Number of units", "number_of_units", null),
];

/** Names that differ in one part. */
const nameEach = (parts: readonly string[], name: (part: string) => string): readonly string[] => parts.map(name);

const PERIODS = ["before_1945", "1945_1964", "1965_1984", "1985_2004", "2005_present", "future"];
const HOUSES = ["apartments", "detached_houses", "semi_detached_houses", "terraced_houses"];
const TEMPERATURES = ["ht", "mt", "lt"];
const NETWORK_PARTS = [
  "lv_net",
  "lv_mv_trafo",
  "mv_net",
  "mv_hv_trafo",
  "hv_net",
  "interconnection_net",
  "offshore_net",
];
const HEAT_NETWORK_PARTS = ["primary_pipelines", "distribution_pipelines", "distribution_stations", "indoor"];

/** Names of the queries of a subgroup, without the suffixes of the columns. */
type Subgroups = { readonly [subgroup: string]: readonly string[] };

const emptySubgroups = (...subgroups: readonly string[]): Subgroups =>
  Object.fromEntries(subgroups.map((name) => [name, []]));

/** Groups and subgroups in the order of the table. Nodes belong to the node group `<group>_<subgroup>`. */
const GROUPS: { readonly [group: string]: Subgroups } = {
  costs_building_and_installations: {
    households: [
      ...HOUSES.flatMap((house) => nameEach(PERIODS, (period) => `costs_of_insulation_${house}_${period}`)),
      ...nameEach(TEMPERATURES, (temperature) => `households_${temperature}_heat_delivery_system`),
    ],
    buildings: [
      ...nameEach(["present", "future"], (period) => `costs_of_insulation_buildings_${period}`),
      ...nameEach(TEMPERATURES, (temperature) => `buildings_${temperature}_heat_delivery_system`),
    ],
    ...emptySubgroups("industry", "agriculture"),
  },
  costs_production: emptySubgroups(
    "power_plants",
    "chp_plants",
    "heat_plants",
    "dedicated_hydrogen_production",
    "liquid_fuels",
    "biomass",
    "other",
  ),
  costs_storage_and_conversion: {
    ...emptySubgroups("p2p", "electrolysis", "p2h"),
    storage: nameEach(TEMPERATURES, (temperature) => `heat_infrastructure_${temperature}_storage`),
  },
  costs_carriers: Object.fromEntries(
    [
      "biomass",
      "oil_and_products",
      "coal_and_products",
      "uranium",
      "heat",
      "natural_gas",
      "waste",
      "electricity",
      "hydrogen",
      "liquid_hydrogen",
      "lohc",
      "ammonia",
    ].map((carrier) => [carrier, [`costs_carriers_${carrier}`]]),
  ),
  costs_infrastructure: {
    electricity: NETWORK_PARTS.flatMap((part) => [`${part}_costs_present`, `${part}_costs_delta_present_future`]),
    heat: TEMPERATURES.flatMap((temperature) =>
      nameEach(HEAT_NETWORK_PARTS, (part) => `heat_infrastructure_${temperature}_${part}`),
    ),
    hydrogen: [],
    network_gas: ["gas_network_costs"],
    ...emptySubgroups("ammonia", "diesel", "liquid_hydrogen", "lng", "lohc"),
  },
  costs_co2: emptySubgroups("ccus"),
};

const DECIMALS = 2;

/** Per subgroup: energy nodes, molecule nodes, queries. */
export const costs = (scenario: CalculatedScenario): Table => ({
  columns: [
    ...["Group", "Subgroup", "Key"].map((header) => columnOf(header, { kind: "text" })),
    ...COLUMNS.map(({ header }) => columnOf(header)),
  ],
  rows: () => costRows(scenario),
});

function* costRows(scenario: CalculatedScenario): Generator<Row> {
  const { energy, molecules } = scenario.future;
  for (const [group, subgroups] of Object.entries(GROUPS)) {
    for (const [subgroup, queries] of Object.entries(subgroups)) {
      const members = [energy, molecules].flatMap((graph) => nodesInGroup(graph, `${group}_${subgroup}`));
      for (const node of members) {
        const figures = COLUMNS.map(({ nodeExpression }) =>
          roundCell(cellOf(nodeFigure(scenario, node, nodeExpression, "future"))),
        );
        yield [group, subgroup, node.key, ...figures];
      }
      for (const key of queries) {
        const figures = COLUMNS.map(({ querySuffix }) =>
          querySuffix === null ? null : roundCell(cellOf(queryResult(scenario, `${key}_${querySuffix}`, "future"))),
        );
        yield [group, subgroup, key, ...figures];
      }
    }
  }
}

const roundCell = (cell: Cell): Cell => (typeof cell === "number" ? round(cell, DECIMALS) : cell);
