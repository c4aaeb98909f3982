/** Tests the proof that each change on our own pages requires, in forms and scripts. */
import fastify from "fastify";
import { describe, expect, test } from "vitest";
import { newGateway, principal, DEFAULT_BACKENDS } from "../gateway.fixture.ts";
import { OtherIssuers } from "./other-issuers.ts";
import { signInRoutes } from "./routes.ts";
import { csrfToken } from "./sessions.ts";

/** Every change that a caller can make here. A new route needs an entry. */
const PROOFS: { readonly [route: string]: string } = {
  "POST /sign-in": "credential",
  "POST /sign-in/link": "credential",
  "POST /sign-in/link/:secret": "link",
  "POST /sign-in/consent": "password",
  "POST /invitation/:secret": "link",
  "POST /invitation/:secret/accept": "session",
  "POST /account/email/:secret": "session",
  "POST /account/visitor": "credential",
  "DELETE /account/visitor": "session",
  "POST /account/visitor/link": "credential",
  "POST /account/visitor/tokens": "password",
  "DELETE /account/visitor/tokens/:key": "session",
  "DELETE /account/visitor/addresses/:id": "session",
  "PUT /account/visitor/name": "session",
  "POST /account/visitor/email": "password",
  "PUT /account/visitor/password": "password",
  "DELETE /account/visitor/account": "password",
};

const SESSION = "s".repeat(21);
const choices = { public_scenarios: "leave", private_scenarios: "delete", saved_scenarios: "delete" };
/** Changes that require the password. */
const CHANGES: { readonly [route: string]: object } = {
  "POST /account/visitor/tokens": { label: "Excel", scopes: ["scenarios:delete"], days: 30 },
  "POST /account/visitor/email": { email: "new@example.org" },
  "PUT /account/visitor/password": { password: "a better one yet" },
  "DELETE /account/visitor/account": choices,
};
const changesWith = (proof: string): readonly string[] =>
  Object.keys(PROOFS).filter((route) => PROOFS[route] === proof);

/** Mutating calls to the accounts service. */
const recordedCalls: string[] = [];
const recordCall =
  <Result>(call: string, result: Result) =>
  async (): Promise<Result> => (recordedCalls.push(call), result);
const LISTED_ORIGIN = "https://front.example.org";
const services = {
  accounts: {
    introspect: async ({ isSession }: { readonly isSession: boolean }) => ({
      principal: isSession ? principal() : undefined,
    }),
    getAccount: async () => ({
      account: { id: 1, email: "ada@example.org", name: "Ada", privateScenarios: false, admin: false },
      hasPassword: true,
      tokens: [],
      addedAddresses: [],
    }),
    checkPassword: async ({ password }: { readonly password: string }) => ({
      person: password === "correct horse" ? 1 : undefined,
    }),
    issueToken: recordCall("issueToken", { token: "etm_1_new" }),
    sendNewEmail: recordCall("sendNewEmail", { writtenTo: undefined }),
    setPassword: recordCall("setPassword", {}),
    eraseAccount: recordCall("eraseAccount", { problem: undefined }),
  },
} as const;
const app = await newGateway(services, { cors: [LISTED_ORIGIN] });

/** Sends a change in a session; returns its status and the mutating calls. */
async function send(route: string, csrf: string, extraFields: object = {}, extraHeaders: object = {}) {
  const [method, path] = route.split(" ") as ["POST" | "PUT" | "DELETE", string];
  const isForScripts = path.startsWith("/account/visitor");
  const fields = { ...CHANGES[route], ...extraFields };
  const { statusCode, headers } = await app.inject({
    method,
    url: path.replaceAll(/:\w+/g, "1"),
    headers: {
      cookie: `etesian_session=${SESSION}`,
      ...extraHeaders,
      ...(isForScripts ? { "x-csrf-token": csrf } : { "content-type": "application/x-www-form-urlencoded" }),
    },
    payload: isForScripts ? fields : new URLSearchParams({ ...fields, csrf }).toString(),
  });
  return { statusCode, calls: recordedCalls.splice(0), allowsCookies: "access-control-allow-credentials" in headers };
}

test("every changing route of the account pages declares its proof", async () => {
  const proofs: Record<string, string | undefined> = {};
  const pages = fastify();
  pages.addHook("onRoute", ({ method, url, config }) => {
    for (const verb of [method].flat()) if (verb !== "GET" && verb !== "HEAD") proofs[`${verb} ${url}`] = config?.proof;
  });
  await pages.register((scope) =>
    signInRoutes(scope, {
      backends: DEFAULT_BACKENDS,
      provider: () => Promise.reject(new Error("unexpected call to the provider")),
      site: () => "https://etesian.example.org",
      issuers: new OtherIssuers([], () => "https://etesian.example.org"),
    }),
  );
  expect(proofs).toEqual(PROOFS);
});

describe("the proof of a session", () => {
  test.each([...changesWith("session"), ...changesWith("password")])(
    "a session changes nothing without its CSRF token: %s",
    async (route) => {
      expect(await send(route, "made up", { current: "correct horse" })).toMatchObject({ statusCode: 403, calls: [] });
    },
  );

  // Consent requires an OpenID client, so a complete server tests it.
  test.each(Object.keys(CHANGES))("a session requires the password for %s", async (route) => {
    for (const extraFields of [{}, { current: "wrong" }]) {
      const responses = await send(route, csrfToken(SESSION), extraFields);
      expect([responses.statusCode, responses.calls]).toEqual([403, []]);
    }
    expect((await send(route, csrfToken(SESSION), { current: "correct horse" })).calls).toHaveLength(1);
  });

  test("every change that requires the password has a test case", () => {
    expect([...Object.keys(CHANGES), "POST /sign-in/consent"].toSorted()).toEqual(changesWith("password").toSorted());
  });

  test("a session needs no password to issue a token without the delete scope", async () => {
    const scopes = { scopes: ["scenarios:read", "scenarios:write"] };
    expect((await send("POST /account/visitor/tokens", csrfToken(SESSION), scopes)).calls).toEqual(["issueToken"]);
  });

  test("a session cannot erase the account through the API, which does not check the password", async () => {
    expect(await send("DELETE /api/v3/user", csrfToken(SESSION))).toMatchObject({ statusCode: 403, calls: [] });
  });
});

describe("a page of an origin that `--cors` lists", () => {
  test.each(Object.keys(PROOFS))(
    "a page of a listed origin cannot change the account, even with the session: %s",
    async (route) => {
      const responses = await send(route, csrfToken(SESSION), { current: "correct horse" }, { origin: LISTED_ORIGIN });
      expect(responses).toEqual({ statusCode: 403, calls: [], allowsCookies: false });
    },
  );

  test.each(["/account/session", "/account/visitor", "/account/visitor/tokens", "/sign-in"])(
    "a page of a listed origin cannot read the account with the session: %s",
    async (url) => {
      const headers = { cookie: `etesian_session=${SESSION}`, origin: LISTED_ORIGIN };
      const readResponse = await app.inject({ url, headers });
      expect(readResponse.statusCode).toBe(200);
      expect(readResponse.headers).not.toHaveProperty("access-control-allow-credentials");
      const preflight = { origin: LISTED_ORIGIN, "access-control-request-method": "PUT" };
      const response = await app.inject({ method: "OPTIONS", url, headers: preflight });
      expect(response.headers).not.toHaveProperty("access-control-allow-credentials");
    },
  );
});
