/** Tables, curves, the configuration of the merit order, and nodes. */
import { ANNUAL_EXPORTS, HOURLY_EXPORTS } from "@etesian/contracts/exports";
import type { Resource, Row } from "../row.ts";

const attachment = (name: string) => ({
  "content-type": /^text\/csv/,
  "content-disposition": new RegExp(`^attachment; filename="${name}\\.\\d+\\.csv"$`),
});

const annual = Object.keys(ANNUAL_EXPORTS).map((name): Row => ({
  rule: `the table ${name} is returned`,
  source: "4.8",
  send: `GET /scenarios/{id}/${name}.csv`,
  headers: { accept: "text/csv" },
  response: { status: 200, text: /^\w+,.+\n/, headers: attachment("[a-z_]+") },
}));

/** The header, and the first hour of the end year. */
const HOURS = /^Time,[^\n]+\n2050-01-01 00:00,[^\n]*\n/;

const hourly = Object.keys(HOURLY_EXPORTS).map((name): Row => ({
  rule: `the curves of ${name} have 8,760 hours from the first hour of the end year`,
  source: "4.8",
  send: `GET /scenarios/{id}/curves/${name}.csv`,
  headers: { accept: "text/csv" },
  response: { status: 200, text: HOURS, headers: attachment("[a-z_]+") },
}));

/** Tables in the binary formats: the first bytes of a file identify its format. */
const files = (
  [
    ["arrow", "ARROW1"],
    ["parquet", "PAR1"],
    ["xlsx", "PK"],
  ] as const
).map(([format, magic]): Row => ({
  rule: `a table is available as ${format}`,
  source: "own",
  send: `GET /scenarios/{id}/curves/electricity_price.${format}`,
  response: {
    status: 200,
    text: new RegExp(`^${magic}`),
    headers: { "content-disposition": new RegExp(`^attachment; filename="electricity_price\\.\\d+\\.${format}"$`) },
  },
}));

const AREA_NUMBERS = (
  "areable_land co2_emission_1990 coast_line indirect_emissions_co2 offshore_suitable_for_wind total_land_area " +
  "number_of_apartments number_of_buildings number_of_cars number_of_corner_houses number_of_detached_houses " +
  "number_of_inhabitants number_of_residences number_of_semi_detached_houses number_of_terraced_houses"
).split(" ");
const AREA_FLAGS = (
  "has_agriculture has_buildings has_coastline has_cold_network has_electricity_storage has_employment has_industry " +
  "has_lignite"
).split(" ");

/** Areas of the included model, by the year of their data. */
const AREAS = { DE_germany: 2019, GM0014_groningen: 2023, GM0344_utrecht: 2023, nl: 2023 };

/** Attributes of every area. */
const attributesOf = (area: string, year: number) => ({
  area,
  group: /./,
  analysis_year: year,
  useable: true,
  ...Object.fromEntries(AREA_NUMBERS.map((name) => [name, (value: unknown) => typeof value === "number"])),
  ...Object.fromEntries(AREA_FLAGS.map((name) => [name, (value: unknown) => typeof value === "boolean"])),
});

