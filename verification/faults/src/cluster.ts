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
import { type Answer, sendTo, type ApiTarget } from "./server.ts";

const QUERIES = ["direct_emissions_total_ghg_excl_bunkers"];
/** Requests that wait for a process to start have no limit of their own, because that time depends on the machine. */
const MAX_MS = Number.POSITIVE_INFINITY;
/** Writes have to succeed again within this time, however long the outage was. */
const TIMEOUT_MS = 180_000;
/** Log messages of failed calls and requests. */
const FAILED = /"msg":"(request )?failed"/;
/** Size of NATS' disk where it can be filled up; twenty rounds of kills produce 50,000 events of 1.3 KB. */
const BROKER_DISK = "512m";

/** Number of clients, and how long a part stays broken (ms). */
interface Trial {
  readonly clients: number;
  /** Pause between two writes of a client (ms). */
  readonly pauseMs: number;
  readonly awayMs: number;
  readonly hangMs: number;
  readonly silenceMs: number;
  readonly fullMs: number;
}
/** A hanging process outlasts the timeout of a silent connection. */
const LONG: Trial = { clients: 20, pauseMs: 0, awayMs: 300, hangMs: 10_000, silenceMs: 60_000, fullMs: 1_000 };
const BRIEF: Trial = { clients: 6, pauseMs: 200, awayMs: 100, hangMs: 500, silenceMs: 500, fullMs: 200 };

/** The running parts, each of which can be broken. */
interface Stage {
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
  /** Killed processes, and processes that ended unexpectedly, by name. */
  readonly killed: string[];
  readonly deaths: readonly string[];
  /** Log lines of calls and requests that failed for an unknown reason. */
  readonly failureLogs: readonly string[];
}

/** Breaks something and repairs it; resolves when the part works again. */
type Break = (stage: Stage, round: number, trial: Trial) => Promise<void>;

/** A deployment's gateways as a client sees them, used in turn. */
export class GatewayRotation implements ApiTarget {
  readonly #urls: readonly string[];
  #turn = 0;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  send(...request: Parameters<ApiTarget["send"]>): Promise<Answer> {
    return sendTo(this.#urls[this.#turn++ % this.#urls.length]!, ...request);
  }
}

