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
const FREEZE_MS = 12_000;
/** A retried change succeeds within this time after the nodes are back (ms). */
const REFUSED_MS = 5_000;
/**
 * Pause between two attempts of a change (ms). Outages last for many seconds, during which nodes and Etesian need the
 * processors in order to start.
 */
const RETRY_MS = 100;
/** Timeout of a request (ms), which reads and writes several times, each with a deadline of ten seconds. */
const MAX_MS = 30_000;
const NODES = 3;
/** Writes have to succeed again within this time (ms). */
const TIMEOUT_MS = 180_000;

interface TestBed {
  readonly nodes: Nodes;
  readonly installation: Installation;
}

/** Etesian on a store: one process, or a cluster of processes. */
interface Installation extends ApiTarget {
  readonly token: string;
  /** Kills all its processes. */
  kill(): Promise<void>;
  /** Starts it after a kill; resolves when all its processes are ready. */
  restart(): Promise<void>;
  /** Processes that exited unexpectedly. */
  unexpectedExits(): readonly string[];
  close(): Promise<void>;
}

async function startOneProcess(directory: string, store: string): Promise<Installation> {
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
    unexpectedExits: () => unexpectedEnd(server),
    close: () => server.stop(),
  };
}

/** Output of a process that cannot start without its store. */
const STORE_UNAVAILABLE = "Etesian could not start: The event store is not available";

/** Starts a cluster as `npm run cluster` does, with read models in PostgreSQL. */
async function startCluster(directory: string, store: string): Promise<Installation> {
  await using disposables = new AsyncDisposableStack();
  const postgres = await PrivatePostgres.create();
  if (postgres === null) throw new SkippedFault("PostgreSQL is not installed");
  disposables.defer(() => postgres.remove());
  const broker = await startPrivateBroker();
  if (broker === null) throw new SkippedFault("there is no nats-server");
  disposables.defer(() => broker.remove());
  const data = join(directory, "data");
  const values = { store, readModels: postgres.url, keys: postgres.url, bus: broker.url.replace(/\/$/, ""), data };
  const exitedProcesses: string[] = [];
  const killedProcesses: string[] = [];
  /** The last output of processes that have exited. */
  const lastOutput: string[] = [];
  const lines = new Map<string, readonly string[]>();
  const cluster = await Cluster.start({
    services: SERVICES,
    replicas: { gateway: 2, scenarios: 2, compute: 2 },
    values: { model: starter.model, workers: 1, logLevel: "error", ...values },
    port: 0,
    operationsPort: 0,
    onLine: (name, line) => lines.set(name, [...(lines.get(name) ?? []), line].slice(-20)),
    onExit: (name, reason) => {
      const output = lines.get(name) ?? [];
      lines.delete(name);
      // A process started while there is no leader cannot open its store, and is restarted until it can.
      if (output.some((line) => line.startsWith(STORE_UNAVAILABLE))) return;
      exitedProcesses.push(name);
      lastOutput.push(`${name}: ${reason}: ${output.join("\n")}`);
    },
  });
  disposables.defer(() => cluster.stop());
  const members = SERVICES.flatMap(({ name }) => cluster.membersOf(name));
  const front = new GatewayRotation(cluster.urls);
  const token = await issueToken({ data, store, keys: postgres.url }, "somebody@example.org");
  const resources = disposables.move();
  return {
    token,
    send: (...request) => front.send(...request),
    async kill() {
      for (const member of members) {
        killedProcesses.push(member.name);
        member.signal("SIGKILL");
      }
      while (exitedProcesses.length < killedProcesses.length) await sleep(10);
    },
    async restart() {
      await Promise.all(members.map((member) => member.waitUntilReady()));
    },
    // Until a killed process has exited, there are fewer exits than kills.
    unexpectedExits: () =>
      exitedProcesses.length <= killedProcesses.length
        ? []
        : [
            `${exitedProcesses.join(", ")} ended, of which killed: ${killedProcesses.join(", ") || "none"}`,
            ...lastOutput,
          ],
    close: () => resources.disposeAsync(),
  };
}

/** Breaks something, calls `onDisrupted` at that moment, and repairs it; resolves when the nodes are back. */
type Disruption = (testBed: TestBed, round: number, onDisrupted: () => void) => Promise<void>;

