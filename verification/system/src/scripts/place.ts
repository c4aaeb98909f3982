/** The server that scripts run against: `npm start` with its defaults, in a temporary directory. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueToken, shareModelCache } from "@etesian/standalone/testing";
import { type ScriptContext, PROJECT, start } from "./runs.ts";

export class ScriptServer implements ScriptContext {
  readonly url: string;
  readonly token: string;
  /** Output of the script until the server is ready. */
  readonly output: string;
  readonly #root: string;
  readonly #server: ChildProcess;

  private constructor(root: string, server: ChildProcess, output: string, token: string) {
    this.#root = root;
    this.#server = server;
    this.output = output;
    this.token = token;
    this.url = /^Etesian is listening on (\S+)$/m.exec(output)![1]!;
  }

  get data(): string {
    return join(this.#root, "data");
  }

  get directory(): string {
    return join(this.#root, "work");
  }

  static async open(): Promise<ScriptServer> {
    const root = mkdtempSync(join(tmpdir(), "etesian-scripts-"));
    mkdirSync(join(root, "work"));
    const data = join(root, "data");
    shareModelCache(join(PROJECT, "models/starter"), data);
    const server = start("start", ["--data", data, "--port", "0"]);
    let output = "";
    await new Promise<void>((resolve, reject) => {
      for (const stream of [server.stdout, server.stderr])
        stream.on("data", (chunk: Buffer) => {
          output += chunk.toString();
          if (/^ {2}ready .*\n/m.test(output)) resolve();
        });
      server.once("exit", (code) => reject(new Error(`npm start exited with ${code}: ${output}`)));
    });
    const token = await issueToken({ data, store: null, keys: null }, "somebody@example.org");
    return new ScriptServer(root, server, output, token);
  }

  async close(): Promise<void> {
    const exited = once(this.#server, "exit");
    if (this.#server.exitCode === null && this.#server.kill()) await exited;
    rmSync(this.#root, { recursive: true, force: true });
  }
}
