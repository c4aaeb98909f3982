/** All datasets of a model: their documents, and whether each can be calculated. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { AreaSummary } from "../dataset.ts";
import type { AttributeValue, GraphDefinition, ModelDefinition } from "../definition.ts";
import { DERIVED_DATASET, FULL_DATASET } from "../documents/area-attributes.ts";
import { readDocuments } from "../documents/enumerate.ts";
import { byBytes, type FileEntry, fileEntry } from "../documents/files.ts";
import { numberOf, readDocument, textOf, type Document } from "../documents/reader.ts";
import type { Problem } from "../problem.ts";
import type { DatasetScaling } from "./area-source.ts";

/**
 * Attributes of the area in a dataset's document, with defaults; `derived`: whether the dataset is derived from
 * another one.
 */
export interface AreaAttributes {
  readonly [name: string]: AttributeValue;
}

/** A dataset as described by its document, without its tables. */
export interface DatasetDocument {
  readonly key: string;
  /** Relative to the model directory. */
  readonly folder: string;
  readonly attributes: AreaAttributes;
  /** Null for full datasets. */
  readonly scaling: DatasetScaling | null;
  /** Energy balance files in its own folder, `energy_balance.open_access.csv` and others. */
  readonly balances: readonly string[];
}

export type Registry = ReadonlyMap<string, DatasetDocument>;

/** The files that the registry reads: documents and energy balances directly in a dataset's folder. */
export function listDatasetFiles(root: string): FileEntry[] {
  const files: FileEntry[] = [];
  for (const folder of directoriesIn(root, "datasets")) {
    for (const name of readdirSync(join(root, folder)).sort(byBytes)) {
      if (!name.endsWith(".ad") && !name.startsWith("energy_balance.")) continue;
      const path = `${folder}/${name}`;
      const stats = statSync(join(root, path), { throwIfNoEntry: false });
      if (stats?.isFile() === true) files.push(fileEntry(path, stats));
    }
  }
  return files;
}

function directoriesIn(root: string, folder: string): string[] {
  if (statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(join(root, folder))
    .sort(byBytes)
    .map((name) => `${folder}/${name}`)
    .filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() === true);
}

/** Reads every dataset's document; the file name determines its kind: `<area>.full.ad` or `<area>.derived.ad`. */
export function readRegistry(root: string, files: readonly FileEntry[], problems: Problem[]): Registry {
  const registry = new Map<string, DatasetDocument>();
  const documentFiles = files.filter(({ path }) => path.endsWith(".ad"));
  const filesIn = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf("/")));
  for (const source of readDocuments(root, "datasets", "ad", documentFiles, problems)) {
    const isDerived = source.subclass === "derived";
    const document = readDocument(source, isDerived ? DERIVED_DATASET : FULL_DATASET, problems);
    const scaling = isDerived && document !== null ? scalingOf(document) : null;
    if (document === null || (isDerived && scaling === null)) continue;
    const folder = source.file.slice(0, source.file.lastIndexOf("/"));
    const balances = (filesIn.get(folder) ?? [])
      .map(({ path }) => path.slice(folder.length + 1))
      .filter((name) => name.startsWith("energy_balance."));
    registry.set(source.key, {
      key: source.key,
      folder,
      attributes: {
        ...document.attributes,
        area: textOf(document.attributes, "area") ?? source.key,
        derived: isDerived,
      },
      scaling,
      balances,
    });
  }
  return registry;
}

/** How a derived dataset is scaled from its base; null, with a reported error, if its document does not state it. */
function scalingOf(document: Document): DatasetScaling | null {
  const { attributes } = document;
  const base = textOf(attributes, "base_dataset");
  const scaling = attributes["scaling"];
  const block = typeof scaling === "object" && !Array.isArray(scaling) ? (scaling as Document["attributes"]) : {};
  const value = numberOf(block, "value");
  const baseValue = numberOf(block, "base_value");
  if (base === null) document.note("error", null, 'expected a line "- base_dataset = <area>"; the dataset is left out');
  if (value === null || baseValue === null || baseValue === 0) {
    document.note("error", null, "expected scaling.value and scaling.base_value (not 0); the dataset is left out");
  }
  if (base === null || value === null || baseValue === null || baseValue === 0) return null;
  return { base, areaAttribute: textOf(block, "area_attribute") ?? "number_of_inhabitants", value, baseValue };
}

/** The dataset, its base, the base's base …; throws `BrokenChainError` if one is missing or repeated. */
export function lineage(registry: Registry, key: string): readonly DatasetDocument[] {
  const chain: DatasetDocument[] = [];
  for (let next: string | undefined = key; next !== undefined; next = chain.at(-1)?.scaling?.base) {
    const dataset = registry.get(next);
    if (dataset === undefined) throw new BrokenChainError(`its base dataset "${next}" is not in the model`);
    if (chain.includes(dataset)) throw new BrokenChainError(`its base dataset "${next}" is derived from itself`);
    chain.push(dataset);
  }
  return chain;
}

export class BrokenChainError extends Error {
  override readonly name = "BrokenChainError";
}

/** Path of a full dataset's readable energy balance, or the reason why there is none. */
export function readableBalance(dataset: DatasetDocument): { readonly file: string } | { readonly problem: string } {
  for (const name of ["energy_balance.open_access.csv", "energy_balance.csv"]) {
    if (dataset.balances.includes(name)) return { file: `${dataset.folder}/${name}` };
  }
  const encrypted = dataset.balances.includes("energy_balance.gpg");
  return { problem: `the energy balance of ${dataset.key} is ${encrypted ? "encrypted" : "not in the model"}` };
}

/** One entry per dataset, in the order of the folders. */
export function summarise(registry: Registry, definition: ModelDefinition): AreaSummary[] {
  const needsBalance = usesBalance(definition.energy) || usesBalance(definition.molecules);
  return [...registry.values()].map((dataset) => {
    const problem = reasonNotComputable(registry, dataset, needsBalance);
    return {
      area: dataset.key,
      group: textOf(dataset.attributes, "group"),
      startYear: numberOf(dataset.attributes, "analysis_year") ?? 0,
      useable: problem === null,
      problem,
    };
  });
}

/**
 * The reason why an area cannot be calculated; null if it can. A full dataset needs its energy balance if the model
 * uses one. A derived dataset replaces nearly all queries of the balance with graph values, so the calculation is
 * attempted without one.
 */
function reasonNotComputable(registry: Registry, dataset: DatasetDocument, needsBalance: boolean): string | null {
  const enabled = dataset.attributes["enabled"];
  if (typeof enabled === "object" && "etengine" in enabled && enabled["etengine"] === false) {
    return "it is disabled by its document (enabled.etengine = false)";
  }
  try {
    lineage(registry, dataset.key);
  } catch (error) {
    if (error instanceof BrokenChainError) return error.message;
    throw error;
  }
  if (dataset.scaling === null && needsBalance) {
    const balance = readableBalance(dataset);
    if ("problem" in balance) return balance.problem;
  }
  return numberOf(dataset.attributes, "analysis_year") === null ? "its analysis_year is not a year" : null;
}

function usesBalance(graph: GraphDefinition): boolean {
  const readsBalance = (query: string): boolean => /\bEB\s*\(/.test(query);
  return (
    [...graph.nodes, ...graph.edges].some(({ queries }) => Object.values(queries).some(readsBalance)) ||
    graph.slots.some(({ share }) => share.kind === "query" && readsBalance(share.text))
  );
}
