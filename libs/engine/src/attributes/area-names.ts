/**
 * The names of all area attributes, whether or not a dataset contains them. Reading an absent attribute returns nil;
 * any other name throws.
 */
import { PROPORTIONAL_AREA_ATTRIBUTES } from "@etesian/model/definition";

const homes = "(apartments|corner_houses|detached_houses|semi_detached_houses|terraced_houses)";
const periods = "(before_1945|1945_1964|1965_1984|1985_2004|2005_present)";
const levels = "(ht|mt|lt)";
const bracket = "(first|second|third|fourth|fifth)_bracket";

/** Families of names of attributes that do not depend on the size of the area. */
const families = [
  "area|id|parent_id|group|analysis_year|base_dataset|geo_id",
  "has_\\w+|use_merit_order_demands|weather_curve_set|disabled_sectors",
  "co2_emission_1990_(aviation|marine)_bunkers|co2_emissions_of_imported_electricity_g_per_kwh",
  "co2_percentage_free|co2_price|captured_biogenic_co2_price|offshore_ccs_potential_mt_per_year",
  "(export|import)_electricity_primary_demand_factor|man_hours_per_man_year|investment_hv_net_(low|high|per_turbine)",
  "(lv_net|mv_net|hv_net|lv_mv_trafo|mv_hv_trafo)_(spare_capacity|total_costs_present|costs_per_capacity_step|capacity_per_step)",
  "interconnection_net_costs_present|offshore_net_costs_present|hydrogen_electrolysis_solar_pv_capacity_ratio",
  `present_share_of_${homes}_${periods}_in_useful_demand_for_space_heating`,
  `typical_useful_demand_for_space_heating_(${homes}_(${periods}|future)|buildings_(present|future))`,
  "heat_share_of_apartments_with_block_heating|heat_exchanger_station_investment_costs_eur_per_kw",
  `heat_infrastructure_households_${levels}_indoor_investment_costs_(apartments_(with|without)_block_heating|ground_level_houses)_eur`,
  `heat_${levels}_(sub_station_investment_costs_eur_per_kw|distribution_pipelines_investment_costs_eur_per_meter|primary_pipelines_investment_costs_per_kw)`,
  `heat_length_of_(distribution_pipelines_in_meter_per_residence_object|connection_pipelines_in_meter_per_residence)_${bracket}`,
  "heat_buildings_indoor_investment_costs_eur_per_(kw|connection)",
  "heat_yearly_(indoor|outdoor)_infrastructure_maintenance_costs_factor",
  `(households_${levels}_heat_delivery_system_costs_(ground_level_houses|apartments)|buildings_${levels}_heat_delivery_system_costs)_eur_per_connection`,
  "aquathermal_potential_for_(surface|waste|drink)_water|area_per_building_residence_equivalent",
  "electric_vehicle_profile_[1-5]_share|insulation_level_(new|old)_houses",
];

const pattern = new RegExp(`^(?:${families.join("|")})$`);

export function isAreaAttribute(name: string): boolean {
  return Object.hasOwn(PROPORTIONAL_AREA_ATTRIBUTES, name) || pattern.test(name);
}
