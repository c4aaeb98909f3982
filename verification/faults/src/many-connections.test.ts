/** The smallest part of `npm run faults -- many-connections`; `npm run test:whole` runs all of it. */
import { expect, test } from "vitest";
import { holdConnections } from "./many-connections.ts";

test("a server with as many silent connections as it may open files answers new requests and keeps running", async () => {
  const printed: string[] = [];
  expect(await holdConnections((line) => printed.push(line), 256, "silent connections")).toEqual([]);
  expect(printed.join()).toMatch(/[1-9]\d* closed by the server.* [1-9]\d* acknowledged/);
});
