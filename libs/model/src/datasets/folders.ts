/** The folders of a dataset's files: its own, its base dataset's, and so on. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { byBytes, type FileEntry, fileEntry, readText } from "../documents/files.ts";

export class PathList {
  readonly root: string;
  /** Folders relative to the model directory, the dataset's own first. */
  readonly folders: readonly string[];

  constructor(root: string, folders: readonly string[]) {
    this.root = root;
    this.folders = folders;
  }

  /** Path (relative to the model directory) of the first file with that name; null if there is none. */
  find(name: string): string | null {
    return this.state(name)?.path ?? null;
  }

  /** Path, size and times of the first file with that name; null if there is none. */
  state(name: string): FileEntry | null {
    for (const folder of this.folders) {
      const path = `${folder}/${name}`;
      const stats = statSync(join(this.root, path), { throwIfNoEntry: false });
      if (stats?.isFile() === true) return fileEntry(path, stats);
    }
    return null;
  }

  /** Path and text of the first file with that name; null if there is none. */
  read(name: string): { readonly path: string; readonly text: string } | null {
    const path = this.find(name);
    const text = path === null ? null : readText(this.root, path);
    return path === null || text === null ? null : { path, text };
  }

  /** Names of files and directories in a subfolder, merged over all folders, sorted. */
  list(subfolder: string): { readonly files: readonly string[]; readonly directories: readonly string[] } {
    const files = new Set<string>();
    const directories = new Set<string>();
    for (const folder of this.folders) {
      const path = join(this.root, folder, subfolder);
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
      for (const name of readdirSync(path)) {
        const stats = statSync(join(path, name), { throwIfNoEntry: false });
        if (stats?.isDirectory() === true) directories.add(name);
        else if (stats?.isFile() === true) files.add(name);
      }
    }
    return { files: [...files].sort(byBytes), directories: [...directories].sort(byBytes) };
  }
}
