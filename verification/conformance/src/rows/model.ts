/** Areas and queries of the model. */
import type { Resource } from "../row.ts";

const HASH = "0".repeat(64);
const SHA256 = /^[0-9a-f]{64}$/;
const PART = { sha256: SHA256, bytes: (bytes: number) => bytes > 0 };
const PARTS = { definition: PART, interface: PART, dataset: PART, curves: PART, inputs: { "2050": PART } };

export const model: Resource = {
  name: "model",
  model: "village",
  rows: [
    {
      rule: "all areas are listed with all attributes",
      source: "4.10",
      send: "GET /areas",
      response: {
        status: 200,
        body: [
          { area: "village", group: "neighbourhood", analysis_year: 2020, useable: true, number_of_inhabitants: 100 },
        ],
      },
    },
    {
      rule: "one area is returned",
      source: "4.10",
      send: "GET /areas/village",
      response: { status: 200, body: { area: "village", has_industry: false } },
    },
    {
      rule: "an unknown area is not found",
      source: "7",
      send: "GET /areas/nowhere",
      response: { status: 404, code: "not_found", body: { errors: ["Not found"] } },
    },
    {
      rule: "an area's parts are listed by their hash",
      source: "own",
      send: "GET /model/areas/village",
      response: {
        status: 200,
        headers: { "cache-control": "no-cache", etag: /^"/ },
        body: { format: 1, area: "village", start_year: 2020, engine: SHA256, parts: PARTS },
      },
    },
    {
      rule: "an area's parts include the facts of inputs for another end year",
      source: "own",
      send: "GET /model/areas/village?end_year=2040",
      response: { status: 200, body: { parts: { inputs: { "2040": { sha256: SHA256 }, "2050": undefined } } } },
    },
    {
      rule: "inputs are not available for an end year that is not after the start year",
      source: "own",
      send: "GET /model/areas/village?end_year=2020",
      response: { status: 422, code: "cannot_be_calculated" },
    },
    {
      rule: "an unknown area has no parts",
      source: "own",
      send: "GET /model/areas/nowhere",
      response: { status: 404, code: "not_found" },
    },
    {
      rule: "a part is immutable",
      source: "own",
      setup: [{ send: "GET /model/areas/village", keep: "body parts.dataset.sha256 as part" }],
      send: "GET /model/parts/{part}",
      response: {
        status: 200,
        headers: {
          "content-type": "application/vnd.etesian.part",
          "cache-control": "public, max-age=31536000, immutable",
          etag: /^"[0-9a-f]{64}"$/,
        },
      },
    },
    {
      rule: "a part that the client has cached is not sent again",
      source: "own",
      setup: [{ send: "GET /model/areas/village", keep: "header etag as tag" }],
      send: "GET /model/areas/village",
      headers: { "if-none-match": "{tag}" },
      response: { status: 304 },
    },
    {
      rule: "an unknown or outdated part is not found",
      source: "own",
      send: `GET /model/parts/${"0".repeat(64)}`,
      response: { status: 404, code: "unknown_part" },
    },
    {
      rule: "differences from a client's results can be reported",
      source: "own",
      send: "POST /model/differences",
      body: { recipe_hash: HASH, engine: HASH, differences: 3, examples: [{ key: "q", client: 1, service: 2 }] },
      response: { status: 204 },
    },
    {
      rule: "a report without a number of differences is refused",
      source: "own",
      send: "POST /model/differences",
      body: { recipe_hash: HASH, engine: HASH },
      response: { status: 400, code: "bad_request", body: { errors: [/differences/] } },
    },
    {
      rule: "all queries are listed",
      source: "4.10",
      send: "GET /gqueries",
      response: { status: 200, body: (queries: readonly object[]) => queries.length === 6 },
    },
    {
      rule: "queries with all the labels of a body are listed",
      source: "4.10",
      send: "GET /gqueries",
      body: { labels: ["general", "demand"] },
      response: {
        status: 200,
        body: [
          {
            key: "gas_demand",
            unit: "MJ",
            description: "Energy from the well.",
            labels: ["general", "demand"],
          },
          { key: "heat_demand", unit: "MJ", description: null, labels: ["general", "demand"] },
        ],
      },
    },
    {
      rule: "labels may be given in the query string",
      source: "4.10",
      send: "GET /gqueries?labels=general&labels=demand",
      response: { status: 200, body: [{ key: "gas_demand" }, { key: "heat_demand" }] },
    },
  ],
};
