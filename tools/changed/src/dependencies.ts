/**
 * The files that each file of the project depends on, as far as its text names them: imports by path or package name,
 * and paths in string literals, by which programs are started and documents are read.
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
  const known = new Set(files);
  const folders = new Set(files.flatMap((file) => foldersOf(file)));
  const packages = packagesOf(files, read);
  const named = (file: string): ReadonlySet<string> => {
    const found = new Set<string>();
    const text = (read(file) ?? "").replaceAll(TYPE_IMPORT, "");
    for (const [, double, single, template] of text.matchAll(LITERAL)) {
      const literal = double ?? single ?? template ?? "";
      for (const target of packages.resolve(literal)) found.add(target);
      for (const [path] of literal.matchAll(PATH)) {
        const target = placeOf(path, file);
        if (target !== null && target !== file) found.add(target);
      }
    }
    return found;
  };
  /** Resolves a path in a string, relative to the file's folder or to the project's root. */
  const placeOf = (path: string, from: string): string | null => {
    const fixed = path.replace(/\/[^/]*[*{[].*$/, "");
    for (const candidate of [normalize(join(dirname(from), fixed)), normalize(fixed)]) {
      if (candidate.startsWith(".")) continue;
      if (known.has(candidate)) return candidate;
      // The name of a root folder is as often an ordinary word.
      if (folders.has(candidate) && (candidate.includes("/") || fixed !== path)) return `${candidate}/`;
    }
    return null;
  };
  return new Map(files.filter((file) => CODE.test(file)).map((file) => [file, named(file)]));
}

/** "a/b", "a" for "a/b/c.ts". */
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
    const found = manifests.get(name ?? "");
    if (found === undefined) return [];
    const target = found.manifest.exports?.[`.${path}`];
    return target === undefined ? [found.file] : [found.file, normalize(join(dirname(found.file), target))];
  };
  return { resolve };
}
