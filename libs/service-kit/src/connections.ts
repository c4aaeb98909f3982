/**
 * Limits the connections that a process accepts on all its servers: API, gRPC and operations. Each connection takes a
 * file descriptor; without a free one, a process can neither read a database nor start a thread.
 *
 * At the limit, a new connection replaces the one that has been idle longest. A connection is idle if it has sent
 * nothing, or all its requests are finished. If every connection is busy, the next few receive 503 (`exceedsLimit`),
 * and further ones are closed.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readdirSync, readFileSync } from "node:fs";
import { Server as HttpServer } from "node:http";
import type { Server, Socket } from "node:net";
import { counter, type MetricDefinition, type Metrics, sampledGauge } from "./operations/metrics.ts";

/** Maximum, even if more files can be opened, because each connection takes about ten kilobytes of memory. */
const MAX_CONNECTIONS = 10_000;
/** Minimum that keeps the health check reachable when few file descriptors are left. */
const MIN_CONNECTIONS = 8;
/**
 * Share of the file descriptors free at startup; the others are for stores, threads and calls to other services.
 */
const CONNECTIONS_SHARE = 1 / 2;
/** Connections above the limit that receive a response, as a share of the limit. */
const REFUSED_SHARE = 1 / 8;

const OPEN_CONNECTIONS: MetricDefinition = {
  type: "gauge",
  name: "connections_open",
  help: "Open connections to the process",
  labels: {},
  services: "all",
};
const CONNECTION_LIMIT: MetricDefinition = {
  type: "gauge",
  name: "connections_limit",
  help: "Maximum connections of the process, half of the free file descriptors at startup",
  labels: {},
  services: "all",
};
const ENDED_CONNECTIONS: MetricDefinition<"why"> = {
  type: "counter",
  name: "connections_ended_total",
  help: "Connections that were closed or refused because there were too many",
  labels: { why: "`idle`: replaced by a new one; `busy`: refused with 503; `dropped`: closed without a response" },
  services: "all",
};
export const CONNECTION_METRICS = [OPEN_CONNECTIONS, CONNECTION_LIMIT, ENDED_CONNECTIONS];

/** Maximum open files of the process; infinite if the system has no limit. */
function maxOpenFiles(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? Infinity);
  } catch {
    // On systems other than Linux, the limit is in the process report, which is slower to create.
    const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
    const limit = Number(userLimits?.open_files?.soft);
    return Number.isNaN(limit) ? Infinity : limit;
  }
}

/** Number of files that the process has open. */
function countOpenFiles(): number {
  try {
    return readdirSync("/dev/fd").length;
  } catch {
    return 0;
  }
}

/** Connections that a process may accept, given its limit on open files and the files it has open. */
export const connectionsFor = (maxFiles: number, openFiles: number): number =>
  Math.min(MAX_CONNECTIONS, Math.max(MIN_CONNECTIONS, Math.floor((maxFiles - openFiles) * CONNECTIONS_SHARE)));

let processLimit: number | null = null;

/** The connection limit of this process; determined once, before the first server listens. */
export const connectionLimit = (): number => (processLimit ??= connectionsFor(maxOpenFiles(), countOpenFiles()));

const excessSockets = new WeakSet<Socket>();

/** Whether a connection exceeds the limit, so that its request is refused with 503. */
export const exceedsLimit = (socket: Socket): boolean => excessSockets.has(socket);

/** All connections of a process. */
export class Connections {
  readonly #limit: number;
  readonly #onEnd: (reason: "idle" | "busy" | "dropped") => void;
  /** Connections without a running request; the longest idle first. */
  readonly #idle = new Set<Socket>();
  /** Running requests per connection; infinite for a gRPC connection that has been used. */
  readonly #busy = new Map<Socket, number>();

  constructor(limit: number, onEnd: (reason: "idle" | "busy" | "dropped") => void = () => {}) {
    this.#limit = limit;
    this.#onEnd = onEnd;
  }

  get openCount(): number {
    return this.#idle.size + this.#busy.size;
  }

  /** Adds an accepted connection. If `isHttp`, its requests are observed. */
  accept(socket: Socket, isHttp: boolean): void {
    if (this.openCount >= this.#limit && !this.#closeLongestIdle()) {
      if (!isHttp || this.openCount >= this.#limit * (1 + REFUSED_SHARE)) {
        this.#onEnd("dropped");
        socket.destroy();
        return;
      }
      this.#onEnd("busy");
      excessSockets.add(socket);
    }
    this.#idle.add(socket);
    socket.once("close", () => {
      this.#idle.delete(socket);
      this.#busy.delete(socket);
    });
  }

  beginRequest(socket: Socket): void {
    if (!this.#idle.delete(socket) && !this.#busy.has(socket)) return;
    this.#busy.set(socket, (this.#busy.get(socket) ?? 0) + 1);
  }

  endRequest(socket: Socket): void {
    const runningRequests = this.#busy.get(socket);
    if (runningRequests === undefined) return;
    if (runningRequests > 1) {
      this.#busy.set(socket, runningRequests - 1);
      return;
    }
    this.#busy.delete(socket);
    if (!socket.destroyed) this.#idle.add(socket);
  }

  /** Closes the connection that has been idle longest; false if there is none. */
  #closeLongestIdle(): boolean {
    for (const socket of this.#idle) {
      this.#idle.delete(socket);
      const isHttp = serverOf(socket) instanceof HttpServer;
      if (isHttp || socket.bytesRead === 0) {
        this.#onEnd("idle");
        socket.destroy();
        return true;
      }
      // Calls on a used gRPC connection cannot be observed, so it counts as busy.
      this.#busy.set(socket, Number.POSITIVE_INFINITY);
    }
    return false;
  }
}

const serverOf = (socket: Socket): Server | undefined => (socket as Socket & { readonly server?: Server }).server;

/** Counts and limits the connections of all servers of the process; returns a function that stops doing so. */
export function limitConnections(metrics: Metrics): () => void {
  const limit = connectionLimit();
  const endedCounter = counter(metrics, ENDED_CONNECTIONS, [{ why: "idle" }, { why: "busy" }, { why: "dropped" }]);
  const connections = new Connections(limit, (reason) => endedCounter.inc({ why: reason }));
  sampledGauge(metrics, OPEN_CONNECTIONS).add({}, async () => connections.openCount);
  sampledGauge(metrics, CONNECTION_LIMIT).add({}, async () => limit);
  const listeners = {
    "net.server.socket": (message: unknown) => {
      const { socket } = message as { readonly socket: Socket };
      connections.accept(socket, serverOf(socket) instanceof HttpServer);
    },
    "http.server.request.start": (message: unknown) => connections.beginRequest((message as Exchange).socket),
    "http.server.response.finish": (message: unknown) => connections.endRequest((message as Exchange).socket),
  };
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener);
  };
}

interface Exchange {
  readonly socket: Socket;
}
