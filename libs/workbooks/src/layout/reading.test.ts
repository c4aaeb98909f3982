import { describe, expect, test } from "vitest";
import { bookOf, type Cells, MAIN } from "../books.fixture.ts";
import { newBook, type NewCell } from "../new-sheet.ts";
import { WorkbookError } from "../problems.ts";
import { Workbook } from "../workbook.ts";
import { HOURS } from "./plan.ts";
import { planOf } from "./reading.ts";
import { sheetsOf, type WrittenScenario } from "./writing.ts";

/** Created with this library, which is faster for thousands of rows. */
const newBookOf = (sheets: { readonly [name: string]: readonly (readonly NewCell[])[] }): Buffer =>
  Buffer.concat([
    ...newBook(Object.entries(sheets).map(([name, rows]) => ({ name, headingRows: 1, fixedColumns: 0, rows }))),
  ]);

const readPlan = async (sheets: { readonly [name: string]: Cells }) =>
  planOf(await Workbook.open(await bookOf(sheets)));

async function problemsOf(sheets: { readonly [name: string]: Cells }): Promise<readonly string[]> {
  try {
    await readPlan(sheets);
  } catch (error) {
    if (error instanceof WorkbookError) return error.sentences;
    throw error;
  }
  return [];
}

test("a plan has the values in each scenario's column, and the results that EXPORT_CONFIG requests", async () => {
  const { scenarios, queries, requestedResults } = await readPlan({
    MAIN: [
      ["short_name", "scenario_id", "session", "title", "area_code", "end_year", "private"],
      ["BASE", null, null, "Base case", "nl", 2040, true],
      [null, 12, "yes", null, null, null, null],
      ["SAVED", "7", null, null, null, null, "no"],
      [null, null, null, null, null, null, null],
    ],
    SLIDER_SETTINGS: [
      ["input", "BASE", null, "12"],
      ["co2_price", { formula: "1/3", result: 1 / 3 }, "a note", null],
      ["weather", { richText: [{ text: "19" }, { text: "87" }] }, null, 5],
      ["is_on", true, null, "reset"],
    ],
    GQUERIES: [["dashboard_total_costs"], [" co2 "], ["co2"]],
    EXPORT_CONFIG: [
      ["inputs", "min_max", "gqueries", "hourly_curves", "annual_exports"],
      [1, 0, "yes", "electricity, residual_load", true],
    ],
  });
  expect(
    scenarios.map(({ name, existingScenario, private: isPrivate }) => [
      name,
      existingScenario?.value ?? null,
      isPrivate,
    ]),
  ).toEqual([
    ["BASE", null, true],
    ["12", { kind: "scenario", id: 12 }, null],
    ["SAVED", { kind: "saved", id: 7 }, false],
  ]);
  expect(scenarios[0]).toMatchObject({ area: { value: "nl" }, endYear: { value: 2040 }, title: "Base case" });
  expect([...scenarios[0]!.values]).toEqual([
    ["co2_price", { value: 1 / 3, position: { sheet: "SLIDER_SETTINGS", cell: "B2" } }],
    ["weather", { value: "1987", position: { sheet: "SLIDER_SETTINGS", cell: "B3" } }],
    ["is_on", { value: 1, position: { sheet: "SLIDER_SETTINGS", cell: "B4" } }],
  ]);
  expect([...scenarios[1]!.values].map(([key, { value }]) => [key, value])).toEqual([
    ["weather", 5],
    ["is_on", "reset"],
  ]);
  expect(queries.map(({ value, position: { cell } }) => [value, cell])).toEqual([
    ["dashboard_total_costs", "A1"],
    ["co2", "A2"],
  ]);
  expect(requestedResults).toMatchObject({ inputs: true, ranges: false, queries: true, annual: "all" });
  expect((requestedResults.hourly as readonly { value: string }[]).map(({ value }) => value)).toEqual([
    "electricity_profiles",
    "residual_load",
  ]);
});

