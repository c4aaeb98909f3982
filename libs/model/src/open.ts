/**
 * Opens a model directory: the definition, the list of areas, and on request an area's solved start year and curves.
 */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { AttributeNames } from "@etesian/gql";
import { LruCache } from "@etesian/collections";
import { codeVersion, ModelCache } from "./cache.ts";
import type { AreaDataset, AreaSummary } from "./dataset.ts";
import type { AreaSource } from "./datasets/area-source.ts";
import young from "@etesian/runtime/young-generation.json" with { type: "json" };
import { CurveMemory } from "./datasets/curve-memory.ts";
import type { CurveLibrary } from "./datasets/curve-library.ts";
import { CurveCache } from "./datasets/curve-cache.ts";
import { openArea } from "./datasets/open-area.ts";
import {
  type AreaAttributes,
  BrokenChainError,
  type DatasetDocument,
  lineage,
  listDatasetFiles,
  readRegistry,
  type Registry,
  summarise,
} from "./datasets/registry.ts";
import type { ModelDefinition } from "./definition.ts";
import { checkDefinition } from "./documents/checks.ts";
import { fingerprint } from "./documents/files.ts";
import { CHECKING_START, listModelFiles, loadDefinition, type OnProgress, withoutPositions } from "./documents/load.ts";
import type { Problem } from "./problem.ts";
import { unpackDataset } from "./packed-dataset.ts";
import type { SolveResponse, SolveRequest } from "./solve-thread.ts";

export interface OpenOptions {
  /** Directory in which results are cached for the next start; null for no cache. */
  readonly cacheDirectory?: string | null;
  readonly onProgress?: OnProgress;
  /**
   * The area that is expected to be requested first; null for the model's default area. If documents must be read,
   * its start year is solved while they are checked.
   */
  readonly firstArea?: string | null;
  /**
   * The attributes of each kind of object, which the calculation defines. If given, attribute names are also checked,
   * and documents are read even if the model is cached.
   */
  readonly attributeNames?: (definition: ModelDefinition) => AttributeNames;
}

export interface Model {
  readonly directory: string;
  readonly definition: ModelDefinition;
  /** Errors and warnings of the documents, in the order in which they were read. */
  readonly problems: readonly Problem[];
  /** All areas in the order of their folders, with the reason if one cannot be calculated. */
  readonly areas: readonly AreaSummary[];
  /**
   * Attributes in the documents of all areas, by area. If the model comes from the cache, each call reads them again,
   * from the cache or the documents.
   */
  attributes(): ReadonlyMap<string, AreaAttributes>;
  /**
   * The solved start year, from memory, from the cache, or solved in a thread (about a second). Its arrays are views
   * of one `SharedArrayBuffer`. Rejects with `UnknownAreaError` or `AreaNotComputableError`.
   */
  dataset(area: string): Promise<AreaDataset>;
  /** Throws `UnknownAreaError` or `AreaNotComputableError` (a base dataset is missing). */
  curves(area: string): CurveLibrary;
  /** All curves that have been read, of any area. */
  readonly curveMemory: CurveMemory;
  /** The dataset's files before solving; throws like `curves`. */
  source(area: string): AreaSource;
}

export class ModelDirectoryError extends Error {
  override readonly name = "ModelDirectoryError";
}

export class UnknownAreaError extends Error {
  override readonly name = "UnknownAreaError";
  readonly area: string;

  constructor(area: string) {
    super(`"${area}" is not an area of this model`);
    this.area = area;
  }
}

export class AreaNotComputableError extends Error {
  override readonly name = "AreaNotComputableError";
  readonly area: string;
  readonly reason: string;

  constructor(area: string, reason: string) {
    super(`the area "${area}" cannot be computed: ${reason}`);
    this.area = area;
    this.reason = reason;
  }
}

/**
 * Reads the directory, or the cache if no document, setting or energy balance has changed since (according to the
 * names, sizes and times of the files). Throws `ModelDirectoryError` for a missing directory, or one without areas.
 */
