/** The settings of a model: the YAML files in `config/` and the sector mapping. */
import { splitRecords } from "../datasets/table.ts";
import type { SectorMapping } from "../definition.ts";
import type { Problem } from "../problem.ts";
import { readText, type FileEntry } from "./files.ts";
import { parseYaml, YamlError } from "./yaml.ts";

export interface ModelSettings {
  readonly config: { readonly [name: string]: unknown };
  readonly sectorMapping: SectorMapping;
  /** Null if the model does not name one. */
  readonly defaultArea: string | null;
  readonly unscaleableUnits: readonly string[];
}

/** Reads the settings; a missing file leaves its setting empty, an invalid one is an error. */
export function readSettings(root: string, files: readonly FileEntry[], problems: Problem[]): ModelSettings {
  const config: { [name: string]: unknown } = {};
  let sectorMapping: SectorMapping = { columns: [], rows: [] };
  for (const { path } of files) {
    const text = readText(root, path) ?? "";
    if (path === "config/sector_mapping.csv") sectorMapping = readSectorMapping(text);
    const name = /^config\/(.+)\.ya?ml$/.exec(path)?.[1];
    if (name !== undefined) config[name] = readYaml(path, text, problems);
  }
  const defaultArea = config["default_dataset"];
  const units = config["unscaleable_units"];
  return {
    config,
    sectorMapping,
    defaultArea: typeof defaultArea === "string" ? defaultArea : null,
    unscaleableUnits: Array.isArray(units) ? units.map(String) : [],
  };
}

/** Parses YAML; null if it is invalid, which adds an error to `problems`. */
export function readYaml(file: string, text: string, problems: Problem[]): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    problems.push({ severity: "error", file, line: error.line, key: null, message: error.message });
    return null;
  }
}

function readSectorMapping(text: string): SectorMapping {
  const [columns = [], ...rows] = splitRecords(text);
  return {
    columns,
    rows: rows.map((row) => columns.map((_, index) => cellOf(row[index]))),
  };
}

function cellOf(cell: string | undefined): string | null {
  const text = cell?.trim() ?? "";
  return text === "" || text === "-" ? null : text;
}
