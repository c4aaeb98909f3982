/** A scenario in time: history, earlier versions, restoring, listening. */
import type { Resource, Step } from "../row.ts";

const halved: Step = {
  send: "PUT /scenarios/{id}",
  body: { scenario: { user_values: { heat_demand_per_year: 50 } } },
};

export const time: Resource = {
  name: "time",
  model: "village",
  rows: [
    {
      rule: "what happened, the latest first",
      source: "d11",
      first: [halved],
      send: "GET /scenarios/{id}/history",
      answer: {
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
      rule: "a scenario as it was",
      source: "d11",
      first: [halved],
      send: "GET /scenarios/{id}?at=1",
      answer: { status: 200, body: { user_values: { heat_demand_per_year: undefined } }, headers: { etag: '"1"' } },
    },
    {
      rule: "inputs as they were",
      source: "d11",
      first: [halved],
      send: "GET /scenarios/{id}/inputs/heat_demand_per_year?at=1",
      answer: { status: 200, body: { user: undefined } },
    },
    {
      rule: "a version that there is not",
      source: "d11",
      send: "GET /scenarios/{id}?at=7",
      answer: { status: 404, code: "unknown_version" },
    },
    {
      rule: "what was private is seen by people with a role alone",
      source: "d11",
      given: { private: true },
      by: "owner",
      as: "other",
      first: [{ send: "PUT /scenarios/{id}", as: "owner", body: { scenario: { private: false } } }],
      send: "GET /scenarios/{id}?at=1",
      answer: { status: 404 },
    },
    {
      rule: "restoring is a change of its own",
      source: "d13",
      first: [halved],
      send: "POST /scenarios/{id}/restore",
      body: { version: 1 },
      answer: {
        status: 200,
        body: { scenario: { user_values: { heat_demand_per_year: undefined } } },
        headers: { etag: '"3"' },
      },
    },
    {
      rule: "restoring no version",
      source: "d13",
      send: "POST /scenarios/{id}/restore",
      body: {},
      answer: { status: 400, code: "missing_parameter" },
    },
    {
      rule: "restoring somebody's scenario",
      source: "1",
      by: "owner",
      as: "other",
      send: "POST /scenarios/{id}/restore",
      body: { version: 1 },
      answer: { status: 403 },
    },
    {
      rule: "what happens, as it happens",
      source: "d12",
      send: "GET /scenarios/{id}/events",
      answer: { status: 200, headers: { "content-type": /^text\/event-stream/, "cache-control": "no-store" } },
    },
    {
      rule: "not for those who may not see the scenario",
      source: "d12",
      given: { private: true },
      by: "owner",
      send: "GET /scenarios/{id}/events",
      answer: { status: 404 },
    },
    {
      rule: "what a scenario is called",
      source: "etm",
      first: [{ send: "POST /scenarios/{id}/version", body: { description: "as presented" } }],
      send: "GET /scenarios/{id}/version",
      answer: { status: 200, body: { description: "as presented", last_updated_at: /^\d{4}-\d\d-\d\dT/ } },
    },
    {
      rule: "said once",
      source: "etm",
      send: "POST /scenarios/{id}/version",
      body: { description: "as presented" },
      answer: { status: 200, body: { description: "as presented" } },
    },
    {
      rule: "and not again",
      source: "etm",
      first: [{ send: "POST /scenarios/{id}/version", body: { description: "as presented" } }],
      send: "POST /scenarios/{id}/version",
      body: { description: "again" },
      answer: { status: 422, body: { errors: ["A version was already tagged"] } },
    },
    {
      rule: "but otherwise",
      source: "etm",
      first: [{ send: "POST /scenarios/{id}/version", body: { description: "as presented" } }],
      send: "PUT /scenarios/{id}/version",
      body: { scenario_version_tag: { description: "as printed" } },
      answer: { status: 200, body: { description: "as printed" } },
    },
    {
      rule: "what has not been said cannot be said otherwise",
      source: "etm",
      send: "PUT /scenarios/{id}/version",
      body: { description: "as printed" },
      answer: { status: 404, code: "not_tagged", body: { errors: ["Scenario version tag not found"] } },
    },
    {
      rule: "what several are called",
      source: "etm",
      first: [{ send: "POST /scenarios/{id}/version", body: { description: "as presented" } }],
      send: "GET /scenarios/versions?scenarios[]={id}&scenarios[]=999999",
      answer: {
        status: 200,
        body: (tags: { readonly [id: string]: { readonly description?: string } }) =>
          Object.values(tags).length === 1 && Object.values(tags)[0]?.description === "as presented",
      },
    },
  ],
};
