/** Opens a model directory: the definition, the list of areas, and on request an area's solved start year and curves. */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { LruCache } from "@etesian/collections";
import { codeVersion, ModelCache } from "./cache.ts";
import type { AreaDataset, AreaSummary } from "./dataset.ts";
import type { AreaSource } from "./datasets/area-source.ts";
import { CurveMemory } from "./datasets/curve-memory.ts";
import type { CurveLibrary } from "./datasets/curves.ts";
import { KeptCurves } from "./datasets/kept-curves.ts";
import { openArea } from "./datasets/open-area.ts";
import {
  BrokenChain,
  listDatasetFiles,
  readRegistry,
  summarise,
  type DatasetDocument,
  type Registry,
} from "./datasets/registry.ts";
import type { ModelDefinition } from "./definition.ts";
import { checkDefinition } from "./documents/checks.ts";
import { fingerprint } from "./documents/files.ts";
import { CHECKING_STARTS, listModelFiles, loadDefinition, type OnProgress, withoutPlaces } from "./documents/load.ts";
import type { Problem } from "./problem.ts";
import { unpackDataset } from "./shared-dataset.ts";
import type { SolveAnswer, SolveRequest } from "./solve-thread.ts";

export interface OpenOptions {
  /** Where to keep what was worked out, so that the next start is fast; null to keep nothing. */
  readonly cacheDirectory?: string | null;
  readonly onProgress?: OnProgress;
  /**
   * The area that will be asked for first, null for the model's default one: where documents have to be read, its start year is
   * solved while they are checked.
   */
  readonly firstArea?: string | null;
}

export interface Model {
  readonly directory: string;
  readonly definition: ModelDefinition;
  /** What is wrong or doubtful in the documents, in the order of reading. */
  readonly problems: readonly Problem[];
  /** All areas, those that cannot be computed with the reason; in the order of their folders. */
  readonly areas: readonly AreaSummary[];
  /**
   * The solved start year, from memory, from the cache or (in a thread, about a second) worked out anew. Its arrays are
   * views of one `SharedArrayBuffer`. Rejects with `AreaUnknown` or `AreaNotComputable`.
   */
  dataset(area: string): Promise<AreaDataset>;
  /** Raises `AreaUnknown` or `AreaNotComputable` (a base dataset is missing). */
  curves(area: string): CurveLibrary;
  /** The curves that were read so far, of all areas. */
  readonly curveMemory: CurveMemory;
  /** The dataset's files before solving; raises as `curves` does. */
  source(area: string): AreaSource;
}

export class ModelDirectoryError extends Error {
  override readonly name = "ModelDirectoryError";
}

export class AreaUnknown extends Error {
  override readonly name = "AreaUnknown";
  readonly area: string;

  constructor(area: string) {
    super(`"${area}" is no area of this model`);
    this.area = area;
  }
}

export class AreaNotComputable extends Error {
  override readonly name = "AreaNotComputable";
  readonly area: string;
  readonly reason: string;

  constructor(area: string, reason: string) {
    super(`the area "${area}" cannot be computed: ${reason}`);
    this.area = area;
    this.reason = reason;
  }
}

/**
 * Reads the directory, or the cache when no document, setting or energy balance changed since it was written (by list,
 * size and time of the files). Raises `ModelDirectoryError` when there is no such directory, or no area in it.
 */
export async function openModel(directory: string, options: OpenOptions = {}): Promise<Model> {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new ModelDirectoryError(`expected a model directory, "${directory}" is none`);
  }
  const { cacheDirectory = null } = options;
  const cache = cacheDirectory === null ? null : new ModelCache(cacheDirectory, directory);
  const files = listModelFiles(directory);
  const datasetFiles = listDatasetFiles(directory);
  const state = fingerprint([...Object.values(files).flat(), ...datasetFiles], codeVersion());
  const cached = cache?.readValue("model") ?? null;
  if (isStored(cached) && cached.state === state) return new OpenedModel(directory, cached, cache);

  const datasetProblems: Problem[] = [];
  const registry = readRegistry(directory, datasetFiles, datasetProblems);
  if (registry.size === 0) {
    throw new ModelDirectoryError(`expected a model directory, "${directory}" has no area in datasets/`);
  }
  const { onProgress = () => {}, firstArea } = options;
  const { definition: loaded, problems } = loadDefinition(directory, files, [...registry.keys()], onProgress);
  const definition = withoutPlaces(loaded);
  const documents: ModelDocuments = { definition, problems, datasets: [...registry.values()] };
  const model = new OpenedModel(directory, documents, cache);
  // Why it cannot be solved those are told who ask for it.
  if (firstArea !== undefined) model.dataset(firstArea ?? definition.defaultArea).catch(() => {});
  onProgress("checking", CHECKING_STARTS);
  problems.push(...checkDefinition(directory, loaded), ...datasetProblems);
  cache?.writeValue("model", { state, ...documents });
  onProgress("model read", 1);
  return model;
}

