/** What a change costs each part of a cluster, and what the store and the broker can take: measured here. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { openEventBus } from "@etesian/event-bus";
import {
  type EventStore,
  type NewEvent,
  openEventStore,
  openReadDatabase,
  type Position,
  sql,
  START,
} from "@etesian/event-store";
import { createDatabase } from "@etesian/event-store/create-database";
import { Cluster } from "@etesian/standalone/cluster";
import { SERVICES } from "@etesian/standalone/services";
import { AREAS } from "../areas.ts";
import { askAt } from "../faults/server.ts";
import { percentile } from "../report.ts";
import { measured } from "../server.ts";
import { childrenOf, readUsage, type Reading, type Usage, usedBetween } from "./usage.ts";

/** Until code is compiled. */
const WARM_UP_MS = 10_000;
const MEASURED_MS = 10_000;
/** After the last change, before it counts as quiet, and while it does. */
const SETTLE_MS = 1_000;
const IDLE_MS = 3_000;
const QUERY = measured.isReference ? "dashboard_total_costs" : "direct_emissions_total_ghg_excl_bunkers";
const SLIDER = "capacity_of_energy_power_wind_turbine_offshore";
const MB = 1_000_000;
const PAGE_BYTES = 4_096;

/** The engines below a cluster, as processes. */
export interface Engines {
  readonly store: { readonly url: string; readonly pid: number };
  readonly broker: { readonly url: string; readonly pid: number };
}

export interface Run {
  readonly perSecond: number;
  /** Processor time by part for a change, beyond what it uses when nobody asks (ms). */
  readonly perChange: ReadonlyMap<string, Usage>;
  /** Processor time of everything in a second in which nobody asks (ms). */
  readonly idle: number;
  /** Processors that all of it had, in the mean: others may use the machine, too. */
  readonly processors: number;
  /** Until a change is answered (ms), sorted. */
  readonly answers: readonly number[];
}

/** A cluster with so many calculating processes, under clients who move a slider and ask a query without a pause. */
export async function withCluster<T>(
  compute: number,
  data: string,
  { store, broker }: Engines,
  work: (cluster: Cluster) => Promise<T>,
): Promise<T> {
  const cluster = await Cluster.start({
    services: SERVICES,
    replicas: { compute, gateway: 2, scenarios: 2 },
    values: { model: measured.model, data, store: store.url, bus: broker.url, workers: 1, logLevel: "error" },
    port: 0,
    operationsPort: 0,
  });
  try {
    return await work(cluster);
  } finally {
    await cluster.stop();
  }
}

export async function measureChanges(cluster: Cluster, clients: number, engines: Engines): Promise<Run> {
  const parts = () =>
    new Map<string, readonly number[]>([
      ...SERVICES.map(({ name }) => [name, cluster.of(name).flatMap(({ pid }) => pid ?? [])] as const),
      ...enginesOf(engines),
      ["clients", [process.pid]] as const,
    ]);
  const read = (): Reading => readUsage(parts());
  const over = new AbortController();
  const answers: number[] = [];
  const working = Array.from({ length: clients }, (_, n) =>
    moveSliders(cluster.urls[n % cluster.urls.length]!, n, over.signal, answers),
  );
  await sleep(WARM_UP_MS);
  const [begun, before] = [answers.length, read()];
  await sleep(MEASURED_MS);
  const [ended, used] = [answers.length, usedBetween(before, read())];
  over.abort("measured");
  await Promise.all(working);
  // Before the first change calculating processes practise; afterwards they do nothing.
  await sleep(SETTLE_MS);
  const quiet = read();
  await sleep(IDLE_MS);
  const idle = usedBetween(quiet, read());
  const changes = ended - begun;
  const perChange = new Map(
    [...used].map(([part, { all, busiest }]) => {
      const { all: idleAll = 0, busiest: idleBusiest = 0 } = idle.get(part) ?? {};
      const share = MEASURED_MS / IDLE_MS;
      const perChangeMs = (seconds: number, idleSeconds: number): number =>
        (Math.max(0, seconds - idleSeconds * share) / changes) * 1_000;
      return [part, { all: perChangeMs(all, idleAll), busiest: perChangeMs(busiest, idleBusiest) }] as const;
    }),
  );
  const total = (usage: ReadonlyMap<string, Usage>): number =>
    [...usage.values()].reduce((sum, { all }) => sum + all, 0);
  return {
    perSecond: changes / (MEASURED_MS / 1_000),
    perChange,
    idle: (total(idle) / IDLE_MS) * 1_000_000,
    processors: total(used) / (MEASURED_MS / 1_000),
    answers: answers.slice(begun, ended).sort((a, b) => a - b),
  };
}

const enginesOf = ({ store, broker }: Engines) =>
  [
    ["store", [store.pid, ...childrenOf(store.pid)]],
    ["broker", [broker.pid]],
  ] as const;

async function moveSliders(url: string, client: number, signal: AbortSignal, answers: number[]): Promise<void> {
  const id = await createAt(url, measured.area);
  for (let n = 0; !signal.aborted; n++) {
    const { status, milliseconds } = await moveAt(url, id, 4_000 + ((n * 618 + client * 77) % 10_000));
    if (status === 200) answers.push(milliseconds);
  }
}

async function createAt(url: string, area_code: string): Promise<number> {
  const { body } = await askAt(url, "POST", "/scenarios", { scenario: { area_code, end_year: 2050 } });
  return (body as { readonly id: number }).id;
}

