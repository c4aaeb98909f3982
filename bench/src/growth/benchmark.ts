/** How a cluster grows: measured with 1, 2 and 4 calculating processes on this machine, simulated past that. */
import { brokerOfOurOwn, inDirectory, Skipped } from "../faults/fault.ts";
import { PrivatePostgres } from "../faults/postgres.ts";
import { type Bench, mean, percentile, type Print } from "../report.ts";
import { type Cost, type Costs, FULL, limitsOf, simulateChanges, sizeFor } from "./change.ts";
import {
  type EngineFigures,
  type Engines,
  measureAreas,
  measureChanges,
  measureEngines,
  type Run,
  withCluster,
} from "./measure.ts";
import type { Outcome } from "./queueing.ts";

const COMPUTE = [1, 2, 4];
const CLIENTS = 8;
const USERS = [100, 300, 1_000, 3_000, 10_000, 20_000];
/** Beyond so many processes of one kind it is no plan, and takes long to simulate. */
const MOST_PROCESSES = 100;
/** Between a user's changes. */
const THINK_MS = 10_000;

export const growthBenchmark: Bench = {
  about: `${CLIENTS} clients at ${COMPUTE.join(", ")} calculating processes; a simulation of ${USERS[0]} to ${USERS.at(-1)} users`,
  isProof: true,
  run: async (print) => {
    try {
      await withEngines(async (engines) => {
        const figures = await measureEngines(engines);
        printEngines(print, figures);
        const runs = await runAll(print, engines);
        compare(print, runs, figures);
        // With more processes it is rarer that one has the scenario's last solution.
        grow(print, costsOf(runs.get(COMPUTE.at(-1)!)!, figures));
      });
    } catch (error) {
      if (!(error instanceof Skipped)) throw error;
      print(`skipped: ${error.message}`);
    }
    return true;
  },
};

async function withEngines(work: (engines: Engines) => Promise<void>): Promise<void> {
  await using things = new AsyncDisposableStack();
  const postgres = await PrivatePostgres.create();
  const broker = await brokerOfOurOwn();
  if (postgres === null || broker === null) throw new Skipped("it needs the programs of PostgreSQL and NATS");
  things.defer(() => postgres.remove());
  things.defer(() => broker.remove());
  await work({ store: { url: postgres.url, pid: postgres.pid }, broker: { url: broker.url, pid: broker.pid! } });
}

async function runAll(print: Print, engines: Engines): Promise<ReadonlyMap<number, Run>> {
  const runs = new Map<number, Run>();
  await inDirectory(async (data) => {
    for (const compute of COMPUTE) {
      await withCluster(compute, data, engines, async (cluster) => {
        const run = await measureChanges(cluster, CLIENTS, engines);
        runs.set(compute, run);
        print(
          `${compute} calculating: ${run.perSecond.toFixed(1)} changes a second, answered in p50 ${percentile(run.answers, 0.5).toFixed(0)} ms, ` +
            `p95 ${percentile(run.answers, 0.95).toFixed(0)} ms; when nobody asks ${run.idle.toFixed(0)} ms of processors a second`,
        );
        const parts = [...run.perChange].map(
          ([part, { all, busiest }]) => `${part} ${all.toFixed(1)} (${busiest.toFixed(1)})`,
        );
        print(`  processor time for a change, of it the busiest threads (ms): ${parts.join(", ")}`);
        if (compute > 1) return;
        for (const [areas, mb] of await measureAreas(cluster))
          print(`  resident memory of the calculating process after ${areas} area(s): ${mb.toFixed(0)} MB`);
      });
    }
  });
  return runs;
}

function printEngines(print: Print, { appends, append, following, relay, bytes }: EngineFigures): void {
  for (const [writers, perSecond] of appends) print(`${writers} writer(s): ${perSecond.toFixed(0)} appends a second`);
  print(`an append of one writer takes ${append.wall.toFixed(2)} ms, of it ${append.work.toFixed(2)} ms of processors`);
  print(`following an event: ${following.follower.toFixed(3)} ms, of the store ${following.store.toFixed(3)} ms`);
  print(
    `the relay tells of an event in ${relay.wall.toFixed(2)} ms: ${relay.teller.toFixed(2)} ms of it, ${relay.broker.toFixed(2)} ms of the broker`,
  );
  print(`an event takes ${bytes.toFixed(0)} bytes of the store`);
}

