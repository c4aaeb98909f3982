import type { InviteRequest } from "@etesian/contracts/accounts";
import type { ChangeRolesRequest } from "@etesian/contracts/scenarios";
import { RpcError, status } from "@etesian/service-kit";
import { describe, expect, test } from "vitest";
import { bearer, gateway, accountsWithToken } from "../gateway.fixture.ts";

const people = [
  { id: 1, email: "ada@example.org", name: "Ada", hasAccount: true },
  { id: 2, email: "bob@example.org", name: undefined, hasAccount: true },
  { id: 3, email: "new@example.org", name: undefined, hasAccount: false },
];

/** Changes the users of a scenario that Ada owns and Bob views; returns the response and the calls to the services. */
async function send(
  method: "GET" | "POST" | "PUT" | "DELETE",
  users?: unknown,
  problems: { [person: number]: string } = {},
) {
  const requests: ChangeRolesRequest[] = [];
  const admittedEmails: string[] = [];
  const invitations: (InviteRequest & { readonly hasRole: boolean })[] = [];
  const app = await gateway({
    accounts: {
      ...accountsWithToken,
      invite: async (request) => {
        invitations.push({ ...request, hasRole: requests.length > 0 });
        return {};
      },
      getPeople: async ({ ids }) => ({ people: people.filter(({ id }) => ids.includes(id)) }),
      findPeople: async ({ emails, admit }) => {
        if (admit) admittedEmails.push(...emails);
        return { people: emails.map((email) => ({ id: people.find((account) => account.email === email)?.id })) };
      },
    },
    scenarios: {
      listRoles: async () => ({
        members: [
          { person: 1, role: "owner" },
          { person: 2, role: "viewer" },
        ],
      }),
      changeRoles: async (request) => {
        requests.push(request);
        return { outcomes: request.changes.map(({ person }) => ({ problem: problems[person] })) };
      },
    },
  });
  const payload = users === undefined ? {} : { payload: { scenario_users: users } };
  const response = await app.inject({ method, url: "/api/v3/scenarios/7/users", headers: bearer, ...payload });
  const changes = requests[0]?.changes.map(({ person, role, isMember }) => [person, role, isMember]);
  return {
    status: response.statusCode,
    body: response.json(),
    code: response.headers["x-error-code"],
    changes,
    admittedEmails,
    invitations,
  };
}

const bob = { id: 2, scenario_id: 7, user_id: 2, user_email: null };

test("users are listed, and users with an account without their email", async () => {
  expect(await send("GET")).toMatchObject({
    status: 200,
    body: [
      { id: 1, scenario_id: 7, user_id: 1, user_email: null, role: "scenario_owner", role_id: 0 },
      { ...bob, role: "scenario_viewer", role_id: 3 },
    ],
  });
});

describe("adding users", () => {
  test("an entry identifies the user by email or account ID", async () => {
    const users = [
      { user_email: "new@example.org", role: "scenario_collaborator" },
      { user_id: 2, role: "scenario_viewer" },
    ];
    expect(await send("POST", users)).toMatchObject({
      status: 201,
      body: [
        { id: 3, user_id: null, user_email: "new@example.org", role: "scenario_collaborator", role_id: 1 },
        { ...bob, role: "scenario_viewer" },
      ],
      changes: [
        [3, "collaborator", false],
        [2, "viewer", false],
      ],
    });
  });

  test("valid entries are added, and errors list the others", async () => {
    const users = [
      { user_email: "bob@example.org", role: "scenario_viewer" },
      { user_email: "new@example.org", role: "scenario_viewer" },
      { user_email: "bad", role: "scenario_king" },
      { user_id: 99, role: "scenario_viewer" },
      { user_id: 3, role: "scenario_viewer" },
      { user_id: 1, user_email: "ada@example.org", role: "scenario_viewer" },
      { role: "scenario_viewer" },
      "nonsense",
    ];
    const responses = await send("POST", users, { 2: "duplicate" });
    expect(responses).toMatchObject({
      status: 422,
      code: "users_failed",
      admittedEmails: ["bob@example.org", "new@example.org"],
    });
    expect(responses.body).toMatchObject({
      success: [{ id: 3, user_email: "new@example.org" }],
      errors: {
        "bob@example.org": ["duplicate"],
        bad: ["role_id", "user_email"],
        "99": ["user_id"],
        "3": ["user_id"],
        "1": ["user_id"],
        "[6]": ["user_email", "user_id"],
        "[7]": ["role_id", "user_email", "user_id"],
      },
    });
  });
});

