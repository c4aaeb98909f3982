import type { CreateScenarioRequest, Scenario, UpdateScenarioRequest } from "@etesian/contracts/scenarios";
import { RpcError, status } from "@etesian/service-kit";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  scenarioOutcome,
  type Compute,
  bearer,
  calculation,
  gateway,
  accountsWithToken,
  number,
  scenario,
  text,
} from "../gateway.fixture.ts";

describe("a scenario", () => {
  test("a scenario has all documented fields, and its version as ETag", async () => {
    const response = await (await gateway()).inject("/api/v3/scenarios/1");
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(response.headers["etag"]).toBe('"3"');
    expect(response.json()).toEqual({
      id: 1,
      title: "Mine",
      area_code: "nl",
      start_year: 2023,
      end_year: 2050,
      url: "https://etesian.example.org/api/v3/scenarios/1",
      source: null,
      scaling: null,
      template: null,
      preset_scenario_id: null,
      ordering: null,
      display_group: null,
      private: false,
      keep_compatible: false,
      read_only: false,
      esdl_exportable: false,
      created_at: "2026-01-02T03:04:05.678Z",
      updated_at: "2026-01-02T03:04:06.000Z",
      user_values: { share: 20.5, weather: "1987" },
      balanced_values: { other: 79.5 },
      metadata: { title: "Mine" },
      active_couplings: ["chp"],
      inactive_couplings: [],
    });
  });

  test("a scaled scenario warns about network costs, in the header and in responses to changes", async () => {
    const scaling: NonNullable<Scenario["recipe"]>["scaling"] = {
      areaAttribute: "number_of_residences",
      value: 1,
      baseValue: 8_000_000,
      hasAgriculture: true,
      hasEnergy: true,
      hasIndustry: true,
    };
    const original = scenario();
    const scaledScenario: Scenario = { ...original, recipe: { ...original.recipe!, scaling } };
    const app = await gateway({
      scenarios: {
        getScenario: async () => scaledScenario,
        createScenario: async () => scenarioOutcome(scaledScenario),
      },
    });
    const readResponse = await app.inject("/api/v3/scenarios/1");
    expect(String(readResponse.headers["x-warnings"])).toMatch(/^Network costs apply to the whole area/);
    expect(readResponse.json()).not.toHaveProperty("warnings");
    const response = await app.inject({ method: "POST", url: "/api/v3/scenarios", payload: { scenario: {} } });
    expect(response.json()).toMatchObject({ warnings: [expect.stringMatching(/^Network costs/)] });
    expect((await (await gateway()).inject("/api/v3/scenarios/1")).headers).not.toHaveProperty("x-warnings");
  });

  test("a .json at the end of a query string is part of the query", async () => {
    const requests: unknown[] = [];
    const app = await gateway({
      scenarios: {
        createScenario: async ({ title }) => {
          requests.push(title);
          return scenarioOutcome(scenario());
        },
      },
    });
    for (const url of ["/api/v3/scenarios?title=plan.json", "/api/v3/scenarios.json?title=plan.json"]) {
      expect((await app.inject({ method: "POST", url })).statusCode).toBe(200);
    }
    expect(requests).toEqual(["plan.json", "plan.json"]);
  });

  test.each(["abc", "0", "-1", "1.5", "12abc", "100000000000"])(
    "a scenario with the ID %s does not exist",
    async (id) => {
      const response = await (await gateway()).inject(`/api/v3/scenarios/${id}`);
      expect([response.statusCode, response.json()]).toEqual([404, { errors: ["Not found"] }]);
    },
  );
});

