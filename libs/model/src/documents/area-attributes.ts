/** The attributes of an area (dataset documents): properties of a region, in the documents' units. */
import { block, boolean, flag, map, number, numbers, text, type AttributeTable } from "./attributes.ts";

const residenceTypes = ["apartments", "corner_houses", "detached_houses", "semi_detached_houses", "terraced_houses"];
const constructionPeriods = ["before_1945", "1945_1964", "1965_1984", "1985_2004", "2005_present"];

/**
 * Area attributes proportional to the size of a region: scaling a region also scales them. (Derived datasets state
 * their own values.)
 */
export const PROPORTIONAL_AREA_ATTRIBUTES: AttributeTable = {
  ...numbers("EUR/year", "annual_infrastructure_cost_electricity annual_infrastructure_cost_gas"),
  ...numbers("km2", "areable_land"),
  ...numbers("MW", "capacity_buffer_decentral_in_mj_s capacity_buffer_in_mj_s"),
  ...numbers("Mton", "co2_emission_1990 co2_emission_2009"),
  ...numbers("km", "coast_line"),
  ...numbers("MW", "interconnector_capacity"),
  ...numbers("km2", "total_land_area"),
  ...numbers("vehicles", "number_of_cars number_of_busses number_of_trucks number_of_vans"),
  ...numbers(
    "buildings",
    `present_number_of_residences present_number_of_buildings
     ${residenceTypes.flatMap((type) => constructionPeriods.map((period) => `present_number_of_${type}_${period}`)).join(" ")}`,
  ),
  ...numbers("inhabitants", "number_of_inhabitants"),
  ...numbers(
    "km2",
    "offshore_suitable_for_wind residences_roof_surface_available_for_pv buildings_roof_surface_available_for_pv",
  ),
  ...numbers(
    "Mton CO2-eq",
    `energetic_emissions_other_ghg_industry energetic_emissions_other_ghg_energy
     energetic_emissions_other_ghg_transport energetic_emissions_other_ghg_buildings
     energetic_emissions_other_ghg_households energetic_emissions_other_ghg_agriculture
     non_energetic_emissions_co2_chemical_industry non_energetic_emissions_co2_other_industry
     non_energetic_emissions_co2_agriculture_manure non_energetic_emissions_co2_agriculture_soil_cultivation
     non_energetic_emissions_co2_waste_management
     non_energetic_emissions_other_ghg_chemical_industry non_energetic_emissions_other_ghg_other_industry
     non_energetic_emissions_other_ghg_agriculture_fermentation non_energetic_emissions_other_ghg_agriculture_manure
     non_energetic_emissions_other_ghg_agriculture_soil_cultivation
     non_energetic_emissions_other_ghg_agriculture_other non_energetic_emissions_other_ghg_waste_management
     indirect_emissions_co2`,
  ),
};

const general: AttributeTable = {
  area: text,
  id: number("id"),
  parent_id: number("id"),
  group: { ...text, fallback: "unsorted" },
  enabled: { ...block({ etengine: flag(true), etmodel: flag(true) }), fallback: { etengine: true, etmodel: true } },
  analysis_year: { ...number("year"), fallback: 2011 },
};

const flags: AttributeTable = {
  has_agriculture: flag(true),
  has_semi_detached_houses: flag(true),
  has_coastline: flag(true),
  has_industry: flag(true),
  has_lignite: flag(false),
  has_merit_order: flag(false),
  has_mountains: flag(true),
  has_solar_csp: flag(false),
  has_offshore_solar: flag(false),
  use_merit_order_demands: flag(true),
  has_weather_curves: flag(false),
  has_coal_oil_for_heating_built_environment: flag(false),
  has_aquathermal_potential_for_surface_water: flag(false),
  has_aquathermal_potential_for_waste_water: flag(false),
  has_aquathermal_potential_for_drink_water: flag(false),
};

const networkLevels = ["lv_net", "mv_net", "hv_net", "lv_mv_trafo", "mv_hv_trafo"];

