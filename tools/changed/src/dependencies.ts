/**
 * Finds the files that each file of the project names: imports by path or package name, and paths in string literals,
 * which start programs or read documents.
 */
import { dirname, join, normalize } from "node:path/posix";

/** Reads a file of the project; null for a binary or absent one. */
export type Read = (file: string) => string | null;

/** For each file, the files and folders (with a trailing slash) that it names. Paths are relative to the project. */
export type Dependencies = ReadonlyMap<string, ReadonlySet<string>>;

const CODE = /\.(?:[cm]?[jt]s|tsx)$/;
/** Type-only imports are erased before a test runs. */
const TYPE_IMPORT = /^\s*(?:import|export)\s+type\b[^;]*;/gm;
/** A string literal, or a comment, in which quotation marks have no meaning. */
const LITERAL = /\/\*[^]*?\*\/|\/\/.*|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
/** A path within a string: at least two segments, or a name with an extension after "./" or "../". */
const PATH = /(?:\.{1,2}\/)*[\w@.-]+(?:\/[\w@.*{},[\]-]+)+/g;

interface Manifest {
  readonly name?: string;
  readonly exports?: { readonly [path: string]: string };
}

export function dependenciesOf(files: readonly string[], read: Read): Dependencies {
  const knownFiles = new Set(files);
  const folders = new Set(files.flatMap((file) => foldersOf(file)));
  const packages = packagesOf(files, read);
  const targetsOf = (file: string): ReadonlySet<string> => {
    const targets = new Set<string>();
    const text = (read(file) ?? "").replaceAll(TYPE_IMPORT, "");
    for (const [, double, single, template] of text.matchAll(LITERAL)) {
      const literal = double ?? single ?? template ?? "";
      for (const target of packages.resolve(literal)) targets.add(target);
      for (const [path] of literal.matchAll(PATH)) {
        const target = resolvePath(path, file);
        if (target !== null && target !== file) targets.add(target);
      }
    }
    return targets;
  };
  /** Resolves a path in a string, relative to the file's folder or to the project's root. */
  const resolvePath = (path: string, from: string): string | null => {
    const fixedPart = path.replace(/\/[^/]*[*{[].*$/, "");
    for (const candidate of [normalize(join(dirname(from), fixedPart)), normalize(fixedPart)]) {
      if (candidate.startsWith(".")) continue;
      if (knownFiles.has(candidate)) return candidate;
      // A root folder's name alone is often an ordinary word.
      if (folders.has(candidate) && (candidate.includes("/") || fixedPart !== path)) return `${candidate}/`;
    }
    return null;
  };
  return new Map(files.filter((file) => CODE.test(file)).map((file) => [file, targetsOf(file)]));
}

/** The parent folders of a path: "a/b" and "a" for "a/b/c.ts". */
function foldersOf(file: string): readonly string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function packagesOf(files: readonly string[], read: Read) {
  const manifests = new Map<string, { readonly file: string; readonly manifest: Manifest }>();
  for (const file of files) {
    if (!file.endsWith("/package.json")) continue;
    const manifest = JSON.parse(read(file) ?? "{}") as Manifest;
    if (manifest.name !== undefined) manifests.set(manifest.name, { file, manifest });
  }
  /** The module that a specifier resolves to, and the manifest that maps it. */
  const resolve = (specifier: string): readonly string[] => {
    const [, name, path = ""] = /^(@[\w-]+\/[\w-]+)(\/[\w./-]+)?$/.exec(specifier) ?? [];
    const manifest = manifests.get(name ?? "");
    if (manifest === undefined) return [];
    const target = manifest.manifest.exports?.[`.${path}`];
    return target === undefined ? [manifest.file] : [manifest.file, normalize(join(dirname(manifest.file), target))];
  };
  return { resolve };
}
