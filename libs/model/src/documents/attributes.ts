/**
 * The attributes of each document class and node block, in one table. The loader uses it to type documents, and the
 * checks to resolve references. The calculation derives columns, blocks, write rules and scaling from it.
 * docs/reference/attributes.md is generated from it (`npm run generate`).
 *
 * Adding an attribute takes one row. Attributes that documents may not set (`source`) also have a row, for queries and
 * inputs.
 */
import type { AttributeValue, GraphName } from "../definition.ts";

export type AttributeType =
  | {
      readonly kind: "number";
      /** Unit in the calculation, for queries and inputs. */
      readonly unit: string;
      /** Unit in documents, if it differs. */
      readonly documentUnit?: string;
    }
  | { readonly kind: "boolean" }
  | { readonly kind: "text"; readonly oneOf?: readonly string[] }
  /** Names in brackets; a single name needs no brackets. */
  | { readonly kind: "list" }
  /** Any names below the attribute (`capacity.electricity`), with numbers or text. */
  | { readonly kind: "map" }
  | { readonly kind: "block"; readonly attributes: AttributeTable };

export interface Attribute {
  readonly type: AttributeType;
  readonly description?: string;
  /** Default value in a document (or an existing block) that does not set it; if absent, there is "no value". */
  readonly fallback?: AttributeValue;
  /** Value that queries read if a block does not set it; the document itself has no value. Nil if absent. */
  readonly readsAs?: AttributeValue;
  /** The graph of the nodes that it refers to; `own` is the node's graph. */
  readonly refersTo?: GraphName | "own";
  /**
   * Source of a value that documents may not set. `calculation`: inputs or the hourly calculation. `nowhere`: always
   * nil, but known to queries.
   */
  readonly source?: "calculation" | "nowhere";
  /**
   * Access to numbers: `write` (the default) lets inputs write and queries read it, `read` only lets queries read it,
   * `none` reserves it for the calculation.
   */
  readonly access?: "read" | "none";
  /** A result of the hourly calculation that needs all hourly prices; computed on first read. */
  readonly needsPrice?: true;
  /** An amount that is proportional to the size of the region. */
  readonly scales?: true;
}

export type AttributeTable = { readonly [name: string]: Attribute };

type Facets = Omit<Attribute, "type" | "description">;

export const number = (unit: string, description?: string, facets: Facets = {}): Attribute => ({
  type: { kind: "number", unit },
  ...(description === undefined ? {} : { description }),
  ...facets,
});
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

/** An annual amount of energy or of a substance. */
const amount = (description: string, facets: Facets = {}): Attribute => ({
  type: { kind: "number", unit: "MJ; molecules kg", documentUnit: "TJ; molecules kton" },
  description,
  ...facets,
});
const money = (description: string): Attribute => number("EUR", description);
/** Earnings and costs from the hourly calculation, which inputs cannot set. */
const finance = (unit: string, description: string): Attribute =>
  number(unit, description, { source: "calculation", access: "read", needsPrice: true });
/** An attribute that the reference has but never sets. */
const alwaysNil = (unit: string): Attribute => number(unit, "always nil", { source: "nowhere" });

/** How a node participates in a market with hourly dispatch. */
const participant: AttributeTable = {
  type: choice("consumer", "flex", "producer"),
  subtype: { ...text, fallback: "generic", description: "kind of member, see hourly.md" },
  group: { ...text, description: "load profile" },
  output_capacity_from_demand_of: {
    ...text,
    refersTo: "own",
    description: "storage: its capacity follows this node's demand",
  },
  output_capacity_from_demand_share: number("share", "storage: ratio of its capacity to that node's demand"),
  subordinate_to: { ...text, refersTo: "own", description: "node whose unmet demand this consumer covers" },
  input_capacity_from_share: number("share", "ratio of its input capacity to its output capacity"),
  // Only electricity has them (in Atlas, NodeAttributes::MeritOrder returns nil, and its electricity subclass has the
  // attributes).
  delegate: { ...text, source: "nowhere", description: "always nil" },
  production_curtailment: alwaysNil("share"),
};

const connection = (other: GraphName): AttributeTable => ({
  source: { ...text, refersTo: other, description: "node of the other graph" },
  attribute: { ...text, fallback: "demand", description: "attribute of that node to copy" },
  direction: { ...choice("input", "output"), description: "whether to convert its inputs or outputs, by carrier" },
  conversion: {
    ...map,
    description: "one factor, or one per carrier; `carrier: …` and `edges: …` name an attribute that has it",
  },
});

