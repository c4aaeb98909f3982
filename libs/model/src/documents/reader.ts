/** Reads the documents of one class into typed attributes; problems are recorded instead of thrown. */
import type { AttributeValue, SourceLocation } from "../definition.ts";
import type { Problem } from "../problem.ts";
import type { AttributeTable } from "./attributes.ts";
import type { SourceDocument } from "./enumerate.ts";
import { DocumentError, parseDocument, type DocumentText } from "./text.ts";
import { typeAttributes } from "./typing.ts";

export interface Document {
  readonly key: string;
  readonly folders: readonly string[];
  readonly source: SourceLocation;
  readonly text: DocumentText;
  readonly attributes: { readonly [name: string]: AttributeValue };
  readonly queries: { readonly [name: string]: string };
  /** Reports a problem of this document, with the line of the named attribute or query. */
  readonly note: (severity: Problem["severity"], attribute: string | null, message: string) => void;
}

/**
 * Parses and types a document; null, with a reported error, if a line is invalid. Attributes and queries claimed by
 * `isClaimed` are left to the caller, in `text`.
 */
export function readDocument(
  source: SourceDocument,
  table: AttributeTable,
  problems: Problem[],
  isClaimed: (name: string) => boolean = () => false,
): Document | null {
  const { key, file } = source;
  let text: DocumentText;
  try {
    text = parseDocument(source.text, source.line);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    problems.push({ severity: "error", file, line: error.line, key, message: error.message });
    return null;
  }
  const entries = [...text.attributes].filter(([name]) => !isClaimed(name));
  const attributes = typeAttributes(table, entries, (attribute, line, message) => {
    problems.push({ severity: "warning", file, line, key, message: `${attribute}: ${message}` });
  });
  const queries: { [name: string]: string } = {};
  for (const [name, entry] of text.queries) if (!isClaimed(name)) queries[name] = entry.value;
  return {
    key,
    folders: source.folders,
    source: source.line === 1 ? { file } : { file, line: source.line },
    text,
    attributes,
    queries,
    note(severity, attribute, message) {
      const entry = attribute === null ? undefined : (text.attributes.get(attribute) ?? text.queries.get(attribute));
      const line = entry?.line ?? (source.line === 1 ? null : source.line);
      problems.push({ severity, file, line, key, message: attribute === null ? message : `${attribute}: ${message}` });
    },
  };
}

/** Text attribute of a document, null when absent or blank. */
export function textOf(attributes: Document["attributes"], name: string): string | null {
  const value = attributes[name];
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** Numeric attribute of a document, null when absent or not a number. */
export function numberOf(attributes: Document["attributes"], name: string): number | null {
  const value = attributes[name];
  return typeof value === "number" ? value : null;
}

/** List attribute of a document, empty when absent. */
export function listOf(attributes: Document["attributes"], name: string): readonly string[] {
  const value = attributes[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** The attributes that are not among `names`. */
export function omitAttributes(attributes: Document["attributes"], names: ReadonlySet<string>): Document["attributes"] {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.has(name)));
}
