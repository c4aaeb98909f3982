/** A server of its own process, as `npm start` runs it, with a directory that is gone afterwards. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const project = resolve(import.meta.dirname, "../..");
const START_LIMIT_MS = 300_000;

export interface Server {
  readonly url: string;
  /** Of somebody who may do everything with what is theirs. */
  readonly token: string;
  stop(): Promise<void>;
}

export async function startServer(model: string): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), "etesian-replay-"));
  const main = join(project, "services/standalone/src/main.ts");
  const child = spawn(process.execPath, [main, "--model", model, "--data", data, "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stopped = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => reject(new Error("the server did not start in time")), START_LIMIT_MS);
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const found = /serves (http:\/\/[\d.]+:\d+)/.exec(output)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
    void stopped.then(() => reject(new Error(`the server ended: ${output}`)));
  });
  return {
    url,
    token: tokenOf(data),
    async stop() {
      child.kill("SIGTERM");
      await stopped;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function tokenOf(data: string): string {
  const email = "somebody@example.org";
  const accounts = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [join(project, "services/accounts/src/cli.ts"), ...args, "--data", data], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  accounts("create", email);
  return accounts("token", email, "--scopes", "read,write,delete");
}
