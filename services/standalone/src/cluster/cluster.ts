/**
 * Runs Etesian as several processes on one machine: one or more processes per service, started together and restarted
 * when they end. Addresses are assigned once, before the start, so that callers find a restarted process at the same
 * address.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { environmentOf, freePort, PROJECT, type ServiceDefinition, settingsOf } from "@etesian/service-kit";
import keepingMemory from "@etesian/runtime/keeping-memory.json" with { type: "json" };
import serverFlags from "@etesian/runtime/server-flags.json" with { type: "json" };

const LOOPBACK = "127.0.0.1";
const LAST_PORT = 65_535;
/** Delay before restarting a process that cannot start or ends immediately; it doubles each time. */
const PAUSES = { firstMs: 100, longestMs: 5_000 };
/** A process that ran this long resets the delay. */
const STABLE_MS = 10_000;
const POLL_INTERVAL_MS = 50;
const READY_LIMIT_MS = 3_000;
/** Longer than a service takes to finish requests in progress. */
const STOP_LIMIT_MS = 30_000;
/** Maximum number of last output lines, which explain a failed start. */
const MAX_LAST_LINES = 20;

export interface ClusterOptions {
  /** Each service follows the services that it needs. */
  readonly services: readonly ServiceDefinition[];
  /** Number of processes by service; 1 by default. */
  readonly replicas: { readonly [service: string]: number };
  /** Values of settings; each process gets its own settings. */
  readonly values: { readonly [setting: string]: unknown };
  /** Port of the first process with a public API; further processes use the following ports; 0 for any free ports. */
  readonly port: number;
  /**
   * Port of the health, readiness and metrics endpoints of the first other process; further processes use the following
   * ports; 0 for any free ports.
   */
  readonly operationsPort: number;
  /** Called with each line of output of a process. */
  readonly onLine?: (process: string, line: string) => void;
  /** Called when a process has ended unexpectedly. */
  readonly onExit?: (process: string, cause: string) => void;
}

/** A supervised process. */
export class Member {
  /** Such as "scenarios-2". */
  readonly name: string;
  readonly service: string;
  /** URL for external clients; null for a process that only serves other services. */
  readonly url: string | null;
  /** URL of health, readiness and metrics. */
  readonly operations: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #options: ClusterOptions;
  #child: ChildProcess | null = null;
  #exit: Promise<void> = Promise.resolve();
  /** Whether it should be running. */
  #shouldRun = false;
  #pauseMs = PAUSES.firstMs;
  /** Last lines of output. */
  #lastLines: string[] = [];

  constructor(
    identity: Pick<Member, "name" | "service" | "url" | "operations">,
    environment: NodeJS.ProcessEnv,
    options: ClusterOptions,
  ) {
    ({ name: this.name, service: this.service, url: this.url, operations: this.operations } = identity);
    this.#environment = environment;
    this.#options = options;
  }

