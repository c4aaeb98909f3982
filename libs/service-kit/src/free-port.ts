/** Finds ports for programs that must know them before a server listens. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ephemeral ports of operating systems (Linux from 32768 on, others from 49152). So a port is still free
 * when its process listens, and after a restart.
 */
const PORTS = { first: 20_000, end: 32_000 };
const LOOPBACK = "127.0.0.1";

const tried = new Set<number>();

/** A port without a listener on this machine, which this process has not returned before. */
export async function freePort(): Promise<number> {
  for (let attempts = 0; attempts < PORTS.end - PORTS.first; attempts++) {
    const port = randomInt(PORTS.first, PORTS.end);
    if (tried.has(port)) continue;
    tried.add(port); // at once, so that concurrent calls skip it
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