test("an invitation is announced before the role is granted, and again after a request that failed halfway", async () => {
  const users = [
    { user_email: "new@example.org", role: "scenario_collaborator" },
    { user_id: 2, role: "scenario_viewer" },
  ];
  const site = "https://etesian.example.org";
  const invitation = { person: 3, kind: "scenario", number: 7, title: "Mine", role: "collaborator", site };
  const announcedInvitation = { ...invitation, announced: true, hasRole: false };
  const confirmedInvitation = { ...invitation, announced: false, hasRole: true };
  expect(await send("POST", users)).toMatchObject({
    status: 201,
    invitations: [announcedInvitation, confirmedInvitation],
  });
  expect(await send("POST", users, { 3: "duplicate" })).toMatchObject({
    status: 422,
    invitations: [announcedInvitation, confirmedInvitation],
  });
  expect(await send("POST", users, { 3: "ownership" })).toMatchObject({
    status: 422,
    invitations: [announcedInvitation],
  });
  const update = [{ user_email: "new@example.org", role: "scenario_viewer" }];
  expect(await send("PUT", update)).toMatchObject({ status: 200, invitations: [] });
});

test("a change finds users by `id`, `user_id` or email", async () => {
  const users = [
    { id: 1, role: "scenario_viewer" },
    { user_id: 2, role: "scenario_owner" },
    { user_email: "new@example.org", role: "scenario_owner" },
    { user_email: "nobody@example.org", role: "scenario_owner" },
    { id: "x", role: "scenario_owner" },
    { id: 2 },
  ];
  const responses = await send("PUT", users, { 1: "ownership", 3: "no_member" });
  expect(responses.status).toBe(422);
  expect(responses.admittedEmails).toEqual([]);
  expect(responses.body).toMatchObject({
    success: [{ ...bob, role: "scenario_owner", role_id: 0 }],
    errors: {
      "1": ["ownership"],
      "2": ["role_id"],
      "new@example.org": ["not_found"],
      "nobody@example.org": ["not_found"],
      x: ["not_found"],
    },
  });
});

test("a removal returns the removed users", async () => {
  expect(await send("DELETE", [{ user_email: "bob@example.org" }])).toMatchObject({
    status: 200,
    body: [{ ...bob, role: "scenario_viewer", role_id: 3 }],
    changes: [[2, undefined, true]],
  });
});

test.each([[undefined], [[]], ["x"], [{}]])(
  "a request with the users %j gets an error that names the missing parameter",
  async (users) => {
    expect(await send("POST", users)).toMatchObject({
      status: 400,
      body: { errors: ["param is missing or the value is empty or invalid: scenario_users"] },
    });
  },
);

test("more than a hundred entries are refused, and no user is changed", async () => {
  const responses = await send(
    "POST",
    Array.from({ length: 101 }, () => ({})),
  );
  expect([responses.status, responses.changes]).toEqual([400, undefined]);
});

test("a caller who may not see the users gets no information and invites no one", async () => {
  const requests: string[] = [];
  const app = await gateway({
    accounts: { ...accountsWithToken, findPeople: async ({ emails }) => (requests.push(...emails), { people: [] }) },
    scenarios: {
      listRoles: async () =>
        Promise.reject(
          new RpcError(status.PERMISSION_DENIED, "Scenario does not belong to you", { reason: "not_yours" }),
        ),
    },
  });
  const payload = { scenario_users: [{ user_email: "bob@example.org", role: "scenario_viewer" }] };
  const response = await app.inject({ method: "POST", url: "/api/v3/scenarios/7/users", headers: bearer, payload });
  expect([response.statusCode, requests]).toEqual([403, []]);
});
