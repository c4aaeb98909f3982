/**
 * A server in its own process, as `npm start` runs it, for programs that send HTTP requests. It may be killed, run out
 * of memory or lose its disk. Its output is kept.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PROJECT } from "@etesian/service-kit";
import serverFlags from "@etesian/runtime/server-flags.json" with { type: "json" };
import { issueToken } from "@etesian/standalone/testing";
import { statOf } from "./process-stat.ts";

/** Startup timeout (ms); the first start with an ETSource model parses and solves it. */
const START_LIMIT_MS = 300_000;
/** Maximum length of the retained output (characters). */
const MAX_OUTPUT = 20_000;

export interface ServerProcessOptions {
  readonly model: string;
  /** By default a temporary directory, which `stop` removes. */
  readonly data?: string | undefined;
  readonly flags?: readonly string[];
  /** Whether it builds and serves the page; false by default. */
  readonly hasPage?: boolean;
  /** Whether it creates the model's example scenarios; false by default. */
  readonly hasExamples?: boolean;
  readonly nodeFlags?: readonly string[];
  readonly environment?: { readonly [name: string]: string };
  /** Limit on open files, including connections; this process's limit by default. */
  readonly openFiles?: number;
}

export class ServerProcess {
  readonly data: string;
  /** Where events are stored, if not in files of the data directory. */
  readonly #store: string | null;
  readonly #hasOwnData: boolean;
  readonly #child: ChildProcess;
  readonly #startedAt = performance.now();
  readonly #exited: Promise<void>;
  #output = "";
  #shouldRun = true;
  /** How it exited, if that was unexpected. */
  unexpectedExit: string | null = null;
  url = "";
  /** Time from the start of the process until `/readyz` succeeded (s). */
  secondsToReady = 0;

  /** Starts the server's process. */
  constructor(options: ServerProcessOptions) {
    const {
      model,
      data,
      flags = [],
      hasPage = false,
      hasExamples = false,
      nodeFlags = [],
      environment = {},
      openFiles,
    } = options;
    this.#hasOwnData = data === undefined;
    this.#store = flags[flags.indexOf("--store") + 1 || flags.length] ?? null;
    this.data = data ?? mkdtempSync(join(tmpdir(), "etesian-server-"));
    const main = join(PROJECT, "services/standalone/src/main.ts");
    const settings = [
      "--model",
      model,
      "--data",
      this.data,
      "--port",
      "0",
      "--log-level",
      "error",
      ...(hasExamples ? [] : ["--no-examples"]),
      ...(hasPage ? [] : ["--no-page"]),
      ...flags,
    ];
    const command = [process.execPath, ...serverFlags, ...nodeFlags, main, ...settings];
    const limitedCommand = ["sh", "-c", `ulimit -n ${openFiles} && exec "$@"`, "sh", ...command];
    const [program, ...args] = openFiles === undefined ? command : limitedCommand;
    this.#child = spawn(program!, args, {
      // The channel notifies the server when this process exits.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, MALLOC_ARENA_MAX: "2", ...environment },
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => (this.#output = (this.#output + chunk.toString()).slice(-MAX_OUTPUT)));
    }
    this.#exited = new Promise((resolve) =>
      this.#child.once("exit", (code, signal) => {
        if (this.#shouldRun)
          this.unexpectedExit = `the server exited with ${signal ?? `exit code ${code}`}: ${this.#output.slice(-2_000)}`;
        resolve();
      }),
    );
  }

  /** Resolves when it is ready. @throws if it exits before that, or takes too long. */
  async waitUntilReady(): Promise<void> {
    while (performance.now() - this.#startedAt < START_LIMIT_MS) {
      if (this.unexpectedExit !== null) throw new Error(this.unexpectedExit);
      this.url = /http:\/\/[\d.]+:\d+/.exec(this.#output)?.[0] ?? "";
      if (this.url !== "" && (await fetch(`${this.url}/readyz`).catch(() => null))?.ok) {
        this.secondsToReady = (performance.now() - this.#startedAt) / 1000;
        return;
      }
      await sleep(10);
    }
    throw new Error(`the server was not ready within ${START_LIMIT_MS / 1000} s: ${this.#output}`);
  }

  /** Resolves when the page is served. Until the page is built, requests for it return an error. */
  async waitUntilPageReady(): Promise<void> {
    const isServed = async (): Promise<boolean> =>
      (await (await fetch(this.url, { headers: { accept: "text/html" } })).text()).includes('id="page"');
    while (!(await isServed())) await sleep(200);
  }

  /** The end of its output, including logs. */
  get recentOutput(): string {
    return this.#output;
  }

  /** Seconds until it was ready, as reported by the server. */
  get reportedSecondsToReady(): number {
    return Number(/ready\s+after ([\d.]+) s/.exec(this.#output)?.[1] ?? Number.NaN);
  }

  /** A token for a user, with all rights to their own resources. */
  token(email = "somebody@example.org"): Promise<string> {
    return issueToken({ data: this.data, store: this.#store, keys: null }, email);
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** CPU time of all threads so far (s): unlike wall time, it does not depend on other programs. */
  processorSeconds(): number {
    return statOf(this.pid).seconds;
  }

  /** Resident memory now, and its maximum (MB). */
  memory(): { readonly current: number; readonly peak: number } {
    const status = readFileSync(`/proc/${this.pid}/status`, "utf8");
    const megabytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1000;
    return { current: megabytes("VmRSS"), peak: megabytes("VmHWM") };
  }

  /** Kills the process; its data is kept. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async stop(): Promise<void> {
    await this.#end("SIGTERM");
    if (this.#hasOwnData) rmSync(this.data, { recursive: true, force: true });
  }

  #end(signal: NodeJS.Signals): Promise<void> {
    this.#shouldRun = false;
    this.#child.kill(signal);
    return this.#exited;
  }
}
