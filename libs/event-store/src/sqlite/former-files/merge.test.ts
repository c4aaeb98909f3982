/** Tests how this version starts on files of versions up to 0.2. */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkStore } from "../../check.ts";
import { START } from "../../event.ts";
import { openEventStore, openReadDatabase } from "../../open.ts";
import { SchemaTooNewError } from "../../schema.ts";
import { joinServiceStores, storeUrl } from "../../service.ts";
import { FORMER_STREAMS, SHARED_ID, writeFormerFiles } from "../../testing/former-files.ts";
import { openDatabase } from "../database.ts";
import { FORMER_EVENT_MIGRATIONS } from "../event-migrations.ts";
import { FORMER_NAMES, FormerFilesError, mergeFormerFiles } from "./merge.ts";
import { expectMerged } from "./merged.fixture.ts";

const EVENT_FILES = ["events", ...FORMER_NAMES] as const;

let root: string;
let data: string;
const pathOf = (name: string): string => join(data, `${name}.db`);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "etesian-former-"));
  data = join(root, "data");
  writeFormerFiles(data);
});
afterEach(() => rmSync(root, { recursive: true }));

function execute(name: string, statement: string): void {
  const database = new DatabaseSync(pathOf(name));
  database.exec(statement);
  database.close();
}

test("a start merges the events, readers, tables, indexes and numbers of all files, and keeps the files", async () => {
  await joinServiceStores(["events", "read-models"], { data, store: null });
  await expectMerged(data);
  for (const name of FORMER_NAMES) expect(existsSync(`${pathOf(name)}.merged`)).toBe(true);
  // The next start finds nothing to do.
  const listNames = () => readdirSync(data).filter((name) => !/-(wal|shm)$/.test(name));
  const previousNames = listNames();
  expect(await storeUrl({ data, store: null })).toBe(`sqlite:${pathOf("events")}`);
  expect(listNames()).toEqual(previousNames);
  await expectMerged(data);
});

test("a reader continues after the event that it handled last, and the relay of a former file is deleted", async () => {
  await mergeFormerFiles(data);
  const [store, database] = [
    await openEventStore(`sqlite:${pathOf("events")}`),
    await openReadDatabase(`sqlite:${pathOf("events")}`),
  ];
  for (const name of EVENT_FILES) {
    const next = (await store.readAll(await database.checkpoint(`reader of ${name}`), 1))[0]!;
    expect([next.stream, next.version]).toEqual([`${name}-1`, 2]);
  }
  for (const name of FORMER_NAMES) expect(await database.checkpoint(`relay ${name}`)).toBe(START);
  await database.close();
  await store.close();
});

test("an event whose id is also in an earlier file gets a new id, and both histories stay intact", async () => {
  await mergeFormerFiles(data);
  const store = await openEventStore(`sqlite:${pathOf("events")}`);
  expect((await store.findEvent(SHARED_ID))?.stream).toBe("events-1");
  const [first, second] = await store.readStream("saved-scenarios-1");
  expect(first!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await store.findEvent(first!.id)).toEqual(first);
  expect(second!.version).toBe(2);
  expect(await checkStore(store)).toMatchObject({ events: EVENT_FILES.length * FORMER_STREAMS * 2, problems: [] });
  // The stream's checksums have changed, so its snapshot no longer matches.
  expect(await store.readSnapshot("saved-scenarios-1", 1)).toBeNull();
  expect(await store.readSnapshot("accounts-1", 1)).toMatchObject({ state: { of: "accounts" } });
  await store.close();
});

test("accounts that were created before the first start become part of the new file", async () => {
  for (const name of ["events", "saved-scenarios", "curves", "sweeps"])
    for (const suffix of ["", "-head"]) rmSync(pathOf(name) + suffix, { force: true });
  for (const name of ["accounts", "keys"]) execute(name, "delete from noted_heads");
  await joinServiceStores(["events", "keys"], { data, store: null });
  const store = await openEventStore(`sqlite:${pathOf("events")}`);
  expect(await checkStore(store)).toMatchObject({ events: FORMER_STREAMS * 2, problems: [] });
  await store.close();
});