describe("creating a scenario", () => {
  async function create(payload?: object | string, headers: Record<string, string> = {}) {
    const requests: CreateScenarioRequest[] = [];
    const app = await gateway({
      scenarios: {
        createScenario: async (request) => {
          requests.push(request);
          return scenarioOutcome(scenario());
        },
      },
    });
    const response = await app.inject({
      method: "POST",
      url: "/api/v3/scenarios",
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    return { response, request: requests[0] };
  }

  test("a scenario created without a body has the defaults", async () => {
    const { response, request } = await create();
    expect(response.statusCode).toBe(200);
    expect(request).toEqual({ userValues: {}, descale: false, privateByDefault: false });
  });

  test("values are forwarded as the client sent them", async () => {
    const { request } = await create({
      scenario: {
        area_code: "nl2023",
        end_year: "2040",
        source: "x",
        title: "T",
        private: "0",
        keep_compatible: 1,
        read_only: "",
        user_values: { a: 1, b: "2.5", c: true, d: null, e: [1], f: "reset" },
        metadata: { x: [1] },
        unknown: 1,
      },
      detailed: true,
    });
    expect(request).toEqual({
      privateByDefault: false,
      areaCode: text("nl2023"),
      endYear: text("2040"),
      source: "x",
      title: "T",
      private: false,
      keepCompatible: true,
      userValues: {
        a: number(1),
        b: text("2.5"),
        c: { value: { $case: "boolean", value: true } },
        d: { value: undefined },
        e: { value: undefined },
        f: text("reset"),
      },
      metadataJson: '{"x":[1]}',
      descale: false,
    });
  });

  test("values wrapped twice are unwrapped", async () => {
    const { request } = await create({ scenario: { user_values: { user_values: { a: 1 } } } });
    expect(request?.userValues).toEqual({ a: number(1) });
  });

  test.each([
    [{ scenario_id: 24 }, 24],
    [{ scenario_id: "24" }, 24],
    [{ preset_scenario_id: 24 }, 24],
    [{ scenario_id: "x" }, 0],
    [{ scenario_id: { toString: [] } }, 0],
    [{ scenario_id: null }, undefined],
  ])("a clone with %j has parent %s", async (fields, parentId) => {
    const { request } = await create({ scenario: fields });
    expect(request?.parentId).toBe(parentId);
  });

  test.each([
    [{ scenario_id: 24, scenario_version: 3 }, 3],
    [{ scenario_id: 24, scenario_version: "3" }, 3],
    [{ scenario_id: 24 }, undefined],
  ])("a clone with %j uses version %s of the parent", async (fields, parentVersion) => {
    const { request } = await create({ scenario: fields });
    expect(request?.parentVersion).toBe(parentVersion);
  });

  test("a scenario is scaled on creation; an empty `scale` is a missing parameter", async () => {
    const scale = { area_attribute: "number_of_inhabitants", value: "1000", has_energy: "false" };
    expect((await create({ scenario: { scale } })).request?.scale).toEqual({
      areaAttribute: text("number_of_inhabitants"),
      value: text("1000"),
      hasEnergy: false,
    });
    const { response } = await create({ scenario: { scale: {} } });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { errors: ["param is missing or the value is empty or invalid: scale"] },
    ]);
  });

  test.each([[5], ["maybe"], [[]], [{}]])("flags of `scale` with the value %j are refused by field", async (flag) => {
    const scale = { area_attribute: "number_of_inhabitants", value: 1000, has_industry: flag };
    const { response, request } = await create({ scenario: { scale } });
    expect([response.statusCode, response.headers["x-error-code"], response.json(), request]).toEqual([
      422,
      "not_boolean",
      { errors: { has_industry: ["must be boolean"] } },
      undefined,
    ]);
  });

  test.each([[null], [5], ["x"], [[1]]])("a `scale` of %j counts as absent", async (scale) => {
    expect((await create({ scenario: { scale } })).request).not.toHaveProperty("scale.value");
  });
});

