/** Saved scenarios in a complete server: the Python client's calls in both forms it sends, and their effects. */
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

interface Answer {
  readonly id: number;
  readonly scenario_id: number;
  readonly scenario_id_history: readonly number[];
  /** In answers that are lists. */
  readonly data: readonly Answer[];
  readonly collections: readonly Answer[];
  readonly [field: string]: unknown;
}

/** Request headers of the client's HTTP library: JSON with every method, and a content type without a body. */
async function ask(method: string, path: string, body?: object): Promise<{ status: number; body: Answer }> {
  const answer = await fetch(`${server.url}/api/v3${path}`, {
    method,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${token}`,
      "content-type": body === undefined ? "application/octet-stream" : "application/json",
    },
    body: body === undefined ? (method === "GET" ? null : "") : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === "" ? null : JSON.parse(text)) as Answer };
}

const newScenario = async (fields: object = {}): Promise<number> =>
  (await ask("POST", "/scenarios", { scenario: { area_code: "village", end_year: 2050, ...fields } })).body.id;

describe.each([
  // The version that the client derives from the host's name.
  ["wrapped", (fields: object) => ({ saved_scenario: { ...fields, version: "127" } })],
  ["flat", (fields: object) => fields],
])("the calls of the Python client, %s", (_, shape) => {
  let id: number;
  let scenario: number;

  test("a client saves a scenario, and loads it", async () => {
    scenario = await newScenario();
    const made = await ask("POST", "/saved_scenarios", shape({ scenario_id: scenario, title: "Mine", private: false }));
    expect(made).toMatchObject({
      status: 200,
      body: { scenario_id: scenario, title: "Mine", private: false, scenario: { id: scenario } },
    });
    ({ id } = made.body);
    // Meanwhile a process records the saved scenario in the scenario.
    const asSaved = { ...made.body, scenario: expect.objectContaining({ id: scenario }) as object };
    expect((await ask("GET", `/saved_scenarios/${id}`)).body).toEqual(asSaved);
  });

  test("the client can set every field of the answer to a change", async () => {
    const another = await newScenario();
    const { status, body } = await ask(
      "PUT",
      `/saved_scenarios/${id}`,
      shape({ title: "Ours", private: true, scenario_id: another, discarded: false }),
    );
    expect([status, body.title, body["private"], body.scenario_id]).toEqual([200, "Ours", true, another]);
    expect(body.scenario_id_history).toEqual([scenario]);
    expect(body).not.toHaveProperty("version");
  });

  test("a client adds, changes and removes users by email", async () => {
    const user = { user_email: `guest-of-${id}@example.org` };
    const users = `/saved_scenarios/${id}/users`;
    const send = (method: string, fields: object) => ask(method, users, { saved_scenario_users: [fields] });
    expect(await send("POST", { ...user, role: "scenario_viewer" })).toMatchObject({
      status: 201,
      body: [{ ...user, role: "scenario_viewer" }],
    });
    expect(await send("PUT", { ...user, role: "scenario_collaborator" })).toMatchObject({
      status: 200,
      body: [{ ...user, role: "scenario_collaborator" }],
    });
    expect((await ask("GET", users)).body).toHaveLength(2);
    expect(await send("DELETE", user)).toEqual({ status: 204, body: null });
  });

  test("a client lists everything at once, discards without a body, and deletes a saved scenario and its scenario", async () => {
    const listed = await ask("GET", "/saved_scenarios");
    expect(listed.body.data.map((each) => each.id)).toContain(id);
    expect((await ask("PUT", `/saved_scenarios/${id}/discard`)).status).toBe(200);
    const left = await ask("GET", "/saved_scenarios");
    expect(left.body.data.map((each) => each.id)).not.toContain(id);
    const { scenario_id: present } = (await ask("GET", `/saved_scenarios/${id}`)).body;
    expect((await ask("DELETE", `/saved_scenarios/${id}`)).status).toBe(200);
    expect((await ask("DELETE", `/scenarios/${present}`)).status).toBe(200);
  });

  test("a client groups scenarios in a collection", async () => {
    const collection = { title: "Ways", scenario_ids: [scenario], saved_scenario_ids: [], interpolation: false };
    const body = "saved_scenario" in shape({}) ? { collection } : collection;
    const made = await ask("POST", "/collections", body);
    expect(made).toMatchObject({ status: 201, body: { title: "Ways", scenario_ids: [scenario] } });
    const listed = await ask("GET", "/collections");
    expect(listed.body.collections[0]).toEqual(made.body);
    expect((await ask("DELETE", `/collections/${made.body.id}`)).status).toBe(204);
  });
});

test("users of a saved scenario become users of all its versions, and the link in their only email gives access", async () => {
  const scenarios = [await newScenario({ private: true }), await newScenario({ private: true })];
  const { id } = (await ask("POST", "/saved_scenarios", { scenario_id: scenarios[0], title: "Shared", private: true }))
    .body;
  await ask("PUT", `/saved_scenarios/${id}`, { scenario_id: scenarios[1] });
  const user = { user_email: "friend@example.org", role: "scenario_viewer" };
  for (let time = 0; time < 2; time++)
    await ask("POST", `/saved_scenarios/${id}/users`, { saved_scenario_users: [user] });
  for (const scenario of scenarios) {
    await expect
      .poll(async () => (await ask("GET", `/scenarios/${scenario}/users`)).body)
      .toMatchObject([{ role: "scenario_owner" }, user]);
    const { keep_compatible, metadata } = (await ask("GET", `/scenarios/${scenario}`)).body;
    expect([keep_compatible, metadata]).toEqual([true, { saved_scenario_id: id }]);
  }
  const emailsTo = () => mail.received.filter(({ to }) => to === user.user_email);
  await expect.poll(emailsTo).toHaveLength(1);
  const friend = new Browser(server.url);
  const email = await friend.get(linkIn(emailsTo()[0]!.source));
  await friend.submit(email, new URL(email.url).pathname, { name: "A Friend" });
  const shown = async (path: string) =>
    (await fetch(`${server.url}/api/v3${path}`, { headers: { cookie: friend.cookiesFor("/") } })).status;
  // They see only private scenarios in which they have a role, directly or through a saved scenario.
  expect(
    await Promise.all([`/saved_scenarios/${id}`, ...scenarios.map((each) => `/scenarios/${each}`)].map(shown)),
  ).toEqual([200, 200, 200]);
  expect(emailsTo()).toHaveLength(1);
});

/** The link in an encoded email. */
const linkIn = (source: string): string =>
  /^http\S+$/m.exec(source.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="))![0];

test("subscribers receive a saved scenario's events as they happen", async () => {
  const scenario = await newScenario();
  const { id } = (await ask("POST", "/saved_scenarios", { scenario_id: scenario, title: "Received" })).body;
  const stop = new AbortController();
  const answer = await fetch(`${server.url}/api/v3/saved_scenarios/${id}/events`, {
    headers: { authorization: `Bearer ${token}`, "last-event-id": "1" },
    signal: stop.signal,
  });
  await ask("PUT", `/saved_scenarios/${id}`, { title: "Received again", scenario_id: await newScenario() });
  let received = "";
  const decoder = new TextDecoder();
  for await (const chunk of answer.body!) {
    received += decoder.decode(chunk as Uint8Array, { stream: true });
    if (received.includes("saved_scenario_described")) break;
  }
  stop.abort();
  expect(received.match(/event: \w+/g)).toEqual(["event: saved_version_added", "event: saved_scenario_described"]);
});

test("the metrics show the progress of the process", async () => {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  for (const figure of ["process_lag_seconds", "process_parked_events", "process_waiting_events"]) {
    expect(metrics).toMatch(new RegExp(`^${figure}\\{process="saved scenarios"\\} [\\d.]+$`, "m"));
  }
});
