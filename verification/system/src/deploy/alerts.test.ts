/**
 * Tests that each rule of deploy/helm/etesian/files/alerts.yaml is silent on a server's metrics before a fault, and
 * fires after it. Prometheus' own `promtool` evaluates the rules; where it is missing, that part is skipped with a
 * reason.
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DatabaseSync } from "node:sqlite";
import { writeVillage } from "@etesian/compute/testing";
import { freePort, PROJECT } from "@etesian/service-kit";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startForTest, type TestServer } from "@etesian/standalone/testing";

const run = promisify(execFile);
const RULES = join(PROJECT, "deploy/helm/etesian/files/alerts.yaml");
const NO_PROMTOOL = spawnSync("promtool", ["--version"]).error === undefined ? null : "promtool is not installed";

/** Minutes from the fault until an alert has to fire; an alert with a `for` of one day fires a day later. */
const minutesUntil = (alert: string): number => (alert === "EtesianParkedLong" ? 1_500 : 75);

/** Values by series, such as `event_store_failures_total{operation="append"}`. */
type Scrape = ReadonlyMap<string, number>;

let directory: string;
let server: TestServer;
let initialScrape: Scrape;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-alerts-"));
  writeVillage(join(directory, "village"));
  server = await start();
  await create();
  initialScrape = await scrape();
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a server whose mail server cannot be reached. */
async function start(): Promise<TestServer> {
  const smtp = `smtp://127.0.0.1:${await freePort()}`;
  return startForTest({ model: join(directory, "village"), data: join(directory, "data"), smtp });
}

async function scrape(): Promise<Scrape> {
  const response = await fetch(`${server.url}/metrics`).catch(() => null);
  return response === null ? new Map([["up", 0]]) : parseMetrics(await response.text());
}

/** Parses a page of metrics. */
function parseMetrics(page: string): Scrape {
  const lines = page.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const values = lines.map((line): [string, number] => {
    const index = line.lastIndexOf(" ");
    return [line.slice(0, index), Number(line.slice(index + 1))];
  });
  return new Map([["up", 1], ...values]);
}

