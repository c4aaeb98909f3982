import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startForTest, type TestServer } from "./testing/test-server.ts";

let directory: string;
let server: TestServer;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-standalone-"));
  writeVillage(join(directory, "village"));
  server = await startForTest({ model: join(directory, "village"), data: join(directory, "data") });
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Response fields that these tests reuse; others are only compared. */
interface Body {
  readonly [field: string]: unknown;
  readonly id: number;
  readonly user_values: object;
  readonly gqueries: Readonly<Record<"heat_demand", { readonly future: number }>>;
}

interface HttpResponse {
  readonly status: number;
  readonly body: Body;
}

async function send(method: string, path: string, body?: unknown): Promise<HttpResponse> {
  const response = await fetch(`${server.url}/api/v3${path}`, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? "" : JSON.parse(text)) as Body };
}

/** Creates a scenario, optionally with user values. */
async function create(fields: object = {}): Promise<number> {
  const { status, body } = await send("POST", "/scenarios", { scenario: fields });
  expect(status).toBe(200);
  return body.id;
}

describe("a scenario", () => {
  test("a scenario is created, changed, queried, cloned and reset", async () => {
    const id = await create({ end_year: 2040, source: "test", title: "First" });
    expect((await send("GET", `/scenarios/${id}`)).body).toMatchObject({
      area_code: "village",
      start_year: 2020,
      end_year: 2040,
      title: "First",
      user_values: {},
    });

    const changeResponse = await send("PUT", `/scenarios/${id}`, {
      scenario: { user_values: { heat_demand_per_year: 40, share_of_gas_boiler: "100" } },
      gqueries: ["heat_demand", "gas_demand"],
    });
    expect(changeResponse.body.scenario).toMatchObject({
      user_values: { heat_demand_per_year: 40, share_of_gas_boiler: 100 },
      balanced_values: { share_of_electric_heater: 0 },
    });
    expect(changeResponse.body.gqueries).toEqual({
      heat_demand: { present: 100e6, future: 40e6, unit: "MJ" },
      gas_demand: { present: 143.75e6, future: 50e6, unit: "MJ" },
    });

    const clone = await create({ scenario_id: id, area_code: "ignored" });
    const cloneResponse = await send("PUT", `/scenarios/${clone}`, { gqueries: ["gas_demand"] });
    expect(cloneResponse.body).toMatchObject({
      scenario: { template: id, end_year: 2040, metadata: {}, user_values: { heat_demand_per_year: 40 } },
      gqueries: { gas_demand: { future: 50e6 } },
    });

    const resetResponse = await send("PUT", `/scenarios/${id}`, { reset: true, gqueries: ["gas_demand"] });
    expect(resetResponse.body).toMatchObject({
      scenario: { user_values: {}, balanced_values: {} },
      gqueries: { gas_demand: { future: 143.75e6 } },
    });
  });

  test("a scenario has a history, can be restored, sends events and previews changes", async () => {
    const id = await create({ user_values: { heat_demand_per_year: 40 } });
    const eventsResponse = await fetch(`${server.url}/api/v3/scenarios/${id}/events`);
    // The stream is still open when the server is closed, and must not delay the close.
    const reader = eventsResponse.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe("retry: 1000\n\n");
    await send("PUT", `/scenarios/${id}`, { scenario: { user_values: { heat_demand_per_year: 50 } } });
    expect((await reader.read()).value).toMatch(
      /^id: 2\nevent: inputs_set\ndata: \{.*"heat_demand_per_year":50.*\}\n\n$/,
    );

    const demand = async (query: string) =>
      (await send("GET", `/scenarios/${id}/queries?keys=heat_demand${query}`)).body as unknown;
    expect(await demand("&at=1")).toMatchObject({ heat_demand: { future: 40e6 } });
    expect(await demand("")).toMatchObject({ heat_demand: { future: 50e6 } });
    const { body: preview } = await send("POST", `/scenarios/${id}/preview`, {
      user_values: { heat_demand_per_year: 60, share_of_gas_boiler: 30 },
      gqueries: ["heat_demand"],
    });
    expect(preview).toMatchObject({
      scenario: { balanced_values: { share_of_electric_heater: 70 } },
      gqueries: { heat_demand: { future: 60e6 } },
      inputs: { heat_demand_per_year: { user: 60 }, share_of_gas_boiler: { user: 30 } },
    });

    expect((await send("POST", `/scenarios/${id}/restore`, { version: 1 })).body).toMatchObject({
      scenario: { user_values: { heat_demand_per_year: 40 } },
    });
    const { body: history } = await send("GET", `/scenarios/${id}/history`);
    expect(history).toMatchObject({
      meta: { total: 3 },
      data: [
        { version: 3, type: "scenario_restored" },
        { version: 2, type: "inputs_set" },
        { version: 1, type: "scenario_created" },
      ],
    });
  });

  test("concurrent changes to one scenario, with queries, are all stored", async () => {
    const id = await create();
    const inputs = ["heat_demand_per_year", "mill_output", "settings_holiday"];
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        send("PUT", `/scenarios/${id}`, {
          scenario: { user_values: { [inputs[n % 3]!]: n < 27 ? n % 2 : 1 }, metadata: n === 5 ? { n } : undefined },
          gqueries: n % 2 === 0 ? ["heat_demand"] : [],
        }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const { body } = await send("GET", `/scenarios/${id}`);
    expect(Object.keys(body.user_values).sort()).toEqual([...inputs].sort());
    expect(body.metadata).toEqual({ n: 5 });
  });
});

describe("operations", () => {
  test("a server reports health, readiness and metrics", async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: "ok" });
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({
      ready: true,
      parts: {
        "event store": "ok",
        "read models": "ok",
        "accounts store": "ok",
        "accounts read models": "ok",
        keys: "ok",
        "curves store": "ok",
        "numbers of curves": "ok",
        curves: "ok",
        "saved scenarios store": "ok",
        "saved scenarios read models": "ok",
        "sweeps store": "ok",
        "sweeps read models": "ok",
        sweeps: "ok",
        "saved-scenarios": "ok",
        calculation: "ok",
        compute: "ok",
        scenarios: "ok",
        accounts: "ok",
      },
    });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    for (const name of ["http_request_duration_seconds", "rpc_server_duration_seconds", "compute_duration_seconds"]) {
      expect(metrics).toContain(name);
    }
  });

  test("an acknowledged change survives a restart", async () => {
    const data = join(directory, "restarted");
    const options = { model: join(directory, "village"), data };
    const first = await startForTest(options);
    const creationResponse = await fetch(`${first.url}/api/v3/scenarios`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"scenario":{"user_values":{"share_of_gas_boiler":60}}}',
    });
    const { url: _first, ...createdScenario } = (await creationResponse.json()) as { id: number; url: string };
    await first.close();
    const second = await startForTest(options);
    const { url: _second, ...restoredScenario } = (await (
      await fetch(`${second.url}/api/v3/scenarios/${createdScenario.id}`)
    ).json()) as typeof createdScenario & { url: string };
    const next = (await (await fetch(`${second.url}/api/v3/scenarios`, { method: "POST" })).json()) as { id: number };
    await second.close();
    expect(restoredScenario).toEqual(createdScenario);
    expect(next.id).toBeGreaterThan(createdScenario.id);
  });
});
