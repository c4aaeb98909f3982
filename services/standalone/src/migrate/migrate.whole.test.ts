/** Tests the migration of scenarios after an input got another key and unit, over HTTP and on the command line. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startForTest, type TestServer } from "../testing/test-server.ts";

const OLD = "heat_demand_per_year";
const NEW = "heat_demand_per_month";
const QUERIES = ["heat_demand", "gas_demand"];

let directory: string;
const path = (...parts: readonly string[]): string => join(directory, ...parts);

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "etesian-migrate-"));
  writeVillage(path("before"));
  writeVillage(path("after"));
  const document = readFileSync(path(`after/inputs/demand/${OLD}.ad`), "utf8");
  rmSync(path(`after/inputs/demand/${OLD}.ad`));
  // The new unit is per month instead of per year: 240 TJ per year is 20 TJ per month.
  const monthly = document.replace("USER_INPUT() * MILLIONS", "USER_INPUT() * 12 * MILLIONS").replace("200.0", "20.0");
  writeFileSync(path(`after/inputs/demand/${NEW}.ad`), monthly);
  writeFileSync(
    path("after/config/model_changes.yml"),
    `- version: 2026-11\n  inputs:\n    ${OLD}: { key: ${NEW}, factor: ${1 / 12} }\n`,
  );
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function withServer(model: string, work: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startForTest({ model: path(model), data: path("data") });
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

interface ScenarioResponse {
  readonly id: number;
  readonly user_values: object;
  readonly updated_at: string;
}

async function send<T = ScenarioResponse>(
  { url }: TestServer,
  method: string,
  requestPath: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${url}/api/v3${requestPath}`, {
    method,
    headers: { "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  expect([response.status, requestPath]).toEqual([200, requestPath]);
  return (await response.json()) as T;
}

const results = (server: TestServer, id: number) =>
  send<{ readonly gqueries: object }>(server, "PUT", `/scenarios/${id}`, { gqueries: QUERIES }).then(
    ({ gqueries }) => gqueries,
  );

function migrate(...args: readonly string[]) {
  const program = [join(import.meta.dirname, "cli.ts"), "--data", path("data"), "--model", path("after"), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: "utf8" });
  return { status, stdout, stderr };
}

test("scenarios with keep_compatible keep their results; others keep their stored values", async () => {
  const scenarios: ScenarioResponse[] = [];
  const expectedValues: object[] = [];
  let plainId = 0;
  await withServer("before", async (server) => {
    const values = { user_values: { [OLD]: 120, share_of_gas_boiler: 60 } };
    for (const flags of [{ keep_compatible: true }, { read_only: true }, { keep_compatible: true }]) {
      const { id } = await send(server, "POST", "/scenarios", { scenario: { ...values, ...flags } });
      scenarios.push(await send(server, "GET", `/scenarios/${id}`));
      expectedValues.push(await results(server, id));
    }
    plainId = (await send(server, "POST", "/scenarios", { scenario: values })).id;
    await send(server, "POST", "/scenarios", { scenario: { keep_compatible: true } });
  });

  await withServer("after", async (server) => {
    // The scenarios are read immediately, before any migration is stored; the last one is also changed.
    for (const [index, { id }] of scenarios.entries()) {
      const scenario = await send(server, "GET", `/scenarios/${id}`);
      expect(scenario).toMatchObject({ user_values: { [NEW]: 10, share_of_gas_boiler: 60 } });
      expect(scenario.user_values).not.toHaveProperty(OLD);
      expect(await results(server, id)).toEqual(expectedValues[index]);
    }
    expect(await send(server, "GET", `/scenarios/${plainId}`)).toMatchObject({ user_values: { [OLD]: 120 } });
    await send(server, "PUT", `/scenarios/${scenarios[2]!.id}`, { scenario: { user_values: { [NEW]: 8 } } });
    await send(server, "POST", "/scenarios", { scenario: { keep_compatible: true, user_values: { [NEW]: 5 } } });
  });

  const trial = migrate("--trial", "--before", path("before"), "--queries", QUERIES.join());
  expect(trial).toMatchObject({ status: 0, stderr: "" });
  expect(trial.stdout).toContain("6 scenarios: 2 would be migrated, 1 with keep_compatible needed no change");

  // The command is stopped after the first scenario, continued, and repeated after the last.
  expect(migrate("--at-most", "1", "--queries", QUERIES.join()).stdout).toContain("1 migrated");
  expect(migrate("--before", path("before"), "--queries", QUERIES.join()).stdout).toContain("1 migrated");
  expect(migrate("--queries", QUERIES.join()).stdout).toContain("0 migrated");
  const report = readFileSync(path("data/migration.jsonl"), "utf8").trimEnd().split("\n");
  const lines = report.map((line) => JSON.parse(line) as object);
  const inputs = { removed: { [OLD]: 120 }, added: { [NEW]: 10 } };
  expect(lines).toMatchObject([
    // Without the previous model, results are compared with results without the migration.
    { scenario: scenarios[0]!.id, version: "2026-11", inputs, moved: { heat_demand: [1e8, 1.2e8] } },
    { scenario: scenarios[1]!.id, version: "2026-11", inputs, moved: {} },
  ]);
  expect(lines[1]).not.toHaveProperty("problem");

  await withServer("after", async (server) => {
    for (const [index, { id, updated_at }] of scenarios.slice(0, 2).entries()) {
      const { data } = await send<{ readonly data: readonly object[] }>(server, "GET", `/scenarios/${id}/history`);
      expect(data[0]).toMatchObject({
        type: "scenario_migrated",
        actor: "service:migration",
        data: { version: "2026-11" },
      });
      expect(await send(server, "GET", `/scenarios/${id}`)).toMatchObject({ updated_at, user_values: { [NEW]: 10 } });
      expect(await results(server, id)).toEqual(expectedValues[index]);
    }
    expect(await send(server, "GET", `/scenarios/${plainId}`)).toMatchObject({ user_values: { [OLD]: 120 } });
    expect(await send(server, "GET", `/scenarios/${scenarios[2]!.id}`)).toMatchObject({ user_values: { [NEW]: 8 } });
  });
});

test.each([
  [["--at-most", "none"], 2, '--at-most is "none"'],
  [["--nothing"], 2, "Unknown option '--nothing'"],
  [["--before", "/nowhere"], 1, "/nowhere"],
])("%j is refused with a message", (args, status, words) => {
  expect(migrate(...args)).toMatchObject({ status, stderr: expect.stringContaining(words) });
});
