/** Nodes of a real EventStoreDB, each in its own process, if the program is available. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const HOST = "127.0.0.1";
/** The replication port is the node's port minus this offset. */
const REPLICATION_PORT_OFFSET = 1_001;
const READY_MS = 60_000;

/**
 * The program that runs a node; its arguments are a directory, a port and EventStoreDB options. Set by
 * EVENTSTORE_COMMAND, otherwise expected next to the reference data; null if there is none.
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

  /** `directory` contains its data; `options` are flags such as `--mem-db`. */
  constructor(command: string, directory: string, port: number, options: readonly string[] = []) {
    this.address = `${HOST}:${port}`;
    this.#command = command;
    this.#args = [directory, String(port), ...options];
  }

  get url(): string {
    return `esdb://${this.address}?tls=false`;
  }

  /** Whether the process exists, even if a signal has paused it. */
  get isRunning(): boolean {
    return this.#process !== null;
  }

  /** Starts the process; `waitUntilReady` waits until it accepts requests. */
  start(): void {
    if (this.#process !== null) return;
    // EventStoreDB reads every EVENTSTORE_* variable as an option, and exits if it does not know the option.
    const { EVENTSTORE_COMMAND: _command, EVENTSTORE_URL: _url, ...env } = process.env;
    const childProcess = spawn(this.#command, this.#args, { stdio: "ignore", env });
    this.#process = childProcess;
    const end = (): void => void childProcess.kill("SIGKILL");
    process.once("exit", end);
    const onExit = (): void => {
      process.off("exit", end);
      if (this.#process === childProcess) this.#process = null;
    };
    childProcess.once("exit", onExit);
    childProcess.once("error", onExit);
  }

  /** Resolves when the node accepts requests. @throws when it exits, or after a minute. */
  async waitUntilReady(): Promise<void> {
    for (const startedAt = Date.now(); !(await this.#isLive()); await sleep(50)) {
      if (!this.isRunning) throw new Error(`${this.#command} has exited`);
      if (Date.now() - startedAt > READY_MS) throw new Error(`${this.address} does not respond`);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Resolves when the process has exited. */
  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    this.signal(signal);
    while (this.isRunning) await sleep(20);
  }

  /** The node's role in the cluster: "Leader", "Follower" …; null without a response. */
  async state(): Promise<string | null> {
    const text = await this.#get("/info");
    const state = text === null ? null : (JSON.parse(text) as { readonly state?: string }).state;
    return state ?? null;
  }

  async #isLive(): Promise<boolean> {
    return (await this.#get("/health/live")) !== null;
  }

  /** The body of a successful response. */
  #get(path: string): Promise<string | null> {
    return new Promise((resolve) => {
      const clientRequest = request(`http://${this.address}${path}`, { timeout: 1_000 }, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => resolve((response.statusCode ?? 500) < 300 ? text : null));
        response.on("error", () => resolve(null));
      });
      clientRequest.on("timeout", () => clientRequest.destroy());
      clientRequest.on("error", () => resolve(null));
      clientRequest.end();
    });
  }
}

/** A free port for a node whose replication port is also free. */
export async function freeNodePort(): Promise<number> {
  for (;;) {
    const port = await listenBriefly(0);
    if ((await listenBriefly(port - REPLICATION_PORT_OFFSET).catch(() => null)) !== null) return port;
  }
}

/** Listens briefly to test whether a port is free, and returns the port; 0 selects any free port. */
const listenBriefly = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, HOST, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });
