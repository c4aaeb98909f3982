/** The smallest part of `npm run faults -- many-connections`; the rest of it is in `npm run test:whole`. */
import { expect, test } from "vitest";
import { hold } from "./many-connections.ts";

test("with as many silent connections as it may open files, a server answers new requests, and lives", async () => {
  const said: string[] = [];
  expect(await hold((line) => said.push(line), 256, "silent connections")).toEqual([]);
  expect(said.join()).toMatch(/[1-9]\d* closed by the server.* [1-9]\d* acknowledged/);
});
