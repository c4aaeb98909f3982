/** Every service in processes of its own, on PostgreSQL and NATS of its own: what becomes of the whole when a part breaks. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type OwnBroker, publishedIds } from "@etesian/event-bus/testing";
import { Proxy } from "@etesian/event-store/testing";
import { Cluster } from "@etesian/standalone/cluster";
import { SERVICES } from "@etesian/standalone/services";
import { faultyDisk } from "./disk.ts";
import { brokerOfOurOwn, type Fault, inDirectory, Skipped, spread, toldOf } from "./fault.ts";
import { Ledger } from "./ledger.ts";
import { PrivatePostgres } from "./postgres.ts";
import { starter } from "../server.ts";
import { type Answer, askAt, type Answering } from "./server.ts";

const CLIENTS = 20;
const QUERIES = ["direct_emissions_total_ghg_excl_bunkers"];
/** How long a broken part stays broken. */
const AWAY_MS = 300;
/** Longer than a silent connection is believed in. */
const HANG_MS = 12_000;
const FULL_MS = 1_000;
/** Work must go on after this long, whatever broke. */
const PATIENCE_MS = 60_000;

/** What runs, and what can be broken. */
interface Stage {
  readonly cluster: Cluster;
  readonly postgres: PrivatePostgres;
  readonly broker: OwnBroker;
  readonly toPostgres: Proxy;
  /** The disk under PostgreSQL. */
  readonly disk: ReturnType<typeof faultyDisk>;
  /** Processes that ended without being told to, by name. */
  readonly deaths: readonly string[];
}

/** Breaks something and mends it again; resolves when what was broken is whole. */
type Break = (stage: Stage, round: number) => Promise<void>;

/** What a client sees: the gateways in turn. */
class Front implements Answering {
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
    // PostgreSQL runs as somebody else.
    chmodSync(directory, 0o755);
    const disk = faultyDisk(directory, "/data/");
    const postgres = await PrivatePostgres.create(disk.environment);
    const broker = await brokerOfOurOwn();
    let cluster: Cluster | null = null;
    let toPostgres: Proxy | null = null;
    try {
      if (postgres === null) throw new Skipped("PostgreSQL is not installed");
      if (broker === null) throw new Skipped("there is no nats-server");
      const { proxy, url: store } = await Proxy.before(postgres.url);
      toPostgres = proxy;
      const data = join(directory, "data");
      const deaths: string[] = [];
      cluster = await Cluster.start({
        services: SERVICES,
        replicas: { gateway: 2, scenarios: 2, compute: 2 },
        values: { model: starter.model, data, store, bus: broker.url, workers: 1, logLevel: "silent" },
        port: 0,
        died: (name) => deaths.push(name),
      });
      return await work({ cluster, postgres, broker, toPostgres, disk, deaths });
    } finally {
      await cluster?.stop();
      await toPostgres?.close();
      await broker?.remove();
      postgres?.remove();
    }
  });
}

/** Breaks things in turn under clients at work; afterwards everything acknowledged has to be there, once. */
const broken =
  (kinds: { readonly [kind: string]: Break }): Fault["run"] =>
  (print, rounds, isOver) =>
    onStage(async (stage) => {
      const { cluster, postgres, broker } = stage;
      const front = new Front(cluster.urls);
      const ledger = new Ledger({ queries: QUERIES });
      await ledger.open(front, CLIENTS);
      const work = ledger.work(front);
      const seconds = new Map(
        Object.keys(kinds).map((kind) => [kind, { writes: [] as number[], whole: [] as number[] }]),
      );
      let killed = 0;
      for (let round = 1; round <= rounds && ledger.problems.length === 0 && !isOver(); round++) {
        for (const [kind, breakIt] of Object.entries(kinds)) {
          await sleep(100 + ((round * 137) % 500));
          const [begun, deaths] = [performance.now(), stage.deaths.length];
          const passed = (): number => (performance.now() - begun) / 1_000;
          const mended = breakIt(stage, round).then(passed);
          seconds.get(kind)!.writes.push(await writesGoOn(ledger).then(passed));
          seconds.get(kind)!.whole.push(await mended);
          await writesGoOn(ledger);
          if (KILLS_ONE.has(kind)) killed += 1;
          else if (stage.deaths.length > deaths) ledger.problems.push(`${kind}: ${stage.deaths.at(-1)} ended, too`);
        }
      }
      await work.stop();
      await ledger.read(front);
      const events = await ledger.audit(postgres.url);
      const published = await publishedIds(broker.url, events.length);
      print(toldOf(ledger));
      print(`the broker has ${published.length} of ${events.length} events`);
      for (const [kind, { writes, whole }] of seconds) {
        print(`${kind.padEnd(14)} ${CLIENTS} writes later (s): ${spread(writes)}; all there again: ${spread(whole)}`);
      }
      const isPublished = published.length === events.length && published.every((id, n) => id === events[n]!.id);
      return [
        ...ledger.problems,
        ...(isPublished ? [] : ["the broker has not every event once, in order"]),
        ...(stage.deaths.length === killed ? [] : [`${killed} processes were killed, ${stage.deaths.length} ended`]),
      ];
    });

