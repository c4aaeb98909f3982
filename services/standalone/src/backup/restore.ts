/** Restores a backup into files or databases; it may come from stores of another kind. */
import { existsSync } from "node:fs";
import {
  acceptCurrentState,
  backendOf,
  copyEvents,
  EventCopy,
  openEventStore,
  openReadDatabase,
  openSnapshots,
  pathOf,
  placesOf as storesOf,
  replaceFiles,
  type Replacement,
  type Row,
  START,
  STORE_NAMES as ALL_STORES,
  type StoreSettings,
  type StoreSnapshot,
  takeNumber,
  withoutPassword,
} from "@etesian/event-store";
import { check, type Report } from "./check.ts";
import { type Deployment, deploymentOf, filesIn, STORE_NAMES, type StoreName, STORES, urlsOf } from "./deployment.ts";
import { BackupError, changedFiles, readManifest } from "./manifest.ts";
import { addRows, copyKeys, ERASED, LOST_KEYS, openKeys, readerPositionsOf, writeDatabaseRows } from "./rows.ts";

export interface RestoreOptions {
  readonly directory: string;
  /** Directory of separately stored keys; null if they are in the backup, or the deployment's keys are kept. */
  readonly keysFrom: string | null;
  /** URL of a former store of keys, whose erased people are erased again. */
  readonly erasedFrom: string | null;
  /** Restores even if people have no key. */
  readonly acceptMissingKeys: boolean;
  /** Restores even if stores are inconsistent. */
  readonly acceptProblems: boolean;
}

export interface RestoreResult {
  readonly report: Report;
  /** New names of the previous files. */
  readonly kept: readonly string[];
  /** Number of people on the list of erasures, who are erased again at the next start. */
  readonly erased: number;
}

/** Stores are inconsistent, and the flag to accept that is missing. */
export class ProblemsError extends BackupError {
  override readonly name = "ProblemsError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[], flags: readonly string[]) {
    super(`Nothing was changed. To restore the backup anyway, add ${flags.join(" ")}`);
    this.problems = problems;
  }
}

/**
 * Restores a backup into the stores of a deployment that is not running. Existing files are kept under another name.
 * Databases must be empty, and are created where missing. @throws BackupError when the backup or the target is
 * unsuitable; the stores are then unchanged.
 */
export async function restore(options: RestoreOptions, settings: StoreSettings): Promise<RestoreResult> {
  const target = deploymentOf(settings);
  const { stores: backup, deployment } = await verifyBackup(options);
  const report = await reportOf({ ...backup, keys: backup.keys ?? target.keys });
  refuseProblems(report, options);
  for (const url of urlsOf(target)) await backendOf(url).createDatabase(url);
  await refuseUnlessEmpty(target, backup.keys !== null);
  // Read before the file is replaced.
  const erased = await erasedIn([target.keys, options.erasedFrom]);
  const kept = replaceFiles(replacements(backup, target));
  await withSnapshots(urlsOf(backup), async (snapshots) => {
    for (const name of STORE_NAMES) await restoreStore(name, snapshots.get(backup.events[name])!, target);
    if (backup.keys !== null && !isFile(target.keys)) {
      await copyKeys(snapshots.get(backup.keys)!, target.keys);
    }
  });
  await raiseSequences(report, target);
  const listed = await finishKeys(target.keys, erased, report);
  // From now on the stores belong to one deployment, distinct from all previous ones.
  await acceptCurrentState(ALL_STORES, storesOf(settings), deployment);
  return { report, kept: [...kept.values()], erased: listed };
}

/** Completes the restored keys: erased people stay listed and no id is reused. Returns the number of erased people. */
async function finishKeys(url: string, erased: readonly Row[], { numbers, withoutKey }: Report): Promise<number> {
  const keys = await openKeys(url);
  try {
    await addRows(keys, ERASED, erased);
    // The operator accepted missing keys; otherwise the restore would have failed earlier.
    const lost = withoutKey.map((person) => ({ person }));
    await addRows(keys, LOST_KEYS, lost);
    await keys.query(takeNumber("person", numbers["person"] ?? 0));
    return (await keys.query({ text: `select person from ${ERASED}`, values: [] })).length;
  } finally {
    await keys.close();
  }
}

/** A backup with unchanged files. */
export interface Verified {
  readonly stores: Deployment;
  /** Id of the deployment it was created from; null when that had none. */
  readonly deployment: string | null;
}

