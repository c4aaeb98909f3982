/** Nodes of a real EventStoreDB, in processes of their own, where there is a program for it. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const HOST = "127.0.0.1";
/** The program replicates at a port so far below. */
const REPLICATION = 1_001;
const READY_MS = 60_000;

/**
 * A program that runs a node: it takes a directory, a port and options of EventStoreDB. It is named by EVENTSTORE_COMMAND,
 * else looked for beside the reference data; null when there is none.
 */
export function eventStoreDbCommand(): string | null {
  const { EVENTSTORE_COMMAND, ETESIAN_REFERENCE_DIR } = process.env;
  if (EVENTSTORE_COMMAND) return EVENTSTORE_COMMAND;
  const reference = ETESIAN_REFERENCE_DIR ?? resolve(import.meta.dirname, "../../../../shared");
  const command = join(reference, "servers/eventstoredb/run");
  return existsSync(command) ? command : null;
}

export class EventStoreDbNode {
  readonly address: string;
  readonly #command: string;
  readonly #args: readonly string[];
  #process: ChildProcess | null = null;

  /** `directory` is for its data; `options` such as `--mem-db`. */
  constructor(command: string, directory: string, port: number, options: readonly string[] = []) {
    this.address = `${HOST}:${port}`;
    this.#command = command;
    this.#args = [directory, String(port), ...options];
  }

  get url(): string {
    return `esdb://${this.address}?tls=false`;
  }

  /** Whether its process runs, or is stopped by a signal. */
  get isRunning(): boolean {
    return this.#process !== null;
  }

  /** Starts its process; it can be asked a while later. */
  start(): void {
    if (this.#process !== null) return;
    // EventStoreDB reads every EVENTSTORE_* variable as an option, and ends when it does not know one.
    const { EVENTSTORE_COMMAND: _command, EVENTSTORE_URL: _url, ...env } = process.env;
    const started = spawn(this.#command, this.#args, { stdio: "ignore", env });
    this.#process = started;
    const end = (): void => void started.kill("SIGKILL");
    process.once("exit", end);
    const gone = (): void => {
      process.off("exit", end);
      if (this.#process === started) this.#process = null;
    };
    started.once("exit", gone);
    started.once("error", gone);
  }

  /** Resolves when it can be asked. @throws when it has ended, or cannot for a minute. */
  async ready(): Promise<void> {
    for (const begun = Date.now(); !(await this.#isLive()); await sleep(50)) {
      if (!this.isRunning) throw new Error(`${this.#command} has ended`);
      if (Date.now() - begun > READY_MS) throw new Error(`${this.address} does not answer`);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Resolves when its process is gone. */
  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    this.signal(signal);
    while (this.isRunning) await sleep(20);
  }

  /** Its role in the cluster: "Leader", "Follower" …; null without an answer. */
  async state(): Promise<string | null> {
    const text = await this.#get("/info");
    const state = text === null ? null : (JSON.parse(text) as { readonly state?: string }).state;
    return state ?? null;
  }

  async #isLive(): Promise<boolean> {
    return (await this.#get("/health/live")) !== null;
  }

  /** The answer when it is a good one. */
  #get(path: string): Promise<string | null> {
    return new Promise((found) => {
      const asking = request(`http://${this.address}${path}`, { timeout: 1_000 }, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => found((response.statusCode ?? 500) < 300 ? text : null));
        response.on("error", () => found(null));
      });
      asking.on("timeout", () => asking.destroy());
      asking.on("error", () => found(null));
      asking.end();
    });
  }
}

/** A port for a node, free as is the one at which it replicates. */
export async function freeNodePort(): Promise<number> {
  for (;;) {
    const port = await listening(0);
    if ((await listening(port - REPLICATION).catch(() => null)) !== null) return port;
  }
}

/** Listens for a moment; the port, or any free one for 0. */
const listening = (port: number): Promise<number> =>
  new Promise((found, failed) => {
    const server = createServer();
    server.once("error", failed);
    server.listen(port, HOST, () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" && address !== null ? address.port : port));
    });
  });
