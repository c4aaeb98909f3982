import { RpcError, status } from "@etesian/service-kit";
import { expect, test } from "vitest";
import { scenarioOutcome, bearer, gateway, principal, rejectionOutcome, scenario } from "../gateway.fixture.ts";

/** Sends a request to a gateway, and records its calls to the service, which refuses the end year 1. */
async function post(path: string, payload?: object, { privateScenarios = false } = {}) {
  const requests: unknown[] = [];
  const create = async (request: object) => {
    requests.push(request);
    return "endYear" in request && request.endYear === 1
      ? rejectionOutcome({ attribute: "base", message: "no" })
      : scenarioOutcome(scenario({ id: 5 }));
  };
  const app = await gateway({
    accounts: { introspect: async () => ({ principal: principal({ privateScenarios }) }) },
    scenarios: {
      createScenario: create,
      interpolateScenario: create,
      mergeScenarios: create,
      interpolateScenarios: async (request) => {
        requests.push(request);
        return request.endYears.includes(1)
          ? rejectionOutcome({ attribute: "end_years", message: "no" })
          : { outcome: { $case: "scenarios", value: { scenarios: [scenario({ id: 6 })] } } };
      },
    },
  });
  const url = `/api/v3/scenarios/${path}`;
  const response = await app.inject({
    method: "POST",
    url,
    headers: { ...bearer },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, body: response.json<unknown>(), requests };
}

test.each<[path: string, payload: object, request: object]>([
  ["1/interpolate", { end_year: "2030" }, { id: 1, endYear: 2030, startId: undefined }],
  ["1/interpolate", { end_year: 2030, start_scenario_id: "7" }, { id: 1, endYear: 2030, startId: 7 }],
  [
    "merge",
    { scenarios: [{ scenario_id: "1", weight: "2.5" }, { scenario_id: 2 }] },
    { scenarios: [{ id: 1, weight: 2.5 }, { id: 2 }] },
  ],
  ["merge", { scenarios: [{ scenario_id: 1, weight: "2" }, null] }, { scenarios: [{ id: 1, weight: 2 }, { id: 0 }] }],
  ["merge", { scenarios: [{ scenario_id: 3 }] }, { parentId: 3 }],
])("%s %j calls the service", async (path, payload, request) => {
  const { status, body, requests } = await post(path, payload);
  expect([status, requests]).toMatchObject([200, [request]]);
  expect(body).toMatchObject({ id: 5, template: null });
});

test.each<[path: string, payload: object]>([
  ["1/interpolate", { end_year: 2030 }],
  ["interpolate", { scenario_ids: [1], end_years: [2030] }],
  ["merge", { scenarios: [{ scenario_id: 1 }, { scenario_id: 2 }] }],
  ["merge", { scenarios: [{ scenario_id: 1 }] }],
  ["", { scenario: {} }],
])("%s %j forwards the account's default privacy", async (path, payload) => {
  for (const privateScenarios of [true, false]) {
    const { requests } = await post(path, payload, { privateScenarios });
    expect(requests).toMatchObject([{ privateByDefault: privateScenarios }]);
  }
});

test.each<[path: string, payload: object, error: string]>([
  ["1/interpolate", { end_year: "x" }, 'end year "x" must be an integer'],
  ["1/interpolate", { end_year: 2030.5 }, "end year 2030.5 must be an integer"],
  ["interpolate", { scenario_ids: [1], end_years: [2030, {}] }, "end year {} must be an integer"],
  ["merge", { scenarios: [{ scenario_id: 1, weight: "x" }] }, 'weight "x" must be a number, at least 0'],
  [
    "merge",
    { scenarios: [{ scenario_id: 1, weight: -1 }, { scenario_id: 2 }] },
    "weight -1 must be a number, at least 0",
  ],
])("%s %j is refused", async (path, payload, error) => {
  const { status, body, requests } = await post(path, payload);
  expect([status, JSON.stringify(body).includes(JSON.stringify(error).slice(1, -1)), requests]).toEqual([
    422,
    true,
    [],
  ]);
});

test("interpolating several years returns a list", async () => {
  const { body, requests } = await post("interpolate", { scenario_ids: [1, "2", "x"], end_years: ["2030", 2040] });
  expect([body, requests]).toMatchObject([[{ id: 6 }], [{ ids: [1, 2, 0], endYears: [2030, 2040] }]]);
});

test("a merge reports parts that were not averaged", async () => {
  const response = await post("merge", { scenarios: [{ scenario_id: 1 }, { scenario_id: 2 }] });
  expect(response.body).toMatchObject({ warnings: ["Curves and orders are taken from scenario 1"] });
  expect((await post("merge", { scenarios: [{ scenario_id: 1 }] })).body).toMatchObject({ warnings: [] });
});

test("a request for more than a hundred scenarios or years is refused", async () => {
  const ids = Array.from({ length: 101 }, (_, n) => n + 1);
  for (const [path, payload] of [
    ["interpolate", { scenario_ids: ids, end_years: [2030] }],
    ["interpolate", { scenario_ids: [1], end_years: ids }],
    ["merge", { scenarios: ids.map((scenario_id) => ({ scenario_id })) }],
  ] as const) {
    const { status, body, requests } = await post(path, payload);
    expect([status, body]).toEqual([400, { errors: ["At most 100 scenarios can be requested at once"] }]);
    expect(requests).toEqual([]);
  }
});

test.each<[path: string, payload: object | undefined, status: number, body: object]>([
  ["1/interpolate", undefined, 400, { errors: ["Interpolated scenario must have an end year"] }],
  ["1/interpolate", { end_year: 1 }, 422, { errors: ["no"] }],
  ["interpolate", {}, 400, { errors: ["param is missing or the value is empty or invalid: scenario_ids"] }],
  [
    "interpolate",
    { scenario_ids: [1] },
    400,
    { errors: ["param is missing or the value is empty or invalid: end_years"] },
  ],
  ["interpolate", { scenario_ids: [1], end_years: [1] }, 422, { errors: { end_years: ["no"] } }],
  ["merge", {}, 400, { errors: { base: ["You must provide at least one scenario"] } }],
])("%s %j gets %i", async (path, payload, status, body) => {
  expect(await post(path, payload)).toMatchObject({ status, body });
});

test("one request reads several scenarios, except scenarios that the caller may not see", async () => {
  const app = await gateway({
    scenarios: {
      getScenario: async ({ id }) => {
        if (id === 9) throw new RpcError(status.NOT_FOUND, "Not found");
        if (id === 8) throw new RpcError(status.UNAVAILABLE, "away");
        return scenario({ id, versionTag: id === 2 ? { userId: 7, description: "as presented" } : undefined });
      },
    },
  });
  const get = async (path: string) => (await app.inject(`/api/v3/scenarios/${path}`)).json<unknown>();
  expect(await get("2,9,1,x,2/batch")).toMatchObject([{ id: 2 }, { id: 1 }]);
  expect(await get("9/batch")).toEqual([]);
  expect((await app.inject("/api/v3/scenarios/8,1/batch")).statusCode).toBe(503);
  const ids = Array.from({ length: 101 }, (_, n) => n + 1).join(",");
  expect(await get(`${ids}/batch`)).toEqual({ errors: ["At most 100 scenarios can be requested at once"] });

  const untaggedVersion = { last_updated_at: "2026-01-02T03:04:06.000Z" };
  const taggedVersion = { user_id: 7, description: "as presented", ...untaggedVersion };
  expect(await get("versions?scenarios[]=1&scenarios[]=2&scenarios[]=9")).toEqual({
    1: untaggedVersion,
    2: taggedVersion,
  });
  expect(await get("versions")).toEqual({});
  expect([await get("1/version"), await get("2/version")]).toEqual([untaggedVersion, taggedVersion]);

  const exportResponse = await app.inject({
    method: "POST",
    url: "/api/v3/scenarios/export",
    payload: { ids: [1, "9", 2] },
  });
  expect(exportResponse.headers["content-type"]).toBe("application/x-ndjson");
  const lines = exportResponse.body.trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2]);
  expect(JSON.parse(lines[0]!)).toEqual({ id: 1, ...((await get("1/dump")) as object) });
  const emptyResponse = await app.inject({ method: "POST", url: "/api/v3/scenarios/export", payload: { ids: [] } });
  expect([emptyResponse.statusCode, emptyResponse.json()]).toEqual([422, { errors: ["no IDs provided"] }]);
});

