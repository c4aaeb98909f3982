import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startForTest, type TestServer } from "./testing/test-server.ts";

let directory: string;
let server: TestServer;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-standalone-"));
  writeVillage(join(directory, "village"));
  server = await startForTest({ model: join(directory, "village"), data: join(directory, "data") });
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Response fields that these tests use again; all others are compared as a whole. */
interface Body {
  readonly [field: string]: unknown;
  readonly id: number;
  readonly user_values: object;
  readonly gqueries: Readonly<Record<"heat_demand", { readonly future: number }>>;
}

interface Answer {
  readonly status: number;
  readonly body: Body;
}

async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${server.url}/api/v3${path}`, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? "" : JSON.parse(text)) as Body };
}

/** Creates a scenario, optionally with user values. */
async function create(fields: object = {}): Promise<number> {
  const { status, body } = await ask("POST", "/scenarios", { scenario: fields });
  expect(status).toBe(200);
  return body.id;
}

describe("a scenario", () => {
  test("a scenario is created, changed, queried, cloned and reset", async () => {
    const id = await create({ end_year: 2040, source: "test", title: "First" });
    expect((await ask("GET", `/scenarios/${id}`)).body).toMatchObject({
      area_code: "village",
      start_year: 2020,
      end_year: 2040,
      title: "First",
      user_values: {},
    });

    const changed = await ask("PUT", `/scenarios/${id}`, {
      scenario: { user_values: { heat_demand_per_year: 40, share_of_gas_boiler: "100" } },
      gqueries: ["heat_demand", "gas_demand"],
    });
    expect(changed.body.scenario).toMatchObject({
      user_values: { heat_demand_per_year: 40, share_of_gas_boiler: 100 },
      balanced_values: { share_of_electric_heater: 0 },
    });
    expect(changed.body.gqueries).toEqual({
      heat_demand: { present: 100e6, future: 40e6, unit: "MJ" },
      gas_demand: { present: 143.75e6, future: 50e6, unit: "MJ" },
    });

    const clone = await create({ scenario_id: id, area_code: "ignored" });
    const cloned = await ask("PUT", `/scenarios/${clone}`, { gqueries: ["gas_demand"] });
    expect(cloned.body).toMatchObject({
      scenario: { template: id, end_year: 2040, metadata: {}, user_values: { heat_demand_per_year: 40 } },
      gqueries: { gas_demand: { future: 50e6 } },
    });

    const reset = await ask("PUT", `/scenarios/${id}`, { reset: true, gqueries: ["gas_demand"] });
    expect(reset.body).toMatchObject({
      scenario: { user_values: {}, balanced_values: {} },
      gqueries: { gas_demand: { future: 143.75e6 } },
    });
  });

  test("a scenario has a history, can be restored, sends events and previews changes", async () => {
    const id = await create({ user_values: { heat_demand_per_year: 40 } });
    const listening = await fetch(`${server.url}/api/v3/scenarios/${id}/events`);
    // The stream stays open when the server is closed, and must not delay that.
    const told = listening.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await told.read()).value).toBe("retry: 1000\n\n");
    await ask("PUT", `/scenarios/${id}`, { scenario: { user_values: { heat_demand_per_year: 50 } } });
    expect((await told.read()).value).toMatch(
      /^id: 2\nevent: inputs_set\ndata: \{.*"heat_demand_per_year":50.*\}\n\n$/,
    );

    const demand = async (query: string) =>
      (await ask("GET", `/scenarios/${id}/queries?keys=heat_demand${query}`)).body as unknown;
    expect(await demand("&at=1")).toMatchObject({ heat_demand: { future: 40e6 } });
    expect(await demand("")).toMatchObject({ heat_demand: { future: 50e6 } });
    const { body: preview } = await ask("POST", `/scenarios/${id}/preview`, {
      user_values: { heat_demand_per_year: 60, share_of_gas_boiler: 30 },
      gqueries: ["heat_demand"],
    });
    expect(preview).toMatchObject({
      scenario: { balanced_values: { share_of_electric_heater: 70 } },
      gqueries: { heat_demand: { future: 60e6 } },
      inputs: { heat_demand_per_year: { user: 60 }, share_of_gas_boiler: { user: 30 } },
    });

    expect((await ask("POST", `/scenarios/${id}/restore`, { version: 1 })).body).toMatchObject({
      scenario: { user_values: { heat_demand_per_year: 40 } },
    });
    const { body: history } = await ask("GET", `/scenarios/${id}/history`);
    expect(history).toMatchObject({
      meta: { total: 3 },
      data: [
        { version: 3, type: "scenario_restored" },
        { version: 2, type: "inputs_set" },
        { version: 1, type: "scenario_created" },
      ],
    });
  });

  test("concurrent changes of one scenario, with queries, are all kept", async () => {
    const id = await create();
    const inputs = ["heat_demand_per_year", "mill_output", "settings_holiday"];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        ask("PUT", `/scenarios/${id}`, {
          scenario: { user_values: { [inputs[n % 3]!]: n < 27 ? n % 2 : 1 }, metadata: n === 5 ? { n } : undefined },
          gqueries: n % 2 === 0 ? ["heat_demand"] : [],
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { body } = await ask("GET", `/scenarios/${id}`);
    expect(Object.keys(body.user_values).sort()).toEqual([...inputs].sort());
    expect(body.metadata).toEqual({ n: 5 });
  });
});

describe("operations", () => {
  test("a server reports health, readiness and metrics", async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: "ok" });
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({
      ready: true,
      parts: {
        "event store": "ok",
        "read models": "ok",
        "accounts store": "ok",
        "accounts read models": "ok",
        keys: "ok",
        "curves store": "ok",
        "numbers of curves": "ok",
        curves: "ok",
        "saved scenarios store": "ok",
        "saved scenarios read models": "ok",
        "saved-scenarios": "ok",
        calculation: "ok",
        compute: "ok",
        scenarios: "ok",
        accounts: "ok",
      },
    });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    for (const name of ["http_request_duration_seconds", "rpc_server_duration_seconds", "compute_duration_seconds"]) {
      expect(metrics).toContain(name);
    }
  });

  test("an acknowledged change survives a restart", async () => {
    const data = join(directory, "restarted");
    const options = { model: join(directory, "village"), data };
    const first = await startForTest(options);
    const created = await fetch(`${first.url}/api/v3/scenarios`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"scenario":{"user_values":{"share_of_gas_boiler":60}}}',
    });
    const { url: _first, ...before } = (await created.json()) as { id: number; url: string };
    await first.close();
    const second = await startForTest(options);
    const { url: _second, ...after } = (await (
      await fetch(`${second.url}/api/v3/scenarios/${before.id}`)
    ).json()) as typeof before & { url: string };
    const next = (await (await fetch(`${second.url}/api/v3/scenarios`, { method: "POST" })).json()) as { id: number };
    await second.close();
    expect(after).toEqual(before);
    expect(next.id).toBeGreaterThan(before.id);
  });
});

describe("the program", () => {
  const main = join(import.meta.dirname, "main.ts");

  /** Runs until the program ends, or prints a matching line and is stopped. */
  function run(flags: readonly string[], until?: RegExp): Promise<{ code: number | null; output: string }> {
    return new Promise((resolve) => {
      // As users start it: with warm-up.
      const { ETESIAN_NO_WARM_UP: _, ...env } = process.env;
      const child = spawn(process.execPath, [main, ...flags], { stdio: ["ignore", "pipe", "pipe"], env });
      let output = "";
      const collect = (chunk: Buffer): void => {
        output += chunk.toString();
        if (until?.test(output)) child.kill("SIGTERM");
      };
      child.stdout.on("data", collect);
      child.stderr.on("data", collect);
      child.on("close", (code) => resolve({ code, output }));
    });
  }

  test("a start prints address, model and stores, and the server stops on request", async () => {
    const data = join(directory, "program");
    const { code, output } = await run(
      ["--model", join(directory, "village"), "--data", data, "--port", "0"],
      /ready .*\n/,
    );
    expect(output).toMatch(/^Etesian serves (http:\/\/127\.0\.0\.1:\d+)\n[^]* api {5}\1\/api\/v3 /m);
    expect(output).toContain(`model   ${join(directory, "village")}: 1 area, 6 queries; default area village`);
    expect(output).toContain(`events  sqlite:${join(data, "events.db")}`);
    expect(output).toContain(`mail    files in ${join(data, "mail")}`);
    expect(output).toMatch(/people {2}no accounts yet; create the first: .* create EMAIL .*, or at http:.*\/sign-in\n/);
    expect(output).toMatch(/\nEtesian is stopping\n$/);
    expect(code).toBe(0);
  });

  test("a start that cannot open its files, or opens a damaged one, ends with a one-line message, even when repeated", async () => {
    const flags = (data: string): string[] => ["--model", join(directory, "village"), "--data", join(directory, data)];
    mkdirSync(join(directory, "broken"));
    writeFileSync(join(directory, "broken/events.db"), "not a database, as its first bytes show".repeat(1_000));
    const linesOf = ({ output }: { readonly output: string }): string => output.replaceAll(/^ .*…\n/gm, "");
    for (let start = 1; start <= 2; start++) {
      expect(linesOf(await run([...flags("broken"), "--port", "0"]))).toBe(
        `Etesian could not start: The event store is not available: cannot open ${join(directory, "broken/events.db")}: file is not a database\n`,
      );
    }
    const few = spawnSync("bash", ["-c", 'ulimit -n 64; exec "$0" "$@"', process.execPath, main, ...flags("few")]);
    expect(linesOf({ output: few.stderr.toString() })).toMatch(
      /^Etesian could not start: [^\n]*EMFILE: too many open files, open '[^\n]*few[^\n]*\n$/,
    );
  });

  test("a start reports unusable settings", async () => {
    const nowhere = await run(["--model", "/nowhere", "--data", join(directory, "x")]);
    expect(nowhere).toEqual({
      code: 1,
      output: expect.stringContaining("--model /nowhere: expected a model directory"),
    });
    const file = await run([
      "--model",
      join(directory, "village"),
      "--data",
      join(directory, "village/config/default_dataset.yml"),
    ]);
    expect(file.output.replaceAll(/^ .*…\n/gm, "")).toMatch(
      /^Etesian could not start: \S+default_dataset\.yml is a file; expected a directory\n$/,
    );
    const wrong = await run(["--port", "http", "--wrokers", "2"]);
    expect(wrong.code).toBe(2);
    expect(wrong.output).toContain('--port is "http": expected a port number');
    expect(wrong.output).toContain("--wrokers is not a known flag: did you mean --workers?");
    const { port } = new URL(server.url);
    const taken = await run(["--model", join(directory, "village"), "--data", join(directory, "y"), "--port", port]);
    expect(taken.code).toBe(1);
    // A slow start prints its progress before this line.
    expect(taken.output.replaceAll(/^ .*…\n/gm, "")).toBe(
      `Port ${port} on 127.0.0.1 is in use: choose another with --port\n`,
    );
    const help = await run(["--help"]);
    expect(help.code).toBe(0);
    expect(help.output).toContain("--solution-memory N");
    expect(await run(["--version"])).toEqual({ code: 0, output: expect.stringMatching(/^Etesian \d+\.\d+\.\d+\n$/) });
    const nobody = ["--host", "nope.invalid", "--model", join(directory, "village"), "--data", join(directory, "z")];
    expect((await run(nobody)).output.replaceAll(/^ .*…\n/gm, "")).toMatch(
      /^Etesian could not start: [^\n]*nope\.invalid\n$/,
    );
  });
});
