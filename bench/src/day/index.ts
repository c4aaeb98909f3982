/**
 * A day of load against a cluster on this machine: measures the cost of each action, predicts the CPU time of a day
 * from these costs, and replays the day at a scaled rate to check the prediction. docs/scale.md has the results.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findNats, removeStreams } from "@etesian/event-bus/testing";
import { testStores } from "@etesian/event-store/testing";
import { Cluster } from "@etesian/standalone/cluster";
import { SERVICES } from "@etesian/standalone/services";
import { issueToken } from "@etesian/standalone/testing";
import { Random } from "@etesian/workbench/random";
import { type Benchmark, type Print, printDistribution, printFigure } from "@etesian/workbench/report";
import { sendText, starter } from "@etesian/workbench/server";
import { findQueries, findSliders } from "../sliders.ts";
import { processorSeconds, type Seconds, difference, total } from "./processors.ts";
import {
  ACTION_NAMES,
  type ActionName,
  ACTIONS,
  BUSIEST_SHARE,
  HOURLY_SHARES,
  perVisit,
  SERVER_SHARE,
  VISIT_HOURS,
  VISITS_PER_USER,
  type Visitor,
} from "./users.ts";

/** Number of users in the day, and the share of them that is replayed. */
const USERS = 10_000;
const REPLAYED_SHARE = 1 / 125;
/** Length of the replayed day (s). */
const DAY_SECONDS = 240;
/** Repetitions of an action while its cost is measured. */
const REPETITIONS = 60;
/** Visits of the replayed day, each with its own scenario, and the users who make them in turn. */
const REPLAYED_VISITS = Math.round(USERS * REPLAYED_SHARE * VISITS_PER_USER);
const PERSONS = 8;
/** The replayed day may take this many times the predicted CPU time. */
const TOLERANCE = 1.3;
const SIZES = [1_000, 100_000, 10_000_000];

export const dayBenchmark: Benchmark = {
  about: `a day of ${USERS.toLocaleString("en")} users on a cluster: cost of each action, prediction, and a replay at a scaled rate`,
  isProof: true,
  run: async (print) => {
    const day = await Day.start();
    if (typeof day === "string") {
      print(`${day}: nothing was measured`);
      return true;
    }
    try {
      const costs = await day.measure(print);
      predict(print, costs);
      return await day.replay(print, costs);
    } finally {
      await day.stop();
    }
  },
};

/** CPU time and bytes of one run of an action. */
interface Cost {
  readonly seconds: Seconds;
  readonly bytes: number;
}

type Costs = { readonly [action in ActionName]: Cost };

/**
 * Prints the cost of a user's day, and the number of processors that the busiest hour needs for several numbers of
 * users.
 */
function predict(print: Print, costs: Costs): void {
  const sumOverVisit = (durationOf: (cost: Cost) => number): number =>
    ACTION_NAMES.reduce((sum, action) => sum + perVisit(action) * durationOf(costs[action]), 0);
  const services = Object.keys(costs.move.seconds);
  printFigure(print, "a user's day: CPU time", VISITS_PER_USER * sumOverVisit(({ seconds }) => total(seconds)), "s");
  printFigure(print, "a user's day: responses", (VISITS_PER_USER * sumOverVisit(({ bytes }) => bytes)) / 1e6, "MB");
  for (const users of SIZES) {
    const visitsPerSecond = (users * VISITS_PER_USER * BUSIEST_SHARE) / 3_600;
    const processors = services.map((service) => {
      const processorCount = visitsPerSecond * sumOverVisit(({ seconds }) => seconds[service] ?? 0);
      return `${service} ${processorCount.toFixed(processorCount < 10 ? 2 : 0)}`;
    });
    const changes = visitsPerSecond * (perVisit("move") + perVisit("move with results"));
    print(
      `${users.toLocaleString("en")} users, busiest hour: ${changes.toFixed(0)} changes a second; processors: ${processors.join(", ")}`,
    );
  }
}

/** A cluster with its own database and NATS subjects, and its visitors. */
class Day {
  readonly #cluster: Cluster;
  readonly #visitors: readonly Visitor[];
  readonly #end: () => Promise<void>;

  private constructor(cluster: Cluster, visitors: readonly Visitor[], end: () => Promise<void>) {
    this.#cluster = cluster;
    this.#visitors = visitors;
    this.#end = end;
  }

  /** Starts the cluster; returns the reason if PostgreSQL or NATS is missing. */
  static async start(): Promise<Day | string> {
    const postgres = (await testStores()).find(({ name }) => name === "PostgreSQL")!;
    const nats = await findNats();
    if (postgres.missing !== null) return postgres.missing;
    if ("missing" in nats) return nats.missing;
    const data = mkdtempSync(join(tmpdir(), "etesian-bench-day-"));
    const store = await postgres.create();
    const bus = `${nats.url}/bench_${randomUUID().replaceAll("-", "")}`;
    const values = { data, model: starter.model, store: store.url, bus, logLevel: "error", noPage: true };
    const replicas = { gateway: 2, scenarios: 2, compute: 2 };
    let cluster: Cluster | null = null;
    const end = async (): Promise<void> => {
      await cluster?.stop();
      await store.remove();
      await removeStreams(bus);
      rmSync(data, { recursive: true, force: true });
    };
    try {
      cluster = await Cluster.start({ services: SERVICES, replicas, values, port: 0, operationsPort: 0 });
      const stores = { data, store: store.url, keys: null };
      return new Day(cluster, await visitorsOf(cluster, (email) => issueToken(stores, email)), end);
    } catch (error) {
      await end();
      throw error;
    }
  }

  stop(): Promise<void> {
    return this.#end();
  }

