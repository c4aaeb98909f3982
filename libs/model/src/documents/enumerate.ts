/**
 * The documents of one class: one per file, or several in a *set* file (`*.set.ad`, `*.set.gql`), where each starts
 * with a header line `=== key`.
 */
import type { Problem } from "../problem.ts";
import { readText, type FileEntry } from "./files.ts";

export interface SourceDocument {
  /** Name up to the first dot. */
  readonly key: string;
  /** The part between the key and the extension (`converter`, `derived` …), null without one. */
  readonly subclass: string | null;
  /** Folders between the class folder and the document. */
  readonly folders: readonly string[];
  readonly file: string;
  /** First line of `text` in the file. */
  readonly line: number;
  readonly text: string;
}

const SET_HEADER = /^===\s+(\S+)\s*$/;

/**
 * Documents of the class in `folder`, in loading order; `onFile` is called before each file. A repeated key has the
 * position of the first document and the content of the last.
 */
export function readDocuments(
  root: string,
  folder: string,
  extension: "ad" | "gql",
  files: readonly FileEntry[],
  problems: Problem[],
  onFile: () => void = () => {},
): SourceDocument[] {
  const byKey = new Map<string, SourceDocument>();
  const add = (document: SourceDocument): void => {
    const previous = byKey.get(document.key);
    if (previous !== undefined) {
      const location = `${previous.file}${previous.file === document.file ? `:${previous.line - 1}` : ""}`;
      problems.push({
        severity: "warning",
        file: document.file,
        line: document.line,
        key: document.key,
        message: `the key is already used in ${location}; expected unique keys; this later document replaces it`,
      });
    }
    byKey.set(document.key, document);
  };
  // Documents of a folder share its list of labels, even in the cache: separate lists would be as large as the
  // documents.
  const folderLists = new Map<string, readonly string[]>();
  const foldersOf = (path: string): readonly string[] => {
    const subfolder = path.slice(folder.length + 1, Math.max(folder.length + 1, path.lastIndexOf("/")));
    const list = folderLists.get(subfolder) ?? (subfolder === "" ? [] : subfolder.split("/"));
    folderLists.set(subfolder, list);
    return list;
  };
  for (const { path } of files) {
    onFile();
    if (!path.endsWith(`.${extension}`)) {
      if (path.trimEnd().endsWith(`.${extension}`)) {
        problems.push(
          warning(path, `the file name ends with a space: file ignored; expected a name ending in ".${extension}"`),
        );
      }
      continue;
    }
    const text = readText(root, path) ?? "";
    const folders = foldersOf(path);
    const name = path.slice(path.lastIndexOf("/") + 1, -extension.length - 1);
    if (!name.endsWith(".set")) add({ ...splitName(name), folders, file: path, line: 1, text });
    else for (const document of splitSet(text, path, folders, problems)) add(document);
  }
  return [...byKey.values()];
}

function splitName(name: string): { key: string; subclass: string | null } {
  const dot = name.indexOf(".");
  return dot < 0
    ? { key: name, subclass: null }
    : { key: name.slice(0, dot), subclass: name.slice(name.lastIndexOf(".") + 1) };
}

/** Sections of a set file; a header may contain folders below the file's own (`=== chemicals/key.converter`). */
function splitSet(text: string, file: string, folders: readonly string[], problems: Problem[]): SourceDocument[] {
  const documents: SourceDocument[] = [];
  const lines = text.split("\n");
  let start = -1;
  let header: readonly string[] = [];
  const close = (end: number): void => {
    if (start < 0) return;
    const name = header.at(-1) ?? "";
    documents.push({
      ...splitName(name),
      folders: header.length > 1 ? [...folders, ...header.slice(0, -1)] : folders,
      file,
      line: start + 1,
      text: lines.slice(start, end).join("\n"),
    });
  };
  for (const [index, line] of lines.entries()) {
    const match = SET_HEADER.exec(line);
    if (match !== null) {
      close(index);
      header = (match[1] ?? "").split("/");
      start = index + 1;
    } else if (start < 0 && line.trim() !== "" && !line.startsWith("#")) {
      problems.push({
        severity: "error",
        file,
        line: index + 1,
        key: null,
        message: `expected a header "=== key" before the first document of a set, found "${line.slice(0, 60)}"`,
      });
      return documents;
    }
  }
  close(lines.length);
  if (documents.length === 0)
    problems.push(warning(file, 'the set has no documents; expected at least one header "=== key"'));
  return documents;
}

function warning(file: string, message: string): Problem {
  return { severity: "warning", file, line: null, key: null, message };
}