/** A store's nodes. A node that exits, as some do after a change of leader, is restarted. */
class Nodes {
  readonly all: readonly EventStoreDbNode[];
  /** Nodes that must stay down, and frozen nodes. */
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
      const otherAddresses = ports.filter((other) => other !== port).map((port) => `127.0.0.1:${port}`);
      const cluster = [
        "--cluster-size",
        String(count),
        "--discover-via-dns",
        "false",
        "--gossip-seed",
        otherAddresses.join(","),
      ];
      return count === 1 ? [] : cluster;
    };
    const all = ports.map(
      (port) => new EventStoreDbNode(command, join(directory, `node-${port}`), port, options(port)),
    );
    const nodes = new Nodes(all);
    await nodes.waitUntilReady();
    return nodes;
  }

  get url(): string {
    return `esdb://${this.all.map(({ address }) => address).join(",")}?tls=false`;
  }

  /** Resolves when all nodes respond and one of them leads. */
  async waitUntilReady(): Promise<void> {
    await Promise.all(this.all.map((node) => this.#waitUntilRunning(node)));
    await this.leader();
  }

  /** Resolves with the leader among the nodes that are up. */
  async leader(): Promise<EventStoreDbNode> {
    for (;;) {
      const reachableNodes = this.all.filter((node) => !this.#stopped.has(node) && !this.#frozen.has(node));
      const states = await Promise.all(reachableNodes.map((node) => node.state()));
      const leader = reachableNodes.find((_, index) => states[index]?.toLowerCase() === "leader");
      if (leader !== undefined) return leader;
      await sleep(50);
    }
  }

  /**
   * Resolves when one node leads and the others follow it; the previous leader may exit some time after it is thawed.
   */
  async waitUntilComplete(): Promise<void> {
    for (const startedAt = performance.now(); ; await sleep(100)) {
      const states = await Promise.all(this.all.map((node) => node.state()));
      const count = (role: string): number => states.filter((state) => state?.toLowerCase() === role).length;
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
    await this.#waitUntilRunning(node);
  }

  /** Resolves when a node responds, restarting it if it exits. @throws if it does not respond in time. */
  async #waitUntilRunning(node: EventStoreDbNode): Promise<void> {
    for (const startedAt = performance.now(); ;) {
      node.start();
      try {
        return await node.waitUntilReady();
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
const outageMs = (round: number): number => 300 + ((round * 431) % 2_000);

const stopNodes =
  (signal: "SIGKILL" | "SIGTERM", choose: (nodes: Nodes) => Promise<readonly EventStoreDbNode[]>): Disruption =>
  async ({ nodes }, round, onDisrupted) => {
    const stoppedNodes = await choose(nodes);
    const pendingStops = stoppedNodes.map((node) => nodes.stop(node, signal));
    onDisrupted();
    await Promise.all(pendingStops);
    await sleep(outageMs(round));
    await Promise.all(stoppedNodes.map((node) => nodes.restart(node)));
    await nodes.leader();
  };

const leaderOf = async (nodes: Nodes): Promise<readonly EventStoreDbNode[]> => [await nodes.leader()];
const followerOf = async (nodes: Nodes): Promise<readonly EventStoreDbNode[]> => (await nodes.followers()).slice(0, 1);
const twoOf = async (nodes: Nodes): Promise<readonly EventStoreDbNode[]> => [
  await nodes.leader(),
  ...(await followerOf(nodes)),
];

const freezeLeader: Disruption = async ({ nodes }, _round, onDisrupted) => {
  const leader = await nodes.leader();
  nodes.freeze(leader);
  onDisrupted();
  await sleep(FREEZE_MS);
  nodes.thaw(leader);
  await nodes.waitUntilReady();
};

const killLeaderAndInstallation: Disruption = async ({ nodes, installation }, round, onDisrupted) => {
  const leader = await nodes.leader();
  const pendingStops = [nodes.stop(leader, "SIGKILL"), installation.kill()];
  onDisrupted();
  await Promise.all(pendingStops);
  await sleep(outageMs(round));
  await nodes.restart(leader);
  await nodes.leader();
  await installation.restart();
};

/**
 * Breaks something each round. Afterwards every acknowledged write has to be stored exactly once, and writes have to
 * resume in time.
 */
const disruptInTurn =
  (count: number, kinds: { readonly [kind: string]: Disruption }, openInstallation = startOneProcess): Fault["run"] =>
  (print, rounds, isOver) =>
    inTemporaryDirectory(async (directory) => {
      // PostgreSQL runs as another user.
      chmodSync(directory, 0o755);
      await using disposables = new AsyncDisposableStack();
      const nodes = await Nodes.start(directory, count);
      disposables.defer(() => nodes.remove());
      const installation = await openInstallation(directory, nodes.url);
      const close = once(() => installation.close());
      disposables.defer(close);
      const timesByKind = new Map(Object.keys(kinds).map((kind) => [kind, [] as RoundTimes[]]));
      const ledger = new Ledger({ token: installation.token, longestMs: MAX_MS, retryMs: RETRY_MS });
      await ledger.open(installation, CLIENTS);
      for (let round = 1; round <= rounds && ledger.problems.length === 0 && !isOver(); round++) {
        const names = Object.keys(kinds);
        const kind = names[(round - 1) % names.length]!;
        await nodes.waitUntilComplete();
        const work = ledger.work(installation);
        await sleep(200 + ((round * 137) % 800));
        const disruption = Promise.withResolvers<void>();
        const leaderTime = disruption.promise.then(async () => {
          const disruptedAt = performance.now();
          await nodes.leader();
          return performance.now() - disruptedAt;
        });
        const writeTimes = disruption.promise.then(() => nextWrites(ledger, installation));
        const startedAt = performance.now();
        const recoveryTime = kinds[kind]!({ nodes, installation }, round, disruption.resolve).then(
          () => performance.now() - startedAt,
        );
        const [outage, leader, writes] = await Promise.all([recoveryTime, leaderTime, writeTimes]);
        timesByKind.get(kind)!.push({ leader, ...writes, outage });
        await nextWrites(ledger, installation);
        await work.stop();
        const longestRetry = ledger.takeLongestRetryMs();
        if (longestRetry > outage + REFUSED_MS)
          ledger.problems.push(
            `${kind}: a change was retried for ${longestRetry.toFixed(0)} ms, the outage was ${outage.toFixed(0)}`,
          );
        ledger.problems.push(...installation.unexpectedExits());
        await ledger.checkResponses(installation);
        if (round % 10 === 0) print(`round ${round} of ${rounds}: ${summaryOf(ledger)}`);
      }
      await close();
      await nodes.waitUntilReady();
      const events = await ledger.audit(nodes.url);
      print(`${summaryOf(ledger)}; ${events.length} events`);
      for (const [kind, rounds] of timesByKind) {
        const seconds = (timeOf: (round: RoundTimes) => number): string =>
          spread(rounds.map((round) => timeOf(round) / 1_000));
        print(
          `${kind.padEnd(24)} ${rounds.length} times; s until a node led: ${seconds(({ leader }) => leader)}; until a new write: ${seconds(({ firstWrite }) => firstWrite)}, after that node led: ${seconds(({ firstWrite, leader }) => firstWrite - leader)}; until ${CLIENTS}: ${seconds(({ lastWrite }) => lastWrite)}; until all nodes were back: ${seconds(({ outage }) => outage)}`,
        );
      }
      return ledger.problems;
    });

/** Runs its work on the first call only. */
function once(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | null = null;
  return () => (result ??= work());
}

/**
 * Times of a round (ms) from the disruption: until a node led, until the first and the last of as many new writes as
 * there are clients, and the outage's duration.
 */
interface RoundTimes {
  readonly leader: number;
  readonly firstWrite: number;
  readonly lastWrite: number;
  readonly outage: number;
}

/**
 * Waits until as many new writes are acknowledged as there are clients; returns the times of the first and the last one
 * (ms).
 * @throws if Etesian has exited, or if that takes too long.
 */
async function nextWrites(
  ledger: Ledger,
  installation: Installation,
): Promise<Pick<RoundTimes, "firstWrite" | "lastWrite">> {
  const startedAt = performance.now();
  const { sentCount } = ledger;
  for (let firstWrite: number | null = null; ; await sleep(20)) {
    const acknowledged = ledger.acknowledgedAfter(sentCount);
    const elapsedMs = performance.now() - startedAt;
    if (acknowledged > 0) firstWrite ??= elapsedMs;
    if (firstWrite !== null && acknowledged >= CLIENTS) return { firstWrite, lastWrite: elapsedMs };
    const exits = installation.unexpectedExits();
    if (exits.length > 0) throw new Error(exits.join("; "));
    if (elapsedMs > TIMEOUT_MS) throw new Error(`no writes for ${TIMEOUT_MS / 1_000} s`);
  }
}

const allOf = (nodes: Nodes): Promise<readonly EventStoreDbNode[]> => Promise.resolve(nodes.all);

const oneNodeDisruptions = {
  killed: stopNodes("SIGKILL", allOf),
  stopped: stopNodes("SIGTERM", allOf),
  frozen: freezeLeader,
};

const threeNodeDisruptions = {
  "leader frozen": freezeLeader,
  "leader killed": stopNodes("SIGKILL", leaderOf),
  "Etesian, leader killed": killLeaderAndInstallation,
  "follower killed": stopNodes("SIGKILL", followerOf),
  "leader stopped": stopNodes("SIGTERM", leaderOf),
  "two of three killed": stopNodes("SIGKILL", twoOf),
};

export const eventStoreDbOutages: Fault = {
  description: `EventStoreDB killed, stopped, or frozen for ${FREEZE_MS / 1_000} s, under ${CLIENTS} clients`,
  rounds: 9,
  run: disruptInTurn(1, oneNodeDisruptions),
};

export const eventStoreDbClusterOutages: Fault = {
  description: `the leader, a follower, two of ${NODES} EventStoreDB nodes, or the leader and Etesian killed, under ${CLIENTS} clients`,
  rounds: 12,
  run: disruptInTurn(NODES, threeNodeDisruptions),
};

export const clusterOnEventStoreDbOutages: Fault = {
  description: "the same for a cluster of Etesian processes",
  rounds: 6,
  run: disruptInTurn(NODES, threeNodeDisruptions, startCluster),
};
