/** Tests that waiting for disk and locks happens in another thread, and that its errors reach callers. */
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

describe("a file of events that another process has locked", () => {
  let directory: string;
  let path: string;
  let store: EventStore;
  /** Another connection of this thread: it can only release its lock while this thread runs. */
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

  test("a locked file is read throughout, and written once the lock is released", async () => {
    const appended = store.append("a", events(1), 1);
    await sleep(100);
    expect(await store.readStream("a")).toHaveLength(1);
    expect(await store.readAll(START, 10)).toHaveLength(1);
    other.exec("commit");
    expect(await appended).toMatchObject([{ version: 2 }]);
  });

  test("an append that waited too long is refused with an explanation and stores nothing", async () => {
    const refused = await Promise.allSettled([store.append("a", events(1), 1), store.append("b", events(1), 0)]);
    for (const outcome of refused) {
      expect(outcome).toMatchObject({
        reason: new StoreUnavailableError("cannot append: another process has locked the file for 2 s"),
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

describe("the thread of a file", () => {
  let directory: string;
  let url: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "etesian-thread-"));
    url = `sqlite:${join(directory, "events.db")}`;
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test("concurrent appends share one commit, and each is all or nothing", async () => {
    const store = await openEventStore(url);
    const [known] = await store.append("a", events(1), 0);
    const wal = new DatabaseSync(join(directory, "events.db"));
    const pagesBefore = pagesOf(wal);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 20 }, (_, n) => store.append(`s-${n}`, [event(), event()], 0)),
      store.append("a", events(1), 5),
      store.append("b", [event(), event({}, { id: known!.id })], 0),
    ]);
    const pagesOfTogether = pagesOf(wal) - pagesBefore;
    const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
    expect(reasons).toEqual([new VersionConflictError("a", 5, 1), new DuplicateEventError("b")]);
    expect(reasons[0]).toBeInstanceOf(VersionConflictError);
    expect(reasons[1]).toBeInstanceOf(DuplicateEventError);
    expect(await store.readStream("b")).toEqual([]);

    for (let n = 0; n < 20; n++) await store.append(`t-${n}`, [event(), event()], 0);
    const pagesOfEach = pagesOf(wal) - pagesBefore - pagesOfTogether;
    expect(pagesOfTogether).toBeLessThan(pagesOfEach / 4);
    wal.close();
    await store.close();
  });

  test("a file error keeps its reason, even for later calls", async () => {
    const blocked = `sqlite:${directory}`;
    await expect(openEventStore(blocked)).rejects.toThrow(/cannot open .*unable to open database file/);
    await expect(openReadDatabase(blocked)).rejects.toBeInstanceOf(StoreUnavailableError);
  });

  test.skipIf(process.platform === "win32")("a file that was deleted while open refuses further appends", async () => {
    const store = await openEventStore(url);
    await store.append("a", events(1), 0);
    rmSync(join(directory, "events.db"));
    const replaced = /events\.db was deleted or replaced while it was open: start again/;
    await expect(store.append("a", events(1), 1)).rejects.toThrow(replaced);
    await expect(store.checkWritable()).rejects.toThrow(replaced);
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
      const before = threadsOfFiles();
      const other = `sqlite:${join(directory, "other.db")}`;
      const [store, twice, others] = [
        await openEventStore(url),
        await openEventStore(url),
        await openEventStore(other),
      ];
      const [lists, otherLists] = [await openReadDatabase(url), await openReadDatabase(other)];
      expect(threadsOfFiles() - before).toBe(2);
      await store.append("a", events(1), 0);
      await store.close();
      await expect(store.append("a", events(1), 1)).rejects.toThrow("it is closed");
      expect(await twice.append("a", events(1), 1)).toMatchObject([{ version: 2 }]);
      expect(await others.append("a", events(1), 0)).toMatchObject([{ version: 1 }]);
      expect([await lists.nextNumber("n"), await otherLists.nextNumber("n"), await lists.nextNumber("n")]).toEqual([
        1, 1, 2,
      ]);
      for (const each of [twice, others, lists, otherLists]) await each.close();
      expect(threadsOfFiles()).toBe(before);
    },
  );

  test("an idle thread does not keep its process alive", async () => {
    const store = await openEventStore(url);
    await store.append("a", events(1), 0);
    expect(process.getActiveResourcesInfo().filter((name) => name === "MessagePort")).toEqual([]);
    await store.close();
  });
});

/** Number of this process's threads named after files. */
const threadsOfFiles = (): number =>
  readdirSync("/proc/self/task").filter((task) =>
    readFileSync(`/proc/self/task/${task}/comm`, "utf8").startsWith("sqlite"),
  ).length;

/** Pages in the log, written by commits since its start. */
const pagesOf = (database: DatabaseSync): number =>
  Number(database.prepare("pragma wal_checkpoint(passive)").get()!["log"]);
