import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "./free-port.ts";

test("a range of free ports contains no port with a listener", async () => {
  const servers = Array.from({ length: 40 }, (_, index) => createServer().listen(22_000 + index * 100, "127.0.0.1"));
  const occupiedPorts = await Promise.all(
    servers.map(async (server) =>
      Promise.race([
        once(server, "listening").then(() => (server.address() as AddressInfo).port),
        once(server, "error").then(() => null), // another program listens there
      ]),
    ),
  );
  const ranges = await Promise.all(Array.from({ length: 20 }, () => freePort(50)));
  const ports = ranges.flatMap((first) => Array.from({ length: 50 }, (_, index) => first + index));
  expect(new Set(ports).size).toBe(1_000);
  expect(ports.filter((port) => occupiedPorts.includes(port))).toEqual([]);
  for (const server of servers) server.close();
});

test("each free port is returned only once, and is outside the ephemeral range", async () => {
  const ports = await Promise.all(Array.from({ length: 1_000 }, () => freePort()));
  expect(new Set(ports).size).toBe(ports.length);
  expect(Math.max(...ports)).toBeLessThan(32_768);
  const server = createServer().listen(ports[0], "127.0.0.1");
  await once(server, "listening");
  expect((server.address() as AddressInfo).port).toBe(ports[0]);
  server.close();
});