describe("updating a scenario", () => {
  /** Sends an update and records the calls to the service; the first `conflicts` attempts to store it fail. */
  async function update(
    payload: object | string,
    {
      headers = {},
      compute = {},
      conflicts = 0,
    }: { headers?: Record<string, string>; compute?: Partial<Compute>; conflicts?: number } = {},
  ) {
    const requests: UpdateScenarioRequest[] = [];
    let conflictCount = 0;
    const app = await gateway({
      scenarios: {
        updateScenario: async (request) => {
          requests.push(request);
          if (!request.preview && request.expectedVersion !== undefined && conflictCount < conflicts) {
            conflictCount += 1;
            throw new RpcError(status.ABORTED, "changed");
          }
          return scenarioOutcome(scenario({ version: request.preview ? 3 + conflictCount : 4 + conflictCount }));
        },
      },
      compute,
    });
    const response = await app.inject({ method: "PUT", url: "/api/v3/scenarios/1", headers, payload });
    return { response, requests };
  }

  const backends: Partial<Compute> = {
    query: async ({ keys }) => ({
      calculation,
      outcome: {
        $case: "results",
        value: {
          failures: [],
          results: keys.map((key) => ({ key, presentJson: "1.5", futureJson: "[1,2]", unit: "PJ" })),
        },
      },
    }),
  };

  test("an update without queries is one call; `gqueries` is empty", async () => {
    const { response, requests } = await update({ scenario: { user_values: { a: 1 } }, autobalance: "false" });
    expect(response.json()).toMatchObject({ scenario: { id: 1 }, gqueries: {} });
    expect(response.headers["etag"]).toBe('"4"');
    expect(requests).toEqual([
      { id: 1, userValues: { a: number(1) }, reset: false, autobalance: false, preview: false },
    ]);
  });

  test.each([[{}], [{ scenario: {} }], ["[1]"], [{ scenario: "" }], [{ unknown: 1 }]])(
    "an update with nothing to change (%j) only reads",
    async (payload) => {
      const { response, requests } = await update(payload, { headers: { "content-type": "application/json" } });
      expect(response.statusCode).toBe(200);
      expect(requests).toEqual([]);
    },
  );

  test.each([{ end_year: 2040 }, { unknown: 1 }])(
    "an update with %j requests a change, which may be refused",
    async (scenario) => {
      const { requests } = await update({ scenario });
      expect(requests).toEqual([{ id: 1, userValues: {}, reset: false, autobalance: true, preview: false }]);
    },
  );

  test("the response to an update has no field that cannot be sent back", async () => {
    const { response } = await update({ title: "x" });
    expect(response.json().scenario).not.toHaveProperty("preset_scenario_id");
    expect(response.json().scenario).toHaveProperty("template");
  });

  test("`protected` is an alias of `read_only`", async () => {
    const forwardedReadOnly = async (scenario: object) => (await update({ scenario })).requests[0]?.readOnly;
    expect(await forwardedReadOnly({ protected: true })).toBe(true);
    expect(await forwardedReadOnly({ protected: true, read_only: false })).toBe(false);
  });

  test("a reset that is not a boolean is refused", async () => {
    const { response, requests } = await update({ reset: "maybe" });
    expect([response.statusCode, response.json(), requests]).toEqual([422, { errors: ["reset must be boolean"] }, []]);
  });

  test.each([null, ""])("a reset of %j counts as absent", async (reset) => {
    expect((await update({ reset, scenario: { title: "x" } })).requests[0]).toMatchObject({ reset: false });
  });

  test.each([[[]], [{}], ["nope"], [2], ["oui"]])("flags with the value %j are refused by name", async (flag) => {
    const { response, requests } = await update({ scenario: { read_only: flag, private: flag } });
    expect([response.statusCode, response.json(), requests]).toEqual([
      422,
      { errors: ["private must be boolean", "read_only must be boolean"] },
      [],
    ]);
  });

  test("an update sets fields and clears nullable ones", async () => {
    const { requests } = await update({ scenario: { source: null, preset_scenario_id: null, metadata: {} } });
    expect(requests[0]).toMatchObject({ source: {}, template: {}, metadataJson: "{}" });
  });

  test("an update with queries previews the change, runs the queries, and stores it at the previewed version", async () => {
    const { response, requests } = await update(
      { scenario: { user_values: { a: 1 } }, gqueries: ["q", "r"] },
      { compute: backends },
    );
    expect(requests.map(({ preview, expectedVersion }) => [preview, expectedVersion])).toEqual([
      [true, undefined],
      [false, 3],
    ]);
    expect(response.json().gqueries).toEqual({
      q: { present: 1.5, future: [1, 2], unit: "PJ" },
      r: { present: 1.5, future: [1, 2], unit: "PJ" },
    });
  });

  test("an update with thousands of queries runs each query once, in calls of several hundred", async () => {
    const lengths: number[] = [];
    const countingCompute: Partial<Compute> = {
      query: (request, origin) => {
        lengths.push(request.keys.length);
        return backends.query!(request, origin);
      },
    };
    const gqueries = Array.from({ length: 1_201 }, (_, n) => `query_${n % 1_200}`);
    const { response } = await update({ gqueries }, { compute: countingCompute });
    expect(lengths).toEqual([500, 500, 200]);
    expect(Object.keys(response.json<{ gqueries: object }>().gqueries)).toHaveLength(1_200);
  });

  test("an update with queries is retried after a concurrent change", async () => {
    const { response, requests } = await update(
      { scenario: { user_values: { a: 1 } }, gqueries: ["q"] },
      { compute: backends, conflicts: 2 },
    );
    expect(response.statusCode).toBe(200);
    expect(requests.filter(({ preview }) => !preview).map(({ expectedVersion }) => expectedVersion)).toEqual([3, 4, 5]);
  });

  test("an update with If-Match is refused when the scenario has changed", async () => {
    const { response, requests } = await update(
      { scenario: { user_values: { a: 1 } } },
      { headers: { "if-match": '"3"' }, conflicts: 1 },
    );
    expect(requests[0]?.expectedVersion).toBe(3);
    expect(response.statusCode).toBe(412);
    expect((await update({ scenario: { title: "x" } }, { headers: { "if-match": "x" } })).response.statusCode).toBe(
      400,
    );
  });

  test("a scenario of an area that is no longer served gets 410", async () => {
    const { response } = await update(
      { gqueries: ["q"] },
      { compute: { query: async () => Promise.reject(new RpcError(status.NOT_FOUND, "no area nl")) } },
    );
    expect([response.statusCode, response.json()]).toEqual([
      410,
      { errors: ["Scenario uses an unsupported area code and is no longer available: nl"] },
    ]);
  });

  test("an update that finds the queue full gets 503 with Retry-After", async () => {
    const { response } = await update(
      { gqueries: ["q"] },
      {
        compute: {
          query: async () => Promise.reject(new RpcError(status.RESOURCE_EXHAUSTED, "full", { retryAfterSeconds: 2 })),
        },
      },
    );
    expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "2"]);
    expect(response.json()).toEqual({ errors: ["The service is busy; try again later"] });
  });
});

