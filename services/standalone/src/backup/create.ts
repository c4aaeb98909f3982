/** Creates a backup: a consistent snapshot in files as in a data directory, from stores of any kind. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import {
  backendOf,
  copyEvents,
  EventCopy,
  identityOf,
  openEventStore,
  openSnapshots,
  checkpointFile,
  pathOf,
  type StoreSnapshot,
} from "@etesian/event-store";
import { type Deployment, filesIn, urlsOf } from "./deployment.ts";
import { BackupError, MANIFEST, type Manifest, newManifest, sha256Of } from "./manifest.ts";
import { copyKeys, readerPositionsOf, writeDatabaseRows } from "./rows.ts";

type StoreEntry = Manifest["stores"][string];
type Snapshots = ReadonlyMap<string, StoreSnapshot>;

/**
 * Creates a backup of a deployment, which may be running, in a directory. The keys are written to `keysDirectory`,
 * which may be the same. A directory gets its name once all its contents are on disk. An interrupted backup is called
 * `….unfinished` and is replaced by the next one. @throws BackupError if a directory already exists
 */
export async function create(
  source: Deployment<string>,
  directory: string,
  keysDirectory: string,
  print: (line: string) => void,
): Promise<Manifest> {
  const directories = [...new Set([keysDirectory, directory].map((path) => resolve(path)))];
  for (const directory of directories) {
    if (existsSync(directory))
      throw new BackupError(`${directory} already exists: use a new directory for each backup`);
    rmSync(unfinished(directory), { recursive: true, force: true });
    mkdirSync(unfinished(directory), { recursive: true, mode: 0o700 });
  }
  const target = filesIn(unfinished(directory), unfinished(keysDirectory));
  const snapshots = await openSnapshots(urlsOf(source));
  const time = new Date().toISOString();
  const deployment = (await identityOf(source.events))?.deployment ?? null;
  const stores: { [name: string]: StoreEntry } = {};
  try {
    const rows = await copyKeys(snapshots.get(source.keys)!, target.keys);
    stores["keys"] = await entryOf(target.keys, { kind: backendOf(source.keys).name, events: 0, rows });
    print(`keys: ${rows["people"]} people`);
    const events = await copyStore(source, snapshots, target);
    stores["events"] = events;
    const tables = Object.entries(events.rows).map(([table, count]) => `, ${count} ${table.replaceAll("_", " ")}`);
    print(`events: ${events.events} events${tables.join("")}`);
  } finally {
    for (const snapshot of snapshots.values()) await snapshot.close();
  }
  const areSeparate = directories.length > 1;
  for (const directory of directories) {
    const isInDirectory = ([name]: [string, StoreEntry]): boolean =>
      !areSeparate || (name === "keys") === (directory === resolve(keysDirectory));
    const manifest = newManifest({
      time,
      deployment,
      stores: Object.fromEntries(Object.entries(stores).filter(isInDirectory)),
    });
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    writeFileSync(join(unfinished(directory), MANIFEST), text, { mode: 0o600, flush: true });
  }
  for (const directory of directories) renameSync(unfinished(directory), directory);
  return newManifest({ time, deployment, stores });
}

/** Name of a directory until the backup is complete. */
const unfinished = (directory: string): string => `${resolve(directory)}.unfinished`;

/** Copies the events, and the data next to them. */
async function copyStore(source: Deployment, snapshots: Snapshots, target: Deployment): Promise<StoreEntry> {
  const database = snapshots.get(source.database)!;
  const copy = new EventCopy(await openEventStore(target.events), await readerPositionsOf(database));
  try {
    await copyEvents(snapshots.get(source.events)!.events(), () => copy, { preservesOrder: true });
  } finally {
    await copy.target.close();
  }
  const rows = await writeDatabaseRows(database, copy.translatePositions(), target.database);
  return entryOf(target.events, { kind: backendOf(source.events).name, events: copy.events, rows });
}

/** Completes a file and returns its manifest entry. */
async function entryOf(url: string, fields: Pick<StoreEntry, "kind" | "events" | "rows">): Promise<StoreEntry> {
  const path = pathOf(url)!;
  checkpointFile(path);
  return { file: basename(path), bytes: statSync(path).size, sha256: await sha256Of(path), ...fields };
}
