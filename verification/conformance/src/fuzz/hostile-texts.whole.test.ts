/** Tests that untrusted text never becomes a spreadsheet formula, a file path or log content. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeVillage } from "@etesian/compute/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ServerProcess } from "@etesian/workbench/server-process";

const FORMULA = '=HYPERLINK("https://evil.example.org","total")';
const NAME = "Eve Formula";

let directory: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-hostile-"));
  writeVillage(join(directory, "village"));
  for (const name of ["secret", "secret.csv", "secret.json", "secret.yml"])
    writeFileSync(join(directory, name), "found it");
  server = new ServerProcess({
    model: join(directory, "village"),
    data: join(directory, "data"),
    flags: ["--log-level", "trace", "--workers", "1"],
  });
  await server.waitUntilReady();
  token = await server.token();
});
afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: object) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/** Paths of GET routes in the OpenAPI document, with a scenario's ID. */
async function listPaths(id: number): Promise<readonly string[]> {
  const { text } = await send("GET", "/docs/json");
  const document = JSON.parse(text) as { readonly paths: { readonly [path: string]: object } };
  return (
    Object.entries(document.paths)
      .filter(([, methods]) => Object.hasOwn(methods, "get"))
      .map(([path]) => path.replace("{id}", String(id)))
      // This route streams endlessly.
      .filter((path) => !path.endsWith("/events"))
  );
}

async function createScenario(): Promise<number> {
  const scenario = { title: FORMULA, source: FORMULA, metadata: { [FORMULA]: FORMULA } };
  const { text } = await send("POST", "/api/v3/scenarios", { scenario });
  return (JSON.parse(text) as { readonly id: number }).id;
}

test("no cell of a table is a client's text or a formula", async () => {
  const id = await createScenario();
  const tables = (await listPaths(id)).filter((path) => path.endsWith(".csv") && !path.includes("{"));
  const readTables: string[] = [];
  for (const path of tables) {
    const { status, text } = await send("GET", path);
    if (status !== 200) continue;
    readTables.push(path);
    expect([path, text.includes("evil")]).toEqual([path, false]);
    const cells = text.split(/[,\n]/).map((cell) => cell.replace(/^"/, ""));
    const formulas = cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && Number.isNaN(Number(cell)));
    expect([path, formulas]).toEqual([path, []]);
  }
  expect(readTables.length).toBeGreaterThan(5);
});

const TRAVERSALS = [
  // A file next to the data directory.
  "..%2fsecret",
  "..%2f..%2fsecret.csv",
  "..%2f..%2f..%2f..%2fetc%2fpasswd",
  "..%5c..%5cetc%5cpasswd",
  "%2fetc%2fpasswd",
  "....%2f%2fetc%2fpasswd",
  "passwd%00.csv",
  "__proto__",
  "constructor",
];

test("keys in paths and names in bodies are only looked up, never used as file paths", async () => {
  const id = await createScenario();
  const names = (await listPaths(id)).filter((path) => /\{\w+\}/.test(path));
  expect(names.length).toBeGreaterThan(3);
  for (const path of names) {
    for (const traversal of TRAVERSALS) {
      const url = path.replaceAll(/\{\w+\}/g, traversal);
      const { status, text } = await send("GET", url);
      // Some routes take lists, and ignore unknown items.
      expect([url, status < 500, /root:|found it/.test(text)]).toEqual([url, true, false]);
    }
  }
  for (const area_code of ["../village", "/etc/passwd", "village/../village", "__proto__", "village\0"]) {
    const { status } = await send("POST", "/api/v3/scenarios", { scenario: { area_code } });
    expect([area_code, status]).toEqual([area_code, 422]);
  }
});

test("no log contains names, emails, tokens or body contents, for any refused request", async () => {
  const id = await createScenario();
  await send("PUT", "/api/v3/user", { user: { name: NAME } });
  await send("POST", `/api/v3/scenarios/${id}/users`, {
    scenario_users: [
      { user_email: "friend@evil.example.org", role: "scenario_viewer" },
      { user_email: "no email of evil" },
    ],
  });
  await send("DELETE", "/api/v3/user", { user: { saved_scenarios: { hand_over_to: "heir@evil.example.org" } } });
  await send("PUT", `/api/v3/scenarios/${id}`, { scenario: { user_values: { [FORMULA]: 1 } } });
  await send("GET", `/api/v3/scenarios/${id}?access_token=${token}`);
  const last = `"access_token":"…"`;
  while (!server.recentOutput.includes(last)) await sleep(10);
  expect(server.recentOutput).toContain("/users");
  expect(server.recentOutput).not.toMatch(/evil|Eve Formula|somebody@|etm_/);
});