/** Nodes of both graphs. */
const NODE: AttributeTable = {
  groups: list,
  use: choice("energetic", "non_energetic", "undefined"),
  sector_label: { ...text, description: "with `use`, the key of the sector mapping" },
  presentation_group: { ...text, description: "determines the figures on the node's page" },
  graph_methods: { ...list, description: "changes that a derived area may make" },
  waste_outputs: { ...list, description: "carriers of outputs that are free by-products" },
  scaling_exempt: { ...boolean, description: "keeps its demand in derived areas" },
  availability: number("share", "fraction of the year in which it can run"),
  demand: amount("energy or substance that flows through the node"),
  demand_expected_value: amount("demand set by data or inputs", { scales: true }),
  expected_demand: amount("", { access: "none" }),
  full_load_hours: number("h", "hours per year at full load"),
  full_load_seconds: number("s", "the same in seconds", { source: "calculation", access: "read" }),
  input_efficiency: number("share"),
  max_demand: amount("upper limit of its demand", { scales: true }),
  number_of_units: number("units", "plants of typical size", { scales: true }),
  output_efficiency: number("share"),
  preset_demand: amount("demand that is set instead of calculated", { scales: true }),
  typical_input_capacity: number("MW", "input of one unit at full load"),
  ccs_investment: money("investment in CO2 capture, per unit"),
  construction_time: number("years"),
  cost_of_installing: money("per unit"),
  decommissioning_costs: money("per unit"),
  fixed_operation_and_maintenance_costs_per_year: number("EUR/year", "per unit"),
  initial_investment: money("per unit"),
  technical_lifetime: number("years"),
  variable_operation_and_maintenance_costs_for_ccs_per_full_load_hour: number("EUR/h", "per unit"),
  variable_operation_and_maintenance_costs_per_full_load_hour: number("EUR/h", "per unit"),
  fixed_costs_per_mw_input_capacity: number("EUR/MW"),
  wacc: number("share", "weighted average cost of capital"),
  merit_order_position: number("rank", "rank among dispatchables", { source: "calculation" }),
  profit_per_mwh_electricity: number("EUR/MWh", "profit of a merit-order member", {
    source: "calculation",
    needsPrice: true,
  }),
  costs_per_mj: alwaysNil("EUR/MJ"),
  excel_id: alwaysNil(""),
  merit_order_full_load_hours: alwaysNil("h"),
  merit_order_capacity_factor: alwaysNil("share"),
};

