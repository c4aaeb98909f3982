/**
 * Every service in its own processes, on a private PostgreSQL and NATS: checks the whole system while a part is broken.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TestBroker, hasNatsProgram, publishedIds } from "@etesian/event-bus/testing";
import { Proxy } from "@etesian/event-store/testing";
import { Cluster } from "@etesian/standalone/cluster";
import { SERVICES } from "@etesian/standalone/services";
import { issueToken } from "@etesian/standalone/testing";
import { faultyDisk } from "./disk.ts";
import { type Fault, inTemporaryDirectory, SkippedFault, spread, summaryOf } from "./fault.ts";
import { Ledger } from "./ledger.ts";
import { PrivatePostgres } from "./postgres.ts";
import { starter } from "@etesian/workbench/server";
import { type HttpResponse, sendTo, type ApiTarget } from "./server.ts";

const QUERIES = ["direct_emissions_total_ghg_excl_bunkers"];
/**
 * Requests that wait for a process to start have no time limit of their own, because that time depends on the machine.
 */
const MAX_MS = Number.POSITIVE_INFINITY;
/** Writes have to succeed again within this time, however long the outage was. */
const TIMEOUT_MS = 180_000;
/** Log messages of failed calls and requests. */
const FAILURE = /"msg":"(request )?failed"/;
/** Size of the disk under NATS that is filled up; twenty rounds of kills produce 50,000 events of 1.3 KB. */
const BROKER_DISK = "512m";

/** Number of clients, and the time for which a part stays broken (ms). */
interface Trial {
  readonly clients: number;
  /** Pause between two writes of a client (ms). */
  readonly pauseMs: number;
  readonly outageMs: number;
  readonly hangMs: number;
  readonly silenceMs: number;
  readonly fullMs: number;
}
/** A hanging process outlasts the timeout of a silent connection. */
const LONG_TRIAL: Trial = { clients: 20, pauseMs: 0, outageMs: 300, hangMs: 10_000, silenceMs: 60_000, fullMs: 1_000 };
const BRIEF_TRIAL: Trial = { clients: 6, pauseMs: 200, outageMs: 100, hangMs: 500, silenceMs: 500, fullMs: 200 };

/** The running parts, each of which can be broken. */
interface TestBed {
  readonly cluster: Cluster;
  readonly postgres: PrivatePostgres;
  readonly broker: TestBroker;
  readonly toPostgres: Proxy;
  readonly toBroker: Proxy;
  /** The disk under PostgreSQL. */
  readonly disk: ReturnType<typeof faultyDisk>;
  /** The disk under NATS; null if a separate one could not be mounted. */
  readonly brokerDisk: string | null;
  readonly front: GatewayRotation;
  /** Token of a user with all rights to their own scenarios. */
  readonly token: string;
  /** Killed processes, and processes that exited unexpectedly, by name. */
  readonly killedProcesses: string[];
  readonly exitedProcesses: readonly string[];
  /** Log lines of calls and requests that failed for an unknown reason. */
  readonly failureLogs: readonly string[];
}

/** Breaks something and repairs it; resolves when the part works again. */
type Disruption = (testBed: TestBed, round: number, trial: Trial) => Promise<void>;

/** A deployment's gateways as a client sees them, used in turn. */
export class GatewayRotation implements ApiTarget {
  readonly #urls: readonly string[];
  #turn = 0;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  send(...request: Parameters<ApiTarget["send"]>): Promise<HttpResponse> {
    return sendTo(this.#urls[this.#turn++ % this.#urls.length]!, ...request);
  }
}

