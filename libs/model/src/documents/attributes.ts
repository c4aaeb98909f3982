/**
 * Which attributes each class of document has, and of what type: the tables that loader, checks and documentation
 * share. An attribute that is not listed is ignored (with a warning).
 */
import type { AttributeValue } from "../definition.ts";

export type AttributeType =
  | { readonly kind: "number"; readonly unit: string }
  | { readonly kind: "boolean" }
  | { readonly kind: "text"; readonly oneOf?: readonly string[] }
  /** Names in brackets; a single one may stand without. */
  | { readonly kind: "list" }
  /** Free names below the attribute (`capacity.electricity`), numbers or text. */
  | { readonly kind: "map" }
  | { readonly kind: "block"; readonly attributes: AttributeTable };

export interface Attribute {
  readonly type: AttributeType;
  /** Value of a document (or of a present block) that does not set it; absent means "no value". */
  readonly fallback?: AttributeValue;
}

export type AttributeTable = { readonly [name: string]: Attribute };

export const number = (unit: string): Attribute => ({ type: { kind: "number", unit } });
export const numbers = (unit: string, names: string): AttributeTable =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, number(unit)]),
  );
export const text: Attribute = { type: { kind: "text" } };
export const choice = (...oneOf: string[]): Attribute => ({ type: { kind: "text", oneOf } });
export const boolean: Attribute = { type: { kind: "boolean" } };
export const flag = (fallback: boolean): Attribute => ({ type: { kind: "boolean" }, fallback });
const list: Attribute = { type: { kind: "list" } };
export const map: Attribute = { type: { kind: "map" } };
export const block = (attributes: AttributeTable): Attribute => ({ type: { kind: "block", attributes } });

const participant: AttributeTable = {
  type: choice("consumer", "flex", "producer"),
  subtype: { ...text, fallback: "generic" },
  group: text,
  output_capacity_from_demand_of: text,
  output_capacity_from_demand_share: number("share"),
  subordinate_to: text,
  input_capacity_from_share: number("share"),
};

const graphConnection: AttributeTable = {
  source: text,
  attribute: { ...text, fallback: "demand" },
  direction: choice("input", "output"),
  /** One factor, or a factor per carrier; `carrier: …` and `edges: …` name an attribute to take it from. */
  conversion: map,
};

const node: AttributeTable = {
  groups: list,
  use: choice("energetic", "non_energetic", "undefined"),
  sector_label: text,
  presentation_group: text,
  graph_methods: list,
  waste_outputs: list,
  scaling_exempt: boolean,
  availability: number("share of the year"),
  demand: number("TJ or kton"),
  demand_expected_value: number("TJ or kton"),
  expected_demand: number("TJ or kton"),
  full_load_hours: number("hours"),
  input_efficiency: number("share"),
  max_demand: number("TJ or kton"),
  number_of_units: number("units"),
  output_efficiency: number("share"),
  preset_demand: number("TJ or kton"),
  typical_input_capacity: number("MW"),
  ccs_investment: number("EUR"),
  construction_time: number("years"),
  cost_of_installing: number("EUR"),
  decommissioning_costs: number("EUR"),
  fixed_operation_and_maintenance_costs_per_year: number("EUR/year"),
  initial_investment: number("EUR"),
  technical_lifetime: number("years"),
  variable_operation_and_maintenance_costs_for_ccs_per_full_load_hour: number("EUR/hour"),
  variable_operation_and_maintenance_costs_per_full_load_hour: number("EUR/hour"),
  fixed_costs_per_mw_input_capacity: number("EUR/MW"),
  wacc: number("share"),
};

