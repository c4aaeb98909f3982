/** Restores a backup into files or databases. The backup may have been created from stores of another kind. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  acceptCurrentState,
  backendOf,
  copyEvents,
  EventCopy,
  FORMER_NAMES,
  formerFilesIn,
  mergeFormerFiles,
  openEventStore,
  openReadDatabase,
  openSnapshots,
  pathOf,
  placesOf,
  replaceFiles,
  type Replacement,
  type Row,
  START,
  STORE_NAMES,
  type StoreSettings,
  type StoreSnapshot,
  reserveId,
  withoutPassword,
} from "@etesian/event-store";
import { check, type Report } from "./check.ts";
import { NON_EVENT_DATA, type Deployment, deploymentOf, filesIn, urlsOf } from "./deployment.ts";
import { BackupError, changedFiles, FORMER_FORMAT, type Manifest, readManifest } from "./manifest.ts";
import { addRows, copyKeys, ERASED, LOST_KEYS, openKeys, readerPositionsOf, writeDatabaseRows } from "./rows.ts";

export interface RestoreOptions {
  readonly directory: string;
  /** Directory of separately stored keys; null if they are in the backup, or the deployment's keys are kept. */
  readonly keysFrom: string | null;
  /** URL of a previous key store, whose erased people are erased again. */
  readonly erasedFrom: string | null;
  /** Restores even if people have no key. */
  readonly acceptMissingKeys: boolean;
  /** Restores even if stores are inconsistent. */
  readonly acceptProblems: boolean;
}

export interface RestoreResult {
  readonly report: Report;
  /** New names of the previous files. */
  readonly renamedFiles: readonly string[];
  /** Number of people on the list of erasures, who are erased again at the next start. */
  readonly erasedCount: number;
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
export const restore = (options: RestoreOptions, settings: StoreSettings): Promise<RestoreResult> =>
  withBackup(options, async ({ stores: backup, deployment }) => {
    const target = deploymentOf(settings);
    const report = await reportOf({ ...backup, keys: backup.keys ?? target.keys });
    refuseProblems(report, options);
    for (const url of urlsOf(target)) await backendOf(url).createDatabase(url);
    await refuseUnlessEmpty(target, backup.keys !== null);
    // Read before the file is replaced.
    const erasedPeople = await readErasedPeople([target.keys, options.erasedFrom]);
    const entries = replaceFiles(replacements(backup, target, settings));
    await withSnapshots(urlsOf(backup), async (snapshots) => {
      await restoreEvents(snapshots.get(backup.events)!, target);
      if (backup.keys !== null && !isFile(target.keys)) await copyKeys(snapshots.get(backup.keys)!, target.keys);
    });
    await raiseSequences(report, target);
    const erasedCount = await finishKeys(target.keys, erasedPeople, report);
    // From now on the stores belong to one deployment, distinct from all previous ones.
    await acceptCurrentState(STORE_NAMES, placesOf(settings), deployment);
    return { report, renamedFiles: [...entries.values()], erasedCount };
  });

/** Completes the restored keys: erased people stay listed and no id is reused. Returns the number of erased people. */
async function finishKeys(url: string, erasedPeople: readonly Row[], { numbers, withoutKey }: Report): Promise<number> {
  const keys = await openKeys(url);
  try {
    await addRows(keys, ERASED, erasedPeople);
    // The operator accepted missing keys; otherwise the restore would have failed earlier.
    const lostKeys = withoutKey.map((person) => ({ person }));
    await addRows(keys, LOST_KEYS, lostKeys);
    await keys.query(reserveId("person", numbers.person));
    return (await keys.query({ text: `select person from ${ERASED}`, values: [] })).length;
  } finally {
    await keys.close();
  }
}

/** A backup with unchanged files. */
export interface VerifiedBackup {
  readonly stores: Deployment;
  /** Id of the deployment from which it was created; null if that had none. */
  readonly deployment: string | null;
}

/**
 * Runs work with a verified backup. @throws BackupError when files differ from the files that were written.
 */
export async function withBackup<T>(
  { directory, keysFrom }: Pick<RestoreOptions, "directory" | "keysFrom">,
  work: (backup: VerifiedBackup) => Promise<T>,
): Promise<T> {
  const manifest = readManifest(directory);
  const problems = [...(await changedFiles(directory, manifest))];
  const missingStores = storesOfFormat(manifest).filter((name) => !Object.hasOwn(manifest.stores, name));
  if (missingStores.length > 0)
    throw new BackupError(`${directory} has no ${missingStores.join(", ")}: is it a backup of keys only?`);
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
  const { deployment } = manifest;
  if (manifest.format !== FORMER_FORMAT) return work({ stores: filesIn(directory, keysDirectory), deployment });
  const mergedDirectory = await mergedCopy(directory, manifest);
  try {
    return await work({ stores: filesIn(mergedDirectory, keysDirectory), deployment });
  } finally {
    rmSync(mergedDirectory, { recursive: true });
  }
}

const storesOfFormat = ({ format }: Manifest): readonly string[] =>
  format === FORMER_FORMAT ? ["events", ...FORMER_NAMES] : ["events"];

/** A temporary directory with the events of a backup that has a file for each service. */
async function mergedCopy(directory: string, { stores }: Manifest): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), "etesian-backup-"));
  for (const [name, { file }] of Object.entries(stores))
    if (name !== "keys") copyFileSync(join(directory, file), join(copy, file));
  await mergeFormerFiles(copy);
  return copy;
}

