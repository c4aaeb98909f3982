/** Requests whose responses differ from the reference's, with the reason. */

export interface Difference {
  readonly reason: string;
  readonly status: number;
  /** If absent, the body is not compared. */
  readonly body?: unknown;
}

const NO_HOURS = { errors: ["Merit order and time-resolved calculation are not enabled for this scenario"] };

/** By method, path and body, or by the name of the request. */
export const DIFFERENCES: { readonly [request: string]: Difference } = {
  'POST /scenarios {"scenario":{"preset_scenario_id":24}}': {
    reason: "the reference copies nothing; here it clones like scenario_id",
    status: 200,
  },
  'POST /scenarios {"scenario":{"area_code":"nl2023","end_year":2050,"scale":{"area_attribute":"present_number_of_residences","value":-5}}}':
    {
      reason: "a region cannot have a negative size",
      status: 422,
    },
  'POST /scenarios {"scenario":{"area_code":"nl2023","end_year":2050,"scale":{"area_attribute":"nope","value":1000}}}':
    {
      reason: "the message also names the mistake",
      status: 422,
    },
  'POST /scenarios {"scenario":{"area_code":"nl2023","end_year":99999}}': {
    reason: "a year has four digits",
    status: 422,
  },
  'PUT /scenarios/24 {"scenario":{"user_values":{"transport_car_using_electricity_share":null}}}': {
    reason: "the reference fails",
    status: 422,
    body: { errors: ["Input transport_car_using_electricity_share must be numeric"] },
  },
  'PUT /scenarios/24 {"scenario":{"user_values":{"transport_car_using_electricity_share":true}}}': {
    reason: "the reference fails; a boolean is 1 or 0",
    status: 200,
  },
  'PUT /scenarios/24 {"scenario":{"user_values":{"transport_car_using_electricity_share":[1]}}}': {
    reason: "the reference fails",
    status: 422,
    body: { errors: ["Input transport_car_using_electricity_share must be numeric"] },
  },
  'PUT /scenarios/24 {"scenario":{"user_values":{"settings_enable_merit_order":true}}}': {
    reason: "the reference fails; a boolean is 1 or 0",
    status: 200,
  },
  'POST /scenarios {"scenario":{"area_code":"nl2023","end_year":2050,"user_values":{"transport_car_using_electricity_share":200}}}':
    {
      reason: "bounds also apply in share groups",
      status: 422,
      body: { errors: { base: ["Input transport_car_using_electricity_share cannot be greater than 100.0"] } },
    },
  'PUT /scenarios/24 {"scenario":{"title":"x"}}': { reason: "the title is stored in the metadata", status: 200 },
  "GET /scenarios/24/inputs/nope ": {
    reason: "the reference exposes a class name",
    status: 404,
    body: { errors: ["No such input: nope"] },
  },
  "GET /inputs ": { reason: "there is no such route", status: 404 },
  "GET /inputs/transport_car_using_electricity_share ": { reason: "there is no such route", status: 404 },
  "GET /inputs/list ": { reason: "there is no such route", status: 404 },
  ...Object.fromEntries(
    ["GET /scenarios/999999 ", "GET /scenarios/abc ", "DELETE /scenarios/999999 "].map((request) => [
      request,
      {
        reason: "missing scenarios get the same response as private ones",
        status: 404,
        body: { errors: ["Not found"] },
      },
    ]),
  ),
  "upload interconnector_1_import_availability: availability over 1": {
    reason: "availabilities are between 0 and 1",
    status: 422,
  },
  'PUT /scenarios/24/forecast_storage_order {"order":"energy_flexibility_flow_batteries_electricity"}': {
    reason: "an order that is not a list would reset the order",
    status: 422,
  },
  ...Object.fromEntries(
    ['{"groups":["external_model_industry"]}', '{"groups":[]}'].map((body) => [
      `POST /scenarios/24/uncouple ${body}`,
      { reason: "a group that was uncoupled stays inactive until it is coupled again", status: 200 },
    ]),
  ),
  ...Object.fromEntries(
    ['{"groups":["nope"]}', "{}"].map((body) => [
      `POST /scenarios/24/uncouple ${body}`,
      { reason: "an unknown group, or no group, is refused, as for couple", status: 422 },
    ]),
  ),
  ...Object.fromEntries(
    ["false", '"false"'].map((autobalance) => [
      `PUT /scenarios/24 {"scenario":{"user_values":{"transport_car_using_electricity_share":30}},"autobalance":${autobalance}}`,
      { reason: "the message names the members that the user set first", status: 422 },
    ]),
  ),
  ...Object.fromEntries(
    ['"x"', "[1]"].map((metadata) => [
      `PUT /scenarios/24 {"scenario":{"metadata":${metadata}}}`,
      { reason: "metadata is an object; the reference ignores anything else", status: 422 },
    ]),
  ),
  'POST /scenarios/24/couple {"groups":["nope"]}': { reason: "the message names the existing groups", status: 422 },
  "GET /nope ": { reason: "the reference fails", status: 404 },
  "GET /scenarios/24/nope.csv ": { reason: "the reference fails", status: 404 },
  "GET /scenarios/24/curves/nope.csv ": { reason: "the reference fails", status: 404 },
  "GET /scenarios/24/costs_parameters.csv ": { reason: "the reference fails", status: 200 },
  ...Object.fromEntries(
    [
      "electricity_profiles.csv",
      "merit_order.csv",
      "electricity_price.csv",
      "electricity_price",
      "hydrogen_integral_cost.csv",
      "household_heat.csv",
    ].map((curve) => [
      `GET /scenarios/24/curves/${curve} `,
      { reason: "errors have one shape", status: 404, body: NO_HOURS },
    ]),
  ),
  "GET /scenarios/24/heat_network_order ": {
    reason: "a heat network has three orders",
    status: 400,
    body: { errors: ["param is missing or the value is empty or invalid: subtype"] },
  },
  "GET /scenarios/24/user_sortables/heat_network ": {
    reason: "a heat network has three orders",
    status: 400,
    body: { errors: ["param is missing or the value is empty or invalid: subtype"] },
  },
  'PUT /scenarios/24/heat_network_order {"order":["energy_heat_boiler_ht_electricity"]}': {
    reason: "a heat network has three orders",
    status: 400,
    body: { errors: ["param is missing or the value is empty or invalid: subtype"] },
  },
  "PUT /scenarios/24/forecast_storage_order {}": {
    reason: "the same message everywhere",
    status: 400,
    body: { errors: ["param is missing or the value is empty or invalid: forecast_storage_order"] },
  },
  'POST /scenarios/24/uncouple {"force":true}': {
    reason: "no queries are requested, so no results are returned",
    status: 200,
  },
  "GET /scenarios/24/heat_network_order?subtype=xx ": {
    reason: "the reference fails",
    status: 422,
    body: { errors: ['Temperature "xx" is not a valid temperature level'] },
  },
  'PUT /scenarios/24/heat_network_order {"subtype":"xx","order":["energy_heat_boiler_ht_electricity"]}': {
    reason: "the reference fails",
    status: 422,
    body: { errors: ['Temperature "xx" is not a valid temperature level'] },
  },
  'PUT /scenarios/24/heat_network_order {"heat_network_order":{"subtype":"ht","order":["energy_heat_network_storage_ht_steam_hot_water"]}}':
    { reason: "the subtype may be sent next to its order", status: 200 },
  "POST /scenarios/24/couple {}": {
    reason: "the reference fails",
    status: 422,
    body: { errors: { groups: ["can't be blank"] } },
  },
  'POST /scenarios/24/couple {"force":true}': {
    reason: "the reference fails",
    status: 422,
    body: { errors: { groups: ["can't be blank"] } },
  },
  "GET /scenarios/24/merit ": { reason: "the reference fails without hours", status: 404, body: NO_HOURS },
  "GET /scenarios/24/merit?include_curves=false ": {
    reason: "the reference fails without hours",
    status: 404,
    body: NO_HOURS,
  },
  'POST /scenarios/24/interpolate {"end_year":2035,"start_scenario_id":25}': {
    reason: "scenario 25 would end in 99999, a year of five digits",
    status: 404,
  },
  'POST /scenarios/interpolate {"scenario_ids":[],"end_years":[]}': {
    reason: "the same message everywhere",
    status: 400,
    body: { errors: ["param is missing or the value is empty or invalid: scenario_ids"] },
  },
  'POST /scenarios/merge {"scenarios":[{"scenario_id":24,"weight":1},{"scenario_id":25,"weight":1}]}': {
    reason: "the reference finds no scenarios by numeric ID; scenario 25 does not exist",
    status: 404,
  },
  "GET /scenarios/24,25/batch ": { reason: "scenario 25 would end in 99999, a year of five digits", status: 200 },
  "upload interconnector_1_price: price": {
    reason: "prices are rounded to cents",
    status: 200,
    body: { stats: { length: 8760, min_at: 0, max_at: 0, max: 40.13, min: 40.13, mean: 40.13 }, source_scenario: {} },
  },
  ...Object.fromEntries(
    [
      ["interconnector_1_price: too few", "wrong_length"],
      ["interconnector_1_price: too many", "wrong_length"],
      ["interconnector_1_price: text", "illegal_value"],
      ["interconnector_1_price: empty file", "wrong_length"],
      ["electric_buses: comma decimals", "too_many_columns"],
      ["electric_buses: NaN", "illegal_value"],
    ].map(([upload = "", key]) => [
      `upload ${upload}`,
      { reason: "the message also names the position", status: 422, body: { error_keys: [key] } },
    ]),
  ),
  "malformed JSON": { reason: "the message also names the position", status: 400 },
  "upload without a file": {
    reason: "the same message everywhere",
    status: 400,
    body: { errors: ["param is missing or the value is empty or invalid: file"] },
  },
  "bad token": {
    reason: "an invalid token is refused",
    status: 401,
    body: { errors: ["Invalid or expired token"] },
  },
  "GET /scenarios/templates ": { reason: "the reference fails; presets are listed", status: 200, body: [] },
  "GET /saved_scenarios ": { reason: "the reference fails; a token is needed", status: 401 },
  "GET /saved_scenarios/1 ": { reason: "the reference fails; a token is needed", status: 401 },
  'POST /saved_scenarios {"saved_scenario":{"scenario_id":24,"title":"x"}}': {
    reason: "the reference fails; a token is needed",
    status: 401,
  },
  "GET /scenarios/versions ": { reason: "the reference fails", status: 200, body: {} },
  "GET /scenarios/24/users ": { reason: "callers without a token get the same refusal everywhere", status: 403 },
};
