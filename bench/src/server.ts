/** A server of its own process, as `npm start` runs it, for benchmarks that ask over HTTP. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import serverFlags from "../../scripts/server-flags.json" with { type: "json" };

const project = resolve(import.meta.dirname, "../..");
const reference = resolve(process.env["ETESIAN_REFERENCE_DIR"] ?? join(project, "../shared"));

/** The small model that comes with the project. */
export const starter = { model: join(project, "models/starter"), golden: "", area: "nl", isReference: false };

/** The model measured: that of the reference where it is present. */
export const measured = existsSync(join(reference, "etsource"))
  ? { model: join(reference, "etsource"), golden: join(reference, "golden"), area: "nl2023", isReference: true }
  : starter;

export interface Server {
  readonly url: string;
  /** From start to the first line that says where it listens (s). */
  readonly secondsToReady: number;
  /** Resident memory now (MB), and the most it ever was. */
  memory(): { readonly resident: number; readonly peak: number };
  /** Asks the API; the answer's JSON. Rejects when it is not a success. */
  ask<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** The sum of a metric's values over all labels that match, e.g. `compute_duration_seconds_sum`, `task="solve"`. */
  metric(name: string, labels?: string): Promise<number>;
  /** Ends without warning; its data directory stays. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 120_000;

/** Starts a server on a data directory: the one given, or one of its own that is gone after it was stopped. */
export async function startServer(flags: readonly string[] = [], directory: string | null = null): Promise<Server> {
  const data = directory ?? mkdtempSync(join(tmpdir(), "etesian-bench-"));
  const started = performance.now();
  const main = join(project, "services/standalone/src/main.ts");
  const parameters = ["--model", measured.model, "--data", data, "--port", "0", ...flags];
  const child = spawn(process.execPath, [...serverFlags, main, ...parameters], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stopped = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => reject(new Error("the server did not start in time")), START_LIMIT_MS);
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/[\d.]+:\d+/.exec(output)?.[0];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
    void stopped.then(() => reject(new Error(`the server ended: ${output}`)));
  });
  return {
    url,
    secondsToReady: (performance.now() - started) / 1000,
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      const megabytes = (field: string): number =>
        Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1000;
      return { resident: megabytes("VmRSS"), peak: megabytes("VmHWM") };
    },
    async ask<T>(method: string, path: string, body?: unknown) {
      const response = await fetch(`${url}/api/v3${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text) as T;
    },
    async metric(name, labels = "") {
      const text = await (await fetch(`${url}/metrics`)).text();
      const lines = text.split("\n").filter((line) => new RegExp(`^${name}[ {]`).test(line) && line.includes(labels));
      return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
    },
    async kill() {
      child.kill("SIGKILL");
      await stopped;
    },
    async stop() {
      child.kill("SIGTERM");
      await stopped;
      if (directory === null) rmSync(data, { recursive: true, force: true });
    },
  };
}
