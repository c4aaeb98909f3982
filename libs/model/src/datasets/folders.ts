/** Where a dataset's files are: its own folder, then the folder of its base dataset, and so on. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { byBytes, type FileEntry, fileEntry, readText } from "../documents/files.ts";

export class PathList {
  readonly root: string;
  /** Folders relative to the model directory, own first. */
  readonly folders: readonly string[];

  constructor(root: string, folders: readonly string[]) {
    this.root = root;
    this.folders = folders;
  }

  /** Path (relative to the model directory) of the first folder's file of that name; null when none has it. */
  find(name: string): string | null {
    return this.state(name)?.path ?? null;
  }

  /** The first folder's file of that name as it is now; null when none has it. */
  state(name: string): FileEntry | null {
    for (const folder of this.folders) {
      const path = `${folder}/${name}`;
      const stats = statSync(join(this.root, path), { throwIfNoEntry: false });
      if (stats?.isFile() === true) return fileEntry(path, stats);
    }
    return null;
  }

  /** Path and text of the first folder's file of that name; null when none has it. */
  read(name: string): { readonly path: string; readonly text: string } | null {
    const path = this.find(name);
    const text = path === null ? null : readText(this.root, path);
    return path === null || text === null ? null : { path, text };
  }

  /** Names of files and of directories in a subfolder, over all folders together, sorted. */
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