  /** Null while it is not running. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /**
   * Starts the process and keeps it running; resolves when it is ready. @throws an error with its last output if it
   * ends first.
   */
  async start(): Promise<void> {
    this.#shouldRun = true;
    this.#spawn();
    const hasExited = this.#exit.then(() => true);
    while (!(await this.isReady())) {
      if (await Promise.race([hasExited, sleep(POLL_INTERVAL_MS, false)]))
        throw new Error([`${this.name} could not start`, ...this.#lastLines].join("\n"));
    }
  }

  async isReady(): Promise<boolean> {
    const signal = AbortSignal.timeout(READY_LIMIT_MS);
    return (await fetch(`${this.operations}/readyz`, { signal }).catch(() => null))?.ok === true;
  }

  /** Resolves when the process is ready. */
  async waitUntilReady(): Promise<void> {
    while (!(await this.isReady())) await sleep(POLL_INTERVAL_MS);
  }

  /** Stops the process permanently, after requests in progress. */
  async stop(): Promise<void> {
    this.#shouldRun = false;
    this.#child?.kill("SIGTERM");
    const killTimer = setTimeout(() => this.#child?.kill("SIGKILL"), STOP_LIMIT_MS);
    await this.#exit;
    clearTimeout(killTimer);
  }

  /** Restarts the process as in a rolling update; resolves when it is ready. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Sends a signal that the supervisor does not expect. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  #spawn(): void {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [...serverFlags, join(PROJECT, "services", this.service, "src/main.ts")], {
      // The child stops when this IPC channel closes. In its own process group it does not receive Ctrl+C.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      detached: true,
      env: this.#environment,
    });
    this.#child = child;
    this.#lastLines = [];
    for (const stream of [child.stdout, child.stderr]) {
      if (stream !== null)
        createInterface({ input: stream }).on("line", (line) => {
          this.#lastLines = [...this.#lastLines, line].slice(-MAX_LAST_LINES);
          this.#options.onLine?.(this.name, line);
        });
    }
    this.#exit = new Promise((resolve) =>
      // "close": the process has ended and all its output was read.
      child.once("close", (code, signal) => {
        if (this.#child === child) this.#child = null;
        resolve();
        if (this.#shouldRun) void this.#restart(performance.now() - startedAt, signal ?? `exit code ${code}`);
      }),
    );
  }

  async #restart(uptimeMs: number, cause: string): Promise<void> {
    this.#options.onExit?.(this.name, cause);
    this.#pauseMs = uptimeMs > STABLE_MS ? PAUSES.firstMs : Math.min(this.#pauseMs * 2, PAUSES.longestMs);
    await sleep(this.#pauseMs);
    if (this.#shouldRun && this.#child === null) this.#spawn();
  }
}

export class Cluster {
  /** In start order. */
  readonly members: readonly Member[];

  private constructor(members: readonly Member[]) {
    this.members = members;
  }

  /** Starts all processes, or none. */
  static async start(options: ClusterOptions): Promise<Cluster> {
    const cluster = new Cluster(await plan(options));
    try {
      // A process is ready once its dependencies are ready.
      await Promise.all(cluster.members.map((member) => member.start()));
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** The processes of a service. */
  membersOf(service: string): readonly Member[] {
    return this.members.filter((member) => member.service === service);
  }

  /** URLs for external clients, all equivalent. */
  get urls(): readonly string[] {
    return this.members.flatMap(({ url }) => url ?? []);
  }

  /** Stops all processes, dependents first. */
  async stop(): Promise<void> {
    const services = new Set(this.members.map(({ service }) => service).toReversed());
    for (const service of services) await Promise.all(this.membersOf(service).map((member) => member.stop()));
  }
}

/** Assigns addresses to the processes. */
async function plan(options: ClusterOptions): Promise<readonly Member[]> {
  const { services, replicas, values } = options;
  const clientPorts = new Ports(options.port);
  const operationsPorts = new Ports(options.operationsPort);
  const token = randomBytes(32).toString("base64url");
  const addresses = new Map<string, string>();
  const members: Member[] = [];
  for (const definition of services) {
    const { name: service, needs, servesOperators = false, isWorker = false } = definition;
    const settings = settingsOf([definition]);
    const addressSettings = Object.keys(needs).map((need) => [`${need}Address`, addresses.get(need)] as const);
    const common = { ...values, token, ...Object.fromEntries(addressSettings) };
    const serviceAddresses: string[] = [];
    for (let index = 0; index < (replicas[service] ?? 1); index++) {
      const ports = servesOperators
        ? { port: await clientPorts.next() }
        : { rpcPort: await freePort(), operationsPort: await operationsPorts.next() };
      const url = `http://${LOOPBACK}:${ports.port ?? ports.operationsPort}`;
      if (ports.rpcPort !== undefined) serviceAddresses.push(`${LOOPBACK}:${ports.rpcPort}`);
      const identity = { name: `${service}-${index + 1}`, service, url: servesOperators ? url : null, operations: url };
      const memory = isWorker ? keepingMemory : {};
      const environment = { ...memory, ...environmentOf(settings, { ...common, ...ports }) };
      members.push(new Member(identity, { ...process.env, ...environment }, options));
    }
    addresses.set(service, `ipv4:${serviceAddresses.join(",")}`);
  }
  return members;
}

/** Consecutive ports, the same at each startup so that other programs can be configured, or any free ports. */
class Ports {
  #next: number;

  /** 0 for any free ports. */
  constructor(first: number) {
    this.#next = first;
  }

  async next(): Promise<number> {
    if (this.#next === 0) return freePort();
    if (this.#next > LAST_PORT)
      throw new RangeError(`there are too few ports up to ${LAST_PORT}: use a lower first port`);
    return this.#next++;
  }
}