/** Checks that stores are consistent; nothing may write to them during the check. A missing store has no keys. */
export function reportOf(deployment: Deployment): Promise<Report> {
  return withSnapshots(urlsOf(deployment).filter(exists), (snapshots) => check(deployment, snapshots));
}

async function withSnapshots<T>(
  urls: readonly string[],
  work: (snapshots: ReadonlyMap<string, StoreSnapshot>) => Promise<T>,
): Promise<T> {
  const snapshots = await openSnapshots(urls, { areClosed: true });
  try {
    return await work(snapshots);
  } finally {
    for (const snapshot of snapshots.values()) await snapshot.close();
  }
}

const isFile = (url: string): boolean => pathOf(url) !== null;
function exists(url: string): boolean {
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
  if (!isFile(target.events)) {
    const store = await openEventStore(target.events);
    const head = await store.head();
    await store.close();
    if (head !== START) throw notEmpty(target.events, "events");
  }
  const tables = [[target.database, "checkpoints"] as const, ...(withKeys ? [[target.keys, "people"] as const] : [])];
  for (const [url, table] of tables) {
    if (isFile(url)) continue;
    await withSnapshots([url], async (snapshots) => {
      for await (const _ of snapshots.get(url)!.rows(table)) throw notEmpty(url, table);
    });
  }
}

const notEmpty = (url: string, name: string): BackupError =>
  new BackupError(`${withoutPassword(url)} is not empty (it has ${name}): restore into an empty or new database`);

/** Rows of erased people in key stores. */
async function readErasedPeople(urls: readonly (string | null)[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const url of urls) {
    if (url === null || !exists(url)) continue;
    await withSnapshots([url], async (snapshots) => {
      for await (const page of snapshots.get(url)!.rows(ERASED)) rows.push(...page);
    });
  }
  return rows;
}

/** Files to replace, and separate files of services to remove, because the next start would merge them. */
function replacements(backup: Deployment, target: Deployment<string>, { data, store }: StoreSettings) {
  const files = new Map<string, string | null>();
  if (store === null) for (const path of formerFilesIn(data).values()) files.set(path, null);
  if (isFile(target.database)) files.set(pathOf(target.database)!, null);
  if (isFile(target.events)) files.set(pathOf(target.events)!, pathOf(backup.events));
  if (backup.keys !== null && isFile(target.keys)) files.set(pathOf(target.keys)!, pathOf(backup.keys));
  return [...files].map(([to, from]): Replacement => ({ from, to }));
}

/** Copies data that the replaced files do not contain. */
async function restoreEvents(from: StoreSnapshot, { events, database }: Deployment): Promise<void> {
  let positions = await readerPositionsOf(from);
  if (isFile(events)) {
    if (database === events) return;
  } else {
    const copy = new EventCopy(await openEventStore(events, { inOrder: true }), positions);
    try {
      await copyEvents(from.events(), () => copy, { preservesOrder: backendOf(events).preservesOrder });
    } finally {
      await copy.target.close();
    }
    positions = copy.translatePositions();
  }
  await writeDatabaseRows(from, positions, database);
}

/** Raises sequences so that no referenced id is issued again, even if its resource is missing from the backup. */
async function raiseSequences({ numbers }: Report, { database: url }: Deployment): Promise<void> {
  const database = await openReadDatabase(url);
  for (const sequence of NON_EVENT_DATA.sequences) await database.query(reserveId(sequence, numbers[sequence]));
  await database.close();
}
