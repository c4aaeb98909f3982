/** Orders of technologies, each under its own name and as `user_sortables`. */
import type { Resource, Row } from "../row.ts";

/** The default orders of the included model. */
const HEAT = {
  lt: [
    "energy_heat_network_storage_lt_steam_hot_water",
    "energy_heat_boiler_lt_electricity",
    "energy_heat_burner_lt_hydrogen",
    "energy_heat_heatpump_water_water_lt_electricity",
    "energy_heat_heatpump_surface_water_water_ts_lt_electricity",
    "energy_heat_heatpump_waste_water_water_ts_lt_electricity",
    "energy_heat_heatpump_drink_water_water_ts_lt_electricity",
  ],
  mt: [
    "energy_heat_network_storage_mt_steam_hot_water",
    "energy_heat_boiler_mt_electricity",
    "energy_heat_burner_mt_hydrogen",
    "energy_heat_burner_mt_network_gas",
    "energy_heat_burner_mt_wood_pellets",
    "energy_heat_burner_mt_waste_mix",
    "energy_heat_burner_mt_coal",
    "energy_heat_burner_mt_crude_oil",
    "energy_heat_heatpump_water_water_mt_electricity",
    "energy_heat_heatpump_surface_water_water_ts_mt_electricity",
    "energy_heat_heatpump_waste_water_water_ts_mt_electricity",
    "energy_heat_heatpump_drink_water_water_ts_mt_electricity",
  ],
  ht: [
    "energy_heat_network_storage_ht_steam_hot_water",
    "energy_heat_boiler_ht_electricity",
    "energy_heat_burner_ht_hydrogen",
    "energy_heat_burner_ht_network_gas",
    "energy_heat_burner_ht_wood_pellets",
    "energy_heat_burner_ht_waste_mix",
    "energy_heat_burner_ht_coal",
    "energy_heat_burner_ht_crude_oil",
    "energy_heat_heatpump_water_water_ht_electricity",
  ],
} as const;
const PLAIN_ORDERS = {
  forecast_storage_order: [
    "energy_flexibility_flow_batteries_electricity",
    "energy_flexibility_hv_opac_electricity",
    "energy_flexibility_mv_batteries_electricity",
    "energy_flexibility_pumped_storage_electricity",
  ],
  hydrogen_supply_order: [
    "energy_hydrogen_storage_depleted_gas_field",
    "energy_hydrogen_storage_salt_cavern",
    "energy_hydrogen_autothermal_reformer_dispatchable",
    "energy_hydrogen_steam_methane_reformer_dispatchable",
    "energy_hydrogen_ammonia_reformer_dispatchable",
  ],
  hydrogen_demand_order: ["energy_hydrogen_storage_depleted_gas_field", "energy_hydrogen_storage_salt_cavern"],
} as const;

const BOILER = "energy_heat_boiler_mt_electricity";
/** The order of a scenario that lists only the boiler: all other technologies follow in their default order. */
const BOILER_FIRST = [BOILER, ...HEAT.mt.filter((key) => key !== BOILER)];

const plainOrderRows = Object.entries(PLAIN_ORDERS).flatMap(([name, order]): Row[] => [
  {
    rule: `the ${name} is returned`,
    source: "4.6",
    send: `GET /scenarios/{id}/${name}`,
    response: { status: 200, body: { order } },
  },
  {
    rule: `the ${name} can be reversed`,
    source: "4.6",
    send: `PUT /scenarios/{id}/${name}`,
    body: { order: order.toReversed() },
    response: { status: 200, body: { order: order.toReversed() } },
  },
  {
    rule: `the ${name} may be nested under its own name in the body`,
    source: "4.6",
    send: `PATCH /scenarios/{id}/${name}`,
    body: { [name]: { order: order.toReversed() } },
    response: { status: 200, body: { order: order.toReversed() } },
  },
]);

const SPACE_HEATING = "/scenarios/{id}/households_space_heating_producer_order";

