/** Opens a dataset: finds its files in the path list and reads tables on request. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles, readText } from "../documents/files.ts";
import { numberOf } from "../documents/reader.ts";
import { parseYaml, YamlError } from "../documents/yaml.ts";
import type { AreaSource, GraphValue } from "./area-source.ts";
import { CurveMemory } from "./curve-memory.ts";
import type { CurveLibrary } from "./curve-library.ts";
import { openCurves } from "./curves.ts";
import { PathList } from "./folders.ts";
import { lineage, readableBalance, type DatasetDocument, type Registry } from "./registry.ts";
import { LookupError, normaliseKey, parseTable, splitRecords, unavailableTable, type Table } from "./table.ts";

/** Throws `BrokenChainError` when a base dataset is missing. Files are read on demand; `curves` caches curves. */
export function openArea(root: string, registry: Registry, key: string, curves = new CurveMemory()): AreaSource {
  return new DatasetFolder(root, lineage(registry, key), curves);
}

class DatasetFolder implements AreaSource {
  readonly area: string;
  readonly scaling: AreaSource["scaling"];
  readonly energyBalanceProblem: string | null;
  readonly #paths: PathList;
  /** The area's own document and folder: attributes and graph values are not inherited. */
  readonly #dataset: DatasetDocument;
  readonly #balanceFile: string | null;
  readonly #curveMemory: CurveMemory;
  readonly #tables = new Map<string, Table>();
  #emissions: AreaSource["emissions"] | null = null;
  #graphValues: AreaSource["graphValues"] | null = null;
  #curves: CurveLibrary | null = null;
  #contentHash: string | null = null;

