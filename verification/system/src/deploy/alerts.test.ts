/**
 * Each rule of deploy/helm/etesian/files/alerts.yaml fires on a server's metrics before and after a fault. Prometheus'
 * own `promtool` evaluates the rules; where it is missing, that part is skipped with a reason.
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

/** Values by series: `event_store_failures_total{operation="append"}`. */
type Scrape = ReadonlyMap<string, number>;

let directory: string;
let server: TestServer;
let begin: Scrape;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-alerts-"));
  writeVillage(join(directory, "village"));
  server = await start();
  await create();
  begin = await scrape();
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
  const answer = await fetch(`${server.url}/metrics`).catch(() => null);
  return answer === null ? new Map([["up", 0]]) : scraped(await answer.text());
}

/** Parses a page of metrics. */
function scraped(page: string): Scrape {
  const lines = page.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const values = lines.map((line): [string, number] => {
    const at = line.lastIndexOf(" ");
    return [line.slice(0, at), Number(line.slice(at + 1))];
  });
  return new Map([["up", 1], ...values]);
}

async function create(headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(`${server.url}/api/v3/scenarios`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  });
  return ((await answer.json()) as { readonly id: number }).id;
}

function change(file: string, statement: string): void {
  const database = new DatabaseSync(join(directory, "data", file));
  database.exec(statement);
  database.close();
}

/** Metrics of a fault that cannot be reproduced within seconds. */
const made = (change: (name: string, value: number) => number | null) => async (): Promise<Scrape> =>
  new Map(
    [...(await scrape())].flatMap(([series, value]): [string, number][] => {
      const changed = change(series, value);
      return changed === null ? [] : [[series, changed]];
    }),
  );

const isOf = (metric: string, series: string): boolean => new RegExp(`^${metric}(\\{|$)`).test(series);
const setting = (metric: string, value: number) => made((series, now) => (isOf(metric, series) ? value : now));

/** Injects a fault for each alert; returns the resulting metrics. */
const FAULTS: { readonly [alert: string]: () => Promise<Scrape> } = {
  EtesianEmailsWait: async () => {
    // Requests a sign-in link in an email that cannot be sent.
    await server.token("jane@example.org");
    const form = new URLSearchParams({ email: "jane@example.org" });
    await fetch(`${server.url}/sign-in/link`, { method: "POST", body: form, redirect: "manual" });
    return untilGreater("mail_oldest_waiting_seconds");
  },
  EtesianEventsParked: park,
  // The same event, a day later.
  EtesianParkedLong: scrape,
  EtesianNotReady: damage,
  EtesianStoreFails: damage,
  EtesianErrors: damage,
  EtesianMemoryLow: async () => {
    const heap = ["--max-old-space-size=256", "--max-semi-space-size=1"];
    const program = ["--input-type=module", "--eval", FULL];
    const { stdout } = await run(process.execPath, [...heap, ...program], { cwd: import.meta.dirname });
    return scraped(stdout);
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

/** A process that fills its heap to at least nine tenths, and then prints its metrics. */
const FULL = `
  import { getHeapStatistics } from "node:v8";
  import { createMetrics } from "@etesian/service-kit";
  const kept = [];
  const isFull = () => getHeapStatistics().used_heap_size > 0.91 * getHeapStatistics().heap_size_limit;
  while (!isFull()) kept.push(Array.from({ length: 1_000 }, (_, n) => ({ n })));
  process.stdout.write(await createMetrics().metrics());
`;

/**
 * An event that a process gives up on: it cannot drop the curves of a deleted scenario, because their record was
 * damaged while the server was down.
 */
async function park(): Promise<Scrape> {
  const headers = { authorization: `Bearer ${await server.token("jane@example.org")}` };
  const id = await create(headers);
  const url = (): string => `${server.url}/api/v3/scenarios/${id}`;
  const body = new FormData();
  body.append("file", new Blob(["0.5\n".repeat(8760)]), "half.csv");
  await fetch(`${url()}/custom_curves/sun`, { method: "PUT", headers, body });
  await server.close();
  change("curves.db", `update events set actor = 'user:7' where stream = 'curve_set-${id}'`);
  server = await start();
  await fetch(url(), { method: "DELETE", headers });
  return untilGreater("process_parked_oldest_seconds");
}

/** The metrics, once one of them is above 0. */
async function untilGreater(metric: string): Promise<Scrape> {
  const isThere = (figures: Scrape): boolean => [...figures].some(([name, value]) => isOf(metric, name) && value > 0);
  await expect.poll(async () => isThere(await scrape()), { interval: 200 }).toBe(true);
  return scrape();
}

async function damage(): Promise<Scrape> {
  const id = await create();
  change("events.db", `update events set actor = 'user:7' where stream = 'scenario-${id}'`);
  for (let look = 0; look < 5; look++) await fetch(`${server.url}/api/v3/scenarios/${id}/history`);
  return scrape();
}

/**
 * Five minutes of the metrics before the fault, then those after it: counters grow by the same amount each minute, and
 * waiting items grow older.
 */
function inputSeries(before: Scrape, after: Scrape, minutes: number): object[] {
  return [...new Set([...before.keys(), ...after.keys()])].map((series) => {
    const [from, to] = [before.get(series) ?? 0, after.get(series)];
    const isCounter = /_(total|count|sum|bucket|start_time_seconds)(\{|$)/.test(series);
    const growth = isCounter ? Math.max(0, (to ?? 0) - from) : isOf(".*_oldest_.*seconds", series) && to! > 0 ? 60 : 0;
    const rest = to === undefined ? `_x${minutes}` : `${to}+${growth}x${minutes}`;
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

test("every alert has a fault in this test", () => {
  expect(rules.map(({ alert }) => alert).toSorted()).toEqual(Object.keys(FAULTS).toSorted());
});

describe.skipIf(NO_PROMTOOL !== null)(`the rules${NO_PROMTOOL === null ? "" : ` (skipped: ${NO_PROMTOOL})`}`, () => {
  test.each(Object.keys(FAULTS))("%s is silent before its fault, and fires after it", async (alert) => {
    const { expr } = rules.find((rule) => rule.alert === alert)!;
    const after = await FAULTS[alert]!();
    const minutes = minutesUntil(alert);
    const isQueried = (series: string): boolean => expr.includes(series.split("{")[0]!);
    const only = (scrape: Scrape): Scrape => new Map([...scrape].filter(([series]) => isQueried(series)));
    const firing = `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0`;
    const tests = {
      rule_files: [RULES],
      evaluation_interval: "1m",
      tests: [
        {
          interval: "1m",
          input_series: inputSeries(only(begin), only(after), minutes),
          promql_expr_test: [
            { expr: firing, eval_time: "4m", exp_samples: [] },
            { expr: firing, eval_time: `${minutes}m`, exp_samples: [{ labels: "{}", value: 1 }] },
          ],
        },
      ],
    };
    const path = join(directory, `${alert}.yaml`);
    writeFileSync(path, JSON.stringify(tests));
    // Yields to the server meanwhile: a blocked server refuses to show its metrics.
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
