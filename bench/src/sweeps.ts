/**
 * Sweeps: variants per second by design, a cluster's queue compared with threads, and users' changes during a sweep.
 */
import { join } from "node:path";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { systemClock } from "@etesian/clock";
import { openWorkQueue } from "@etesian/event-bus";
import { hasNatsProgram, TestBroker } from "@etesian/event-bus/testing";
import { PartWorker, QUEUE, SweepQueue } from "@etesian/sweep/queue";
import { readSweepSpec, type Sweep, type SweepCalculator, SweepPool } from "@etesian/sweep/running";
import {
  type Benchmark,
  percentile,
  type Print,
  printDistribution,
  printFigure,
  time,
} from "@etesian/workbench/report";
import { measuredModel, type Server, startServer } from "@etesian/workbench/server";
import { findQueries, findSliders, type Slider } from "./sliders.ts";

const VARIANTS = 1_000;
const THREADS = 2;
const SLIDERS = 20;
const QUERIES = 10;
const PART_OF_PRESENT = 0.1;
const CHANGES = 200;
const MIN_EFFICIENCY = 0.9;
const MAX_RATIO_TO_IDLE = 2;

interface Case {
  readonly name: string;
  readonly factors: unknown;
  readonly design: object;
  /** Maximum seconds for 1,000 variants of the reference model. */
  readonly seconds: number;
}

const silentLog = { warn: () => {}, error: () => {} };

export const sweepsBenchmark: Benchmark = {
  about: `${VARIANTS.toLocaleString("en")} variants by design, efficiency of the queue, changes of users meanwhile`,
  run: async (print) => {
    const data = mkdtempSync(join(tmpdir(), "etesian-sweeps-"));
    const server = await startServer(["--sweep-threads", "1"], data);
    const pool = new SweepPool(THREADS, {
      modelDirectory: measuredModel.model,
      cacheDirectory: join(data, "cache"),
      hasLowPriority: false,
    });
    try {
      const { id } = await server.send<{ readonly id: number }>("POST", "/scenarios", {
        scenario: { area_code: measuredModel.area, end_year: 2050 },
      });
      const queries = await findQueries(server, id, QUERIES);
      const sweepOf = (factors: unknown, design: object): Sweep => ({
        id: JSON.stringify(design),
        spec: readSweepSpec({ factors, design, outputs: { queries } }),
        base: { kind: "written", area: measuredModel.area, endYear: 2050, values: {} },
      });
      const allFactors = { all: { part_of_present: PART_OF_PRESENT } };
      const sliders = await slidersOf(pool, sweepOf(allFactors, { method: "sobol", n: 1 }));
      const cases: readonly Case[] = [
        {
          name: "one slider",
          factors: sliders.slice(0, 1),
          design: { method: "one_at_a_time", levels: VARIANTS },
          seconds: 5,
        },
        { name: `Morris over ${SLIDERS} sliders`, factors: sliders, design: { method: "morris", n: 48 }, seconds: 5 },
        {
          name: `Saltelli over ${SLIDERS} sliders`,
          factors: sliders,
          design: { method: "saltelli", n: 45 },
          seconds: 5,
        },
        {
          name: `hypercube over ${SLIDERS} sliders`,
          factors: sliders,
          design: { method: "latin_hypercube", n: VARIANTS },
          seconds: 10,
        },
        {
          name: "hypercube over all factors",
          factors: allFactors,
          design: { method: "latin_hypercube", n: VARIANTS },
          seconds: 25,
        },
      ];
      let isWithinLimits = true;
      for (const { name, factors, design, seconds } of cases) {
        const sweep = { ...sweepOf(factors, design), id: name };
        const { duration, rows } = await run(pool, pool, sweep);
        isWithinLimits =
          printFigure(print, name, (duration / rows) * VARIANTS, "s", { atMost: seconds }) && isWithinLimits;
      }
      const { factors, design } = cases[3]!;
      isWithinLimits =
        (await measureQueue(print, pool, { ...sweepOf(factors, design), id: "queue" })) && isWithinLimits;
      isWithinLimits = (await measureChanges(print, server, id, { factors, queries })) && isWithinLimits;
      return isWithinLimits || !measuredModel.isReference;
    } finally {
      await pool.close();
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    }
  },
};

