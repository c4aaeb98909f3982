import type { CreateScenarioRequest, SetOrderRequest } from "@etesian/contracts/scenarios";
import { NO_DOCUMENTS } from "@etesian/interface";
import { RpcError, status } from "@etesian/service-kit";
import { newBook, type NewCell, Workbook } from "@etesian/workbooks";
import { expect, test } from "vitest";
import { scenarioOutcome, gateway, number, rejectionOutcome, scenario, text } from "../gateway.fixture.ts";

const bookOf = (sheets: { readonly [name: string]: readonly (readonly NewCell[])[] }): Buffer =>
  Buffer.concat([
    ...newBook(Object.entries(sheets).map(([name, rows]) => ({ name, headingRows: 1, fixedColumns: 0, rows }))),
  ]);

/** A form with a file. */
function formOf(content: Buffer) {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="book.xlsx"\r\n\r\n';
  return {
    method: "POST" as const,
    headers: { "content-type": "multipart/form-data; boundary=x" },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n--x--\r\n")]),
  };
}

async function cellsOf(content: Buffer, sheet: string) {
  return (await (await Workbook.open(content)).sheet(sheet))?.rows.map(({ cells }) => [...cells.values()]);
}

/** Scenario 7 does not exist; the value 99 of `share` and the order `hydrogen_supply` are refused. */
async function appWith(creations: CreateScenarioRequest[] = [], orders: SetOrderRequest[] = []) {
  return gateway({
    scenarios: {
      getScenario: async ({ id }) => scenario({ id }),
      updateScenario: async ({ id }) => {
        if (id === 7) throw new RpcError(status.NOT_FOUND, "Not found");
        return scenarioOutcome(scenario({ id }));
      },
      createScenario: async (request) => {
        creations.push(request);
        const { value } = request.userValues["share"] ?? {};
        if (value?.$case === "number" && value.value === 99)
          return rejectionOutcome({ attribute: "base", message: "Input share cannot be greater than 50.0" });
        return scenarioOutcome(scenario({ id: 20 + creations.length }));
      },
      setOrder: async (request) => {
        orders.push(request);
        if (request.name === "hydrogen_supply_order")
          return rejectionOutcome({ attribute: "base", message: "x is not a member" });
        return { outcome: { $case: "order", value: { keys: request.keys } } };
      },
    },
    compute: {
      query: async () => ({
        calculation: undefined,
        outcome: {
          $case: "results",
          value: {
            results: [{ key: "co2", presentJson: "1.5", futureJson: "2.5", unit: "MT" }],
            failures: [{ key: "x", messages: ["Gquery x does not exist"] }],
          },
        },
      }),
    },
  });
}

const BOOK = bookOf({
  MAIN: [
    ["short_name", "area_code", "end_year", "scenario_id", "session", "sortables"],
    ["A", "nl", 2040, null, null, "SORTABLES"],
    ["WRONG", "nl", 2040, null, null, null],
    ["GONE", null, null, 7, true, null],
  ],
  SLIDER_SETTINGS: [
    ["input", "A", "WRONG"],
    ["share", 12.5, 99],
    ["weather", "1987", null],
  ],
  SORTABLES: [
    ["heat_network_mt", "hydrogen_supply", "nonsense"],
    ["a", "x", "y"],
  ],
  GQUERIES: [["co2"], ["x"]],
});

