import type { DownloadRefusal, DownloadRequest, DownloadResponse } from "@etesian/contracts/compute";
import { RpcError, status } from "@etesian/service-kit";
import { describe, expect, test } from "vitest";
import { gateway } from "../gateway.fixture.ts";

describe("documents", () => {
  type Part = NonNullable<DownloadResponse["part"]>;
  const requests: DownloadRequest["document"][] = [];
  const gatewayWith = (...parts: readonly Part[]) =>
    gateway({
      compute: {
        download: async function* ({ document }) {
          requests.push(document);
          for (const part of parts) yield { part };
        },
      },
    });
  const chunk = (content: string): Part => ({ $case: "piece", value: Buffer.from(content) });
  const fileName = (value: string): Part => ({ $case: "fileName", value });

  test.each([
    ["energy_flow", { $case: "annualTable", value: "energy_flow" }],
    ["curves/merit_order", { $case: "hourlyTable", value: "electricity_profiles" }],
    ["curves/electricity_price", { $case: "hourlyTable", value: "electricity_price" }],
  ])("%s is CSV with a file name, with or without the suffix", async (path, document) => {
    const app = await gatewayWith(fileName("heat_network"), chunk("key,a\n"), chunk("é,1.0\n"));
    for (const suffix of ["", ".csv"]) {
      const response = await app.inject(`/api/v3/scenarios/1/${path}${suffix}`);
      expect([response.statusCode, response.body]).toEqual([200, "key,a\né,1.0\n"]);
      expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
      expect(response.headers["content-disposition"]).toBe('attachment; filename="heat_network.1.csv"');
      expect(requests.at(-1)).toEqual(document);
    }
  });

  const arrow = "application/vnd.apache.arrow.file";
  const parquet = "application/vnd.apache.parquet";
  const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  const annual = { $case: "annual", value: "energy_flow" } as const;

  test.each([
    ["energy_flow.json", "application/json; charset=utf-8", annual],
    ["energy_flow.arrow", arrow, annual],
    ["curves/merit_order.parquet", parquet, { $case: "hourly", value: "electricity_profiles" }],
    ["curves/electricity_price.xlsx", xlsx, { $case: "hourly", value: "electricity_price" }],
  ])("the suffix of %s selects the type %s for any Accept header", async (path, type, table) => {
    const app = await gatewayWith(fileName("x"), chunk("bytes"));
    for (const accept of ["*/*", "text/csv"]) {
      const response = await app.inject({ url: `/api/v3/scenarios/1/${path}`, headers: { accept } });
      const format = path.split(".")[1]!;
      expect([response.statusCode, response.body, response.headers["content-type"]]).toEqual([200, "bytes", type]);
      expect(response.headers["content-disposition"]).toBe(`attachment; filename="x.1.${format}"`);
      expect(requests.at(-1)).toEqual({ $case: "tableFile", value: { table, format, layout: "wide" } });
    }
  });

  test.each([
    [undefined, "csv"],
    ["*/*", "csv"],
    ["application/json, text/plain, */*", "csv"],
    ["application/json", "csv"],
    [arrow, "arrow"],
    [`${parquet};q=0.5, ${xlsx};q=0.9`, "xlsx"],
    [`${parquet}, */*;q=0.1`, "parquet"],
    ["text/csv;q=0, application/*", "csv"],
  ])("a path without suffix with Accept %s is a file in the format %s", async (accept, format) => {
    const app = await gatewayWith(fileName("x"), chunk("bytes"));
    const headers = accept === undefined ? {} : { accept };
    const response = await app.inject({ url: "/api/v3/scenarios/1/energy_flow", headers });
    expect(response.headers["content-disposition"]).toBe(`attachment; filename="x.1.${format}"`);
    expect(response.headers["vary"]).toContain("accept,");
  });

  test("an unavailable format is refused, and the error lists the available ones", async () => {
    const app = await gatewayWith(fileName("x"));
    const headers = { accept: "image/png, text/html;q=0.5" };
    const response = await app.inject({ url: "/api/v3/scenarios/1/curves/residual_load", headers });
    expect([response.statusCode, response.headers["x-error-code"]]).toEqual([406, "not_acceptable"]);
    for (const suffix of [".csv", ".json", ".arrow", ".parquet", ".xlsx"]) expect(response.body).toContain(suffix);
  });

  test("a parameter selects the long layout, and an unknown layout is refused", async () => {
    const app = await gatewayWith(fileName("x"), chunk("a"));
    const longResponse = await app.inject("/api/v3/scenarios/1/energy_flow.csv?layout=long");
    expect(longResponse.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(requests.at(-1)).toEqual({ $case: "tableFile", value: { table: annual, format: "csv", layout: "long" } });
    const invalidResponse = await app.inject("/api/v3/scenarios/1/energy_flow.arrow?layout=tall");
    expect([invalidResponse.statusCode, invalidResponse.json()]).toEqual([
      422,
      { errors: ['layout is "tall", expected wide or long'] },
    ]);
  });

  test("files of a scenario in different formats and layouts have different ETags", async () => {
    const app = await gatewayWith(fileName("x"), chunk("a"));
    const paths = ["csv", "arrow", "csv?layout=long", "arrow?layout=long"];
    const responses = await Promise.all(paths.map((path) => app.inject(`/api/v3/scenarios/1/energy_flow.${path}`)));
    expect(new Set(responses.map(({ headers }) => headers["etag"])).size).toBe(4);
  });

  test.each([
    ["merit", { $case: "meritConfiguration", value: { includeCurves: true } }],
    ["merit?include_curves=false", { $case: "meritConfiguration", value: { includeCurves: false } }],
    ["curves/electricity_price.json", { $case: "electricityPrice", value: true }],
    ["nodes/topology", { $case: "energyMap", value: true }],
  ])("%s is JSON", async (path, document) => {
    const response = await (
      await gatewayWith(fileName("x"), chunk('{"a":'), chunk("1}"))
    ).inject(`/api/v3/scenarios/1/${path}`);
    expect([response.statusCode, response.json()]).toEqual([200, { a: 1 }]);
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(requests.at(-1)).toEqual(document);
  });

  test("documents with figures of nodes are requested with or without a list of names", async () => {
    const app = await gatewayWith(fileName("x"), chunk("{}"));
    const body = { keys: { plant: ["demand"], boiler: null } };
    await app.inject({ method: "POST", url: "/api/v3/scenarios/1/nodes/stats", payload: body });
    expect(requests.at(-1)).toEqual({
      $case: "nodeStatistics",
      value: {
        nodes: [
          { node: "plant", figures: ["demand"] },
          { node: "boiler", figures: [] },
        ],
      },
    });
  });

  test.each<[refusal: NonNullable<DownloadRefusal["reason"]>, status: number, body: string]>([
    [{ $case: "noHours", value: "No hours" }, 404, '{"errors":["No hours"]}'],
    [{ $case: "invalid", value: "There is no energy node x" }, 422, '{"errors":["There is no energy node x"]}'],
    [{ $case: "unknown", value: true }, 404, '{"errors":["Not found"]}'],
  ])("a table that cannot be calculated is a JSON error: %o", async (reason, statusCode, body) => {
    const response = await (
      await gatewayWith({ $case: "refusal", value: { reason } })
    ).inject("/api/v3/scenarios/1/curves/residual_load.csv");
    expect([response.statusCode, response.body]).toEqual([statusCode, body]);
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(response.headers).not.toHaveProperty("content-disposition");
  });

  test("a scenario or a table that does not exist is 404", async () => {
    const notFound = async () => Promise.reject(new RpcError(status.NOT_FOUND, "Not found"));
    const app = await gateway({ scenarios: { getScenario: notFound } });
    const responses = await Promise.all(
      ["7/energy_flow", "7/curves/residual_load", "x/curves/residual_load", "7/curves/nope", "7/nope.csv"].map((path) =>
        app.inject(`/api/v3/scenarios/${path}`),
      ),
    );
    expect(responses.map((response) => [response.statusCode, response.json<unknown>()])).toEqual([
      [404, { errors: ["Not found"] }],
      [404, { errors: ["Not found"] }],
      [404, { errors: ["Not found"] }],
      [404, { errors: [expect.stringMatching(/^There is no table nope; available tables are .*residual_load/)] }],
      [404, { errors: [expect.stringMatching(/^There is no table nope; available tables are .*energy_flow/)] }],
    ]);
  });

  test("writing to an unknown table is refused", async () => {
    const response = await (await gateway()).inject({ method: "PUT", url: "/api/v3/scenarios/7/nope" });
    expect([response.statusCode, response.headers["allow"]]).toEqual([404, undefined]);
  });

  test("tables of an area that is no longer served get 410", async () => {
    const app = await gateway({
      compute: {
        download: () => ({
          [Symbol.asyncIterator]: () => ({
            next: () => Promise.reject(new RpcError(status.NOT_FOUND, "unknown area")),
          }),
        }),
      },
    });
    const response = await app.inject("/api/v3/scenarios/1/sankey");
    expect(response.statusCode).toBe(410);
  });
});