async function create(headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${server.url}/api/v3/scenarios`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  });
  return ((await response.json()) as { readonly id: number }).id;
}

function executeSql(file: string, statement: string): void {
  const database = new DatabaseSync(join(directory, "data", file), { timeout: 10_000 });
  database.exec(statement);
  database.close();
}

/** Metrics of a fault that cannot be reproduced within seconds. */
const changeMetrics = (change: (name: string, value: number) => number | null) => async (): Promise<Scrape> =>
  new Map(
    [...(await scrape())].flatMap(([series, value]): [string, number][] => {
      const newValue = change(series, value);
      return newValue === null ? [] : [[series, newValue]];
    }),
  );

const isSeriesOf = (metric: string, series: string): boolean => new RegExp(`^${metric}(\\{|$)`).test(series);
const setMetric = (metric: string, value: number) =>
  changeMetrics((series, current) => (isSeriesOf(metric, series) ? value : current));

/** Injects a fault for each alert; returns the resulting metrics. */
const FAULTS: { readonly [alert: string]: () => Promise<Scrape> } = {
  EtesianEmailsWait: async () => {
    // Requests a sign-in link in an email that cannot be sent.
    await server.token("jane@example.org");
    const form = new URLSearchParams({ email: "jane@example.org" });
    await fetch(`${server.url}/sign-in/link`, { method: "POST", body: form, redirect: "manual" });
    return waitUntilPositive("mail_oldest_waiting_seconds");
  },
  EtesianEventsParked: park,
  // The same metrics a day later.
  EtesianParkedLong: scrape,
  EtesianNotReady: damageEvent,
  EtesianStoreFails: damageEvent,
  EtesianErrors: damageEvent,
  EtesianMemoryLow: async () => {
    const heap = ["--max-old-space-size=256", "--max-semi-space-size=1"];
    const program = ["--input-type=module", "--eval", FILL_HEAP];
    const { stdout } = await run(process.execPath, [...heap, ...program], { cwd: import.meta.dirname });
    return parseMetrics(stdout);
  },
  EtesianSlow: changeMetrics((series, value) => (/^http_request.*le="(?!5"|10"|30"|\+)/.test(series) ? 0 : value)),
  EtesianCalculationsRefused: setMetric("rpc_server_refused_total", 100),
  EtesianSolvedAgain: changeMetrics((series, value) => (series.includes('from="solved again"') ? 100 : value)),
  EtesianProcessBehind: setMetric("process_lag_seconds", 400),
  EtesianEventLoopBlocked: setMetric("nodejs_eventloop_lag_p99_seconds", 0.6),
  EtesianRestarts: changeMetrics((series, value) =>
    isSeriesOf("process_start_time_seconds", series) ? value + 100 : value,
  ),
  EtesianDown: async () => {
    await server.close();
    return scrape();
  },
};

/** Starts a process that fills its heap to at least nine tenths, and then prints its metrics. */
const FILL_HEAP = `
  import { getHeapStatistics } from "node:v8";
  import { createMetrics } from "@etesian/service-kit";
  const kept = [];
  const isFull = () => getHeapStatistics().used_heap_size > 0.91 * getHeapStatistics().heap_size_limit;
  while (!isFull()) kept.push(Array.from({ length: 1_000 }, (_, n) => ({ n })));
  process.stdout.write(await createMetrics().metrics());
`;

/**
 * Causes an event on which a process gives up: it cannot delete the curves of a deleted scenario, because their record
 * was damaged while the server was down.
 */
async function park(): Promise<Scrape> {
  const headers = { authorization: `Bearer ${await server.token("jane@example.org")}` };
  const id = await create(headers);
  const url = (): string => `${server.url}/api/v3/scenarios/${id}`;
  const body = new FormData();
  body.append("file", new Blob(["0.5\n".repeat(8760)]), "half.csv");
  await fetch(`${url()}/custom_curves/sun`, { method: "PUT", headers, body });
  await server.close();
  executeSql("events.db", `update events set actor = 'user:7' where stream = 'curve_set-${id}'`);
  server = await start();
  await fetch(url(), { method: "DELETE", headers });
  return waitUntilPositive("process_parked_oldest_seconds");
}

/** The metrics, once one of them is above 0. */
async function waitUntilPositive(metric: string): Promise<Scrape> {
  const isPositive = (metrics: Scrape): boolean =>
    [...metrics].some(([name, value]) => isSeriesOf(metric, name) && value > 0);
  await expect.poll(async () => isPositive(await scrape()), { interval: 200 }).toBe(true);
  return scrape();
}

async function damageEvent(): Promise<Scrape> {
  const id = await create();
  executeSql("events.db", `update events set actor = 'user:7' where stream = 'scenario-${id}'`);
  for (let attempt = 0; attempt < 5; attempt++) await fetch(`${server.url}/api/v3/scenarios/${id}/history`);
  return scrape();
}

/**
 * Five minutes of the metrics before the fault, then the metrics after it: counters grow by the same amount each
 * minute, and waiting items age.
 */
function inputSeries(previous: Scrape, current: Scrape, minutes: number): object[] {
  return [...new Set([...previous.keys(), ...current.keys()])].map((series) => {
    const [previousValue, currentValue] = [previous.get(series) ?? 0, current.get(series)];
    const isCounter = /_(total|count|sum|bucket|start_time_seconds)(\{|$)/.test(series);
    const growth = isCounter
      ? Math.max(0, (currentValue ?? 0) - previousValue)
      : isSeriesOf(".*_oldest_.*seconds", series) && currentValue! > 0
        ? 60
        : 0;
    const currentValues = currentValue === undefined ? `_x${minutes}` : `${currentValue}+${growth}x${minutes}`;
    const [, name, labels] = /^(\w+)(?:\{(.*)\})?$/.exec(series)!;
    const allLabels = [...(labels === undefined ? [] : [labels]), 'job="etesian",instance="one:9090"'];
    return { series: `${name}{${allLabels.join()}}`, values: `${previousValue}x5 ${currentValues}` };
  });
}

const rules = (
  load(readFileSync(RULES, "utf8")) as {
    readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
  }
).groups.flatMap((group) => group.rules);

test("every alert has a fault in this test", () => {
  expect(rules.map(({ alert }) => alert).toSorted()).toEqual(Object.keys(FAULTS).toSorted());
});

describe.skipIf(NO_PROMTOOL !== null)(`the rules${NO_PROMTOOL === null ? "" : ` (skipped: ${NO_PROMTOOL})`}`, () => {
  test.each(Object.keys(FAULTS))("%s is silent before its fault, and fires after it", async (alert) => {
    const { expr } = rules.find((rule) => rule.alert === alert)!;
    const currentScrape = await FAULTS[alert]!();
    const minutes = minutesUntil(alert);
    const isQueried = (series: string): boolean => expr.includes(series.split("{")[0]!);
    const queriedSeries = (scrape: Scrape): Scrape => new Map([...scrape].filter(([series]) => isQueried(series)));
    const firingExpression = `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0`;
    const tests = {
      rule_files: [RULES],
      evaluation_interval: "1m",
      tests: [
        {
          interval: "1m",
          input_series: inputSeries(queriedSeries(initialScrape), queriedSeries(currentScrape), minutes),
          promql_expr_test: [
            { expr: firingExpression, eval_time: "4m", exp_samples: [] },
            { expr: firingExpression, eval_time: `${minutes}m`, exp_samples: [{ labels: "{}", value: 1 }] },
          ],
        },
      ],
    };
    const path = join(directory, `${alert}.yaml`);
    writeFileSync(path, JSON.stringify(tests));
    // Asynchronous: a blocked process could not serve its metrics.
    const failure = await run("promtool", ["test", "rules", path]).then(
      () => null,
      (error: unknown) => {
        const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
        return `${stdout}${stderr}`;
      },
    );
    expect(failure).toBeNull();
  });

  test("the rules are valid for Prometheus", () => {
    expect(spawnSync("promtool", ["check", "rules", RULES]).status).toBe(0);
  });
});
