import type { ChangeAccountRequest, EraseAccountRequest } from "@etesian/contracts/accounts";
import { RpcError, status } from "@etesian/service-kit";
import { describe, expect, test } from "vitest";
import { bearer, gateway, accountsWithToken, principal } from "../gateway.fixture.ts";

/** Changes an account; returns the response, the request to the service, and the number of token lookups. */
async function change(payload: object, headers: object = bearer) {
  const requests: ChangeAccountRequest[] = [];
  let lookupCount = 0;
  const app = await gateway({
    accounts: {
      introspect: async () => ({ principal: principal({ privateScenarios: (lookupCount += 1) > 1 }) }),
      changeAccount: async (request) => {
        requests.push(request);
        return { id: 1, email: "ada@example.org", name: undefined, privateScenarios: true, admin: false };
      },
    },
  });
  const response = await app.inject({ method: "PUT", url: "/api/v3/user", headers: { ...headers }, payload });
  await app.inject({ url: "/api/v3/scenarios/1", headers: { ...headers } });
  return { response, request: requests[0], lookupCount };
}

test("a change of name or privacy invalidates the cached account", async () => {
  const { response, request, lookupCount } = await change({ user: { name: "Ada", private_scenarios: "1" } });
  expect(response.json()).toEqual({
    id: 1,
    email: "ada@example.org",
    name: null,
    private_scenarios: true,
    admin: false,
  });
  expect(request).toMatchObject({ name: "Ada", privateScenarios: true });
  expect(lookupCount).toBe(2);
});

test("a client receives the email or the name only with its scope", async () => {
  for (const [claims, expectedFields] of [
    [[], [null, null]],
    [["email"], ["ada@example.org", null]],
    [["profile"], [null, "Ada"]],
  ] as const) {
    const app = await gateway({
      accounts: {
        introspect: async () => ({ principal: principal({ claims: [...claims] }) }),
        changeAccount: async () => ({
          id: 1,
          email: "ada@example.org",
          name: "Ada",
          privateScenarios: false,
          admin: false,
        }),
      },
    });
    const payload = { user: { private_scenarios: false } };
    const response = await app.inject({ method: "PUT", url: "/api/v3/user", headers: bearer, payload });
    const { email, name } = response.json<{ readonly email: unknown; readonly name: unknown }>();
    expect([claims, email, name]).toEqual([claims, ...expectedFields]);
  }
});

test("a token without the write scope cannot change the account", async () => {
  for (const scopes of [[], ["scenarios:read"], ["scenarios:read", "scenarios:delete"]]) {
    const app = await gateway({ accounts: { introspect: async () => ({ principal: principal({ scopes }) }) } });
    const response = await app.inject({ method: "PUT", url: "/api/v3/user", headers: bearer, payload: { user: {} } });
    expect([scopes, response.statusCode, response.headers["x-error-code"]]).toEqual([scopes, 403, "missing_scope"]);
  }
});

test("an account is not changed without a token", async () => {
  const { response, request } = await change({ user: { name: "Ada" } }, {});
  expect([response.statusCode, response.headers["www-authenticate"], request]).toEqual([401, "Bearer", undefined]);
});

test("an erased account is anonymous immediately, although its token was still cached", async () => {
  const app = await gateway({
    accounts: {
      ...accountsWithToken,
      changeAccount: () => Promise.reject(new RpcError(status.NOT_FOUND, "there is no account of person 1")),
    },
  });
  for (const method of ["PUT", "PATCH"] as const) {
    const response = await app.inject({ method, url: "/api/v3/user", headers: bearer, payload: { user: {} } });
    expect([response.statusCode, response.headers["x-error-code"], response.headers["www-authenticate"]]).toEqual([
      401,
      "bad_token",
      'Bearer error="invalid_token"',
    ]);
  }
});

test("unknown fields are ignored, and names that are too long are refused", async () => {
  expect((await change({ user: { admin: true, id: 7 } })).request).toEqual({
    name: undefined,
    privateScenarios: undefined,
  });
  const { response, request } = await change({ user: { name: "x".repeat(256) } });
  expect([response.statusCode < 500 && response.statusCode >= 400, request]).toEqual([true, undefined]);
});

