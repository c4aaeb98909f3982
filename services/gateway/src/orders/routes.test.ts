import type { SetOrderRequest } from "@etesian/contracts/scenarios";
import type { InjectOptions } from "fastify";
import { expect, test } from "vitest";
import { gateway, rejectionOutcome } from "../gateway.fixture.ts";

const ORDERS = [
  "forecast_storage_order",
  "hydrogen_supply_order",
  "hydrogen_demand_order",
  "households_space_heating_producer_order",
  "heat_network_order_lt",
  "heat_network_order_mt",
  "heat_network_order_ht",
];

/** Sends requests to a gateway whose orders contain their own names. */
async function send(options: InjectOptions | string) {
  const requests: SetOrderRequest[] = [];
  const app = await gateway({
    scenarios: {
      listOrders: async () => ({ orders: Object.fromEntries(ORDERS.map((name) => [name, { keys: [name] }])) }),
      setOrder: async (request) => {
        requests.push(request);
        return request.keys.includes("bad")
          ? rejectionOutcome({ attribute: "base", message: "Order contains unknown options: bad" })
          : { outcome: { $case: "order", value: { keys: [...request.keys, "rest"] } } };
      },
    },
  });
  const response = await app.inject(options);
  return { status: response.statusCode, body: response.json<unknown>(), request: requests[0] };
}
const path = (resource: string) => `/api/v3/scenarios/1/${resource}`;

test.each([
  ["forecast_storage_order", "forecast_storage_order"],
  ["hydrogen_supply_order", "hydrogen_supply_order"],
  ["hydrogen_demand_order", "hydrogen_demand_order"],
  ["households_space_heating_producer_order", "households_space_heating_producer_order"],
  ["heat_network_order?subtype=ht", "heat_network_order_ht"],
  ["user_sortables/forecast_storage", "forecast_storage_order"],
  ["user_sortables/space_heating", "households_space_heating_producer_order"],
  ["user_sortables/heat_network?subtype=lt", "heat_network_order_lt"],
])("%s is the order %s", async (resource, name) => {
  expect(await send(path(resource))).toMatchObject({ status: 200, body: { order: [name] } });
  for (const method of ["PUT", "PATCH"] as const) {
    const { status, body, request } = await send({ method, url: path(resource), payload: { order: ["a"] } });
    expect([status, body, request]).toEqual([200, { order: ["a", "rest"] }, { id: 1, name, keys: ["a"] }]);
  }
});

test("all orders are listed in one response", async () => {
  expect((await send(path("user_sortables"))).body).toEqual({
    forecast_storage: ["forecast_storage_order"],
    hydrogen_supply: ["hydrogen_supply_order"],
    hydrogen_demand: ["hydrogen_demand_order"],
    space_heating: ["households_space_heating_producer_order"],
    heat_network: {
      lt: ["heat_network_order_lt"],
      mt: ["heat_network_order_mt"],
      ht: ["heat_network_order_ht"],
    },
  });
  expect((await send(path("user_sortables/meta"))).body).toEqual({
    types: ["forecast_storage", "hydrogen_supply", "hydrogen_demand", "space_heating", "heat_network"],
    heat_network_subtypes: ["lt", "mt", "ht"],
  });
});

test.each<[payload: object | string, keys: readonly string[]]>([
  [{ order: [] }, []],
  [{ order: null }, []],
  [{ order: ["a", 2, null] }, ["a", "2", "null"]],
  [{ forecast_storage_order: { order: ["a"] } }, ["a"]],
  ["forecast_storage_order[order][]=a&forecast_storage_order[order][]=b", ["a", "b"]],
  ["order[0]=a&order[1]=b", ["a", "b"]],
])("a change may have the form %j", async (payload, keys) => {
  const headers = typeof payload === "string" ? { "content-type": "application/x-www-form-urlencoded" } : {};
  const { status, request } = await send({ method: "PUT", url: path("forecast_storage_order"), headers, payload });
  expect([status, request]).toEqual([200, { id: 1, name: "forecast_storage_order", keys }]);
});

test.each(["a", 1, { a: "b" }])("the order %j is refused instead of restoring the default", async (order) => {
  const response = await send({ method: "PUT", url: path("forecast_storage_order"), payload: { order } });
  expect(response).toMatchObject({ status: 422, body: { errors: ["Order must be a list"] } });
  expect(response.request).toBeUndefined();
});

test("the temperature level of a heat network is read from the query string, the body, or the nested order", async () => {
  const names = await Promise.all(
    [
      { url: path("heat_network_order?subtype=ht"), payload: { order: [] } },
      { url: path("heat_network_order"), payload: { order: [], subtype: "mt" } },
      { url: path("heat_network_order"), payload: { heat_network_order: { order: [], subtype: "lt" } } },
      { url: path("heat_network_order"), payload: { heat_network_order: { order: [] }, subtype: "mt" } },
    ].map(async (options) => (await send({ method: "PUT", ...options })).request?.name),
  );
  expect(names.map((name) => name?.slice(-2))).toEqual(["ht", "mt", "lt", "mt"]);
});

test.each<[method: "GET" | "PUT", resource: string, payload: object, status: number, error: string]>([
  [
    "PUT",
    "forecast_storage_order",
    {},
    400,
    "param is missing or the value is empty or invalid: forecast_storage_order",
  ],
  ["PUT", "forecast_storage_order", { forecast_storage_order: "x" }, 400, "Invalid JSON payload"],
  ["PUT", "forecast_storage_order", { order: ["bad"] }, 422, "Order contains unknown options: bad"],
  ["PUT", "heat_network_order", { order: [] }, 400, "param is missing or the value is empty or invalid: subtype"],
  ["PUT", "heat_network_order", { order: [], subtype: "xx" }, 422, 'Temperature "xx" is not a valid temperature level'],
  ["GET", "heat_network_order", {}, 400, "param is missing or the value is empty or invalid: subtype"],
  ["GET", "heat_network_order?subtype=xx", {}, 422, 'Temperature "xx" is not a valid temperature level'],
  ["GET", "user_sortables/nope", {}, 404, "Not found"],
  ["PUT", "user_sortables/toString", { order: [] }, 404, "Not found"],
  [
    "GET",
    "flexibility_order",
    {},
    404,
    "The flexibility order feature has been removed: marginal costs decide the order",
  ],
])("%s %s %j gets %i: %s", async (method, resource, payload, status, error) => {
  const response = await send({ method, url: path(resource), ...(method === "PUT" ? { payload } : {}) });
  expect([response.status, response.body]).toEqual([status, { errors: [error] }]);
});
