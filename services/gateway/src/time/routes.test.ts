import type { ScenarioChange, UpdateScenarioRequest } from "@etesian/contracts/scenarios";
import { RpcError, status } from "@etesian/service-kit";
import { expect, test } from "vitest";
import {
  scenarioOutcome,
  bearer,
  calculation,
  gateway,
  accountsWithToken,
  number,
  rejectionOutcome,
  savedScenario,
  scenario,
} from "../gateway.fixture.ts";

const change = (fields: Partial<ScenarioChange> = {}): ScenarioChange => ({
  version: 4,
  time: new Date("2026-01-02T03:04:05.678Z"),
  actor: "user:7",
  type: "InputsSet",
  dataJson: '{"userValues":{"windPark":1},"balancedValues":{},"reset":["a"],"unbalanced":[]}',
  ...fields,
});
const people = {
  ...accountsWithToken,
  getPeople: async ({ ids }: { readonly ids: readonly number[] }) => ({
    people: ids.map((id) => ({ id, email: `${id}@example.org`, name: id === 7 ? "Ada" : undefined, hasAccount: true })),
  }),
};
const expectedChange = {
  version: 4,
  time: "2026-01-02T03:04:05.678Z",
  actor: "user:7",
  actor_name: "Ada",
  type: "inputs_set",
  data: { user_values: { windPark: 1 }, balanced_values: {}, reset: ["a"], unbalanced: [] },
};

test("the history is paginated, with the API's names of changes and fields", async () => {
  const app = await gateway({
    scenarios: {
      listHistory: async ({ page, limit }) => ({
        changes: [
          change(),
          change({
            version: 1,
            type: "ScenarioCreated",
            actor: "user:8",
            dataJson: '{"scaling":{"baseValue":1},"metadata":{"aB":1}}',
          }),
        ],
        total: page * 100 + limit,
      }),
    },
    accounts: people,
  });
  const response = await app.inject({ url: "/api/v3/scenarios/1/history?page=2&limit=10", headers: bearer });
  expect(response.json()).toMatchObject({
    links: { next: "https://etesian.example.org/api/v3/scenarios/1/history?limit=10&page=3" },
    meta: { limit: 10, count: 2, total: 210, current_page: 2, total_pages: 21 },
    data: [
      expectedChange,
      { version: 1, type: "scenario_created", data: { scaling: { base_value: 1 }, metadata: { aB: 1 } } },
    ],
  });
});

test("the history has no names of people while they cannot be looked up", async () => {
  const app = await gateway({
    scenarios: { listHistory: async () => ({ changes: [change()], total: 1 }) },
    accounts: {
      ...accountsWithToken,
      getPeople: () => Promise.reject(new RpcError(status.UNAVAILABLE, "accounts is away")),
    },
  });
  const { actor_name: _, ...expectedWithoutName } = expectedChange;
  expect(
    (await app.inject({ url: "/api/v3/scenarios/1/history", headers: bearer })).json<{ data: object[] }>().data,
  ).toEqual([expectedWithoutName]);
});

test("a restore names its version, and the version on which it is based", async () => {
  const requests: object[] = [];
  const app = await gateway({
    scenarios: {
      restoreScenario: async (request) => {
        requests.push(request);
        return scenarioOutcome(scenario({ version: 9 }));
      },
    },
  });
  const post = (payload: object, headers = {}) =>
    app.inject({ method: "POST", url: "/api/v3/scenarios/1/restore", payload, headers });
  const response = await post({ version: "3" }, { "if-match": '"8"' });
  expect([response.statusCode, response.headers["etag"], response.json()]).toMatchObject([
    200,
    '"9"',
    { scenario: { id: 1 } },
  ]);
  expect(requests).toEqual([{ id: 1, version: 3, expectedVersion: 8 }]);
  expect((await post({})).json()).toEqual({
    errors: ["param is missing or the value is empty or invalid: version"],
  });
});

test("events are streamed as they happen, after the last one received, until the stream ends", async () => {
  const requests: object[] = [];
  const app = await gateway({
    scenarios: {
      followScenario: async function* (request) {
        requests.push(request);
        yield change();
        yield change({ version: 5, type: "MadePrivate", dataJson: "{}" });
      },
    },
    accounts: people,
  });
  const url = "/api/v3/scenarios/1/events";
  const response = await app.inject({ url, headers: { ...bearer, "last-event-id": "3" } });
  expect(response.headers["content-type"]).toBe("text/event-stream");
  expect(response.headers["cache-control"]).toBe("no-store");
  const privateChange = { ...expectedChange, version: 5, type: "made_private", data: {} };
  const [retry, first, second, end] = response.body.split("\n\n");
  expect([retry, end]).toEqual(["retry: 1000", ""]);
  expect([first, second].map((event) => event?.split("\ndata: ")[0])).toEqual([
    "id: 4\nevent: inputs_set",
    "id: 5\nevent: made_private",
  ]);
  expect([first, second].map((event): unknown => JSON.parse(event?.split("\ndata: ")[1] ?? ""))).toEqual([
    expectedChange,
    privateChange,
  ]);
  await app.inject({ url, headers: { ...bearer, "last-event-id": "x" } });
  expect(requests).toEqual([
    { id: 1, after: 3 },
    { id: 1, after: 3 },
  ]);
});

