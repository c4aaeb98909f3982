/** A server of its own process that may be killed, run out of memory or lose its disk; what it says is kept. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const project = resolve(import.meta.dirname, "../../..");
export const STARTER = join(project, "models/starter");
export const SMALL_HEAP = ["--max-old-space-size=512"];
const START_LIMIT_MS = 120_000;
/** Longer than any answer may take. */
const ANSWER_LIMIT_MS = 75_000;

export interface ServerOptions {
  readonly data: string;
  readonly flags?: readonly string[];
  readonly nodeFlags?: readonly string[];
  readonly environment?: { readonly [name: string]: string };
  readonly model?: string;
}

/** `status` 0: there was no answer. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly milliseconds: number;
}

type Asked = readonly [method: string, path: string, body?: unknown, headers?: { readonly [name: string]: string }];

/** Who answers what clients of a ledger ask. */
export interface Answering {
  ask(...asked: Asked): Promise<Answer>;
}

/** Asks the API at a URL; whatever happens there is an answer. */
export async function askAt(url: string, ...[method, path, body, headers]: Asked): Promise<Answer> {
  const begun = performance.now();
  const passed = () => performance.now() - begun;
  try {
    const response = await fetch(`${url}/api/v3${path}`, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
    return { status: response.status, body: isJson ? JSON.parse(text) : text, milliseconds: passed() };
  } catch {
    return { status: 0, body: null, milliseconds: passed() };
  }
}

export class FaultyServer implements Answering {
  readonly #child: ChildProcess;
  readonly #begun = performance.now();
  readonly #exited: Promise<void>;
  #output = "";
  #isWanted = true;
  /** How it ended, when nobody had told it to. */
  ended: string | null = null;
  url = "";
  /** From its start to `/readyz` saying so (s), and by its own word. */
  secondsToReady = 0;

  /** Begins to start. */
  constructor({ data, flags = [], nodeFlags = [], environment = {}, model = STARTER }: ServerOptions) {
    const main = join(project, "services/standalone/src/main.ts");
    const args = [
      ...nodeFlags,
      main,
      "--model",
      model,
      "--data",
      data,
      "--port",
      "0",
      "--log-level",
      "error",
      ...flags,
    ];
    this.#child = spawn(process.execPath, args, {
      // Through the channel it hears that we are gone.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, MALLOC_ARENA_MAX: "2", ...environment },
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => (this.#output = (this.#output + chunk.toString()).slice(-20_000)));
    }
    this.#exited = new Promise((gone) =>
      this.#child.once("exit", (code, signal) => {
        if (this.#isWanted)
          this.ended = `it ended with ${signal ?? `exit code ${code}`}: ${this.#output.slice(-2_000)}`;
        gone();
      }),
    );
  }

  static async start(options: ServerOptions): Promise<FaultyServer> {
    const server = new FaultyServer(options);
    await server.ready();
    return server;
  }

  /** @throws when it ends before, or takes too long. */
  async ready(): Promise<void> {
    while (performance.now() - this.#begun < START_LIMIT_MS) {
      if (this.ended !== null) throw new Error(this.ended);
      this.url = /http:\/\/[\d.]+:\d+/.exec(this.#output)?.[0] ?? "";
      if (this.url !== "" && (await fetch(`${this.url}/readyz`).catch(() => null))?.ok) {
        this.secondsToReady = (performance.now() - this.#begun) / 1000;
        return;
      }
      await sleep(10);
    }
    throw new Error(`it was not ready within ${START_LIMIT_MS / 1000} s: ${this.#output}`);
  }

  /** "ready after 1.2 s" */
  get ownWord(): number {
    return Number(/ready\s+after ([\d.]+) s/.exec(this.#output)?.[1] ?? Number.NaN);
  }

  ask(...asked: Asked): Promise<Answer> {
    return askAt(this.url, ...asked);
  }

  /** Resident memory now, and the most it ever was (MB). */
  memory(): { readonly now: number; readonly most: number } {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    const megabytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1000;
    return { now: megabytes("VmRSS"), most: megabytes("VmHWM") };
  }

  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  stop(): Promise<void> {
    return this.#end("SIGTERM");
  }

  #end(signal: NodeJS.Signals): Promise<void> {
    this.#isWanted = false;
    this.#child.kill(signal);
    return this.#exited;
  }
}
