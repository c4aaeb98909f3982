/** Writes a package for users: `dist/npm` (for `npm pack` and `npm publish`) and its tarball. */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { create } from "tar";
import { type BuiltPackage, currentTarball, outputOf } from "./tarball.ts";

/**
 * Builds the package and replaces earlier builds.
 * @param write writes its files to an empty directory
 * @returns path of the tarball
 */
export async function pack(built: BuiltPackage, write: (folder: string) => Promise<void>): Promise<string> {
  const { path } = currentTarball(built);
  const output = outputOf(built);
  mkdirSync(output, { recursive: true });
  // Written to a temporary directory and renamed, because another process may build at the same time.
  const temporaryDirectory = mkdtempSync(join(output, "building-"));
  try {
    const folder = join(temporaryDirectory, "package");
    mkdirSync(folder);
    await write(folder);
    const files = readdirSync(temporaryDirectory, { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(temporaryDirectory, join(entry.parentPath, entry.name)))
      .toSorted();
    const tarball = join(temporaryDirectory, "package.tgz");
    // Deterministic output: users' lockfiles contain its hash.
    await create(
      { file: tarball, cwd: temporaryDirectory, gzip: true, portable: true, mtime: new Date(0), noDirRecurse: true },
      files,
    );
    const old = readdirSync(output).filter((name) => name.endsWith(".tgz") && name !== basename(path));
    for (const name of old) rmSync(join(output, name));
    renameSync(tarball, path);
    rmSync(join(output, "npm"), { recursive: true, force: true });
    renameSync(folder, join(output, "npm"));
  } finally {
    rmSync(temporaryDirectory, { recursive: true, force: true });
  }
  return path;
}
