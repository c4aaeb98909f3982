/** Tests that waiting for the disk and locks happens in another thread, and that errors there reach callers. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DuplicateEventError, type EventStore, StoreUnavailableError, VersionConflictError } from "../event-store.ts";
import { START } from "../event.ts";
import { openEventStore, openReadDatabase } from "../open.ts";
import { event, events } from "../testing/events.ts";

describe("an event file that another process has locked", () => {
  let directory: string;
  let path: string;
  let store: EventStore;
  /** Another connection of this thread, which can only release its lock while this thread runs. */
  let other: DatabaseSync;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), "etesian-locked-"));
    path = join(directory, "events.db");
    store = await openEventStore(`sqlite:${path}`);
    await store.append("a", events(1), 0);
    other = new DatabaseSync(path);
    other.exec("begin immediate");
  });
  afterEach(async () => {
    other.close();
    await store.close();
    rmSync(directory, { recursive: true });
  });

  test("a locked file can still be read, and is written to once the lock is released", async () => {
    const appended = store.append("a", events(1), 1);
    await sleep(100);
    expect(await store.readStream("a")).toHaveLength(1);
    expect(await store.readAll(START, 10)).toHaveLength(1);
    other.exec("commit");
    expect(await appended).toMatchObject([{ version: 2 }]);
  });

  test("an append that has waited too long is refused with an explanation and stores nothing", async () => {
    const outcomes = await Promise.allSettled([store.append("a", events(1), 1), store.append("b", events(1), 0)]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        reason: new StoreUnavailableError("cannot append: another process has held the lock on the file for 2 s"),
      });
    }
    other.exec("commit");
    expect(await store.append("b", events(1), 0)).toMatchObject([{ version: 1 }]);
    expect(await store.readAll(START, 10)).toHaveLength(2);
  });

  test("read models wait for the lock in the same way", async () => {
    other.exec("commit");
    const readModels = await openReadDatabase(`sqlite:${path}`);
    other.exec("begin immediate");
    const number = readModels.nextNumber("scenario");
    expect(await readModels.checkpoint("list")).toBe(START);
    other.exec("commit");
    expect(await number).toBe(1);
    await readModels.close();
  });
});

describe("a thread for files", () => {
  let directory: string;
  let url: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "etesian-thread-"));
    url = `sqlite:${join(directory, "events.db")}`;
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test("concurrent appends share one commit, and each is all or nothing", async () => {
    const store = await openEventStore(url);
    const [recordedEvent] = await store.append("a", events(1), 0);
    const wal = new DatabaseSync(join(directory, "events.db"));
    const previousPages = countPages(wal);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 20 }, (_, n) => store.append(`s-${n}`, [event(), event()], 0)),
      store.append("a", events(1), 5),
      store.append("b", [event(), event({}, { id: recordedEvent!.id })], 0),
    ]);
    const concurrentPages = countPages(wal) - previousPages;
    const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
    expect(reasons).toEqual([new VersionConflictError("a", 5, 1), new DuplicateEventError("b")]);
    expect(reasons[0]).toBeInstanceOf(VersionConflictError);
    expect(reasons[1]).toBeInstanceOf(DuplicateEventError);
    expect(await store.readStream("b")).toEqual([]);

    for (let n = 0; n < 20; n++) await store.append(`t-${n}`, [event(), event()], 0);
    const sequentialPages = countPages(wal) - previousPages - concurrentPages;
    expect(concurrentPages).toBeLessThan(sequentialPages / 4);
    wal.close();
    await store.close();
  });

  test("a file error keeps its reason, even for later calls", async () => {
    const directoryUrl = `sqlite:${directory}`;
    await expect(openEventStore(directoryUrl)).rejects.toThrow(/cannot open .*unable to open database file/);
    await expect(openReadDatabase(directoryUrl)).rejects.toBeInstanceOf(StoreUnavailableError);
  });

  test.skipIf(process.platform === "win32")("a file that was deleted while open refuses further appends", async () => {
    const store = await openEventStore(url);
    await store.append("a", events(1), 0);
    rmSync(join(directory, "events.db"));
    const replacedMessage = /events\.db was deleted or replaced while it was open: start again/;
    await expect(store.append("a", events(1), 1)).rejects.toThrow(replacedMessage);
    await expect(store.checkWritable()).rejects.toThrow(replacedMessage);
    await store.close();
  });

  test.skipIf(process.platform === "win32")("a file is accessible only to its owner", async () => {
    const store = await openEventStore(url);
    await store.append("a", events(1), 0);
    for (const suffix of ["", "-wal"]) {
      expect(statSync(join(directory, `events.db${suffix}`)).mode & 0o777).toBe(0o600);
    }
    await store.close();
  });

  test.skipIf(process.platform !== "linux")(
    "one thread serves all files of a kind, until the last is closed",
    async () => {
      const previousThreads = countFileThreads();
      const otherUrl = `sqlite:${join(directory, "other.db")}`;
      const [store, sameStore, otherStore] = [
        await openEventStore(url),
        await openEventStore(url),
        await openEventStore(otherUrl),
      ];
      const [readModels, otherReadModels] = [await openReadDatabase(url), await openReadDatabase(otherUrl)];
      expect(countFileThreads() - previousThreads).toBe(2);
      await store.append("a", events(1), 0);
      await store.close();
      await expect(store.append("a", events(1), 1)).rejects.toThrow("it is closed");
      expect(await sameStore.append("a", events(1), 1)).toMatchObject([{ version: 2 }]);
      expect(await otherStore.append("a", events(1), 0)).toMatchObject([{ version: 1 }]);
      expect([
        await readModels.nextNumber("n"),
        await otherReadModels.nextNumber("n"),
        await readModels.nextNumber("n"),
      ]).toEqual([1, 1, 2]);
      for (const resource of [sameStore, otherStore, readModels, otherReadModels]) await resource.close();
      expect(countFileThreads()).toBe(previousThreads);
    },
  );

  test("an idle thread does not keep its process alive", async () => {
    const store = await openEventStore(url);
    await store.append("a", events(1), 0);
    expect(process.getActiveResourcesInfo().filter((name) => name === "MessagePort")).toEqual([]);
    await store.close();
  });
});

/** Number of this process's threads for files, by their names. */
const countFileThreads = (): number =>
  readdirSync("/proc/self/task").filter((task) =>
    readFileSync(`/proc/self/task/${task}/comm`, "utf8").startsWith("sqlite"),
  ).length;

/** Pages in the log, written by commits since its start. */
const countPages = (database: DatabaseSync): number =>
  Number(database.prepare("pragma wal_checkpoint(passive)").get()!["log"]);
