/** NATS servers for tests: the server at NATS_URL, a local server, or one started from a program on the PATH. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect as connectTo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@etesian/service-kit";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { streamName } from "../nats.ts";
import { queueStream, WORKERS } from "../work-queue.ts";

export { queueStream, WORKERS };

const LOCAL = "nats://127.0.0.1:4222";

/** The URL of a running server, or the reason why there is none. */
export async function findNats(): Promise<{ url: string } | { missing: string }> {
  const { NATS_URL } = process.env;
  if (NATS_URL !== undefined) return { url: NATS_URL };
  if (await isReachable(4222)) return { url: LOCAL };
  return { missing: `no NATS: NATS_URL is not set and ${LOCAL} does not respond` };
}

/** Deletes the streams of a namespace: "nats://host:port/namespace". */
export async function removeStreams(url: string): Promise<void> {
  const { host, pathname } = new URL(url);
  const connection = await connect({ servers: host });
  const manager = await jetstreamManager(connection);
  const name = streamName(pathname.slice(1));
  for await (const { config } of manager.streams.list(`${pathname.slice(1)}.>`)) {
    if (config.name === name) await manager.streams.delete(config.name);
  }
  await connection.close();
}

/** Deletes a queue of a namespace. */
export async function removeQueue(url: string, name: string): Promise<void> {
  const { host, pathname } = new URL(url);
  const connection = await connect({ servers: host });
  const manager = await jetstreamManager(connection);
  await manager.streams.delete(queueStream(pathname.slice(1), name));
  await connection.close();
}

/** Resolves to the event ids on the server, in order. Waits up to a minute for the expected number of events. */
export async function publishedIds(url: string, expected: number): Promise<readonly string[]> {
  const { host, pathname } = new URL(url);
  const stream = streamName(pathname.slice(1) || "etesian");
  const connection = await connect({ servers: host });
  const manager = await jetstreamManager(connection);
  const count = async (): Promise<number> =>
    (await manager.streams.info(stream).catch(() => null))?.state.messages ?? 0;
  for (let attempts = 0; attempts < 600 && (await count()) < expected; attempts++) await sleep(100);
  const ids: string[] = [];
  const total = await count();
  for (let seq = 1; ids.length < total; seq++) {
    const message = await manager.streams.getMessage(stream, { seq });
    if (message === null) break;
    ids.push(message.json<{ id: string }>().id);
  }
  await connection.close();
  return ids;
}

export const hasNatsProgram = (): boolean => spawnSync("nats-server", ["--version"]).status === 0;

/** A test's own server, which can be killed, and restarted with the same port and data. */
export class TestBroker {
  readonly port: number;
  readonly #directory: string;
  #process: ChildProcess | null = null;

  private constructor(port: number, directory: string) {
    this.port = port;
    this.#directory = directory;
  }

  /** Stores the server's data in a directory, by default a temporary one; `remove` deletes it. */
  static async create(directory = mkdtempSync(join(tmpdir(), "etesian-nats-"))): Promise<TestBroker> {
    return new TestBroker(await freePort(), directory);
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  /** The process id; null while the server is stopped. */
  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  async start(): Promise<void> {
    const args = ["--addr", "127.0.0.1", "--port", String(this.port), "--jetstream", "--store_dir", this.#directory];
    this.#process = spawn("nats-server", args, { stdio: "ignore" });
    for (let attempts = 0; !(await isReachable(this.port)); attempts++) {
      if (attempts > 100) throw new Error(`nats-server does not respond on port ${this.port}`);
      await sleep(50);
    }
  }

  /** Kills the server with SIGKILL. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null) return;
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

const isReachable = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTo({ host: "127.0.0.1", port });
    const finish = (isConnected: boolean): void => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.once("connect", () => finish(true));
    socket.once("error", () => finish(false));
    socket.setTimeout(1_000, () => finish(false));
  });