export const ENERGY_NODE: AttributeTable = {
  ...node,
  has_loss: boolean,
  fever: block({
    type: choice("consumer", "producer"),
    group: text,
    curve: map,
    share_in_group: number("share"),
    present_share_in_demand: number("share"),
    technology_curve_type: choice("tech_day_night", "tech_constant", "default"),
    defer_for: number("hours"),
    efficiency_based_on: text,
    efficiency_balanced_with: text,
    base_cop: number("COP"),
    cop_per_degree: number("COP/°C"),
    cop_cutoff: number("COP"),
    alias_of: text,
    capacity: map,
  }),
  heat_network_lt: block(participant),
  heat_network_mt: block(participant),
  heat_network_ht: block(participant),
  agriculture_heat: block(participant),
  hydrogen: block(participant),
  merit_order: block({
    ...participant,
    level: { ...choice("lv", "mv", "hv", "omit"), fallback: "hv" },
    demand_source: list,
    demand_profile: text,
    delegate: text,
    production_curtailment: number("share"),
    satisfy_with_dispatchables: boolean,
    relations: map,
    load_shifting_hours: number("hours"),
    temperature_cutoff: number("°C"),
  }),
  network_gas: block({
    type: choice("consumer", "producer", "storage", "import", "export", "transformation"),
    profile: text,
    behavior: text,
    demand_carrier: text,
    subordinate_to: text,
    subordinate_to_output: text,
  }),
  storage: block({
    volume: number("MWh"),
    decay: { ...number("share/hour"), fallback: 0 },
    cost_per_mwh: { ...number("EUR/MWh"), fallback: 0 },
  }),
  from_molecules: block(graphConnection),
  electricity_output_capacity: number("MW"),
  free_co2_factor: number("share"),
  ccs_capture_rate: number("share"),
  co2_utilisation_per_mj: number("kg/MJ"),
  heat_output_capacity: number("MW"),
  hydrogen_output_capacity: number("MW"),
  households_supplied_per_unit: number("households"),
  land_use_per_unit: number("km2"),
  sustainability_share: number("share"),
  takes_part_in_ets: number("share"),
  max_consumption_price: number("EUR/MWh"),
  marginal_costs: number("EUR/MWh"),
  electrical_efficiency_when_using_coal: number("share"),
  electrical_efficiency_when_using_wood_pellets: number("share"),
};

export const MOLECULE_NODE: AttributeTable = {
  ...node,
  from_energy: block(graphConnection),
  output_capacity: number("kg/hour"),
};

export const EDGE: AttributeTable = {
  type: choice("share", "flexible", "inversed_flexible", "dependent", "constant"),
  demand: number("TJ or kton"),
  parent_share: number("share"),
  child_share: number("share"),
  reversed: flag(false),
  priority: number("rank"),
  circular: flag(false),
  treat_as_loss: boolean,
  groups: list,
  graph_methods: list,
};

export const CARRIER: AttributeTable = {
  sustainable: number("share"),
  infinite: boolean,
  cost_per_mj: number("EUR/MJ"),
  fallback_price: number("EUR/MWh"),
  mj_per_kg: number("MJ/kg"),
  co2_conversion_per_mj: number("kg/MJ"),
  potential_co2_conversion_per_mj: number("kg/MJ"),
  typical_production_per_km2: number("MJ/km2"),
  kg_per_liter: number("kg/l"),
  kg_per_mol: number("kg/mol"),
  graphviz_color: text,
  co2_exploration_per_mj: number("kg/MJ"),
  co2_extraction_per_mj: number("kg/MJ"),
  co2_treatment_per_mj: number("kg/MJ"),
  co2_transportation_per_mj: number("kg/MJ"),
  co2_waste_treatment_per_mj: number("kg/MJ"),
};

const inputUnit = "the input's unit";

export const INPUT: AttributeTable = {
  query: text,
  share_group: text,
  label: text,
  label_query: text,
  priority: { ...number("rank"), fallback: 0 },
  max_value: number(inputUnit),
  max_value_gql: text,
  min_value: number(inputUnit),
  min_value_gql: text,
  start_value: number(inputUnit),
  start_value_gql: text,
  step_value: number(inputUnit),
  factor: number("factor"),
  unit: text,
  update_period: choice("present", "future", "both", "before"),
  update_type: text,
  default_unit: text,
  dependent_on: text,
  disabled_by: list,
  disabled_by_couplings: list,
  coupling_groups: list,
};

export const GQUERY: AttributeTable = { query: text, unit: text, deprecated_key: text };