test("orders and curves come from the sheets that MAIN names, or from blocks of columns under scenarios", async () => {
  const hours = Array.from({ length: HOURS }, (_, hour) => hour / 7);
  const { scenarios, warnings } = await planOf(
    await Workbook.open(
      newBookOf({
        MAIN: [
          ["short_name", "area_code", "end_year", "sortables", "custom_curves"],
          ["A", "nl", 2040, "Orders of A", "CURVES"],
          ["B", "nl", 2050, null, null],
        ],
        "Orders of A": [
          ["index", "heat_network", "hydrogen_supply"],
          [1, "x", "s"],
          [2, "y", null],
        ],
        SORTABLES: [
          ["Scenario", "B", null],
          [null, "heat_network_mt", "space_heating"],
          [null, "m", "h"],
        ],
        CURVES: [["hour", "price"], ...hours.map((value, hour) => [hour, value])],
        CUSTOM_CURVES: [["unused"], [1]],
        USERS: [
          [null, "A"],
          ["a@example.org", "owner"],
        ],
      }),
    ),
  );
  expect(scenarios.map(({ orders }) => orders.map(({ name, value }) => [name, value]))).toEqual([
    [
      ["heat_network", ["x", "y"]],
      ["hydrogen_supply", ["s"]],
    ],
    [
      ["heat_network_mt", ["m"]],
      ["space_heating", ["h"]],
    ],
  ]);
  expect(scenarios[0]!.curves).toEqual([{ key: "price", value: hours, position: { sheet: "CURVES", cell: "B1" } }]);
  expect(warnings.map(({ position: { sheet } }) => sheet)).toEqual(["CUSTOM_CURVES", "USERS"]);
});

test("an export of pyetm has names in a column without heading, and values under scenario and field", async () => {
  const { scenarios } = await readPlan({
    MAIN: [
      [null, "title", "session_id", "area_code", "start_year", "end_year"],
      ["Base", "Base", 4711, "nl", 2023, 2050],
    ],
    SLIDER_SETTINGS: [
      [null, "scenario", "Base", "Base", "Base"],
      ["input", "unit", "user", "default", "min"],
      ["co2_price", "EUR", 12.5, 3, 0],
      ["other", "EUR", { error: "#N/A" } as never, 3, 0],
    ],
  });
  expect(scenarios.map(({ name, existingScenario }) => [name, existingScenario])).toEqual([["Base", null]]);
  expect([...scenarios[0]!.values].map(([key, { value }]) => [key, value])).toEqual([["co2_price", 12.5]]);
});

