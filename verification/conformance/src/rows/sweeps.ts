/** Sweeps: many variants of a scenario. */
import type { Resource, Row, Step } from "../row.ts";

const SPEC = {
  factors: [{ slider: "heat_demand_per_year", range: { from: 10, to: 20 } }],
  design: { method: "list", points: [[0], [1]] },
  outputs: { queries: ["heat_demand"] },
};
const sweepOf = (changes: object = {}) => ({ sweep: { base: { scenario_id: "{id}" }, ...SPEC, ...changes } });
const request: Step = { send: "POST /sweeps", as: "owner", body: sweepOf(), keep: "sweep" };

const FILES = [
  "results/results.parquet",
  "results/results.csv",
  "results/estimates",
  "results/manifest",
  "parts/00000000-00000002.parquet",
];
const refusalRow = (rule: string, changes: object, message: RegExp, code = "invalid", status = 422): Row => ({
  rule,
  source: "own",
  as: "owner",
  send: "POST /sweeps",
  body: sweepOf(changes),
  response: { status, code, body: { errors: [message] } },
});

export const sweeps: Resource = {
  name: "sweeps",
  model: "village",
  rows: [
    {
      rule: "a sweep is accepted with the number of its variants, an estimate and its URL",
      source: "own",
      as: "owner",
      send: "POST /sweeps",
      body: sweepOf(),
      response: {
        status: 202,
        headers: { location: /^\/api\/v3\/sweeps\/[0-9a-f]{14}$/ },
        body: { id: /^[0-9a-f]{14}$/, base: { scenario_id: "{id}", version: 1 }, variants: 2, reason: null },
      },
    },
    {
      rule: "a sweep returns the metadata in its request",
      source: "own",
      as: "owner",
      send: "POST /sweeps",
      body: sweepOf({ metadata: { title: "Cold winters" } }),
      response: { status: 202, body: { metadata: { title: "Cold winters" } } },
    },
    {
      rule: "metadata that is too long is refused",
      source: "own",
      as: "owner",
      send: "POST /sweeps",
      body: sweepOf({ metadata: { title: "x".repeat(501) } }),
      response: { status: 400, body: { errors: [/^title: Too big: expected string to have <=500 characters$/] } },
    },
    {
      rule: "a sweep of an unowned scenario needs no token",
      source: "own",
      creator: "nobody",
      send: "POST /sweeps",
      body: sweepOf(),
      response: { status: 202, body: { variants: 2 } },
    },
    {
      rule: "a sweep of another user's private scenario gets the same response as a sweep of a missing scenario",
      source: "own",
      creator: "owner",
      scenarioFields: { private: true },
      as: "other",
      send: "POST /sweeps",
      body: sweepOf(),
      response: { status: 404, code: "not_found" },
    },
    refusalRow(
      "a refusal names the field, the value and the expected value",
      { design: { method: "sobol", n: 0 } },
      /^design\.n is 0; expected number to be >=1$/,
    ),
    refusalRow(
      "an unknown slider is named",
      { factors: [{ slider: "no_such" }] },
      /^factors: factor no_such: there is no such slider$/,
    ),
    refusalRow(
      "an unknown query is named",
      { outputs: { queries: ["no_such"] } },
      /^outputs\.queries\.0 is "no_such"; the model has no such query$/,
    ),
    refusalRow(
      "too many variants are refused with the limit",
      { design: { method: "sobol", n: 200_000 } },
      /^design has 200,000 variants; expected at most 100,000$/,
      "too_many_variants",
    ),
    {
      rule: "a base scenario is required",
      source: "own",
      as: "owner",
      send: "POST /sweeps",
      body: sweepOf({ base: {} }),
      response: { status: 422, code: "invalid", body: { errors: ["base.scenario_id must be the ID of a scenario"] } },
    },
    {
      rule: "a body without a sweep is refused",
      source: "own",
      as: "owner",
      send: "POST /sweeps",
      body: {},
      response: { status: 400 },
    },
    {
      rule: "a list has the caller's sweeps, the newest first, without results",
      source: "own",
      as: "owner",
      setup: [request],
      send: "GET /sweeps",
      response: {
        status: 200,
        body: {
          data: (all: readonly { readonly description: unknown }[]) => all[0]?.description === null,
          meta: { current_page: 1 },
        },
      },
    },
    {
      rule: "a list needs a token",
      source: "own",
      send: "GET /sweeps",
      response: { status: 401, code: "unauthenticated" },
    },
    {
      rule: "a sweep is returned",
      source: "own",
      as: "owner",
      setup: [request],
      send: "GET /sweeps/{sweep}",
      response: { status: 200, body: { id: "{sweep}", variants: 2 } },
    },
    {
      rule: "the progress of a sweep is streamed",
      source: "own",
      as: "owner",
      setup: [request],
      send: "GET /sweeps/{sweep}/events",
      response: { status: 200, headers: { "content-type": /^text\/event-stream/ } },
    },
    ...["", "/events", ...FILES.map((file) => `/${file}`)].map((end): Row => ({
      rule: `an unknown sweep has no ${end === "" ? "state" : end.slice(1)}`,
      source: "own",
      as: "owner",
      send: `GET /sweeps/0123456789abcd${end}`,
      response: { status: 404, code: "not_found" },
    })),
    ...["", "/events", ...FILES.map((file) => `/${file}`)].map((end): Row => ({
      rule: `a sweep of a private scenario has no ${end === "" ? "state" : end.slice(1)} for others`,
      source: "own",
      creator: "owner",
      scenarioFields: { private: true },
      as: "other",
      setup: [request],
      send: `GET /sweeps/{sweep}${end}`,
      response: { status: 404, code: "not_found" },
    })),
    {
      rule: "a sweep of another user cannot be cancelled",
      source: "own",
      creator: "owner",
      as: "other",
      setup: [request],
      send: "DELETE /sweeps/{sweep}",
      response: { status: 403, code: "not_yours", body: { errors: ["Sweep does not belong to you"] } },
    },
    {
      rule: "a cancelled sweep stays in the list, without results",
      source: "own",
      as: "owner",
      setup: [request, { send: "DELETE /sweeps/{sweep}", as: "owner" }],
      send: "GET /sweeps/{sweep}",
      response: { status: 200, body: { status: "cancelled", results: { parquet: null, parts: [] } } },
    },
    {
      rule: "a sweep is cancelled",
      source: "own",
      as: "owner",
      setup: [request],
      send: "DELETE /sweeps/{sweep}",
      response: { status: 204 },
    },
  ],
};