export async function openModel(directory: string, options: OpenOptions = {}): Promise<Model> {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new ModelDirectoryError(`expected a model directory; "${directory}" is not one`);
  }
  const { cacheDirectory = null } = options;
  const cache = cacheDirectory === null ? null : new ModelCache(cacheDirectory, directory);
  const files = listModelFiles(directory);
  const datasetFiles = listDatasetFiles(directory);
  const state = fingerprint([...Object.values(files).flat(), ...datasetFiles], codeVersion());
  const cachedModel = options.attributeNames === undefined ? (cache?.readValue("model") ?? null) : null;
  if (isStoredModel(cachedModel) && cachedModel.state === state) {
    const attributes = (): ReadonlyMap<string, AreaAttributes> => {
      const cachedAttributes = cache?.readValue(ATTRIBUTES);
      if (isCachedAttributes(cachedAttributes) && cachedAttributes.state === state) return cachedAttributes.byArea;
      return attributesOf(readRegistry(directory, listDatasetFiles(directory), []));
    };
    const datasets = cachedModel.datasets.map((dataset) => new CachedDataset(dataset, attributes));
    return new OpenedModel(directory, { ...cachedModel, datasets, attributes }, cache);
  }

  const datasetProblems: Problem[] = [];
  const registry = readRegistry(directory, datasetFiles, datasetProblems);
  if (registry.size === 0) {
    throw new ModelDirectoryError(`expected a model directory; "${directory}" has no area in datasets/`);
  }
  const { onProgress = () => {}, firstArea } = options;
  const { definition: loadedDefinition, problems } = loadDefinition(directory, files, [...registry.keys()], onProgress);
  const definition = withoutPositions(loadedDefinition);
  const areas = summarise(registry, definition);
  const byArea = attributesOf(registry);
  const datasets = [...registry.values()];
  const model = new OpenedModel(directory, { definition, problems, areas, datasets, attributes: () => byArea }, cache);
  // If it fails, later requests for the area receive the error.
  if (firstArea !== undefined) model.dataset(firstArea ?? definition.defaultArea).catch(() => {});
  onProgress("checking", CHECKING_START);
  const attributeNames = options.attributeNames?.(definition) ?? null;
  problems.push(...checkDefinition(directory, loadedDefinition, attributeNames), ...datasetProblems);
  cache?.writeValue(ATTRIBUTES, { state, byArea } satisfies CachedAttributes);
  const withoutAttributes = datasets.map(({ key, folder, scaling, balances }) => ({ key, folder, scaling, balances }));
  cache?.writeValue("model", { state, definition, problems, areas, datasets: withoutAttributes } satisfies StoredModel);
  onProgress("model read", 1);
  return model;
}

type ModelDocuments = Pick<Model, "definition" | "problems" | "areas" | "attributes"> & {
  readonly datasets: readonly DatasetDocument[];
};

type DatasetEntry = Omit<DatasetDocument, "attributes">;

/** The cached form, without areas' attributes: they are a third of all values, and calculations do not need them. */
type StoredModel = Omit<ModelDocuments, "attributes" | "datasets"> & {
  readonly state: string;
  readonly datasets: readonly DatasetEntry[];
};

/** The cache entry of the areas' attributes. */
const ATTRIBUTES = "attributes";

interface CachedAttributes {
  readonly state: string;
  readonly byArea: ReadonlyMap<string, AreaAttributes>;
}

/** Whether a cached value is a model; its `state` shows whether it is current. */
function isStoredModel(value: unknown): value is StoredModel {
  return typeof value === "object" && value !== null && "state" in value && "areas" in value;
}

function isCachedAttributes(value: unknown): value is CachedAttributes {
  return typeof value === "object" && value !== null && "state" in value && "byArea" in value;
}

const attributesOf = (registry: Registry): ReadonlyMap<string, AreaAttributes> =>
  new Map(Array.from(registry.values(), ({ key, attributes }) => [key, attributes]));

/** A dataset of a cached model. */
class CachedDataset implements DatasetDocument {
  readonly key: string;
  readonly folder: string;
  readonly scaling: DatasetDocument["scaling"];
  readonly balances: readonly string[];
  readonly #attributes: Model["attributes"];

  constructor({ key, folder, scaling, balances }: DatasetEntry, attributes: Model["attributes"]) {
    this.key = key;
    this.folder = folder;
    this.scaling = scaling;
    this.balances = balances;
    this.#attributes = attributes;
  }

  get attributes(): AreaAttributes {
    return this.#attributes().get(this.key) ?? {};
  }
}

