/**
 * Tests that redelivered events change nothing: a server that has lost its processes' checkpoints handles every event
 * of every service again, long after newer ones.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { writeVillage } from "@etesian/compute/testing";
import { PROCESSES } from "@etesian/event-store";
import { startForTest, type TestServer } from "@etesian/standalone/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

const POLLING = { interval: 100 };

let directory: string;
let data: string;
let server: TestServer;
const start = () => startForTest({ model: join(directory, "village"), data });

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-redelivery-"));
  data = join(directory, "data");
  writeVillage(join(directory, "village"));
  server = await start();
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

async function send<T>(token: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${server.url}/api/v3${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === "" ? null : JSON.parse(text)) as T;
}

/** Values of a metric, by process. */
async function metricByProcess(name: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const matches = text.matchAll(new RegExp(`^${name}\\{process="([^"]+)"\\} (\\S+)$`, "gm"));
  return new Map([...matches].map(([, process, value]) => [process!, Number(value)]));
}

/** Resolves when every process has handled all events. */
const settle = () =>
  expect
    .poll(async () => [...(await metricByProcess("process_lag_seconds")).values()].every((lag) => lag === 0), POLLING)
    .toBe(true);

const openDatabases = (): readonly DatabaseSync[] =>
  readdirSync(data)
    .filter((file) => file.endsWith(".db"))
    .map((file) => new DatabaseSync(join(data, file)));

const hasTable = (database: DatabaseSync, table: string): boolean =>
  database.prepare("select 1 from sqlite_master where name = ?").get(table) !== undefined;

/** Lengths of all streams except key streams. */
function readStreamLengths(): { readonly [stream: string]: number } {
  const lengths: { [stream: string]: number } = {};
  for (const database of openDatabases()) {
    if (hasTable(database, "streams")) {
      const rows = database.prepare("select stream, version from streams").all() as {
        stream: string;
        version: number;
      }[];
      for (const { stream, version } of rows) if (!stream.startsWith("unchanged-")) lengths[stream] = version;
    }
    database.close();
  }
  return lengths;
}

function deleteCheckpoints(): readonly string[] {
  const deletedCheckpoints: string[] = [];
  for (const database of openDatabases()) {
    for (const name of hasTable(database, "checkpoints") ? PROCESSES : []) {
      const { changes } = database.prepare("delete from checkpoints where consumer = ?").run(name);
      if (changes > 0) deletedCheckpoints.push(name);
    }
    database.close();
  }
  return deletedCheckpoints;
}

test("every event of every service, handled once more at the end, changes nothing", async () => {
  const [ada, eve] = [await server.token("ada@example.org"), await server.token("eve@example.org")];
  await server.token("bob@example.org");
  const createScenario = async (token: string): Promise<number> =>
    (await send<{ id: number }>(token, "POST", "/scenarios", { scenario: {} })).id;
  const [first, second, deletedId] = [await createScenario(ada), await createScenario(ada), await createScenario(ada)];
  const saved_scenario = { scenario_id: first, title: "Shared" };
  const { id } = await send<{ id: number }>(ada, "POST", "/saved_scenarios", { saved_scenario });
  const share = (method: string, role?: string) =>
    send(ada, method, `/saved_scenarios/${id}/users`, {
      saved_scenario_users: [{ user_email: "bob@example.org", role }],
    });
  const put = (scenario_id: number) => send(ada, "PUT", `/saved_scenarios/${id}`, { saved_scenario: { scenario_id } });
  await share("POST", "scenario_viewer");
  await put(second);
  await share("DELETE");
  await put(first);
  await share("POST", "scenario_viewer");
  await put(second);
  await share("PUT", "scenario_collaborator");
  await settle();
  // Later decisions of the owner.
  await send(ada, "PUT", `/scenarios/${second}`, { scenario: { keep_compatible: false } });
  const scenario_users = [{ user_email: "bob@example.org" }];
  await send(ada, "DELETE", `/scenarios/${second}/users`, { scenario_users });
  await send(ada, "DELETE", `/scenarios/${deletedId}`);
  await createScenario(eve);
  await send(eve, "DELETE", "/user");
  await settle();
  await expect.poll(async () => (await metricByProcess("process_events_total")).get("erasures"), POLLING).toBe(1);
  const previousLengths = readStreamLengths();

  await server.close();
  expect(deleteCheckpoints().toSorted()).toEqual(PROCESSES.toSorted());
  server = await start();
  await settle();
  await expect.poll(async () => (await metricByProcess("process_events_total")).get("erasures"), POLLING).toBe(1);
  await settle();
  const handledEvents = await metricByProcess("process_events_total");
  // Fails if a process handles no events: add events for it above.
  expect([...handledEvents.keys()].toSorted()).toEqual(PROCESSES.toSorted());
  expect(Math.min(...handledEvents.values())).toBeGreaterThan(0);
  expect(readStreamLengths()).toEqual(previousLengths);
});