/** Resolves when as many writes were acknowledged as there are clients. @throws when that takes too long. */
async function writesGoOn(ledger: Ledger): Promise<void> {
  const [before, begun] = [ledger.acknowledged, performance.now()];
  while (ledger.acknowledged < before + CLIENTS) {
    if (performance.now() - begun > PATIENCE_MS)
      throw new Error(`no writes for ${PATIENCE_MS / 1_000} s: ${toldOf(ledger)}`);
    await sleep(5);
  }
}

const kill =
  (service: string): Break =>
  async ({ cluster }, round) => {
    const members = cluster.of(service);
    const member = members[round % members.length]!;
    const { pid } = member;
    member.signal("SIGKILL");
    while (member.pid === pid || member.pid === null) await sleep(10);
    await member.ready();
  };

const KILLS = Object.fromEntries(SERVICES.map(({ name }) => [name, kill(name)]));
const KILLS_ONE = new Set(Object.keys(KILLS));

const engines: { readonly [kind: string]: Break } = {
  nats: async ({ broker }) => {
    await broker.kill();
    await sleep(AWAY_MS);
    await broker.start();
  },
  postgres: async ({ postgres }) => {
    postgres.kill();
    await sleep(AWAY_MS);
    await postgres.startAgain();
  },
};

const hanging: Break = async ({ cluster }, round) => {
  const members = cluster.of("compute");
  const member = members[round % members.length]!;
  member.signal("SIGSTOP");
  await sleep(HANG_MS);
  member.signal("SIGCONT");
  await member.ready();
};

const fullDisk: Break = async ({ disk, postgres }) => {
  disk.be("n");
  await sleep(FULL_MS);
  disk.be("0");
  if (!postgres.log.includes("No space left on device")) throw new Error("nobody noticed the full disk");
  // It ends its processes, and starts them again when it can; whoever watches over it starts it when it could not.
  await postgres.startAgain();
};

const silence =
  (ms: number): Break =>
  async ({ toPostgres }) => {
    toPostgres.swallow(true);
    await sleep(ms);
    toPostgres.swallow(false);
  };

const replacing: Break = async ({ cluster }) => {
  for (const member of cluster.members) await member.restart();
};

export const clusterKilled: Fault = {
  about: `each service, NATS and PostgreSQL killed (-9) in a cluster, under ${CLIENTS} clients`,
  rounds: 20,
  run: broken({ ...KILLS, ...engines }),
};

export const clusterHangs: Fault = {
  about: `a calculating process stopped for ${HANG_MS / 1_000} s, no room on PostgreSQL's disk for ${FULL_MS / 1_000} s, in a cluster`,
  rounds: 20,
  run: broken({ SIGSTOP: hanging, "full disk": fullDisk }),
};

export const clusterCut: Fault = {
  about: "the network to PostgreSQL silent for a minute, in a cluster",
  rounds: 3,
  run: broken({ silence: silence(60_000) }),
};

export const clusterReplaced: Fault = {
  about: "every process of a cluster replaced, one after the other",
  rounds: 5,
  run: broken({ replacing }),
};
