/**
 * Etesian as many processes on one machine: each service several times, all started at once, and started again when one
 * dies. Addresses are chosen before the start and stay, so that callers find a new process at the address of the old
 * one.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { environmentOf, freePort, PROJECT, type ServiceDefinition, settingsOf } from "@etesian/service-kit";
import serverFlags from "@etesian/runtime/server-flags.json" with { type: "json" };

const LOOPBACK = "127.0.0.1";
const LAST_PORT = 65_535;
/** Of a process that cannot start, or dies at once; then it is tried less and less often. */
const PAUSES = { firstMs: 100, longestMs: 5_000 };
/** A process that served this long was well; its next end counts as a first one. */
const WELL_MS = 10_000;
const LOOK_MS = 50;
const LOOK_LIMIT_MS = 3_000;
/** Longer than a service takes to finish what is under way. */
const STOP_LIMIT_MS = 30_000;
/** Lines of a process that are kept, to say why it could not start. */
const KEPT_LINES = 20;

export interface ClusterOptions {
  /** Each after those it needs. */
  readonly services: readonly ServiceDefinition[];
  /** How many processes of a service, by its name; 1 where nothing is said. */
  readonly replicas: { readonly [service: string]: number };
  /** Values of settings; each process is given those of its own settings. */
  readonly values: { readonly [setting: string]: unknown };
  /** Port of the first process that answers clients, the others follow; 0 for any that are free. */
  readonly port: number;
  /** Port of the health, readiness and metrics of the first other process, the others follow; 0 for any that are free. */
  readonly operationsPort: number;
  /** Every line that a process says. */
  readonly tell?: (process: string, line: string) => void;
  /** Called when a process has ended unexpectedly. */
  readonly died?: (process: string, how: string) => void;
}

/** A process under supervision. */
export class Member {
  /** "scenarios-2" */
  readonly name: string;
  readonly service: string;
  /** Where clients from outside find it; null when it answers services only. */
  readonly url: string | null;
  /** Where its health, readiness and metrics are. */
  readonly operations: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #options: ClusterOptions;
  #child: ChildProcess | null = null;
  #gone: Promise<void> = Promise.resolve();
  /** Whether it is to run. */
  #isWanted = false;
  #pauseMs = PAUSES.firstMs;
  /** The last lines of the process. */
  #said: string[] = [];

  constructor(
    place: Pick<Member, "name" | "service" | "url" | "operations">,
    environment: NodeJS.ProcessEnv,
    options: ClusterOptions,
  ) {
    ({ name: this.name, service: this.service, url: this.url, operations: this.operations } = place);
    this.#environment = environment;
    this.#options = options;
  }