async function onStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  return inTemporaryDirectory(async (directory) => {
    // PostgreSQL runs as another user.
    chmodSync(directory, 0o755);
    await using disposables = new AsyncDisposableStack();
    const disk = faultyDisk(directory, "/data/");
    const postgres = await PrivatePostgres.create(disk.environment);
    if (postgres === null) throw new SkippedFault("PostgreSQL is not installed");
    disposables.defer(() => postgres.remove());
    if (!hasNatsProgram()) throw new SkippedFault("there is no nats-server");
    const brokerDisk = smallDisk(join(directory, "nats"), disposables);
    const broker = disposables.adopt(await TestBroker.create(join(directory, "nats/data")), (each) => each.remove());
    await broker.start();
    const [toPostgres, toBroker] = [await Proxy.before(postgres.url), await Proxy.before(broker.url)];
    for (const { proxy } of [toPostgres, toBroker]) disposables.defer(() => proxy.close());
    const data = join(directory, "data");
    const [store, bus] = [toPostgres.url, toBroker.url.replace(/\/$/, "")];
    const deaths: string[] = [];
    const failureLogs: string[] = [];
    const cluster = await Cluster.start({
      services: SERVICES,
      replicas: { gateway: 2, scenarios: 2, compute: 2 },
      values: { model: starter.model, data, store, bus, workers: 1, logLevel: "error" },
      port: 0,
      operationsPort: 0,
      onLine: (name, line) => {
        if (FAILED.test(line)) failureLogs.push(`${name}: ${line}`);
      },
      exited: (name) => deaths.push(name),
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
      killed: [],
      deaths,
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
const broken =
  (kinds: { readonly [kind: string]: Break }, trial = LONG): Fault["run"] =>
  (print, rounds, isOver) =>
    onStage(async (stage) => {
      const { postgres, broker, front, token, killed, deaths } = stage;
      if (stage.brokerDisk === null && "NATS' full disk" in kinds)
        print("no disk could be made for NATS to fill (mount)");
      const { clients, pauseMs } = trial;
      const ledger = new Ledger({ queries: QUERIES, token, longestMs: MAX_MS, pauseMs });
      await ledger.open(front, clients);
      const work = ledger.work(front);
      const seconds = new Map(
        Object.keys(kinds).map((kind) => [kind, { writes: [] as number[], whole: [] as number[] }]),
      );
      const startedAllAt = performance.now();
      for (let round = 1; round <= rounds && ledger.problems.length === 0 && !isOver(); round++) {
        for (const [kind, breakIt] of Object.entries(kinds)) {
          await sleep(100 + ((round * 137) % 500));
          const startedAt = performance.now();
          const passed = (): number => (performance.now() - startedAt) / 1_000;
          const recovered = breakIt(stage, round, trial).then(passed);
          seconds.get(kind)!.writes.push(await writesResume(ledger, clients, kind).then(passed));
          seconds.get(kind)!.whole.push(await recovered);
          await writesResume(ledger, clients, kind);
          if (deaths.length > killed.length)
            ledger.problems.push(`${kind}: ${deaths.join(", ")} ended, of which killed: ${killed.join(", ")}`);
        }
      }
      await work.stop();
      await ledger.read(front);
      const events = await ledger.audit(postgres.url);
      const published = await publishedIds(broker.url, events.length);
      print(summaryOf(ledger));
      print(`the broker has ${published.length} of ${events.length} events`);
      for (const [kind, { writes, whole }] of seconds) {
        print(
          `${kind.padEnd(22)} until ${clients} new writes (s): ${spread(writes)}; until the part works again: ${spread(whole)}`,
        );
      }
      print(`${((performance.now() - startedAllAt) / 1_000).toFixed(0)} s in total`);
      const isPublished = published.length === events.length && published.every((id, n) => id === events[n]!.id);
      return [
        ...ledger.problems,
        ...(ledger.problems.length > 0 ? stage.failureLogs : []),
        ...(isPublished ? [] : ["the broker does not have every event exactly once, in order"]),
        ...(deaths.length === killed.length ? [] : [`${killed.length} processes were killed, ${deaths.length} ended`]),
      ];
    });

/** Resolves once as many new writes as clients were acknowledged. @throws if that takes too long. */
async function writesResume(ledger: Ledger, clients: number, after: string): Promise<void> {
  const [before, startedAt] = [ledger.acknowledged, performance.now()];
  while (ledger.acknowledged < before + clients) {
    if (performance.now() - startedAt > TIMEOUT_MS)
      throw new Error(`${after}: no writes for ${TIMEOUT_MS / 1_000} s: ${summaryOf(ledger)}`);
    await sleep(5);
  }
}

const kill =
  (service: string): Break =>
  async ({ cluster, killed }, round) => {
    const members = cluster.of(service);
    const member = members[round % members.length]!;
    const { pid } = member;
    killed.push(member.name);
    member.signal("SIGKILL");
    while (member.pid === pid || member.pid === null) await sleep(10);
    await member.ready();
  };

const kills: { readonly [kind: string]: Break } = Object.fromEntries(SERVICES.map(({ name }) => [name, kill(name)]));
const firstKilled: Break = async (stage, _, trial) => {
  await Promise.all(Object.values(kills).map((each) => each(stage, 0, trial)));
};

const engines: { readonly [kind: string]: Break } = {
  nats: async ({ broker }, _, { awayMs }) => {
    await broker.kill();
    await sleep(awayMs);
    await broker.start();
  },
  postgres: async ({ postgres }, _, { awayMs }) => {
    postgres.kill();
    await sleep(awayMs);
    await postgres.startAgain();
  },
};

const hanging: Break = async ({ cluster }, round, { hangMs }) => {
  const members = cluster.of("compute");
  const member = members[round % members.length]!;
  member.signal("SIGSTOP");
  await sleep(hangMs);
  member.signal("SIGCONT");
  await member.ready();
};

const fullDisks: { readonly [kind: string]: Break } = {
  "PostgreSQL's full disk": async ({ disk, postgres }, _, { fullMs }) => {
    const before = postgres.log.length;
    disk.setMode("n");
    await sleep(fullMs);
    // Clients are writing, so the disk is hit soon.
    while (!postgres.log.slice(before).includes("No space left on device")) await sleep(20);
    disk.setMode("0");
    // PostgreSQL ends its processes and restarts them when it can; otherwise the supervisor starts it.
    await postgres.startAgain();
  },
  "NATS' full disk": async ({ brokerDisk, broker }, _, { fullMs }) => {
    if (brokerDisk === null) return;
    const filler = join(brokerDisk, "filler");
    fill(filler);
    await sleep(fullMs);
    rmSync(filler);
    // NATS switches JetStream off when its disk is full; a supervisor restarts it.
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

const silent =
  (which: "toPostgres" | "toBroker"): Break =>
  async (stage, _, { silenceMs }) => {
    stage[which].swallow(true);
    await sleep(silenceMs);
    stage[which].swallow(false);
  };
/** PostgreSQL alone has more connections. */
const CONNECTIONS = 20;
const silences = { "PostgreSQL silent": silent("toPostgres"), "NATS silent": silent("toBroker") };

/**
 * A rolling update: all services in parallel, the processes of each one after the other; `last`: only the last process
 * of each.
 */
const replacing =
  (which: "all" | "last"): Break =>
  async ({ cluster }) => {
    await Promise.all(
      SERVICES.map(async ({ name }) => {
        for (const member of cluster.of(name).slice(which === "all" ? 0 : -1)) await member.restart();
      }),
    );
  };

export const clusterKilled: Fault = {
  about: `each service, NATS and PostgreSQL killed (-9) in a cluster, under ${LONG.clients} clients`,
  rounds: 20,
  run: broken({ ...kills, ...engines }),
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
  about: `all calculating processes of a cluster stopped, with ${WAITING_CHANGES} changes with queries of one scenario`,
  rounds: 2,
  run: (print, rounds, isOver) =>
    onStage(async ({ cluster, front }) => {
      const made = await front.send("POST", "/scenarios", { scenario: {} });
      const { id } = made.body as { readonly id: number };
      const change = () =>
        front.send("PUT", `/scenarios/${id}`, { scenario: { metadata: { at: Date.now() } }, gqueries: QUERIES });
      const problems: string[] = [];
      const uninterrupted = await change();
      if (uninterrupted.status !== 200) problems.push(`before the fault a change returned ${uninterrupted.status}`);
      for (let round = 1; round <= rounds && !isOver(); round++) {
        const members = cluster.of("compute");
        for (const member of members) member.signal("SIGSTOP");
        const answers = await Promise.all(Array.from({ length: WAITING_CHANGES }, change));
        for (const member of members) member.signal("SIGCONT");
        await Promise.all(members.map((member) => member.ready()));
        const seconds = answers.map(({ milliseconds }) => milliseconds / 1000);
        print(
          `${answers.filter(({ status }) => status === 503).length} changes returned 503 after ${spread(seconds)} s`,
        );
        problems.push(
          ...answers.filter(({ status }) => status !== 503).map(({ status }) => `a change returned ${status}`),
          ...answers
            .filter(({ milliseconds }) => milliseconds > REFUSED_WITHIN_MS)
            .map(({ milliseconds }) => `a change was answered after ${(milliseconds / 1000).toFixed(1)} s`),
        );
        const end = performance.now() + TIMEOUT_MS;
        let after = await change();
        while (after.status !== 200 && performance.now() < end) {
          await sleep(100);
          after = await change();
        }
        if (after.status !== 200) problems.push(`afterwards a change returns ${after.status}`);
      }
      print(`1 acknowledged change before, and one after each of ${rounds} outages`);
      return problems;
    }),
};

export const clusterHangs: Fault = {
  about: `a calculating process of a cluster stopped for ${LONG.hangMs / 1_000} s`,
  rounds: 20,
  run: broken({ SIGSTOP: hanging }),
};

export const clusterFull: Fault = {
  about: `disks of PostgreSQL and NATS full for ${LONG.fullMs / 1_000} s, in a cluster`,
  rounds: 20,
  run: broken(fullDisks),
};

export const clusterCut: Fault = {
  about: "all connections to PostgreSQL, then to NATS, silent for a minute, in a cluster: a round for each 20 of them",
  rounds: 20,
  run: (print, rounds, isOver) => broken(silences)(print, Math.ceil(rounds / CONNECTIONS), isOver),
};

export const clusterReplaced: Fault = {
  about: "every process of a cluster replaced, the processes of a service one after the other",
  rounds: 20,
  run: broken({ replacing: replacing("all") }),
};

/**
 * All faults briefly on one cluster, for `npm test`: of each service the first process is killed and the last replaced.
 */
export const clusterShort: Fault = {
  about: "each cluster fault in turn, for less than a second each",
  rounds: 1,
  run: broken(
    { killed: firstKilled, ...engines, SIGSTOP: hanging, ...fullDisks, ...silences, replaced: replacing("last") },
    BRIEF,
  ),
};