/** What was measured, without what the model has apart: following, and telling the broker. */
function costsOf({ perChange, idle }: Run, { append, following, relay }: EngineFigures): Costs {
  const of = (part: string): Cost => {
    const { all, busiest } = perChange.get(part)!;
    return { thread: busiest, beside: all - busiest };
  };
  const scenarios = of("scenarios");
  const follows = { thread: following.follower, beside: following.store };
  return {
    gateway: of("gateway"),
    // Of two processes, which follow twice each and tell the broker.
    scenarios: { ...scenarios, thread: scenarios.thread - 2 * (2 * follows.thread + relay.teller) },
    compute: of("compute"),
    store: perChange.get("store")!.all - 6 * follows.beside,
    broker: perChange.get("broker")!.all / 2,
    following: follows,
    telling: relay.teller,
    commitMs: Math.max(0, append.wall - append.work),
    relayMs: relay.wall,
    client: perChange.get("clients")!.all,
    idle,
  };
}

const CLUSTER = { gateway: 2, scenarios: 2 };

/** The model beside what was measured, on the processors that it had of this machine: with what a change took there, and with one. */
function compare(print: Print, runs: ReadonlyMap<number, Run>, figures: EngineFigures): void {
  const ofOne = costsOf(runs.get(1)!, figures);
  print("changes a second, clients and engines on the same processors:");
  for (const [compute, run] of runs) {
    const { perSecond, answers, processors } = run;
    const size = { ...CLUSTER, compute, processors: Math.ceil(processors) };
    const [own, foreseen] = [costsOf(run, figures), ofOne].map((costs) =>
      simulateChanges(costs, size, { users: CLIENTS, thinkMs: 0 }, { machine: { processors } }),
    ) as [Outcome, Outcome];
    const p50 = (sorted: readonly number[]): string => percentile(sorted, 0.5).toFixed(0);
    print(
      `  ${compute} calculating, on ${processors.toFixed(2)} processors: measured ${perSecond.toFixed(1)} (p50 ${p50(answers)} ms), ` +
        `simulated ${own.perSecond.toFixed(1)} (${p50(own.responses)} ms), foreseen from one ${foreseen.perSecond.toFixed(1)}`,
    );
  }
}

/** What so many users need, and what they find. */
function grow(print: Print, costs: Costs): void {
  print(
    `users with a change every ${THINK_MS / 1_000} s, each process on processors of its own, none busier than ${FULL * 100} %:`,
  );
  for (const users of USERS) {
    const perSecond = users / (THINK_MS / 1_000);
    const size = sizeFor(costs, perSecond);
    if (size.scenarios > MOST_PROCESSES) {
      print(`  ${users} users: too much for scenarios, of which each follows all events: ${size.scenarios} processes`);
      continue;
    }
    const outcome = simulateChanges(costs, size, { users, thinkMs: THINK_MS }, { seconds: 20 });
    const { responses, processors } = outcome;
    print(
      `  ${users} users, ${outcome.perSecond.toFixed(0)} changes a second: compute ${size.compute}, scenarios ${size.scenarios}, ` +
        `gateway ${size.gateway}, store ${size.processors} processor(s); ${processors.toFixed(1)} processors busy; answered in ` +
        `p50 ${percentile(responses, 0.5).toFixed(0)}, p95 ${percentile(responses, 0.95).toFixed(0)}, mean ${mean(responses).toFixed(0)} ms; ` +
        `fullest: ${fullest(outcome)}`,
    );
  }
  for (const [what, perSecond] of limitsOf(costs)) print(`  ${what}: at most ${perSecond.toFixed(0)} changes a second`);
}

const fullest = ({ busy }: Outcome): string =>
  [...busy]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([name, share]) => `${name} ${(share * 100).toFixed(0)} %`)
    .join(", ");