describe("problems name their sheet and cell", () => {
  test.each<[string, { readonly [name: string]: Cells }, readonly string[]]>([
    ["no MAIN", { Sheet1: [["a"]] }, ["The workbook has no sheet MAIN; its sheets are Sheet1"]],
    ["no scenario", { MAIN: [["area_code", "end_year"]] }, ["MAIN: has no scenario"]],
    [
      "other columns",
      {
        MAIN: [
          ["Area", "Year"],
          ["nl", 2050],
        ],
      },
      [expect.stringMatching(/^MAIN!A1: expected the columns/)],
    ],
    [
      "wrong values of MAIN",
      {
        MAIN: [
          ["short_name", "area_code", "end_year", "private", "scenario_id"],
          ["A", "nl", "soon", "perhaps", null],
          ["B", "nl", null, null, null],
          ["C", null, null, null, 1.5],
          ["D", "nl", 2050, null, null],
          ["D", "nl", 2050, null, null],
        ],
      },
      [
        'MAIN!C2: expected a year, found "soon"',
        'MAIN!D2: expected TRUE or FALSE, found "perhaps"',
        "MAIN!A2: expected area_code and end_year, or scenario_id, or copy_from",
        "MAIN!A3: expected area_code and end_year, or scenario_id, or copy_from",
        'MAIN!E4: expected a scenario ID, found "1.5"',
        "MAIN!A4: expected area_code and end_year, or scenario_id, or copy_from",
        'MAIN!A6: is a second scenario named "D"; short_name must be unique',
      ],
    ],
    [
      "values",
      {
        MAIN,
        SLIDER_SETTINGS: [
          ["input", "BASE", "Bsae"],
          ["a", { error: "#DIV/0!" }, 1],
          [null, 3, null],
          ["b", 1, null],
          ["b", 2, null],
        ],
      },
      [
        'SLIDER_SETTINGS!B2: expected a number or text, found "#DIV/0!"',
        "SLIDER_SETTINGS!A3: expected the key of an input",
        "SLIDER_SETTINGS!B5: is a second value of b",
        'SLIDER_SETTINGS!C1: expected the short_name of a scenario in MAIN, found "Bsae"',
      ],
    ],
    [
      "curves and orders",
      {
        MAIN: [
          ["short_name", "area_code", "end_year", "custom_curves", "sortables"],
          ["BASE", "nl", 2040, "CURVES", "ORDERS"],
        ],
        CURVES: [
          ["short", "text", "gap"],
          [1, 1, 1],
          [2, "x", null],
          [3, 1, 2],
        ],
      },
      [
        'MAIN!E2: expected the name of a sheet in the workbook, found "ORDERS"',
        "CURVES!A1: short: expected 8760 values, one per hour, found 3",
        'CURVES!B3: expected a number, found "x"',
        "CURVES!C3: expected a number for each hour, found an empty cell",
      ],
    ],
    [
      "configuration",
      { MAIN, EXPORT_CONFIG: [["inputs"], ["often"]] },
      ['EXPORT_CONFIG!A2: expected TRUE or FALSE, found "often"'],
    ],
  ])("%s", async (_what, sheets, expected) => {
    expect(await problemsOf(sheets)).toEqual(expected);
  });

  test("problems beyond fifty are counted, not listed", async () => {
    const rows = Array.from({ length: 60 }, (_, row) => [`key ${row}`, { error: "#REF!" } as const]);
    const problems = await problemsOf({ MAIN, SLIDER_SETTINGS: [["input", "BASE"], ...rows] });
    expect([problems.length, problems.at(-1)]).toEqual([51, "and 10 more of the 60 problems"]);
  });
});

test("reading a written workbook restores its scenarios exactly", async () => {
  const curve = (seed: number) => Array.from({ length: HOURS }, (_, hour) => Math.sin(hour * seed) * 1e-7);
  const commonFields = { source: null, private: false, keepCompatible: true, scale: null, orders: {}, curves: {} };
  const writtenScenarios: readonly WrittenScenario[] = [
    {
      ...commonFields,
      name: "Wind & <sun>",
      title: "Wind & <sun>",
      area: "nl",
      endYear: 2040,
      source: "test",
      values: { a: 0.1 + 0.2, b: 1e300, c: 5e-324, d: -1 / 3, weather: "1987" },
      orders: { heat_network_lt: ["x", "y"], hydrogen_supply: ["z"] },
      curves: { "weather/air": curve(1) },
    },
    {
      ...commonFields,
      name: "2",
      title: "",
      area: "nl",
      endYear: 2050,
      private: true,
      scale: {
        attribute: "number_of_inhabitants",
        value: 1e5 / 3,
        hasAgriculture: true,
        hasIndustry: false,
        hasEnergy: true,
      },
      values: { a: 7 },
      curves: { price: curve(3) },
    },
  ];
  const plan = await planOf(await Workbook.open(Buffer.concat([...newBook(sheetsOf(writtenScenarios, ["co2"]))])));
  const scenariosRead = plan.scenarios.map((scenario) => ({
    name: scenario.name,
    title: scenario.title ?? "",
    area: scenario.area!.value,
    endYear: scenario.endYear!.value,
    source: scenario.source,
    private: scenario.private,
    keepCompatible: scenario.keepCompatible,
    scale: scenario.scale?.value ?? null,
    values: Object.fromEntries([...scenario.values].map(([key, { value }]) => [key, value])),
    orders: Object.fromEntries(scenario.orders.map(({ name, value }) => [name, value])),
    curves: Object.fromEntries(scenario.curves.map(({ key, value }) => [key, value])),
  }));
  expect(scenariosRead).toEqual(writtenScenarios);
  expect(plan.queries.map(({ value }) => value)).toEqual(["co2"]);
});
