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
import { type Deployment, filesIn, type StoreName, storeOf, storesAt, urlsOf } from "./deployment.ts";
import { BackupError, MANIFEST, type Manifest, newManifest, sha256Of } from "./manifest.ts";
import { copyKeys, readerPositionsOf, writeDatabaseRows } from "./rows.ts";

type Facts = Manifest["stores"][string];
type Snapshots = ReadonlyMap<string, StoreSnapshot>;

/**
 * Creates a backup of a deployment, which may be running, in a directory; `keys` optionally names a separate directory
 * for the keys. A directory gets its name once all its contents are on disk. An interrupted backup is called
 * `….unfinished` and is replaced by the next one. @throws BackupError when a directory already exists.
 */
export async function create(
  source: Deployment<string>,
  directory: string,
  keysDirectory: string,
  print: (line: string) => void,
): Promise<Manifest> {
  const directories = [...new Set([keysDirectory, directory].map((each) => resolve(each)))];
  for (const each of directories) {
    if (existsSync(each)) throw new BackupError(`${each} already exists: use a new directory for each backup`);
    rmSync(unfinished(each), { recursive: true, force: true });
    mkdirSync(unfinished(each), { recursive: true, mode: 0o700 });
  }
  const target = filesIn(unfinished(directory), unfinished(keysDirectory));
  const snapshots = await openSnapshots(urlsOf(source));
  const time = new Date().toISOString();
  const deployment = (await identityOf(source.events.events))?.deployment ?? null;
  const stores: { [name: string]: Facts } = {};
  try {
    const rows = await copyKeys(snapshots.get(source.keys)!, target.keys);
    stores["keys"] = await factsOf(target.keys, { kind: backendOf(source.keys).name, events: 0, rows });
    print(`keys: ${rows["people"]} people`);
    for (const url of new Set(Object.values(source.events))) {
      for (const [name, facts] of await copyStores(url, source, snapshots, target)) {
        stores[name] = facts;
        const rows = Object.entries(facts.rows).map(([table, count]) => `, ${count} ${table.replaceAll("_", " ")}`);
        print(`${name}: ${facts.events} events${rows.join("")}`);
      }
    }
  } finally {
    for (const snapshot of snapshots.values()) await snapshot.close();
  }
  const areApart = directories.length > 1;
  for (const each of directories) {
    const isOwn = ([name]: [string, Facts]): boolean =>
      !areApart || (name === "keys") === (each === resolve(keysDirectory));
    const manifest = newManifest({
      time,
      deployment,
      stores: Object.fromEntries(Object.entries(stores).filter(isOwn)),
    });
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    writeFileSync(join(unfinished(each), MANIFEST), text, { mode: 0o600, flush: true });
  }
  for (const each of directories) renameSync(unfinished(each), each);
  return newManifest({ time, deployment, stores });
}

/** Name of a directory until the backup is complete. */
const unfinished = (directory: string): string => `${resolve(directory)}.unfinished`;

/** Copies the events at a URL into one file per store, with the tables next to them. */
async function copyStores(
  url: string,
  source: Deployment,
  snapshots: Snapshots,
  target: Deployment,
): Promise<readonly (readonly [StoreName, Facts])[]> {
  const names = storesAt(source, url);
  const copies = new Map<StoreName, EventCopy>();
  try {
    for (const name of names) {
      const places = await readerPositionsOf(name, snapshots.get(source.databases[name])!);
      copies.set(name, new EventCopy(await openEventStore(target.events[name]), places));
    }
    const copyOf = (stream: string): EventCopy => copies.get(storeOf(stream, names, url))!;
    await copyEvents(snapshots.get(url)!.events(), copyOf, { atOnce: true });
  } finally {
    for (const copy of copies.values()) await copy.target.close();
  }
  const copied: (readonly [StoreName, Facts])[] = [];
  for (const [name, copy] of copies) {
    const rows = await writeDatabaseRows(
      name,
      snapshots.get(source.databases[name])!,
      copy.places(),
      target.databases[name],
    );
    copied.push([name, await factsOf(target.events[name], { kind: backendOf(url).name, events: copy.events, rows })]);
  }
  return copied;
}

/** Completes a file and returns its manifest entry. */
async function factsOf(url: string, facts: Pick<Facts, "kind" | "events" | "rows">): Promise<Facts> {
  const path = pathOf(url)!;
  checkpointFile(path);
  return { file: basename(path), bytes: statSync(path).size, sha256: await sha256Of(path), ...facts };
}
