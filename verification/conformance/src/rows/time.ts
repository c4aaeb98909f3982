/** A scenario's history, earlier versions, restoring, and events. */
import type { Resource, Step } from "../row.ts";

const COMMAND = "5b8e0a52-6f3c-4d0e-9a51-3c6f2d1b7e90";
const OTHER_COMMAND = "5b8e0a52-6f3c-4d0e-9a51-3c6f2d1b7e91";
const halveDemand = {
  send: "PUT /scenarios/{id}",
  body: { scenario: { user_values: { heat_demand_per_year: 50 } } },
} as const satisfies Step;

const SHA256 = /^[0-9a-f]{64}$/;
const CALCULATION_HEADERS = { "x-etesian-recipe": SHA256, "x-etesian-engine": SHA256 };

export const time: Resource = {
  name: "time",
  model: "village",
  rows: [
    {
      rule: "the history lists the changes to a scenario, the latest first",
      source: "d11",
      setup: [halveDemand],
      send: "GET /scenarios/{id}/history",
      response: {
        status: 200,
        body: {
          meta: { total: 2 },
          data: [
            { version: 2, actor: "anonymous" },
            { version: 1, type: "scenario_created" },
          ],
        },
      },
    },
    {
      rule: "a caller recognises its own changes by the key that it gave them",
      source: "own",
      setup: [{ ...halveDemand, headers: { "idempotency-key": COMMAND } }],
      send: "GET /scenarios/{id}/history",
      response: {
        status: 200,
        body: {
          data: [
            { version: 2, command: COMMAND },
            { version: 1, command: undefined },
          ],
        },
      },
    },
    {
      rule: "another caller's key is not shown",
      source: "own",
      creator: "owner",
      as: "other",
      setup: [{ ...halveDemand, as: "owner", headers: { "idempotency-key": OTHER_COMMAND } }],
      send: "GET /scenarios/{id}/history",
      response: { status: 200, body: { data: [{ version: 2, command: undefined }, { version: 1 }] } },
    },
    {
      rule: "the recipe determines the results",
      source: "own",
      setup: [halveDemand],
      send: "GET /scenarios/{id}/recipe",
      response: {
        status: 200,
        body: {
          version: 2,
          area_code: "village",
          end_year: 2050,
          user_values: { heat_demand_per_year: 50 },
          balanced_values: {},
          active_couplings: [],
          orders: {},
          curves: {},
          scaling: null,
        },
      },
    },
    {
      rule: "the recipe of an earlier version is available",
      source: "own",
      setup: [halveDemand],
      send: "GET /scenarios/{id}/recipe?at=1",
      response: { status: 200, body: { version: 1, user_values: { heat_demand_per_year: undefined } } },
    },
    {
      rule: "the recipe of a private scenario is not found by others",
      source: "own",
      scenarioFields: { private: true },
      creator: "owner",
      as: "other",
      send: "GET /scenarios/{id}/recipe",
      response: { status: 404, code: "not_found" },
    },
    {
      rule: "responses to queries name their recipe and engine",
      source: "own",
      send: "GET /scenarios/{id}/queries?keys=heat_demand",
      response: { status: 200, headers: CALCULATION_HEADERS },
    },
    {
      rule: "a change with queries names the resulting recipe",
      source: "own",
      send: "PUT /scenarios/{id}",
      body: { ...halveDemand.body, gqueries: ["heat_demand"] },
      response: { status: 200, headers: CALCULATION_HEADERS },
    },
    {
      rule: "a preview with queries names the recipe that would result",
      source: "own",
      send: "POST /scenarios/{id}/preview",
      body: { ...halveDemand.body, gqueries: ["heat_demand"] },
      response: { status: 200, headers: CALCULATION_HEADERS },
    },
    {
      rule: "a change without queries calculates nothing, and names no recipe",
      source: "own",
      ...halveDemand,
      response: { status: 200, headers: { "x-etesian-recipe": undefined } },
    },
    {
      rule: "the same values yield the same recipe in another scenario",
      source: "own",
      setup: [
        halveDemand,
        { send: "GET /scenarios/{id}/queries?keys=heat_demand", keep: "header x-etesian-recipe as recipe" },
        { send: "POST /scenarios", body: { scenario: { user_values: { heat_demand_per_year: 50 } } }, keep: "copy" },
      ],
      send: "GET /scenarios/{copy}/nodes/gas_well",
      response: { status: 200, headers: { "x-etesian-recipe": "{recipe}" } },
    },
    {
      rule: "an earlier version of a scenario is available",
      source: "d11",
      setup: [halveDemand],
      send: "GET /scenarios/{id}?at=1",
      response: { status: 200, body: { user_values: { heat_demand_per_year: undefined } }, headers: { etag: '"1"' } },
    },
    {
      rule: "inputs of an earlier version are available",
      source: "d11",
      setup: [halveDemand],
      send: "GET /scenarios/{id}/inputs/heat_demand_per_year?at=1",
      response: { status: 200, body: { user: undefined } },
    },
    {
      rule: "an unknown version is not found",
      source: "d11",
      send: "GET /scenarios/{id}?at=7",
      response: { status: 404, code: "unknown_version" },
    },
    {
      rule: "a private version is visible only to users with a role",
      source: "d11",
      scenarioFields: { private: true },
      creator: "owner",
      as: "other",
      setup: [{ send: "PUT /scenarios/{id}", as: "owner", body: { scenario: { private: false } } }],
      send: "GET /scenarios/{id}?at=1",
      response: { status: 404 },
    },
    {
      rule: "restoring is a separate change",
      source: "d13",
      setup: [halveDemand],
      send: "POST /scenarios/{id}/restore",
      body: { version: 1 },
      response: {
        status: 200,
        body: { scenario: { user_values: { heat_demand_per_year: undefined } } },
        headers: { etag: '"3"' },
      },
    },
    {
      rule: "restoring without a version is refused",
      source: "d13",
      send: "POST /scenarios/{id}/restore",
      body: {},
      response: { status: 400, code: "missing_parameter" },
    },
    {
      rule: "restoring another user's scenario is refused",
      source: "1",
      creator: "owner",
      as: "other",
      send: "POST /scenarios/{id}/restore",
      body: { version: 1 },
      response: { status: 403 },
    },
    {
      rule: "events are streamed as they happen",
      source: "d12",
      send: "GET /scenarios/{id}/events",
      response: { status: 200, headers: { "content-type": /^text\/event-stream/, "cache-control": "no-store" } },
    },
    {
      rule: "events are hidden from users who may not see the scenario",
      source: "d12",
      scenarioFields: { private: true },
      creator: "owner",
      send: "GET /scenarios/{id}/events",
      response: { status: 404 },
    },
    {
      rule: "the name of a version is returned",
      source: "etm",
      setup: [{ send: "POST /scenarios/{id}/version", body: { description: "as presented" } }],
      send: "GET /scenarios/{id}/version",
      response: { status: 200, body: { description: "as presented", last_updated_at: /^\d{4}-\d\d-\d\dT/ } },
    },
    {
      rule: "a version gets a name",
      source: "etm",
      send: "POST /scenarios/{id}/version",
      body: { description: "as presented" },
      response: { status: 200, body: { description: "as presented" } },
    },
    {
      rule: "a version gets a name only once",
      source: "etm",
      setup: [{ send: "POST /scenarios/{id}/version", body: { description: "as presented" } }],
      send: "POST /scenarios/{id}/version",
      body: { description: "again" },
      response: { status: 422, body: { errors: ["A version was already tagged"] } },
    },
    {
      rule: "a name can be changed",
      source: "etm",
      setup: [{ send: "POST /scenarios/{id}/version", body: { description: "as presented" } }],
      send: "PUT /scenarios/{id}/version",
      body: { scenario_version_tag: { description: "as printed" } },
      response: { status: 200, body: { description: "as printed" } },
    },
    {
      rule: "a missing name cannot be changed",
      source: "etm",
      send: "PUT /scenarios/{id}/version",
      body: { description: "as printed" },
      response: { status: 404, code: "not_tagged", body: { errors: ["Scenario version tag not found"] } },
    },
    {
      rule: "names of several versions are returned together",
      source: "etm",
      setup: [{ send: "POST /scenarios/{id}/version", body: { description: "as presented" } }],
      send: "GET /scenarios/versions?scenarios[]={id}&scenarios[]=999999",
      response: {
        status: 200,
        body: (tags: { readonly [id: string]: { readonly description?: string } }) =>
          Object.values(tags).length === 1 && Object.values(tags)[0]?.description === "as presented",
      },
    },
  ],
};