describe("former files that do not belong together", () => {
  /** Contents of all files. */
  const readContents = () =>
    readdirSync(data)
      .filter((file) => file.endsWith(".db"))
      .map((file) => {
        const database = new DatabaseSync(join(data, file));
        const tables = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
        const rows = tables.map(({ name }) => [name, database.prepare(`select * from "${String(name)}"`).all()]);
        database.close();
        return [file, rows];
      });

  test.each<[string, () => void, RegExp]>([
    [
      "an older copy",
      () => execute("accounts", "update events set position = position - 4"),
      /accounts\.db is missing, an older copy, or from another deployment: events\.db recorded it at 4\. /,
    ],
    ["a missing file", () => rmSync(pathOf("curves")), /curves\.db is missing, /],
    [
      "a file from another deployment",
      () => (
        writeFormerFiles(join(root, "other"), "9d1c1f6e-5f0e-4c55-9d5e-1f1f2d3c4b5a"),
        cpSync(join(root, "other/sweeps.db"), pathOf("sweeps"))
      ),
      /sweeps\.db is missing, an older copy, or from another deployment/,
    ],
    [
      "a file in place of another",
      () => cpSync(pathOf("curves"), pathOf("accounts")),
      /accounts\.db is missing, an older copy, or from another deployment/,
    ],
    [
      "a file without identity",
      () => execute("sweeps", "delete from deployment_stores"),
      /sweeps\.db is missing, an older copy, or from another deployment/,
    ],
  ])("%s is refused by name, and nothing is changed", async (_, change, sentence) => {
    change();
    const previousContents = readContents();
    for (let attempt = 1; attempt <= 2; attempt++) {
      await expect(mergeFormerFiles(data)).rejects.toThrow(sentence);
      await expect(mergeFormerFiles(data)).rejects.toBeInstanceOf(FormerFilesError);
    }
    expect(readContents()).toEqual(previousContents);
  });

  test("a copy of a former file that reappears after its merge is renamed, since events.db has its events", async () => {
    cpSync(pathOf("accounts"), join(root, "accounts.db"));
    await mergeFormerFiles(data);
    cpSync(join(root, "accounts.db"), pathOf("accounts"));
    await mergeFormerFiles(data);
    await expectMerged(data);
    expect(existsSync(`${pathOf("accounts")}.merged-2`)).toBe(true);
  });

  test("a former file that the previous version changed after its merge is refused by name", async () => {
    await mergeFormerFiles(data);
    cpSync(`${pathOf("accounts")}.merged`, pathOf("accounts"));
    execute("accounts", "update events set data = '{}' where version = 2");
    await expect(mergeFormerFiles(data)).rejects.toThrow(
      /accounts\.db and events\.db have different events of accounts-1; .* Move the file away/,
    );
    // Applies the remedy that the message names.
    rmSync(pathOf("accounts"));
    await mergeFormerFiles(data);
    await expectMerged(data);
  });

  test("a file that another process has open is refused", async () => {
    const connection = new DatabaseSync(pathOf("curves"));
    connection.exec("select * from events");
    await expect(mergeFormerFiles(data)).rejects.toThrow(/curves\.db is in use: stop Etesian first/);
    connection.close();
    await mergeFormerFiles(data);
    await expectMerged(data);
  });

  test("former files with read models in another database are refused, with instructions for moving them", async () => {
    await expect(storeUrl({ data, store: null, readModels: `sqlite:${join(root, "models.db")}` })).rejects.toThrow(
      "Create a backup with the previous version, and restore it with this version into an empty database",
    );
  });

  test("a file that is not a database is refused by name", async () => {
    writeFileSync(pathOf("sweeps"), "not a database, as its first bytes show".repeat(1_000));
    await expect(mergeFormerFiles(data)).rejects.toThrow(/sweeps\.db.*not a database/);
  });
});

test("the previous version refuses the merged file, and still opens all files if the merge is refused", async () => {
  const openWithPreviousVersion = (name: string) => () =>
    openDatabase(pathOf(name), "events", FORMER_EVENT_MIGRATIONS).close();
  cpSync(pathOf("curves"), join(root, "curves.db"));
  rmSync(pathOf("curves"));
  await expect(mergeFormerFiles(data)).rejects.toThrow(FormerFilesError);
  cpSync(join(root, "curves.db"), pathOf("curves"));
  for (const name of EVENT_FILES) openWithPreviousVersion(name)();
  await mergeFormerFiles(data);
  expect(openWithPreviousVersion("events")).toThrow(SchemaTooNewError);
  expect(openWithPreviousVersion("events")).toThrow(
    "The tables of the events have schema version 4; this program supports versions up to 3: start the newer program again, or restore a backup made before the upgrade",
  );
  // The previous version's services other than `scenarios` find these notes about missing files.
  const database = new DatabaseSync(pathOf("events"));
  expect(database.prepare("select name from noted_heads order by name").all()).toEqual(
    [...FORMER_NAMES].toSorted().map((name) => ({ name })),
  );
  database.close();
});
