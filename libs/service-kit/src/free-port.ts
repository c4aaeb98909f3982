/** Finds ports for programs that must know them before a server listens. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ephemeral ports of operating systems (from 32768 on Linux, from 49152 on others), so that a port stays free
 * until its process listens, and during a restart.
 */
const PORTS = { first: 20_000, end: 32_000 };
const LOOPBACK = "127.0.0.1";

const reservedPorts = new Set<number>();

/**
 * The first of `count` consecutive ports without listeners on this machine, none of which this process has returned
 * before.
 */
export async function freePort(count = 1): Promise<number> {
  for (let attempts = 0; attempts < PORTS.end - PORTS.first; attempts++) {
    const first = randomInt(PORTS.first, PORTS.end - count + 1);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if (ports.some((port) => reservedPorts.has(port))) continue;
    for (const port of ports) reservedPorts.add(port); // marked before the check, so that concurrent calls skip them
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
  throw new Error(`no ${count} consecutive ports from ${PORTS.first} to ${PORTS.end - 1} are free`);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => server.close(() => resolve(true)));
  });