  constructor(root: string, chain: readonly DatasetDocument[], curves: CurveMemory) {
    const datasetDocument = chain[0];
    const fullDataset = chain.at(-1);
    if (datasetDocument === undefined || fullDataset === undefined)
      throw new Error("a lineage begins with the dataset itself");
    this.#dataset = datasetDocument;
    this.#curveMemory = curves;
    this.#paths = new PathList(
      root,
      chain.map(({ folder }) => folder),
    );
    const balance = readableBalance(fullDataset);
    this.#balanceFile = "file" in balance ? balance.file : null;
    this.energyBalanceProblem = "problem" in balance ? balance.problem : null;
    this.area = datasetDocument.key;
    this.scaling = datasetDocument.scaling;
  }

  get startYear(): number {
    return numberOf(this.attributes, "analysis_year") ?? 0;
  }

  get attributes(): AreaSource["attributes"] {
    return this.#dataset.attributes;
  }

  get energyBalance(): Table {
    if (this.#balanceFile === null) return unavailableTable("energy_balance", this.energyBalanceProblem ?? "");
    return this.#tableAt(this.#balanceFile);
  }

  get centralProducers(): Table {
    return this.#table("central_producers.csv");
  }

  get primaryProduction(): Table {
    return this.#table("primary_production.csv");
  }

  get carriers(): Table {
    return this.#table("carriers.csv");
  }

  shares(file: string): Table {
    return this.#table(`shares/${file}.csv`);
  }

  efficiencies(file: string): Table {
    return this.#table(`efficiencies/${file}_efficiency.csv`);
  }

  demands(file: string): Table {
    return this.#table(`demands/${file}.csv`);
  }

  get emissions(): AreaSource["emissions"] {
    this.#emissions ??= readEmissions(this.#paths.read("emissions.csv"));
    return this.#emissions;
  }

  get graphValues(): AreaSource["graphValues"] {
    const path = `${this.#dataset.folder}/graph_values.yml`;
    const text = this.scaling === null ? null : readText(this.#paths.root, path);
    this.#graphValues ??= text === null ? {} : readGraphValues(path, text);
    return this.#graphValues;
  }

  get curves(): CurveLibrary {
    this.#curves ??= openCurves(this.#paths, this.#curveMemory);
    return this.#curves;
  }

  get contentHash(): string {
    this.#contentHash ??= hashFolders(this.#paths);
    return this.#contentHash;
  }

  #table(name: string): Table {
    const path = this.#paths.find(name);
    if (path === null) {
      const file = `${this.#dataset.folder}/${name}`;
      return unavailableTable(file, `${file} does not exist here or in a base dataset`);
    }
    return this.#tableAt(path);
  }

  #tableAt(path: string): Table {
    let table = this.#tables.get(path);
    if (table === undefined) {
      table = parseTable(path, readText(this.#paths.root, path) ?? "");
      this.#tables.set(path, table);
    }
    return table;
  }
}

/** Columns of `emissions.csv` whose cells form the key of a value. */
const EMISSIONS_INDEX = ["etm_sector", "etm_subsector", "use", "ghg"];

function readEmissions(file: { readonly path: string; readonly text: string } | null): AreaSource["emissions"] {
  const emissions: { [key: string]: number } = {};
  if (file === null) return emissions;
  const [header = [], ...records] = splitRecords(file.text);
  const columns = header.map(normaliseKey);
  const index = EMISSIONS_INDEX.map((name) => columnOf(columns, name, file.path));
  const year = columnOf(columns, "year", file.path);
  const value = columnOf(columns, "value", file.path);
  for (const record of records) {
    const names = index.map((column) => normaliseKey(record[column] ?? "")).filter((name) => name !== "");
    const key = names.join("_") + (Number(record[year]) === 1990 ? "_1990" : "");
    const text = (record[value] ?? "").trim();
    if (text === "") continue;
    const number = Number(text);
    if (Number.isNaN(number)) throw new LookupError(`${file.path}: expected a number for ${key}, found "${text}"`);
    emissions[key] = number;
  }
  return emissions;
}

function columnOf(columns: readonly string[], name: string, file: string): number {
  const column = columns.indexOf(name);
  if (column < 0) throw new LookupError(`${file}:1: expected a column "${name}" (it has ${columns.join(", ")})`);
  return column;
}

const GRAPH_VALUE_NUMBERS = [
  "demand",
  "max_demand",
  "full_load_hours",
  "number_of_units",
  "parent_share",
  "child_share",
];
const GRAPH_VALUE_MAPS = ["input", "output"];

/** Validates `graph_values.yml`; throws `LookupError` with the position of a problem. */
function readGraphValues(file: string, text: string): AreaSource["graphValues"] {
  const document = parseYamlFile(file, text) ?? {};
  const values: { [key: string]: GraphValue } = {};
  for (const [key, entry] of entriesOf(document, file, "the file")) {
    const value: { [name: string]: number | { [carrier: string]: number } } = {};
    for (const [name, content] of entriesOf(entry, file, key)) {
      if (GRAPH_VALUE_NUMBERS.includes(name)) value[name] = readNumber(content, file, `${key}.${name}`);
      else if (GRAPH_VALUE_MAPS.includes(name)) {
        value[name] = Object.fromEntries(
          entriesOf(content, file, `${key}.${name}`).map(([carrier, share]) => [
            // Carriers may be written as Ruby symbols, with a leading colon.
            carrier.replace(/^:/, ""),
            readNumber(share, file, `${key}.${name}.${carrier}`),
          ]),
        );
      } else {
        const expectedNames = [...GRAPH_VALUE_NUMBERS, ...GRAPH_VALUE_MAPS].join(", ");
        throw new LookupError(`${file}: ${key}.${name}: expected one of ${expectedNames}`);
      }
    }
    values[key] = value;
  }
  return values;
}

function parseYamlFile(file: string, text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new LookupError(`${file}${error.line === null ? "" : `:${error.line}`}: ${error.message}`, { cause: error });
  }
}

function entriesOf(value: unknown, file: string, location: string): [string, unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new LookupError(`${file}: ${location}: expected names and values, found ${JSON.stringify(value)}`);
  }
  return Object.entries(value);
}

function readNumber(value: unknown, file: string, location: string): number {
  if (typeof value === "number") return value;
  throw new LookupError(`${file}: ${location}: expected a number, found ${JSON.stringify(value)}`);
}

/** Hash of all files in the folders except curves, which the start year does not read. */
function hashFolders({ root, folders }: PathList): string {
  const hash = createHash("sha256");
  for (const folder of folders) {
    for (const { path } of listFiles(root, folder, (name) => name !== "curves")) {
      const content = readFileSync(join(root, path));
      hash.update(`${path}\0${content.byteLength}\0`).update(content);
    }
  }
  return hash.digest("hex");
}