/** @throws BackupError when files differ from the files that were written. */
export async function verifyBackup({
  directory,
  keysFrom,
}: Pick<RestoreOptions, "directory" | "keysFrom">): Promise<Verified> {
  const manifest = readManifest(directory);
  const problems = [...(await changedFiles(directory, manifest))];
  const missing = STORE_NAMES.filter((name) => !Object.hasOwn(manifest.stores, name));
  if (missing.length > 0)
    throw new BackupError(`${directory} has no ${missing.join(", ")}: is it a backup of keys only?`);
  if (keysFrom !== null) {
    const keys = readManifest(keysFrom);
    if (!Object.hasOwn(keys.stores, "keys")) throw new BackupError(`${keysFrom} has no keys`);
    if (keys.deployment !== manifest.deployment) {
      throw new BackupError(`The keys in ${keysFrom} belong to a different deployment from ${directory}`);
    }
    problems.push(...(await changedFiles(keysFrom, keys)));
  }
  if (problems.length > 0)
    throw new BackupError(`The backup was changed after it was written:\n${problems.join("\n")}`);
  const keysDirectory = keysFrom ?? (Object.hasOwn(manifest.stores, "keys") ? directory : null);
  return { stores: filesIn(directory, keysDirectory), deployment: manifest.deployment };
}

/** Checks that stores are consistent; nothing may write to them during the check. A missing store has no keys. */
export function reportOf(deployment: Deployment): Promise<Report> {
  return withSnapshots(urlsOf(deployment).filter(isThere), (snapshots) => check(deployment, snapshots));
}

async function withSnapshots<T>(
  urls: readonly string[],
  work: (snapshots: ReadonlyMap<string, StoreSnapshot>) => Promise<T>,
): Promise<T> {
  const snapshots = await openSnapshots(urls, { still: true });
  try {
    return await work(snapshots);
  } finally {
    for (const snapshot of snapshots.values()) await snapshot.close();
  }
}

const isFile = (url: string): boolean => pathOf(url) !== null;
function isThere(url: string): boolean {
  const path = pathOf(url);
  return path === null || existsSync(path);
}

function refuseProblems({ problems, withoutKey }: Report, { acceptMissingKeys, acceptProblems }: RestoreOptions): void {
  const flags: string[] = [];
  if (withoutKey.length > 0 && !acceptMissingKeys) flags.push("--accept-missing-keys");
  if (problems.length > withoutKey.length && !acceptProblems) flags.push("--accept-problems");
  if (flags.length > 0) throw new ProblemsError(problems, flags);
}

/** @throws BackupError when a target database contains data. */
async function refuseUnlessEmpty(target: Deployment<string>, withKeys: boolean): Promise<void> {
  for (const url of new Set(Object.values(target.events))) {
    if (isFile(url)) continue;
    const store = await openEventStore(url);
    const head = await store.head();
    await store.close();
    if (head !== START) throw notEmpty(url, "events");
  }
  const tables = [
    ...STORE_NAMES.map((name) => [target.databases[name], "checkpoints"] as const),
    ...(withKeys ? [[target.keys, "people"] as const] : []),
  ];
  for (const [url, table] of tables) {
    if (isFile(url)) continue;
    await withSnapshots([url], async (snapshots) => {
      for await (const _ of snapshots.get(url)!.rows(table)) throw notEmpty(url, table);
    });
  }
}

const notEmpty = (url: string, name: string): BackupError =>
  new BackupError(`${withoutPassword(url)} is not empty, it has ${name}: restore into an empty or new database`);

/** Rows of erased people in stores of keys. */
async function erasedIn(urls: readonly (string | null)[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const url of urls) {
    if (url === null || !isThere(url)) continue;
    await withSnapshots([url], async (snapshots) => {
      for await (const page of snapshots.get(url)!.rows(ERASED)) rows.push(...page);
    });
  }
  return rows;
}

/** Files to replace, and files to remove. */
function replacements(backup: Deployment, target: Deployment<string>): readonly Replacement[] {
  const files = new Map<string, string | null>();
  for (const name of STORE_NAMES) {
    if (isFile(target.databases[name])) files.set(pathOf(target.databases[name])!, null);
  }
  for (const name of STORE_NAMES) {
    if (isFile(target.events[name])) files.set(pathOf(target.events[name])!, pathOf(backup.events[name]));
  }
  if (backup.keys !== null && isFile(target.keys)) files.set(pathOf(target.keys)!, pathOf(backup.keys));
  return [...files].map(([to, from]) => ({ from, to }));
}

/** Copies data that the replaced files do not contain. */
async function restoreStore(name: StoreName, from: StoreSnapshot, target: Deployment<string>): Promise<void> {
  const url = target.events[name];
  let places = await readerPositionsOf(name, from);
  if (isFile(url)) {
    if (target.databases[name] === url) return;
  } else {
    const copy = new EventCopy(await openEventStore(url, { inOrder: true }), places);
    try {
      await copyEvents(from.events(), () => copy, { atOnce: backendOf(url).preservesOrder });
    } finally {
      await copy.target.close();
    }
    places = copy.places();
  }
  await writeDatabaseRows(name, from, places, target.databases[name]);
}

/** Raises sequences so that no referenced id is given out again, even if its resource is missing from the backup. */
async function raiseSequences({ numbers }: Report, { databases }: Deployment): Promise<void> {
  for (const name of STORE_NAMES) {
    const database = await openReadDatabase(databases[name]);
    for (const sequence of STORES[name].sequences) {
      await database.query(takeNumber(sequence, numbers[sequence] ?? 0));
    }
    await database.close();
  }
}
