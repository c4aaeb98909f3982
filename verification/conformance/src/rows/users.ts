/** Users with a role in a scenario; one's own account. */
import { OBJECT_MEMBERS } from "../object-members.ts";
import type { Resource, Step } from "../row.ts";

const shared: Step = {
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
      rule: "users to remove may be in the query, as the existing front-end sends them",
      source: "etm",
      as: "owner",
      first: [shared],
      send: "DELETE /scenarios/{id}/users?scenario_users[][user_email]=other@example.org&scenario_users[][role]=",
      answer: { status: 200 },
    },
    {
      rule: "the fields of one's account may be at the top",
      source: "d43",
      as: "other",
      send: "PUT /user",
      body: { name: "Other", id: 3 },
      answer: { status: 200, body: { name: "Other" } },
    },
    {
      rule: "a removal that names no user is refused",
      source: "own",
      as: "owner",
      send: "DELETE /scenarios/{id}/users",
      answer: { status: 400, code: "missing_parameter" },
    },
    {
      rule: "the user who made it owns it",
      source: "1",
      as: "owner",
      send: "GET /scenarios/{id}/users",
      answer: { status: 200, body: [{ role: "scenario_owner", role_id: 0, user_email: null }] },
    },
    {
      rule: "others do not see the users with a role",
      source: "d6",
      by: "owner",
      as: "other",
      send: "GET /scenarios/{id}/users",
      answer: { status: 403 },
    },
    {
      rule: "a person is added by e-mail",
      source: "etm",
      as: "owner",
      send: "POST /scenarios/{id}/users",
      body: shared.body,
      answer: {
        status: 201,
        body: [{ role: "scenario_viewer", role_id: 3 }],
        headers: { location: /^\/api\/v3\/scenarios\/\d+\/users$/ },
      },
    },
    {
      rule: "an e-mail without an account stays an e-mail",
      source: "2.3",
      as: "owner",
      send: "POST /scenarios/{id}/users",
      body: { scenario_users: [{ user_email: "new@example.org", role: "scenario_collaborator" }] },
      answer: { status: 201, body: [{ user_id: null, user_email: "new@example.org", role_id: 1 }] },
    },
    {
      rule: "valid users are added, the others are named with a code",
      source: "7",
      as: "owner",
      first: [shared],
      send: "POST /scenarios/{id}/users",
      body: {
        scenario_users: [
          { user_email: "other@example.org", role: "scenario_viewer" },
          { user_email: "third@example.org", role: "scenario_viewer" },
          { user_email: "fourth@example.org", role: "king" },
          { user_email: "no address", role: "scenario_viewer" },
        ],
      },
      answer: {
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
      rule: "users named like members of objects are refused like other invalid addresses",
      source: "7",
      as: "owner",
      send: "POST /scenarios/{id}/users",
      body: { scenario_users: OBJECT_MEMBERS.map((name) => ({ user_email: name, role: "scenario_viewer" })) },
      answer: { status: 422, code: "users_failed", body: { success: [], errors: errorsOfMembers("user_email") } },
    },
    {
      rule: "numbers of users named like members of objects are those of no user",
      source: "7",
      as: "owner",
      send: "PUT /scenarios/{id}/users",
      body: { scenario_users: OBJECT_MEMBERS.map((name) => ({ id: name, role: "scenario_viewer" })) },
      answer: { status: 422, code: "users_failed", body: { success: [], errors: errorsOfMembers("not_found") } },
    },
    {
      rule: "a batch in which its caller loses the role is carried out with the rights at its beginning",
      source: "7",
      as: "owner",
      first: [anotherOwner],
      send: "PUT /scenarios/{id}/users",
      body: {
        scenario_users: [
          { user_email: "owner@example.org", role: "scenario_viewer" },
          { user_email: "third@example.org", role: "scenario_collaborator" },
        ],
      },
      answer: { status: 200, body: [{ role: "scenario_viewer" }, { role: "scenario_collaborator" }] },
    },
    {
      rule: "of a batch that would demote all owners, the last one stays and the other users change",
      source: "7",
      as: "owner",
      first: [anotherOwner],
      send: "DELETE /scenarios/{id}/users",
      body: {
        scenario_users: [
          { user_email: "owner@example.org" },
          { user_email: "other@example.org" },
          { user_email: "third@example.org" },
        ],
      },
      answer: {
        status: 422,
        code: "users_failed",
        body: {
          success: [{ role: "scenario_owner" }, { role: "scenario_viewer" }],
          errors: { "other@example.org": ["ownership"] },
        },
      },
    },
    {
      rule: "an invited person without an account does not count as the last owner",
      source: "3",
      as: "owner",
      first: [
        {
          send: "POST /scenarios/{id}/users",
          as: "owner",
          body: { scenario_users: [{ user_email: "typo@example.org", role: "scenario_owner" }] },
        },
      ],
      send: "DELETE /scenarios/{id}/users",
      body: { scenario_users: [{ user_email: "owner@example.org" }] },
      answer: { status: 422, body: { success: [], errors: { "owner@example.org": ["ownership"] } } },
    },
    {
      rule: "two numbers of different users name none",
      source: "own",
      as: "owner",
      first: [shared, { send: "GET /scenarios/{id}/users", as: "owner", keep: "body 1.id as member" }],
      send: "PUT /scenarios/{id}/users",
      body: { scenario_users: [{ id: "{member}", user_id: 99_999_999, role: "scenario_collaborator" }] },
      answer: {
        status: 422,
        body: { success: [], errors: (errors: object) => String(Object.values(errors)) === "user_id" },
      },
    },
    {
      rule: "no user at all",
      source: "4.3",
      as: "owner",
      send: "POST /scenarios/{id}/users",
      body: {},
      answer: { status: 400, code: "missing_parameter" },
    },
    {
      rule: "a role is changed",
      source: "4.3",
      as: "owner",
      first: [shared],
      send: "PUT /scenarios/{id}/users",
      body: { scenario_users: [{ user_email: "other@example.org", role: "scenario_collaborator" }] },
      answer: { status: 200, body: [{ role: "scenario_collaborator", role_id: 1 }] },
    },
    {
      rule: "the role of a user without one",
      source: "7",
      as: "owner",
      send: "PATCH /scenarios/{id}/users",
      body: { scenario_users: [{ user_email: "other@example.org", role: "scenario_viewer" }] },
      answer: { status: 422, body: { success: [], errors: { "other@example.org": ["not_found"] } } },
    },
    {
      rule: "a role is taken away",
      source: "4.3",
      as: "owner",
      first: [shared],
      send: "DELETE /scenarios/{id}/users",
      body: { scenario_users: [{ user_email: "other@example.org" }] },
      answer: { status: 200, body: [{ role: "scenario_viewer" }] },
    },
    {
      rule: "the last owner stays",
      source: "7",
      as: "owner",
      send: "DELETE /scenarios/{id}/users",
      body: { scenario_users: [{ user_email: "owner@example.org" }] },
      answer: { status: 422, body: { errors: { "owner@example.org": ["ownership"] } } },
    },
    {
      rule: "new scenarios private by default, and a name",
      source: "etm",
      as: "other",
      send: "PUT /user",
      body: { user: { name: "Ada", private_scenarios: false } },
      answer: { status: 200, body: { name: "Ada", private_scenarios: false, email: "other@example.org" } },
    },
    {
      rule: "PATCH does the same",
      source: "etm",
      as: "other",
      send: "PATCH /user",
      body: { user: { name: "Ada Lovelace" } },
      answer: { status: 200, body: { name: "Ada Lovelace" } },
    },
    {
      rule: "an account erased, with a choice that there is not",
      source: "d9",
      as: "leaver",
      send: "DELETE /user",
      body: { user: { private_scenarios: "leave" } },
      answer: { status: 422, body: { errors: { private_scenarios: [/leave/] } } },
    },
    {
      rule: "an account erased",
      source: "d9",
      as: "leaver",
      send: "DELETE /user",
      answer: { status: 200, text: "" },
    },
    {
      rule: "and its tokens with it",
      source: "d9",
      as: "leaver",
      send: "PUT /user",
      body: { user: {} },
      answer: { status: 401, code: "bad_token" },
    },
    {
      rule: "an account without a token",
      source: "d2",
      send: "PUT /user",
      body: { user: {} },
      answer: { status: 401, code: "unauthenticated", headers: { "www-authenticate": "Bearer" } },
    },
  ],
};
