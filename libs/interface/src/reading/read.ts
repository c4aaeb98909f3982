/** Reads the interface documents of a model directory. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import type { InterfaceDocuments } from "../documents.ts";
import { ENTRIES } from "./schemas.ts";
import { type YamlWithPositions, readYaml, YamlError } from "./yaml.ts";

/** An error or warning about an interface document. An entry with an error is omitted. */
export interface InterfaceProblem {
  readonly severity: "error" | "warning";
  /** Path relative to the model directory. */
  readonly file: string;
  readonly line: number | null;
  /** Key of the section, slide, input, query or chart. */
  readonly key: string | null;
  /** The mistake, and the expected value. */
  readonly message: string;
}

/** Positions of documents, so that checks between documents can report a line. */
export class DocumentPositions {
  readonly #positions = new Map<object, { readonly file: string; readonly line: number | null }>();

  note(document: object, file: string, line: number | null): void {
    this.#positions.set(document, { file, line });
  }

  find(document: object): { readonly file: string; readonly line: number | null } {
    return this.#positions.get(document) ?? { file: "interface", line: null };
  }
}

export interface LoadedInterface {
  readonly documents: InterfaceDocuments;
  readonly problems: InterfaceProblem[];
  readonly positions: DocumentPositions;
}

const SLIDERS = "interface/sliders{.yml,/**/*.yml}";

/**
 * Reads `interface/` and `charts/` of a model directory. An invalid entry is an error and is omitted; without these
 * folders the documents are empty.
 */
export function readDocuments(directory: string): LoadedInterface {
  const problems: InterfaceProblem[] = [];
  const positions = new DocumentPositions();
  const readAll = <T>(shape: Shape, pattern: string, entry: z.ZodType<T>): readonly (readonly [PropertyKey, T])[] =>
    filesIn(directory, pattern).flatMap((file) => readFile(directory, file, shape, entry, problems, positions));
  const list = <T>(pattern: string, entry: z.ZodType<T>): readonly T[] =>
    readAll("list", pattern, entry).map(([, value]) => value);
  const documents: InterfaceDocuments = {
    sections: list("interface/sections.yml", ENTRIES.section),
    slides: list("interface/slides/**/*.yml", ENTRIES.slide),
    sliders: Object.fromEntries(readAll("map", SLIDERS, ENTRIES.slider)),
    headline: list("interface/headline.yml", ENTRIES.headline),
    charts: list("charts/**/*.yml", ENTRIES.chart),
    board: list("interface/board.yml", ENTRIES.key),
    hidden: list("interface/hidden.yml", ENTRIES.input),
    areas: Object.fromEntries(readAll("map", "interface/areas.yml", ENTRIES.area)),
    differences: list("interface/differences.yml", ENTRIES.difference),
    uncertainties: Object.fromEntries(readAll("map", "interface/uncertainties.yml", ENTRIES.uncertainty)),
    iamc: Object.fromEntries(readAll("map", "interface/iamc.yml", ENTRIES.iamc)),
  };
  return { documents, problems, positions };
}

/** Reads only the documents of sliders, with their titles. */
export const readSliders = (directory: string): InterfaceDocuments["sliders"] =>
  Object.fromEntries(
    filesIn(directory, SLIDERS).flatMap((file) =>
      readFile(directory, file, "map", ENTRIES.slider, [], new DocumentPositions()),
    ),
  );

/** Files below a directory, sorted by name. */
export const filesIn = (directory: string, pattern: string): readonly string[] =>
  globSync(pattern, { cwd: directory })
    .map((path) => path.replaceAll("\\", "/"))
    .sort();

/** Whether a file is a list of entries, or a map by key. */
type Shape = "list" | "map";

/** The valid entries of a file, by key or index; adds to `problems` and `positions`. */
export function readFile<T>(
  directory: string,
  file: string,
  shape: Shape,
  schema: z.ZodType<T>,
  problems: InterfaceProblem[],
  positions: DocumentPositions,
): readonly (readonly [PropertyKey, T])[] {
  let yaml: YamlWithPositions;
  try {
    yaml = readYaml(readFileSync(join(directory, file), "utf8"));
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    problems.push({ severity: "error", file, line: error.line, key: null, message: error.message });
    return [];
  }
  return entriesOf(yaml.value, shape).flatMap(([key, entry]) => {
    const path = key === null ? [] : [key];
    const result = schema.safeParse(entry);
    if (!result.success) {
      for (const issue of result.error.issues) {
        const issuePath = [...path, ...issue.path];
        const problemKey = issuePath.length === 0 ? null : issuePath.map(String).join(".");
        problems.push({
          severity: "error",
          file,
          line: yaml.lineOf(issuePath),
          key: problemKey,
          message: issue.message,
        });
      }
      return [];
    }
    const { data } = result;
    if (typeof data === "object" && data !== null) positions.note(data, file, yaml.lineOf(path));
    for (const [documentPath, document] of nestedDocuments(data, path))
      positions.note(document, file, yaml.lineOf(documentPath));
    return [[key ?? 0, data] as const];
  });
}

/** Members of a list, or of a map by key; any other value is one entry. An empty file has none. */
function entriesOf(value: unknown, shape: Shape): readonly (readonly [PropertyKey | null, unknown])[] {
  if (value === null) return [];
  if (Array.isArray(value) && shape === "list") return value.map((entry, index) => [index, entry]);
  if (typeof value === "object" && shape === "map") return Object.entries(value);
  return [[null, value]];
}

/** Nested values of an entry with their paths: members of lists and maps, and nested sections. */
function* nestedDocuments(data: unknown, path: readonly PropertyKey[]): Generator<[readonly PropertyKey[], object]> {
  if (typeof data !== "object" || data === null) return;
  for (const [key, value] of Object.entries(data)) {
    if (typeof value !== "object" || value === null) continue;
    const memberPath = [...path, Array.isArray(data) ? Number(key) : key];
    yield [memberPath, value as object];
    yield* nestedDocuments(value, memberPath);
  }
}
