/** Many processes behave as one, also while some of them die or are replaced. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atCommandLine, openAccounts } from "@etesian/accounts";
import { writeVillage } from "@etesian/compute/testing";
import { SCOPES } from "@etesian/contracts/rights";
import { findNats, removeStreams } from "@etesian/event-bus/testing";
import { testStores } from "@etesian/event-store/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SERVICES } from "../services.ts";
import { Cluster } from "./cluster.ts";

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
  const deaths: string[] = [];
  const said: string[] = [];
  let store: Awaited<ReturnType<typeof postgres.create>>;
  let cluster: Cluster;

  beforeAll(async () => {
    writeVillage(join(directory, "village"));
    store = await postgres.create();
    cluster = await Cluster.start({
      services: SERVICES,
      replicas: { gateway: 2, scenarios: 2, compute: 2 },
      values: { model: join(directory, "village"), data, store: store.url, bus, workers: 1, logLevel: "error" },
      port: 0,
      tell: (_, line) => said.push(line),
      died: (process) => deaths.push(process),
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

  /** As a careful client does it: under one key until there is an answer other than 503; how often it was asked. */
  async function insist(gateway: () => number, method: string, path: string, body?: object) {
    const headers = { "idempotency-key": randomUUID() };
    for (let asked = 1; ; asked++, await sleep(20)) {
      const answer = await ask(gateway(), method, path, body, headers).catch(() => null);
      if (answer !== null && answer.status !== 503) return { ...answer, asked };
    }
  }

  test("shows at one gateway what was written at the other, at once", async () => {
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

  test.each(["compute-1", "scenarios-2"])(
    "goes on when %s is killed, and has it back",
    async (name) => {
      const member = cluster.members.find((each) => each.name === name)!;
      const { id } = (await insist(() => 1, "POST", "/scenarios", {})).body;
      const { pid } = member;
      member.signal("SIGKILL");
      const body = { scenario: { user_values: { heat_demand_per_year: 41 } }, gqueries: ["gas_demand"] };
      expect((await insist(() => 1, "PUT", `/scenarios/${id}`, body)).status).toBe(200);
      await expect.poll(() => deaths.at(-1)).toBe(name);
      await expect.poll(() => member.pid, { timeout: 60_000 }).not.toBeNull();
      await member.ready();
      expect(member.pid).not.toBe(pid);
      expect((await insist(() => 0, "PUT", `/scenarios/${id}`, body)).status).toBe(200);
    },
    60_000,
  );

  test("serves while every process is replaced, one after the other", { timeout: 120_000 }, async () => {
    const before = deaths.length;
    const over = new AbortController();
    const clients = Array.from({ length: 4 }, async (_, client) => {
      const { id } = (await insist(() => client % 2, "POST", "/scenarios", {})).body;
      let changes = 0;
      for (; !over.signal.aborted || changes === 0; changes++) {
        const values = { heat_demand_per_year: 10 + (changes % 50) };
        const body = { scenario: { user_values: values }, gqueries: ["gas_demand"] };
        let turn = client + changes;
        // A gateway that is being replaced has a neighbour.
        const changed = await insist(() => turn++ % 2, "PUT", `/scenarios/${id}`, body);
        expect(changed.status).toBe(200);
        const read = await insist(() => turn++ % 2, "GET", `/scenarios/${id}`);
        expect(read).toMatchObject({ status: 200, body: { user_values: values } });
      }
      return changes;
    });
    for (const member of cluster.members) await member.restart();
    over.abort("replaced");
    for (const changes of await Promise.all(clients)) expect(changes).toBeGreaterThan(0);
    expect(deaths).toHaveLength(before);
  });
});