describe("concurrent updates of one scenario", () => {
  /** A gateway whose queries run until they are released. */
  async function createSlowGateway() {
    const { promise, resolve } = Promise.withResolvers<void>();
    const app = await gateway({
      scenarios: { updateScenario: async () => scenarioOutcome(scenario()) },
      compute: {
        query: async () => {
          await promise;
          return { outcome: { $case: "results", value: { results: [], failures: [] } }, calculation };
        },
      },
    });
    const put = (body: object) =>
      app.inject({ method: "PUT", url: "/api/v3/scenarios/1", payload: { scenario: { title: "T" }, ...body } });
    return { put, end: resolve };
  }

  test("updates of one scenario wait in a queue of sixteen; more are refused, and changes without queries do not wait", async () => {
    const { put, end } = await createSlowGateway();
    const queuedResponses = Array.from({ length: 17 }, () => put({ gqueries: ["q"] }));
    const [, refusedResponse] = await Promise.all([sleep(50), sleep(50).then(() => put({ gqueries: ["q"] }))]);
    expect([refusedResponse.statusCode, refusedResponse.headers["retry-after"]]).toEqual([503, "1"]);
    expect((await put({})).statusCode).toBe(200);
    end();
    expect((await Promise.all(queuedResponses)).map(({ statusCode }) => statusCode)).toEqual(
      queuedResponses.map(() => 200),
    );
  });
});