/** Moves the slider of a scenario and asks the query. */
const moveAt = (url: string, id: number, value: number) =>
  askAt(url, "PUT", `/scenarios/${id}`, { scenario: { user_values: { [SLIDER]: value } }, gqueries: [QUERY] });

/** Resident memory (MB) of a calculating process by the number of areas that were asked for. */
export async function measureAreas(cluster: Cluster): Promise<readonly (readonly [areas: number, mb: number])[]> {
  const [{ pid } = { pid: null }] = cluster.of("compute");
  const found: [number, number][] = [];
  for (const [n, area_code] of AREAS.entries()) {
    const id = await createAt(cluster.urls[0]!, area_code);
    for (const value of [4_000, 5_000, 6_000]) await moveAt(cluster.urls[0]!, id, value);
    if ([1, 4, 12, AREAS.length].includes(n + 1)) found.push([n + 1, residentOf(pid!)]);
  }
  return found;
}

const residentOf = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES) / MB;

export interface EngineFigures {
  /** Appends a second of one writer, and of many. */
  readonly appends: readonly (readonly [writers: number, perSecond: number])[];
  /** One append of one writer (ms, p50), and the processor time of both ends for it. */
  readonly append: { readonly wall: number; readonly work: number };
  /** Processor time of a follower and of the store for an event that is followed (ms). */
  readonly following: { readonly follower: number; readonly store: number };
  /** From one event that the broker is told to the next (ms), and the processor time of who tells it and of the broker. */
  readonly relay: { readonly wall: number; readonly teller: number; readonly broker: number };
  /** Of an event in the store, with its indices. */
  readonly bytes: number;
}

const WRITERS = [1, 32];
const WRITING_MS = 3_000;
/** Enough to be relayed for a second or two. */
const MOST_EVENTS = 10_000;

/** Appends, followers and the relay, one after the other, on a database and a stream of their own. */
export async function measureEngines({ store: { url, pid }, broker }: Engines): Promise<EngineFigures> {
  const database = new URL(url);
  database.pathname = "growth";
  await createDatabase(database.href);
  const store = await openEventStore(database.href);
  const readModels = await openReadDatabase(database.href);
  const parts = new Map<string, readonly number[]>([
    ...enginesOf({ store: { url, pid }, broker }),
    ["us", [process.pid]],
  ]);
  /** Milliseconds of processors by part, and of the clock, of some work. */
  const costOf = async (work: () => Promise<unknown>) => {
    parts.set("store", [pid, ...childrenOf(pid)]);
    const [before, begun] = [readUsage(parts), performance.now()];
    await work();
    const wall = performance.now() - begun;
    parts.set("store", [pid, ...childrenOf(pid)]);
    const used = usedBetween(before, readUsage(parts));
    const of = (part: string): number => (used.get(part)?.all ?? 0) * 1_000;
    return { wall, store: of("store"), broker: of("broker"), us: of("us") };
  };
  try {
    const sizeOf = async (): Promise<number> => {
      const [row] = await readModels.query<{ bytes: string }>(
        sql`select pg_database_size(current_database()) as bytes`,
      );
      return Number(row!.bytes);
    };
    const empty = await sizeOf();
    const appends: (readonly [number, number])[] = [];
    let append = { wall: Number.NaN, work: Number.NaN };
    let events = 0;
    for (const writers of WRITERS) {
      const times: number[] = [];
      const cost = await costOf(() => write(store, writers, times));
      appends.push([writers, (times.length / cost.wall) * 1_000]);
      const sorted = times.toSorted((a, b) => a - b);
      if (writers === 1) append = { wall: percentile(sorted, 0.5), work: (cost.store + cost.us) / times.length };
      events += times.length;
    }
    const bytes = ((await sizeOf()) - empty) / events;
    const first = await lastOf(store, Math.min(events, MOST_EVENTS));
    const following = await costOf(() => lastOf(store, Number.POSITIVE_INFINITY));
    const bus = await openEventBus(`${broker.url}/growth`, { warn: () => {} });
    const count = Math.min(events, MOST_EVENTS);
    const relayed = await costOf(async () => {
      const done = Promise.withResolvers<void>();
      bus.relay(store, {
        load: async () => START,
        save: async (position) => {
          if (position >= first) done.resolve();
        },
      });
      await done.promise;
    });
    await bus.close();
    return {
      appends,
      append,
      following: { follower: following.us / events, store: following.store / events },
      relay: { wall: relayed.wall / count, teller: relayed.us / count, broker: relayed.broker / count },
      bytes,
    };
  } finally {
    await readModels.close();
    await store.close();
  }
}

/** Each writer has a stream of its own. */
async function write(store: EventStore, writers: number, times: number[]): Promise<void> {
  const end = performance.now() + WRITING_MS;
  const writer = async (): Promise<void> => {
    const stream = `scenario-${randomUUID()}`;
    for (let version = 0; performance.now() < end; version++) {
      const begun = performance.now();
      await store.append(stream, [moved(version)], version);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
}

const moved = (n: number): NewEvent => ({
  id: randomUUID(),
  type: "InputsSet",
  schemaVersion: 1,
  time: new Date().toISOString(),
  actor: "user:1",
  correlationId: randomUUID(),
  causationId: null,
  data: { userValues: { [SLIDER]: n } },
});

/** Reads as followers do; the position of the last of so many. */
async function lastOf(store: EventStore, count: number): Promise<Position> {
  let position = START;
  for (let read = 0; read < count;) {
    const page = await store.readAll(position, Math.min(500, count - read));
    if (page.length === 0) break;
    read += page.length;
    position = page.at(-1)!.position;
  }
  return position;
}
