/**
 * Holds as many connections as the server may open files, silent ones and event streams, and then leaves the server no
 * files at all. The process survives, new requests get responses, and everything works once the connections are closed.
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
const RECOVERY_TIMEOUT_MS = 15_000;
/** Connections opened concurrently. */
const CONCURRENCY = 64;
/** Limit on open files: fewer than are already open, so that every open, accept and thread start fails. */
const NO_FILES = 40;

/**
 * Sends a request on its own connection. A keep-alive connection would be idle for the longest time, so the server
 * would close it first, perhaps during a request.
 */
const NEW_CONNECTION = { connection: "close" };

type Kind = "silent connections" | "event streams";

/** Connections to a server, held open by a client. */
class HeldConnections {
  readonly #sockets: Socket[] = [];
  readonly #host: string;
  readonly #port: number;
  /** First lines of responses, with their counts. */
  readonly responseLines = new Map<string, number>();
  closedCount = 0;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    [this.#host, this.#port] = [hostname, Number(port)];
  }

  async open(count: number, request: string): Promise<void> {
    for (let openedCount = 0; openedCount < count; openedCount += CONCURRENCY) {
      await Promise.all(Array.from({ length: Math.min(CONCURRENCY, count - openedCount) }, () => this.#open(request)));
    }
  }

  #open(request: string): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect(this.#port, this.#host, () => {
        if (request !== "") socket.write(request);
        resolve();
      });
      socket.once("data", (data: Buffer) => {
        const [line = ""] = data.toString().split("\r\n");
        this.responseLines.set(line, (this.responseLines.get(line) ?? 0) + 1);
      });
      socket.on("data", () => {});
      socket.on("error", () => resolve());
      socket.once("close", () => {
        this.closedCount += 1;
        resolve();
      });
      this.#sockets.push(socket);
    });
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Sends changes for a while, each on a new connection; returns the statuses. */
async function sendChangesFor(server: FaultyServer, id: number, durationMs: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const end = performance.now() + durationMs; performance.now() < end; await sleep(PAUSE_MS)) {
    const change = { scenario: { metadata: { round: statuses.length } } };
    statuses.push((await server.send("PUT", `/scenarios/${id}`, change, NEW_CONNECTION)).status);
    statuses.push((await server.send("GET", `/scenarios/${id}`, undefined, NEW_CONNECTION)).status);
  }
  return statuses;
}

async function hasRecovered(server: FaultyServer): Promise<boolean> {
  for (const end = performance.now() + RECOVERY_TIMEOUT_MS; performance.now() < end; await sleep(PAUSE_MS)) {
    const ready = await fetch(`${server.url}/readyz`, { headers: { connection: "close" } }).catch(() => null);
    if (ready?.ok === true) return true;
  }
  return false;
}

/** Holds as many connections as files while other clients send requests. */
async function holdConnections(print: Print, files: number, kind: Kind): Promise<readonly string[]> {
  return inTemporaryDirectory(async (data) => {
    const flags = ["--workers", "1", "--no-warm-up", "--rate-limit", "0"];
    const server = await FaultyServer.start({ data, flags, openFiles: files });
    const heldConnections = new HeldConnections(server.url);
    try {
      const httpResponse = await server.send("POST", "/scenarios", { scenario: {} }, NEW_CONNECTION);
      const { id } = httpResponse.body as { readonly id: number };
      const stream = `GET /api/v3/scenarios/${id}/events HTTP/1.1\r\nHost: x\r\n\r\n`;
      await heldConnections.open(files, kind === "event streams" ? stream : "");
      const statuses = await sendChangesFor(server, id, HELD_MS);
      const count = (status: number): number => statuses.filter((value) => value === status).length;
      print(
        `${files} files, ${files} ${kind}: ${heldConnections.closedCount} closed by the server` +
          `${[...heldConnections.responseLines].map(([line, times]) => `, ${times} answered ${line}`).join("")}; meanwhile of ` +
          `${statuses.length} requests ${count(200)} acknowledged, ${count(503)} answered 503, ${count(0)} without a response`,
      );
      heldConnections.close();
      const isHealthy = await hasRecovered(server);
      const finalStatuses = await sendChangesFor(server, id, 1_000);
      const name = `${files} files, ${kind}`;
      const unexpectedStatuses = statuses.filter((status) => status !== 200 && status !== 503);
      return [
        ...unexpectedEnd(server),
        ...(unexpectedStatuses.length > 0
          ? [`${name}: ${unexpectedStatuses.length} requests returned ${unexpectedStatuses.join()}`]
          : []),
        ...(isHealthy && finalStatuses.every((status) => status === 200)
          ? []
          : [`${name}: requests failed after they were closed: ${finalStatuses.join()}`]),
      ];
    } finally {
      heldConnections.close();
      await server.stop();
    }
  });
}

/** Lowers the process's limit so that it cannot open any file, in any timer or library. */
async function checkWithoutFiles(print: Print): Promise<readonly string[]> {
  if (spawnSync("prlimit", ["--version"]).status !== 0) {
    print("the part without files is skipped: there is no prlimit");
    return [];
  }
  return inTemporaryDirectory(async (data) => {
    const server = await FaultyServer.start({ data, flags: ["--workers", "1", "--no-warm-up"], openFiles: 256 });
    const limit = (soft: number) =>
      spawnSync("prlimit", ["--pid", String(server.pid), `--nofile=${soft}:256`]).status === 0;
    try {
      const httpResponse = await server.send("POST", "/scenarios", { scenario: {} }, NEW_CONNECTION);
      const { id } = httpResponse.body as { readonly id: number };
      if (!limit(NO_FILES)) return ["prlimit could not change the process's limit"];
      const heldConnections = new HeldConnections(server.url);
      await heldConnections.open(CONCURRENCY, "");
      await sleep(WITHOUT_FILES_MS);
      heldConnections.close();
      if (!limit(256)) return [...unexpectedEnd(server), "prlimit could not change the process's limit"];
      const isHealthy = await hasRecovered(server);
      const finalStatuses = await sendChangesFor(server, id, 1_000);
      print(
        `no files for ${WITHOUT_FILES_MS / 1000} s: afterwards ${finalStatuses.filter((status) => status === 200).length} acknowledged`,
      );
      return [
        ...unexpectedEnd(server),
        ...(isHealthy && finalStatuses.every((status) => status === 200)
          ? []
          : [`requests failed afterwards: ${finalStatuses.join()}`]),
      ];
    } finally {
      await server.stop();
    }
  });
}

export const manyConnections: Fault = {
  description: "as many silent connections and event streams as files: 256, then 1,024, then 4,096",
  rounds: FILES.length,
  run: async (print, rounds, isOver) => {
    const problems = [...(await checkWithoutFiles(print))];
    for (const files of FILES.slice(0, rounds)) {
      for (const kind of ["silent connections", "event streams"] as const) {
        if (!isOver()) problems.push(...(await holdConnections(print, files, kind)));
      }
    }
    return problems;
  },
};
