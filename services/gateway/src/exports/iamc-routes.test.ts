import type { ModelInterface } from "../model/catalogue.ts";
import { NO_DOCUMENTS } from "@etesian/interface";
import { RpcError, status } from "@etesian/service-kit";
import { Workbook } from "@etesian/workbooks";
import { expect, test } from "vitest";
import { gateway, scenario } from "../gateway.fixture.ts";

const IAMC = {
  "Final Energy": { query: "final", unit: "PJ/yr", factor: null },
  "Final Energy|Heat": { query: "heat", unit: "EJ/yr", factor: 1e-12 },
  "Emissions|CO2": { query: "broken", unit: "Mt CO2/yr", factor: null },
};
const MODEL: ModelInterface = {
  documents: {
    ...NO_DOCUMENTS,
    areas: { nl: { title: { en: "Netherlands", nl: "Nederland" }, map: null } },
    iamc: IAMC,
  },
  catalogue: {
    inputs: [],
    queries: [
      { key: "final", unit: "TJ" },
      { key: "heat", unit: "MJ" },
      { key: "broken", unit: "kg" },
    ],
  },
};

/** Scenario 7 does not exist; scenario 2 has a later end year, an area without a name, and no heat in the present. */
const appWith = (model: ModelInterface = MODEL) =>
  gateway({
    scenarios: {
      getScenario: async ({ id }) => {
        if (id === 7) throw new RpcError(status.NOT_FOUND, "Not found");
        const { recipe } = scenario();
        return scenario({ id, recipe: { ...recipe!, area: id === 2 ? "de" : "nl", endYear: id === 2 ? 2060 : 2050 } });
      },
    },
    compute: {
      describeInterface: async () => ({ interfaceJson: JSON.stringify(model) }),
      query: async ({ recipe }) => ({
        calculation: undefined,
        outcome: {
          $case: "results",
          value: {
            results: [
              { key: "final", presentJson: "2e6", futureJson: "1e6", unit: "TJ" },
              { key: "heat", presentJson: recipe?.area === "de" ? "null" : "3e12", futureJson: "4e12", unit: "MJ" },
            ],
            failures: [{ key: "broken", messages: ["Gquery broken fails"] }],
          },
        },
      }),
    },
  });

test("a variable has a row with its figures by year, in the unit of the mapping", async () => {
  const response = await (await appWith()).inject("/api/v3/scenarios/1,7,2/iamc.csv");
  expect(response.body).toBe(
    [
      "Model,Scenario,Region,Variable,Unit,2023,2050,2060",
      "Etesian,Mine (1),Netherlands,Final Energy,PJ/yr,2000.0,1000.0,",
      "Etesian,Mine (1),Netherlands,Final Energy|Heat,EJ/yr,3.0,4.0,",
      "Etesian,Mine (2),de,Final Energy,PJ/yr,2000.0,,1000.0",
      "Etesian,Mine (2),de,Final Energy|Heat,EJ/yr,,,4.0",
      "",
    ].join("\n"),
  );
  expect([response.headers["x-warnings"]].flat().join("\n")).toMatch(
    /Scenario 7: Not found.*Mine \(1\): Gquery broken fails/s,
  );
  expect(response.headers["content-disposition"]).toBe('attachment; filename="iamc.1_7_2.csv"');
});

test("the long layout has a row per year with a figure", async () => {
  const response = await (await appWith()).inject("/api/v3/scenarios/2/iamc.json?layout=long");
  const { columns, rows } = response.json<{ columns: { key: string }[]; rows: unknown[] }>();
  expect(columns.map(({ key }) => key)).toEqual(["Model", "Scenario", "Region", "Variable", "Unit", "Year", "Value"]);
  expect(rows).toEqual([
    ["Etesian", "Mine", "de", "Final Energy", "PJ/yr", 2023, 2000],
    ["Etesian", "Mine", "de", "Final Energy", "PJ/yr", 2060, 1000],
    ["Etesian", "Mine", "de", "Final Energy|Heat", "EJ/yr", 2060, 4],
  ]);
});

test("a workbook has the column names in the first row of its data sheet", async () => {
  const response = await (await appWith()).inject("/api/v3/scenarios/1/iamc.xlsx");
  const sheet = await (await Workbook.open(response.rawPayload)).sheet("data");
  expect(sheet!.rows.slice(0, 2).map(({ cells }) => [...cells.values()])).toEqual([
    ["Model", "Scenario", "Region", "Variable", "Unit", 2023, 2050],
    ["Etesian", "Mine", "Netherlands", "Final Energy", "PJ/yr", 2000, 1000],
  ]);
});

test.each([
  ["7/iamc.csv", 404, "not_found"],
  ["1,x/iamc.csv", 422, "invalid"],
  ["1/iamc.csv?layout=iamc", 422, "invalid"],
])("%s is refused", async (path, code, error) => {
  const response = await (await appWith()).inject(`/api/v3/scenarios/${path}`);
  expect([response.statusCode, response.headers["x-error-code"]]).toEqual([code, error]);
});

test("a model without variables has no IAMC table", async () => {
  const response = await (await appWith({ ...MODEL, documents: NO_DOCUMENTS })).inject("/api/v3/scenarios/1/iamc.csv");
  expect([response.statusCode, response.json()]).toEqual([
    404,
    { errors: ["There is no table iamc: the model has no variables in interface/iamc.yml"] },
  ]);
});
