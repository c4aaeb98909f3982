/** Several scenarios together, and scenarios created from others. */
import type { Resource, Step } from "../row.ts";

const createLater: Step = { send: "POST /scenarios", body: { scenario: { end_year: 2060 } }, keep: "later" };

export const bulk: Resource = {
  name: "several",
  model: "village",
  rows: [
    {
      rule: "a batch returns the visible scenarios of a list",
      source: "etm",
      setup: [
        createLater,
        { send: "POST /scenarios", as: "owner", body: { scenario: { private: true } }, keep: "hidden" },
      ],
      send: "GET /scenarios/{id},{hidden},{later},999999/batch",
      response: { status: 200, body: [{ end_year: 2050 }, { end_year: 2060 }] },
    },
    {
      rule: "queries of several scenarios have results and errors in one table",
      source: "own",
      setup: [
        createLater,
        { send: "POST /scenarios", as: "owner", body: { scenario: { private: true } }, keep: "hidden" },
      ],
      send: "POST /scenarios/queries",
      body: { scenarios: ["{id}", "{hidden}", "{later}"], keys: ["heat_demand", "nonsense"] },
      response: {
        status: 200,
        body: {
          table: "queries",
          rows: (rows: readonly (readonly unknown[])[]) =>
            rows.map((row) => row[5] ?? row[1]).join() === "heat_demand,no_result,not_found,heat_demand,no_result",
        },
      },
    },
    {
      rule: "a table of queries names the scenario of every row",
      source: "own",
      send: "GET /scenarios/{id},999999/queries.csv?keys=heat_demand&layout=long",
      response: { status: 200, text: /^scenario,key,year,value,unit,code,error\n\d+,heat_demand,\d{4},[\d.]+,\w*,,\n/ },
    },
    {
      rule: "a dump contains everything that determines a scenario",
      source: "etm",
      scenarioFields: { user_values: { share_of_gas_boiler: 60 } },
      send: "GET /scenarios/{id}/dump",
      response: {
        status: 200,
        body: {
          area_code: "village",
          end_year: 2050,
          user_values: { share_of_gas_boiler: 60 },
          balanced_values: { share_of_electric_heater: 40 },
        },
      },
    },
    {
      rule: "a scenario loaded from a dump is identical",
      source: "facts 3.19",
      as: "admin",
      send: "POST /scenarios/load_dump",
      body: { area_code: "village", end_year: 2040, keep_compatible: true, user_values: { heat_demand_per_year: 60 } },
      response: {
        status: 200,
        body: { end_year: 2040, keep_compatible: true, user_values: { heat_demand_per_year: 60 }, template: null },
      },
    },
    {
      rule: "only admins load dumps",
      source: "d10",
      as: "owner",
      send: "POST /scenarios/load_dump",
      body: { area_code: "village", end_year: 2040 },
      response: { status: 403, code: "not_admin", body: { errors: ["You must be authenticated to load dumps"] } },
    },
    {
      rule: "an export has a line of JSON for each scenario",
      source: "etm",
      setup: [createLater],
      send: "POST /scenarios/export",
      body: { ids: ["{id}", "{later}"] },
      response: {
        status: 200,
        headers: { "content-type": "application/x-ndjson" },
        text: (lines: string) => lines.split("\n").filter((line) => line.startsWith('{"id":')).length === 2,
      },
    },
    {
      rule: "an export of no scenarios is refused",
      source: "etm",
      send: "POST /scenarios/export",
      body: {},
      response: { status: 422, body: { errors: ["no IDs provided"] } },
    },
    {
      rule: "a scenario is interpolated at a year",
      source: "etm",
      scenarioFields: { user_values: { heat_demand_per_year: 40 } },
      send: "POST /scenarios/{id}/interpolate",
      body: { end_year: 2035 },
      response: { status: 200, body: { end_year: 2035, template: null, user_values: { heat_demand_per_year: 70 } } },
    },
    {
      rule: "an interpolation without a year is refused",
      source: "etm",
      send: "POST /scenarios/{id}/interpolate",
      body: {},
      response: { status: 400, body: { errors: ["Interpolated scenario must have an end year"] } },
    },
    {
      rule: "an interpolation at a year outside the period is refused",
      source: "etm",
      send: "POST /scenarios/{id}/interpolate",
      body: { end_year: 2050 },
      response: { status: 422, body: { errors: ["must be prior to the original scenario end year"] } },
    },
    {
      rule: "a collection of scenarios is interpolated at several years",
      source: "etm",
      setup: [createLater],
      send: "POST /scenarios/interpolate",
      body: { scenario_ids: ["{id}", "{later}"], end_years: [2040, 2055] },
      response: { status: 200, body: [{ end_year: 2040 }, { end_year: 2055 }] },
    },
    {
      rule: "an interpolation between unknown scenarios is refused",
      source: "etm",
      send: "POST /scenarios/interpolate",
      body: { scenario_ids: [999_998, 999_999], end_years: [2040] },
      response: { status: 404, code: "unknown_scenarios", body: { errors: ["scenarios not found: [999998, 999999]"] } },
    },
    {
      rule: "a merge is the weighted mean of two scenarios",
      source: "etm",
      scenarioFields: { user_values: { heat_demand_per_year: 40 } },
      setup: [
        { send: "POST /scenarios", body: { scenario: { user_values: { heat_demand_per_year: 80 } } }, keep: "second" },
      ],
      send: "POST /scenarios/merge",
      body: {
        scenarios: [
          { scenario_id: "{id}", weight: 3 },
          { scenario_id: "{second}", weight: 1 },
        ],
      },
      response: {
        status: 200,
        body: { user_values: { heat_demand_per_year: 50 }, source: "ETEngine Merger", warnings: [/Curves and orders/] },
      },
    },
    {
      rule: "a merge of scenarios with different years is refused",
      source: "etm",
      setup: [createLater],
      send: "POST /scenarios/merge",
      body: { scenarios: [{ scenario_id: "{id}" }, { scenario_id: "{later}" }] },
      response: { status: 422, body: { errors: { base: ["One or more scenarios have differing end years"] } } },
    },
    {
      rule: "a merge of no scenarios is refused",
      source: "etm",
      send: "POST /scenarios/merge",
      body: {},
      response: { status: 400, body: { errors: { base: ["You must provide at least one scenario"] } } },
    },
  ],
};