test("messages name missing fields and fields of the wrong type in plain words", async () => {
  for (const [payload, message] of [
    [{}, "user: must be an object"],
    [{ user: "Ada" }, "user: must be an object"],
    [{ user: { name: "x".repeat(256) } }, "name: must have at most 255 characters"],
  ] as const) {
    const { response } = await change(payload);
    expect([response.statusCode, response.json()]).toEqual([400, { errors: [message] }]);
  }
});

describe("erasing the account", () => {
  /** Erases the account; returns the response and the request to the service. Bob has an account and is person 2. */
  async function erase(user?: object, headers: object = bearer) {
    const requests: EraseAccountRequest[] = [];
    const app = await gateway({
      accounts: {
        ...accountsWithToken,
        findPeople: async ({ emails, admit }) => {
          expect(admit).toBe(false);
          return { people: emails.map((email) => ({ id: email === "bob@example.org" ? 2 : undefined })) };
        },
        eraseAccount: async (request) => {
          requests.push(request);
          return { problem: request.savedScenarios?.to === 9 ? "there is no account 9" : undefined };
        },
      },
    });
    const payload = user === undefined ? {} : { payload: { user } };
    const response = await app.inject({ method: "DELETE", url: "/api/v3/user", headers: { ...headers }, ...payload });
    return { response, request: requests[0] };
  }

  test("public scenarios become unowned and the others are deleted unless the request chooses otherwise", async () => {
    const { response, request } = await erase();
    expect([response.statusCode, response.body]).toEqual([200, ""]);
    expect(request).toEqual({
      publicScenarios: { choice: "leave", to: undefined },
      privateScenarios: { choice: "delete", to: undefined },
      savedScenarios: { choice: "delete", to: undefined },
    });
  });

  test("resources are handed over by id or email, per kind", async () => {
    const { request } = await erase({
      public_scenarios: "delete",
      private_scenarios: { hand_over_to: "bob@example.org" },
      saved_scenarios: { hand_over_to: 3 },
    });
    expect(request).toEqual({
      publicScenarios: { choice: "delete", to: undefined },
      privateScenarios: { choice: "hand_over", to: 2 },
      savedScenarios: { choice: "hand_over", to: 3 },
    });
  });

  test.each([
    [{ private_scenarios: "leave" }, "private_scenarios"],
    [{ public_scenarios: "hand_over" }, "public_scenarios"],
    [{ public_scenarios: null }, "public_scenarios"],
    [{ saved_scenarios: { hand_over_to: "nobody@example.org" } }, "saved_scenarios"],
    [{ saved_scenarios: { hand_over_to: ["bob@example.org"] } }, "saved_scenarios"],
  ])("%j erases no account, and the error names the field", async (user, field) => {
    const { response, request } = await erase(user);
    const { errors } = response.json<{ errors: { readonly [field: string]: readonly string[] } }>();
    expect([response.statusCode, request, Object.keys(errors)]).toEqual([422, undefined, [field]]);
  });

  test("a refusal names the value and the possible values", async () => {
    const { response } = await erase({ saved_scenarios: "leave" });
    expect(response.json()).toEqual({
      errors: {
        saved_scenarios: [
          'is "leave". Disposition of saved scenarios with no other owner: "delete" (when absent), ' +
            '{"hand_over_to": ID or email of an account}',
        ],
      },
    });
  });

  test("an account is not erased for an unknown heir or an anonymous caller", async () => {
    const { response } = await erase({ saved_scenarios: { hand_over_to: 9 } });
    expect([response.statusCode, response.json()]).toEqual([422, { errors: { base: ["there is no account 9"] } }]);
    expect((await erase({}, {})).response.statusCode).toBe(401);
  });

  test("a token without the delete scope cannot erase the account", async () => {
    const app = await gateway({
      accounts: {
        introspect: async () => ({ principal: principal({ scopes: ["scenarios:read", "scenarios:write"] }) }),
      },
    });
    const response = await app.inject({ method: "DELETE", url: "/api/v3/user", headers: bearer });
    expect([response.statusCode, response.headers["x-error-code"]]).toEqual([403, "missing_scope"]);
  });
});