/** Sliders as factors around their current positions, sampled evenly from all sliders. */
async function slidersOf(pool: SweepPool, sweep: Sweep): Promise<readonly object[]> {
  const plan = await pool.plan(sweep);
  if ("problems" in plan) throw new Error(plan.problems.join("; "));
  const names = plan.outline.factors.flatMap(({ kind, name }) => (kind === "slider" ? [name] : []));
  return Array.from({ length: SLIDERS }, (_, index) => ({
    slider: names[Math.floor((index * names.length) / SLIDERS)],
    range: { part_of_present: PART_OF_PRESENT },
  }));
}

/** Calculates all parts; returns their time (s) and number of variants. */
async function run(
  pool: SweepPool,
  calculator: SweepCalculator,
  sweep: Sweep,
): Promise<{ readonly duration: number; readonly rows: number }> {
  const plan = await pool.plan(sweep);
  if ("problems" in plan) throw new Error(plan.problems.join("; "));
  const { parts, rows } = plan.outline;
  const onDefect = (error: unknown): never => {
    throw error;
  };
  const seconds = await time(() => calculator.calculate(sweep, parts, { onPart: () => {}, onDefect }));
  return { duration: seconds / 1000, rows };
}

/** Compares threads that take parts from a queue with the same threads without one, both warm. */
async function measureQueue(print: Print, pool: SweepPool, sweep: Sweep): Promise<boolean> {
  if (!hasNatsProgram()) {
    print("the queue: skipped, because nats-server is missing");
    return true;
  }
  const broker = await TestBroker.create();
  await broker.start();
  const queue = (await openWorkQueue(broker.url, QUEUE))!;
  const queueDispatcher = new SweepQueue({ queue, pool, clock: systemClock, log: silentLog });
  const worker = new PartWorker({ queue, dispatcher: queueDispatcher, pool, clock: systemClock, log: silentLog });
  try {
    await run(pool, pool, sweep);
    const [directRun, queuedRun] = [await run(pool, pool, sweep), await run(pool, queueDispatcher, sweep)];
    const efficiency = directRun.duration / queuedRun.duration;
    return printFigure(print, "speed with the queue, relative to without", efficiency, "times", {
      atLeast: MIN_EFFICIENCY,
    });
  } finally {
    await worker.close();
    await queue.close();
    await broker.remove();
  }
}

/** Compares a user's changes during a sweep with changes on an idle server. */
async function measureChanges(
  print: Print,
  server: Server,
  id: number,
  { factors, queries }: { readonly factors: unknown; readonly queries: readonly string[] },
): Promise<boolean> {
  const token = await server.token();
  const sliders = await findSliders(server, id, SLIDERS);
  await timeChanges(server, id, sliders, queries, 0);
  const idleTimes = await timeChanges(server, id, sliders, queries, 1);
  const sweep = { base: { scenario_id: id }, factors, design: { method: "sobol", n: 20_000 }, outputs: { queries } };
  const requestedSweep = await server.send<{ readonly id: string }>("POST", "/sweeps", { sweep }, token);
  const sweepTimes = await timeChanges(server, id, sliders, queries, 2);
  const { status } = await server.send<{ readonly status: string }>(
    "GET",
    `/sweeps/${requestedSweep.id}`,
    undefined,
    token,
  );
  if (status !== "running") throw new Error(`the sweep was ${status} after the changes`);
  printDistribution(print, "PUT of one slider, idle", { wall: idleTimes });
  printDistribution(print, "PUT of one slider, during a sweep", { wall: sweepTimes });
  const p99 = (times: readonly number[]): number =>
    percentile(
      times.toSorted((a, b) => a - b),
      0.99,
    );
  const ratio = p99(sweepTimes) / p99(idleTimes);
  return printFigure(print, "p99 of PUT during a sweep, relative to idle", ratio, "times", {
    atMost: MAX_RATIO_TO_IDLE,
  });
}

/** Times (ms) of changes, each of one slider. No position repeats in another round. */
async function timeChanges(
  server: Server,
  id: number,
  sliders: readonly Slider[],
  gqueries: readonly string[],
  round: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < CHANGES; n++) {
    const { key, position } = sliders[n % sliders.length]!;
    const user_values = { [key]: position(round * CHANGES + n) };
    times.push(await time(() => server.send("PUT", `/scenarios/${id}`, { scenario: { user_values }, gqueries })));
  }
  return times;
}
