/** Tests that a file that ends before an acknowledged event is refused: its log was deleted, or it is an older file. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openEventStore } from "../open.ts";
import { event } from "../testing/events.ts";
import { replaceFiles } from "./replace-files.ts";

let directory: string;
let path: string;
let killedCopy: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "etesian-head-"));
  path = join(directory, "events.db");
  killedCopy = join(directory, "left.db");
});
afterEach(() => rmSync(directory, { recursive: true }));

const versions = async (file: string): Promise<number> => {
  const store = await openEventStore(`sqlite:${file}`);
  const { length } = await store.readStream("scenario-1");
  await store.close();
  return length;
};

/** Copies a store with two events as `kill -9` would leave it, by copying its files while it is open. */
async function kill(): Promise<void> {
  const store = await openEventStore(`sqlite:${path}`);
  await store.append("scenario-1", [event(), event()], 0);
  for (const suffix of ["", "-wal", "-head"]) copyFileSync(`${path}${suffix}`, `${killedCopy}${suffix}`);
  await store.close();
}

test("a killed process's store is complete with its log", async () => {
  await kill();
  expect(await versions(killedCopy)).toBe(2);
});

test("a file without its log is refused at every attempt until an operator accepts the loss", async () => {
  await kill();
  rmSync(`${killedCopy}-wal`);
  for (let attempt = 1; attempt <= 2; attempt++) {
    await expect(openEventStore(`sqlite:${killedCopy}`)).rejects.toThrow(
      /left\.db ends at event 0, but 2 was noted: it is an older file, or its log .*left\.db-wal was deleted/,
    );
  }
  rmSync(`${killedCopy}-head`);
  expect(await versions(killedCopy)).toBe(0);
});

test("a restored backup is accepted in its own state", async () => {
  const store = await openEventStore(`sqlite:${path}`);
  await store.append("scenario-1", [event()], 0);
  const copy = join(directory, "copy.db");
  const connection = new DatabaseSync(path);
  connection.prepare("vacuum into ?").run(copy);
  connection.close();
  await store.append("scenario-1", [event(), event()], 1);
  await store.close();
  expect([await versions(path), await versions(copy)]).toEqual([3, 1]);
  replaceFiles([{ from: copy, to: path }]);
  expect(await versions(path)).toBe(1);
});
