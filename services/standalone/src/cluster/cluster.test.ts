/** Many processes behave as one; verification/faults/src/cluster.test.ts kills some of them. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { atCommandLine, openAccounts } from "@etesian/accounts";
import { writeVillage } from "@etesian/compute/testing";
import { SCOPES } from "@etesian/contracts/rights";
import { curves } from "@etesian/curves";
import { findNats, removeStreams } from "@etesian/event-bus/testing";
import { testStores } from "@etesian/event-store/testing";
import { freePort, PROJECT } from "@etesian/service-kit";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SERVICES } from "../services.ts";
import serverFlags from "../../../../scripts/server-flags.json" with { type: "json" };
import { Cluster } from "./cluster.ts";
import { scrapeConfiguration } from "./scrape-configuration.ts";

test("a cluster that cannot start says why, when its first process ends", async () => {
  const values = { data: tmpdir(), logLevel: "loud" };
  const starting = Cluster.start({ services: [curves], replicas: {}, values, port: 0, operationsPort: 0 });
  await expect(starting).rejects.toThrow(/^curves-1 could not start\n[^]*"loud"/);
});

test("npm run cluster ends with exit code 1, and the reason, when the database is away", async () => {
  const program = join(PROJECT, "services/standalone/src/cluster/main.ts");
  const environment = { ...process.env, ETESIAN_STORE: "postgres://nobody@127.0.0.1:1/etesian" };
  // As its launcher starts it: with a channel, which closes when the launcher has gone.
  const child = spawn(process.execPath, [...serverFlags, program], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: environment,
    timeout: 15_000,
  });
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, "exit")]);
  expect(said).toContain("127.0.0.1:1");
  expect(code).toBe(1);
});

test("ports that would end beyond 65535 are refused before anything starts", async () => {
  const options = { services: [curves], replicas: { curves: 2 }, values: {}, port: 0, operationsPort: 65_535 };
  await expect(Cluster.start(options)).rejects.toThrow("too few ports up to 65535");
});

const postgres = (await testStores()).find(({ name }) => name === "PostgreSQL")!;
const nats = await findNats();
const missing = postgres.missing ?? ("missing" in nats ? nats.missing : null);

interface Answer {
  readonly status: number;
  readonly body: { readonly id: number; readonly user_values: object; readonly meta: { readonly total: number } };
}

describe.skipIf(missing !== null)(`a cluster${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
  const directory = mkdtempSync(join(tmpdir(), "etesian-cluster-"));
  const data = join(directory, "data");
  const namespace = `test_${randomUUID().replaceAll("-", "")}`;
  const bus = `${"url" in nats ? nats.url : ""}/${namespace}`;
  let store: Awaited<ReturnType<typeof postgres.create>>;
  let cluster: Cluster;
  let operationsPort: number;

  beforeAll(async () => {
    operationsPort = await freePort();
    writeVillage(join(directory, "village"));
    store = await postgres.create();
    cluster = await Cluster.start({
      services: SERVICES,
      replicas: { gateway: 2, scenarios: 2, compute: 2 },
      values: { model: join(directory, "village"), data, store: store.url, bus, workers: 1, logLevel: "error" },
      port: 0,
      operationsPort,
    });
  }, 120_000);
  afterAll(async () => {
    await cluster?.stop();
    await store?.remove();
    await removeStreams(bus);
    rmSync(directory, { recursive: true, force: true });
  });

  async function ask(
    gateway: number,
    method: string,
    path: string,
    body?: object,
    headers: object = {},
  ): Promise<Answer> {
    const response = await fetch(`${cluster.urls[gateway]}/api/v3${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  }

  test("the metrics of every process are where the printed configuration of Prometheus says", async () => {
    const configuration = load(scrapeConfiguration(cluster.members)) as {
      readonly scrape_configs: readonly {
        readonly static_configs: readonly { readonly targets: readonly string[]; readonly labels: object }[];
      }[];
    };
    const scraped = configuration.scrape_configs[0]!.static_configs;
    expect(scraped.map(({ labels }) => labels)).toEqual(cluster.members.map(({ name }) => ({ instance: name })));
    const others = scraped.slice(0, -cluster.of("gateway").length).flatMap(({ targets }) => targets);
    expect(others).toEqual(others.map((_, index) => `127.0.0.1:${operationsPort + index}`));
    for (const { targets } of scraped) {
      const metrics = await fetch(`http://${targets[0]}/metrics`);
      expect(await metrics.text()).toContain("service_ready");
    }
  });

  test("a change at one gateway is visible at the other, at once", async () => {
    const { accounts, close } = await openAccounts({ data, store: store.url, keys: null });
    const cause = atCommandLine();
    await accounts.create({ email: "ada@example.org", name: null }, false, cause);
    const token = await accounts.issueToken(await accounts.byEmail("ada@example.org"), "", SCOPES, null, cause);
    await close();
    const headers = { authorization: `Bearer ${token}` };
    for (let n = 1; n <= 20; n++) {
      const [here, there] = [n % 2, (n + 1) % 2];
      const created = await ask(here, "POST", "/scenarios", {}, headers);
      expect(created.status).toBe(200);
      const path = `/scenarios/${created.body.id}`;
      const values = { heat_demand_per_year: n };
      expect((await ask(there, "PUT", path, { scenario: { user_values: values } }, headers)).status).toBe(200);
      expect((await ask(here, "GET", path, undefined, headers)).body.user_values).toEqual(values);
      expect((await ask(there, "GET", "/scenarios", undefined, headers)).body.meta.total).toBe(n);
    }
  });
});
