/** Tests that several processes behave like one; verification/faults/src/cluster.whole.test.ts kills some of them. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { operatorCause, openAccounts } from "@etesian/accounts";
import { SCOPES } from "@etesian/contracts/rights";
import { curves } from "@etesian/curves";
import { findNats, removeStreams } from "@etesian/event-bus/testing";
import { testStores } from "@etesian/event-store/testing";
import { freePort, PROJECT } from "@etesian/service-kit";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareModelCache } from "../testing/test-server.ts";
import serverFlags from "@etesian/runtime/server-flags.json" with { type: "json" };
import { Cluster } from "./cluster.ts";

test("a cluster that cannot start reports the reason when its first process ends", async () => {
  const values = { data: tmpdir(), logLevel: "loud" };
  const starting = Cluster.start({ services: [curves], replicas: {}, values, port: 0, operationsPort: 0 });
  await expect(starting).rejects.toThrow(/^curves-1 could not start\n[^]*"loud"/);
});

test("npm run cluster ends with exit code 1 and the reason when the database is unreachable", async () => {
  const program = join(PROJECT, "services/standalone/src/cluster/main.ts");
  const environment = { ...process.env, ETESIAN_STORE: "postgres://nobody@127.0.0.1:1/etesian" };
  // The launcher also uses an IPC channel that closes when the parent ends.
  const child = spawn(process.execPath, [...serverFlags, program], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: environment,
    timeout: 240_000,
  });
  const [output, [code]] = await Promise.all([text(child.stderr!), once(child, "exit")]);
  expect(output).toContain("127.0.0.1:1");
  expect(code).toBe(1);
});

test("ports that would exceed 65535 are refused before any process starts", async () => {
  const options = { services: [curves], replicas: { curves: 2 }, values: {}, port: 0, operationsPort: 65_535 };
  await expect(Cluster.start(options)).rejects.toThrow("too few ports up to 65535");
});

const postgres = (await testStores()).find(({ name }) => name === "PostgreSQL")!;
const nats = await findNats();
const missing = postgres.missing;
const broker = "url" in nats ? nats.url : null;

interface HttpResponse {
  readonly status: number;
  readonly body: { readonly id: number; readonly user_values: object; readonly meta: { readonly total: number } };
}

/** A process's URL, as the cluster prints it at startup. */
interface PrintedProcess {
  readonly name: string;
  readonly operations: string;
}

/**
 * The command as users run it. Ports, data directory, database and subjects on the bus are separate from other clusters
 * on this machine. A missing broker does not prevent the start.
 */