/** Attributes independent of the size of a region. */
const constants: AttributeTable = {
  ...numbers("Mton", "co2_emission_1990_aviation_bunkers co2_emission_1990_marine_bunkers"),
  ...numbers("g/kWh", "co2_emissions_of_imported_electricity_g_per_kwh"),
  ...numbers("share", "co2_percentage_free"),
  ...numbers("EUR/kg", "co2_price captured_biogenic_co2_price"),
  ...numbers("Mton/year", "offshore_ccs_potential_mt_per_year"),
  ...numbers("factor", "export_electricity_primary_demand_factor import_electricity_primary_demand_factor"),
  ...numbers("hours", "man_hours_per_man_year"),
  ...numbers("EUR", "investment_hv_net_low investment_hv_net_high investment_hv_net_per_turbine"),
  ...Object.assign(
    {},
    ...networkLevels.map((level) => ({
      [`${level}_spare_capacity`]: number("share"),
      [`${level}_total_costs_present`]: number("EUR/year"),
      [`${level}_costs_per_capacity_step`]: number("EUR"),
      [`${level}_capacity_per_step`]: number("MW"),
    })),
  ),
  ...numbers("EUR/year", "interconnection_net_costs_present offshore_net_costs_present"),
  ...numbers("factor", "hydrogen_electrolysis_solar_pv_capacity_ratio"),
  ...numbers(
    "share",
    residenceTypes
      .flatMap((type) =>
        constructionPeriods.map((period) => `present_share_of_${type}_${period}_in_useful_demand_for_space_heating`),
      )
      .join(" "),
  ),
  ...numbers(
    "kWh/m2",
    [
      ...residenceTypes.flatMap((type) => [...constructionPeriods, "future"].map((period) => `${type}_${period}`)),
      "buildings_present",
      "buildings_future",
    ]
      .map((name) => `typical_useful_demand_for_space_heating_${name}`)
      .join(" "),
  ),
  ...numbers("share", "heat_share_of_apartments_with_block_heating"),
  ...heatNetworkCosts("ht", ["heat_exchanger_station_investment_costs_eur_per_kw"]),
  ...heatNetworkCosts("mt"),
  ...heatNetworkCosts("lt"),
  ...numbers(
    "m",
    ["distribution_pipelines_in_meter_per_residence_object", "connection_pipelines_in_meter_per_residence"]
      .flatMap((kind) =>
        ["first", "second", "third", "fourth", "fifth"].map((rank) => `heat_length_of_${kind}_${rank}_bracket`),
      )
      .join(" "),
  ),
  ...numbers("EUR/kW", "heat_buildings_indoor_investment_costs_eur_per_kw"),
  ...numbers("EUR", "heat_buildings_indoor_investment_costs_eur_per_connection"),
  ...numbers(
    "factor",
    "heat_yearly_indoor_infrastructure_maintenance_costs_factor heat_yearly_outdoor_infrastructure_maintenance_costs_factor",
  ),
  ...numbers(
    "EUR",
    `${["ht", "mt", "lt"]
      .flatMap((level) =>
        ["ground_level_houses", "apartments"].map(
          (type) => `households_${level}_heat_delivery_system_costs_${type}_eur_per_connection`,
        ),
      )
      .join(" ")}
     buildings_lt_heat_delivery_system_costs_eur_per_connection
     buildings_mt_heat_delivery_system_costs_eur_per_connection
     buildings_ht_heat_delivery_system_costs_eur_per_connection`,
  ),
  ...numbers(
    "PJ",
    "aquathermal_potential_for_surface_water aquathermal_potential_for_waste_water aquathermal_potential_for_drink_water",
  ),
  ...numbers("m2", "area_per_building_residence_equivalent"),
};

/** Costs of heat networks at one temperature level: indoors in homes, then in the street. */
function heatNetworkCosts(level: string, station: readonly string[] = []): AttributeTable {
  return {
    ...numbers(
      "EUR",
      ["apartments_with_block_heating", "apartments_without_block_heating", "ground_level_houses"]
        .map((type) => `heat_infrastructure_households_${level}_indoor_investment_costs_${type}_eur`)
        .join(" "),
    ),
    ...Object.fromEntries(station.map((name) => [name, number("EUR/kW")])),
    [`heat_${level}_sub_station_investment_costs_eur_per_kw`]: number("EUR/kW"),
    [`heat_${level}_distribution_pipelines_investment_costs_eur_per_meter`]: number("EUR/m"),
    [`heat_${level}_primary_pipelines_investment_costs_per_kw`]: number("EUR/kW"),
  };
}

export const FULL_DATASET: AttributeTable = {
  ...general,
  ...flags,
  ...constants,
  electric_vehicle_profile_1_share: { ...number("share"), fallback: 1 },
  electric_vehicle_profile_2_share: { ...number("share"), fallback: 0 },
  electric_vehicle_profile_3_share: { ...number("share"), fallback: 0 },
  electric_vehicle_profile_4_share: { ...number("share"), fallback: 0 },
  electric_vehicle_profile_5_share: { ...number("share"), fallback: 0 },
  ...PROPORTIONAL_AREA_ATTRIBUTES,
};

export const DERIVED_DATASET: AttributeTable = {
  ...FULL_DATASET,
  init: { ...map, fallback: {} },
  base_dataset: text,
  scaling: block({
    area_attribute: text,
    value: number("of the area attribute"),
    base_value: number("of the area attribute"),
    has_agriculture: boolean,
    has_industry: boolean,
    has_energy: boolean,
  }),
  geo_id: text,
};
