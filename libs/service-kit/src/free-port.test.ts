import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "./free-port.ts";

test("a free port is returned once, and is outside the ephemeral range", async () => {
  const ports = await Promise.all(Array.from({ length: 1_000 }, freePort));
  expect(new Set(ports).size).toBe(ports.length);
  expect(Math.max(...ports)).toBeLessThan(32_768);
  const listening = createServer().listen(ports[0], "127.0.0.1");
  await once(listening, "listening");
  expect((listening.address() as AddressInfo).port).toBe(ports[0]);
  listening.close();
});