  /** Null while it is not running. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Starts the process and keeps it running; resolves when it can serve. @throws when it ends before, with what it said last. */
  async start(): Promise<void> {
    this.#isWanted = true;
    this.#spawn();
    const isOver = this.#gone.then(() => true);
    while (!(await this.isReady())) {
      if (await Promise.race([isOver, sleep(LOOK_MS, false)]))
        throw new Error([`${this.name} could not start`, ...this.#said].join("\n"));
    }
  }

  async isReady(): Promise<boolean> {
    const signal = AbortSignal.timeout(LOOK_LIMIT_MS);
    return (await fetch(`${this.operations}/readyz`, { signal }).catch(() => null))?.ok === true;
  }

  /** Resolves when it can serve. */
  async ready(): Promise<void> {
    while (!(await this.isReady())) await sleep(LOOK_MS);
  }

  /** Lets it finish what is under way and ends it for good. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    this.#child?.kill("SIGTERM");
    const tooLong = setTimeout(() => this.#child?.kill("SIGKILL"), STOP_LIMIT_MS);
    await this.#gone;
    clearTimeout(tooLong);
  }

  /** Restarts the process as an update does; resolves when it can serve. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Sends a signal behind the supervisor's back. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  #spawn(): void {
    const begun = performance.now();
    const child = spawn(process.execPath, [...serverFlags, join(PROJECT, "services", this.service, "src/main.ts")], {
      // Through the channel it hears that we are gone. A group of its own: an interrupt from the keyboard is for us.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      detached: true,
      env: this.#environment,
    });
    this.#child = child;
    this.#said = [];
    for (const stream of [child.stdout, child.stderr]) {
      if (stream !== null)
        createInterface({ input: stream }).on("line", (line) => {
          this.#said = [...this.#said, line].slice(-KEPT_LINES);
          this.#options.tell?.(this.name, line);
        });
    }
    this.#gone = new Promise((resolve) =>
      // Has ended, and all that it said has been read.
      child.once("close", (code, signal) => {
        if (this.#child === child) this.#child = null;
        resolve();
        if (this.#isWanted) void this.#again(performance.now() - begun, signal ?? `exit code ${code}`);
      }),
    );
  }

  async #again(servedMs: number, how: string): Promise<void> {
    this.#options.died?.(this.name, how);
    this.#pauseMs = servedMs > WELL_MS ? PAUSES.firstMs : Math.min(this.#pauseMs * 2, PAUSES.longestMs);
    await sleep(this.#pauseMs);
    if (this.#isWanted && this.#child === null) this.#spawn();
  }
}

export class Cluster {
  /** In the order of their start. */
  readonly members: readonly Member[];

  private constructor(members: readonly Member[]) {
    this.members = members;
  }

  /** Starts all, or none. */
  static async start(options: ClusterOptions): Promise<Cluster> {
    const cluster = new Cluster(await plan(options));
    try {
      // Each is ready when those are that it needs.
      await Promise.all(cluster.members.map((member) => member.start()));
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** The processes of a service. */
  of(service: string): readonly Member[] {
    return this.members.filter((member) => member.service === service);
  }

  /** Where clients from outside may ask, any of them. */
  get urls(): readonly string[] {
    return this.members.flatMap(({ url }) => url ?? []);
  }

  /** Ends all processes, dependents first. */
  async stop(): Promise<void> {
    const services = new Set(this.members.map(({ service }) => service).toReversed());
    for (const service of services) await Promise.all(this.of(service).map((member) => member.stop()));
  }
}

/** The processes and their addresses. */
async function plan(options: ClusterOptions): Promise<readonly Member[]> {
  const { services, replicas, values } = options;
  const clientPorts = new Ports(options.port);
  const operationsPorts = new Ports(options.operationsPort);
  const token = randomBytes(32).toString("base64url");
  const addresses = new Map<string, string>();
  const members: Member[] = [];
  for (const definition of services) {
    const { name: service, needs, servesOperators = false } = definition;
    const settings = settingsOf([definition]);
    const reachable = Object.keys(needs).map((need) => [`${need}Address`, addresses.get(need)] as const);
    const common = { ...values, token, ...Object.fromEntries(reachable) };
    const served: string[] = [];
    for (let index = 0; index < (replicas[service] ?? 1); index++) {
      const ports = servesOperators
        ? { port: await clientPorts.next() }
        : { rpcPort: await freePort(), operationsPort: await operationsPorts.next() };
      const url = `http://${LOOPBACK}:${ports.port ?? ports.operationsPort}`;
      if (ports.rpcPort !== undefined) served.push(`${LOOPBACK}:${ports.rpcPort}`);
      const place = { name: `${service}-${index + 1}`, service, url: servesOperators ? url : null, operations: url };
      const environment = environmentOf(settings, { ...common, ...ports });
      members.push(new Member(place, { ...process.env, ...environment }, options));
    }
    addresses.set(service, `ipv4:${served.join(",")}`);
  }
  return members;
}

/** Consecutive ports, the same at each start, for the settings of other programs; or any that are free. */
class Ports {
  #next: number;

  /** 0 for any that are free. */
  constructor(first: number) {
    this.#next = first;
  }

  async next(): Promise<number> {
    if (this.#next === 0) return freePort();
    if (this.#next > LAST_PORT)
      throw new RangeError(`there are too few ports up to ${LAST_PORT}: begin with a lower one`);
    return this.#next++;
  }
}