test("a run creates scenarios, and the copy has results and the errors with their cells", async () => {
  const creations: CreateScenarioRequest[] = [];
  const orders: SetOrderRequest[] = [];
  const app = await appWith(creations, orders);
  const response = await app.inject({ url: "/api/v3/workbooks", ...formOf(BOOK) });
  expect(response.statusCode).toBe(200);
  const { scenarios, problems, file } = response.json<{
    scenarios: unknown;
    problems: { cell: string; scenario: string; code: string; message: string }[];
    file: { filename: string; content: string };
  }>();
  expect(scenarios).toEqual([
    { short_name: "A", id: expect.any(Number) },
    { short_name: "WRONG", id: null },
    { short_name: "GONE", id: null },
  ]);
  expect(problems.map(({ cell, scenario: name, code, message }) => [cell, name, code, message])).toEqual([
    ["SORTABLES!B1", "A", "invalid", "x is not a member"],
    ["SORTABLES!C1", "A", "invalid", "is not the name of an order"],
    ["SLIDER_SETTINGS!C2", "WRONG", "invalid", "Input share cannot be greater than 50.0"],
    ["MAIN!A4", "GONE", "not_found", "Not found"],
    ["GQUERIES!A2", "A", "no_result", "Gquery x does not exist"],
  ]);
  expect(creations[0]).toMatchObject({
    areaCode: text("nl"),
    endYear: number(2040),
    userValues: { share: number(12.5), weather: text("1987") },
  });
  expect(orders.map(({ name, keys }) => [name, keys])).toEqual([
    ["heat_network_order_mt", ["a"]],
    ["hydrogen_supply_order", ["x"]],
  ]);
  expect(file.filename).toBe("book_results.xlsx");
  const copy = Buffer.from(file.content, "base64");
  expect(await cellsOf(copy, "GQUERIES_RESULTS")).toEqual([
    ["scenario", "A", "A"],
    ["gquery", "unit", "present", "future"],
    ["co2", "MT", 1.5, 2.5],
    ["x"],
  ]);
  expect(await cellsOf(copy, "ERRORS")).toHaveLength(6);
  expect(await cellsOf(copy, "MAIN")).toHaveLength(4);
});

test.each([
  ["the suffix", "/api/v3/workbooks.xlsx", "*/*"],
  ["Accept", "/api/v3/workbooks", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
])("the response is the copy alone when requested by %s", async (_description, url, accept) => {
  const form = formOf(BOOK);
  const response = await (await appWith()).inject({ url, ...form, headers: { ...form.headers, accept } });
  expect(response.headers["content-disposition"]).toBe('attachment; filename="book_results.xlsx"');
  expect(await cellsOf(response.rawPayload, "SCENARIOS")).toHaveLength(4);
});

test("each call of a request has its own idempotency key, which a repeated request uses again", async () => {
  const keys: (string | null | undefined)[][] = [];
  for (let n = 0; n < 2; n++) {
    const usedKeys: (string | null | undefined)[] = [];
    keys.push(usedKeys);
    const app = await gateway({
      scenarios: {
        getScenario: async ({ id }) => scenario({ id }),
        createScenario: async (_request, context) => {
          usedKeys.push(context?.idempotencyKey);
          return scenarioOutcome(scenario());
        },
      },
    });
    const form = formOf(
      bookOf({
        MAIN: [
          ["short_name", "area_code", "end_year"],
          ["A", "nl", 2040],
          ["B", "nl", 2050],
        ],
      }),
    );
    const headers = { ...form.headers, "idempotency-key": "0123456789abcdef" };
    expect((await app.inject({ url: "/api/v3/workbooks", ...form, headers })).statusCode).toBe(200);
  }
  expect(new Set(keys[0]).size).toBe(2);
  expect(keys[1]).toEqual(keys[0]);
});

test.each([
  ["a file that is not a workbook", Buffer.from("a,b"), ["The file is not a workbook (.xlsx)"]],
  [
    "a workbook with an invalid cell",
    bookOf({
      MAIN: [
        ["area_code", "end_year", "title"],
        ["nl", "soon", "A"],
      ],
    }),
    ['MAIN!B2: expected a year, found "soon"'],
  ],
])("%s is refused before anything is created", async (_description, content, errors) => {
  const creations: CreateScenarioRequest[] = [];
  const response = await (await appWith(creations)).inject({ url: "/api/v3/workbooks", ...formOf(content) });
  expect([response.statusCode, response.headers["x-error-code"]]).toEqual([422, "invalid_workbook"]);
  expect(response.json<{ errors: string[] }>().errors).toEqual(expect.arrayContaining(errors));
  expect(creations).toEqual([]);
});

test("a request without a form is refused", async () => {
  const response = await (await appWith()).inject({ method: "POST", url: "/api/v3/workbooks", payload: { file: "x" } });
  expect([response.statusCode, response.headers["x-error-code"]]).toEqual([422, "invalid_file"]);
});

test("a download in an unknown language is refused", async () => {
  const app = await gateway({
    compute: {
      describeInterface: async () => ({
        interfaceJson: JSON.stringify({ documents: NO_DOCUMENTS, catalogue: { inputs: [], queries: [] } }),
      }),
    },
  });
  const response = await app.inject("/api/v3/scenarios/1/workbook.xlsx?language=fr");
  expect([response.statusCode, response.json()]).toEqual([422, { errors: ['language is "fr", expected en or nl'] }]);
});
