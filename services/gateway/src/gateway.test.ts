import type {
  Area,
  ComputeServiceDefinition,
  DownloadRefusal,
  DownloadRequest,
  DownloadResponse,
  Gquery,
  Input,
} from "@etesian/contracts/compute";
import type {
  CreateScenarioRequest,
  ListInputsRequest,
  Problem,
  Scenario,
  ScenariosServiceDefinition,
  UpdateScenarioRequest,
} from "@etesian/contracts/scenarios";
import { type Calls, createLogger, createMetrics, Readiness, RpcError, status } from "@etesian/service-kit";
import { setTimeout as sleep } from "node:timers/promises";
import type { InjectOptions } from "fastify";
import { describe, expect, test } from "vitest";
import { createGateway, type GatewayOptions } from "./gateway.ts";

type Scenarios = Calls<ScenariosServiceDefinition>;
type Compute = Calls<ComputeServiceDefinition>;

const scenario = (changes: Partial<Scenario> = {}): Scenario => ({
  id: 1,
  version: 3,
  recipe: {
    area: "nl",
    endYear: 2050,
    userValues: {
      share: { value: { $case: "number", value: 20.5 } },
      weather: { value: { $case: "text", value: "1987" } },
    },
    balancedValues: { other: 79.5 },
    activeCouplings: ["chp"],
    orders: {},
    scaling: undefined,
  },
  startYear: 2023,
  createdAt: new Date("2026-01-02T03:04:05.678Z"),
  updatedAt: new Date("2026-01-02T03:04:06.000Z"),
  source: undefined,
  private: false,
  keepCompatible: false,
  readOnly: false,
  metadataJson: '{"title":"Mine"}',
  inactiveCouplings: [],
  template: undefined,
  ...changes,
});

const notAsked = () => Promise.reject(new Error("this call was not expected"));

/** A gateway before services that do what the test says and nothing else. */
function gateway(
  backends: { scenarios?: Partial<Scenarios>; compute?: Partial<Compute> } = {},
  options: Partial<GatewayOptions> = {},
) {
  const scenarios: Scenarios = {
    createScenario: notAsked,
    getScenario: async () => scenario(),
    listScenarios: notAsked,
    updateScenario: notAsked,
    deleteScenario: notAsked,
    listInputs: notAsked,
    ...backends.scenarios,
  };
  const compute: Compute = {
    describeModel: async () => ({ modelHash: "m", defaultArea: "nl", coupledInputs: [] }),
    listAreas: notAsked,
    listGqueries: notAsked,
    getInputTable: notAsked,
    query: notAsked,
    getNode: notAsked,
    download: () => {
      throw new Error("this call was not expected");
    },
    ...backends.compute,
  };
  return createGateway({
    backends: { scenarios, compute },
    readiness: new Readiness(),
    metrics: createMetrics(),
    log: createLogger({ service: "gateway", level: "silent" }),
    bodyLimit: 1024 * 1024,
    rateLimit: 0,
    trustProxy: 0,
    cors: false,
    ...options,
  });
}

const refusal = (...problems: Problem[]) => ({ outcome: { $case: "rejection", value: { problems } } }) as const;
const accepted = (value: Scenario) => ({ outcome: { $case: "scenario", value } }) as const;
const number = (value: number) => ({ value: { $case: "number", value } }) as const;
const text = (value: string) => ({ value: { $case: "text", value } }) as const;

