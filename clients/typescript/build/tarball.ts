/** Finds the packages that users install, and builds missing ones. Does not load the build tools. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publication } from "./publication.ts";

const PROJECT = join(import.meta.dirname, "../../..");

export interface BuiltPackage {
  /** The name of its script and its tarballs: `npm run NAME`, `dist/NAME-DIGEST.tgz`. */
  readonly name: string;
  /** Absolute path of its directory, with the program `build/main.ts`. */
  readonly directory: string;
  /** Patterns of the files that it is built from; the workspace file has the library versions. */
  readonly sources: readonly string[];
}

export const CLIENT: BuiltPackage = {
  name: "client",
  directory: join(PROJECT, "clients/typescript"),
  sources: [
    "clients/typescript/{package.json,README.md}",
    "clients/typescript/{src,build}/**/*.ts",
    "LICENSE",
    "pnpm-workspace.yaml",
  ],
};

export const ENGINE: BuiltPackage = {
  name: "engine",
  directory: join(PROJECT, "clients/engine"),
  sources: [
    "clients/engine/{package.json,README.md}",
    "clients/engine/{src,build}/**/*.ts",
    "clients/typescript/build/**/*.ts",
    "libs/{collections,engine,gql,model,numeric,sliders,tables}/src/**/*.ts",
    "{LICENSE,NOTICE}",
    "pnpm-workspace.yaml",
  ],
};

/** Container images lack these files. */
const FOR_TESTS = /\.(?:test|fixture)\.ts$|\/testing\//;

/** The directory of all build output. */
export const outputOf = ({ directory }: BuiltPackage): string => join(directory, "dist");

export interface Tarball {
  readonly path: string;
  /** Digest of the sources; it identifies the package. */
  readonly digest: string;
}

/** Locates the tarball for the current sources, which may not have been built. */
export function currentTarball(built: BuiltPackage): Tarball {
  const hash = createHash("sha256");
  const files = built.sources.flatMap((pattern) => globSync(pattern, { cwd: PROJECT }).toSorted());
  for (const file of files) if (!FOR_TESTS.test(file)) hash.update(readFileSync(join(PROJECT, file))).update("\0");
  hash.update(JSON.stringify(publication()));
  const digest = hash.digest("hex").slice(0, 16);
  return { path: join(outputOf(built), `${built.name}-${digest}.tgz`), digest };
}

/**
 * The tarball for the current sources, built by another process if it is missing (half a second). Rejects with that
 * process's output when the build tools are missing or the directory is not writable.
 */
export async function builtTarball(built: BuiltPackage): Promise<Tarball> {
  const tarball = currentTarball(built);
  if (!existsSync(tarball.path)) await build(built);
  return tarball;
}

function build({ name, directory }: BuiltPackage): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(directory, "build/main.ts")], { stdio: ["ignore", "ignore", "pipe"] });
    const output: Buffer[] = [];
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The ${name} cannot be built: ${Buffer.concat(output).toString().trim()}`));
    });
  });
}
