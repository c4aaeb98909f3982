/** Finds the package that users install, and builds it if it is missing. Does not load the build tools. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publication } from "./publication.ts";

const ROOT = join(import.meta.dirname, "..");
const PROJECT = join(ROOT, "../..");
/** The directory of all build output. */
export const OUTPUT = join(ROOT, "dist");

export interface Tarball {
  readonly path: string;
  /** Digest of the sources; it identifies the package. */
  readonly digest: string;
}

/**
 * Locates the package for the current sources. The workspace file is one of them, since it has the library versions.
 */
export function currentTarball(): Tarball {
  const own = globSync(["package.json", "README.md", "{src,build}/**/*.ts"], { cwd: ROOT }).toSorted();
  const files = [
    ...own.map((file) => join(ROOT, file)),
    join(PROJECT, "LICENSE"),
    join(PROJECT, "pnpm-workspace.yaml"),
  ];
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file)).update("\0");
  hash.update(JSON.stringify(publication()));
  const digest = hash.digest("hex").slice(0, 16);
  return { path: join(OUTPUT, `client-${digest}.tgz`), digest };
}

/**
 * The package for the current sources, built by another process if it is missing (half a second). Rejects with that
 * process's output when the build tools are missing or the directory is not writable.
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
    const output: Buffer[] = [];
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The client cannot be built: ${Buffer.concat(output).toString().trim()}`));
    });
  });
}