export const orders: Resource = {
  name: "orders",
  model: "starter",
  rows: [
    {
      rule: "a heat network's order is returned by temperature",
      source: "4.6",
      send: "GET /scenarios/{id}/heat_network_order?subtype=mt",
      response: { status: 200, body: { order: HEAT.mt } },
    },
    {
      rule: "omitted groups follow in their default order",
      source: "4.6",
      send: "PUT /scenarios/{id}/heat_network_order",
      body: { subtype: "mt", order: [BOILER] },
      response: { status: 200, body: { order: BOILER_FIRST } },
    },
    {
      rule: "a stored order is returned",
      source: "4.6",
      setup: [{ send: "PUT /scenarios/{id}/heat_network_order", body: { subtype: "mt", order: [BOILER] } }],
      send: "GET /scenarios/{id}/heat_network_order?subtype=mt",
      response: { status: 200, body: { order: BOILER_FIRST } },
    },
    {
      rule: "an empty order restores the default",
      source: "4.6",
      setup: [{ send: "PUT /scenarios/{id}/heat_network_order", body: { subtype: "mt", order: [BOILER] } }],
      send: "PATCH /scenarios/{id}/heat_network_order",
      body: { subtype: "mt", order: [] },
      response: { status: 200, body: { order: HEAT.mt } },
    },
    {
      rule: "unknown groups are listed in the error",
      source: "d23",
      send: "PUT /scenarios/{id}/heat_network_order",
      body: { subtype: "mt", order: ["nope", "nor_this"] },
      response: { status: 422, body: { errors: ["Order contains unknown options: nope, nor_this"] } },
    },
    {
      rule: "an order that is not a list is refused, and the stored order is kept",
      source: "own",
      setup: [{ send: "PUT /scenarios/{id}/heat_network_order", body: { subtype: "mt", order: [BOILER] } }],
      send: "PUT /scenarios/{id}/heat_network_order",
      body: { subtype: "mt", order: "x" },
      response: { status: 422, code: "invalid", body: { errors: ["Order must be a list"] } },
    },
    {
      rule: "a null order restores the default",
      source: "own",
      send: "PUT /scenarios/{id}/heat_network_order",
      body: { subtype: "mt", order: null },
      response: { status: 200, body: { order: HEAT.mt } },
    },
    {
      rule: "an unknown temperature level is refused",
      source: "d23",
      send: "PUT /scenarios/{id}/heat_network_order",
      body: { subtype: "hot", order: [] },
      response: { status: 422, code: "unknown_subtype" },
    },
    {
      rule: "a missing temperature level is refused",
      source: "d23",
      send: "GET /scenarios/{id}/heat_network_order",
      response: { status: 400, code: "missing_parameter" },
    },
    {
      rule: "a request without an order is refused",
      source: "4.6",
      send: "PUT /scenarios/{id}/forecast_storage_order",
      body: {},
      response: { status: 400, code: "missing_parameter" },
    },
    {
      rule: "a read-only scenario accepts no order",
      source: "3",
      scenarioFields: { read_only: true },
      send: "PUT /scenarios/{id}/forecast_storage_order",
      body: { order: [] },
      response: { status: 403, code: "read_only" },
    },
    {
      rule: "an unknown scenario has no order",
      source: "7",
      send: "GET /scenarios/999999/forecast_storage_order",
      response: { status: 404 },
    },
    ...plainOrderRows,
    {
      rule: "the space heating order is returned",
      source: "4.6",
      send: `GET ${SPACE_HEATING}`,
      response: {
        status: 200,
        body: {
          order: (keys: readonly string[]) =>
            keys[0]?.includes("heatpump") === true && new Set(keys).size === keys.length,
        },
      },
    },
    {
      rule: "the space heating order is changed",
      source: "4.6",
      send: `PUT ${SPACE_HEATING}`,
      body: { order: ["households_space_heater_wood_pellets"] },
      response: {
        status: 200,
        body: { order: ([first]: readonly string[]) => first === "households_space_heater_wood_pellets" },
      },
    },
    {
      rule: "the space heating order is reset to its default",
      source: "4.6",
      send: `PATCH ${SPACE_HEATING}`,
      body: { order: [] },
      response: {
        status: 200,
        body: { order: (keys: readonly string[]) => keys.at(-1) === "households_space_heater_wood_pellets" },
      },
    },
    {
      rule: "all orders are returned",
      source: "etm",
      send: "GET /scenarios/{id}/user_sortables",
      response: {
        status: 200,
        body: { heat_network: HEAT, hydrogen_demand: PLAIN_ORDERS.hydrogen_demand_order },
      },
    },
    {
      rule: "the existing orders are listed",
      source: "etm",
      send: "GET /scenarios/{id}/user_sortables/meta",
      response: { status: 200, body: { heat_network_subtypes: ["lt", "mt", "ht"] } },
    },
    {
      rule: "an order is returned by its sortable name",
      source: "etm",
      send: "GET /scenarios/{id}/user_sortables/heat_network?subtype=mt",
      response: { status: 200, body: { order: HEAT.mt } },
    },
    {
      rule: "an order is changed by its sortable name",
      source: "etm",
      send: "PUT /scenarios/{id}/user_sortables/heat_network",
      body: { subtype: "mt", order: [BOILER] },
      response: { status: 200, body: { order: BOILER_FIRST } },
    },
    {
      rule: "an order is reset by its sortable name",
      source: "etm",
      send: "PATCH /scenarios/{id}/user_sortables/hydrogen_supply",
      body: { order: [] },
      response: { status: 200, body: { order: PLAIN_ORDERS.hydrogen_supply_order } },
    },
    {
      rule: "an unknown order is not found",
      source: "etm",
      send: "GET /scenarios/{id}/user_sortables/nope",
      response: { status: 404, code: "not_found" },
    },
    {
      rule: "the removed flexibility order is not found",
      source: "etm",
      send: "GET /scenarios/{id}/flexibility_order",
      response: { status: 404, code: "flexibility_order" },
    },
  ],
};
