/**
 * Tests saved scenarios on a complete server: the Python client's calls, in both forms that it sends, and their
 * effects.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MailServer, startMailServer } from "@etesian/accounts/testing";
import { writeVillage } from "@etesian/compute/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Browser } from "./sign-in/browser.ts";
import { startForTest, type TestServer } from "@etesian/standalone/testing";

let directory: string;
let mail: MailServer;
let server: TestServer;
let token: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-saved-"));
  writeVillage(join(directory, "village"));
  mail = await startMailServer();
  server = await startForTest({ model: join(directory, "village"), data: join(directory, "data"), smtp: mail.url });
  token = await server.token("ada@example.org");
});
afterAll(async () => {
  await server.close();
  await mail.close();
  rmSync(directory, { recursive: true, force: true });
});

interface ResponseBody {
  readonly id: number;
  readonly scenario_id: number;
  readonly scenario_id_history: readonly number[];
  /** In responses that are lists. */
  readonly data: readonly ResponseBody[];
  readonly collections: readonly ResponseBody[];
  readonly [field: string]: unknown;
}

/**
 * Sends a request with the headers of the client's HTTP library: JSON with every method, and a content type even
 * without a body.
 */
async function send(method: string, path: string, body?: object): Promise<{ status: number; body: ResponseBody }> {
  const response = await fetch(`${server.url}/api/v3${path}`, {
    method,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${token}`,
      "content-type": body === undefined ? "application/octet-stream" : "application/json",
    },
    body: body === undefined ? (method === "GET" ? null : "") : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? null : JSON.parse(text)) as ResponseBody };
}

const newScenario = async (fields: object = {}): Promise<number> =>
  (await send("POST", "/scenarios", { scenario: { area_code: "village", end_year: 2050, ...fields } })).body.id;

describe.each([
  // The client derives the version from the host name.
  ["wrapped", (fields: object) => ({ saved_scenario: { ...fields, version: "127" } })],
  ["flat", (fields: object) => fields],
])("the calls of the Python client, %s", (_, shape) => {
  let id: number;
  let scenario: number;

  test("a client saves a scenario, and loads it", async () => {
    scenario = await newScenario();
    const creation = await send(
      "POST",
      "/saved_scenarios",
      shape({ scenario_id: scenario, title: "Mine", private: false }),
    );
    expect(creation).toMatchObject({
      status: 200,
      body: { scenario_id: scenario, title: "Mine", private: false, scenario: { id: scenario } },
    });
    ({ id } = creation.body);
    // A process concurrently records the saved scenario in the scenario.
    const expectedBody = { ...creation.body, scenario: expect.objectContaining({ id: scenario }) as object };
    expect((await send("GET", `/saved_scenarios/${id}`)).body).toEqual(expectedBody);
  });

  test("a client changes every field, and the response has the new values", async () => {
    const anotherScenario = await newScenario();
    const { status, body } = await send(
      "PUT",
      `/saved_scenarios/${id}`,
      shape({ title: "Ours", private: true, scenario_id: anotherScenario, discarded: false }),
    );
    expect([status, body.title, body["private"], body.scenario_id]).toEqual([200, "Ours", true, anotherScenario]);
    expect(body.scenario_id_history).toEqual([scenario]);
    expect(body).not.toHaveProperty("version");
  });

  test("a client adds, changes and removes users by email", async () => {
    const user = { user_email: `guest-of-${id}@example.org` };
    const users = `/saved_scenarios/${id}/users`;
    const changeUsers = (method: string, fields: object) => send(method, users, { saved_scenario_users: [fields] });
    expect(await changeUsers("POST", { ...user, role: "scenario_viewer" })).toMatchObject({
      status: 201,
      body: [{ ...user, role: "scenario_viewer" }],
    });
    expect(await changeUsers("PUT", { ...user, role: "scenario_collaborator" })).toMatchObject({
      status: 200,
      body: [{ ...user, role: "scenario_collaborator" }],
    });
    expect((await send("GET", users)).body).toHaveLength(2);
    expect(await changeUsers("DELETE", user)).toEqual({ status: 204, body: null });
  });

  test("a client lists all its saved scenarios, discards one without a body, and deletes a saved scenario and its scenario", async () => {
    const initialList = await send("GET", "/saved_scenarios");
    expect(initialList.body.data.map((saved) => saved.id)).toContain(id);
    expect((await send("PUT", `/saved_scenarios/${id}/discard`)).status).toBe(200);
    const finalList = await send("GET", "/saved_scenarios");
    expect(finalList.body.data.map((saved) => saved.id)).not.toContain(id);
    const { scenario_id: currentScenario } = (await send("GET", `/saved_scenarios/${id}`)).body;
    expect((await send("DELETE", `/saved_scenarios/${id}`)).status).toBe(200);
    expect((await send("DELETE", `/scenarios/${currentScenario}`)).status).toBe(200);
  });

  test("a client groups scenarios in a collection", async () => {
    const collection = { title: "Ways", scenario_ids: [scenario], saved_scenario_ids: [], interpolation: false };
    const body = "saved_scenario" in shape({}) ? { collection } : collection;
    const creation = await send("POST", "/collections", body);
    expect(creation).toMatchObject({ status: 201, body: { title: "Ways", scenario_ids: [scenario] } });
    const list = await send("GET", "/collections");
    expect(list.body.collections[0]).toEqual(creation.body);
    expect((await send("DELETE", `/collections/${creation.body.id}`)).status).toBe(204);
  });
});

test("users of a saved scenario become users of all its versions, and the link in their only email gives access", async () => {
  const scenarios = [await newScenario({ private: true }), await newScenario({ private: true })];
  const { id } = (await send("POST", "/saved_scenarios", { scenario_id: scenarios[0], title: "Shared", private: true }))
    .body;
  await send("PUT", `/saved_scenarios/${id}`, { scenario_id: scenarios[1] });
  const user = { user_email: "friend@example.org", role: "scenario_viewer" };
  for (let time = 0; time < 2; time++)
    await send("POST", `/saved_scenarios/${id}/users`, { saved_scenario_users: [user] });
  for (const scenario of scenarios) {
    await expect
      .poll(async () => (await send("GET", `/scenarios/${scenario}/users`)).body)
      .toMatchObject([{ role: "scenario_owner" }, user]);
    const { keep_compatible, metadata } = (await send("GET", `/scenarios/${scenario}`)).body;
    expect([keep_compatible, metadata]).toEqual([true, { saved_scenario_id: id }]);
  }
  const emailsTo = () => mail.receivedEmails.filter(({ to }) => to === user.user_email);
  await expect.poll(emailsTo).toHaveLength(1);
  const friend = new Browser(server.url);
  const email = await friend.get(linkIn(emailsTo()[0]!.source));
  await friend.submit(email, new URL(email.url).pathname, { name: "A Friend" });
  const fetchStatus = async (path: string) =>
    (await fetch(`${server.url}/api/v3${path}`, { headers: { cookie: friend.cookiesFor("/") } })).status;
  // They see only private scenarios in which they have a role, directly or through a saved scenario.
  expect(
    await Promise.all(
      [`/saved_scenarios/${id}`, ...scenarios.map((scenario) => `/scenarios/${scenario}`)].map(fetchStatus),
    ),
  ).toEqual([200, 200, 200]);
  expect(emailsTo()).toHaveLength(1);
});

/** The link in an encoded email. */
const linkIn = (source: string): string =>
  /^http\S+$/m.exec(source.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="))![0];

test("subscribers receive a saved scenario's events as they occur", async () => {
  const scenario = await newScenario();
  const { id } = (await send("POST", "/saved_scenarios", { scenario_id: scenario, title: "Received" })).body;
  const stop = new AbortController();
  const response = await fetch(`${server.url}/api/v3/saved_scenarios/${id}/events`, {
    headers: { authorization: `Bearer ${token}`, "last-event-id": "1" },
    signal: stop.signal,
  });
  await send("PUT", `/saved_scenarios/${id}`, { title: "Received again", scenario_id: await newScenario() });
  let receivedText = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    receivedText += decoder.decode(chunk as Uint8Array, { stream: true });
    if (receivedText.includes("saved_scenario_described")) break;
  }
  stop.abort();
  expect(receivedText.match(/event: \w+/g)).toEqual(["event: saved_version_added", "event: saved_scenario_described"]);
});

test("the metrics show the progress of the process", async () => {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  for (const metric of ["process_lag_seconds", "process_parked_events", "process_waiting_events"]) {
    expect(metrics).toMatch(new RegExp(`^${metric}\\{process="saved scenarios"\\} [\\d.]+$`, "m"));
  }
});
