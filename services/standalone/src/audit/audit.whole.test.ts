/** Tests the audit of scenarios, saved scenarios and collections after requests by people and admins over HTTP. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { operatorCause, openAccounts } from "@etesian/accounts";
import { writeVillage } from "@etesian/compute/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startForTest, type TestServer } from "../testing/test-server.ts";

let directory: string;
let data: string;
let server: TestServer;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-audit-"));
  data = join(directory, "data");
  writeVillage(join(directory, "village"));
  server = await startForTest({ model: join(directory, "village"), data });
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

async function send(method: string, path: string, token: string | null, body?: object) {
  const response = await fetch(`${server.url}/api/v3${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? null : JSON.parse(text)) as { readonly id: number } };
}

/** Output of the command, without times. */
async function audit(...args: readonly string[]): Promise<readonly string[]> {
  const program = [join(import.meta.dirname, "cli.ts"), ...args, "--data", data];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.replace(/^\S{24} {2}/, ""));
}

test("the audit lists authors and admins' views, and names no erased person", async () => {
  const [ada, admin] = [await server.token("ada@example.org"), await server.token("grace@example.org")];
  const people = await openAccounts({ data, store: null, keys: null });
  await people.accounts.setAdmin(await people.accounts.getByEmail("grace@example.org"), true, operatorCause());
  expect((await send("PUT", "/user", ada, { user: { name: "Ada" } })).status).toBe(200);
  const { body } = await send("POST", "/scenarios", ada, { scenario: { private: true } });
  const { id } = body;
  const otherId = (await send("POST", "/scenarios", null, {})).body.id;
  // Every caller may do this, so it uses no admin right.
  expect((await send("GET", `/scenarios/${otherId}`, admin)).status).toBe(200);
  expect((await send("GET", `/scenarios/${id}`, admin)).status).toBe(200);
  expect((await send("PUT", `/scenarios/${id}`, admin, { scenario: { private: false } })).status).toBe(200);
  const heat = { user_values: { heat_demand_per_year: 40 } };
  expect((await send("PUT", `/scenarios/${id}`, ada, { scenario: heat })).status).toBe(200);
  expect((await send("PUT", `/scenarios/${id}`, null, { scenario: heat })).status).toBe(403);

  const [creationLine, ...laterLines] = await audit("scenario", String(id));
  expect(creationLine).toMatch(/^1 {2}Ada <ada@example\.org> {2}ScenarioCreated \{.*"owner":"Ada <ada@example\.org>"/);
  const viewLine =
    '-  person 2 <grace@example.org>  AdminActed {"person":"person 2 <grace@example.org>","scenario":1,"operation":"read"}';
  const distinctLines = laterLines.filter((line, index) => line !== laterLines[index - 1]);
  expect(distinctLines).toEqual([
    viewLine,
    viewLine.replace('"read"', '"update"'),
    viewLine.replace('"read"', '"settings"'),
    "2  person 2 <grace@example.org>  MadePublic",
    '3  Ada <ada@example.org>  InputsSet {"userValues":{"heat_demand_per_year":40},"reset":[],"balancedValues":{},"unbalanced":[]}',
  ]);
  const [entry] = await audit("scenario", String(id), "--json");
  expect(JSON.parse(entry!)).toMatchObject({
    version: 1,
    who: "Ada <ada@example.org>",
    type: "ScenarioCreated",
    data: { owner: "Ada <ada@example.org>" },
  });
  expect((await audit("scenario", String(otherId))).filter((line) => line.includes("AdminActed"))).toEqual([]);

  expect((await send("DELETE", "/user", ada)).status).toBe(200);
  expect((await audit("scenario", String(id)))[0]).toMatch(/^1 {2}person 1 \(erased\) {2}ScenarioCreated/);
  await people.close();
});

test("saved scenarios and collections also have an audit", async () => {
  const [bob, admin] = [await server.token("bob@example.org"), await server.token("grace@example.org")];
  const people = await openAccounts({ data, store: null, keys: null });
  await people.accounts.setAdmin(await people.accounts.getByEmail("grace@example.org"), true, operatorCause());
  const bobAccount = await people.accounts.getByEmail("bob@example.org");
  await people.close();
  const author = `person ${bobAccount.id} <bob@example.org>`;
  const { id: scenario } = (await send("POST", "/scenarios", bob, { scenario: {} })).body;
  const { id } = (
    await send("POST", "/saved_scenarios", bob, {
      saved_scenario: { scenario_id: scenario, title: "Mine", private: true },
    })
  ).body;
  const viewer = { saved_scenario_users: [{ user_email: "guest@example.org", role: "scenario_viewer" }] };
  expect((await send("POST", `/saved_scenarios/${id}/users`, bob, viewer)).status).toBe(201);
  expect((await send("GET", `/saved_scenarios/${id}`, admin)).status).toBe(200);
  const [savedLine, grantLine, ...viewLines] = await audit("saved-scenario", String(id));
  expect(savedLine).toContain(`1  ${author}  ScenarioSaved {"owner":"${author}","scenario":${scenario},`);
  expect(grantLine).toMatch(
    /^2 .* SavedScenarioRoleGranted \{"person":"person \d+ <guest@example\.org>","role":"viewer"\}$/,
  );
  expect(viewLines[0]).toMatch(
    /^- {2}person \d+ <grace@example\.org> {2}AdminActedOnKept .*"operation":"saved-read"\}$/,
  );

  const creation = await send("POST", "/collections", bob, { collection: { title: "Ways", scenario_ids: [scenario] } });
  const [collectionLine] = await audit("collection", String(creation.body.id));
  expect(collectionLine).toContain(`1  ${author}  CollectionMade {"owner":"${author}","title":"Ways",`);
});

test("an unknown scenario has no audit", async () => {
  await expect(audit("saved-scenario", "99")).rejects.toThrow("saved-scenario 99 never existed");
});

test("an audit of an unknown kind prints the usage", async () => {
  await expect(audit("toString", "1")).rejects.toThrow("Usage");
});
