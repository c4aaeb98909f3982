/** Users with a role in a scenario, and the caller's own account. */
import { OBJECT_MEMBERS } from "../object-members.ts";
import type { Resource, Step } from "../row.ts";

const addViewer: Step = {
  send: "POST /scenarios/{id}/users",
  as: "owner",
  body: { scenario_users: [{ user_email: "other@example.org", role: "scenario_viewer" }] },
};

const errorsOfMembers = (code: string) => Object.fromEntries(OBJECT_MEMBERS.map((name) => [name, [code]] as const));

const anotherOwner: Step = {
  send: "POST /scenarios/{id}/users",
  as: "owner",
  body: {
    scenario_users: [
      { user_email: "other@example.org", role: "scenario_owner" },
      { user_email: "third@example.org", role: "scenario_viewer" },
    ],
  },
};

export const users: Resource = {
  name: "users",
  model: "village",
  rows: [
    {
      rule: "users to remove may be in the query, as the existing front end sends them",
      source: "etm",
      as: "owner",
      setup: [addViewer],
      send: "DELETE /scenarios/{id}/users?scenario_users[][user_email]=other@example.org&scenario_users[][role]=",
      response: { status: 200 },
    },
    {
      rule: "the account's fields may be at the top level",
      source: "d43",
      as: "other",
      send: "PUT /user",
      body: { name: "Other", id: 3 },
      response: { status: 200, body: { name: "Other" } },
    },
    {
      rule: "a removal that names no user is refused",
      source: "own",
      as: "owner",
      send: "DELETE /scenarios/{id}/users",
      response: { status: 400, code: "missing_parameter" },
    },
    {
      rule: "the user who creates a scenario owns it",
      source: "1",
      as: "owner",
      send: "GET /scenarios/{id}/users",
      response: { status: 200, body: [{ role: "scenario_owner", role_id: 0, user_email: null }] },
    },
    {
      rule: "other users cannot list the users with a role",
      source: "d6",
      creator: "owner",
      as: "other",
      send: "GET /scenarios/{id}/users",
      response: { status: 403 },
    },
    {
      rule: "a user is added by email",
      source: "etm",
      as: "owner",
      send: "POST /scenarios/{id}/users",
      body: addViewer.body,
      response: {
        status: 201,
        body: [{ role: "scenario_viewer", role_id: 3 }],
        headers: { location: /^\/api\/v3\/scenarios\/\d+\/users$/ },
      },
    },
    {
      rule: "an email without an account stays an email",
      source: "2.3",
      as: "owner",
      send: "POST /scenarios/{id}/users",
      body: { scenario_users: [{ user_email: "new@example.org", role: "scenario_collaborator" }] },
      response: { status: 201, body: [{ user_id: null, user_email: "new@example.org", role_id: 1 }] },
    },
    {
      rule: "valid users are added, the others are named with a code",
      source: "7",
      as: "owner",
      setup: [addViewer],
      send: "POST /scenarios/{id}/users",
      body: {
        scenario_users: [
          { user_email: "other@example.org", role: "scenario_viewer" },
          { user_email: "third@example.org", role: "scenario_viewer" },
          { user_email: "fourth@example.org", role: "king" },
          { user_email: "no address", role: "scenario_viewer" },
        ],
      },
      response: {
        status: 422,
        code: "users_failed",
        body: {
          success: [{ user_email: "third@example.org" }],
          errors: {
            "other@example.org": ["duplicate"],
            "fourth@example.org": ["role_id"],
            "no address": ["user_email"],
          },
        },
      },
    },
    {
      rule: "users named like object members are refused like other invalid addresses",
      source: "7",
      as: "owner",
      send: "POST /scenarios/{id}/users",
      body: { scenario_users: OBJECT_MEMBERS.map((name) => ({ user_email: name, role: "scenario_viewer" })) },
      response: { status: 422, code: "users_failed", body: { success: [], errors: errorsOfMembers("user_email") } },
    },
    {
      rule: "user IDs named like object members are unknown",
      source: "7",
      as: "owner",
      send: "PUT /scenarios/{id}/users",
      body: { scenario_users: OBJECT_MEMBERS.map((name) => ({ id: name, role: "scenario_viewer" })) },
      response: { status: 422, code: "users_failed", body: { success: [], errors: errorsOfMembers("not_found") } },
    },
    {
      rule: "a batch in which its caller loses the role runs with the caller's initial rights",
      source: "7",
      as: "owner",
      setup: [anotherOwner],
      send: "PUT /scenarios/{id}/users",
      body: {
        scenario_users: [
          { user_email: "owner@example.org", role: "scenario_viewer" },
          { user_email: "third@example.org", role: "scenario_collaborator" },
        ],
      },
      response: { status: 200, body: [{ role: "scenario_viewer" }, { role: "scenario_collaborator" }] },
    },
    {
      rule: "a batch that would demote all owners keeps the last one and changes the other users",
      source: "7",
      as: "owner",
      setup: [anotherOwner],
      send: "DELETE /scenarios/{id}/users",
      body: {
        scenario_users: [
          { user_email: "owner@example.org" },
          { user_email: "other@example.org" },
          { user_email: "third@example.org" },
        ],
      },
      response: {
        status: 422,
        code: "users_failed",
        body: {
          success: [{ role: "scenario_owner" }, { role: "scenario_viewer" }],
          errors: { "other@example.org": ["ownership"] },
        },
      },
    },
    {
      rule: "an invited user without an account does not count as the last owner",
      source: "3",
      as: "owner",
      setup: [
        {
          send: "POST /scenarios/{id}/users",
          as: "owner",
          body: { scenario_users: [{ user_email: "typo@example.org", role: "scenario_owner" }] },
        },
      ],
      send: "DELETE /scenarios/{id}/users",
      body: { scenario_users: [{ user_email: "owner@example.org" }] },
      response: { status: 422, body: { success: [], errors: { "owner@example.org": ["ownership"] } } },
    },
    {
      rule: "the IDs of two different users identify no user",
      source: "own",
      as: "owner",
      setup: [addViewer, { send: "GET /scenarios/{id}/users", as: "owner", keep: "body 1.id as member" }],
      send: "PUT /scenarios/{id}/users",
      body: { scenario_users: [{ id: "{member}", user_id: 99_999_999, role: "scenario_collaborator" }] },
      response: {
        status: 422,
        body: { success: [], errors: (errors: object) => String(Object.values(errors)) === "user_id" },
      },
    },
    {
      rule: "a request without a user is refused",
      source: "4.3",
      as: "owner",
      send: "POST /scenarios/{id}/users",
      body: {},
      response: { status: 400, code: "missing_parameter" },
    },
    {
      rule: "an owner changes a role",
      source: "4.3",
      as: "owner",
      setup: [addViewer],
      send: "PUT /scenarios/{id}/users",
      body: { scenario_users: [{ user_email: "other@example.org", role: "scenario_collaborator" }] },
      response: { status: 200, body: [{ role: "scenario_collaborator", role_id: 1 }] },
    },
    {
      rule: "changing the role of a user who has none is refused",
      source: "7",
      as: "owner",
      send: "PATCH /scenarios/{id}/users",
      body: { scenario_users: [{ user_email: "other@example.org", role: "scenario_viewer" }] },
      response: { status: 422, body: { success: [], errors: { "other@example.org": ["not_found"] } } },
    },
    {
      rule: "an owner removes a role",
      source: "4.3",
      as: "owner",
      setup: [addViewer],
      send: "DELETE /scenarios/{id}/users",
      body: { scenario_users: [{ user_email: "other@example.org" }] },
      response: { status: 200, body: [{ role: "scenario_viewer" }] },
    },
    {
      rule: "the last owner keeps the role",
      source: "7",
      as: "owner",
      send: "DELETE /scenarios/{id}/users",
      body: { scenario_users: [{ user_email: "owner@example.org" }] },
      response: { status: 422, body: { errors: { "owner@example.org": ["ownership"] } } },
    },
    {
      rule: "an account has a name, and a default privacy for new scenarios",
      source: "etm",
      as: "other",
      send: "PUT /user",
      body: { user: { name: "Ada", private_scenarios: false } },
      response: { status: 200, body: { name: "Ada", private_scenarios: false, email: "other@example.org" } },
    },
    {
      rule: "PATCH works like PUT",
      source: "etm",
      as: "other",
      send: "PATCH /user",
      body: { user: { name: "Ada Lovelace" } },
      response: { status: 200, body: { name: "Ada Lovelace" } },
    },
    {
      rule: "erasing an account with an unknown disposition is refused",
      source: "d9",
      as: "leaver",
      send: "DELETE /user",
      body: { user: { private_scenarios: "leave" } },
      response: { status: 422, body: { errors: { private_scenarios: [/leave/] } } },
    },
    {
      rule: "an account is erased",
      source: "d9",
      as: "leaver",
      send: "DELETE /user",
      response: { status: 200, text: "" },
    },
    {
      rule: "erasing an account revokes its tokens",
      source: "d9",
      as: "leaver",
      send: "PUT /user",
      body: { user: {} },
      response: { status: 401, code: "bad_token" },
    },
    {
      rule: "an account needs a token",
      source: "d2",
      send: "PUT /user",
      body: { user: {} },
      response: { status: 401, code: "unauthenticated", headers: { "www-authenticate": "Bearer" } },
    },
  ],
};
