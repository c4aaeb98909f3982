/** Tests that presets created by a command while the service runs are visible to all users, who can use them. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeVillage } from "@etesian/compute/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startForTest, type TestServer } from "@etesian/standalone/testing";

let directory: string;
let server: TestServer;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-presets-"));
  writeVillage(join(directory, "village"));
  server = await startForTest({ model: join(directory, "village"), data: join(directory, "data") });
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: object, token?: string) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return (await response.json()) as { readonly id: number };
}

async function runFeatured(...args: readonly string[]): Promise<void> {
  const program = join(import.meta.dirname, "../../../services/scenarios/src/featured-cli.ts");
  // Asynchronous, so that the server in this process can respond.
  const { stderr } = await promisify(execFile)(process.execPath, [program, ...args, "--data", join(directory, "data")]);
  expect(stderr).toBe("");
}

test("a preset is listed, and is a template of its clones, until it is removed", async () => {
  const owner = await server.token("owner@example.org");
  const scenario = { user_values: { heat_demand_per_year: 70 } };
  const { id } = await send("POST", "/api/v3/scenarios", { scenario }, owner);
  const names = ["--title", "Warm", "--title-nl", "Warm hoor", "--description", "Warm homes."];
  await runFeatured("add", String(id), ...names, "--group", "municipal");
  expect(await send("GET", "/api/v1/featured_scenarios")).toMatchObject({
    featured_scenarios: [
      {
        id,
        title_en: "Warm",
        title_nl: "Warm hoor",
        description_en: "Warm homes.",
        description_nl: "Warm homes.",
        group: "municipal",
        area_code: "village",
      },
    ],
  });
  expect(await send("GET", "/api/v3/scenarios/templates")).toMatchObject([
    { id, ordering: 1, display_group: "municipal", ...scenario },
  ]);
  const clone = await send("POST", "/api/v3/scenarios", { scenario: { preset_scenario_id: id } });
  expect(clone).toMatchObject({ template: id, ordering: 1, display_group: "municipal", ...scenario });
  expect(await send("PUT", `/api/v3/scenarios/${id}`, { scenario: { private: true } }, owner)).toEqual({
    errors: ["Scenario: Private can not be true on a featured scenario"],
  });
  await runFeatured("remove", String(id));
  expect(await send("GET", "/api/v3/scenarios/templates")).toEqual([]);
  expect(await send("GET", `/api/v3/scenarios/${id}`)).toMatchObject({ ordering: null, display_group: null });
});