export const exports: Resource = {
  name: "exports",
  model: "starter",
  rows: [
    {
      rule: "a table names its recipe and its engine",
      source: "own",
      send: "GET /scenarios/{id}/energy_flow.csv",
      response: {
        status: 200,
        headers: { "x-etesian-recipe": /^[0-9a-f]{64}$/, "x-etesian-engine": /^[0-9a-f]{64}$/ },
      },
    },
    ...Object.entries(AREAS).map(([area, year]): Row => ({
      rule: `the area ${area} has all documented attributes`,
      source: "2.6",
      send: `GET /areas/${area}`,
      response: { status: 200, body: attributesOf(area, year) },
    })),
    ...annual,
    ...hourly,
    {
      rule: "long responses are compressed with brotli if the client accepts it",
      source: "own",
      send: "GET /scenarios/{id}/inputs",
      headers: { "accept-encoding": "gzip, br" },
      response: { status: 200, headers: { "content-encoding": "br", vary: /accept-encoding/ } },
    },
    {
      rule: "tables are streamed with gzip if the client accepts only that",
      source: "own",
      send: "GET /scenarios/{id}/energy_flow.csv",
      headers: { "accept-encoding": "gzip" },
      response: { status: 200, text: /^key,/, headers: { "content-encoding": "gzip" } },
    },
    {
      rule: "tables are CSV without the suffix, even for clients that accept JSON",
      source: "4.8",
      send: "GET /scenarios/{id}/energy_flow",
      headers: { accept: "application/json" },
      response: { status: 200, text: /^key,/, headers: attachment("energy_flow") },
    },
    ...files,
    {
      rule: "a table in an unknown format is refused, and the refusal lists the formats",
      source: "own",
      send: "GET /scenarios/{id}/energy_flow",
      headers: { accept: "image/png" },
      response: { status: 406, code: "not_acceptable", body: { errors: [/\.parquet/] } },
    },
    {
      rule: "a long table has a row per figure",
      source: "own",
      send: "GET /scenarios/{id}/energy_flow.csv?layout=long",
      response: { status: 200, text: /^key,variable,unit,value\n\w+,input_of_\w+,MJ,[\d.e+-]+\n/ },
    },
    {
      rule: "a table of several scenarios has their IDs, and the error of a scenario that does not exist",
      source: "own",
      send: "GET /scenarios/{id},2147483647/energy_flow.csv",
      response: { status: 200, text: /^scenario,key,.*,code,error\n\d+,[^]*\n2147483647,,.*,not_found,Not found\n$/ },
    },
    {
      rule: "a scenario has a row for each variable of the IAMC format",
      source: "own",
      send: "GET /scenarios/{id}/iamc.csv",
      response: {
        status: 200,
        text: /^Model,Scenario,Region,Variable,Unit,2023,2050\nEtesian,[^,]+,Netherlands,Primary Energy,PJ\/yr,[\d.]+,[\d.]+\n/,
      },
    },
    {
      rule: "a complete scenario is exported as a workbook",
      source: "own",
      send: "GET /scenarios/{id}/workbook.xlsx",
      response: { status: 200, text: /^PK/ },
    },
    {
      rule: "a file that is not a workbook is refused",
      source: "own",
      send: "POST /workbooks",
      file: { name: "book.xlsx", content: "a,b" },
      response: { status: 422, code: "invalid_workbook", body: { errors: [/^The file is not a workbook/] } },
    },
    {
      rule: "an unknown layout is refused",
      source: "own",
      send: "GET /scenarios/{id}/energy_flow.csv?layout=tall",
      response: { status: 422, code: "invalid", body: { errors: [/expected wide or long/] } },
    },
    {
      rule: "a table as JSON has columns with units",
      source: "own",
      send: "GET /scenarios/{id}/curves/residual_load.json",
      response: {
        status: 200,
        body: {
          table: "residual_load",
          columns: [{ key: "Time" }, { key: "Electricity imbalance", unit: "MW" }],
          rows: Array.isArray,
        },
      },
    },
    {
      rule: "an unknown table is refused with the names of the existing ones",
      source: "d27",
      send: "GET /scenarios/{id}/nope.csv",
      response: { status: 404, code: "no_such_table", body: { errors: [/energy_flow/] } },
    },
    {
      rule: "unknown curves are not found",
      source: "d27",
      send: "GET /scenarios/{id}/curves/nope.csv",
      response: { status: 404, code: "no_such_table", body: { errors: [/residual_load/] } },
    },
    {
      rule: "a table of an unknown scenario returns the general error",
      source: "d27",
      send: "GET /scenarios/999999/energy_flow.csv",
      response: { status: 404, code: "not_found", headers: { "content-type": /^application\/json/ } },
    },
    {
      rule: "curves of an unknown scenario return the general error",
      source: "d27",
      send: "GET /scenarios/999999/curves/residual_load.csv",
      response: { status: 404, code: "not_found", body: { errors: ["Not found"] } },
    },
    {
      rule: "the electricity price is available as JSON",
      source: "etm",
      send: "GET /scenarios/{id}/curves/electricity_price.json",
      response: { status: 200, body: { curve: /^[\d.e+-]+\n/ } },
    },
    {
      rule: "the configuration of the merit order is available without curves",
      source: "4.9",
      send: "GET /scenarios/{id}/merit?include_curves=false",
      response: {
        status: 200,
        body: { curves: undefined, participants: (all: readonly { readonly key: string }[]) => all.length > 10 },
      },
    },
    {
      rule: "storage has the initial figures of a merit calculation, and every participant is listed once",
      source: "2.10",
      scenarioFields: { user_values: { capacity_of_energy_flexibility_mv_batteries_electricity: 1000 } },
      send: "GET /scenarios/{id}/merit?include_curves=false",
      response: {
        status: 200,
        body: {
          participants: (all: readonly { readonly [field: string]: unknown }[]) => {
            const batteries = all.find(({ key }) => key === "energy_flexibility_mv_batteries_electricity");
            const figures = ["output_capacity_per_unit", "volume_per_unit", "input_efficiency", "output_efficiency"];
            return (
              batteries?.["type"] === "storage" &&
              batteries["reserve_class"] === "simple_reserve" &&
              all.every(({ type, output_capacity_per_unit: output }) => type !== "storage" || Number(output) > 0) &&
              new Set(all.map(({ key }) => key)).size === all.length &&
              figures.every((figure) => Number(batteries[figure]) > 0)
            );
          },
        },
      },
    },
    {
      rule: "the configuration of the merit order includes curves by default",
      source: "4.9",
      send: "GET /scenarios/{id}/merit",
      response: {
        status: 200,
        body: {
          curves: (curves: { readonly [name: string]: readonly number[] }) =>
            Object.values(curves).every((curve) => curve.length === 8_760),
        },
      },
    },
    {
      rule: "a node has base-year and future figures",
      source: "4.10",
      send: "GET /scenarios/{id}/nodes/energy_power_wind_turbine_offshore",
      response: {
        status: 200,
        body: {
          key: "energy_power_wind_turbine_offshore",
          sector: "energy",
          use: /.*/,
          data: { technical: (group: object) => Object.keys(group).length > 0 },
        },
      },
    },
    {
      rule: "an unknown node is not found",
      source: "7",
      send: "GET /scenarios/{id}/nodes/nope",
      response: { status: 404, body: { errors: ["Not found"] } },
    },
    {
      rule: "the nodes and edges of the graph are available for drawing",
      source: "etm",
      send: "GET /scenarios/{id}/nodes/topology",
      response: {
        status: 200,
        body: {
          nodes: (all: readonly object[]) => all.length > 50,
          edges: (all: readonly object[]) => all.length > 50,
        },
      },
    },
    {
      rule: "figures of several nodes are returned together",
      source: "etm",
      send: "POST /scenarios/{id}/nodes/stats",
      body: { keys: { energy_power_wind_turbine_offshore: null } },
      response: { status: 200, body: { nodes: { energy_power_wind_turbine_offshore: {} } } },
    },
  ],
};
