/** The package that users install: where it is, built when it is missing. Loads nothing that builds. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const PROJECT = join(ROOT, "../..");
/** Where everything that is built lies. */
export const OUTPUT = join(ROOT, "dist");

export interface Tarball {
  readonly path: string;
  /** Of the sources: another digest is another package. */
  readonly digest: string;
}

/** Sources of the package; the workspace file has the versions of the libraries in it. */
export function currentTarball(): Tarball {
  const own = globSync(["package.json", "README.md", "{src,build}/**/*.ts"], { cwd: ROOT }).toSorted();
  const files = [
    ...own.map((file) => join(ROOT, file)),
    join(PROJECT, "LICENSE"),
    join(PROJECT, "pnpm-workspace.yaml"),
  ];
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file)).update("\0");
  const digest = hash.digest("hex").slice(0, 16);
  return { path: join(OUTPUT, `client-${digest}.tgz`), digest };
}

/**
 * The package as built from the current sources, by another process where it is missing (half a second). Rejects where
 * the tools for it are not installed, or the directory cannot be written, with the output of that process.
 */
export async function builtTarball(): Promise<Tarball> {
  const tarball = currentTarball();
  if (!existsSync(tarball.path)) await build();
  return tarball;
}

function build(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    const said: Buffer[] = [];
    child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The client cannot be built: ${Buffer.concat(said).toString().trim()}`));
    });
  });
}