describe("a scenario", () => {
  test("is answered with all documented fields and its version as ETag", async () => {
    const answer = await (await gateway()).inject("/api/v3/scenarios/1");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["etag"]).toBe('"3"');
    expect(answer.json()).toEqual({
      id: 1,
      title: "Mine",
      area_code: "nl",
      start_year: 2023,
      end_year: 2050,
      url: "http://localhost:80/api/v3/scenarios/1",
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

  test("is found under its address with .json too", async () => {
    const answer = await (await gateway()).inject("/api/v3/scenarios/1.json?detailed=true");
    expect(answer.json()).toMatchObject({ id: 1 });
  });

  test("keeps a .json at the end of a query string", async () => {
    const asked: unknown[] = [];
    const app = await gateway({
      scenarios: {
        createScenario: async ({ title }) => {
          asked.push(title);
          return accepted(scenario());
        },
      },
    });
    for (const url of ["/api/v3/scenarios?title=plan.json", "/api/v3/scenarios.json?title=plan.json"]) {
      expect((await app.inject({ method: "POST", url })).statusCode).toBe(200);
    }
    expect(asked).toEqual(["plan.json", "plan.json"]);
  });

  test.each(["abc", "0", "-1", "1.5", "12abc", "100000000000"])("with id %s does not exist", async (id) => {
    const answer = await (await gateway()).inject(`/api/v3/scenarios/${id}`);
    expect([answer.statusCode, answer.json()]).toEqual([404, { errors: [`No such scenario: ${id}`] }]);
  });

  test("that the service does not know is answered in the service's words", async () => {
    const app = await gateway({
      scenarios: {
        getScenario: async ({ id }) => Promise.reject(new RpcError(status.NOT_FOUND, `No such scenario: ${id}`)),
      },
    });
    const answer = await app.inject("/api/v3/scenarios/999999");
    expect([answer.statusCode, answer.json()]).toEqual([404, { errors: ["No such scenario: 999999"] }]);
  });
});

describe("creating a scenario", () => {
  async function create(payload?: object | string, headers: Record<string, string> = {}) {
    const requests: CreateScenarioRequest[] = [];
    const app = await gateway({
      scenarios: {
        createScenario: async (request) => {
          requests.push(request);
          return accepted(scenario());
        },
      },
    });
    const answer = await app.inject({
      method: "POST",
      url: "/api/v3/scenarios",
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    return { answer, request: requests[0] };
  }

  test("without a body leaves everything to the defaults", async () => {
    const { answer, request } = await create();
    expect(answer.statusCode).toBe(200);
    expect(request).toEqual({ userValues: {}, descale: false });
  });

  test("passes values on as the client wrote them", async () => {
    const { request } = await create({
      scenario: {
        area_code: "nl2023",
        end_year: "2040",
        source: "x",
        title: "T",
        private: "0",
        keep_compatible: "on",
        read_only: "",
        user_values: { a: 1, b: "2.5", c: true, d: null, e: [1], f: "reset" },
        metadata: { x: [1] },
        unknown: 1,
      },
      detailed: true,
    });
    expect(request).toEqual({
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

  test("takes the fields from the top of the body when there is no `scenario`", async () => {
    const { request } = await create({ area_code: "nl2023", user_values: { a: 1 } });
    expect(request).toMatchObject({ areaCode: text("nl2023"), userValues: { a: number(1) } });
  });

  test("unwraps values that were wrapped twice", async () => {
    const { request } = await create({ scenario: { user_values: { user_values: { a: 1 } } } });
    expect(request?.userValues).toEqual({ a: number(1) });
  });

  test.each([
    [{ scenario_id: 24 }, 24],
    [{ scenario_id: "24" }, 24],
    [{ preset_scenario_id: 24 }, 24],
    [{ scenario_id: "x" }, 0],
    [{ scenario_id: null }, undefined],
  ])("clones: %j asks for parent %s", async (fields, parentId) => {
    const { request } = await create({ scenario: fields });
    expect(request?.parentId).toBe(parentId);
  });

  test("scales; an empty `scale` is a missing parameter", async () => {
    const scale = { area_attribute: "number_of_inhabitants", value: "1000", has_energy: "false" };
    expect((await create({ scenario: { scale } })).request?.scale).toEqual({
      areaAttribute: text("number_of_inhabitants"),
      value: text("1000"),
      hasEnergy: false,
    });
    const { answer } = await create({ scenario: { scale: {} } });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { errors: ["param is missing or the value is empty or invalid: scale"] },
    ]);
  });

  test("takes forms with brackets", async () => {
    const { request } = await create("scenario[area_code]=nl2023&scenario[user_values][a]=1%2E5", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(request).toMatchObject({ areaCode: text("nl2023"), userValues: { a: text("1.5") } });
  });

  test("answers problems by attribute", async () => {
    const app = await gateway({
      scenarios: {
        createScenario: async () =>
          refusal(
            { attribute: "area_code", message: "can't be blank" },
            { attribute: "area_code", message: "is unknown or not supported" },
            { attribute: "base", message: "Input nope does not exist" },
          ),
      },
    });
    const answer = await app.inject({ method: "POST", url: "/api/v3/scenarios" });
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      {
        errors: {
          area_code: ["can't be blank", "is unknown or not supported"],
          base: ["Input nope does not exist"],
        },
      },
    ]);
  });
});

describe("updating a scenario", () => {
  /** Records what the service is asked; `version` may be raced ahead of by others. */
  async function update(
    payload: object | string,
    {
      headers = {},
      compute = {},
      overtakenTimes = 0,
    }: { headers?: Record<string, string>; compute?: Partial<Compute>; overtakenTimes?: number } = {},
  ) {
    const requests: UpdateScenarioRequest[] = [];
    let overtaken = 0;
    const app = await gateway({
      scenarios: {
        updateScenario: async (request) => {
          requests.push(request);
          if (!request.preview && request.expectedVersion !== undefined && overtaken < overtakenTimes) {
            overtaken += 1;
            throw new RpcError(status.ABORTED, "changed");
          }
          return accepted(scenario({ version: request.preview ? 3 + overtaken : 4 + overtaken }));
        },
      },
      compute,
    });
    const answer = await app.inject({ method: "PUT", url: "/api/v3/scenarios/1", headers, payload });
    return { answer, requests };
  }

  const answered: Partial<Compute> = {
    query: async ({ keys }) => ({
      outcome: {
        $case: "results",
        value: { results: keys.map((key) => ({ key, presentJson: "1.5", futureJson: "[1,2]", unit: "PJ" })) },
      },
    }),
  };

  test("without queries is one call; `gqueries` is empty", async () => {
    const { answer, requests } = await update({ scenario: { user_values: { a: 1 } }, autobalance: "false" });
    expect(answer.json()).toMatchObject({ scenario: { id: 1 }, gqueries: {} });
    expect(answer.headers["etag"]).toBe('"4"');
    expect(requests).toEqual([
      { id: 1, userValues: { a: number(1) }, reset: false, autobalance: false, preview: false },
    ]);
  });

  test.each([
    [{}],
    [{ scenario: {} }],
    ["[1]"],
    [{ scenario: { end_year: 2040, area_code: "x" } }],
    [{ gqueries: "a" }],
  ])("with nothing to change (%j) only reads", async (payload) => {
    const { answer, requests } = await update(payload, { headers: { "content-type": "application/json" } });
    expect(answer.statusCode).toBe(200);
    expect(requests).toEqual([]);
  });

  test("balances unless told not to, and resets when told to", async () => {
    const { requests } = await update({ reset: "true" });
    expect(requests).toEqual([{ id: 1, userValues: {}, reset: true, autobalance: true, preview: false }]);
  });

  test("with a reset that is no boolean is refused", async () => {
    const { answer, requests } = await update({ reset: "maybe" });
    expect([answer.statusCode, answer.json(), requests]).toEqual([422, { errors: ["reset must be boolean"] }, []]);
  });

  test("sets and clears what can be cleared", async () => {
    const { requests } = await update({ scenario: { source: null, preset_scenario_id: null, metadata: {} } });
    expect(requests[0]).toMatchObject({ source: {}, template: {}, metadataJson: "{}" });
  });

  test("with queries decides, asks, and keeps it at the version it was decided on", async () => {
    const { answer, requests } = await update(
      { scenario: { user_values: { a: 1 } }, gqueries: ["q", "r"] },
      { compute: answered },
    );
    expect(requests.map(({ preview, expectedVersion }) => [preview, expectedVersion])).toEqual([
      [true, undefined],
      [false, 3],
    ]);
    expect(answer.json().gqueries).toEqual({
      q: { present: 1.5, future: [1, 2], unit: "PJ" },
      r: { present: 1.5, future: [1, 2], unit: "PJ" },
    });
  });

  test("with a query that fails keeps nothing", async () => {
    const messages = ["Gquery nope does not exist", "Gquery nope2 does not exist"];
    const { answer, requests } = await update(
      { scenario: { user_values: { a: 1 } }, gqueries: ["nope", "nope2"] },
      { compute: { query: async () => ({ outcome: { $case: "failures", value: { messages } } }) } },
    );
    expect([answer.statusCode, answer.json()]).toEqual([422, { errors: messages }]);
    expect(requests.map(({ preview }) => preview)).toEqual([true]);
  });

  test("with queries starts over when others were faster", async () => {
    const { answer, requests } = await update(
      { scenario: { user_values: { a: 1 } }, gqueries: ["q"] },
      { compute: answered, overtakenTimes: 2 },
    );
    expect(answer.statusCode).toBe(200);
    expect(requests.filter(({ preview }) => !preview).map(({ expectedVersion }) => expectedVersion)).toEqual([3, 4, 5]);
  });

  test("with If-Match is refused when the scenario moved on", async () => {
    const { answer, requests } = await update(
      { scenario: { user_values: { a: 1 } } },
      { headers: { "if-match": '"3"' }, overtakenTimes: 1 },
    );
    expect(requests[0]?.expectedVersion).toBe(3);
    expect(answer.statusCode).toBe(412);
    expect((await update({ scenario: { title: "x" } }, { headers: { "if-match": "x" } })).answer.statusCode).toBe(400);
  });

  test("answers problems as sentences", async () => {
    const app = await gateway({
      scenarios: {
        updateScenario: async () =>
          refusal(
            { attribute: "base", message: "Input a must be numeric" },
            { attribute: "metadata", message: "can not exceed 64Kb" },
            { attribute: "area_code", message: "is unknown or not supported" },
          ),
      },
    });
    const answer = await app.inject({ method: "PATCH", url: "/api/v3/scenarios/1", payload: { title: "x" } });
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      {
        errors: [
          "Input a must be numeric",
          "Scenario: Metadata can not exceed 64Kb",
          "Scenario: Area code is unknown or not supported",
        ],
      },
    ]);
  });

  test("of an area that is no longer served is answered 410", async () => {
    const { answer } = await update(
      { gqueries: ["q"] },
      { compute: { query: async () => Promise.reject(new RpcError(status.NOT_FOUND, "no area nl")) } },
    );
    expect([answer.statusCode, answer.json()]).toEqual([
      410,
      { errors: ["Scenario uses an unsupported area code and is no longer available: nl"] },
    ]);
  });

  test("nested deeper than any honest body is answered 400", async () => {
    const app = await gateway();
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
    const answer = await app.inject({
      method: "PUT",
      url: "/api/v3/scenarios/1",
      headers: { "content-type": "application/json" },
      payload: `{"scenario":{"metadata":${nested(6_000)}}}`,
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { errors: ["The body is nested deeper than 100 levels"] },
    ]);
  });

  test("in a full queue is answered 503 with the time to wait", async () => {
    const { answer } = await update(
      { gqueries: ["q"] },
      {
        compute: {
          query: async () => Promise.reject(new RpcError(status.RESOURCE_EXHAUSTED, "full", { retryAfterSeconds: 2 })),
        },
      },
    );
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "2"]);
    expect(answer.json()).toEqual({ errors: ["The service is busy; try again later"] });
  });
});

describe("bad requests", () => {
  const put = async (payload: string | Buffer, contentType: string, options: Partial<GatewayOptions> = {}) => {
    const app = await gateway({}, options);
    const answer = await app.inject({
      method: "PUT",
      url: "/api/v3/scenarios/1",
      headers: { "content-type": contentType },
      payload,
    });
    return [answer.statusCode, answer.json()];
  };
  const malformed = [400, { errors: ["Error occurred while parsing request parameters"] }];

  test.each(["{bad", "{", '{"scenario":{"user_values":{"a":NaN}}}', "nonsense", '{"__proto__":{"a":1}}'])(
    "%s is malformed",
    async (body) => expect(await put(body, "application/json")).toEqual(malformed),
  );

  test("a `scenario` that is no object is missing", async () => {
    expect(await put('{"scenario":"x"}', "application/json")).toEqual([
      400,
      { errors: ["param is missing or the value is empty or invalid: scenario"] },
    ]);
  });

  test("a body that is too large is refused", async () => {
    const body = JSON.stringify({ scenario: { metadata: { x: "y".repeat(2000) } } });
    expect(await put(body, "application/json", { bodyLimit: 1000 })).toEqual([
      413,
      { errors: ["The request body is larger than 1000 bytes"] },
    ]);
  });

  test("a body of another kind is refused, an empty one accepted", async () => {
    const [code, body] = await put("abc", "text/plain");
    expect([code, body]).toEqual([415, { errors: ["Unsupported content type text/plain; expected application/json"] }]);
    expect((await put("", "application/octet-stream"))[0]).toBe(200);
    expect((await put("", "application/json"))[0]).toBe(200);
  });

  test("an unknown route is not found", async () => {
    const answer = await (await gateway()).inject("/api/v3/nope");
    expect([answer.statusCode, answer.json()]).toEqual([404, { status: 404, error: "Not Found" }]);
  });

  test("an address that cannot be decoded is answered, not crashed on", async () => {
    const answer = await (await gateway()).inject("/api/v3/scenarios/%zz");
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ errors: [expect.stringContaining("%zz")] });
  });

  test("an unexpected error tells the client nothing", async () => {
    const app = await gateway({ scenarios: { getScenario: async () => Promise.reject(new Error("secret")) } });
    const answer = await app.inject("/api/v3/scenarios/1");
    expect([answer.statusCode, answer.json()]).toEqual([500, { status: 500, error: "Internal Server Error" }]);
  });

  test("too many requests are told when to come back", async () => {
    const app = await gateway({}, { rateLimit: 2 });
    const codes = [];
    for (let i = 0; i < 3; i++) codes.push(await app.inject("/api/v3/scenarios/1"));
    expect(codes.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
    expect(codes[2]?.headers["retry-after"]).toBeDefined();
    expect(codes[2]?.json()).toEqual({ errors: [expect.stringMatching(/^Too many requests; try again in /)] });
  });
});

describe("listing scenarios", () => {
  const list = async (query: string) => {
    const asked: unknown[] = [];
    const app = await gateway({
      scenarios: {
        listScenarios: async (request) => {
          asked.push(request);
          return { scenarios: [scenario({ id: 3 }), scenario({ id: 2 })], total: 3 };
        },
      },
    });
    return { body: (await app.inject(`/api/v3/scenarios${query}`)).json(), asked: asked[0] };
  };

  test("is paginated, entries without values and metadata", async () => {
    const { body } = await list("?limit=2");
    expect(body.links).toEqual({
      first: "http://localhost:80/api/v3/scenarios?limit=2&page=1",
      prev: null,
      next: "http://localhost:80/api/v3/scenarios?limit=2&page=2",
      last: "http://localhost:80/api/v3/scenarios?limit=2&page=2",
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
    ["?limit=&page=3", 3, 25],
    ["?page=4294967296", 2 ** 31 - 1, 25],
    ["?limit=1000", 1, 100],
  ])("%s asks for page %i of %i", async (query, page, limit) => {
    expect((await list(query)).asked).toEqual({ page, limit });
  });

  test("is not for anonymous callers", async () => {
    const message = "You must be authenticated to access this resource";
    const app = await gateway({
      scenarios: { listScenarios: async () => Promise.reject(new RpcError(status.PERMISSION_DENIED, message)) },
    });
    const answer = await app.inject("/api/v3/scenarios");
    expect([answer.statusCode, answer.json()]).toEqual([403, { errors: [message] }]);
  });
});

test("deleting answers an empty 200, or the service's refusal", async () => {
  const app = await gateway({ scenarios: { deleteScenario: async () => ({}) } });
  const answer = await app.inject({ method: "DELETE", url: "/api/v3/scenarios/1" });
  expect([answer.statusCode, answer.body]).toEqual([200, ""]);
  const refused = await gateway({
    scenarios: {
      deleteScenario: async () =>
        Promise.reject(new RpcError(status.PERMISSION_DENIED, "Scenario does not belong to you")),
    },
  });
  const refusedAnswer = await refused.inject({ method: "DELETE", url: "/api/v3/scenarios/1" });
  expect([refusedAnswer.statusCode, refusedAnswer.json()]).toEqual([
    403,
    { errors: ["Scenario does not belong to you"] },
  ]);
});

describe("inputs", () => {
  const input = (changes: Partial<Input> = {}): Input => ({
    key: "share",
    unit: "%",
    min: 0,
    max: 100,
    minText: "0.0",
    maxText: "100.0",
    default: number(50),
    step: 0.1,
    scalesWithArea: false,
    permittedValues: [],
    disabled: false,
    cacheError: undefined,
    shareGroup: "group",
    disabledBy: [],
    disabledByCouplings: [],
    couplingGroups: [],
    ...changes,
  });
  const inputs = async (path: string) => {
    const asked: ListInputsRequest[] = [];
    const app = await gateway({
      scenarios: {
        listInputs: async (request) => {
          asked.push(request);
          const coupled = input({ key: "coupled", couplingGroups: ["chp"], shareGroup: undefined });
          const weather = input({
            key: "weather",
            unit: "enum",
            min: undefined,
            max: undefined,
            step: undefined,
            permittedValues: ["default", "1987"],
            shareGroup: undefined,
          });
          const states = [
            { input: input(), default: number(40), user: number(20), disabled: false, couplingDisabled: undefined },
            { input: coupled, default: number(0), user: undefined, disabled: true, couplingDisabled: true },
            { input: weather, default: text("default"), user: undefined, disabled: false, couplingDisabled: undefined },
          ];
          return { inputs: states.filter((s) => request.keys.length === 0 || request.keys.includes(s.input.key)) };
        },
      },
    });
    const answer = await app.inject(`/api/v3/scenarios/1/inputs${path}`);
    return { body: answer.json(), asked: asked[0] };
  };

  test("of a scenario whose area is no longer served are answered 410", async () => {
    const words = "Scenario uses an unsupported area code and is no longer available: nl";
    const listInputs = () => Promise.reject(new RpcError(status.FAILED_PRECONDITION, words, { reason: "area_gone" }));
    const answer = await (await gateway({ scenarios: { listInputs } })).inject("/api/v3/scenarios/1/inputs");
    expect([answer.statusCode, answer.json()]).toEqual([410, { errors: [words] }]);
  });

  test("are listed by key, with the fields that apply", async () => {
    const { body, asked } = await inputs("");
    expect(asked).toEqual({ id: 1, keys: [], originalDefaults: false });
    expect(body).toEqual({
      share: { min: 0, max: 100, default: 40, unit: "%", user: 20, disabled: false, share_group: "group" },
      coupled: {
        min: 0,
        max: 100,
        default: 0,
        unit: "%",
        disabled: true,
        coupling_disabled: true,
        coupling_groups: ["chp"],
      },
      weather: { default: "default", unit: "enum", disabled: false, permitted_values: ["default", "1987"] },
    });
  });

  test.each([
    ["?defaults=original", true],
    ["?defaults=parent", false],
    ["?defaults=nope", true],
    [".json?defaults=original&time=1", true],
  ])("%s: original defaults %s", async (query, original) => {
    expect((await inputs(query)).asked?.originalDefaults).toBe(original);
  });

  test("have extras on request, and always alone", async () => {
    expect((await inputs("?include_extras=true")).body.share).toMatchObject({ step: 0.1, code: "share" });
    expect((await inputs("/share")).body).toMatchObject({ step: 0.1, code: "share", user: 20 });
  });

  test("can be asked for together, each once", async () => {
    const { body, asked } = await inputs("/share,weather,share");
    expect(asked?.keys).toEqual(["share", "weather"]);
    expect(body.map(({ code }: { code: string }) => code)).toEqual(["share", "weather"]);
  });
});

describe("nodes", () => {
  const node = async (outcome: Awaited<ReturnType<Compute["getNode"]>>["outcome"]) => {
    const answer = await (
      await gateway({ compute: { getNode: async () => ({ outcome }) } })
    ).inject("/api/v3/scenarios/1/nodes/wind");
    return [answer.statusCode, answer.json()];
  };

  test("are passed on as the calculation reports them", async () => {
    expect(await node({ $case: "reportJson", value: '{"key":"wind"}' })).toEqual([200, { key: "wind" }]);
    expect(await node({ $case: "unknownNode", value: true })).toEqual([404, { errors: ["Not found"] }]);
    expect(await node({ $case: "failure", value: "no such carrier" })).toEqual([404, { errors: ["no such carrier"] }]);
  });
});

describe("areas and queries", () => {
  const area = (key: string, attributes: object): Area => ({
    key,
    group: "country",
    startYear: 2023,
    useable: true,
    problem: undefined,
    attributesJson: JSON.stringify({ area: key, ...attributes }),
  });
  const gqueries: Gquery[] = [
    { key: "a", unit: "PJ", description: undefined, labels: ["general", "costs"] },
    { key: "b", unit: undefined, description: "text", labels: ["general"] },
  ];
  const model = () =>
    gateway({
      compute: {
        listAreas: async () => ({
          areas: [
            area("nl", {
              enabled: { etmodel: true },
              has_industry: true,
              co2_price: 0.1,
              present_number_of_detached_houses_before_1945: 2,
              present_number_of_detached_houses_1945_1964: 3,
            }),
            { ...area("de", { enabled: { etmodel: false } }) },
            { ...area("eu", {}), useable: false, problem: "no energy balance" },
          ],
        }),
        listGqueries: async () => ({ gqueries }),
      },
    });

  test("areas are listed in full or in short", async () => {
    const app = await model();
    const [nl] = (await app.inject("/api/v3/areas")).json();
    expect(nl).toMatchObject({ area: "nl", useable: true, co2_price: 0.1, number_of_detached_houses: 5 });
    expect(nl).not.toHaveProperty("enabled");
    const [short] = (await app.inject("/api/v3/areas?detailed=false")).json();
    expect(short).toMatchObject({ area: "nl", useable: true, has_industry: true });
    expect(short).not.toHaveProperty("co2_price");
  });

  test("an area that is not offered or cannot be computed is not useable; the latter says why", async () => {
    const areas = (await (await model()).inject("/api/v3/areas?detailed=false")).json();
    expect(areas).toMatchObject([
      { area: "nl", useable: true },
      { area: "de", useable: false },
      { area: "eu", useable: false, problem: "no energy balance" },
    ]);
  });

  test("one area is found by its key", async () => {
    const app = await model();
    expect((await app.inject("/api/v3/areas/de")).json()).toMatchObject({ area: "de" });
    const unknown = await app.inject("/api/v3/areas/nope");
    expect([unknown.statusCode, unknown.json()]).toEqual([404, { errors: ["Not found"] }]);
  });

  test("queries are selected by all their labels, given in the query or the body", async () => {
    const app = await model();
    const keys = async (request: string | InjectOptions) => {
      const answer = await app.inject(request);
      return answer.json().map(({ key }: { key: string }) => key);
    };
    expect(await keys("/api/v3/gqueries")).toEqual(["a", "b"]);
    expect(await keys("/api/v3/gqueries?labels[]=general&labels[]=costs")).toEqual(["a"]);
    expect(await keys({ method: "GET", url: "/api/v3/gqueries", payload: { labels: ["general"] } })).toEqual([
      "a",
      "b",
    ]);
    expect(await keys("/api/v3/gqueries?labels[]=nope")).toEqual([]);
    expect((await app.inject("/api/v3/gqueries")).json()[1]).toEqual({
      key: "b",
      unit: null,
      description: "text",
      labels: ["general"],
    });
  });

  test("are asked for again after a failure", async () => {
    let failures = 1;
    const app = await gateway({
      compute: {
        listAreas: async () => ({ areas: [] }),
        listGqueries: async () => {
          if (failures-- > 0) throw new RpcError(status.UNAVAILABLE, "starting");
          return { gqueries };
        },
      },
    });
    expect((await app.inject("/api/v3/gqueries")).statusCode).toBe(503);
    expect((await app.inject("/api/v3/gqueries")).statusCode).toBe(200);
  });
});

describe("around the API", () => {
  test("every answer names its request and allows other origins", async () => {
    const app = await gateway();
    const answer = await app.inject({
      url: "/api/v3/scenarios/1",
      headers: { "x-request-id": "abc", origin: "http://x" },
    });
    expect(answer.headers).toMatchObject({ "x-request-id": "abc", "access-control-allow-origin": "*" });
    const own = await app.inject({ url: "/api/v3/scenarios/1", headers: { "x-request-id": "bad id\u0001" } });
    expect(own.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("the OpenAPI document describes every route, and there is a page for it", async () => {
    const app = await gateway();
    await app.ready();
    const document = (await app.inject("/docs/json")).json();
    const paths = Object.keys(document.paths).sort();
    const isTable = (path: string) => /\.(csv|json)$/.test(path);
    expect(paths.filter((path) => !isTable(path))).toEqual([
      "/api/v3/areas",
      "/api/v3/areas/{area_code}",
      "/api/v3/gqueries",
      "/api/v3/scenarios",
      "/api/v3/scenarios/{id}",
      "/api/v3/scenarios/{id}/inputs",
      "/api/v3/scenarios/{id}/inputs/{key}",
      "/api/v3/scenarios/{id}/merit",
      "/api/v3/scenarios/{id}/nodes/stats",
      "/api/v3/scenarios/{id}/nodes/topology",
      "/api/v3/scenarios/{id}/nodes/{key}",
    ]);
    expect(paths.filter(isTable)).toHaveLength(12 + 11);
    expect(paths).toContain("/api/v3/scenarios/{id}/curves/electricity_price.json");
    const { properties } =
      document.paths["/api/v3/scenarios"].post.requestBody.content["application/json"].schema.properties.scenario;
    expect(properties.keep_compatible).toMatchObject({ type: "boolean" });
    const page = await app.inject("/docs/");
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, expect.stringContaining("text/html")]);
  });

  test("health, readiness and metrics are there for the operator", async () => {
    const readiness = new Readiness();
    const app = await gateway({}, { readiness });
    expect((await app.inject("/healthz")).json()).toEqual({ status: "ok" });
    expect((await app.inject("/readyz")).json()).toEqual({ ready: true, parts: {} });
    readiness.add("compute", () => Promise.reject(new Error("starting")));
    const answer = await app.inject("/readyz");
    expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false, parts: { compute: "starting" } }]);
    await app.inject("/api/v3/scenarios/1");
    const metrics = await app.inject("/metrics");
    expect(metrics.headers["content-type"]).toContain("text/plain");
    expect(metrics.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/v3/scenarios/:id",status="200"} 1',
    );
  });
});

describe("pages", () => {
  const ask = async (method: "GET" | "DELETE" | "OPTIONS", origin: string, cors = false) => {
    const app = await gateway({ scenarios: { deleteScenario: async () => ({}) } }, { cors });
    const preflight = method === "OPTIONS" ? { "access-control-request-method": "DELETE" } : {};
    return app.inject({ method, url: "/api/v3/scenarios/1", headers: { origin, ...preflight } });
  };

  test.each(["https://example.org", "null", "http://localhost.example.org", "http://127.0.0.1.example.org"])(
    "of %s may read and change nothing",
    async (origin) => {
      const read = await ask("GET", origin);
      expect([read.statusCode, read.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
      expect((await ask("OPTIONS", origin)).headers["access-control-allow-methods"]).toBe("GET, HEAD");
      const refused = await ask("DELETE", origin);
      expect([refused.statusCode, refused.json()]).toEqual([
        403,
        { errors: [`Pages of ${origin} may only read here; see --cors`] },
      ]);
      expect((await ask("DELETE", origin, true)).statusCode).toBe(200);
    },
  );

  test.each(["http://localhost:5173", "http://127.0.0.1:3000", "http://[::1]:8080", "http://app.localhost"])(
    "of %s may change scenarios",
    async (origin) => {
      expect((await ask("DELETE", origin)).statusCode).toBe(200);
      expect((await ask("OPTIONS", origin)).headers["access-control-allow-methods"]).toContain("DELETE");
    },
  );
});

describe("updates of one scenario at the same time", () => {
  /** A gateway whose queries take until they are told to end. */
  async function slow() {
    const { promise, resolve } = Promise.withResolvers<void>();
    const app = await gateway({
      scenarios: { updateScenario: async () => accepted(scenario()) },
      compute: {
        query: async () => {
          await promise;
          return { outcome: { $case: "results", value: { results: [] } } };
        },
      },
    });
    const put = (body: object) =>
      app.inject({ method: "PUT", url: "/api/v3/scenarios/1", payload: { scenario: { title: "T" }, ...body } });
    return { put, end: resolve };
  }

  test("wait in a line of sixteen; more are refused, and changes without queries pass by", async () => {
    const { put, end } = await slow();
    const waiting = Array.from({ length: 17 }, () => put({ gqueries: ["q"] }));
    const [, refused] = await Promise.all([sleep(50), sleep(50).then(() => put({ gqueries: ["q"] }))]);
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "1"]);
    expect((await put({})).statusCode).toBe(200);
    end();
    expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual(waiting.map(() => 200));
  });
});

test("If-Match counts also when nothing is changed", async () => {
  const ask = async (version: string) => {
    const app = await gateway();
    const headers = { "if-match": version };
    return (await app.inject({ method: "PUT", url: "/api/v3/scenarios/1", headers, payload: {} })).statusCode;
  };
  expect([await ask('"3"'), await ask('"999"'), await ask("*")]).toEqual([200, 412, 200]);
});

test("made-up X-Forwarded-For addresses do not get around the limit of requests", async () => {
  const app = await gateway({}, { rateLimit: 2, trustProxy: 1 });
  const statuses = [];
  for (const made of ["1.1.1.1", "2.2.2.2", "3.3.3.3"]) {
    const headers = { "x-forwarded-for": `${made}, 9.9.9.9` };
    statuses.push((await app.inject({ url: "/api/v3/scenarios/1", headers })).statusCode);
  }
  expect(statuses).toEqual([200, 200, 429]);
});

describe("documents", () => {
  type Part = NonNullable<DownloadResponse["part"]>;
  const asked: DownloadRequest["document"][] = [];
  const gatewayWith = (...parts: readonly Part[]) =>
    gateway({
      compute: {
        download: async function* ({ document }) {
          asked.push(document);
          for (const part of parts) yield { part };
        },
      },
    });
  const piece = (content: string): Part => ({ $case: "piece", value: Buffer.from(content) });
  const named = (value: string): Part => ({ $case: "fileName", value });

  test.each([
    ["energy_flow", { $case: "annualTable", value: "energy_flow" }],
    ["curves/merit_order", { $case: "hourlyTable", value: "electricity_profiles" }],
    ["curves/electricity_price", { $case: "hourlyTable", value: "electricity_price" }],
  ])("%s is CSV with a name of its own, with or without its suffix", async (path, document) => {
    const app = await gatewayWith(named("heat_network"), piece("key,a\n"), piece("é,1.0\n"));
    for (const suffix of ["", ".csv"]) {
      const answer = await app.inject(`/api/v3/scenarios/1/${path}${suffix}`);
      expect([answer.statusCode, answer.body]).toEqual([200, "key,a\né,1.0\n"]);
      expect(answer.headers["content-type"]).toBe("text/csv");
      expect(answer.headers["content-disposition"]).toBe('attachment; filename="heat_network.1.csv"');
      expect(asked.at(-1)).toEqual(document);
    }
  });

  test.each([
    ["merit", { $case: "meritConfiguration", value: { includeCurves: true } }],
    ["merit?include_curves=false", { $case: "meritConfiguration", value: { includeCurves: false } }],
    ["curves/electricity_price.json", { $case: "electricityPrice", value: true }],
    ["nodes/topology", { $case: "energyMap", value: true }],
  ])("%s is JSON", async (path, document) => {
    const answer = await (
      await gatewayWith(named("x"), piece('{"a":'), piece("1}"))
    ).inject(`/api/v3/scenarios/1/${path}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, { a: 1 }]);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(asked.at(-1)).toEqual(document);
  });

  test("with figures of nodes are asked for with a list of names, or without", async () => {
    const app = await gatewayWith(named("x"), piece("{}"));
    const body = { keys: { plant: ["demand"], boiler: null } };
    await app.inject({ method: "POST", url: "/api/v3/scenarios/1/nodes/stats", payload: body });
    expect(asked.at(-1)).toEqual({
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
    [{ $case: "noHours", value: "No hours" }, 404, "No hours"],
    [{ $case: "invalid", value: "There is no energy node x" }, 422, '{"errors":["There is no energy node x"]}'],
    [{ $case: "unknown", value: true }, 404, '{"errors":["Not found"]}'],
  ])("that there are not: %o", async (reason, statusCode, body) => {
    const answer = await (
      await gatewayWith({ $case: "refusal", value: { reason } })
    ).inject("/api/v3/scenarios/1/curves/residual_load.csv");
    expect([answer.statusCode, answer.body]).toEqual([statusCode, body]);
  });

  test("of a scenario that does not exist, or of a table that does not", async () => {
    const missing = async () => Promise.reject(new RpcError(status.NOT_FOUND, "No such scenario: 7"));
    const app = await gateway({ scenarios: { getScenario: missing } });
    const answers = await Promise.all(
      ["7/energy_flow", "7/curves/residual_load", "x/curves/residual_load", "7/curves/nope"].map((path) =>
        app.inject(`/api/v3/scenarios/${path}`),
      ),
    );
    expect(answers.map((answer) => [answer.statusCode, answer.json<unknown>()])).toEqual([
      [404, { errors: ["No such scenario: 7"] }],
      [404, { errors: ["Scenario not found"] }],
      [404, { errors: ["Scenario not found"] }],
      [404, { status: 404, error: "Not Found" }],
    ]);
  });

  test("whose area is no longer part of the model are gone", async () => {
    const app = await gateway({
      compute: {
        download: () => ({
          [Symbol.asyncIterator]: () => ({
            next: () => Promise.reject(new RpcError(status.NOT_FOUND, "unknown area")),
          }),
        }),
      },
    });
    const answer = await app.inject("/api/v3/scenarios/1/sankey");
    expect(answer.statusCode).toBe(410);
  });
});
