import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import fastify from "fastify";
import { TOKEN_CACHE_MS } from "@etesian/contracts/rights";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  bearer,
  gateway,
  captureLog,
  accountsWithToken,
  principal,
  savedScenario,
  scenario,
} from "../gateway.fixture.ts";
import { checkAccess } from "./access.ts";

/** Sends a request; returns the response, and the caller in the gateway's call to the scenarios service. */
async function send(
  request: { readonly url?: string; readonly headers?: Record<string, string> },
  accounts = accountsWithToken,
) {
  const calls: CallOrigin[] = [];
  const app = await gateway({
    accounts,
    scenarios: {
      getScenario: async (_request, origin = {}) => {
        calls.push(origin);
        return scenario();
      },
    },
  });
  const response = await app.inject({ url: "/api/v3/scenarios/1", ...request });
  const [call] = calls;
  return { response, call: call && { actor: call.actor, scopes: call.scopes, admin: call.admin } };
}

test.each(["/scenarios/1/events", "/saved_scenarios/5/events"])(
  "a stream at %s ends once its caller's token is invalid or has other scopes",
  async (path) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    for (const nextPrincipal of [undefined, principal({ scopes: [] })]) {
      let currentPrincipal: ReturnType<typeof principal> | undefined = principal();
      const subscription = Promise.withResolvers<void>();
      const silentStream = async function* (_request: object, { signal }: CallOrigin = {}): AsyncGenerator<never> {
        subscription.resolve();
        yield* await new Promise<readonly never[]>((resolve) => signal?.addEventListener("abort", () => resolve([])));
      };
      const app = await gateway({
        accounts: { introspect: async () => ({ principal: currentPrincipal }) },
        scenarios: { getScenario: async () => scenario(), followScenario: silentStream },
        savedScenarios: { getSavedScenario: async () => savedScenario(), followSavedScenario: silentStream },
      });
      let hasEnded = false;
      const response = app.inject({ url: `/api/v3${path}`, headers: bearer }).finally(() => (hasEnded = true));
      await subscription.promise;
      await vi.advanceTimersByTimeAsync(2 * TOKEN_CACHE_MS);
      expect(hasEnded).toBe(false);
      currentPrincipal = nextPrincipal;
      await vi.advanceTimersByTimeAsync(2 * TOKEN_CACHE_MS);
      expect((await response).statusCode).toBe(200);
    }
  },
);

describe("the caller", () => {
  test("a caller without a token, with a blank one or with another scheme is anonymous", async () => {
    const anonymous = { actor: "anonymous", scopes: null, admin: false };
    for (const authorization of [undefined, "", " ", "Bearer", "Bearer  ", "Basic YTpi"]) {
      const { call } = await send({ headers: authorization === undefined ? {} : { authorization } });
      expect([authorization, call]).toEqual([authorization, anonymous]);
    }
    expect((await send({ url: "/api/v3/scenarios/1?access_token=" })).call).toEqual(anonymous);
  });

  test("a caller with a token has its person and scopes", async () => {
    const person = { actor: "user:1", scopes: principal().scopes, admin: false };
    expect((await send({ headers: bearer })).call).toEqual(person);
    expect((await send({ headers: { authorization: "bearer etm_1_a" } })).call).toEqual(person);
    expect((await send({ url: "/api/v3/scenarios/1?access_token=etm_1_a" })).call).toEqual(person);
    const admin = { introspect: async () => ({ principal: principal({ admin: true, scopes: [] }) }) };
    expect((await send({ headers: bearer }, admin)).call).toEqual({ actor: "user:1", scopes: [], admin: true });
  });

  test("a caller with an invalid token gets 401, except where tokens are ignored", async () => {
    for (const url of ["/api/v3/scenarios/1", "/api/v3/scenarios", "/api/v3/scenarios/1/inputs"]) {
      const { response } = await send({ url, headers: { authorization: "Bearer nonsense" } });
      expect([response.statusCode, response.json(), response.headers["www-authenticate"]]).toEqual([
        401,
        { errors: ["Invalid or expired token"] },
        'Bearer error="invalid_token"',
      ]);
    }
    const app = await gateway({
      compute: { listAreas: async () => ({ areas: [] }), listGqueries: async () => ({ gqueries: [] }) },
    });
    expect((await app.inject({ url: "/api/v3/areas", headers: bearer })).statusCode).toBe(200);
  });

  test("an outage of the accounts service affects only callers with a token", async () => {
    const unavailableAccounts = { introspect: async () => Promise.reject(new RpcError(status.UNAVAILABLE, "down")) };
    expect((await send({ headers: bearer }, unavailableAccounts)).response.statusCode).toBe(503);
    expect((await send({}, unavailableAccounts)).response.statusCode).toBe(200);
  });
});

describe("decisions that do not depend on a scenario", () => {
  const statusOf = async (method: "GET" | "POST", headers: object, scopes: readonly string[] = []) => {
    const accounts = { introspect: async () => ({ principal: principal({ scopes: [...scopes] }) }) };
    const app = await gateway({ accounts, scenarios: { listScenarios: async () => ({ scenarios: [], total: 0 }) } });
    const response = await app.inject({ method, url: "/api/v3/scenarios", headers: { ...headers } });
    return [response.statusCode, response.headers["x-error-code"]];
  };

  test("lists require a token with the read scope", async () => {
    expect(await statusOf("GET", {})).toEqual([403, "login_required"]);
    expect(await statusOf("GET", bearer, ["scenarios:write"])).toEqual([403, "missing_scope"]);
    expect(await statusOf("GET", bearer, ["scenarios:read"])).toEqual([200, undefined]);
  });

  test("a token without the write scope cannot create anything", async () => {
    expect(await statusOf("POST", bearer, ["scenarios:read", "scenarios:delete"])).toEqual([403, "missing_scope"]);
  });
});

