/** Curves that users attach: upload, effect on inputs and results, download and detachment. */
import type { Resource, Row } from "../row.ts";

const HOURS = 8760;
const lines = (value: string | number, count = HOURS): string => `${value}\n`.repeat(count);
const CURVES = "/scenarios/{id}/custom_curves";
const SUN = `${CURVES}/sun`;
const PRICE = `${CURVES}/power_price`;
const halfFile = { name: "half.csv", content: lines(0.5) };
const priceFile = (content: string) => ({ name: "price.csv", content });
const attachCurve = { send: `PUT ${SUN}`, file: halfFile };

const POSITIONS = { length: HOURS, min_at: 0, max_at: 0 };
const SOURCE = {
  source_scenario_id: "12",
  source_scenario_title: "Neighbours",
  source_saved_scenario_id: "3",
  source_dataset_key: "village",
  source_end_year: "2050",
};
const sourceFields = Object.fromEntries(Object.entries(SOURCE).map(([name, value]) => [`metadata[${name}]`, value]));

/** A refused file, the key of its defect, and the position that the message names. */
const DEFECTIVE_FILES: readonly (readonly [rule: string, content: string, key: string, message: RegExp])[] = [
  ["too few values", lines(1, HOURS - 1), "wrong_length", /it has 8759/],
  ["too many values", lines(1, HOURS + 1), "wrong_length", /it has 8761/],
  ["the 8,784 hours of a leap year", lines(1, HOURS + 24), "wrong_length", /leave out 29 February/],
  ["no values", "", "wrong_length", /it has 0/],
  ["text among the values", `${lines(1, 9)}wind\n${lines(1, HOURS - 10)}`, "illegal_value", /line 10: "wind"/],
  ["a value that is not a number", lines("NaN"), "illegal_value", /line 1: "NaN"/],
  ["a decimal comma", lines("0,5"), "too_many_columns", /use a decimal point: 0\.5/],
  ["values whose mean overflows", lines("1e308"), "illegal_value", /line 1: "1e308"/],
  ["more than a mebibyte", `${lines(1)}${" ".repeat(1024 * 1024)}`, "file_too_large", /1MB/],
  ["bytes that are not text", "\0".repeat(100), "not_a_curve", /8760 numeric values/],
];

const refusalRows = DEFECTIVE_FILES.map(([rule, content, key, message]): Row => {
  return {
    rule: `a curve with ${rule} is refused`,
    source: key === "file_too_large" ? "d22" : "4.5",
    send: `PUT ${SUN}`,
    file: { name: "bad.csv", content },
    response: { status: 422, code: "invalid_file", body: { errors: [message], error_keys: [key] } },
  };
});

