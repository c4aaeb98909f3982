/** Tests the data about the visitor for the page's scripts, and the actions allowed in a session. */
import { generateKeyPairSync } from "node:crypto";
import type { IssueTokenRequest } from "@etesian/contracts/accounts";
import { RpcError, status } from "@etesian/service-kit";
import { describe, expect, test } from "vitest";
import { bearer, gateway, newGateway, principal, savedScenario } from "../gateway.fixture.ts";
import { csrfToken } from "./sessions.ts";

const cookie = `etesian_session=${"s".repeat(21)}`;
const account = { id: 1, email: "ada@example.org", name: "Ada", privateScenarios: false, admin: false };
const withAccount = {
  introspect: async ({ isSession }: { readonly isSession: boolean }) => ({
    principal: isSession ? principal() : undefined,
  }),
  getAccount: async () => ({ account, hasPassword: true, tokens: [], addedAddresses: [] }),
};

/** A gateway with a session, and the CSRF token that its page would have. */
async function openSession(accountCalls: object = {}, savedScenarios: object = {}, scenarios: object = {}) {
  const app = await newGateway({ accounts: { ...withAccount, ...accountCalls }, savedScenarios, scenarios });
  const visitor = await app.inject({ url: "/account/visitor", headers: { cookie } });
  const { csrf_token: csrf } = visitor.json<{ readonly csrf_token: string }>();
  const send = (
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    payload?: object,
    headers: object = { "x-csrf-token": csrf },
  ) =>
    app.inject({
      method,
      url: `/account/visitor${path}`,
      headers: { cookie, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  return { send, visitor };
}

describe("the visitor of the page", () => {
  test("a visitor without a session is anonymous, which is not an error", async () => {
    const app = await gateway();
    const response = await app.inject("/account/visitor");
    expect([response.statusCode, response.headers["cache-control"], response.json()]).toEqual([
      200,
      "no-store",
      { person: null, owner: null, csrf_token: null, issuers: [] },
    ]);
  });

  test("a visitor with a session is a person and gets a CSRF token", async () => {
    const { visitor } = await openSession();
    expect(visitor.json()).toEqual({
      person: { id: 1, name: "Ada", email: "ada@example.org", has_password: true },
      owner: 1,
      csrf_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      issuers: [],
    });
  });

  test.each([
    ["DELETE", ""],
    ["POST", "/tokens"],
    ["DELETE", "/tokens/abc"],
    ["DELETE", "/addresses/7"],
    ["PUT", "/name"],
    ["POST", "/email"],
    ["PUT", "/password"],
    ["DELETE", "/account"],
  ] as const)("a visitor changes nothing without the CSRF token of the session: %s %s", async (method, path) => {
    const { send } = await openSession();
    for (const headers of [{}, { "x-csrf-token": "made up" }]) {
      const response = await send(method, path, {}, headers);
      expect([response.statusCode, response.headers["x-error-code"]]).toEqual([403, "csrf_token_missing"]);
    }
  });

  test.each([
    ["GET", "/tokens"],
    ["POST", "/tokens"],
    ["GET", "/people?saved_scenario=5"],
    ["GET", "/addresses"],
    ["DELETE", ""],
    ["PUT", "/name"],
    ["POST", "/email"],
    ["PUT", "/password"],
    ["DELETE", "/account"],
  ] as const)("a visitor without a session is refused: %s %s", async (method, path) => {
    const app = await gateway();
    const response = await app.inject({ method, url: `/account/visitor${path}` });
    expect([response.statusCode, response.headers["x-error-code"]]).toEqual([401, "unauthenticated"]);
  });

  test("a visitor can sign in only from our own page", async () => {
    const app = await gateway({ accounts: { checkPassword: async () => ({ person: 1 }) } });
    const payload = { email: "ada@example.org", password: "correct horse" };
    for (const origin of ["https://evil.example.org", "null", "http://localhost:1"]) {
      const response = await app.inject({ method: "POST", url: "/account/visitor", payload, headers: { origin } });
      expect([origin, response.statusCode, response.headers["set-cookie"]]).toEqual([origin, 403, undefined]);
    }
  });

  test("a visitor gets an error for a wrong password and for too many attempts", async () => {
    const payload = { email: "ada@example.org", password: "wrong" };
    const respondTo = async (checkPassword: () => Promise<{ person: undefined }>) =>
      (await gateway({ accounts: { checkPassword } })).inject({ method: "POST", url: "/account/visitor", payload });
    const wrongPassword = await respondTo(async () => ({ person: undefined }));
    expect([wrongPassword.statusCode, wrongPassword.json()]).toEqual([
      401,
      { errors: ["The password is wrong for this email address."] },
    ]);
    const tooManyAttempts = await respondTo(() => Promise.reject(new RpcError(status.RESOURCE_EXHAUSTED, "too many")));
    expect([tooManyAttempts.statusCode, tooManyAttempts.json()]).toEqual([
      429,
      { errors: ["Too many requests; try again in a quarter of an hour"] },
    ]);
  });

  test.each([
    [{}, ["email must be a string", "password must be a string"]],
    [{ email: 1, password: "x" }, ["email must be a string"]],
  ])("a sign-in with a missing field names the field: %j", async (payload, errors) => {
    const response = await (await gateway()).inject({ method: "POST", url: "/account/visitor", payload });
    expect([response.statusCode, response.json()]).toEqual([422, { errors }]);
  });

  test("a request for a sign-in link does not reveal whether the email has an account", async () => {
    const app = await gateway({ accounts: { sendLink: async () => ({ writtenTo: "/home/ada/mail" }) } });
    const payload = { email: "ada@example.org" };
    const response = await app.inject({ method: "POST", url: "/account/visitor/link", payload });
    // The gateway has a public URL, so a remote visitor must not see its files' location.
    expect([response.statusCode, response.json()]).toEqual([200, { written_to: null }]);
  });
});

describe("tokens", () => {
  test("tokens are issued once, with the requested scopes and lifetime", async () => {
    const requests: IssueTokenRequest[] = [];
    const { send } = await openSession({
      issueToken: async (request: IssueTokenRequest) => (requests.push(request), { token: "etm_1_a_b" }),
    });
    const response = await send("POST", "/tokens", { label: " Excel ", scopes: ["scenarios:read"], days: 7 });
    expect([response.statusCode, response.json()]).toEqual([201, { token: "etm_1_a_b" }]);
    expect(requests).toEqual([{ label: "Excel", scopes: ["scenarios:read"], days: 7 }]);
  });

  test.each([
    [{ label: " ", scopes: ["scenarios:read"], days: 7 }, ["label must describe the token's purpose"]],
    [{ label: "x", scopes: [], days: 7 }, ["scopes must contain at least one scope"]],
    [
      { label: "x", scopes: ["all"], days: 7 },
      ["scopes must be among scenarios:read, scenarios:write, scenarios:delete"],
    ],
    [{ label: "x", scopes: ["scenarios:read"], days: -1 }, ["days must be 0 (no expiry) or more"]],
    [{ label: "x", scopes: ["scenarios:read"], days: 1.5 }, ["days must be a whole number"]],
  ])("an invalid token request names the wrong field: %j", async (body, errors) => {
    const { send } = await openSession();
    const response = await send("POST", "/tokens", body);
    expect([response.statusCode, response.json()]).toEqual([422, { errors }]);
  });

  test("tokens are listed without their secret, and revoked by key", async () => {
    const revokedKeys: string[] = [];
    const token = {
      key: "a",
      label: "Excel",
      scopes: ["scenarios:read"],
      expiresAt: new Date("2027-03-01T00:00:00Z"),
      usedAt: undefined,
    };
    const { send } = await openSession({
      getAccount: async () => ({ account, hasPassword: true, tokens: [token], addedAddresses: [] }),
      revokeToken: async ({ key }: { readonly key: string }) => (revokedKeys.push(key), {}),
    });
    expect((await send("GET", "/tokens")).json()).toEqual({
      tokens: [
        { key: "a", label: "Excel", scopes: ["scenarios:read"], expires_at: "2027-03-01T00:00:00.000Z", used_at: null },
      ],
    });
    expect((await send("DELETE", "/tokens/a")).statusCode).toBe(204);
    expect(revokedKeys).toEqual(["a"]);
  });
});

test("addresses added by invitations are listed, and removed by ID", async () => {
  const removeRequests: unknown[] = [];
  const { send } = await openSession({
    getAccount: async () => ({
      account,
      hasPassword: true,
      tokens: [],
      addedAddresses: [{ id: 7, email: "ada@second.example.org" }],
    }),
    removeAddress: async (request: object) => (removeRequests.push(request), {}),
  });
  expect((await send("GET", "/addresses")).json()).toEqual({ addresses: [{ id: 7, email: "ada@second.example.org" }] });
  expect((await send("DELETE", "/addresses/7")).statusCode).toBe(204);
  expect((await send("DELETE", "/addresses/x")).statusCode).toBe(404);
  expect(removeRequests).toEqual([{ id: 7 }]);
});

describe("names of people", () => {
  const NAMES: Readonly<Record<number, string>> = { 1: "Ada", 2: "Jo", 3: "Stranger", 4: "Author" };
  /** Person 1 owns a saved scenario; 2 and 1 are contacts, 4 has changed it. */
  const fetchPeople = async (
    listHistory: object = { changes: [{ actor: "user:4" }, { actor: "anonymous" }], total: 2 },
  ) => {
    const getPeople = async ({
      ids,
      acquainted,
    }: {
      readonly ids: readonly number[];
      readonly acquainted: boolean;
    }) => ({
      people: ids
        .filter((id) => !acquainted || id === 2)
        .map((id) => ({ id, email: `${id}@example.org`, name: NAMES[id], hasAccount: true })),
    });
    const members = [1, 2, 3, 4].map((person) => ({ person, role: "viewer" }));
    const { send } = await openSession(
      { getPeople },
      { listRoles: async () => ({ members }), getSavedScenario: async () => savedScenario() },
      { listHistory: async () => listHistory },
    );
    return (await send("GET", "/people?saved_scenario=5")).json<{ readonly people: readonly object[] }>().people;
  };

  test("an owner sees the names of contacts and authors, but not of people who were only added by ID", async () => {
    // No email addresses: owners already know the addresses they have added.
    expect(await fetchPeople()).toEqual([
      { id: 1, name: "Ada" },
      { id: 4, name: "Author" },
      { id: 2, name: "Jo" },
    ]);
  });

  test("an owner of a saved scenario sees names of contacts, even if another person owns the scenario", async () => {
    const notFound = Promise.reject(new RpcError(status.NOT_FOUND, "Not found"));
    notFound.catch(() => {});
    expect(await fetchPeople(notFound)).toEqual([
      { id: 1, name: "Ada" },
      { id: 2, name: "Jo" },
    ]);
  });

  test("other callers see no names", async () => {
    const listRoles = () => Promise.reject(new RpcError(status.PERMISSION_DENIED, "Not yours"));
    const { send } = await openSession({}, { listRoles });
    const response = await send("GET", "/people?saved_scenario=5");
    expect([response.statusCode, response.json()]).toEqual([403, { errors: ["Not yours"] }]);
  });
});

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const jwksJson = JSON.stringify({
  keys: [{ ...privateKey.export({ format: "jwk" }), kid: "k", alg: "RS256", use: "sig" }],
});
/** Calls of the OpenID provider, which stores sessions, to the accounts service. */
const provider = {
  getSigningKeys: async () => ({ jwksJson, cookieKeys: ["a cookie key of some length"] }),
  putOidcRecord: async () => ({}),
  deleteOidcRecord: async () => ({}),
  findOidcRecord: async () => ({ payloadJson: undefined, consumedAt: undefined }),
};

describe("the account of the visitor", () => {
  const checkPassword = async ({ password }: { readonly password: string }) => ({
    person: password === "correct horse" ? 1 : undefined,
  });
  /** An accounts service that records changes. */
  function recordingAccounts() {
    const calls: unknown[] = [];
    const record =
      (name: string, body: object = {}) =>
      async (request: object) => (calls.push([name, request]), body);
    return {
      calls,
      service: {
        ...provider,
        checkPassword,
        changeAccount: record("name"),
        sendNewEmail: record("email", { writtenTo: "/home/ada/mail" }),
        setPassword: record("password"),
        eraseAccount: record("delete"),
        findPeople: async ({ emails }: { readonly emails: readonly string[] }) => ({
          people: emails.includes("jo@example.org") ? [{ id: 2 }] : [],
        }),
      },
    };
  }

  test("a visitor changes the account's name and gets the new one", async () => {
    const { calls, service } = recordingAccounts();
    const { send } = await openSession(service);
    const response = await send("PUT", "/name", { name: " Ada L. " });
    expect([response.statusCode, response.json<{ person: object }>().person]).toMatchObject([200, { id: 1 }]);
    expect(calls).toEqual([["name", { name: "Ada L.", privateScenarios: undefined }]]);
  });

  test.each([
    ["POST", "/email", { email: "new@example.org" }],
    ["PUT", "/password", { password: "a better one yet" }],
    ["DELETE", "/account", { public_scenarios: "leave", private_scenarios: "delete", saved_scenarios: "delete" }],
  ] as const)("a visitor changes nothing without the account's password: %s %s", async (method, path, body) => {
    const { calls, service } = recordingAccounts();
    const { send } = await openSession(service);
    for (const current of [undefined, "wrong"]) {
      const response = await send(method, path, { ...body, ...(current === undefined ? {} : { current }) });
      expect([response.statusCode, response.json()]).toEqual([
        403,
        { errors: ["The password is wrong. Nothing was changed."] },
      ]);
    }
    expect(calls).toEqual([]);
  });

  test("a change to the email sends a link to the new address", async () => {
    const { calls, service } = recordingAccounts();
    const { send } = await openSession(service);
    const response = await send("POST", "/email", { email: "new@example.org", current: "correct horse" });
    expect([response.statusCode, response.json()]).toEqual([200, { written_to: null }]);
    expect(calls).toMatchObject([["email", { email: "new@example.org" }]]);
  });

  test("a new password starts a new session with another CSRF token", async () => {
    const { calls, service } = recordingAccounts();
    const { send, visitor } = await openSession(service);
    const body = { password: "a better one yet", current: "correct horse", revoke_tokens: true };
    const response = await send("PUT", "/password", body);
    expect(response.statusCode).toBe(200);
    expect(String(response.headers["set-cookie"])).toMatch(/^etesian_session=/);
    const csrf = (response: { json: () => unknown }) => (response.json() as { readonly csrf_token: string }).csrf_token;
    expect(csrf(response)).not.toBe(csrf(visitor));
    expect(calls).toEqual([["password", { password: "a better one yet", revokeTokens: true }]]);
  });

  test("an account is deleted with the chosen dispositions, and the session ends", async () => {
    const { calls, service } = recordingAccounts();
    const { send } = await openSession(service);
    const dispositions = { public_scenarios: "leave", private_scenarios: "hand_over", saved_scenarios: "delete" };
    const body = { ...dispositions, heir: " jo@example.org ", current: "correct horse" };
    expect((await send("DELETE", "/account", body)).statusCode).toBe(204);
    expect(calls).toEqual([
      [
        "delete",
        {
          publicScenarios: { choice: "leave", to: undefined },
          privateScenarios: { choice: "hand_over", to: 2 },
          savedScenarios: { choice: "delete", to: undefined },
        },
      ],
    ]);
    const unknownHeir = await send("DELETE", "/account", { ...body, heir: "who@example.org" });
    expect([unknownHeir.statusCode, unknownHeir.json()]).toEqual([
      422,
      { errors: ["No account has the recipient's email address."] },
    ]);
  });

  test.each([
    [{}, 3],
    [{ public_scenarios: "burn", private_scenarios: "leave", saved_scenarios: "delete" }, 2],
  ])("an invalid deletion names the missing or wrong choices: %j", async (body, count) => {
    const { calls, service } = recordingAccounts();
    const { send } = await openSession(service);
    const response = await send("DELETE", "/account", { ...body, current: "correct horse" });
    expect([response.statusCode, response.json<{ errors: string[] }>().errors.length]).toEqual([422, count]);
    expect(calls).toEqual([]);
  });
});

describe("a shared browser", () => {
  const CLEARS = '"cache", "storage"';
  const services = {
    ...withAccount,
    ...provider,
    checkPassword: async ({ password }: { readonly password: string }) => ({
      person: password === "correct horse" ? 1 : undefined,
    }),
    eraseAccount: async () => ({ problem: undefined }),
  };
  const deletion = {
    public_scenarios: "leave",
    private_scenarios: "delete",
    saved_scenarios: "delete",
    current: "correct horse",
  };
  const csrf = csrfToken("s".repeat(21));
  const send = async (
    method: "POST" | "DELETE",
    url: string,
    { body = {}, host = "localhost:3000", owner = "1" }: { body?: object; host?: string; owner?: string } = {},
  ) => {
    const app = await newGateway({ accounts: services }, { publicUrl: null });
    const isForm = !url.startsWith("/account/visitor");
    const type = isForm ? { "content-type": "application/x-www-form-urlencoded" } : { "x-csrf-token": csrf };
    const payload = isForm ? new URLSearchParams({ ...body, csrf }).toString() : body;
    const headers = { host, cookie: `${cookie}; etesian_owner=${owner}`, ...type };
    const response = await app.inject({ method, url, headers, payload });
    return {
      status: response.statusCode,
      clears: response.headers["clear-site-data"],
      cookies: String(response.headers["set-cookie"]),
    };
  };

  test.each([
    ["/account/visitor", {}],
    ["/account/visitor/account", deletion],
  ])("a shared browser keeps no data of a person who signs out: DELETE %s", async (url, body) => {
    const signOutResponse = await send("DELETE", url, { body });
    expect([signOutResponse.status, signOutResponse.clears]).toEqual([204, CLEARS]);
    expect(signOutResponse.cookies).toMatch(/etesian_owner=; path=\/; expires=Thu, 01 Jan 1970/);
    // On plain http, browsers ignore the header and log an error, so the page deletes the data at its next load.
    const httpResponse = await send("DELETE", url, { body, host: "workshop.example.org" });
    expect([httpResponse.status, httpResponse.clears]).toEqual([204, undefined]);
  });

  test("data of the previous owner is deleted when another person signs in", async () => {
    const body = { email: "ada@example.org", password: "correct horse" };
    for (const url of ["/sign-in", "/account/visitor"]) {
      expect(await send("POST", url, { body, owner: "2" })).toMatchObject({
        clears: CLEARS,
        cookies: expect.stringContaining("etesian_owner=1;") as string,
      });
      expect((await send("POST", url, { body, owner: "1" })).clears).toBeUndefined();
    }
  });

  test("the owner is known without a valid session until they sign out", async () => {
    const app = await newGateway({ accounts: { introspect: async () => ({ principal: undefined }) } });
    const owner = async (cookies: string) =>
      (await app.inject({ url: "/account/visitor", headers: { cookie: cookies } })).json<{ owner: unknown }>().owner;
    expect(await owner(`${cookie}; etesian_owner=12`)).toBe(12);
    for (const cookies of [cookie, `${cookie}; etesian_owner=`, `${cookie}; etesian_owner=x1`]) {
      expect(await owner(cookies)).toBeNull();
    }
  });

  test("the owner is recorded in a session that started without it", async () => {
    const app = await newGateway({ accounts: withAccount });
    const fetchNotice = async (cookies: string) =>
      (await app.inject({ url: "/account/visitor", headers: { cookie: cookies } })).headers["set-cookie"];
    expect(await fetchNotice(cookie)).toMatch(/^etesian_owner=1; path=\/; max-age=31536000; samesite=lax; httponly$/);
    expect(await fetchNotice(`${cookie}; etesian_owner=1`)).toBeUndefined();
  });

  test("every response about scenarios names the session's person", async () => {
    const introspect = async ({ token, isSession }: { readonly token: string; readonly isSession: boolean }) => ({
      principal: isSession || bearer.authorization.endsWith(token) ? principal() : undefined,
    });
    const app = await newGateway({ accounts: { introspect } });
    const person = async (headers: object) =>
      (await app.inject({ url: "/api/v3/scenarios/1", headers: { ...headers } })).headers["x-etesian-person"];
    expect([await person({ cookie }), await person({}), await person(bearer)]).toEqual(["1", "none", undefined]);
  });
});
