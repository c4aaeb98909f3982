/**
 * Sweeps: time of 1,000 variants by design, a cluster's queue compared with threads, and users' changes during a sweep.
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import keepingMemory from "@etesian/runtime/keeping-memory.json" with { type: "json" };
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

export const VARIANTS = 1_000;
export const SLIDERS = 20;
export const ALL_FACTORS = { all: { part_of_present: 0.1 } };
const QUERIES = 10;
const CHANGES = 200;
const MIN_EFFICIENCY = 0.9;
const MAX_RATIO_TO_IDLE = 2;

/** The designs in the order of their times, with maximum seconds for the reference and the included model. */
const DESIGNS = [
  { name: "one slider", reference: 5, included: 4 },
  { name: `Morris over ${SLIDERS} sliders`, reference: 5, included: 4 },
  { name: `Saltelli over ${SLIDERS} sliders`, reference: 5, included: 4 },
  { name: `hypercube over ${SLIDERS} sliders`, reference: 10, included: 8 },
  { name: "hypercube over all factors", reference: 25, included: 15 },
];

export interface SweepTimes {
  /** Seconds for 1,000 variants of each design. */
  readonly seconds: readonly number[];
  /** Speed with the queue, relative to the speed without it; null without nats-server. */
  readonly efficiency: number | null;
}

export const sweepsBenchmark: Benchmark = {
  about: `${VARIANTS.toLocaleString("en")} variants by design, efficiency of the queue, changes by users meanwhile`,
  run: async (print) => {
    const data = mkdtempSync(join(tmpdir(), "etesian-sweeps-"));
    const server = await startServer(["--sweep-threads", "1"], data);
    try {
      const { id } = await server.send<{ readonly id: number }>("POST", "/scenarios", {
        scenario: { area_code: measuredModel.area, end_year: 2050 },
      });
      const queries = await findQueries(server, id, QUERIES);
      const { seconds, efficiency } = await runInBatchProcess(data, queries);
      let isWithinLimits = true;
      for (const [index, { name, ...limits }] of DESIGNS.entries()) {
        const atMost = measuredModel.isReference ? limits.reference : limits.included;
        isWithinLimits = printFigure(print, name, seconds[index]!, "s", { atMost }) && isWithinLimits;
      }
      const queueLimit = { atLeast: MIN_EFFICIENCY };
      if (efficiency === null) print("the queue: skipped, because nats-server is missing");
      else
        isWithinLimits =
          printFigure(
            print,
            "speed with the queue, relative to the speed without it",
            efficiency,
            "times",
            queueLimit,
          ) && isWithinLimits;
      isWithinLimits = (await measureChanges(print, server, id, queries)) && isWithinLimits;
      return isWithinLimits;
    } finally {
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    }
  },
};

/** Measures in a process that returns no memory to the system, like `npm run sweep` and a cluster's batch processes. */
function runInBatchProcess(data: string, queries: readonly string[]): Promise<SweepTimes> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...keepingMemory };
    const child = fork(join(import.meta.dirname, "sweeps-process.ts"), [data, ...queries], { env });
    child.once("message", (times) => resolve(times as SweepTimes));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the sweep process exited with code ${code}`)));
  });
}

/** Compares a user's changes during a sweep with changes on an idle server. */
async function measureChanges(print: Print, server: Server, id: number, queries: readonly string[]): Promise<boolean> {
  const token = await server.token();
  const sliders = await findSliders(server, id, SLIDERS);
  await timeChanges(server, id, sliders, queries, 0);
  const idleTimes = await timeChanges(server, id, sliders, queries, 1);
  const factors = sliders.map(({ key }) => ({ slider: key, range: ALL_FACTORS.all }));
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
