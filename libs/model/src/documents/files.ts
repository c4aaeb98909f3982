/** The files in a model directory, in the loading order of documents. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";

export interface FileEntry {
  /** Relative to the model directory, with `/`. */
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /**
   * Time of the last change to the file or its metadata. No program can set it, so it reveals copies that preserve
   * the modification time (rsync, tar).
   */
  readonly changed: number;
}

export const fileEntry = (path: string, { size, mtimeMs, ctimeMs }: Stats): FileEntry => ({
  path,
  size,
  modified: mtimeMs,
  changed: ctimeMs,
});

/**
 * All files below a folder, sorted by name in byte order, with a directory's files at the position of its name. This
 * order is observable: it is the order of nodes, edges, inputs and queries. Empty if the folder does not exist.
 * `enter` can exclude directories directly below it.
 */
export function listFiles(root: string, folder: string, enter: (name: string) => boolean = () => true): FileEntry[] {
  const files: FileEntry[] = [];
  collect(root, folder, files, enter);
  return files;
}

function collect(root: string, folder: string, files: FileEntry[], enter: (name: string) => boolean): void {
  let names: string[];
  try {
    names = readdirSync(`${root}/${folder}`);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  names.sort(byBytes);
  for (const name of names) {
    const path = `${folder}/${name}`;
    // Does not use `join`, because normalising the paths takes as long as the system calls.
    const stats = statSync(`${root}/${path}`, { throwIfNoEntry: false });
    if (stats === undefined) continue; // The file is a dangling symbolic link.
    if (!stats.isDirectory()) files.push(fileEntry(path, stats));
    else if (enter(name)) collect(root, path, files, () => true);
  }
}

/** Order of keys and file names: by code unit, which equals byte order for the names in models. */
export function byBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Text of a file; null if it does not exist. */
export function readText(root: string, path: string): string | null {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

/** A fingerprint that changes when a file is added, removed, renamed or written; cheap, because no file is read. */
export function fingerprint(files: readonly FileEntry[], ...parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  for (const { path, size, modified, changed } of files) {
    hash.update(`${path}\0${size}\0${modified}\0${changed}\n`);
  }
  return hash.digest("hex");
}
