/** Events in a real EventStoreDB of one node or three, which are killed, stopped and frozen while clients work. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EventStoreDbNode, eventStoreDbCommand, freeNodePort } from "@etesian/event-store/testing";
import { Cluster } from "@etesian/standalone/cluster";
import { SERVICES } from "@etesian/standalone/services";
import { issueToken } from "@etesian/standalone/testing";
import { starter } from "@etesian/workbench/server";
import { GatewayRotation } from "./cluster.ts";
import {
  startPrivateBroker,
  unexpectedEnd,
  type Fault,
  inTemporaryDirectory,
  SkippedFault,
  spread,
  summaryOf,
} from "./fault.ts";
import { Ledger } from "./ledger.ts";
import { PrivatePostgres } from "./postgres.ts";
import { type ApiTarget, FaultyServer } from "./server.ts";

const CLIENTS = 20;
/** Longer than any connection timeout. */
const FROZEN_MS = 12_000;
/** A retried change is carried out within this time after the nodes are back (ms). */
const REFUSED_MS = 5_000;
/**
 * Pause between two attempts of a change (ms). Outages last for many seconds, in which nodes and Etesian need the
 * processors to start.
 */
const RETRY_MS = 100;
/** Timeout of a request (ms), which reads and writes several times, each with a deadline of ten seconds. */
const MAX_MS = 30_000;
const NODES = 3;
/** Writes have to succeed again within this time (ms). */
const TIMEOUT_MS = 180_000;

interface Stage {
  readonly nodes: Nodes;
  readonly site: Site;
}

/** Etesian on a store: one process, or a cluster of processes. */
interface Site extends ApiTarget {
  readonly token: string;
  /** Kills all its processes. */
  kill(): Promise<void>;
  /** Starts it after a kill; resolves when all its processes are ready. */
  restart(): Promise<void>;
  /** Processes that ended unexpectedly. */
  ended(): readonly string[];
  close(): Promise<void>;
}

async function oneProcess(directory: string, store: string): Promise<Site> {
  const startServer = (): Promise<FaultyServer> =>
    FaultyServer.start({ data: join(directory, "data"), flags: ["--store", store] });
  let server = await startServer();
  return {
    token: await server.token(),
    send: (...request) => server.send(...request),
    kill: () => server.kill(),
    async restart() {
      server = await startServer();
    },
    ended: () => unexpectedEnd(server),
    close: () => server.stop(),
  };
}

/** Output of a process that cannot start without its store. */
const STORE_UNAVAILABLE = "Etesian could not start: The event store is not available";

/** As `npm run cluster` starts it, with read models in PostgreSQL. */
async function manyProcesses(directory: string, store: string): Promise<Site> {
  await using disposables = new AsyncDisposableStack();
  const postgres = await PrivatePostgres.create();
  if (postgres === null) throw new SkippedFault("PostgreSQL is not installed");
  disposables.defer(() => postgres.remove());
  const broker = await startPrivateBroker();
  if (broker === null) throw new SkippedFault("there is no nats-server");
  disposables.defer(() => broker.remove());
  const data = join(directory, "data");
  const values = { store, readModels: postgres.url, keys: postgres.url, bus: broker.url.replace(/\/$/, ""), data };
  const deaths: string[] = [];
  const killed: string[] = [];
  /** The last output of processes that have ended. */
  const lastOutput: string[] = [];
  const lines = new Map<string, readonly string[]>();
  const cluster = await Cluster.start({
    services: SERVICES,
    replicas: { gateway: 2, scenarios: 2, compute: 2 },
    values: { model: starter.model, workers: 1, logLevel: "error", ...values },
    port: 0,
    operationsPort: 0,
    onLine: (name, line) => lines.set(name, [...(lines.get(name) ?? []), line].slice(-20)),
    exited: (name, how) => {
      const output = lines.get(name) ?? [];
      lines.delete(name);
      // A process started while there is no leader cannot open its store, and is restarted until it can.
      if (output.some((line) => line.startsWith(STORE_UNAVAILABLE))) return;
      deaths.push(name);
      lastOutput.push(`${name}: ${how}: ${output.join("\n")}`);
    },
  });
  disposables.defer(() => cluster.stop());
  const members = SERVICES.flatMap(({ name }) => cluster.of(name));
  const front = new GatewayRotation(cluster.urls);
  const token = await issueToken({ data, store, keys: postgres.url }, "somebody@example.org");
  const resources = disposables.move();
  return {
    token,
    send: (...request) => front.send(...request),
    async kill() {
      for (const member of members) {
        killed.push(member.name);
        member.signal("SIGKILL");
      }
      while (deaths.length < killed.length) await sleep(10);
    },
    async restart() {
      await Promise.all(members.map((member) => member.ready()));
    },
    // Between a kill and the exit there are fewer exits than kills.
    ended: () =>
      deaths.length <= killed.length
        ? []
        : [`${deaths.join(", ")} ended, of which killed: ${killed.join(", ") || "none"}`, ...lastOutput],
    close: () => resources.disposeAsync(),
  };
}