describe.skipIf(missing !== null)(
  `npm run cluster${missing === null ? "" : ` (skipped: ${missing})`}, ${broker === null ? "without NATS" : "with NATS"}`,
  () => {
    const directory = mkdtempSync(join(tmpdir(), "etesian-cluster-"));
    const data = join(directory, "data");
    const bus = `${broker ?? "nats://127.0.0.1:1"}/test_${randomUUID().replaceAll("-", "")}`;
    let store: Awaited<ReturnType<typeof postgres.create>>;
    let command: ChildProcess;
    let output = "";
    let operationsPort: number;

    beforeAll(async () => {
      operationsPort = await freePort(16); // more than there are processes
      shareModelCache(join(PROJECT, "models/starter"), data);
      store = await postgres.create();
      const flagValues = {
        "--port": 0,
        "--operations-port": operationsPort,
        "--data": data,
        "--store": store.url,
        "--bus": bus,
      };
      const flags = Object.entries(flagValues).flatMap(([flag, value]) => [flag, String(value)]);
      command = spawn(process.execPath, [join(PROJECT, "scripts/bootstrap.mjs"), "cluster", ...flags], {
        stdio: ["ignore", "pipe", "pipe"],
      });
      await new Promise<void>((resolve, reject) => {
        for (const stream of [command.stdout!, command.stderr!])
          stream.on("data", (chunk: Buffer) => {
            output += chunk.toString();
            if (/^scrape_configs:[^]*instance: gateway-2 \}$/m.test(output)) resolve();
          });
        command.once("exit", (code) => reject(new Error(`the command ended with ${code}: ${output}`)));
      });
    });
    afterAll(async () => {
      if (command?.exitCode === null) {
        const ended = once(command, "exit");
        command.kill("SIGTERM");
        await ended;
      }
      await store?.remove();
      if (broker !== null) await removeStreams(bus);
      rmSync(directory, { recursive: true, force: true });
    });

    const urls = (): readonly string[] =>
      /^Etesian is listening on (.*)$/m.exec(output)?.[1]?.split(" and ") ?? [output];
    const processes = (): readonly PrintedProcess[] =>
      [...output.matchAll(/^ {2}(\S+) +process \d+, (\S+)\/readyz$/gm)].map(([, name, operations]) => ({
        name: name!,
        operations: operations!,
      }));

    async function send(
      gateway: number,
      method: string,
      path: string,
      body?: object,
      headers: object = {},
    ): Promise<HttpResponse> {
      const response = await fetch(`${urls()[gateway]}/api/v3${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as HttpResponse["body"] };
    }

    test("every gateway serves the page and calculates a scenario", async () => {
      expect(urls()).toHaveLength(2);
      for (const [gateway, url] of urls().entries()) {
        const page = async (): Promise<string> => (await fetch(url, { headers: { accept: "text/html" } })).text();
        await expect.poll(page).toContain('id="page"');
        const { body } = await send(gateway, "POST", "/scenarios", {});
        const queryResponse = await send(gateway, "PUT", `/scenarios/${body.id}`, {
          scenario: { user_values: { capacity_of_energy_power_wind_turbine_offshore: 20_000 } },
          gqueries: ["share_of_renewable_electricity"],
        });
        expect(queryResponse).toMatchObject({
          status: 200,
          body: { gqueries: { share_of_renewable_electricity: { present: 0.497322514150532 } } },
        });
      }
    });

    test("the printed Prometheus configuration has the metrics endpoint of every process", async () => {
      const configuration = load(/^scrape_configs:\n(?: .*\n)+/m.exec(output)![0]) as {
        readonly scrape_configs: readonly {
          readonly static_configs: readonly { readonly targets: readonly string[]; readonly labels: object }[];
        }[];
      };
      const targetGroups = configuration.scrape_configs[0]!.static_configs;
      expect(targetGroups.map(({ labels }) => labels)).toEqual(processes().map(({ name }) => ({ instance: name })));
      expect(targetGroups.map(({ targets }) => `http://${targets[0]}`)).toEqual(
        processes().map(({ operations }) => operations),
      );
      const internalTargets = targetGroups.slice(0, -urls().length).flatMap(({ targets }) => targets);
      expect(internalTargets).toEqual(internalTargets.map((_, index) => `127.0.0.1:${operationsPort + index}`));
      for (const { targets } of targetGroups) {
        const metrics = await fetch(`http://${targets[0]}/metrics`);
        expect(await metrics.text()).toContain("service_ready");
      }
    });

    test("a change at one gateway is immediately visible at the other", async () => {
      const { accounts, close } = await openAccounts({ data, store: store.url, keys: null });
      const cause = operatorCause();
      await accounts.create({ email: "ada@example.org", name: null }, false, cause);
      const token = await accounts.issueToken(await accounts.getByEmail("ada@example.org"), "", SCOPES, null, cause);
      await close();
      const headers = { authorization: `Bearer ${token}` };
      for (let n = 1; n <= 20; n++) {
        const [gateway, otherGateway] = [n % 2, (n + 1) % 2];
        const created = await send(gateway, "POST", "/scenarios", {}, headers);
        expect(created.status).toBe(200);
        const path = `/scenarios/${created.body.id}`;
        const values = { capacity_of_energy_power_wind_turbine_offshore: 1_000 * n };
        expect((await send(otherGateway, "PUT", path, { scenario: { user_values: values } }, headers)).status).toBe(
          200,
        );
        expect((await send(gateway, "GET", path, undefined, headers)).body.user_values).toEqual(values);
        expect((await send(otherGateway, "GET", "/scenarios", undefined, headers)).body.meta.total).toBe(n);
      }
    });
  },
);