test("updates with queries of one scenario are refused together when a service does not respond to the first", async () => {
  const pendingResponse = Promise.withResolvers<never>();
  let requests = 0;
  const app = await gateway({
    scenarios: { updateScenario: async () => scenarioOutcome(scenario()) },
    compute: {
      query: () => {
        requests += 1;
        return pendingResponse.promise;
      },
    },
  });
  const payload = { scenario: { title: "T" }, gqueries: ["q"] };
  const responses = Array.from({ length: 12 }, () =>
    app.inject({ method: "PUT", url: "/api/v3/scenarios/1", payload }),
  );
  await sleep(50);
  pendingResponse.reject(new RpcError(status.UNAVAILABLE, "compute cannot be reached", { retryAfterSeconds: 1 }));
  const statuses = (await Promise.all(responses)).map(({ statusCode, headers }) => [
    statusCode,
    headers["retry-after"],
  ]);
  expect(statuses).toEqual(statuses.map(() => [503, "1"]));
  expect(requests).toBe(1);
});

test("an If-Match header is checked even if nothing is changed", async () => {
  const requestVersion = async (version: string) => {
    const app = await gateway();
    const headers = { "if-match": version };
    return (await app.inject({ method: "PUT", url: "/api/v3/scenarios/1", headers, payload: {} })).statusCode;
  };
  expect([await requestVersion('"3"'), await requestVersion('"999"'), await requestVersion("*")]).toEqual([
    200, 412, 200,
  ]);
});

describe("listing scenarios", () => {
  const list = async (query: string) => {
    const requests: unknown[] = [];
    const app = await gateway({
      accounts: accountsWithToken,
      scenarios: {
        listScenarios: async (request) => {
          requests.push(request);
          return { scenarios: [scenario({ id: 3 }), scenario({ id: 2 })], total: 3 };
        },
      },
    });
    return {
      body: (await app.inject({ url: `/api/v3/scenarios${query}`, headers: bearer })).json(),
      request: requests[0],
    };
  };

  test("the list of scenarios is paginated and omits values and metadata", async () => {
    const { body } = await list("?limit=2");
    expect(body.links).toEqual({
      first: "https://etesian.example.org/api/v3/scenarios?limit=2&page=1",
      prev: null,
      next: "https://etesian.example.org/api/v3/scenarios?limit=2&page=2",
      last: "https://etesian.example.org/api/v3/scenarios?limit=2&page=2",
    });
    expect(body.meta).toEqual({ limit: 2, count: 2, total: 3, current_page: 1, total_pages: 2 });
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([3, 2]);
    expect(body.data[0]).not.toHaveProperty("user_values");
    expect(body.data[0]).not.toHaveProperty("metadata");
  });

  test.each([
    ["", 1, 25],
    ["?limit=0", 1, 1],
    ["?limit=-5&page=0", 1, 1],
    ["?limit=abc&page=x", 1, 1],
    ["?limit[toString]=a&page[toString][]=b", 1, 1],
    ["?limit=&page=3", 3, 25],
    ["?page=4294967296", 2 ** 31 - 1, 25],
    ["?limit=1000", 1, 100],
  ])("%s selects page %i of %i", async (query, page, limit) => {
    expect((await list(query)).request).toEqual({ page, limit });
  });
});

describe("an Idempotency-Key", () => {
  const create = async (key: string) => {
    const keys: unknown[] = [];
    const app = await gateway({
      scenarios: {
        createScenario: async (_request, origin) => {
          keys.push(origin?.idempotencyKey);
          return scenarioOutcome(scenario());
        },
      },
    });
    const response = await app.inject({
      method: "POST",
      url: "/api/v3/scenarios",
      headers: { "idempotency-key": key },
    });
    return { response, keys };
  };

  test("an Idempotency-Key is forwarded to the service with the change", async () => {
    expect((await create("0f7ad9a2-5a1b-4f5c")).keys).toEqual(["0f7ad9a2-5a1b-4f5c"]);
  });

  test.each(["", "1", "x".repeat(256), "with blanks in it, and long"])(
    "an Idempotency-Key that is %j is refused",
    async (key) => {
      const { response, keys } = await create(key);
      expect([response.statusCode, response.headers["x-error-code"], keys]).toEqual([400, "bad_idempotency_key", []]);
    },
  );
});
