/** ESDL files that are stored with scenarios. */
import type { Resource, Step } from "../row.ts";

const file = { name: "town.esdl", content: '<?xml version="1.0"?>\n<esdl:EnergySystem/>' };
const attach: Step = { send: "PUT /scenarios/{id}/esdl_file", file };

export const esdl: Resource = {
  name: "esdl",
  model: "village",
  rows: [
    {
      rule: "a new scenario has no file",
      source: "facts 3.22",
      send: "GET /scenarios/{id}/esdl_file",
      response: { status: 200, body: { filename: undefined } },
    },
    { rule: "a file is accepted", source: "d25", ...attach, response: { status: 202, body: {} } },
    {
      rule: "a stored file is described",
      source: "facts 3.22",
      setup: [attach],
      send: "GET /scenarios/{id}/esdl_file",
      response: { status: 200, body: { filename: "town.esdl", file: undefined } },
    },
    {
      rule: "a stored file is returned unchanged",
      source: "d25",
      setup: [attach],
      send: "GET /scenarios/{id}/esdl_file?download=true",
      response: { status: 200, body: { filename: "town.esdl", file: file.content } },
    },
    {
      rule: "a scenario shows whether it has a file",
      source: "d25",
      setup: [attach],
      send: "GET /scenarios/{id}",
      response: { status: 200, body: { esdl_exportable: true } },
    },
    {
      rule: "clones also have the file",
      source: "d25",
      setup: [attach, { send: "POST /scenarios", body: { scenario: { scenario_id: "{id}" } }, keep: "clone" }],
      send: "GET /scenarios/{clone}/esdl_file?download=true",
      response: { status: 200, body: { filename: "town.esdl", file: file.content } },
    },
    {
      rule: "interpolated scenarios also have the file",
      source: "facts 3.16",
      setup: [attach, { send: "POST /scenarios/{id}/interpolate", body: { end_year: 2035 }, keep: "between" }],
      send: "GET /scenarios/{between}/esdl_file",
      response: { status: 200, body: { filename: "town.esdl" } },
    },
    {
      rule: "a request without a file is refused",
      source: "facts 3.22",
      send: "PUT /scenarios/{id}/esdl_file",
      response: { status: 400, body: { errors: ["param is missing or the value is empty or invalid: file"] } },
    },
    {
      rule: "a string instead of a file is refused",
      source: "facts 3.22",
      send: "PUT /scenarios/{id}/esdl_file",
      body: { file: file.content },
      response: { status: 422, code: "invalid_file", body: { error_keys: ["not_multipart_form_data"] } },
    },
    {
      rule: "a file that is not ESDL is refused",
      source: "facts 3.22",
      send: "PUT /scenarios/{id}/esdl_file",
      file: { name: "a.csv", content: "1,2" },
      response: { status: 422, body: { errors: ["This file does not contain ESDL"] } },
    },
    {
      rule: "a file of more than 5 MB is refused",
      source: "facts 3.22",
      send: "PUT /scenarios/{id}/esdl_file",
      file: { name: "large.esdl", content: `<esdl:EnergySystem ${"x".repeat(5 * 1024 * 1024)}` },
      response: { status: 422, body: { error_keys: ["file_too_large"] } },
    },
    {
      rule: "a read-only scenario accepts no file",
      source: "facts 3.12",
      scenarioFields: { read_only: true },
      ...attach,
      response: { status: 403, code: "read_only" },
    },
  ],
};
