/**
 * A sweep in a cluster whose workers, broker and sweep service are killed: its table equals an uninterrupted sweep's
 * table.
 */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hasNatsProgram, TestBroker } from "@etesian/event-bus/testing";
import { Proxy } from "@etesian/event-store/testing";
import { shardOf } from "@etesian/explore";
import { Cluster, type Member } from "@etesian/standalone/cluster";
import { DISTRIBUTED } from "@etesian/standalone/services";
import { issueToken } from "@etesian/standalone/testing";
import { readSweepSpec, type Sweep, SweepDirectory, SweepPool } from "@etesian/sweep/running";
import { starter } from "@etesian/workbench/server";
import { type Fault, inTemporaryDirectory, SkippedFault } from "./fault.ts";
import { GatewayRotation } from "./cluster.ts";

/** Variants per round. */
const VARIANTS = 500;
const KILL_EVERY_MS = 2_000;
const BROKER_DOWN_MS = 300;
const POLL_INTERVAL_MS = 100;
/** Time limit of a sweep (ms), below the test's, so that the message names a sweep that hangs. */
const TIMEOUT_MS = 300_000;
const WORKERS = 4;

const specOf = (variants: number) => ({
  factors: [
    { slider: "costs_oil", range: { part_of_present: 0.3 } },
    { slider: "capacity_of_energy_power_wind_turbine_offshore", range: { from: 1000, to: 20000 } },
    { group: "freight_transport", spread: 0.5 },
  ],
  design: { method: "sobol", n: variants },
  outputs: {
    queries: ["dashboard_total_costs", "share_of_renewable_electricity"],
    series: [{ query: "merit_order_price_curve", statistics: ["mean", "p95"] }],
  },
});

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Calculates the table on threads of this process, in three shards; returns its hash. */
async function calculateShardedTable(path: string, data: string, variants: number): Promise<string> {
  const spec = readSweepSpec(specOf(variants));
  const base = { kind: "written", area: starter.area, endYear: 2050, values: {} } as const;
  const sweep: Sweep = { id: "shards", spec, base };
  const pool = new SweepPool(2, {
    modelDirectory: starter.model,
    cacheDirectory: join(data, "cache"),
    hasLowPriority: false,
  });
  try {
    const plan = await pool.plan(sweep);
    if ("problems" in plan) throw new Error(plan.problems.join("; "));
    const { outline } = plan;
    const directory = new SweepDirectory(path, outline, { spec });
    for (const shard of [2, 0, 1])
      await pool.calculate(sweep, shardOf(outline.parts, shard, 3), {
        onPart: (part, { file }) => directory.add(part, file),
        onDefect: (error) => {
          throw error;
        },
      });
    await directory.finish(false);
    return hashOf(readFileSync(join(path, "results.parquet")));
  } finally {
    await pool.close();
  }
}

/**
 * Kills parts of the cluster in turn until the signal aborts; returns the number of kills. Waits for a stored part
 * between kills: otherwise a slow machine would spend all its time on starting processes.
 * @param countStoredParts returns the number of stored parts
 */
async function killInTurn(
  { cluster, broker, proxy }: { readonly cluster: Cluster; readonly broker: TestBroker; readonly proxy: Proxy },
  countStoredParts: () => number,
  signal: AbortSignal,
): Promise<number> {
  const [firstWorker, secondWorker] = cluster.membersOf("batch") as [Member, Member];
  const [sweeps] = cluster.membersOf("sweeps") as [Member];
  const kills: readonly (() => Promise<void> | void)[] = [
    () => firstWorker.signal("SIGKILL"),
    () => sweeps.signal("SIGKILL"),
    () => void proxy.cut(),
    () => secondWorker.signal("SIGKILL"),
    async () => {
      await broker.kill();
      await sleep(BROKER_DOWN_MS);
      await broker.start();
    },
  ];
  for (let count = 0; ; count++) {
    const previousCount = countStoredParts();
    await sleep(KILL_EVERY_MS, null, { signal }).catch(() => {});
    while (!signal.aborted && countStoredParts() === previousCount) await sleep(POLL_INTERVAL_MS);
    if (signal.aborted) return count;
    await kills[count % kills.length]!();
  }
}

