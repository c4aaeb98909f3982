/**
 * Every service in processes of its own, on PostgreSQL and NATS of its own: behaviour of the whole when a part breaks.
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
import { type Fault, inDirectory, Skipped, spread, toldOf } from "./fault.ts";
import { Ledger } from "./ledger.ts";
import { PrivatePostgres } from "./postgres.ts";
import { starter } from "@etesian/workbench/server";
import { type Answer, askAt, type Answering } from "./server.ts";

const QUERIES = ["direct_emissions_total_ghg_excl_bunkers"];
/** Requests that wait for a process to start have no limit of their own: that time depends on the machine. */
const LONGEST_MS = Number.POSITIVE_INFINITY;
/** Work must go on after this long, however long something was broken. */
const PATIENCE_MS = 180_000;
/** Words of the log for them. */
const FAILED = /"msg":"(request )?failed"/;
/** Room for what NATS keeps, where it can be made to run out; twenty rounds of kills are 50,000 events of 1.3 KB. */
const BROKER_DISK = "512m";

/** Clients at work, and times for which a part stays broken (ms). */
interface Trial {
  readonly clients: number;
  /** Between two writes of a client. */
  readonly pauseMs: number;
  readonly awayMs: number;
  readonly hangMs: number;
  readonly silenceMs: number;
  readonly fullMs: number;
}
/** A process hangs longer than a silent connection is believed in. */
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
  /** The disk under NATS; null where none could be made for it alone. */
  readonly brokerDisk: string | null;
  readonly front: Front;
  /** Of a user with all rights to their own scenarios. */
  readonly token: string;
  /** Processes that were killed, and those that ended unexpectedly, by name. */
  readonly killed: string[];
  readonly deaths: readonly string[];
  /** Log lines of calls and requests that failed for no known reason. */
  readonly said: readonly string[];
}

/** Breaks something and mends it again; resolves when what was broken is whole. */
type Break = (stage: Stage, round: number, trial: Trial) => Promise<void>;

/** The front of a deployment, as a client sees it: the gateways in turn. */
export class Front implements Answering {
  readonly #urls: readonly string[];
  #turn = 0;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  ask(...asked: Parameters<Answering["ask"]>): Promise<Answer> {
    return askAt(this.#urls[this.#turn++ % this.#urls.length]!, ...asked);
  }
}

async function onStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  return inDirectory(async (directory) => {
    // PostgreSQL runs as another user.
    chmodSync(directory, 0o755);
    await using things = new AsyncDisposableStack();
    const disk = faultyDisk(directory, "/data/");
    const postgres = await PrivatePostgres.create(disk.environment);
    if (postgres === null) throw new Skipped("PostgreSQL is not installed");
    things.defer(() => postgres.remove());
    if (!hasNatsProgram()) throw new Skipped("there is no nats-server");
    const brokerDisk = smallDisk(join(directory, "nats"), things);
    const broker = things.adopt(await TestBroker.create(join(directory, "nats/data")), (each) => each.remove());
    await broker.start();
    const [toPostgres, toBroker] = [await Proxy.before(postgres.url), await Proxy.before(broker.url)];
    for (const { proxy } of [toPostgres, toBroker]) things.defer(() => proxy.close());
    const data = join(directory, "data");
    const [store, bus] = [toPostgres.url, toBroker.url.replace(/\/$/, "")];
    const deaths: string[] = [];
    const said: string[] = [];
    const cluster = await Cluster.start({
      services: SERVICES,
      replicas: { gateway: 2, scenarios: 2, compute: 2 },
      values: { model: starter.model, data, store, bus, workers: 1, logLevel: "error" },
      port: 0,
      operationsPort: 0,
      tell: (name, line) => {
        if (FAILED.test(line)) said.push(`${name}: ${line}`);
      },
      died: (name) => deaths.push(name),
    });
    things.defer(() => cluster.stop());
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
      said,
      front: new Front(cluster.urls),
      token: await issueToken({ data, store: postgres.url, keys: null }, "somebody@example.org"),
    });
  });
}