test.each([
  ["0", 0],
  ["1", 1],
  ["3", 3],
  ["x", 3],
  ["-1", 3],
  ["", 3],
  ["99999999999", 3],
])("events of scenarios and saved scenarios continue after Last-Event-ID %j: after version %i", async (text, after) => {
  const requests: (number | undefined)[] = [];
  const follow = async function* (request: { readonly after?: number | undefined }) {
    requests.push(request.after);
    yield change({ version: 1 });
    yield change({ version: 3 });
  };
  const app = await gateway({
    scenarios: { getScenario: async () => scenario({ version: 3 }), followScenario: follow },
    savedScenarios: { getSavedScenario: async () => savedScenario({ version: 3 }), followSavedScenario: follow },
    accounts: accountsWithToken,
  });
  const headers = { ...bearer, "last-event-id": text };
  await app.inject({ url: "/api/v3/scenarios/1/events", headers });
  // The shared stream continues from its current version; earlier changes are read separately.
  expect(requests).toEqual(after === 3 ? [3] : [3, after]);
  await app.inject({ url: "/api/v3/saved_scenarios/5/events", headers });
  expect(requests.at(-1)).toBe(after);
});

test("events of a scenario that the caller may not see get 404", async () => {
  const getScenario = () => Promise.reject(new RpcError(status.NOT_FOUND, "Not found", { reason: "not_found" }));
  const response = await (await gateway({ scenarios: { getScenario } })).inject("/api/v3/scenarios/1/events");
  expect([response.statusCode, response.json()]).toEqual([404, { errors: ["Not found"] }]);
});

test("a preview returns the result and queries without storing the change", async () => {
  const updates: UpdateScenarioRequest[] = [];
  const inputRequests: object[] = [];
  const app = await gateway({
    scenarios: {
      updateScenario: async (request) => {
        updates.push(request);
        return request.userValues["bad"]
          ? rejectionOutcome({ attribute: "base", message: "no" })
          : scenarioOutcome(scenario());
      },
      listInputs: async (request) => {
        inputRequests.push(request);
        return { inputs: [] };
      },
    },
    compute: {
      query: async ({ keys }) => ({
        calculation,
        outcome: {
          $case: "results",
          value: {
            failures: [],
            results: keys.map((key) => ({ key, presentJson: "1", futureJson: "2.5", unit: undefined })),
          },
        },
      }),
    },
  });
  const post = async (payload: object) => {
    const response = await app.inject({ method: "POST", url: "/api/v3/scenarios/1/preview", payload });
    return { status: response.statusCode, body: response.json<unknown>() };
  };
  const response = await post({ scenario: { user_values: { a: 1 } }, gqueries: ["q"] });
  expect(response).toMatchObject({
    status: 200,
    body: { scenario: { id: 1 }, gqueries: { q: { present: 1, future: 2.5, unit: null } }, inputs: {} },
  });
  await post({ user_values: { a: 1 }, inputs: ["b", "c", "b"] });
  const preview = { preview: true, userValues: { a: number(1) } };
  expect(updates).toMatchObject([preview, preview]);
  expect(inputRequests).toMatchObject([{ keys: ["a"], change: { preview: true } }, { keys: ["b", "c"] }]);
  expect(await post({ user_values: { bad: 1 } })).toEqual({ status: 422, body: { errors: ["no"] } });
});

test.each(["q,r", "q&keys=r", ""])("queries run without a change: keys=%s", async (keys) => {
  const app = await gateway({
    compute: {
      query: async ({ keys }) => ({
        calculation,
        outcome: {
          $case: "results",
          value: {
            failures: [],
            results: keys.map((key) => ({ key, presentJson: "1", futureJson: "[2]", unit: "PJ" })),
          },
        },
      }),
    },
  });
  const response = await app.inject(`/api/v3/scenarios/1/queries?keys=${keys}`);
  const result = { present: 1, future: [2], unit: "PJ" };
  expect([response.statusCode, response.json()]).toEqual(
    keys === ""
      ? [400, { errors: ["param is missing or the value is empty or invalid: keys"] }]
      : [200, { q: result, r: result }],
  );
});

test.each(["x", "-1", "1.5", "1e3"])(
  "the version %s is refused, and the error names the expected format",
  async (at) => {
    const app = await gateway({});
    const response = await app.inject(`/api/v3/scenarios/1/inputs?at=${at}`);
    expect([response.statusCode, response.json()]).toEqual([400, { errors: ["at: must be a version, such as 3"] }]);
  },
);

test.each([
  ["", undefined],
  ["?at=2", 2],
  ["?at=", undefined],
  ["?at=99999999999", 0],
])("every resource of a scenario can be read at a version: %s", async (query, at) => {
  const requests: unknown[] = [];
  const app = await gateway({
    scenarios: {
      getScenario: async (request) => {
        requests.push(request.at);
        return scenario();
      },
      listInputs: async (request) => {
        requests.push(request.at);
        return { inputs: [] };
      },
      listOrders: async (request) => {
        requests.push(request.at);
        return { orders: {} };
      },
    },
    compute: {
      getNode: async () => ({ outcome: { $case: "unknownNode", value: true }, calculation }),
      download: async function* () {
        yield { part: { $case: "fileName", value: "x" } };
      },
    },
  });
  const paths = [
    "",
    "/inputs",
    "/inputs/a",
    "/forecast_storage_order",
    "/user_sortables",
    "/user_sortables/hydrogen_demand",
    "/energy_flow.csv",
    "/curves/residual_load",
    "/curves/electricity_price.json",
    "/merit",
    "/nodes/a",
    "/nodes/topology",
  ];
  for (const path of paths) await app.inject(`/api/v3/scenarios/1${path}${query}`);
  expect(requests).toEqual(paths.map(() => at));
});
