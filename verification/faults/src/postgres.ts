/** A private PostgreSQL cluster, which tests may stop. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@etesian/service-kit";

const SYSTEM = "/usr/lib/postgresql";

/** Directory of PostgreSQL's programs; null if they are not installed. */
function findPrograms(): string | null {
  const versions = existsSync(SYSTEM) ? readdirSync(SYSTEM).toSorted((a, b) => Number(b) - Number(a)) : [];
  const directory = versions
    .map((version) => join(SYSTEM, version, "bin"))
    .find((bin) => existsSync(join(bin, "initdb")));
  if (directory !== undefined) return directory;
  const pgConfig = spawnSync("pg_config", ["--bindir"]);
  return pgConfig.status === 0 ? pgConfig.stdout.toString().trim() : null;
}

export class PrivatePostgres {
  readonly url: string;
  readonly #directory: string;
  readonly #bin: string;
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(url: string, directory: string, bin: string, environment: NodeJS.ProcessEnv) {
    this.url = url;
    this.#directory = directory;
    this.#bin = bin;
    this.#environment = environment;
  }

  /** Starts a new cluster with these environment variables; null when PostgreSQL is not installed. */
  static async create(variables: { readonly [name: string]: string } = {}): Promise<PrivatePostgres | null> {
    const bin = findPrograms();
    if (bin === null) return null;
    const directory = mkdtempSync(join(tmpdir(), "etesian-postgres-"));
    const port = await freePort();
    if (userInfo().uid === 0) execFileSync("chown", ["postgres", directory]);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const cluster = new PrivatePostgres(url, directory, bin, { ...process.env, ...variables });
    cluster.#run("initdb", ["--pgdata", cluster.#data, "--username", "postgres", "--auth", "trust", "--no-sync"]);
    cluster.#start();
    return cluster;
  }

  get #data(): string {
    return join(this.#directory, "data");
  }

  #start(): void {
    const { port } = new URL(this.url);
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${this.#directory}`;
    this.#run("pg_ctl", ["start", "--wait", "-D", this.#data, "-o", options, "-l", join(this.#directory, "log")]);
  }

  /** Kills its main process; the other processes follow. */
  kill(): void {
    process.kill(this.pid, "SIGKILL");
  }

  /** The ID of the main process. */
  get pid(): number {
    return Number(readFileSync(join(this.#data, "postmaster.pid"), "utf8").split("\n")[0]);
  }

  get #isRunning(): boolean {
    return this.#succeeds("pg_ctl", ["status", "-D", this.#data]);
  }

  /** The server's log. */
  get log(): string {
    return readFileSync(join(this.#directory, "log"), "utf8");
  }

  get #isReachable(): boolean {
    const { hostname, port } = new URL(this.url);
    return this.#succeeds("pg_isready", ["--host", hostname, "--port", port]);
  }

  /**
   * Acts as its supervisor: restarts it once its last process has exited, which may be a delayed effect of an earlier
   * fault. Resolves when it responds.
   */
  async waitUntilRestarted(): Promise<void> {
    for (let attempts = 1; !this.#isReachable; attempts++) {
      try {
        if (!this.#isRunning) this.#start();
      } catch (error) {
        if (attempts >= 600) throw error;
      }
      await sleep(100);
    }
  }

  #succeeds(program: string, args: readonly string[]): boolean {
    try {
      this.#run(program, args);
      return true;
    } catch {
      return false;
    }
  }

  /** PostgreSQL refuses to run as root. */
  #run(program: string, args: readonly string[]): void {
    const path = join(this.#bin, program);
    const options = { stdio: "ignore", cwd: this.#directory, env: this.#environment } as const;
    if (userInfo().uid !== 0) execFileSync(path, args, options);
    else execFileSync("runuser", ["-u", "postgres", "--", path, ...args], options);
  }

  /** Stops it as a failover does, and restarts it. */
  restart(): void {
    this.#run("pg_ctl", ["restart", "--wait", "-D", this.#data, "-m", "fast", "-l", "/dev/null"]);
  }

  remove(): void {
    if (this.#isRunning) this.#run("pg_ctl", ["stop", "--wait", "-D", this.#data, "-m", "immediate"]);
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
