/** Which engine numbers come from: known to a service and to a build that takes the engine into a page. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";

/** The packages that calculate. */
const PACKAGES = ["collections", "engine", "gql", "model", "numeric", "sliders"] as const;

const isForUse = (path: string): boolean => !/\.(?:test|fixture)\.ts$/.test(path) && !/(?:^|\/)testing\//.test(path);

/** The sources of a folder by their paths below it, in the order of these. */
export function sourcesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => path.endsWith(".ts") && isForUse(path))
    .toSorted((one, other) => (one < other ? -1 : 1));
}

/** SHA-256 over the sources of some folders, by name. Tests and what only they use are left out. */
export function hashOfSources(folders: { readonly [name: string]: string }): string {
  const hash = createHash("sha256");
  for (const [name, folder] of Object.entries(folders)) {
    for (const path of sourcesOf(folder)) {
      const content = readFileSync(join(folder, path));
      hash.update(`${name}/${path}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

let known: string | null = null;

/**
 * SHA-256 over the sources that calculate, 64 hexadecimal digits: engines with the same one give the same bits. Read once, in some
 * 20 ms.
 */
export function engineVersion(): string {
  const { resolve } = createRequire(import.meta.url);
  return (known ??= hashOfSources(
    Object.fromEntries(PACKAGES.map((name) => [name, dirname(resolve(`@etesian/${name}`))])),
  ));
}
