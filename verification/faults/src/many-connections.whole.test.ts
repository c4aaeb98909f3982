/** Runs the smallest part of `npm run faults -- many-connections`; `npm test -- --exhaustive` runs all of it. */
import { expect, test } from "vitest";
import { holdConnections } from "./many-connections.ts";

test("a server whose silent connections reach its limit on open files answers new requests and keeps running", async () => {
  const lines: string[] = [];
  expect(await holdConnections((line) => lines.push(line), 256, "silent connections")).toEqual([]);
  expect(lines.join()).toMatch(/[1-9]\d* closed by the server.* [1-9]\d* acknowledged/);
});
