/** The same services, each in its own process, as in a distributed deployment. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { hasOpenssl, writeCertificates } from "@etesian/service-kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

const services = join(import.meta.dirname, "../..");
const environment: NodeJS.ProcessEnv = { ...process.env, ETESIAN_TOKEN: "of the test" };
const running: ChildProcess[] = [];
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "etesian-processes-"));
  writeVillage(join(directory, "village"));
  // All calls in this file are encrypted if openssl can create certificates.
  if (!hasOpenssl) return;
  mkdirSync(join(directory, "certificates"));
  writeCertificates(join(directory, "certificates"));
  environment["ETESIAN_RPC_TLS"] = join(directory, "certificates");
});
afterAll(async () => {
  const ended = running.flatMap((child) => (child.exitCode === null ? [once(child, "exit")] : []));
  for (const child of running) child.kill("SIGTERM");
  await Promise.all(ended);
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a service; returns the addresses it prints. */
async function start(name: string, flags: readonly string[], env: NodeJS.ProcessEnv = environment) {
  const child = spawn(process.execPath, [join(services, name, "src/main.ts"), ...flags], { env });
  running.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise<{ readonly address: string; readonly health: string | undefined }>((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`${name} ended with ${code}: ${output}`)));
    child.stdout.on("data", () => {
      const address = /Etesian serves (\S+)\n/.exec(output)?.[1];
      if (address !== undefined && output.includes("ready   ")) {
        resolve({ address, health: /health +(\S+)/.exec(output)?.[1] });
      }
    });
  });
}

test("seven processes create, change and query like one process", async () => {
  const data = ["--data", join(directory, "data")];
  const curves = await start("curves", data);
  const files = ["--curves-address", curves.address];
  const model = ["--model", join(directory, "village"), "--workers", "1"];
  const compute = await start("compute", [...model, ...data, ...files]);
  const needed = ["--compute-address", compute.address, ...files];
  const scenarios = await start("scenarios", [...data, ...needed]);
  const saved = await start("saved-scenarios", [...data, "--scenarios-address", scenarios.address]);
  const shared = ["--scenarios-address", scenarios.address, "--saved-scenarios-address", saved.address];
  const sweeps = await start("sweeps", [
    ...data,
    ...files,
    "--scenarios-address",
    scenarios.address,
    ...model.slice(0, 2),
  ]);
  shared.push("--sweeps-address", sweeps.address);
  const accounts = await start("accounts", [...data, ...shared]);
  const behind = [...shared, "--accounts-address", accounts.address, ...needed];
  const gateway = await start("gateway", ["--port", "0", ...behind]);

  const ask = async (method: string, path: string, body?: object, headers: object = {}) => {
    const response = await fetch(`${gateway.address}/api/v3${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as { id: number } };
  };
  const created = await ask("POST", "/scenarios", { scenario: { end_year: 2040 } });
  expect(created.status).toBe(200);
  const changed = await ask("PUT", `/scenarios/${created.body.id}`, {
    scenario: { user_values: { heat_demand_per_year: 40, share_of_gas_boiler: 100 } },
    gqueries: ["gas_demand"],
  });
  expect(changed).toMatchObject({
    status: 200,
    body: {
      scenario: { balanced_values: { share_of_electric_heater: 0 } },
      gqueries: { gas_demand: { present: 143.75e6, future: 50e6 } },
    },
  });

  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, [join(services, "accounts/src/cli.ts"), ...args, ...data], { encoding: "utf8" });
  run("create", "ada@example.org", "--private");
  const headers = { authorization: `Bearer ${run("token", "ada@example.org", "--scopes", "read,write").trim()}` };
  const own = await ask("POST", "/scenarios", {}, headers);
  expect(own).toMatchObject({ status: 200, body: { private: true } });
  expect(await ask("GET", `/scenarios/${own.body.id}`, undefined, headers)).toMatchObject({ status: 200 });
  expect(await ask("GET", `/scenarios/${own.body.id}`)).toMatchObject({ status: 404 });
  expect(await ask("GET", "/scenarios", undefined, headers)).toMatchObject({
    status: 200,
    body: { meta: { total: 1 }, data: [{ id: own.body.id }] },
  });

  const form = new FormData();
  form.append("file", new Blob(["0.5\n".repeat(8760)]), "half.csv");
  const attach = { method: "PUT", body: form };
  const attached = await fetch(`${gateway.address}/api/v3/scenarios/${created.body.id}/custom_curves/sun`, attach);
  expect([attached.status, await attached.json()]).toEqual([
    200,
    expect.objectContaining({ name: "half.csv", stats: { length: 8760, min_at: 0, max_at: 0, full_load_hours: 100 } }),
  ]);
  const queried = await ask("PUT", `/scenarios/${created.body.id}`, { gqueries: ["sun_of_first_hour", "heat_demand"] });
  expect(queried).toMatchObject({ body: { gqueries: { sun_of_first_hour: { future: 0.5 / 8760 / 0.5 / 3600 } } } });

  const ready = async (url: string): Promise<unknown> => (await fetch(url)).json();
  expect(await ready(compute.health!)).toEqual({ ready: true, parts: { calculation: "ok", curves: "ok" } });
  expect(await ready(scenarios.health!)).toMatchObject({ ready: true, parts: { compute: "ok", "event store": "ok" } });
  expect(await ready(`${gateway.address}/readyz`)).toEqual({
    ready: true,
    parts: { scenarios: "ok", "saved-scenarios": "ok", compute: "ok", curves: "ok", accounts: "ok", sweeps: "ok" },
  });
  expect(await ready(accounts.health!)).toMatchObject({ ready: true, parts: { "accounts store": "ok" } });

  const strange = { ...environment, ETESIAN_TOKEN: "of another deployment" };
  const flags = ["--port", "0", ...behind];
  const stranger = await start("gateway", flags, strange);
  const refused = await fetch(`${stranger.address}/api/v3/scenarios/${created.body.id}`);
  expect(refused.status).toBe(500);

  // Two compute processes with one model: one serves model parts, and both calculate.
  const keeping = await start("compute", [...model, ...data, ...files, "--no-model-parts"]);
  const behindKeeping = [...shared, "--accounts-address", accounts.address, "--compute-address", keeping.address];
  const silent = await start("gateway", ["--port", "0", ...behindKeeping, ...files]);
  const manifest = `/api/v3/model/areas/village`;
  const offered = await fetch(gateway.address + manifest);
  const { parts } = (await offered.json()) as { readonly parts: { readonly definition: { readonly sha256: string } } };
  expect(offered.status).toBe(200);
  const part = `/api/v3/model/parts/${parts.definition.sha256}`;
  for (const path of [manifest, part, `${part}?area=village&end_year=2050`]) {
    const kept = await fetch(silent.address + path);
    expect([path, kept.status, kept.headers.get("x-error-code")]).toEqual([path, 404, "model_parts_off"]);
  }
  const answered = await fetch(`${silent.address}/api/v3/scenarios/${created.body.id}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ gqueries: ["gas_demand"] }),
  });
  expect(await answered.json()).toMatchObject({ gqueries: { gas_demand: { future: 50e6 } } });
});

test("a process reports missing settings", async () => {
  const { ETESIAN_TOKEN: _, ...without } = environment;
  await expect(start("scenarios", [], without)).rejects.toThrow(
    /--compute-address \(or ETESIAN_COMPUTE_ADDRESS\) is missing: expected host:port(.|\n)*--token \(or ETESIAN_TOKEN\) is missing/,
  );
});