interface ModelDocuments {
  readonly definition: ModelDefinition;
  readonly problems: readonly Problem[];
  readonly datasets: readonly DatasetDocument[];
}

/** Whether the cache holds a model at all; that it is the right one, its `state` says. */
function isStored(value: unknown): value is ModelDocuments & { readonly state: string } {
  return typeof value === "object" && value !== null && "state" in value && "definition" in value;
}

/** Room for young objects in the thread that solves: it ends soon, but what it took stays with the process for a while. */
const YOUNG_MEGABYTES = 24;

/** Solved areas kept in memory; the least recently asked for is let go first. */
const KEPT_DATASETS = 16;

class OpenedModel implements Model {
  readonly directory: string;
  readonly definition: ModelDefinition;
  readonly problems: readonly Problem[];
  readonly areas: readonly AreaSummary[];
  readonly curveMemory: CurveMemory;
  readonly #cache: ModelCache | null;
  readonly #registry: Registry;
  readonly #summaries: ReadonlyMap<string, AreaSummary>;
  readonly #datasets = new LruCache<string, Promise<AreaDataset>>(KEPT_DATASETS);

  constructor(directory: string, { definition, problems, datasets }: ModelDocuments, cache: ModelCache | null) {
    this.directory = directory;
    this.definition = definition;
    this.problems = problems;
    this.#cache = cache;
    this.curveMemory = new CurveMemory(cache === null ? null : new KeptCurves(cache));
    this.#registry = new Map(datasets.map((dataset) => [dataset.key, dataset]));
    this.areas = summarise(this.#registry, definition);
    this.#summaries = new Map(this.areas.map((summary) => [summary.area, summary]));
  }

  async dataset(area: string): Promise<AreaDataset> {
    const summary = this.#summaries.get(area);
    if (summary === undefined) throw new AreaUnknown(area);
    if (summary.problem !== null) throw new AreaNotComputable(area, summary.problem);
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
    if (!this.#registry.has(area)) throw new AreaUnknown(area);
    try {
      return openArea(this.directory, this.#registry, area, this.curveMemory);
    } catch (error) {
      if (error instanceof BrokenChain) throw new AreaNotComputable(area, error.message);
      throw error;
    }
  }

  async #findOrSolve(area: string): Promise<AreaDataset> {
    const hash = createHash("sha256")
      .update(`${this.definition.hash} ${this.source(area).contentHash} ${codeVersion()}`)
      .digest("hex");
    const cached = this.#cache?.readBytes(`area-${area}`) ?? null;
    const dataset = cached === null ? null : unpackIf(cached, hash);
    if (dataset !== null) return dataset;
    const bytes = await this.#solve(area, hash);
    this.#cache?.writeBytes(`area-${area}`, bytes);
    return unpackDataset(bytes);
  }

  /** Solving keeps a processor busy for a second: a thread of its own leaves this one free for others. */
  async #solve(area: string, hash: string): Promise<SharedArrayBuffer> {
    const { energy, molecules, carriers, config } = this.definition;
    const request: SolveRequest = {
      directory: this.directory,
      definition: { energy, molecules, carriers, config },
      datasets: [...this.#registry.values()],
      area,
      hash,
    };
    const answer = await new Promise<SolveAnswer>((resolve, reject) => {
      const thread = new Worker(new URL("./solve-thread.ts", import.meta.url), {
        workerData: request,
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
      });
      thread.once("message", resolve);
      thread.once("error", reject);
      thread.once("exit", (code) =>
        reject(new Error(`the solver's thread ended without an answer (exit code ${code})`)),
      );
    });
    if ("problem" in answer) throw new AreaNotComputable(area, answer.problem);
    return answer.bytes;
  }
}

/** The cached dataset if it was made from just what is there now. */
function unpackIf(bytes: SharedArrayBuffer, hash: string): AreaDataset | null {
  try {
    const dataset = unpackDataset(bytes);
    return dataset.hash === hash ? dataset : null;
  } catch {
    return null;
  }
}
