import { setTimeout as sleep } from "node:timers/promises";
import type { UpdateScenarioRequest } from "@etesian/contracts/scenarios";
import { RpcError, status } from "@etesian/service-kit";
import { describe, expect, test } from "vitest";
import type { GatewayOptions } from "../../gateway.ts";
import {
  scenarioOutcome,
  bearer,
  calculation,
  gateway,
  captureLog,
  accountsWithToken,
  scenario,
} from "../../gateway.fixture.ts";

describe("bad requests", () => {
  const put = async (payload: string | Buffer, contentType: string, options: Partial<GatewayOptions> = {}) => {
    const app = await gateway({}, options);
    const response = await app.inject({
      method: "PUT",
      url: "/api/v3/scenarios/1",
      headers: { "content-type": contentType },
      payload,
    });
    return [response.statusCode, response.json()];
  };
  const expectedError = (reason: RegExp) => [
    400,
    { errors: ["Error occurred while parsing request parameters", expect.stringMatching(reason)] },
  ];

  test.each([
    ["{bad", /position 1/],
    ["{", /position 1/],
    ['{"scenario":{"user_values":{"a":NaN}}}', /'N', \.\.\."ues":{"a":NaN}}}"/],
    ["nonsense", /'o', "nonsense"/],
    ['{"__proto__":{"a":1}}', /__proto__/],
  ])("%s is malformed, and the error has the reason", async (body, reason) =>
    expect(await put(body, "application/json")).toEqual(expectedError(reason)),
  );

  test.each([
    ["application/json; charset=latin1", '{"scenario":{}}', "charset latin1"],
    ["application/x-www-form-urlencoded; charset=utf-16", "a=1", "charset utf-16"],
  ])("a body in an encoding other than UTF-8 is refused: %s", async (type, body, label) => {
    expect(await put(body, type)).toEqual([415, { errors: [expect.stringContaining(label)] }]);
    expect((await put(body, type.replace(/=.*/, '="UTF-8"')))[0]).toBe(200);
  });

  test.each(["application/json", "application/x-www-form-urlencoded"])(
    "%s that is not UTF-8 is refused, not repaired",
    async (type) => {
      const text = type.endsWith("json") ? ['{"scenario":{"title":"', '"}}'] : ["scenario[title]=", ""];
      const body = Buffer.concat([Buffer.from(text[0]!), Buffer.from([0xff]), Buffer.from(text[1]!)]);
      expect(await put(body, type)).toEqual([400, { errors: [expect.stringContaining("UTF-8")] }]);
    },
  );

  test("a `scenario` that is not an object counts as missing", async () => {
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

  test.each([
    [
      "inputs",
      { scenario: { user_values: Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`i${n}`, 1])) } },
      "5000 keys",
    ],
    ["queries", { scenario: {}, gqueries: Array.from({ length: 20_001 }, () => "q") }, "20000 values"],
    [
      "metadata",
      { scenario: { metadata: { lists: Array.from({ length: 300 }, () => Array.from({ length: 70 }, () => 1)) } } },
      "20000 values",
    ],
  ])("a body with more %s than the limit is refused before any is processed", async (_, body, limit) => {
    expect(await put(JSON.stringify(body), "application/json")).toEqual([
      400,
      { errors: [`The body has more than ${limit}`] },
    ]);
  });

  describe("a form is read completely or refused", () => {
    const submitForm = async (payload: string) => {
      const requests: UpdateScenarioRequest[] = [];
      const app = await gateway({
        scenarios: { updateScenario: async (request) => (requests.push(request), scenarioOutcome(scenario())) },
      });
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const response = await app.inject({ method: "PUT", url: "/api/v3/scenarios/1", headers, payload });
      return { status: response.statusCode, code: response.headers["x-error-code"], requests };
    };
    const pairs = (count: number, name: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => `${name(n)}=1`).join("&");
    const nestedForm = (levels: number) => `scenario[metadata]${"[a]".repeat(levels - 2)}=1&scenario[title]=kept`;

    test.each([
      [
        "more fields than a body may have values",
        `${pairs(20_000, () => "x[]")}&scenario[title]=lost`,
        "too_many_values",
      ],
      [
        "more names than a body may have keys",
        `${pairs(5_000, (n) => `x[${n}]`)}&scenario[title]=lost`,
        "too_many_keys",
      ],
      ["names with more parts than a body may have levels", nestedForm(101), "nested_too_deep"],
    ])("a form with %s is refused with the same code as JSON", async (_, payload, code) => {
      expect(await submitForm(payload)).toEqual({ status: 400, code, requests: [] });
    });

    test.each([
      ["the maximum number of values", `${pairs(19_999, () => "x[]")}&scenario[title]=kept`],
      ["the maximum number of keys", `${pairs(4_999, (n) => `x[${n}]`)}&scenario[title]=kept`],
      ["the maximum number of levels", nestedForm(100)],
    ])("a form with %s is read up to its last field", async (_, payload) => {
      expect(await submitForm(payload)).toMatchObject({ status: 200, requests: [{ title: "kept" }] });
    });
  });

  test("a response reports the first of thousands of problems", async () => {
    const keys = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`n${n}`, n]));
    const response = await (
      await gateway()
    ).inject({
      method: "POST",
      url: "/api/v3/scenarios/1/nodes/stats",
      payload: { keys },
    });
    const { errors } = response.json<{ errors: readonly string[] }>();
    expect([response.statusCode, errors.length, errors[0], errors.at(-1)]).toEqual([
      400,
      21,
      "n0: must be a list",
      "and 2980 more",
    ]);
  });

  test("commas, brackets, colons and quotation marks inside strings do not count as values", async () => {
    const text = `${",[{:".repeat(10_000)}\\"\\\\`;
    const [status] = await put(JSON.stringify({ other: { text } }), "application/json");
    expect(status).toBe(200);
  });

  test.each([["application/x-www-form-urlencoded"], ["application/x-www-form-urlencoded; charset=utf-8"]])(
    "JSON sent as %s is read as JSON",
    async (type) => {
      const [code, body] = await put(' {"gqueries":"x","reset":"maybe"}', type);
      expect([code, body]).toEqual([422, { errors: ["reset must be boolean"] }]);
      expect(await put("{bad", type)).toEqual(expectedError(/position 1/));
    },
  );

  test("a body of another content type is refused, and an empty one is accepted", async () => {
    const [code, body] = await put("abc", "text/plain");
    expect([code, body]).toEqual([415, { errors: ["Unsupported content type text/plain; expected application/json"] }]);
    expect((await put("", "application/octet-stream"))[0]).toBe(200);
    expect((await put("", "application/json"))[0]).toBe(200);
  });

  test("an unknown route is not found", async () => {
    const response = await (await gateway()).inject("/api/v3/nope");
    expect([response.statusCode, response.json()]).toEqual([404, { errors: ["Not Found"] }]);
  });

  test("a URL that cannot be decoded gets an error response", async () => {
    const response = await (await gateway()).inject("/api/v3/scenarios/%zz");
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ errors: [expect.stringContaining("%zz")] });
  });

  test("an unexpected error discloses nothing to the client", async () => {
    const app = await gateway({ scenarios: { getScenario: async () => Promise.reject(new Error("secret")) } });
    const response = await app.inject("/api/v3/scenarios/1");
    expect([response.statusCode, response.json()]).toEqual([500, { errors: ["Internal Server Error"] }]);
  });

  test("the response to too many requests has a Retry-After", async () => {
    const app = await gateway({}, { rateLimit: 2 });
    const codes = [];
    for (let i = 0; i < 3; i++) codes.push(await app.inject("/api/v3/scenarios/1"));
    expect(codes.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
    expect(codes[2]?.headers["retry-after"]).toBeDefined();
    expect(codes[2]?.json()).toEqual({ errors: [expect.stringMatching(/^Too many requests; try again in /)] });
  });
});