async function withTestBed<T>(work: (testBed: TestBed) => Promise<T>): Promise<T> {
  return inTemporaryDirectory(async (directory) => {
    // PostgreSQL runs as a different user.
    chmodSync(directory, 0o755);
    await using disposables = new AsyncDisposableStack();
    const disk = faultyDisk(directory, "/data/");
    const postgres = await PrivatePostgres.create(disk.environment);
    if (postgres === null) throw new SkippedFault("PostgreSQL is not installed");
    disposables.defer(() => postgres.remove());
    if (!hasNatsProgram()) throw new SkippedFault("there is no nats-server");
    const brokerDisk = smallDisk(join(directory, "nats"), disposables);
    const broker = disposables.adopt(await TestBroker.create(join(directory, "nats/data")), (testBroker) =>
      testBroker.remove(),
    );
    await broker.start();
    const [toPostgres, toBroker] = [await Proxy.inFrontOf(postgres.url), await Proxy.inFrontOf(broker.url)];
    for (const { proxy } of [toPostgres, toBroker]) disposables.defer(() => proxy.close());
    const data = join(directory, "data");
    const [store, bus] = [toPostgres.url, toBroker.url.replace(/\/$/, "")];
    const exitedProcesses: string[] = [];
    const failureLogs: string[] = [];
    const cluster = await Cluster.start({
      services: SERVICES,
      replicas: { gateway: 2, scenarios: 2, compute: 2 },
      values: { model: starter.model, data, store, bus, workers: 1, logLevel: "error" },
      port: 0,
      operationsPort: 0,
      onLine: (name, line) => {
        if (FAILURE.test(line)) failureLogs.push(`${name}: ${line}`);
      },
      onExit: (name) => exitedProcesses.push(name),
    });
    disposables.defer(() => cluster.stop());
    return await work({
      cluster,
      postgres,
      broker,
      toPostgres: toPostgres.proxy,
      toBroker: toBroker.proxy,
      disk,
      brokerDisk,
      killedProcesses: [],
      exitedProcesses,
      failureLogs,
      front: new GatewayRotation(cluster.urls),
      token: await issueToken({ data, store: postgres.url, keys: null }, "somebody@example.org"),
    });
  });
}

