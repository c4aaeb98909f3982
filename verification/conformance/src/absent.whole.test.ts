/**
 * Tests that private and missing resources are indistinguishable: every route responds to both with the same messages,
 * codes and headers.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { COLLECTION_RIGHTS, SAVED_RIGHTS } from "@etesian/contracts/rights";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startForTest, type TestServer } from "@etesian/standalone/testing";
import { type TestedRoute, everyRoute, pathOf, fetchWhenReady } from "./access.ts";

let directory: string;
let server: TestServer;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-absent-"));
  writeVillage(join(directory, "village"));
  server = await startForTest({ model: join(directory, "village"), data: join(directory, "data") });
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

type Kind = "scenario" | "saved" | "collection";
const kindOf = ({ operation }: TestedRoute): Kind =>
  Object.hasOwn(SAVED_RIGHTS, operation)
    ? "saved"
    : Object.hasOwn(COLLECTION_RIGHTS, operation)
      ? "collection"
      : "scenario";

/** Headers that differ in every response. */
const VOLATILE_HEADERS = new Set(["date", "x-request-id", "server-timing", "x-ratelimit-remaining", "x-runtime"]);

async function send(method: string, path: string, token: string | null, body?: object) {
  const response = await fetchWhenReady(`${server.url}/api/v3${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const headers = [...response.headers].filter(([name]) => !VOLATILE_HEADERS.has(name));
  return { status: response.status, headers, text: await response.text() };
}

/** Creates a resource; returns its ID. */
async function createResource(path: string, token: string, body: object): Promise<number> {
  const { status, text } = await send("POST", path, token, body);
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  return (JSON.parse(text) as { readonly id: number }).id;
}

/** Replaces the resource's ID, so that responses can be compared. */
const withoutId = (body: object, id: number): string =>
  JSON.stringify(body).replaceAll(new RegExp(String.raw`(?<!\d)${id}(?!\d)`, "g"), "ID");

test("every route returns the same response for private and for missing resources", async () => {
  const owner = await server.token("owner@example.org");
  const writeOnlyToken = await server.token("owner@example.org", ["scenarios:write", "scenarios:delete"]);
  const stranger = await server.token("stranger@example.org");
  const ownScenario = await createResource("/scenarios", stranger, { scenario: { end_year: 2050 } });
  const ownSaved = await createResource("/saved_scenarios", stranger, {
    saved_scenario: { scenario_id: ownScenario, title: "Own" },
  });
  // IDs have the same number of digits, so that lengths are equal.
  let scenario = 0;
  do scenario = await createResource("/scenarios", owner, { scenario: { private: true, end_year: 2040 } });
  while (scenario < 10);
  let [saved, collection] = [0, 0];
  const fields = { scenario_id: scenario, title: "Hidden", private: true };
  do saved = await createResource("/saved_scenarios", owner, { saved_scenario: fields });
  while (saved < 10);
  do
    collection = await createResource("/collections", owner, {
      collection: { title: "Hidden", scenario_ids: [scenario] },
    });
  while (collection < 10);
  const hiddenIds: { readonly [kind in Kind]: number } = { scenario, saved, collection };
  const MISSING_ID = 99;

  const routes = await everyRoute(server.url);
  const differences: string[] = [];
  let comparedCount = 0;
  const compare = async (name: string, kind: Kind, sendFor: (id: number) => ReturnType<typeof send>) => {
    const [privateResponse, missingResponse] = [await sendFor(hiddenIds[kind]), await sendFor(MISSING_ID)];
    comparedCount += 1;
    const [privateText, missingText] = [
      withoutId(privateResponse, hiddenIds[kind]),
      withoutId(missingResponse, MISSING_ID),
    ];
    if (privateText !== missingText) differences.push(`${name}\n  private: ${privateText}\n  absent:  ${missingText}`);
  };

  for (const [caller, token] of Object.entries({
    anonymous: null,
    stranger,
    "its owner without scenarios:read": writeOnlyToken,
  })) {
    for (const route of routes.filter(({ path }) => path.includes("{id}"))) {
      const kind = kindOf(route);
      // A scope hides only scenarios. Other users' collections are not hidden: the API returns 403.
      if (kind !== "scenario" && token === writeOnlyToken) continue;
      if (kind === "collection" && token !== null) continue;
      for (const body of route.body === undefined ? [undefined] : [route.body, {}]) {
        const name = `${route.method} ${route.path} ${JSON.stringify(body)} as ${caller}`;
        await compare(name, kind, (id) => send(route.method, pathOf(route.path, id), token, body));
      }
    }
    // Requests that name scenarios outside their path.
    const requestsByScenario: readonly (readonly [
      method: string,
      path: (id: number) => string,
      body?: (id: number) => object,
    ])[] = [
      ["POST", () => "/scenarios", (id) => ({ scenario: { scenario_id: id } })],
      ["POST", () => "/scenarios", (id) => ({ scenario: { preset_scenario_id: id, private: false } })],
      ["PUT", () => `/scenarios/${ownScenario}`, (id) => ({ scenario: { preset_scenario_id: id } })],
      ["POST", () => `/scenarios/${ownScenario}/interpolate`, (id) => ({ end_year: 2045, start_scenario_id: id })],
      ["POST", () => "/scenarios/interpolate", (id) => ({ scenario_ids: [ownScenario, id], end_years: [2045] })],
      ["POST", () => "/scenarios/merge", (id) => ({ scenarios: [{ scenario_id: id }] })],
      ["POST", () => "/scenarios/merge", (id) => ({ scenarios: [{ scenario_id: ownScenario }, { scenario_id: id }] })],
      ["POST", () => "/scenarios/export", (id) => ({ ids: [ownScenario, id] })],
      ["GET", (id) => `/scenarios/batch?ids=${id}`],
      ["GET", (id) => `/scenarios/${id},${ownScenario}`],
      ["GET", (id) => `/scenarios/versions?scenarios[]=${id}`],
      ["POST", () => "/saved_scenarios", (id) => ({ saved_scenario: { scenario_id: id, title: "Mine" } })],
      ["PUT", () => `/saved_scenarios/${ownSaved}`, (id) => ({ saved_scenario: { scenario_id: id } })],
      ["POST", () => "/collections", (id) => ({ collection: { title: "Mine", scenario_ids: [id] } })],
      ["POST", () => "/transition_paths", (id) => ({ collection: { title: "Mine", scenario_ids: [id, ownScenario] } })],
    ];
    for (const [method, path, body] of requestsByScenario) {
      const name = `${method} ${path(0)} ${JSON.stringify(body?.(0))} as ${caller}`;
      await compare(name, "scenario", (id) => send(method, path(id), token, body?.(id)));
    }
    const collectionOf = (id: number) => ({ collection: { title: "Mine", saved_scenario_ids: [id] } });
    await compare(`saved scenarios in a collection, as ${caller}`, "saved", (id) =>
      send("POST", "/collections", token, collectionOf(id)),
    );
  }
  expect(differences).toEqual([]);
  expect(comparedCount).toBeGreaterThan(300);
});
