/** Calculates sweeps in its own process, with the memory settings of a batch process; sends the times to its parent. */
import { join } from "node:path";
import { systemClock } from "@etesian/clock";
import { openWorkQueue } from "@etesian/event-bus";
import { hasNatsProgram, TestBroker } from "@etesian/event-bus/testing";
import { PartWorker, QUEUE, SweepQueue } from "@etesian/sweep/queue";
import { readSweepSpec, type Sweep, type SweepCalculator, SweepPool } from "@etesian/sweep/running";
import { time } from "@etesian/workbench/report";
import { measuredModel } from "@etesian/workbench/server";
import { ALL_FACTORS, SLIDERS, type SweepTimes, VARIANTS } from "./sweeps.ts";

const THREADS = 2;
const silentLog = { warn: () => {}, error: () => {} };

const [data, ...queries] = process.argv.slice(2) as [string, ...string[]];
const pool = new SweepPool(THREADS, {
  modelDirectory: measuredModel.model,
  cacheDirectory: join(data, "cache"),
  hasLowPriority: false,
});
try {
  process.send?.(await measure());
} finally {
  await pool.close();
  process.disconnect?.();
}

async function measure(): Promise<SweepTimes> {
  const names = await sliderNames();
  const sliders = Array.from({ length: SLIDERS }, (_, index) => ({
    slider: names[Math.floor((index * names.length) / SLIDERS)],
    range: ALL_FACTORS.all,
  }));
  const hypercube = { method: "latin_hypercube", n: VARIANTS };
  const sweeps = [
    sweepOf("one slider", sliders.slice(0, 1), { method: "one_at_a_time", levels: VARIANTS }),
    sweepOf("morris", sliders, { method: "morris", n: 48 }),
    sweepOf("saltelli", sliders, { method: "saltelli", n: 45 }),
    sweepOf("hypercube", sliders, hypercube),
    sweepOf("all factors", ALL_FACTORS, hypercube),
  ] as const;
  const seconds: number[] = [];
  for (const sweep of sweeps) seconds.push(await secondsPerThousand(pool, sweep));
  return { seconds, efficiency: await queueEfficiency({ ...sweeps[3], id: "queue" }) };

  function sweepOf(id: string, factors: unknown, design: object): Sweep {
    return {
      id,
      spec: readSweepSpec({ factors, design, outputs: { queries } }),
      base: { kind: "written", area: measuredModel.area, endYear: 2050, values: {} },
    };
  }

  async function sliderNames(): Promise<readonly string[]> {
    const plan = await pool.plan(sweepOf("all", ALL_FACTORS, { method: "sobol", n: 1 }));
    if ("problems" in plan) throw new Error(plan.problems.join("; "));
    return plan.outline.factors.flatMap(({ kind, name }) => (kind === "slider" ? [name] : []));
  }
}

/** Calculates all parts; returns the time (s) of 1,000 variants. */
async function secondsPerThousand(calculator: SweepCalculator, sweep: Sweep): Promise<number> {
  const plan = await pool.plan(sweep);
  if ("problems" in plan) throw new Error(plan.problems.join("; "));
  const { parts, rows } = plan.outline;
  const onDefect = (error: unknown): never => {
    throw error;
  };
  const milliseconds = await time(() => calculator.calculate(sweep, parts, { onPart: () => {}, onDefect }));
  return milliseconds / rows;
}

/**
 * Speed of threads that take parts from a queue, relative to threads without one, both warm; null without nats-server.
 */
async function queueEfficiency(sweep: Sweep): Promise<number | null> {
  if (!hasNatsProgram()) return null;
  const broker = await TestBroker.create();
  await broker.start();
  const queue = (await openWorkQueue(broker.url, QUEUE))!;
  const queueDispatcher = new SweepQueue({ queue, pool, clock: systemClock, log: silentLog });
  const worker = new PartWorker({ queue, dispatcher: queueDispatcher, pool, clock: systemClock, log: silentLog });
  try {
    await secondsPerThousand(pool, sweep);
    const direct = await secondsPerThousand(pool, sweep);
    return direct / (await secondsPerThousand(queueDispatcher, sweep));
  } finally {
    await worker.close();
    await queue.close();
    await broker.remove();
  }
}