describe("pages", () => {
  const send = async (
    method: "GET" | "DELETE" | "OPTIONS",
    origin: string,
    cors: GatewayOptions["cors"] = [],
    headers: { readonly [name: string]: string } = {},
    url = "/api/v3/scenarios/1",
  ) => {
    const app = await gateway(
      { accounts: accountsWithToken, scenarios: { deleteScenario: async () => ({}) } },
      { cors },
    );
    const preflight = method === "OPTIONS" ? { "access-control-request-method": "DELETE" } : {};
    return app.inject({ method, url, headers: { origin, ...preflight, ...headers } });
  };

  test("pages of any origin may change what their token allows", async () => {
    const origin = "https://example.org";
    expect((await send("DELETE", origin, [], bearer)).statusCode).toBe(200);
    expect((await send("OPTIONS", origin)).headers["access-control-allow-methods"]).toContain("DELETE");
    // Credentials that browsers send automatically do not count as a token, nor does an invalid token.
    const invalidCredentials = [
      { authorization: "" },
      { authorization: "Bearer " },
      { authorization: "Basic YTpi" },
      { cookie: "a=b" },
    ];
    for (const headers of invalidCredentials) {
      expect([headers, (await send("DELETE", origin, [], headers)).statusCode]).toEqual([headers, 403]);
    }
    const parameterResponse = await send("DELETE", origin, [], {}, "/api/v3/scenarios/1?access_token=etm_1_a");
    expect(parameterResponse.statusCode).toBe(403);
    expect((await send("DELETE", origin, [], { authorization: "Bearer nonsense" })).statusCode).toBe(401);
  });

  test.each(["https://example.org", "null", "http://localhost.example.org", "http://127.0.0.1.example.org"])(
    "pages of %s may read, but not change anything",
    async (origin) => {
      const readResponse = await send("GET", origin);
      expect([readResponse.statusCode, readResponse.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
      const refusedResponse = await send("DELETE", origin);
      expect([refusedResponse.statusCode, refusedResponse.json()]).toEqual([
        403,
        { errors: [`Without a token, pages from ${origin} may only read; see --cors`] },
      ]);
      expect((await send("DELETE", origin, "*")).statusCode).toBe(200);
    },
  );

  test("pages of a listed origin may change scenarios and send cookies; other origins get the generic response", async () => {
    const origin = "https://front.example.org";
    const listedResponse = await send("DELETE", origin, [origin]);
    expect([listedResponse.statusCode, listedResponse.headers["access-control-allow-origin"]]).toEqual([200, origin]);
    expect([listedResponse.headers["access-control-allow-credentials"], listedResponse.headers["vary"]]).toEqual([
      "true",
      "Origin",
    ]);
    const response = await send("OPTIONS", origin, [origin]);
    expect(response.headers).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-credentials": "true",
    });
    const otherResponse = await send("GET", "https://example.org", [origin]);
    expect([otherResponse.headers["access-control-allow-origin"], otherResponse.headers["vary"]]).toEqual([
      "*",
      expect.stringContaining("Origin"),
    ]);
    expect(otherResponse.headers).not.toHaveProperty("access-control-allow-credentials");
    expect((await send("DELETE", "https://example.org", [origin])).statusCode).toBe(403);
    expect((await send("DELETE", origin, "*")).headers).not.toHaveProperty("access-control-allow-credentials");
  });

  test.each(["http://localhost:5173", "http://127.0.0.1:3000", "http://[::1]:8080", "http://app.localhost"])(
    "pages of %s may change scenarios",
    async (origin) => {
      expect((await send("DELETE", origin)).statusCode).toBe(200);
      expect((await send("OPTIONS", origin)).headers["access-control-allow-methods"]).toContain("DELETE");
    },
  );
});