/** A disk of its own in a directory, which is small enough to be filled; null where mounting is not allowed. */
function smallDisk(directory: string, things: AsyncDisposableStack): string | null {
  mkdirSync(directory);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${BROKER_DISK}`, "tmpfs", directory]).status !== 0) return null;
  things.defer(() => void spawnSync("umount", ["--lazy", directory]));
  return directory;
}

/** Breaks things in turn under clients at work; afterwards everything acknowledged has to be there, once. */
const broken =
  (kinds: { readonly [kind: string]: Break }, trial = LONG): Fault["run"] =>
  (print, rounds, isOver) =>
    onStage(async (stage) => {
      const { postgres, broker, front, token, killed, deaths } = stage;
      if (stage.brokerDisk === null && "NATS' full disk" in kinds)
        print("no disk could be made for NATS to fill (mount)");
      const { clients, pauseMs } = trial;
      const ledger = new Ledger({ queries: QUERIES, token, longestMs: LONGEST_MS, pauseMs });
      await ledger.open(front, clients);
      const work = ledger.work(front);
      const seconds = new Map(
        Object.keys(kinds).map((kind) => [kind, { writes: [] as number[], whole: [] as number[] }]),
      );
      const begunAll = performance.now();
      for (let round = 1; round <= rounds && ledger.problems.length === 0 && !isOver(); round++) {
        for (const [kind, breakIt] of Object.entries(kinds)) {
          await sleep(100 + ((round * 137) % 500));
          const begun = performance.now();
          const passed = (): number => (performance.now() - begun) / 1_000;
          const mended = breakIt(stage, round, trial).then(passed);
          seconds.get(kind)!.writes.push(await writesGoOn(ledger, clients, kind).then(passed));
          seconds.get(kind)!.whole.push(await mended);
          await writesGoOn(ledger, clients, kind);
          if (deaths.length > killed.length)
            ledger.problems.push(`${kind}: ${deaths.join(", ")} ended, of which were killed: ${killed.join(", ")}`);
        }
      }
      await work.stop();
      await ledger.read(front);
      const events = await ledger.audit(postgres.url);
      const published = await publishedIds(broker.url, events.length);
      print(toldOf(ledger));
      print(`the broker has ${published.length} of ${events.length} events`);
      for (const [kind, { writes, whole }] of seconds) {
        print(`${kind.padEnd(22)} ${clients} writes later (s): ${spread(writes)}; all there again: ${spread(whole)}`);
      }
      print(`${((performance.now() - begunAll) / 1_000).toFixed(0)} s in all`);
      const isPublished = published.length === events.length && published.every((id, n) => id === events[n]!.id);
      return [
        ...ledger.problems,
        ...(ledger.problems.length > 0 ? stage.said : []),
        ...(isPublished ? [] : ["the broker has not every event once, in order"]),
        ...(deaths.length === killed.length ? [] : [`${killed.length} processes were killed, ${deaths.length} ended`]),
      ];
    });

/** Resolves when as many writes were acknowledged as there are clients. @throws when that takes too long. */
async function writesGoOn(ledger: Ledger, clients: number, after: string): Promise<void> {
  const [before, begun] = [ledger.acknowledged, performance.now()];
  while (ledger.acknowledged < before + clients) {
    if (performance.now() - begun > PATIENCE_MS)
      throw new Error(`${after}: no writes for ${PATIENCE_MS / 1_000} s: ${toldOf(ledger)}`);
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

const noRoom: { readonly [kind: string]: Break } = {
  "PostgreSQL's full disk": async ({ disk, postgres }, _, { fullMs }) => {
    const before = postgres.log.length;
    disk.be("n");
    await sleep(fullMs);
    // Clients are at work, so a write comes soon.
    while (!postgres.log.slice(before).includes("No space left on device")) await sleep(20);
    disk.be("0");
    // PostgreSQL ends its processes, and starts them again when it can; a supervisor starts it when it could not.
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

/** Writes to a file until there is no room. */
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
/** To PostgreSQL alone there are more. */
const CONNECTIONS = 20;
const silences = { "PostgreSQL silent": silent("toPostgres"), "NATS silent": silent("toBroker") };

/** As an update does it: all services at the same time, the processes of each one after the other; or only the last of each. */
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

/** Changes with queries of one scenario at a time, while no process calculates. */
const WAITING_CHANGES = 12;
/** Documented: a hanging service is noticed after eight seconds, and a connection is waited for two more; and the machine's own time. */
const REFUSED_WITHIN_MS = 12_000;

/** Every calculating process is stopped, and many ask for one scenario: none waits longer than a single one does. */
export const clusterWithoutCalculation: Fault = {
  about: `all calculating processes of a cluster stopped, under ${WAITING_CHANGES} changes with queries of one scenario`,
  rounds: 2,
  run: (print, rounds, isOver) =>
    onStage(async ({ cluster, front }) => {
      const made = await front.ask("POST", "/scenarios", { scenario: {} });
      const { id } = made.body as { readonly id: number };
      const change = () =>
        front.ask("PUT", `/scenarios/${id}`, { scenario: { metadata: { at: Date.now() } }, gqueries: QUERIES });
      const problems: string[] = [];
      const begun = await change();
      if (begun.status !== 200) problems.push(`before the fault a change was answered ${begun.status}`);
      for (let round = 1; round <= rounds && !isOver(); round++) {
        const members = cluster.of("compute");
        for (const member of members) member.signal("SIGSTOP");
        const answers = await Promise.all(Array.from({ length: WAITING_CHANGES }, change));
        for (const member of members) member.signal("SIGCONT");
        await Promise.all(members.map((member) => member.ready()));
        const seconds = answers.map(({ milliseconds }) => milliseconds / 1000);
        print(
          `${answers.filter(({ status }) => status === 503).length} changes answered 503 after ${spread(seconds)} s`,
        );
        problems.push(
          ...answers.filter(({ status }) => status !== 503).map(({ status }) => `a change was answered ${status}`),
          ...answers
            .filter(({ milliseconds }) => milliseconds > REFUSED_WITHIN_MS)
            .map(({ milliseconds }) => `a change was answered after ${(milliseconds / 1000).toFixed(1)} s`),
        );
        const end = performance.now() + PATIENCE_MS;
        let after = await change();
        while (after.status !== 200 && performance.now() < end) {
          await sleep(100);
          after = await change();
        }
        if (after.status !== 200) problems.push(`afterwards a change is answered ${after.status}`);
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
  about: `no room on the disks of PostgreSQL and NATS for ${LONG.fullMs / 1_000} s, in a cluster`,
  rounds: 20,
  run: broken(noRoom),
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

/** All of it on one cluster, nothing for long: of each service the first process killed, the last replaced. For `npm test`. */
export const clusterBriefly: Fault = {
  about: "each fault of a cluster in turn, for less than a second each",
  rounds: 1,
  run: broken(
    { killed: firstKilled, ...engines, SIGSTOP: hanging, ...noRoom, ...silences, replaced: replacing("last") },
    BRIEF,
  ),
};