export const ENERGY_NODE: AttributeTable = {
  ...NODE,
  has_loss: boolean,
  fever: block({
    type: choice("consumer", "producer"),
    group: { ...text, description: "group of heat demand to which it belongs" },
    curve: { ...map, readsAs: {}, description: "load profile by type of technology" },
    share_in_group: number("share", "share of the group's heat"),
    present_share_in_demand: number("share", "share of the group's demand in the start year"),
    technology_curve_type: choice("tech_day_night", "tech_constant", "default"),
    defer_for: number("h", "maximum time that demand may be deferred"),
    efficiency_based_on: { ...text, description: "carrier whose efficiency follows the temperature" },
    efficiency_balanced_with: { ...text, description: "carrier whose conversion balances it" },
    base_cop: number("COP", "COP at 0 °C"),
    cop_per_degree: number("COP/°C"),
    cop_cutoff: number("COP", "minimum COP of a hybrid; below it, the other carrier heats"),
    alias_of: { ...text, refersTo: "own", description: "node whose producer it shares" },
    capacity: { ...map, readsAs: {}, description: "MW per unit, by carrier" },
  }),
  heat_network_lt: block(participant),
  heat_network_mt: block(participant),
  heat_network_ht: block(participant),
  agriculture_heat: block(participant),
  hydrogen: block(participant),
  merit_order: block({
    ...participant,
    level: {
      ...choice("lv", "mv", "hv", "omit"),
      fallback: "hv",
      description: "network level to which it is connected",
    },
    demand_source: { ...list, readsAs: [], refersTo: "own", description: "nodes whose load it may shift or replace" },
    demand_profile: text,
    delegate: { ...text, refersTo: "own", description: "node whose figures apply to it" },
    production_curtailment: number("share", "fraction of the peak that is cut off"),
    satisfy_with_dispatchables: { ...boolean, description: "whether dispatchables run for its exports" },
    relations: { ...map, refersTo: "own", description: "nodes of a hybrid farm, by role" },
    load_shifting_hours: number("h", "maximum time that load may be deferred"),
    temperature_cutoff: number("°C", "outdoor temperature that determines when it heats"),
  }),
  network_gas: block({
    type: choice("consumer", "producer", "storage", "import", "export", "transformation"),
    profile: text,
    behavior: text,
    demand_carrier: text,
    subordinate_to: { ...text, refersTo: "own" },
    subordinate_to_output: { ...text, description: "carrier of its output" },
  }),
  storage: block({
    volume: number("MWh", "per unit"),
    decay: { ...number("share/h", "share of the stored energy that is lost"), fallback: 0 },
    cost_per_mwh: { ...number("EUR/MWh", "per volume"), fallback: 0 },
  }),
  from_molecules: block(connection("molecules")),
  electricity_output_capacity: number("MW", "electricity output of one unit at full load"),
  free_co2_factor: number("share", "share of the CO2 that is not emitted"),
  ccs_capture_rate: number("share", "share of the CO2 that is captured"),
  co2_utilisation_per_mj: number("kg/MJ", "CO2 used per unit of output"),
  heat_output_capacity: number("MW", "heat output of one unit at full load"),
  hydrogen_output_capacity: number("MW", "hydrogen output of one unit at full load"),
  households_supplied_per_unit: number("households"),
  land_use_per_unit: number("km2"),
  sustainability_share: number("share", "sustainable share of a source whose carriers do not specify one", {
    access: "none",
  }),
  takes_part_in_ets: number("1 or 0", "whether the node pays for emissions in the ETS"),
  profitability: {
    ...text,
    source: "calculation",
    needsPrice: true,
    description: "whether the revenues of a merit-order member cover its costs",
  },
  max_consumption_price: number("EUR/MWh", "highest price at which it buys energy"),
  marginal_costs: number("EUR/MWh", "replaces the costs of fuel and operation", { needsPrice: true }),
  electrical_efficiency_when_using_coal: number("share"),
  electrical_efficiency_when_using_wood_pellets: number("share"),
  revenue_hourly_electricity: finance("EUR/year", "electricity sold at hourly prices"),
  revenue_hourly_electricity_per_plant: finance("EUR/year", "per unit"),
  revenue_hourly_electricity_per_mwh: finance("EUR/MWh", "per unit of output"),
  fuel_costs_electricity: finance("EUR/year", "electricity bought at hourly prices"),
  fuel_costs_electricity_per_plant: finance("EUR/year", "per unit"),
};

export const MOLECULE_NODE: AttributeTable = {
  ...NODE,
  from_energy: block(connection("energy")),
  output_capacity: number("kg/h", "output of one unit at full load"),
};

export const EDGE: AttributeTable = {
  type: choice("share", "flexible", "inversed_flexible", "dependent", "constant"),
  demand: { ...amount("flow in the start year"), access: "read" },
  parent_share: number("share", "share of the supplier's output", { access: "read" }),
  child_share: number("share", "share of the consumer's input", { access: "none" }),
  reversed: { ...flag(false), description: "the supplier calculates it" },
  priority: number("rank", "rank of a flexible edge: the highest is filled first", { access: "read" }),
  circular: { ...flag(false), description: "closes a loop of shares" },
  treat_as_loss: boolean,
  groups: list,
  graph_methods: { ...list, description: "changes that a derived area may make" },
  share: number("share", "share of its slot; constant edges: MJ, kg", { source: "calculation" }),
  value: number("MJ; molecules kg", "flow", { source: "calculation" }),
  co2_per_mj: number("kg/MJ", "replaces its carrier's value; energy graph only", { source: "calculation" }),
};

export const CARRIER: AttributeTable = {
  sustainable: number("share"),
  infinite: boolean,
  cost_per_mj: number("EUR/MJ"),
  fallback_price: number("EUR/MWh", "electricity only"),
  mj_per_kg: number("MJ/kg"),
  co2_conversion_per_mj: number("kg/MJ", "fossil CO2 when burnt"),
  potential_co2_conversion_per_mj: number("kg/MJ", "biogenic CO2 when burnt"),
  co2_per_mj: number("kg/MJ", "replaces `co2_conversion_per_mj`", { source: "calculation" }),
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

/** Rows of one kind in a table, in order. */
export function attributesOf<Kind extends AttributeType["kind"]>(
  table: AttributeTable,
  kind: Kind,
): (Attribute & { readonly name: string; readonly type: Extract<AttributeType, { readonly kind: Kind }> })[] {
  const isOfKind = (type: AttributeType): type is Extract<AttributeType, { readonly kind: Kind }> => type.kind === kind;
  return Object.entries(table).flatMap(([name, { type, ...rest }]) =>
    isOfKind(type) ? [{ ...rest, name, type }] : [],
  );
}

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
