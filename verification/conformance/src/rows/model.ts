/** Areas and queries: what the model offers. */
import type { Resource } from "../row.ts";

export const model: Resource = {
  name: "model",
  model: "village",
  rows: [
    {
      rule: "all areas, with all attributes",
      source: "4.10",
      send: "GET /areas",
      answer: {
        status: 200,
        body: [
          { area: "village", group: "neighbourhood", analysis_year: 2020, useable: true, number_of_inhabitants: 100 },
        ],
      },
    },
    {
      rule: "one area",
      source: "4.10",
      send: "GET /areas/village",
      answer: { status: 200, body: { area: "village", has_industry: false } },
    },
    {
      rule: "an area that is not there",
      source: "7",
      send: "GET /areas/nowhere",
      answer: { status: 404, code: "not_found", body: { errors: ["Not found"] } },
    },
    {
      rule: "all queries",
      source: "4.10",
      send: "GET /gqueries",
      answer: { status: 200, body: (queries: readonly object[]) => queries.length === 6 },
    },
    {
      rule: "queries that have all the labels of a body",
      source: "4.10",
      send: "GET /gqueries",
      body: { labels: ["general", "demand"] },
      answer: {
        status: 200,
        body: [
          { key: "gas_demand", unit: "MJ", description: "What the well delivers.", labels: ["general", "demand"] },
          { key: "heat_demand", unit: "MJ", description: null, labels: ["general", "demand"] },
        ],
      },
    },
    {
      rule: "labels in the query string, as lists are written there",
      source: "4.10",
      send: "GET /gqueries?labels=general&labels=demand",
      answer: { status: 200, body: [{ key: "gas_demand" }, { key: "heat_demand" }] },
    },
  ],
};