export const curves: Resource = {
  name: "custom curves",
  model: "village",
  rows: [
    {
      rule: "the recipe's hash returns the numbers of an attached curve",
      source: "own",
      setup: [attachCurve, { send: "GET /scenarios/{id}/recipe", keep: "body curves.sun as hash" }],
      send: "GET /scenarios/{id}/curve_numbers/{hash}",
      response: { status: 200, headers: { "content-type": "application/octet-stream", "content-length": "70080" } },
    },
    {
      rule: "a hash returns only numbers of the scenario",
      source: "own",
      send: `GET /scenarios/{id}/curve_numbers/${"0".repeat(64)}`,
      response: { status: 404, code: "not_attached" },
    },
    {
      rule: "detached numbers are available in the version that had them",
      source: "own",
      setup: [
        attachCurve,
        { send: "GET /scenarios/{id}/recipe", keep: "body curves.sun as hash" },
        { send: `DELETE ${SUN}` },
      ],
      send: "GET /scenarios/{id}/curve_numbers/{hash}?at=2",
      response: { status: 200 },
    },
    {
      rule: "a scenario without attached curves has an empty list",
      source: "4.5",
      send: `GET ${CURVES}`,
      response: { status: 200, body: [] },
    },
    {
      rule: "a list includes curves that could be attached on request",
      source: "4.5",
      send: `GET ${CURVES}?include_unattached=true`,
      response: {
        status: 200,
        body: [
          { key: "power_price", type: "price", attached: false, overrides: ["price_of_power"], name: undefined },
          { key: "sun", type: "capacity_profile", attached: false, overrides: ["hours_of_sun"], internal: undefined },
        ],
      },
    },
    {
      rule: "a list also includes internal curves on request",
      source: "4.5",
      send: `GET ${CURVES}?include_unattached=1&include_internal=1`,
      response: {
        status: 200,
        body: [
          {},
          {},
          { key: "bakery", internal: true },
          ...["high", "medium", "low"].map((level) => ({
            key: `weather/insulation_corner_houses_${level}`,
            internal: true,
            attached: false,
          })),
        ],
      },
    },
    {
      rule: "a capacity profile is attached, and sets its full load hours within their range",
      source: "4.5",
      send: attachCurve.send,
      file: halfFile,
      response: {
        status: 200,
        body: {
          key: "sun",
          attached: true,
          name: "half.csv",
          size: 4 * HOURS,
          date: /^\d{4}-\d\d-\d\dT/,
          stats: { ...POSITIONS, full_load_hours: 100, mean: undefined },
          source_scenario: undefined,
        },
      },
    },
    {
      rule: "an input set by a curve is a value of the scenario",
      source: "2.5",
      setup: [attachCurve],
      send: "GET /scenarios/{id}",
      response: { status: 200, body: { user_values: { hours_of_sun: 100 } } },
    },
    {
      rule: "an input set by a curve cannot be set",
      source: "d22",
      setup: [attachCurve],
      send: "PUT /scenarios/{id}",
      body: { scenario: { user_values: { hours_of_sun: 50 } } },
      response: {
        status: 422,
        body: { errors: ["Input hours_of_sun is disabled: replaced by the attached curve sun"] },
      },
    },
    {
      rule: "an input set by a curve can be set to its current value",
      source: "d14",
      setup: [attachCurve],
      send: "PUT /scenarios/{id}",
      body: { scenario: { user_values: { hours_of_sun: 100 } } },
      response: { status: 200 },
    },
    {
      rule: "an input that a curve overrides is disabled",
      source: "2.4",
      setup: [{ send: `PUT ${PRICE}`, file: priceFile(lines(1)) }],
      send: "GET /scenarios/{id}/inputs/price_of_power",
      response: { status: 200, body: { disabled: true, coupling_disabled: false } },
    },
    {
      rule: "a reset keeps curves, and the inputs that they set",
      source: "d21",
      setup: [attachCurve],
      send: "PUT /scenarios/{id}",
      body: { reset: true },
      response: { status: 200, body: { scenario: { user_values: { hours_of_sun: 100 } } } },
    },
    {
      rule: "prices are rounded to cents, and the rounded prices are used in the calculation",
      source: "2.5",
      setup: [{ send: `PUT ${PRICE}`, file: priceFile(lines(40.127)) }],
      send: "PUT /scenarios/{id}",
      body: { gqueries: ["price_of_first_hour"] },
      response: { status: 200, body: { gqueries: { price_of_first_hour: { future: 40.13 } } } },
    },
    {
      rule: "a price has statistics",
      source: "2.5",
      send: `PUT ${PRICE}`,
      file: priceFile(`${lines(-2, 1)}${lines(4, HOURS - 1)}`),
      response: {
        status: 200,
        body: {
          stats: { length: HOURS, min_at: 0, max_at: 1, min: -2, max: 4, mean: 4 - 6 / HOURS },
          source_scenario: (source: object) => Object.keys(source).length === 0,
        },
      },
    },
    {
      rule: "an exported table of prices is accepted",
      source: "2.5",
      send: `PUT ${PRICE}`,
      file: priceFile(`Time,Electricity Price (EUR/MWh)\n${lines("2050-01-01 00:00,5.0")}`),
      response: { status: 200, body: { stats: { min: 5, max: 5 } } },
    },
    {
      rule: "an uploaded price stores the scenario that calculated it",
      source: "2.5",
      send: `PUT ${PRICE}`,
      file: { ...priceFile(lines(1)), fields: sourceFields },
      response: {
        status: 200,
        body: {
          source_scenario: { ...SOURCE, source_scenario_id: 12, source_saved_scenario_id: 3, source_end_year: 2050 },
        },
      },
    },
    {
      rule: "an uploaded price stores the unsaved scenario that calculated it",
      source: "4.5",
      send: `PUT ${PRICE}`,
      file: { ...priceFile(lines(1)), fields: { ...sourceFields, "metadata[source_saved_scenario_id]": "" } },
      response: { status: 200, body: { source_scenario: { source_scenario_id: 12, source_saved_scenario_id: null } } },
    },
    {
      rule: "an incomplete source scenario is refused",
      source: "4.5",
      send: `PUT ${PRICE}`,
      file: { ...priceFile(lines(1)), fields: { "metadata[source_scenario_id]": "12" } },
      response: { status: 422, code: "bad_curve_source" },
    },
    ...refusalRows,
    {
      rule: "a refusal names several defects",
      source: "4.5",
      send: `PATCH ${SUN}`,
      file: { name: "bad.csv", content: "wind\n" },
      response: { status: 422, body: { error_keys: ["wrong_length", "illegal_value"] } },
    },
    {
      rule: "a request without a file is refused",
      source: "4.5",
      send: `PUT ${SUN}`,
      body: {},
      response: { status: 400, code: "missing_parameter" },
    },
    {
      rule: "a string instead of a file is refused",
      source: "4.5",
      send: `PUT ${SUN}`,
      body: { file: "1\n" },
      response: { status: 422, body: { error_keys: ["not_multipart_form_data"] } },
    },
    {
      rule: "a curve as the body itself is refused, and the refusal names the expected form",
      source: "own",
      send: `PUT ${SUN}`,
      form: "0.5",
      headers: { "content-type": "text/csv" },
      response: { status: 415, body: { errors: [/text\/csv; expected multipart\/form-data .* field `file`/] } },
    },
    {
      rule: "a curve of corner houses, which the document names, is accepted with a warning",
      source: "d40",
      send: `PUT ${CURVES}/weather%2Finsulation_corner_houses_high`,
      file: halfFile,
      response: {
        status: 200,
        body: {
          key: "weather/insulation_corner_houses_high",
          type: "profile",
          attached: true,
          internal: true,
          warnings: ["weather/insulation_corner_houses_high has no effect in this model"],
        },
      },
    },
    {
      rule: "a curve that the model does not have is refused",
      source: "4.5",
      send: `PUT ${CURVES}/nope`,
      file: halfFile,
      response: { status: 422, body: { errors: ['No such custom curve: "nope"'] } },
    },
    {
      rule: "one attached curve is described",
      source: "4.5",
      setup: [attachCurve],
      send: `GET ${SUN}`,
      response: { status: 200, body: { key: "sun", attached: true } },
    },
    {
      rule: "a curve that is not attached is not found",
      source: "4.5",
      send: `GET ${SUN}`,
      response: { status: 404, code: "not_attached" },
    },
    {
      rule: "a download has the curve's numbers, with a newline at the end",
      source: "d22",
      setup: [attachCurve],
      send: `GET ${SUN}.csv`,
      response: {
        status: 200,
        text: (text: string) => text === lines(0.5),
        headers: { "content-type": /^text\/csv/, "content-disposition": /filename="half\.csv"/ },
      },
    },
    {
      rule: "a download also serves clients that accept only CSV",
      source: "2",
      setup: [attachCurve],
      send: `GET ${SUN}`,
      headers: { accept: "text/csv" },
      response: { status: 200, headers: { "content-type": /^text\/csv/ } },
    },
    {
      rule: "a profile is a shape: a download has its normalised numbers",
      source: "2.5",
      setup: [{ send: `PUT ${CURVES}/bakery`, file: { name: "x.csv", content: lines(7) } }],
      send: `GET ${CURVES}/bakery.csv`,
      response: { status: 200, text: /^3\.1709791983764586e-08\n/ },
    },
    {
      rule: "detaching a curve resets the inputs that it set",
      source: "3",
      setup: [attachCurve, { send: `DELETE ${SUN}` }],
      send: "GET /scenarios/{id}",
      response: { status: 200, body: { user_values: { hours_of_sun: undefined } } },
    },
    {
      rule: "a curve is detached",
      source: "4.5",
      setup: [attachCurve],
      send: `DELETE ${SUN}`,
      response: { status: 204 },
    },
    {
      rule: "a curve is detached only once",
      source: "4.5",
      setup: [attachCurve, { send: `DELETE ${SUN}` }],
      send: `DELETE ${SUN}`,
      response: { status: 404 },
    },
    {
      rule: "a curve that the model does not have is not detached",
      source: "4.5",
      send: `DELETE ${CURVES}/nope`,
      response: { status: 422, code: "unknown_curve" },
    },
    {
      rule: "a clone keeps its curves when the original's are detached",
      source: "3",
      setup: [
        attachCurve,
        { send: "POST /scenarios", body: { scenario: { scenario_id: "{id}" } }, keep: "clone" },
        { send: `DELETE ${SUN}` },
      ],
      send: "GET /scenarios/{clone}/custom_curves",
      response: { status: 200, body: [{ key: "sun", name: "half.csv" }] },
    },
    {
      rule: "an earlier version has its curves",
      source: "d11",
      setup: [attachCurve, { send: `DELETE ${SUN}` }],
      send: `GET ${CURVES}?at=2`,
      response: { status: 200, body: [{ key: "sun" }] },
    },
    {
      rule: "restoring an earlier version restores its curves",
      source: "d13",
      setup: [attachCurve, { send: `DELETE ${SUN}` }, { send: "POST /scenarios/{id}/restore", body: { version: 2 } }],
      send: `GET ${CURVES}`,
      response: { status: 200, body: [{ key: "sun" }] },
    },
    {
      rule: "curves of a private scenario are not found by others",
      source: "5",
      creator: "owner",
      scenarioFields: { private: true },
      send: `GET ${CURVES}`,
      response: { status: 404 },
    },
    {
      rule: "other users cannot change the curves of a public scenario",
      source: "5",
      creator: "owner",
      as: "other",
      send: `PUT ${SUN}`,
      file: halfFile,
      response: { status: 403, code: "not_yours" },
    },
    {
      rule: "the owner changes the curves of a public scenario",
      source: "5",
      as: "owner",
      send: `PUT ${SUN}`,
      file: halfFile,
      response: { status: 200 },
    },
    {
      rule: "a read-only scenario accepts no curve",
      source: "3",
      scenarioFields: { read_only: true },
      send: `PUT ${SUN}`,
      file: halfFile,
      response: { status: 403, code: "read_only" },
    },
    {
      rule: "curves of an unknown scenario are not found",
      source: "7",
      send: "GET /scenarios/999999/custom_curves",
      response: { status: 404 },
    },
  ],
};
