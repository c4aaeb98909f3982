/**
 * As many connections as the server may open files: silent ones, event streams, and no files at all. The process
 * survives, new requests are answered, and everything works once the connections are closed.
 */
import { spawnSync } from "node:child_process";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Print } from "@etesian/workbench/report";
import { unexpectedEnd, type Fault, inTemporaryDirectory } from "./fault.ts";
import { FaultyServer } from "./server.ts";

const FILES = [256, 1_024, 4_096];
const HELD_MS = 3_000;
/** Longer than the interval of any timer of the process, such as the one that frees memory (ms). */
const WITHOUT_FILES_MS = 6_500;
const PAUSE_MS = 100;
const RECOVERED_MS = 15_000;
/** Connections opened concurrently. */
const AT_ONCE = 64;
/** Fewer than are already open, so that every open, accept and thread start fails. */
const NO_FILES = 40;

/**
 * Sends a request on a connection of its own. A kept one would be the longest idle: the server closes it first, perhaps
 * while a request is on its way.
 */
const FRESH = { connection: "close" };

type Kind = "silent connections" | "event streams";

/** Connections to a server, held open by a client. */
class Held {
  readonly #sockets: Socket[] = [];
  readonly #host: string;
  readonly #port: number;
  /** First lines of answers, with their counts. */
  readonly answers = new Map<string, number>();
  closed = 0;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    [this.#host, this.#port] = [hostname, Number(port)];
  }

  async open(count: number, sends: string): Promise<void> {
    for (let opened = 0; opened < count; opened += AT_ONCE) {
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - opened) }, () => this.#open(sends)));
    }
  }

  #open(sends: string): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect(this.#port, this.#host, () => {
        if (sends !== "") socket.write(sends);
        resolve();
      });
      socket.once("data", (data: Buffer) => {
        const [line = ""] = data.toString().split("\r\n");
        this.answers.set(line, (this.answers.get(line) ?? 0) + 1);
      });
      socket.on("data", () => {});
      socket.on("error", () => resolve());
      socket.once("close", () => {
        this.closed += 1;
        resolve();
      });
      this.#sockets.push(socket);
    });
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Retries for a while, each time on a new connection. */
async function requestUntil(server: FaultyServer, id: number, forMs: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const end = performance.now() + forMs; performance.now() < end; await sleep(PAUSE_MS)) {
    const change = { scenario: { metadata: { round: statuses.length } } };
    statuses.push((await server.send("PUT", `/scenarios/${id}`, change, FRESH)).status);
    statuses.push((await server.send("GET", `/scenarios/${id}`, undefined, FRESH)).status);
  }
  return statuses;
}

async function recovers(server: FaultyServer): Promise<boolean> {
  for (const end = performance.now() + RECOVERED_MS; performance.now() < end; await sleep(PAUSE_MS)) {
    const ready = await fetch(`${server.url}/readyz`, { headers: { connection: "close" } }).catch(() => null);
    if (ready?.ok === true) return true;
  }
  return false;
}

/** Holds as many connections as files while other clients send requests. */
export async function holdConnections(print: Print, files: number, kind: Kind): Promise<readonly string[]> {
  return inTemporaryDirectory(async (data) => {
    const flags = ["--workers", "1", "--no-warm-up", "--rate-limit", "0"];
    const server = await FaultyServer.start({ data, flags, openFiles: files });
    const held = new Held(server.url);
    try {
      const made = await server.send("POST", "/scenarios", { scenario: {} }, FRESH);
      const { id } = made.body as { readonly id: number };
      const stream = `GET /api/v3/scenarios/${id}/events HTTP/1.1\r\nHost: x\r\n\r\n`;
      await held.open(files, kind === "event streams" ? stream : "");
      const statuses = await requestUntil(server, id, HELD_MS);
      const count = (status: number): number => statuses.filter((each) => each === status).length;
      print(
        `${files} files, ${files} ${kind}: ${held.closed} closed by the server` +
          `${[...held.answers].map(([line, times]) => `, ${times} answered ${line}`).join("")}; meanwhile of ` +
          `${statuses.length} requests ${count(200)} acknowledged, ${count(503)} answered 503, ${count(0)} without an answer`,
      );
      held.close();
      const isHealthy = await recovers(server);
      const after = await requestUntil(server, id, 1_000);
      const name = `${files} files, ${kind}`;
      const unexpected = statuses.filter((status) => status !== 200 && status !== 503);
      return [
        ...unexpectedEnd(server),
        ...(unexpected.length > 0 ? [`${name}: ${unexpected.length} requests returned ${unexpected.join()}`] : []),
        ...(isHealthy && after.every((status) => status === 200)
          ? []
          : [`${name}: requests failed after they were closed: ${after.join()}`]),
      ];
    } finally {
      held.close();
      await server.stop();
    }
  });
}

/** From now on every file that the process opens fails, in any timer or library. */
async function withoutFiles(print: Print): Promise<readonly string[]> {
  if (spawnSync("prlimit", ["--version"]).status !== 0) {
    print("the part without any file is skipped: there is no prlimit");
    return [];
  }
  return inTemporaryDirectory(async (data) => {
    const server = await FaultyServer.start({ data, flags: ["--workers", "1", "--no-warm-up"], openFiles: 256 });
    const limit = (soft: number) =>
      spawnSync("prlimit", ["--pid", String(server.pid), `--nofile=${soft}:256`]).status === 0;
    try {
      const made = await server.send("POST", "/scenarios", { scenario: {} }, FRESH);
      const { id } = made.body as { readonly id: number };
      if (!limit(NO_FILES)) return ["prlimit could not change the limit of the process"];
      const held = new Held(server.url);
      await held.open(AT_ONCE, "");
      await sleep(WITHOUT_FILES_MS);
      held.close();
      if (!limit(256)) return [...unexpectedEnd(server), "prlimit could not change the limit of the process"];
      const isHealthy = await recovers(server);
      const after = await requestUntil(server, id, 1_000);
      print(
        `no files for ${WITHOUT_FILES_MS / 1000} s: afterwards ${after.filter((status) => status === 200).length} acknowledged`,
      );
      return [
        ...unexpectedEnd(server),
        ...(isHealthy && after.every((status) => status === 200)
          ? []
          : [`requests failed afterwards: ${after.join()}`]),
      ];
    } finally {
      await server.stop();
    }
  });
}

export const manyConnections: Fault = {
  about: "as many silent connections and event streams as files: 256, then 1,024, then 4,096",
  rounds: FILES.length,
  run: async (print, rounds, isOver) => {
    const problems = [...(await withoutFiles(print))];
    for (const files of FILES.slice(0, rounds)) {
      for (const kind of ["silent connections", "event streams"] as const) {
        if (!isOver()) problems.push(...(await holdConnections(print, files, kind)));
      }
    }
    return problems;
  },
};
