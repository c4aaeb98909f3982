/** A PostgreSQL cluster of our own, which may be stopped. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "@etesian/event-bus/testing";

const SYSTEM = "/usr/lib/postgresql";

/** Where PostgreSQL's programs are; null when they are not installed. */
function programs(): string | null {
  const versions = existsSync(SYSTEM) ? readdirSync(SYSTEM).toSorted((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(SYSTEM, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
  if (found !== undefined) return found;
  const asked = spawnSync("pg_config", ["--bindir"]);
  return asked.status === 0 ? asked.stdout.toString().trim() : null;
}

export class PrivatePostgres {
  readonly url: string;
  readonly #directory: string;
  readonly #bin: string;

  private constructor(url: string, directory: string, bin: string) {
    this.url = url;
    this.#directory = directory;
    this.#bin = bin;
  }

  /** A new cluster that runs; null when PostgreSQL is not installed. */
  static async create(): Promise<PrivatePostgres | null> {
    const bin = programs();
    if (bin === null) return null;
    const directory = mkdtempSync(join(tmpdir(), "etesian-postgres-"));
    const port = await freePort();
    if (userInfo().uid === 0) execFileSync("chown", ["postgres", directory]);
    const cluster = new PrivatePostgres(`postgres://postgres@127.0.0.1:${port}/postgres`, directory, bin);
    const data = join(directory, "data");
    cluster.#run("initdb", ["--pgdata", data, "--username", "postgres", "--auth", "trust", "--no-sync"]);
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${directory}`;
    cluster.#run("pg_ctl", ["start", "--wait", "-D", data, "-o", options, "-l", join(directory, "log")]);
    return cluster;
  }

  /** PostgreSQL refuses to run as root. */
  #run(program: string, args: readonly string[]): void {
    const path = join(this.#bin, program);
    if (userInfo().uid !== 0) execFileSync(path, args, { stdio: "ignore" });
    else execFileSync("runuser", ["-u", "postgres", "--", path, ...args], { stdio: "ignore", cwd: this.#directory });
  }

  /** Stops it as a failover does, and starts it again. */
  restart(): void {
    this.#run("pg_ctl", ["restart", "--wait", "-D", join(this.#directory, "data"), "-m", "fast", "-l", "/dev/null"]);
  }

  remove(): void {
    this.#run("pg_ctl", ["stop", "--wait", "-D", join(this.#directory, "data"), "-m", "immediate"]);
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
