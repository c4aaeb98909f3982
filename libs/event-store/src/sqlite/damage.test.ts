/** Tests that `npm run events -- check` finds damage in a file, and so does opening a file after a kill. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EventStore } from "../event-store.ts";
import { openEventStore } from "../open.ts";
import { event, events } from "../testing/events.ts";

const project = resolve(import.meta.dirname, "../../../..");
let directory: string;
let data: string;
let path: string;
let store: EventStore | null;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "etesian-backup-"));
  data = join(directory, "data");
  path = join(data, "events.db");
  mkdirSync(data);
  store = null;
});
afterEach(async () => {
  await store?.close();
  rmSync(directory, { recursive: true });
});

const open = async (): Promise<EventStore> => (store = await openEventStore(`sqlite:${path}`));

interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command as an operator does, with the data directory set by a variable. */
async function run(line: string): Promise<CommandResult> {
  const options = { cwd: project, env: { ...process.env, ETESIAN_DATA: data } };
  return promisify(execFile)("sh", ["-ec", line], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as CommandResult,
  );
}

describe("a store in a file", () => {
  test("the check names a missing file and does not create it", async () => {
    const { code, stdout } = await run("npm run --silent events -- check");
    expect([code, stdout, existsSync(path)]).toEqual([1, `✗ ${path} does not exist\n`, false]);
  });

  test("every damaged event is reported separately", async () => {
    await (await open()).append("a", events(3), 0);
    await store!.append("b", events(3), 0);
    await store!.append("c", events(3), 0);
    await store!.append("d", events(1), 0);
    await store!.close();
    expect(await run("npm run events -- check")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("4 streams, 10 events, all intact") as string,
    });
    const database = new DatabaseSync(path);
    database.exec(`update events set data = '{"n":9}' where stream = 'a' and version = 2`);
    database.exec("delete from events where stream = 'c' and version = 3");
    database.close();
    const { code, stdout } = await run("npm run events -- check");
    expect(code).toBe(1);
    expect(stdout).toContain("✗ Event 2 of a is damaged: it differs from the stored event");
    expect(stdout).toContain("✗ Event 3 of c is damaged: it is missing");
  });
});

test("a file that lost a page when its process was killed is refused, or the loss is harmless", async () => {
  const runningStore = await open();
  for (let n = 0; n < 30; n++)
    await runningStore.append(`s-${n}`, [event({ id: randomUUID(), text: "x".repeat(300) })], 0);
  const connection = new DatabaseSync(path);
  connection.exec("pragma wal_checkpoint(restart)");
  const pages = Number(connection.prepare("pragma page_count").get()!["page_count"]);
  connection.close();
  await runningStore.append("last", events(1), 0);
  // Copies the file and its log, as after a kill.
  const images = ["", "-wal"].map((suffix) => [suffix, readFileSync(`${path}${suffix}`)] as const);
  await runningStore.close();

  const refusals: string[] = [];
  for (let lostPage = 2; lostPage <= pages; lostPage++) {
    rmSync(`${path}-shm`, { force: true });
    for (const [suffix, image] of images) {
      const copy = Buffer.from(image);
      if (suffix === "") copy.fill(0, (lostPage - 1) * 4096, lostPage * 4096);
      writeFileSync(`${path}${suffix}`, copy);
    }
    let openedStore: EventStore | null = null;
    try {
      openedStore = await openEventStore(`sqlite:${path}`);
      for (let n = 0; n < 30; n++) expect(await openedStore.readStream(`s-${n}`)).toHaveLength(1);
      expect(await openedStore.readStream("last")).toHaveLength(1);
    } catch (error) {
      refusals.push((error as Error).message);
    } finally {
      await openedStore?.close();
    }
  }
  for (const message of refusals) expect(message).toMatch(/is damaged|malformed/);
  expect(refusals.length).toBeGreaterThan(pages / 3);
});