test("a dump has all data of a scenario, with only the changed orders", async () => {
  const orders = {
    heat_network_order_mt: { keys: ["b", "a"] },
    forecast_storage_order: { keys: ["d", "c"] },
  };
  const original = scenario();
  const app = await gateway({
    scenarios: { getScenario: async () => ({ ...original, recipe: { ...original.recipe!, orders } }) },
  });
  expect((await app.inject("/api/v3/scenarios/1/dump")).json()).toEqual({
    area_code: "nl",
    end_year: 2050,
    source: null,
    private: false,
    keep_compatible: false,
    read_only: false,
    metadata: { title: "Mine" },
    user_values: { share: 20.5, weather: "1987" },
    balanced_values: { other: 79.5 },
    active_couplings: ["chp"],
    scaling: null,
    user_sortables: {
      HeatNetworkOrder: [{ order: ["b", "a"], temperature: "mt" }],
      ForecastStorageOrder: { order: ["d", "c"] },
    },
    user_curves: {},
    esdl_file: null,
  });
});

test.each([
  ["POST", { description: "x" }, { description: "x", isFirst: true }],
  ["POST", { scenario_version_tag: { description: "x" } }, { description: "x", isFirst: true }],
  ["PUT", { description: "y" }, { description: "y", isFirst: false }],
  ["PUT", {}, { description: "", isFirst: false }],
] as const)("%s %j sets the version tag", async (method, payload, expected) => {
  const requests: unknown[] = [];
  const app = await gateway({
    scenarios: {
      tagVersion: async (request) => {
        requests.push(request);
        return scenarioOutcome(scenario({ versionTag: { userId: undefined, description: request.description } }));
      },
    },
  });
  const response = await app.inject({ method, url: "/api/v3/scenarios/1/version", payload });
  expect(response.json()).toMatchObject({ user_id: null, description: expected.description });
  expect(requests).toEqual([{ id: 1, ...expected }]);
});
