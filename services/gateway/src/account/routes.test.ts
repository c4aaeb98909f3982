import type { ChangeAccountRequest } from "@etesian/contracts/accounts";
import { expect, test } from "vitest";
import { bearer, gateway, principal } from "../gateway.fixture.ts";

/** Changes an account; tells what was asked of the service, and how often tokens were looked at. */
async function change(payload: object, headers: object = bearer) {
  const asked: ChangeAccountRequest[] = [];
  let looked = 0;
  const app = await gateway({
    accounts: {
      introspect: async () => ({ principal: principal({ privateScenarios: (looked += 1) > 1 }) }),
      changeAccount: async (request) => {
        asked.push(request);
        return { id: 1, email: "ada@example.org", name: undefined, privateScenarios: true, admin: false };
      },
    },
  });
  const answer = await app.inject({ method: "PUT", url: "/api/v3/user", headers: { ...headers }, payload });
  await app.inject({ url: "/api/v3/scenarios/1", headers: { ...headers } });
  return { answer, request: asked[0], looked };
}

test("name and privacy are changed; what is remembered of the account is asked for anew", async () => {
  const { answer, request, looked } = await change({ user: { name: "Ada", private_scenarios: "1" } });
  expect(answer.json()).toEqual({
    id: 1,
    email: "ada@example.org",
    name: null,
    private_scenarios: true,
    admin: false,
  });
  expect(request).toMatchObject({ name: "Ada", privateScenarios: true });
  expect(looked).toBe(2);
});

test("without a token nobody's account is changed", async () => {
  const { answer, request } = await change({ user: { name: "Ada" } }, {});
  expect([answer.statusCode, answer.headers["www-authenticate"], request]).toEqual([401, "Bearer", undefined]);
});

test("other fields are passed over, names that are too long refused", async () => {
  expect((await change({ user: { admin: true, id: 7 } })).request).toEqual({
    name: undefined,
    privateScenarios: undefined,
  });
  const { answer, request } = await change({ user: { name: "x".repeat(256) } });
  expect([answer.statusCode < 500 && answer.statusCode >= 400, request]).toEqual([true, undefined]);
});
