/**
 * Each rule of deploy/alerts.yaml fires, by the figures of a server before and after a fault. Prometheus' own `promtool` judges
 * the rules; where it is missing that part is skipped, and says so.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { writeVillage } from "@etesian/compute/testing";
import { freePort, PROJECT } from "@etesian/service-kit";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startForTest, type TestServer } from "../test-server.ts";

const RULES = join(PROJECT, "deploy/alerts.yaml");
const NO_PROMTOOL = spawnSync("promtool", ["--version"]).error === undefined ? null : "promtool is not installed";

/** Values by series: `event_store_failures_total{operation="append"}`. */
type Scrape = ReadonlyMap<string, number>;

let directory: string;
let server: TestServer;
let begin: Scrape;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-alerts-"));
  writeVillage(join(directory, "village"));
  // A mail server that nobody reaches.
  const smtp = `smtp://127.0.0.1:${await freePort()}`;
  server = await startForTest({ model: join(directory, "village"), data: join(directory, "data"), smtp });
  await create();
  begin = await scrape();
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

async function scrape(): Promise<Scrape> {
  const answer = await fetch(`${server.url}/metrics`).catch(() => null);
  if (answer === null) return new Map([["up", 0]]);
  const lines = (await answer.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const values = lines.map((line): [string, number] => {
    const at = line.lastIndexOf(" ");
    return [line.slice(0, at), Number(line.slice(at + 1))];
  });
  return new Map([["up", 1], ...values]);
}

async function create(): Promise<number> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${server.url}/api/v3/scenarios`, { method: "POST", headers, body: "{}" });
  return ((await answer.json()) as { readonly id: number }).id;
}

function change(file: string, statement: string): void {
  const database = new DatabaseSync(join(directory, "data", file));
  database.exec(statement);
  database.close();
}

/** Where a fault cannot be had in seconds: figures as they would be. */
const made = (change: (name: string, value: number) => number | null) => async (): Promise<Scrape> =>
  new Map(
    [...(await scrape())].flatMap(([series, value]): [string, number][] => {
      const changed = change(series, value);
      return changed === null ? [] : [[series, changed]];
    }),
  );

const isOf = (metric: string, series: string): boolean => new RegExp(`^${metric}(\\{|$)`).test(series);
const setting = (metric: string, value: number) => made((series, now) => (isOf(metric, series) ? value : now));
const HOUR = 3_600_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** For each alert a fault; answers the figures that follow from it. */
const FAULTS: { readonly [alert: string]: () => Promise<Scrape> } = {
  EtesianEmailsWait: async () => {
    // Asks for a link, by an email that cannot leave.
    await server.token("jane@example.org");
    const form = new URLSearchParams({ email: "jane@example.org" });
    await fetch(`${server.url}/sign-in/letter`, { method: "POST", body: form, redirect: "manual" });
    await expect.poll(async () => (await scrape()).get("mail_oldest_waiting_seconds")).toBeGreaterThan(0);
    change("keys.db", `update mail set put_at = '${ago(2 * HOUR)}'`);
    return scrape();
  },
  EtesianEventsParked: park,
  EtesianParkedLong: park,
  EtesianNotReady: damage,
  EtesianStoreFails: damage,
  EtesianErrors: damage,
  EtesianMemoryLow: async () => {
    const now = await scrape();
    return new Map([...now, ["process_memory_limit_bytes", now.get("process_resident_memory_bytes")! * 1.05]]);
  },
  EtesianSlow: made((series, value) => (/^http_request.*le="(?!5"|10"|30"|\+)/.test(series) ? 0 : value)),
  EtesianCalculationsRefused: setting("rpc_server_refused_total", 100),
  EtesianSolvedAgain: made((series, value) => (series.includes('from="solved again"') ? 100 : value)),
  EtesianProcessBehind: setting("process_lag_seconds", 400),
  EtesianEventLoopBlocked: setting("nodejs_eventloop_lag_p99_seconds", 0.6),
  EtesianRestarts: made((series, value) => (isOf("process_start_time_seconds", series) ? value + 100 : value)),
  EtesianDown: async () => {
    await server.close();
    return scrape();
  },
};

/** An event that a process gave up two days ago. */
async function park(): Promise<Scrape> {
  change(
    "events.db",
    `insert or replace into held_events (process, stream, version, event, type, tries, error, since)
     values ('dropping curves of deleted scenarios', 'scenario-1', 1, 'an id', 'ScenarioDeleted', 5, 'Error: no', '${ago(48 * HOUR)}')`,
  );
  return scrape();
}

async function damage(): Promise<Scrape> {
  const id = await create();
  change("events.db", `update events set actor = 'user:7' where stream = 'scenario-${id}'`);
  for (let look = 0; look < 5; look++) await fetch(`${server.url}/api/v3/scenarios/${id}/history`);
  return scrape();
}

/** Five minutes as before, then the figures after the fault: those of counters, grown as much each minute. */
function inputSeries(before: Scrape, after: Scrape): object[] {
  return [...new Set([...before.keys(), ...after.keys()])].map((series) => {
    const [from, to] = [before.get(series) ?? 0, after.get(series)];
    const isCounter = /_(total|count|sum|bucket|start_time_seconds)(\{|$)/.test(series);
    const rest = to === undefined ? "_x60" : isCounter ? `${to}+${Math.max(0, to - from)}x60` : `${to}x60`;
    const [, name, labels] = /^(\w+)(?:\{(.*)\})?$/.exec(series)!;
    const all = [...(labels === undefined ? [] : [labels]), 'job="etesian",instance="one:9090"'];
    return { series: `${name}{${all.join()}}`, values: `${from}x5 ${rest}` };
  });
}

const rules = (
  load(readFileSync(RULES, "utf8")) as {
    readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
  }
).groups.flatMap((group) => group.rules);

test("every alert has its fault here", () => {
  expect(rules.map(({ alert }) => alert).toSorted()).toEqual(Object.keys(FAULTS).toSorted());
});

describe.skipIf(NO_PROMTOOL !== null)(`the rules${NO_PROMTOOL === null ? "" : ` (skipped: ${NO_PROMTOOL})`}`, () => {
  test.each(Object.keys(FAULTS))("%s is silent before its fault, and fires after it", async (alert) => {
    const { expr } = rules.find((rule) => rule.alert === alert)!;
    const after = await FAULTS[alert]!();
    const isAsked = (series: string): boolean => expr.includes(series.split("{")[0]!);
    const only = (scrape: Scrape): Scrape => new Map([...scrape].filter(([series]) => isAsked(series)));
    const firing = `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0`;
    const tests = {
      rule_files: [RULES],
      evaluation_interval: "1m",
      tests: [
        {
          interval: "1m",
          input_series: inputSeries(only(begin), only(after)),
          promql_expr_test: [
            { expr: firing, eval_time: "4m", exp_samples: [] },
            { expr: firing, eval_time: "50m", exp_samples: [{ labels: "{}", value: 1 }] },
          ],
        },
      ],
    };
    const path = join(directory, `${alert}.yaml`);
    writeFileSync(path, JSON.stringify(tests));
    const { stdout, stderr, status } = spawnSync("promtool", ["test", "rules", path], { encoding: "utf8" });
    expect({ status, output: status === 0 ? "" : `${stdout}${stderr}` }).toEqual({ status: 0, output: "" });
  });

  test("are what Prometheus accepts", () => {
    expect(spawnSync("promtool", ["check", "rules", RULES]).status).toBe(0);
  });
});
