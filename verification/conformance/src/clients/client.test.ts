/** Tests the TypeScript client against a server, with code that a user would write. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Api, ApiError, type Change, changesOf, connect, dataOf, UnreachableError } from "@etesian/client";
import { writeVillage } from "@etesian/compute/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startForTest, type TestServer } from "@etesian/standalone/testing";

let directory: string;
let server: TestServer;
let api: Api;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-client-"));
  writeVillage(join(directory, "village"));
  server = await startForTest({ model: join(directory, "village"), data: join(directory, "data") });
  api = connect({ url: server.url, token: await server.token("ada@example.org") });
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const create = (fields: object = {}) => dataOf(api.POST("/api/v3/scenarios", { body: { scenario: fields } }));

test("a scenario is created, then changed and queried in one request", async () => {
  const { id, end_year } = await create({ end_year: 2040 });
  expect(end_year).toBe(2040);
  const { scenario, gqueries } = await dataOf(
    api.PUT("/api/v3/scenarios/{id}", {
      params: { path: { id } },
      body: { scenario: { user_values: { share_of_gas_boiler: 60 } }, gqueries: ["heat_demand"] },
    }),
  );
  expect(scenario.balanced_values).toEqual({ share_of_electric_heater: 40 });
  expect(gqueries["heat_demand"]).toMatchObject({ present: 100_000_000, unit: "MJ" });
});

test("inputs, areas and the caller's scenarios have their own types", async () => {
  const { id } = await create();
  const inputs = await dataOf(api.GET("/api/v3/scenarios/{id}/inputs", { params: { path: { id } } }));
  expect(inputs["heat_demand_per_year"]?.max).toBe(200);
  expect((await dataOf(api.GET("/api/v3/areas"))).map(({ area }) => area)).toEqual(["village"]);
  const { data, meta } = await dataOf(api.GET("/api/v3/scenarios", { params: { query: { limit: 1 } } }));
  expect([data[0]?.id, meta.limit]).toEqual([id, 1]);
});

test("a table is text, or bytes on request", async () => {
  const { id } = await create();
  const params = { path: { id } };
  const table: string = await dataOf(api.GET("/api/v3/scenarios/{id}/energy_flow.csv", { params }));
  expect(table).toMatch(/^key,/);
  const bytes = await dataOf(api.GET("/api/v3/scenarios/{id}/energy_flow.csv", { params, parseAs: "arrayBuffer" }));
  expect(new TextDecoder().decode(bytes)).toBe(table);
  const response = await api.request("get", "/api/v3/scenarios/{id}/energy_flow.csv", { params });
  expect(response.data).toBe(table);
});

test("a file is sent as a form, and a response without a body is undefined", async () => {
  const { id } = await create();
  const params = { path: { id, curve_key: "power_price" } };
  const file = new Blob([Array.from({ length: 8_760 }, (_, hour) => hour % 24).join("\n")]);
  const { name } = await dataOf(
    api.PUT("/api/v3/scenarios/{id}/custom_curves/{curve_key}", {
      params,
      body: { file: new File([file], "prices.csv") },
    }),
  );
  expect(name).toBe("prices.csv");
  const deletion: undefined = await dataOf(api.DELETE("/api/v3/scenarios/{id}/custom_curves/{curve_key}", { params }));
  expect(deletion).toBe(undefined);
});

test("a client receives changes since any version, and new changes as they happen", async () => {
  const { id } = await create();
  const params = { path: { id } };
  const put = (title: string) => api.PUT("/api/v3/scenarios/{id}", { params, body: { scenario: { title } } });
  await put("A");
  const receivedChanges: Change[] = [];
  for await (const change of changesOf(api, id, { after: 1 })) {
    receivedChanges.push(change);
    if (receivedChanges.length === 2) break;
    await put("B");
  }
  expect(receivedChanges.map(({ version, type }) => [version, type])).toEqual([
    [2, "metadata_replaced"],
    [3, "metadata_replaced"],
  ]);
  const signal = AbortSignal.timeout(50);
  await expect(changesOf(api, id, { signal }).next()).rejects.toMatchObject({ name: "TimeoutError" });
  await expect(changesOf(api, 999).next()).rejects.toMatchObject({ status: 404 });
});

test("a missing or incomplete response is an error of its own class with its cause", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/api/v3/areas") response.writeHead(200, { "content-type": "application/json" }).write("[");
    setTimeout(() => request.socket.destroy(), 20);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { GET } = connect({ url });
  for (const get of [() => GET("/api/v3/areas"), () => GET("/api/v3/gqueries")]) {
    const error = await get().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ status: 0, code: "unreachable", url, cause: expect.any(TypeError) });
  }
  await new Promise((resolve) => server.close(resolve));
  await expect(GET("/api/v3/areas")).rejects.toThrow(`unreachable: No response from ${url} (connect ECONNREFUSED`);
});

test("an error is thrown with its code", async () => {
  const { id } = await create();
  const change = dataOf(
    api.PUT("/api/v3/scenarios/{id}", {
      params: { path: { id } },
      body: { scenario: { user_values: { heat_demand_per_year: 201 } } },
    }),
  );
  const error = await change.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 422,
    code: "invalid",
    errors: ["Input heat_demand_per_year cannot be greater than 200.0"],
  });
  await expect(dataOf(connect({ url: server.url }).GET("/api/v3/scenarios"))).rejects.toMatchObject({
    status: 403,
    code: "login_required",
  });
});

test("another client's change is not overwritten, and a cached response is not sent again", async () => {
  const { id } = await create();
  const path = { params: { path: { id } } };
  const { response } = await api.GET("/api/v3/scenarios/{id}", path);
  const etag = response.headers.get("etag") ?? "";
  const cachedResponse = await api.GET("/api/v3/scenarios/{id}", { ...path, headers: { "if-none-match": etag } });
  expect(cachedResponse.response.status).toBe(304);
  await api.PUT("/api/v3/scenarios/{id}", { ...path, body: { scenario: { title: "A" } } });
  const conflictingChange = api.PUT("/api/v3/scenarios/{id}", {
    ...path,
    body: { scenario: { title: "B" } },
    headers: { "if-match": etag },
  });
  await expect(conflictingChange).rejects.toMatchObject({ status: 412, code: "version_conflict" });
});
