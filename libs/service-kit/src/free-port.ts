/** Ports for programs that have to know them before a server listens there. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that systems assign to connections and to port 0 (Linux from 32768 on, others from 49152). So a port
 * is still free when its process listens, and after a restart.
 */
const PORTS = { first: 20_000, end: 32_000 };
const LOOPBACK = "127.0.0.1";

const tried = new Set<number>();

/** A port on which nobody listens on this machine, and which this process has not given before. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS.end - PORTS.first; tries++) {
    const port = randomInt(PORTS.first, PORTS.end);
    if (tried.has(port)) continue;
    tried.add(port); // before anybody else who looks for one meanwhile is asked
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${PORTS.first} to ${PORTS.end - 1} is free`);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => server.close(() => resolve(true)));
  });