/** Mounts a separate disk in a directory, small enough to be filled; null if mounting is not allowed. */
function smallDisk(directory: string, disposables: AsyncDisposableStack): string | null {
  mkdirSync(directory);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${BROKER_DISK}`, "tmpfs", directory]).status !== 0) return null;
  disposables.defer(() => void spawnSync("umount", ["--lazy", directory]));
  return directory;
}

/** Breaks parts in turn while clients work; afterwards every acknowledged write has to be stored exactly once. */
const disruptInTurn =
  (kinds: { readonly [kind: string]: Disruption }, trial = LONG_TRIAL): Fault["run"] =>
  (print, rounds, isOver) =>
    withTestBed(async (testBed) => {
      const { postgres, broker, front, token, killedProcesses, exitedProcesses } = testBed;
      if (testBed.brokerDisk === null && "NATS' full disk" in kinds) print("no disk for NATS could be mounted");
      const { clients, pauseMs } = trial;
      const ledger = new Ledger({ queries: QUERIES, token, longestMs: MAX_MS, pauseMs });
      await ledger.open(front, clients);
      const work = ledger.work(front);
      const seconds = new Map(
        Object.keys(kinds).map((kind) => [kind, { writes: [] as number[], untilRepaired: [] as number[] }]),
      );
      const startedAllAt = performance.now();
      for (let round = 1; round <= rounds && ledger.problems.length === 0 && !isOver(); round++) {
        for (const [kind, disrupt] of Object.entries(kinds)) {
          await sleep(100 + ((round * 137) % 500));
          const startedAt = performance.now();
          const elapsedSeconds = (): number => (performance.now() - startedAt) / 1_000;
          const recovery = disrupt(testBed, round, trial).then(elapsedSeconds);
          seconds.get(kind)!.writes.push(await writesResume(ledger, clients, kind).then(elapsedSeconds));
          seconds.get(kind)!.untilRepaired.push(await recovery);
          await writesResume(ledger, clients, kind);
          if (exitedProcesses.length > killedProcesses.length)
            ledger.problems.push(
              `${kind}: ${exitedProcesses.join(", ")} ended, of which killed: ${killedProcesses.join(", ")}`,
            );
        }
      }
      await work.stop();
      await ledger.checkResponses(front);
      const events = await ledger.audit(postgres.url);
      const published = await publishedIds(broker.url, events.length);
      print(summaryOf(ledger));
      print(`the broker has ${published.length} of ${events.length} events`);
      for (const [kind, { writes, untilRepaired }] of seconds) {
        print(
          `${kind.padEnd(22)} until ${clients} new writes (s): ${spread(writes)}; until the part works again: ${spread(untilRepaired)}`,
        );
      }
      print(`${((performance.now() - startedAllAt) / 1_000).toFixed(0)} s in total`);
      const isPublished = published.length === events.length && published.every((id, n) => id === events[n]!.id);
      return [
        ...ledger.problems,
        ...(ledger.problems.length > 0 ? testBed.failureLogs : []),
        ...(isPublished ? [] : ["the broker does not have every event exactly once, in order"]),
        ...(exitedProcesses.length === killedProcesses.length
          ? []
          : [`${killedProcesses.length} processes were killed, ${exitedProcesses.length} ended`]),
      ];
    });

/** Resolves once there are as many newly acknowledged writes as clients. @throws if that takes too long. */
async function writesResume(ledger: Ledger, clients: number, kind: string): Promise<void> {
  const [previouslyAcknowledged, startedAt] = [ledger.acknowledgedCount, performance.now()];
  while (ledger.acknowledgedCount < previouslyAcknowledged + clients) {
    if (performance.now() - startedAt > TIMEOUT_MS)
      throw new Error(`${kind}: no writes for ${TIMEOUT_MS / 1_000} s: ${summaryOf(ledger)}`);
    await sleep(5);
  }
}

const kill =
  (service: string): Disruption =>
  async ({ cluster, killedProcesses }, round) => {
    const members = cluster.membersOf(service);
    const member = members[round % members.length]!;
    const { pid } = member;
    killedProcesses.push(member.name);
    member.signal("SIGKILL");
    while (member.pid === pid || member.pid === null) await sleep(10);
    await member.waitUntilReady();
  };

const kills: { readonly [kind: string]: Disruption } = Object.fromEntries(
  SERVICES.map(({ name }) => [name, kill(name)]),
);
const killFirstProcesses: Disruption = async (testBed, _, trial) => {
  await Promise.all(Object.values(kills).map((kill) => kill(testBed, 0, trial)));
};

const storeAndBrokerKills: { readonly [kind: string]: Disruption } = {
  nats: async ({ broker }, _, { outageMs }) => {
    await broker.kill();
    await sleep(outageMs);
    await broker.start();
  },
  postgres: async ({ postgres }, _, { outageMs }) => {
    postgres.kill();
    await sleep(outageMs);
    await postgres.waitUntilRestarted();
  },
};

const suspendProcess: Disruption = async ({ cluster }, round, { hangMs }) => {
  const members = cluster.membersOf("compute");
  const member = members[round % members.length]!;
  member.signal("SIGSTOP");
  await sleep(hangMs);
  member.signal("SIGCONT");
  await member.waitUntilReady();
};

const fullDisks: { readonly [kind: string]: Disruption } = {
  "PostgreSQL's full disk": async ({ disk, postgres }, _, { fullMs }) => {
    const logLength = postgres.log.length;
    disk.setMode("n");
    await sleep(fullMs);
    // Because clients are writing, PostgreSQL soon fails to write.
    while (!postgres.log.slice(logLength).includes("No space left on device")) await sleep(20);
    disk.setMode("0");
    // PostgreSQL terminates its processes and restarts them when it can; otherwise the supervisor restarts it.
    await postgres.waitUntilRestarted();
  },
  "NATS' full disk": async ({ brokerDisk, broker }, _, { fullMs }) => {
    if (brokerDisk === null) return;
    const filler = join(brokerDisk, "filler");
    fill(filler);
    await sleep(fullMs);
    rmSync(filler);
    // NATS disables JetStream when its disk is full; a supervisor restarts NATS.
    await broker.kill();
    await broker.start();
  },
};

/** Writes to a file until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, "w");
  try {
    for (const block = Buffer.alloc(1024 * 1024); ;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}

const silence =
  (proxy: "toPostgres" | "toBroker"): Disruption =>
  async (testBed, _, { silenceMs }) => {
    testBed[proxy].setDropping(true);
    await sleep(silenceMs);
    testBed[proxy].setDropping(false);
  };
/** Number of connections that a round silences; PostgreSQL alone has more. */
const CONNECTIONS = 20;
const silences = { "PostgreSQL silent": silence("toPostgres"), "NATS silent": silence("toBroker") };

/**
 * A rolling update: all services in parallel, the processes of each one after another; `last`: only the last process of
 * each.
 */
const replaceProcesses =
  (selection: "all" | "last"): Disruption =>
  async ({ cluster }) => {
    await Promise.all(
      SERVICES.map(async ({ name }) => {
        for (const member of cluster.membersOf(name).slice(selection === "all" ? 0 : -1)) await member.restart();
      }),
    );
  };

export const clusterKills: Fault = {
  description: `each service, NATS and PostgreSQL killed (kill -9) in a cluster, under ${LONG_TRIAL.clients} clients`,
  rounds: 20,
  run: disruptInTurn({ ...kills, ...storeAndBrokerKills }),
};

/** Concurrent changes with queries of one scenario while no process calculates. */
const WAITING_CHANGES = 12;
/**
 * Documented limit: a hanging service is detected after eight seconds, and a connection attempt takes two more; the
 * rest is a margin for the machine.
 */
const REFUSED_WITHIN_MS = 12_000;

/**
 * Stops every calculating process while many clients query one scenario: none waits longer than a single client would.
 */
export const clusterWithoutCalculation: Fault = {
  description: `all calculating processes of a cluster stopped, with ${WAITING_CHANGES} changes with queries of one scenario`,
  rounds: 2,
  run: (print, rounds, isOver) =>
    withTestBed(async ({ cluster, front }) => {
      const httpResponse = await front.send("POST", "/scenarios", { scenario: {} });
      const { id } = httpResponse.body as { readonly id: number };
      const change = () =>
        front.send("PUT", `/scenarios/${id}`, { scenario: { metadata: { at: Date.now() } }, gqueries: QUERIES });
      const problems: string[] = [];
      const initialResponse = await change();
      if (initialResponse.status !== 200) problems.push(`before the fault a change returned ${initialResponse.status}`);
      for (let round = 1; round <= rounds && !isOver(); round++) {
        const members = cluster.membersOf("compute");
        for (const member of members) member.signal("SIGSTOP");
        const responses = await Promise.all(Array.from({ length: WAITING_CHANGES }, change));
        for (const member of members) member.signal("SIGCONT");
        await Promise.all(members.map((member) => member.waitUntilReady()));
        const seconds = responses.map(({ milliseconds }) => milliseconds / 1000);
        print(
          `${responses.filter(({ status }) => status === 503).length} changes returned 503 after ${spread(seconds)} s`,
        );
        problems.push(
          ...responses.filter(({ status }) => status !== 503).map(({ status }) => `a change returned ${status}`),
          ...responses
            .filter(({ milliseconds }) => milliseconds > REFUSED_WITHIN_MS)
            .map(({ milliseconds }) => `a change got its response after ${(milliseconds / 1000).toFixed(1)} s`),
        );
        const end = performance.now() + TIMEOUT_MS;
        let finalResponse = await change();
        while (finalResponse.status !== 200 && performance.now() < end) {
          await sleep(100);
          finalResponse = await change();
        }
        if (finalResponse.status !== 200) problems.push(`afterwards a change returns ${finalResponse.status}`);
      }
      print(`1 acknowledged change before, and one after each of ${rounds} outages`);
      return problems;
    }),
};

export const clusterHangs: Fault = {
  description: `a calculating process of a cluster stopped for ${LONG_TRIAL.hangMs / 1_000} s`,
  rounds: 20,
  run: disruptInTurn({ SIGSTOP: suspendProcess }),
};

export const clusterFullDisks: Fault = {
  description: `disks of PostgreSQL and NATS full for ${LONG_TRIAL.fullMs / 1_000} s, in a cluster`,
  rounds: 20,
  run: disruptInTurn(fullDisks),
};

export const clusterSilences: Fault = {
  description:
    "all connections to PostgreSQL, then to NATS, silent for a minute, in a cluster: one round for every 20 connections",
  rounds: 20,
  run: (print, rounds, isOver) => disruptInTurn(silences)(print, Math.ceil(rounds / CONNECTIONS), isOver),
};

export const clusterReplacements: Fault = {
  description: "every process of a cluster replaced, the processes of a service one after another",
  rounds: 20,
  run: disruptInTurn({ replacing: replaceProcesses("all") }),
};

/**
 * All faults briefly on one cluster, for `npm test`: of each service the first process is killed and the last replaced.
 */
export const briefClusterFaults: Fault = {
  description: "each cluster fault in turn, for less than a second each",
  rounds: 1,
  run: disruptInTurn(
    {
      killed: killFirstProcesses,
      ...storeAndBrokerKills,
      SIGSTOP: suspendProcess,
      ...fullDisks,
      ...silences,
      replaced: replaceProcesses("last"),
    },
    BRIEF_TRIAL,
  ),
};
