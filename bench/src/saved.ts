/** Lists many saved scenarios, and saves one more: both are daily operations. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NewEvent, openEventStore } from "@etesian/event-store";
import { ServerProcess } from "@etesian/workbench/server-process";
import { type Benchmark, printDistribution } from "@etesian/workbench/report";
import { starter } from "@etesian/workbench/server";

const OWN_SCENARIOS = 10_000;
const ALL_SCENARIOS = 100_000;
const PAGE = 25;
const REQUESTS = 200;
const LIMITS_P50_MS = { list: 30, create: 20 };
/** Concurrent appends while the store is filled. */
const CONCURRENT = 200;

export const savedBenchmark: Benchmark = {
  about: `lists of ${OWN_SCENARIOS} saved scenarios of one user, ${ALL_SCENARIOS} in total, and saving one more`,
  run: async (print) => {
    const data = mkdtempSync(join(tmpdir(), "etesian-saved-"));
    let server = await start(data);
    try {
      const token = await server.token();
      const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
        const response = await fetch(`${server.url}/api/v3${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
        return JSON.parse(text) as T;
      };
      const { id } = await send<{ id: number }>("POST", "/scenarios", { scenario: {} });
      const save = () =>
        send<SavedScenario>("POST", "/saved_scenarios", { saved_scenario: { scenario_id: id, title: "One more" } });
      const person = (await save()).saved_scenario_users[0]!.user_id;
      await server.stop();
      await fill(data, person);
      server = await start(data);
      // The first request also waits until the lists are built from the events.
      const { meta } = await send<{ meta: { total: number } }>("GET", "/saved_scenarios");
      print(`${meta.total} of one user, ${ALL_SCENARIOS} in total; ready after ${server.secondsToReady.toFixed(1)} s`);

      const lists: number[] = [];
      for (let n = 0; n < REQUESTS; n++) {
        const page = 1 + ((n * 37) % (OWN_SCENARIOS / PAGE));
        lists.push(await time(() => send("GET", `/saved_scenarios?page=${page}&limit=${PAGE}`)));
      }
      const creates: number[] = [];
      for (let n = 0; n < REQUESTS; n++) creates.push(await time(save));
      const firstPages: number[] = [];
      for (let n = 0; n < REQUESTS; n++) firstPages.push(await time(() => send("GET", "/saved_scenarios")));
      const verdicts = [
        printDistribution(print, `any page of ${PAGE}`, { wall: lists }, { limits: { p50: LIMITS_P50_MS.list } }),
        printDistribution(print, "the first page", { wall: firstPages }, { limits: { p50: LIMITS_P50_MS.list } }),
        printDistribution(print, "saving one more", { wall: creates }, { limits: { p50: LIMITS_P50_MS.create } }),
      ];
      return verdicts.every(Boolean);
    } finally {
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    }
  },
};

interface SavedScenario {
  readonly saved_scenario_users: readonly { readonly user_id: number }[];
}

async function start(data: string): Promise<ServerProcess> {
  const server = new ServerProcess({ model: starter.model, data });
  await server.waitUntilReady();
  return server;
}

/**
 * Writes the events of several years of use, as the services would: one user's saved scenarios, each with its scenario,
 * among other users' saved scenarios.
 */
async function fill(data: string, person: number): Promise<void> {
  const scenarios = Array.from({ length: OWN_SCENARIOS }, (_, n) => n + 2);
  await append(join(data, "events.db"), scenarios, (id) => ({
    stream: `scenario-${id}`,
    type: "ScenarioCreated",
    schemaVersion: 2,
    data: {
      area: starter.area,
      endYear: 2050,
      scaling: null,
      owner: person,
      source: null,
      private: false,
      keepCompatible: true,
      readOnly: false,
      metadata: { title: `Scenario ${id}` },
      template: null,
      userValues: {},
      balancedValues: {},
      activeCouplings: [],
      orders: {},
    },
  }));
  const savedIds = Array.from({ length: ALL_SCENARIOS }, (_, n) => n + 2);
  await append(join(data, "events.db"), savedIds, (id) => ({
    stream: `saved-scenario-${id}`,
    type: "ScenarioSaved",
    schemaVersion: 1,
    data: {
      // One in ten is the measured user's; the others belong to a thousand users.
      owner: id % (ALL_SCENARIOS / OWN_SCENARIOS) === 0 ? person : person + 1 + (id % 1_000),
      scenario: 2 + (Math.floor(id / (ALL_SCENARIOS / OWN_SCENARIOS)) % OWN_SCENARIOS),
      scenarioVersion: 1,
      area: starter.area,
      endYear: 2050,
      modelVersion: "latest",
      shared: false,
      title: `Saved ${id}`,
      description: null,
      private: false,
    },
  }));
}

interface StreamEvent extends Pick<NewEvent, "type" | "schemaVersion" | "data"> {
  readonly stream: string;
}

async function append(file: string, ids: readonly number[], describe: (id: number) => StreamEvent): Promise<void> {
  const store = await openEventStore(`sqlite:${file}`);
  for (let from = 0; from < ids.length; from += CONCURRENT) {
    const appends = ids.slice(from, from + CONCURRENT).map((id) => {
      const { stream, ...fields } = describe(id);
      const time = new Date(Date.UTC(2026, 0, 1) + id * 1_000).toISOString();
      const envelope = { id: randomUUID(), time, actor: "service:bench", correlationId: "bench", causationId: null };
      return store.append(stream, [{ ...fields, ...envelope }], 0);
    });
    await Promise.all(appends);
  }
  await store.close();
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
