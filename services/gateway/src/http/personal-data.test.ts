/** Tests names and emails in every response that contains them, for every kind of caller. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Claim } from "@etesian/contracts/rights";
import type { ScenarioChange } from "@etesian/contracts/scenarios";
import { describe, expect, test } from "vitest";
import { bearer, gateway, principal } from "../gateway.fixture.ts";

const NAME = "Ada Lovelace";
const EMAIL = "new@example.org";
const change: ScenarioChange = {
  version: 1,
  time: new Date("2026-01-02T03:04:05.678Z"),
  actor: "user:2",
  type: "InputsSet",
  dataJson: "{}",
};
const collection = {
  id: 4,
  version: 1,
  title: "Roads",
  owner: 2,
  interpolation: false,
  area: undefined,
  endYear: undefined,
  modelVersion: "latest",
  createdAt: new Date(0),
  updatedAt: new Date(0),
  discardedAt: undefined,
  savedScenarioIds: [],
  scenarioIds: [],
};

/** The response to a client that was granted these claims. */
async function fetchBody(claims: readonly Claim[], url: string, method: "GET" | "PUT" = "GET"): Promise<string> {
  const app = await gateway({
    accounts: {
      introspect: async () => ({ principal: principal({ claims: [...claims] }) }),
      getPeople: async ({ ids }) => ({
        people: ids.map((id) => ({ id, email: EMAIL, name: NAME, hasAccount: false })),
      }),
      changeAccount: async () => ({ id: 1, email: EMAIL, name: NAME, privateScenarios: false, admin: false }),
    },
    scenarios: {
      listHistory: async () => ({ changes: [change], total: 1 }),
      followScenario: async function* () {
        yield change;
      },
      listRoles: async () => ({ members: [{ person: 2, role: "viewer" }] }),
    },
    savedScenarios: {
      listCollections: async () => ({ collections: [collection] }),
      getCollection: async () => collection,
    },
  });
  const payload = method === "PUT" ? { payload: { user: {} } } : {};
  const headers = { ...bearer, "last-event-id": "0" };
  return (await app.inject({ method, url: `/api/v3${url}`, headers, ...payload })).body;
}

describe("personal data", () => {
  test.each([
    ["PUT", "/user"],
    ["GET", "/scenarios/1/history"],
    ["GET", "/scenarios/1/events"],
    ["GET", "/collections"],
    ["GET", "/collections/4"],
  ] as const)("a client reads names only with `profile`: %s %s", async (method, url) => {
    expect(await fetchBody([], url, method)).not.toContain(NAME);
    expect(await fetchBody(["email"], url, method)).not.toContain(NAME);
    expect(await fetchBody(["profile"], url, method)).toContain(NAME);
  });

  test.each([
    ["PUT", "/user"],
    ["GET", "/scenarios/1/users"],
  ] as const)("a client reads emails only with `email`: %s %s", async (method, url) => {
    expect(await fetchBody([], url, method)).not.toContain(EMAIL);
    expect(await fetchBody(["profile"], url, method)).not.toContain(EMAIL);
    expect(await fetchBody(["email"], url, method)).toContain(EMAIL);
  });
});

test("the routes of the API look up people in one place, which checks the caller's claims", () => {
  const root = join(import.meta.dirname, "..");
  const filesWithLookup = globSync("**/*.ts", { cwd: root })
    .filter((file) => !/\.(?:test|fixture)\.ts$/.test(file))
    .filter((file) => /\.getPeople\(/.test(readFileSync(join(root, file), "utf8")));
  expect(filesWithLookup.toSorted()).toEqual([
    "http/personal-data.ts",
    // The OpenID provider's library sends only the claims of granted scopes.
    "sign-in/provider.ts",
    // The page's visitor, who has a session.
    "sign-in/visitor-routes.ts",
  ]);
});
