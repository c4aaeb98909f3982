import { readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ModelCache } from "./cache.ts";
import { openModel } from "./open.ts";
import { directoryOf, smallModel } from "./testing/directory.ts";

function datasetFileIn(directory: string): string {
  const [name = ""] = readdirSync(directory).filter((entry) => entry.includes("-area"));
  return join(directory, name);
}

function sharedBytes(...content: number[]): SharedArrayBuffer {
  const bytes = new SharedArrayBuffer(content.length);
  new Uint8Array(bytes).set(content);
  return bytes;
}

test("cached bytes are read into shared memory unchanged", () => {
  const cache = new ModelCache(directoryOf({}), "model");
  cache.writeBytes("area", sharedBytes(1, 2, 3));
  const bytes = cache.readBytes("area");
  expect(bytes).toBeInstanceOf(SharedArrayBuffer);
  expect([...new Uint8Array(bytes!)]).toEqual([1, 2, 3]);
  expect(cache.readBytes("other")).toBeNull();
});

test("a cache file that is corrupt or truncated is ignored", () => {
  const directory = directoryOf({});
  const cache = new ModelCache(directory, "model");
  cache.writeBytes("area", sharedBytes(...Array.from({ length: 100 }, (_, index) => index)));
  const file = datasetFileIn(directory);
  const content = readFileSync(file);
  fc.assert(
    fc.property(fc.nat(content.length - 1), fc.integer({ min: 1, max: 255 }), (position, change) => {
      const damaged = Buffer.from(content);
      damaged[position]! ^= change;
      writeFileSync(file, damaged);
      expect(cache.readBytes("area")).toBeNull();
      writeFileSync(file, content);
      truncateSync(file, position);
      expect(cache.readBytes("area")).toBeNull();
    }),
  );
});

test("a cached model that is corrupt or truncated is ignored", () => {
  const directory = directoryOf({});
  const cache = new ModelCache(directory, "model");
  cache.writeValue("model", { query: "V(mill, demand)", parts: [0.5, 12] });
  expect(cache.readValue("model")).toEqual({ query: "V(mill, demand)", parts: [0.5, 12] });
  const [name = ""] = readdirSync(directory);
  const file = join(directory, name);
  const content = readFileSync(file);
  for (let position = 0; position < content.length; position++) {
    const damaged = Buffer.from(content);
    damaged[position]! ^= 1;
    writeFileSync(file, damaged);
    expect(cache.readValue("model")).toBeNull();
    writeFileSync(file, content.subarray(0, position));
    expect(cache.readValue("model")).toBeNull();
  }
});

test("a model file whose content changed is read again, even if its size and modification time did not", async () => {
  const directory = directoryOf({ ...smallModel(), "gqueries/answer.gql": "- unit = MJ\n- query = 41\n" });
  const cacheDirectory = directoryOf({});
  const query = async () => (await openModel(directory, { cacheDirectory })).definition.gqueries;
  const file = join(directory, "gqueries/answer.gql");
  // The file's time, rounded to a precision that can be restored.
  const time = new Date("2026-11-21T10:00:00.000Z");
  utimesSync(file, time, time);
  expect(JSON.stringify(await query())).toContain("41");
  writeFileSync(file, "- unit = MJ\n- query = 42\n");
  utimesSync(file, time, time);
  expect(statSync(file).mtimeMs).toBe(time.getTime());
  expect(JSON.stringify(await query())).toContain("42");
});

test("source positions of gqueries are not cached, because they take as much space as the queries", async () => {
  const directory = directoryOf({ ...smallModel(), "gqueries/answer.gql": "- unit = MJ\n- query = 41\n" });
  const cacheDirectory = directoryOf({});
  for (let start = 1; start <= 2; start++) {
    const { gqueries } = (await openModel(directory, { cacheDirectory })).definition;
    expect(gqueries.find(({ key }) => key === "answer")).toEqual({
      key: "answer",
      query: "41",
      unit: "MJ",
      deprecatedKey: null,
      description: null,
      labels: [],
    });
  }
});

test("gqueries of a folder share its list of labels, even from the cache", async () => {
  const inFolder = { "gqueries/a/b/one.gql": "- query = 1\n", "gqueries/a/b/two.gql": "- query = 2\n" };
  const directory = directoryOf({ ...smallModel(), ...inFolder });
  const cacheDirectory = directoryOf({});
  for (let start = 1; start <= 2; start++) {
    const { gqueries } = (await openModel(directory, { cacheDirectory })).definition;
    const [one, two] = ["one", "two"].map((requestedKey) => gqueries.find(({ key }) => key === requestedKey));
    expect(one?.labels).toEqual(["a", "b"]);
    expect(two?.labels).toBe(one?.labels);
  }
});

test("a damaged dataset is solved again and replaced", async () => {
  const directory = directoryOf(smallModel());
  const cacheDirectory = directoryOf({});
  const solve = async () => (await openModel(directory, { cacheDirectory })).dataset("here");
  const first = await solve();
  const content = readFileSync(datasetFileIn(cacheDirectory));
  const damaged = Buffer.from(content);
  damaged[content.length - 40]! ^= 1;
  writeFileSync(datasetFileIn(cacheDirectory), damaged);
  expect(await solve()).toEqual(first);
  expect(readFileSync(datasetFileIn(cacheDirectory)).equals(content)).toBe(true);
});