/** Breaks something, calls `isBroken` at that moment, and repairs it; resolves when the nodes are back. */
type Break = (stage: Stage, round: number, isBroken: () => void) => Promise<void>;

/** A store's nodes. A node that exits, as some do after a change of leader, is restarted. */
class Nodes {
  readonly all: readonly EventStoreDbNode[];
  /** Nodes that are to stay down, and frozen nodes. */
  readonly #stopped = new Set<EventStoreDbNode>();
  readonly #frozen = new Set<EventStoreDbNode>();
  readonly #watch: NodeJS.Timeout;

  private constructor(all: readonly EventStoreDbNode[]) {
    this.all = all;
    this.#watch = setInterval(() => {
      for (const node of all) if (!this.#stopped.has(node)) node.start();
    }, 200);
  }

  static async start(directory: string, count: number): Promise<Nodes> {
    const command = eventStoreDbCommand();
    if (command === null) throw new SkippedFault("EVENTSTORE_COMMAND names no EventStoreDB program");
    const ports: number[] = [];
    while (ports.length < count) ports.push(await freeNodePort());
    const options = (port: number): readonly string[] => {
      const others = ports.filter((each) => each !== port).map((each) => `127.0.0.1:${each}`);
      const cluster = [
        "--cluster-size",
        String(count),
        "--discover-via-dns",
        "false",
        "--gossip-seed",
        others.join(","),
      ];
      return count === 1 ? [] : cluster;
    };
    const all = ports.map(
      (port) => new EventStoreDbNode(command, join(directory, `node-${port}`), port, options(port)),
    );
    const nodes = new Nodes(all);
    await nodes.ready();
    return nodes;
  }

  get url(): string {
    return `esdb://${this.all.map(({ address }) => address).join(",")}?tls=false`;
  }

  /** Resolves when all nodes answer and one of them leads. */
  async ready(): Promise<void> {
    await Promise.all(this.all.map((node) => this.#running(node)));
    await this.leader();
  }

  /** Resolves with the leader among the nodes that are up. */
  async leader(): Promise<EventStoreDbNode> {
    for (;;) {
      const there = this.all.filter((node) => !this.#stopped.has(node) && !this.#frozen.has(node));
      const states = await Promise.all(there.map((node) => node.state()));
      const leader = there.find((_, index) => states[index]?.toLowerCase() === "leader");
      if (leader !== undefined) return leader;
      await sleep(50);
    }
  }

  /** Resolves when one node leads and the others follow it; a former leader may exit a while after it was thawed. */
  async whole(): Promise<void> {
    for (const startedAt = performance.now(); ; await sleep(100)) {
      const states = await Promise.all(this.all.map((node) => node.state()));
      const count = (wanted: string): number => states.filter((state) => state?.toLowerCase() === wanted).length;
      if (count("leader") === 1 && count("follower") === this.all.length - 1) return;
      if (performance.now() - startedAt > TIMEOUT_MS) throw new Error(`the nodes are ${states.join(", ")}`);
    }
  }

  async followers(): Promise<readonly EventStoreDbNode[]> {
    const leader = await this.leader();
    return this.all.filter((node) => node !== leader);
  }

  async stop(node: EventStoreDbNode, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    this.#stopped.add(node);
    await node.end(signal);
  }

  freeze(node: EventStoreDbNode): void {
    this.#frozen.add(node);
    node.signal("SIGSTOP");
  }

  thaw(node: EventStoreDbNode): void {
    node.signal("SIGCONT");
    this.#frozen.delete(node);
  }

  async restart(node: EventStoreDbNode): Promise<void> {
    this.#stopped.delete(node);
    await this.#running(node);
  }

  /** Resolves when a node answers, restarting it if it exits. @throws if it does not answer within PATIENCE_MS. */
  async #running(node: EventStoreDbNode): Promise<void> {
    for (const startedAt = performance.now(); ;) {
      node.start();
      try {
        return await node.ready();
      } catch (error) {
        if (node.isRunning || performance.now() - startedAt > TIMEOUT_MS) throw error;
        await sleep(100);
      }
    }
  }

  async remove(): Promise<void> {
    clearInterval(this.#watch);
    await Promise.all(this.all.map((node) => node.end("SIGKILL")));
  }
}

/** Duration of an outage (ms): a second or more, different in each round. */
const awayMs = (round: number): number => 300 + ((round * 431) % 2_000);

const gone =
  (signal: "SIGKILL" | "SIGTERM", chosen: (nodes: Nodes) => Promise<readonly EventStoreDbNode[]>): Break =>
  async ({ nodes }, round, isBroken) => {
    const away = await chosen(nodes);
    const leaving = away.map((node) => nodes.stop(node, signal));
    isBroken();
    await Promise.all(leaving);
    await sleep(awayMs(round));
    await Promise.all(away.map((node) => nodes.restart(node)));
    await nodes.leader();
  };

const leaderOf = async (nodes: Nodes): Promise<readonly EventStoreDbNode[]> => [await nodes.leader()];
const followerOf = async (nodes: Nodes): Promise<readonly EventStoreDbNode[]> => (await nodes.followers()).slice(0, 1);
const twoOf = async (nodes: Nodes): Promise<readonly EventStoreDbNode[]> => [
  await nodes.leader(),
  ...(await followerOf(nodes)),
];

const frozen: Break = async ({ nodes }, _round, isBroken) => {
  const leader = await nodes.leader();
  nodes.freeze(leader);
  isBroken();
  await sleep(FROZEN_MS);
  nodes.thaw(leader);
  await nodes.ready();
};

const withSite: Break = async ({ nodes, site }, round, isBroken) => {
  const leader = await nodes.leader();
  const leaving = [nodes.stop(leader, "SIGKILL"), site.kill()];
  isBroken();
  await Promise.all(leaving);
  await sleep(awayMs(round));
  await nodes.restart(leader);
  await nodes.leader();
  await site.restart();
};

/**
 * Breaks something each round. Afterwards every acknowledged write has to be stored exactly once, and writes have to
 * resume in time.
 */
const broken =
  (count: number, kinds: { readonly [kind: string]: Break }, openSite = oneProcess): Fault["run"] =>
  (print, rounds, isOver) =>
    inTemporaryDirectory(async (directory) => {
      // PostgreSQL runs as another user.
      chmodSync(directory, 0o755);
      await using disposables = new AsyncDisposableStack();
      const nodes = await Nodes.start(directory, count);
      disposables.defer(() => nodes.remove());
      const site = await openSite(directory, nodes.url);
      const close = once(() => site.close());
      disposables.defer(close);
      const measured = new Map(Object.keys(kinds).map((kind) => [kind, [] as Measured[]]));
      const ledger = new Ledger({ token: site.token, longestMs: MAX_MS, retryMs: RETRY_MS });
      await ledger.open(site, CLIENTS);
      for (let round = 1; round <= rounds && ledger.problems.length === 0 && !isOver(); round++) {
        const names = Object.keys(kinds);
        const kind = names[(round - 1) % names.length]!;
        await nodes.whole();
        const work = ledger.work(site);
        await sleep(200 + ((round * 137) % 800));
        const breaking = Promise.withResolvers<void>();
        const leading = breaking.promise.then(async () => {
          const since = performance.now();
          await nodes.leader();
          return performance.now() - since;
        });
        const continuing = breaking.promise.then(() => nextWrites(ledger, site));
        const startedAt = performance.now();
        const recovered = kinds[kind]!({ nodes, site }, round, breaking.resolve).then(
          () => performance.now() - startedAt,
        );
        const [outage, led, writes] = await Promise.all([recovered, leading, continuing]);
        measured.get(kind)!.push({ led, ...writes, outage });
        await nextWrites(ledger, site);
        await work.stop();
        const retried = ledger.takeLongestRetry();
        if (retried > outage + REFUSED_MS)
          ledger.problems.push(
            `${kind}: a change was retried for ${retried.toFixed(0)} ms, the outage was ${outage.toFixed(0)}`,
          );
        ledger.problems.push(...site.ended());
        await ledger.read(site);
        if (round % 10 === 0) print(`round ${round} of ${rounds}: ${summaryOf(ledger)}`);
      }
      await close();
      await nodes.ready();
      const events = await ledger.audit(nodes.url);
      print(`${summaryOf(ledger)}; ${events.length} events`);
      for (const [kind, rounds] of measured) {
        const seconds = (of: (each: Measured) => number): string => spread(rounds.map((each) => of(each) / 1_000));
        print(
          `${kind.padEnd(24)} ${rounds.length} times; s until a node led: ${seconds(({ led }) => led)}; until a new write: ${seconds(({ first }) => first)}, after that node led: ${seconds(({ first, led }) => first - led)}; until ${CLIENTS}: ${seconds(({ last }) => last)}; until all nodes were back: ${seconds(({ outage }) => outage)}`,
        );
      }
      return ledger.problems;
    });

/** Runs its work on the first call only. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= work());
}

/**
 * Times of a round (ms). `led`: until a node led. `first`, `last`: until the first and the last of as many new writes
 * as clients. `outage`: its duration.
 */
interface Measured {
  readonly led: number;
  readonly first: number;
  readonly last: number;
  readonly outage: number;
}

/**
 * Waits until as many new writes as clients are acknowledged; returns the times of the first and the last one (ms).
 * @throws when Etesian has ended, or that takes too long.
 */
async function nextWrites(ledger: Ledger, site: Site): Promise<Pick<Measured, "first" | "last">> {
  const startedAt = performance.now();
  const { sent } = ledger;
  for (let first: number | null = null; ; await sleep(20)) {
    const acknowledged = ledger.acknowledgedAfter(sent);
    const passed = performance.now() - startedAt;
    if (acknowledged > 0) first ??= passed;
    if (first !== null && acknowledged >= CLIENTS) return { first, last: passed };
    const ended = site.ended();
    if (ended.length > 0) throw new Error(ended.join("; "));
    if (passed > TIMEOUT_MS) throw new Error(`no writes for ${TIMEOUT_MS / 1_000} s`);
  }
}

const alone = (nodes: Nodes): Promise<readonly EventStoreDbNode[]> => Promise.resolve(nodes.all);

const ofOneNode = { killed: gone("SIGKILL", alone), stopped: gone("SIGTERM", alone), frozen };

const ofThreeNodes = {
  "leader frozen": frozen,
  "leader killed": gone("SIGKILL", leaderOf),
  "Etesian, leader killed": withSite,
  "follower killed": gone("SIGKILL", followerOf),
  "leader stopped": gone("SIGTERM", leaderOf),
  "two of three killed": gone("SIGKILL", twoOf),
};

export const eventStoreDbBroken: Fault = {
  about: `EventStoreDB is killed, stopped, frozen for ${FROZEN_MS / 1_000} s under ${CLIENTS} clients`,
  rounds: 9,
  run: broken(1, ofOneNode),
};

export const eventStoreDbClusterBroken: Fault = {
  about: `of ${NODES} nodes of EventStoreDB the leader, a follower, two, or the leader and Etesian are killed, under ${CLIENTS} clients`,
  rounds: 12,
  run: broken(NODES, ofThreeNodes),
};

export const clusterOnEventStoreDbBroken: Fault = {
  about: "the same for a cluster of Etesian processes",
  rounds: 6,
  run: broken(NODES, ofThreeNodes, manyProcesses),
};