  /** Measures the cost of each action, one at a time, after warm-up runs. */
  async measure(print: Print): Promise<Costs> {
    const costs = new Map<ActionName, Cost>();
    for (const action of ACTION_NAMES) {
      const run = (n: number): Promise<number> => ACTIONS[action].run(this.#visitors[n % this.#visitors.length]!, n);
      for (let n = 0; n < REPETITIONS / 3; n++) await run(n);
      const previousSeconds = processorSeconds(this.#cluster);
      let bytes = 0;
      for (let n = 0; n < REPETITIONS; n++) bytes += await run(n + 1_000);
      // Projections and publications run after the responses.
      await sleep(500);
      const seconds = difference(previousSeconds, processorSeconds(this.#cluster), 1 / REPETITIONS);
      costs.set(action, { seconds, bytes: bytes / REPETITIONS });
      const parts = Object.entries(seconds).flatMap(([service, duration]) =>
        duration < 0.0005 ? [] : [`${service} ${(duration * 1_000).toFixed(1)}`],
      );
      printFigure(print, `${action}: CPU time`, total(seconds) * 1_000, `ms: ${parts.join(", ")}`);
    }
    return Object.fromEntries(costs) as Costs;
  }

  /** Replays the day within minutes for a share of its users; returns whether the prediction holds. */
  async replay(print: Print, costs: Costs): Promise<boolean> {
    const random = new Random(1);
    const counts = new Map<ActionName, number>(ACTION_NAMES.map((action) => [action, 0]));
    const waits: number[] = [];
    let refusedCount = 0;
    const previousSeconds = processorSeconds(this.#cluster);
    const startedAt = performance.now();
    const visit = async (number: number): Promise<void> => {
      const visitStart = hourOf(random.number()) / 24;
      const actions = actionsOf(random);
      const visitor = this.#visitors[number % this.#visitors.length]!;
      for (const [index, action] of actions.entries()) {
        const due = (visitStart + ((VISIT_HOURS / 24) * index) / actions.length) * DAY_SECONDS * 1_000;
        await sleep(Math.max(0, startedAt + due - performance.now()));
        const sentAt = performance.now();
        try {
          await ACTIONS[action].run(visitor, number * 1_000 + index);
        } catch (error) {
          refusedCount += 1;
          print(String(error));
        }
        waits.push(performance.now() - sentAt);
        counts.set(action, counts.get(action)! + 1);
      }
    };
    await Promise.all(Array.from({ length: REPLAYED_VISITS }, (_, number) => visit(number)));
    await sleep(1_000);
    const measuredSeconds = difference(previousSeconds, processorSeconds(this.#cluster));
    const predict = (durationOf: (seconds: Seconds) => number): number =>
      ACTION_NAMES.reduce((sum, action) => sum + counts.get(action)! * durationOf(costs[action].seconds), 0);
    print(
      `${REPLAYED_VISITS} visits, ${waits.length} actions in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`,
    );
    printDistribution(print, "an action, until its response", { wall: waits });
    for (const [service, seconds] of Object.entries(measuredSeconds)) {
      const expected = predict((actionSeconds) => actionSeconds[service] ?? 0);
      print(`${service}: ${seconds.toFixed(1)} s measured, ${expected.toFixed(1)} s predicted`);
    }
    const within = [
      printFigure(print, "actions that failed", refusedCount, "", { atMost: 0 }),
      printFigure(
        print,
        "measured CPU time relative to the prediction",
        total(measuredSeconds) / predict(total),
        "times",
        {
          atMost: TOLERANCE,
        },
      ),
    ];
    return within.every(Boolean);
  }
}

/** The hour (0 to 24) before which a share (0 to 1) of the day's visits begin. */
function hourOf(dayShare: number): number {
  let earlierShare = 0;
  for (const [hour, share] of HOURLY_SHARES.entries()) {
    if (dayShare < earlierShare + share) return hour + (dayShare - earlierShare) / share;
    earlierShare += share;
  }
  return HOURLY_SHARES.length;
}

/** The actions of a random visit, the page first. */
function actionsOf(random: Random): readonly ActionName[] {
  const kind = random.chance(SERVER_SHARE) ? "server" : "browser";
  const otherActions = ACTION_NAMES.flatMap((action) => {
    const mean = ACTIONS[action].perVisit[kind];
    const times = Math.floor(mean) + (random.chance(mean % 1) ? 1 : 0);
    return action === "open" ? [] : Array<ActionName>(times).fill(action);
  });
  return ["open", ...random.shuffle(otherActions)];
}

/** A scenario for each visit; requests alternate between the gateways. */
async function visitorsOf({ urls }: Cluster, tokenOf: (email: string) => Promise<string>): Promise<readonly Visitor[]> {
  let requestCount = 0;
  const visitors: Visitor[] = [];
  const tokens: string[] = [];
  for (let person = 0; person < PERSONS; person++) tokens.push(await tokenOf(`visitor-${person}@etesian.example`));
  for (let visit = 0; visit < REPLAYED_VISITS; visit++) {
    const token = tokens[visit % PERSONS]!;
    const respond = (method: string, path: string, body?: unknown): Promise<string> =>
      sendText(urls[requestCount++ % urls.length]!, { method, path, body, token });
    const send = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
      JSON.parse(await respond(method, path, body)) as T;
    const { id } = await send<{ id: number }>("POST", "/scenarios", { scenario: { area_code: "nl", end_year: 2050 } });
    const [first] = visitors;
    visitors.push({
      scenario: id,
      sliders: first?.sliders ?? (await findSliders({ send }, id, 50)),
      queries: first?.queries ?? (await findQueries({ send }, id, 10)),
      send: async (method, path, body) => Buffer.byteLength(await respond(method, path, body)),
    });
  }
  return visitors;
}