test("a token is resolved once while it is cached, and is not cached beyond its expiry", async () => {
  let requests = 0;
  const countIntrospections = async (expiresAt: Date | undefined) => {
    requests = 0;
    const accounts = {
      introspect: async () => {
        requests += 1;
        return { principal: principal({ expiresAt }) };
      },
    };
    const app = await gateway({ accounts });
    for (let n = 0; n < 3; n++) await app.inject({ url: "/api/v3/scenarios/1", headers: bearer });
    return requests;
  };
  expect(await countIntrospections(undefined)).toBe(1);
  expect(await countIntrospections(new Date(Date.now() - 1))).toBe(3);
});

test("an app does not start if a route names no row in the table of rights", async () => {
  const app = fastify();
  checkAccess(app, { introspect: async () => ({ principal: undefined }) });
  expect(() => app.get("/api/v3/open", async () => "")).toThrow(
    "GET /api/v3/open has no row in the table of rights: add config: { access }",
  );
});

describe("logs", () => {
  /** All raw log lines, and the parsed lines of requests. */
  const readLogs = async (urls: readonly string[]) => {
    const { log, text: readLog } = captureLog("trace");
    const app = await gateway({ accounts: accountsWithToken }, { log });
    const unusualHeaders = {
      host: "zq-secret.example.org",
      "user-agent": "zq-secret",
      referer: "http://zq-secret",
      origin: "http://zq-secret",
    };
    for (const url of urls) await app.inject({ url, headers: { ...unusualHeaders, ...bearer } });
    const lines = readLog().trim().split("\n");
    return {
      lines,
      requests: lines
        .map((line) => JSON.parse(line) as { readonly msg: string; readonly method?: string })
        .filter(({ msg }) => msg === "request"),
    };
  };

  test("logs contain no secrets from requests, however they are encoded", async () => {
    const urls = [
      "/api/v3/scenarios/1?access_token=zq-secret",
      "/api/v3/scenarios/1?access%5Ftoken=zq-secret",
      "/api/v3/nowhere/zq-secret?access_token=zq-secret",
      "/sign-in/link/zq-secret",
      "/sign%2Din/link/zq-secret",
      "//sign-in/link/zq-secret",
      "/sign-in/link/zq-secret/more",
      "/Invitation/zq-secret/accept",
      "http://zq-secret@localhost/sign-in/link/zq-secret",
      "/oauth/authorize?login_hint=zq-secret@example.org&client_id=zq-secret",
      "/oauth/sign-out?id_token_hint=zq-secret",
      "/oauth/zq-secret?code=zq-secret",
      "/sign-in?email=zq-secret@example.org&password=zq-secret",
      "/sign-in/with/zq-secret/callback?code=zq-secret",
      "/api/v3/scenarios?page=zq-secret&zq-secret=1&zq-secret&zq_secret=1",
      "/api/v3/scenarios/zq-secret",
      "/%zq-secret",
      "/sign-in;zq-secret",
      "/sign-in#zq-secret",
    ];
    const { lines, requests } = await readLogs(urls);
    expect(lines.filter((line) => /zq.secret|etm_1_a/.test(line))).toEqual([]);
    expect(requests.length).toBeGreaterThanOrEqual(urls.length - 1);
  });

  test("the log has one line per request: caller, status, duration, and request ID", async () => {
    const { log, text: readLog } = captureLog("info");
    const app = await gateway({ accounts: accountsWithToken }, { log });
    const traceparent = `00-${"a1".repeat(16)}-${"b2".repeat(8)}-01`;
    await app.inject({ url: "/api/v3/scenarios/12", headers: { ...bearer, traceparent, "x-request-id": "mine" } });
    await app.inject("/api/v3/nowhere");
    const lines = readLog().trim().split("\n");
    // A duplicate key would be lost when parsed.
    expect(lines.map((line) => JSON.stringify(JSON.parse(line)))).toEqual(lines);
    const requests = lines
      .map((line) => JSON.parse(line) as object)
      .filter((line) => "route" in line || "status" in line);
    expect(requests).toMatchObject([
      {
        level: "info",
        msg: "request",
        requestId: "mine",
        method: "GET",
        route: "/api/v3/scenarios/:id",
        status: 200,
        ms: expect.any(Number),
        person: 1,
        traceId: "a1".repeat(16),
      },
      { status: 404, person: null, traceId: null },
    ]);
  });

  test("log lines contain the route, its parameters' names, and the values of harmless numbers", async () => {
    const { requests } = await readLogs([
      "/api/v3/scenarios/12/history?page=2&limit=x&access_token=y",
      "/sign%2Din/link/a",
    ]);
    expect(requests).toMatchObject([
      {
        method: "GET",
        route: "/api/v3/scenarios/:id/history",
        params: { id: "12" },
        query: { page: "2", limit: "…", access_token: "…" },
      },
      { method: "GET", route: "/sign-in/link/:secret", params: { secret: "…" }, query: {} },
    ]);
  });
});