describe("the log", () => {
  /**
   * Returns the response's error code, and log lines of level warn and above, when the service fails with this error.
   */
  async function linesOf(error: Error) {
    const { log, text: readLog } = captureLog("warn");
    const getScenario = async (): Promise<never> => {
      throw error;
    };
    const app = await gateway({ scenarios: { getScenario } }, { log });
    return [(await app.inject("/api/v3/scenarios/1")).headers["x-error-code"], readLog()];
  }

  test("a client that has disconnected is not logged as an error", async () => {
    expect(await linesOf(new RpcError(status.CANCELLED, "The client has disconnected"))).toEqual(["client_gone", ""]);
  });

  test("an outage is logged with its cause", async () => {
    const cause = new Error("read-only file system");
    expect(await linesOf(new RpcError(status.UNAVAILABLE, "no store", { cause }))).toEqual([
      "unavailable",
      expect.stringMatching(/^\{"level":"warn",.*read-only file system.*\n$/),
    ]);
  });
});

test("forged X-Forwarded-For addresses do not bypass the rate limit", async () => {
  const app = await gateway({}, { rateLimit: 2, trustProxy: 1 });
  const statuses = [];
  for (const forgedAddress of ["1.1.1.1", "2.2.2.2", "3.3.3.3"]) {
    const headers = { "x-forwarded-for": `${forgedAddress}, 9.9.9.9` };
    statuses.push((await app.inject({ url: "/api/v3/scenarios/1", headers })).statusCode);
  }
  expect(statuses).toEqual([200, 200, 429]);
});

describe("every error", () => {
  test.each([
    ["GET", "/api/v3/scenarios/abc", 404, "not_found"],
    ["GET", "/api/v3/nope", 404, "no_such_route"],
    ["GET", "/api/v3/scenarios/%zz", 400, "bad_request"],
    ["PUT", "/api/v3/scenarios/1?reset=perhaps", 422, "not_boolean"],
    ["PUT", "/api/v3/scenarios/1?scenario=x", 400, "missing_parameter"],
  ] as const)(
    "every error has a stable code in a header, and the same shape: %s %s",
    async (method, url, statusCode, code) => {
      const response = await (await gateway()).inject({ method, url });
      expect([response.statusCode, response.headers["x-error-code"]]).toEqual([statusCode, code]);
      expect(response.json()).toEqual({ errors: [expect.any(String)] });
    },
  );

  test.each([
    ["without a key", {}, "Check before you repeat it; a change with an Idempotency-Key can be repeated safely"],
    ["with a key", { "idempotency-key": "0123456789abcdef" }, "Repeat the request with the same Idempotency-Key"],
  ])("the error for a change %s whose response was lost contains advice", async (_, headers, advice) => {
    const loseResponse = () =>
      Promise.reject(new RpcError(status.UNAVAILABLE, "no response", { reason: "answer_lost" }));
    const app = await gateway({ scenarios: { createScenario: loseResponse } });
    const response = await app.inject({ method: "POST", url: "/api/v3/scenarios", headers });
    expect([response.statusCode, response.headers["x-error-code"], response.json()]).toEqual([
      503,
      "answer_lost",
      { errors: [`The response was lost: the change may have been made. ${advice}`] },
    ]);
    // Automatic retries would make the change twice.
    expect(response.headers["retry-after"]).toBe("idempotency-key" in headers ? "1" : undefined);
  });

  test("an error of a service has the service's code and message, or the default for its status", async () => {
    const respondTo = async (failure: Error) => {
      const app = await gateway({ scenarios: { getScenario: () => Promise.reject(failure) } });
      const response = await app.inject("/api/v3/scenarios/1");
      return [response.statusCode, response.headers["x-error-code"], response.json<unknown>()];
    };
    const message = "Cannot modify a read-only scenario";
    expect(await respondTo(new RpcError(status.PERMISSION_DENIED, message, { reason: "read_only" }))).toEqual([
      403,
      "read_only",
      { errors: [message] },
    ]);
    expect(await respondTo(new RpcError(status.PERMISSION_DENIED, message, { reason: "new" }))).toEqual([
      403,
      "forbidden",
      { errors: [message] },
    ]);
    expect(await respondTo(new Error("secret"))).toEqual([500, "internal", { errors: ["Internal Server Error"] }]);
  });

  test("the error for an unsupported method lists the allowed methods", async () => {
    const app = await gateway();
    const response = await app.inject({ method: "POST", url: "/api/v3/scenarios/1", payload: {} });
    expect([response.statusCode, response.headers["allow"], response.headers["x-error-code"]]).toEqual([
      405,
      "GET, HEAD, PUT, PATCH, DELETE",
      "method_not_allowed",
    ]);
    expect((await app.inject({ method: "DELETE", url: "/api/v3/areas" })).headers["allow"]).toBe("GET, HEAD");
  });
});

test("an OPTIONS request from a non-browser client gets a response", async () => {
  const app = await gateway();
  expect((await app.inject({ method: "OPTIONS", url: "/api/v3/scenarios/1" })).statusCode).toBe(204);
});

test("a slash at the end of a path changes nothing", async () => {
  expect((await (await gateway()).inject("/api/v3/scenarios/1/")).statusCode).toBe(200);
});

test("all calls made for a request share its deadline", async () => {
  const deadlines: (number | undefined)[] = [];
  const app = await gateway({
    scenarios: {
      getScenario: async (_, origin) => {
        deadlines.push(origin?.deadline);
        await sleep(5);
        return scenario();
      },
    },
    compute: {
      getNode: async (_, origin) => {
        deadlines.push(origin?.deadline);
        return { outcome: { $case: "reportJson", value: "{}" }, calculation };
      },
    },
  });
  const startTime = Date.now();
  await app.inject("/api/v3/scenarios/1/nodes/a");
  expect(new Set(deadlines).size).toBe(1);
  expect(deadlines[0]! - startTime).toBeGreaterThanOrEqual(60_000);
});

test("no response lets a browser load content from another host or show the page in a frame", async () => {
  const { headers } = await (await gateway()).inject("/api/v3/scenarios/1");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|upgrade-insecure-requests/);
});