/** Maximum number of solved areas in memory; the least recently used one is evicted first. */
const MAX_DATASETS = 16;

class OpenedModel implements Model {
  readonly directory: string;
  readonly definition: ModelDefinition;
  readonly problems: readonly Problem[];
  readonly areas: readonly AreaSummary[];
  readonly attributes: Model["attributes"];
  readonly curveMemory: CurveMemory;
  readonly #cache: ModelCache | null;
  readonly #registry: Registry;
  readonly #summaries: ReadonlyMap<string, AreaSummary>;
  readonly #datasets = new LruCache<string, Promise<AreaDataset>>(MAX_DATASETS);

  constructor(
    directory: string,
    { definition, problems, areas, datasets, attributes }: ModelDocuments,
    cache: ModelCache | null,
  ) {
    this.directory = directory;
    this.definition = definition;
    this.problems = problems;
    this.areas = areas;
    this.attributes = attributes;
    this.#cache = cache;
    this.curveMemory = new CurveMemory(cache === null ? null : new CurveCache(cache));
    this.#registry = new Map(datasets.map((dataset) => [dataset.key, dataset]));
    this.#summaries = new Map(this.areas.map((summary) => [summary.area, summary]));
  }

  async dataset(area: string): Promise<AreaDataset> {
    const summary = this.#summaries.get(area);
    if (summary === undefined) throw new UnknownAreaError(area);
    if (summary.problem !== null) throw new AreaNotComputableError(area, summary.problem);
    let dataset = this.#datasets.get(area);
    if (dataset === undefined) {
      dataset = this.#findOrSolve(area);
      this.#datasets.set(area, dataset);
      dataset.catch(() => this.#datasets.delete(area));
    }
    return dataset;
  }

  curves(area: string): CurveLibrary {
    return this.source(area).curves;
  }

  source(area: string): AreaSource {
    if (!this.#registry.has(area)) throw new UnknownAreaError(area);
    try {
      return openArea(this.directory, this.#registry, area, this.curveMemory);
    } catch (error) {
      if (error instanceof BrokenChainError) throw new AreaNotComputableError(area, error.message);
      throw error;
    }
  }

  async #findOrSolve(area: string): Promise<AreaDataset> {
    const hash = createHash("sha256")
      .update(`${this.definition.hash} ${this.source(area).contentHash} ${codeVersion()}`)
      .digest("hex");
    const cached = this.#cache?.readBytes(`area-${area}`) ?? null;
    const dataset = cached === null ? null : unpackIfCurrent(cached, hash);
    if (dataset !== null) return dataset;
    const bytes = await this.#solve(area, hash);
    this.#cache?.writeBytes(`area-${area}`, bytes);
    return unpackDataset(bytes);
  }

  /** Solving occupies a CPU core for a second, so it runs in a separate thread. */
  async #solve(area: string, hash: string): Promise<SharedArrayBuffer> {
    const { energy, molecules, carriers, config } = this.definition;
    const attributes = this.attributes();
    const request: SolveRequest = {
      directory: this.directory,
      definition: { energy, molecules, carriers, config },
      datasets: lineage(this.#registry, area).map(({ key, folder, scaling, balances }) => {
        return { key, folder, attributes: attributes.get(key) ?? {}, scaling, balances };
      }),
      area,
      hash,
    };
    const response = await new Promise<SolveResponse>((resolve, reject) => {
      const thread = new Worker(new URL("./solve-thread.ts", import.meta.url), {
        workerData: request,
        resourceLimits: { maxYoungGenerationSizeMb: young.threadMegabytes.startYear },
      });
      thread.once("message", (response: SolveResponse) => {
        resolve(response);
        void thread.terminate();
      });
      thread.once("error", reject);
      thread.once("exit", (code) => reject(new Error(`the solver thread ended without a result (exit code ${code})`)));
    });
    if ("problem" in response) throw new AreaNotComputableError(area, response.problem);
    return response.bytes;
  }
}

/** The cached dataset if it was derived from the current sources. */
function unpackIfCurrent(bytes: SharedArrayBuffer, hash: string): AreaDataset | null {
  try {
    const dataset = unpackDataset(bytes);
    return dataset.hash === hash ? dataset : null;
  } catch {
    return null;
  }
}
