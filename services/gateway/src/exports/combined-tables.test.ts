import type { DownloadRequest, DownloadResponse } from "@etesian/contracts/compute";
import { RpcError, status } from "@etesian/service-kit";
import { loadWriter } from "@etesian/table-files";
import { columnOf, type Table } from "@etesian/tables";
import { expect, test } from "vitest";
import { gateway, scenario } from "../gateway.fixture.ts";

/** Flows of electricity, and in scenario 2 also of hydrogen. */
const tableOf = (isLater: boolean): Table => ({
  columns: [
    columnOf("key", { kind: "text" }),
    columnOf("electricity (MJ)"),
    ...(isLater ? [columnOf("hydrogen (MJ)", { description: "From electrolysis" })] : []),
  ],
  rows: () => [
    ["wind", isLater ? 2.5 : 1.5, ...(isLater ? [7] : [])],
    ["sun", null, ...(isLater ? [null] : [])],
  ],
});

/** Scenario 7 does not exist, 8 cannot be calculated, 9 has a table with many rows. */
async function appWith(requests: DownloadRequest[] = []) {
  const write = await loadWriter("arrow");
  return gateway({
    scenarios: {
      getScenario: async ({ id }) => {
        if (id === 7) throw new RpcError(status.NOT_FOUND, "Not found");
        const { recipe } = scenario();
        return scenario({ id, recipe: { ...recipe!, area: id === 8 ? "sea" : "nl", endYear: 2040 + id } });
      },
    },
    compute: {
      download: async function* (request): AsyncGenerator<DownloadResponse> {
        requests.push(request);
        if (request.recipe?.area === "sea") throw new RpcError(status.FAILED_PRECONDITION, "Division by zero");
        const largeTable: Table = {
          columns: tableOf(false).columns,
          rows: () => Array.from({ length: 2_000_001 }, () => ["wind", 1]),
        };
        yield { part: { $case: "fileName", value: "energy_flow" } };
        const table = request.recipe?.endYear === 2049 ? largeTable : tableOf(request.recipe?.endYear === 2042);
        for (const piece of write(table, "energy_flow"))
          yield { part: { $case: "piece", value: Buffer.from(piece as Uint8Array) } };
      },
    },
  });
}

test("tables of several scenarios are combined, and a scenario without a table has a row with its error", async () => {
  const requests: DownloadRequest[] = [];
  const response = await (await appWith(requests)).inject("/api/v3/scenarios/1,7,2,8,1/energy_flow.csv");
  expect(response.body).toBe(
    [
      "scenario,key,electricity (MJ),hydrogen (MJ),code,error",
      "1,wind,1.5,,,",
      "1,sun,,,,",
      "7,,,,not_found,Not found",
      "2,wind,2.5,7.0,,",
      "2,sun,,,,",
      "8,,,,cannot_be_calculated,Division by zero",
      "",
    ].join("\n"),
  );
  expect(response.headers["content-disposition"]).toBe('attachment; filename="energy_flow.csv"');
  expect(requests.map(({ document }) => document)).toEqual(
    Array.from({ length: 3 }, () => ({
      $case: "tableFile",
      value: { table: { $case: "annual", value: "energy_flow" }, format: "arrow", layout: "wide" },
    })),
  );
});

test("hourly tables of several scenarios are combined, including as JSON in the long layout", async () => {
  const app = await appWith();
  const response = await app.inject("/api/v3/scenarios/1,2/curves/electricity_price.json?layout=long");
  const { columns, rows } = response.json<{ columns: { key: string }[]; rows: unknown[][] }>();
  expect(columns.map(({ key }) => key)).toEqual(["scenario", "key", "variable", "unit", "value", "code", "error"]);
  expect(rows.slice(0, 3)).toEqual([
    [1, "wind", "electricity", "MJ", 1.5, null, null],
    [1, "sun", "electricity", "MJ", null, null, null],
    [2, "wind", "electricity", "MJ", 2.5, null, null],
  ]);
});

test("a combined table has an ETag, and is not recalculated for a client that already has it", async () => {
  const url = "/api/v3/scenarios/1,7/energy_flow.parquet";
  const first = await (await appWith()).inject(url);
  const requests: DownloadRequest[] = [];
  const conditionalRequest = { url, headers: { "if-none-match": String(first.headers["etag"]) } };
  expect((await (await appWith(requests)).inject(conditionalRequest)).statusCode).toBe(304);
  expect(requests).toEqual([]);
  const otherResponse = await (await appWith()).inject("/api/v3/scenarios/1,2/energy_flow.parquet");
  expect(otherResponse.headers["etag"]).not.toBe(first.headers["etag"]);
});

test.each([
  ["1,x/energy_flow.csv", 422, "invalid"],
  ["1,2/energy_flow.csv?at=1", 422, "invalid"],
  ["1,2/energy_flow.csv?layout=tall", 422, "invalid"],
  [`${Array.from({ length: 101 }, (_, id) => id + 1).join(",")}/energy_flow.csv`, 400, "too_many_ids"],
  ["9,1/energy_flow.csv", 422, "too_many_results"],
])("a request for %s is refused", async (path, code, error) => {
  const response = await (await appWith()).inject(`/api/v3/scenarios/${path}`);
  expect([response.statusCode, response.headers["x-error-code"]]).toEqual([code, error]);
});

test("a defect is an internal error, not a row", async () => {
  const app = await gateway({
    compute: {
      download: () => {
        throw new Error("defect");
      },
    },
  });
  expect((await app.inject("/api/v3/scenarios/1,2/energy_flow.csv")).statusCode).toBe(500);
});
