/** Loads the definition of a model from its documents. */
import { createHash } from "node:crypto";
import type { ModelDefinition } from "../definition.ts";
import type { Problem } from "../problem.ts";
import { ENERGY_NODE, MOLECULE_NODE } from "./attributes.ts";
import { type LocatedGquery, readCarriers, readGqueries, readInputs } from "./catalogue.ts";
import { readSettings } from "./config.ts";
import { readDocuments, type SourceDocument } from "./enumerate.ts";
import { listFiles, type FileEntry } from "./files.ts";
import { buildGraph } from "./graph.ts";
import { readModelChanges } from "./model-changes.ts";

/** Folders of documents and settings; `datasets/` is read area by area. */
const CLASS_FOLDERS = [
  "carriers",
  "graphs/energy/nodes",
  "graphs/energy/edges",
  "graphs/molecules/nodes",
  "graphs/molecules/edges",
  "inputs",
  "gqueries",
  "config",
] as const;

type ClassFolder = (typeof CLASS_FOLDERS)[number];

/** The files of a definition by folder, in loading order. */
export type ModelFiles = { readonly [folder in ClassFolder]: readonly FileEntry[] };

export function listModelFiles(root: string): ModelFiles {
  const files: Partial<Record<ClassFolder, readonly FileEntry[]>> = {};
  for (const folder of CLASS_FOLDERS) files[folder] = listFiles(root, folder);
  return files as ModelFiles;
}

/** A definition whose gqueries still have their source positions, for checks. */
export interface LoadedDefinition extends ModelDefinition {
  readonly gqueries: readonly LocatedGquery[];
}

/** The definition for calculations. */
export const withoutPositions = ({ gqueries, ...definition }: LoadedDefinition): ModelDefinition => ({
  ...definition,
  gqueries: gqueries.map(({ key, query, unit, deprecatedKey, description, labels }) => {
    return { key, query, unit, deprecatedKey, description, labels };
  }),
});

/** Receives the progress of loading: the current step and the completed fraction (0 to 1). */
export type OnProgress = (step: string, completedFraction: number) => void;

const FILES_PER_STEP = 500;
/** Estimated fraction of the time spent on reading; checking takes the rest. */
export const CHECKING_START = 0.85;

/**
 * Reads all documents; `checkDefinition` checks their consistency. An unreadable document is omitted and reported as an
 * error, so there is always a definition. The first of `datasetKeys` is the default area of models that do not name
 * one.
 */
export function loadDefinition(
  root: string,
  files: ModelFiles,
  datasetKeys: readonly string[],
  onProgress: OnProgress = () => {},
): { definition: LoadedDefinition; problems: Problem[] } {
  const problems: Problem[] = [];
  const total = Object.values(files).flat().length;
  let filesRead = 0;
  const documents = (folder: ClassFolder, extension: "ad" | "gql" = "ad"): SourceDocument[] =>
    readDocuments(root, folder, extension, files[folder], problems, () => {
      if (filesRead++ % FILES_PER_STEP === 0) onProgress(`reading ${folder}`, (CHECKING_START * filesRead) / total);
    });

  const settings = readSettings(root, files.config, problems);
  const carriers = readCarriers(documents("carriers"), problems);
  const carrierKeys = new Set(carriers.map((carrier) => carrier.key));
  const [energyNodes, energyEdges] = [documents("graphs/energy/nodes"), documents("graphs/energy/edges")];
  const energy = buildGraph("energy", ENERGY_NODE, energyNodes, energyEdges, carrierKeys, problems);
  const [moleculeNodes, moleculeEdges] = [documents("graphs/molecules/nodes"), documents("graphs/molecules/edges")];
  const molecules = buildGraph("molecules", MOLECULE_NODE, moleculeNodes, moleculeEdges, carrierKeys, problems);
  const inputs = readInputs(documents("inputs"), problems);
  const gqueries = readGqueries(documents("gqueries", "gql"), problems);
  if (energy.nodes.length === 0) {
    const message = "expected documents of nodes (*.ad); is this a model directory?";
    problems.push({ severity: "error", file: "graphs/energy/nodes", line: null, key: null, message });
  }
  const defaultArea = settings.defaultArea ?? datasetKeys[0] ?? "";
  if (!datasetKeys.includes(defaultArea)) {
    const message = `expected the key of a dataset folder, found "${defaultArea}"`;
    problems.push({ severity: "error", file: "config/default_dataset.yml", line: null, key: null, message });
  }
  const content = {
    energy,
    molecules,
    carriers,
    inputs,
    gqueries,
    sectorMapping: settings.sectorMapping,
    config: settings.config,
    defaultArea,
    unscaleableUnits: settings.unscaleableUnits,
    changes: readModelChanges(settings.config["model_changes"], new Set(inputs.map(({ key }) => key)), problems),
  };
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return { definition: { hash, ...content }, problems };
}