export const sweepKills: Fault = {
  description: `workers, service and broker of a sweep killed every 2 s and after a part; ${VARIANTS} variants per round`,
  rounds: 20,
  run: (print, rounds) =>
    inTemporaryDirectory(async (directory) => {
      if (!hasNatsProgram()) throw new SkippedFault("there is no nats-server");
      await using disposables = new AsyncDisposableStack();
      const broker = disposables.adopt(await TestBroker.create(), (testBroker) => testBroker.remove());
      await broker.start();
      const { proxy, url } = await Proxy.inFrontOf(broker.url);
      disposables.defer(() => proxy.close());
      const data = join(directory, "data");
      const problems: string[] = [];
      const cluster = await Cluster.start({
        services: DISTRIBUTED,
        replicas: { batch: WORKERS },
        values: {
          model: starter.model,
          data,
          bus: url.replace(/\/$/, ""),
          workers: 1,
          sweepThreads: 1,
          logLevel: "error",
        },
        port: 0,
        operationsPort: 0,
      });
      disposables.defer(() => cluster.stop());
      const front = new GatewayRotation(cluster.urls);
      const token = await issueToken({ data, store: null, keys: null }, "somebody@example.org");
      const headers = { authorization: `Bearer ${token}` };
      const variants = VARIANTS * rounds;
      const creation = await front.send("POST", "/scenarios", {}, headers);
      const { id: scenario_id } = creation.body as { readonly id: number };

      const run = async (name: string): Promise<string> => {
        const startedAt = performance.now();
        const sweep = { base: { scenario_id }, ...specOf(variants) };
        const response = await front.send("POST", "/sweeps", { sweep }, headers);
        if (response.status !== 202) throw new Error(`a sweep was refused: ${JSON.stringify(response.body)}`);
        const { id } = response.body as { readonly id: string };
        for (;;) {
          const { status, body } = await front.send("GET", `/sweeps/${id}`, undefined, headers);
          const sweepStatus = status === 200 ? (body as { readonly status: string }).status : "unreachable";
          if (sweepStatus === "completed") break;
          if (["failed", "cancelled"].includes(sweepStatus)) throw new Error(`${name}: the sweep ${sweepStatus}`);
          if (performance.now() - startedAt > TIMEOUT_MS) throw new Error(`${name}: the sweep did not end`);
          await sleep(POLL_INTERVAL_MS);
        }
        print(`${variants} variants, ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
        return hashOf(readFileSync(join(data, "sweeps", id, "results.parquet")));
      };

      const tables = new Map<string, string>();
      const add = async (name: string, hash: Promise<string>) => void tables.set(name, await hash);
      await add("three shards", calculateShardedTable(join(directory, "shards"), data, variants));
      await add("four workers", run("four workers"));
      await Promise.all(
        cluster
          .membersOf("batch")
          .slice(2)
          .map((member) => member.stop()),
      );
      await add("two workers", run("two workers"));
      const abortController = new AbortController();
      const countStoredParts = (): number => globSync(join(data, "sweeps/*/parts/*")).length;
      const pendingKills = killInTurn({ cluster, broker, proxy }, countStoredParts, abortController.signal);
      await add(
        "killed",
        run("killed").finally(() => abortController.abort()),
      );
      const kills = await pendingKills;
      print(`${kills} kills`);
      if (kills === 0) problems.push("the sweep ended before the first kill");
      await cluster.membersOf("batch")[1]!.stop();
      await cluster.membersOf("batch")[0]!.waitUntilReady();
      await add("one worker", run("one worker"));
      const match = /^sweep_parts_total (\d+)/m.exec(
        await (await fetch(`${cluster.membersOf("batch")[0]!.operations}/metrics`)).text(),
      );
      if (Number(match?.[1] ?? 0) === 0) problems.push("the worker calculated nothing");
      const expected = tables.get("three shards")!;
      for (const [name, hash] of tables) if (hash !== expected) problems.push(`${name}: the table differs`);
      return problems;
    }),
};
