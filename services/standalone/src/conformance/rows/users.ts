/** Who has a role in a scenario; one's own account. */
import type { Resource, Step } from "../row.ts";

const shared: Step = {
  send: "POST /scenarios/{id}/users",
  as: "owner",
  body: { scenario_users: [{ user_email: "other@example.org", role: "scenario_viewer" }] },
};

export const users: Resource = {
  name: "users",
  model: "village",
  rows: [
    {
      rule: "whoever made it owns it",
      source: "1",
      as: "owner",
      send: "GET /scenarios/{id}/users",
      answer: { status: 200, body: [{ role: "scenario_owner", role_id: 0, user_email: null }] },
    },
    {
      rule: "others do not see who has a role",
      source: "d6",
      by: "owner",
      as: "other",
      send: "GET /scenarios/{id}/users",
      answer: { status: 403 },
    },
    {
      rule: "a person is added by e-mail",
      source: "facts 3.21",
      as: "owner",
      send: "POST /scenarios/{id}/users",
      body: shared.body,
      answer: { status: 201, body: [{ role: "scenario_viewer", role_id: 3 }] },
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
      rule: "who can be added is, the others are named with a code",
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
      rule: "nobody at all",
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
      rule: "of somebody who has none",
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
      source: "facts 16",
      as: "other",
      send: "PUT /user",
      body: { user: { name: "Ada", private_scenarios: false } },
      answer: { status: 200, body: { name: "Ada", private_scenarios: false, email: "other@example.org" } },
    },
    {
      rule: "PATCH does the same",
      source: "facts 16",
      as: "other",
      send: "PATCH /user",
      body: { user: { name: "Ada Lovelace" } },
      answer: { status: 200, body: { name: "Ada Lovelace" } },
    },
    {
      rule: "nobody's account",
      source: "d2",
      send: "PUT /user",
      body: { user: {} },
      answer: { status: 401, code: "unauthenticated", headers: { "www-authenticate": "Bearer" } },
    },
  ],
};
