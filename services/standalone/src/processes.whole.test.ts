/** Tests the services with each in its own process, as in a distributed deployment. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { hasOpenssl, writeCertificates } from "@etesian/service-kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

const services = join(import.meta.dirname, "../..");
const environment: NodeJS.ProcessEnv = { ...process.env, ETESIAN_TOKEN: "test-token" };
const children: ChildProcess[] = [];
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
  const exits = children.flatMap((child) => (child.exitCode === null ? [once(child, "exit")] : []));
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(exits);
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a service; returns the URLs that it prints. */
async function start(name: string, flags: readonly string[], env: NodeJS.ProcessEnv = environment) {
  const child = spawn(process.execPath, [join(services, name, "src/main.ts"), ...flags], { env });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise<{ readonly address: string; readonly health: string | undefined }>((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`${name} ended with ${code}: ${output}`)));
    child.stdout.on("data", () => {
      const address = /Etesian is listening on (\S+)\n/.exec(output)?.[1];
      if (address !== undefined && output.includes("ready   ")) {
        resolve({ address, health: /health +(\S+)/.exec(output)?.[1] });
      }
    });
  });
}

test("seven processes create, change and query like one process", async () => {
  const data = ["--data", join(directory, "data")];
  const curves = await start("curves", data);
  const curvesFlags = ["--curves-address", curves.address];
  const model = ["--model", join(directory, "village"), "--workers", "1"];
  const compute = await start("compute", [...model, ...data, ...curvesFlags]);
  const computeFlags = ["--compute-address", compute.address, ...curvesFlags];
  const scenarios = await start("scenarios", [...data, ...computeFlags]);
  const saved = await start("saved-scenarios", [...data, "--scenarios-address", scenarios.address]);
  const scenarioFlags = ["--scenarios-address", scenarios.address, "--saved-scenarios-address", saved.address];
  const sweeps = await start("sweeps", [
    ...data,
    ...curvesFlags,
    "--scenarios-address",
    scenarios.address,
    ...model.slice(0, 2),
  ]);
  scenarioFlags.push("--sweeps-address", sweeps.address);
  const accounts = await start("accounts", [...data, ...scenarioFlags]);
  const gatewayFlags = [...scenarioFlags, "--accounts-address", accounts.address, ...computeFlags];
  const gateway = await start("gateway", ["--port", "0", ...gatewayFlags]);

  const send = async (method: string, path: string, body?: object, headers: object = {}) => {
    const response = await fetch(`${gateway.address}/api/v3${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as { id: number } };
  };
  const created = await send("POST", "/scenarios", { scenario: { end_year: 2040 } });
  expect(created.status).toBe(200);
  const changeResponse = await send("PUT", `/scenarios/${created.body.id}`, {
    scenario: { user_values: { heat_demand_per_year: 40, share_of_gas_boiler: 100 } },
    gqueries: ["gas_demand"],
  });
  expect(changeResponse).toMatchObject({
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
  const ownScenario = await send("POST", "/scenarios", {}, headers);
  expect(ownScenario).toMatchObject({ status: 200, body: { private: true } });
  expect(await send("GET", `/scenarios/${ownScenario.body.id}`, undefined, headers)).toMatchObject({ status: 200 });
  expect(await send("GET", `/scenarios/${ownScenario.body.id}`)).toMatchObject({ status: 404 });
  expect(await send("GET", "/scenarios", undefined, headers)).toMatchObject({
    status: 200,
    body: { meta: { total: 1 }, data: [{ id: ownScenario.body.id }] },
  });

  const form = new FormData();
  form.append("file", new Blob(["0.5\n".repeat(8760)]), "half.csv");
  const attach = { method: "PUT", body: form };
  const attachResponse = await fetch(
    `${gateway.address}/api/v3/scenarios/${created.body.id}/custom_curves/sun`,
    attach,
  );
  expect([attachResponse.status, await attachResponse.json()]).toEqual([
    200,
    expect.objectContaining({ name: "half.csv", stats: { length: 8760, min_at: 0, max_at: 0, full_load_hours: 100 } }),
  ]);
  const queryResponse = await send("PUT", `/scenarios/${created.body.id}`, {
    gqueries: ["sun_of_first_hour", "heat_demand"],
  });
  expect(queryResponse).toMatchObject({
    body: { gqueries: { sun_of_first_hour: { future: 0.5 / 8760 / 0.5 / 3600 } } },
  });

  const fetchReadiness = async (url: string): Promise<unknown> => (await fetch(url)).json();
  expect(await fetchReadiness(compute.health!)).toEqual({ ready: true, parts: { calculation: "ok", curves: "ok" } });
  expect(await fetchReadiness(scenarios.health!)).toMatchObject({
    ready: true,
    parts: { compute: "ok", "event store": "ok" },
  });
  expect(await fetchReadiness(`${gateway.address}/readyz`)).toEqual({
    ready: true,
    parts: { scenarios: "ok", "saved-scenarios": "ok", compute: "ok", curves: "ok", accounts: "ok", sweeps: "ok" },
  });
  expect(await fetchReadiness(accounts.health!)).toMatchObject({ ready: true, parts: { "accounts store": "ok" } });

  const otherEnvironment = { ...environment, ETESIAN_TOKEN: "another-token" };
  const flags = ["--port", "0", ...gatewayFlags];
  const otherGateway = await start("gateway", flags, otherEnvironment);
  const refusedResponse = await fetch(`${otherGateway.address}/api/v3/scenarios/${created.body.id}`);
  expect(refusedResponse.status).toBe(500);

  // Two compute processes with one model: one serves model parts, and both calculate.
  const computeWithoutParts = await start("compute", [...model, ...data, ...curvesFlags, "--no-model-parts"]);
  const flagsWithoutParts = [
    ...scenarioFlags,
    "--accounts-address",
    accounts.address,
    "--compute-address",
    computeWithoutParts.address,
  ];
  const gatewayWithoutParts = await start("gateway", ["--port", "0", ...flagsWithoutParts, ...curvesFlags]);
  const manifest = `/api/v3/model/areas/village`;
  const manifestResponse = await fetch(gateway.address + manifest);
  const { parts } = (await manifestResponse.json()) as {
    readonly parts: { readonly definition: { readonly sha256: string } };
  };
  expect(manifestResponse.status).toBe(200);
  const part = `/api/v3/model/parts/${parts.definition.sha256}`;
  for (const path of [manifest, part, `${part}?area=village&end_year=2050`]) {
    const response = await fetch(gatewayWithoutParts.address + path);
    expect([path, response.status, response.headers.get("x-error-code")]).toEqual([path, 404, "model_parts_off"]);
  }
  const scenarioResponse = await fetch(`${gatewayWithoutParts.address}/api/v3/scenarios/${created.body.id}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ gqueries: ["gas_demand"] }),
  });
  expect(await scenarioResponse.json()).toMatchObject({ gqueries: { gas_demand: { future: 50e6 } } });
});

test("a process reports missing settings", async () => {
  const { ETESIAN_TOKEN: _, ...environmentWithoutToken } = environment;
  await expect(start("scenarios", [], environmentWithoutToken)).rejects.toThrow(
    /--compute-address \(or ETESIAN_COMPUTE_ADDRESS\) is missing: expected host:port(.|\n)*--token \(or ETESIAN_TOKEN\) is missing/,
  );
});
