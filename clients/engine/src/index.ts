/**
 * Calculates scenarios of a server's model locally: in a browser, a worker, or Node 20 and newer. The model is
 * downloaded in parts over HTTP (docs/model-parts.md). After that, only weather years that are not loaded yet are
 * requested. In Chromium and Node the results are bit-identical to the server's.
 */
import { CalculationError as EngineError, Engine, type Solution } from "@etesian/engine";
import { DEFAULT_MEMORY_BYTES } from "@etesian/engine/limits";
import type { Value } from "@etesian/gql";
import type { AreaDataset } from "@etesian/model/definition";
import {
  type AreaManifest,
  type CurveParts,
  decodePart,
  MissingPartError,
  readManifest,
  readParts,
} from "@etesian/model/parts";
import { type InputTable, moveSliders, recipeHash } from "@etesian/sliders";

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The result of a query, as in the API: both years with their unit, or the errors. */
export type Answer =
  | { readonly key: string; readonly present: Json; readonly future: Json; readonly unit: string | null }
  | { readonly errors: readonly string[] };

/** An input: its range and start value in the area. */
export interface Input {
  readonly key: string;
  readonly unit: string | null;
  /** Null for inputs that take text. */
  readonly min: number | null;
  readonly max: number | null;
  readonly default: number | string | null;
  readonly step: number | null;
  readonly permittedValues: readonly string[] | null;
  readonly disabled: boolean;
  /** Members of a share group add up to 100. */
  readonly shareGroup: string | null;
}

/** Values of inputs by key, as in the API: numbers, or text for inputs of unit "enum". */
export type Settings = { readonly [input: string]: number | string | boolean };

/** Everything that determines a result besides the model, the area and the end year. */
export interface Recipe {
  readonly userValues: { readonly [input: string]: number | string };
  /** Values that balance share groups. */
  readonly balancedValues?: { readonly [input: string]: number };
  readonly activeCouplings?: readonly string[];
  /** User-sortable orders by name (`heat_network_order_lt` …); by default the model's orders. */
  readonly orders?: { readonly [name: string]: readonly string[] };
  /** Attached curves by key, 8,760 values each. */
  readonly curves?: { readonly [key: string]: Float64Array };
}

export interface OpenOptions {
  /** The scenario's end year; 2050 by default. */
  readonly endYear?: number;
  /** A replacement for the global `fetch`. */
  readonly fetch?: (url: string) => Promise<Response>;
  /** Bytes to cache for reuse by later calculations; 200 MB by default, 0 disables reuse. */
  readonly memoryBytes?: number;
}

/** A request to the server failed; the message has the URL and the status. */
export class RequestError extends Error {
  override readonly name: string = "RequestError";
  /** HTTP status; 0 without a response. */
  readonly status: number;

  constructor(url: string, status: number, options?: ErrorOptions) {
    super(status === 0 ? `${url} cannot be reached` : `${url} responded with ${status}`, options);
    this.status = status;
  }
}

/**
 * The model rejects these settings: an unknown input, a value out of range, or a share group that does not add up to
 * 100.
 */
export class InvalidSettingsError extends Error {
  override readonly name: string = "InvalidSettingsError";
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(errors.join("; "));
    this.errors = errors;
  }
}

/** The scenario cannot be calculated; the message gives the reason. */
export class CalculationError extends Error {
  override readonly name: string = "CalculationError";
}

/**
 * Opens a server's model for one area.
 * @param url URL of the server: `http://localhost:3000`
 * @param area key of an area: `nl2023`
 * @throws RequestError if the server does not respond, does not have the area, or does not share its model (404)
 */
export async function openModel(url: string, area: string, options: OpenOptions = {}): Promise<Model> {
  const {
    endYear = 2050,
    memoryBytes = DEFAULT_MEMORY_BYTES,
    fetch = (address: string) => globalThis.fetch(address),
  } = options;
  const api = `${url.replace(/\/+$/, "")}/api/v3/model`;
  const get = async (path: string): Promise<Response> => {
    const address = `${api}/${path}`;
    let response: Response;
    try {
      response = await fetch(address);
    } catch (error) {
      throw new RequestError(address, 0, { cause: error });
    }
    if (!response.ok) throw new RequestError(address, response.status);
    return response;
  };
  const query = `area=${encodeURIComponent(area)}&end_year=${endYear}`;
  const bytesOf: Bytes = async ({ sha256 }) =>
    new Uint8Array(await (await get(`parts/${sha256}?${query}`)).arrayBuffer());
  const manifest = readManifest(await (await get(`areas/${encodeURIComponent(area)}?end_year=${endYear}`)).json());
  const { definition, dataset, curves, inputs } = await readParts(manifest, endYear, bytesOf);
  return new Model(
    manifest,
    endYear,
    new Engine(definition, curves, { memoryBytes }),
    dataset,
    inputs,
    curves,
    bytesOf,
  );
}

type Bytes = (part: { readonly sha256: string }) => Promise<Uint8Array<ArrayBuffer>>;

/** A server's model, opened for one area. */
export class Model {
  readonly area: string;
  readonly startYear: number;
  readonly endYear: number;
  /** Identifies the engine's sources; the server sends its own identifier in the `X-Etesian-Engine` header. */
  readonly engine: string;
  readonly #engine: Engine;
  readonly #dataset: AreaDataset;
  readonly #inputs: InputTable;
  readonly #curves: CurveParts;
  readonly #bytesOf: Bytes;

  /** Use `openModel`. */
  constructor(
    manifest: AreaManifest,
    endYear: number,
    engine: Engine,
    dataset: AreaDataset,
    inputs: InputTable,
    curves: CurveParts,
    bytesOf: Bytes,
  ) {
    this.area = manifest.area;
    this.startYear = manifest.start_year;
    this.endYear = endYear;
    this.engine = manifest.engine;
    this.#engine = engine;
    this.#dataset = dataset;
    this.#inputs = inputs;
    this.#curves = curves;
    this.#bytesOf = bytesOf;
  }

  /** All inputs by key, in the order of the model's documents. */
  get inputs(): ReadonlyMap<string, Input> {
    return this.#inputs;
  }

  /** Keys of all queries. */
  get queries(): readonly string[] {
    return this.#engine.definition.gqueries.map(({ key }) => key);
  }

  /**
   * Calculates a scenario with these inputs; all others keep the area's defaults. Other members of share groups are
   * balanced as in the API.
   * @throws InvalidSettingsError if the model rejects the settings
   * @throws MissingCurvesError if a weather year is not loaded: call `await model.fetchCurves(error)`, or use
   * `solveFully`
   * @throws CalculationError if the scenario cannot be calculated
   */
  solve(settings: Settings = {}): Result {
    const start = { userValues: {}, balancedValues: {}, activeCouplings: [] };
    const sliderChange = moveSliders(this.#inputs, start, { values: settings });
    if ("errors" in sliderChange) throw new InvalidSettingsError(sliderChange.errors);
    return this.calculate(sliderChange.state);
  }

  /**
   * Calculates a complete recipe from `GET /api/v3/scenarios/{id}/recipe`, without checking or balancing its values.
   * @throws MissingCurvesError if a weather year is not loaded
   * @throws CalculationError if the scenario cannot be calculated
   */
  calculate({ userValues, balancedValues = {}, activeCouplings = [], orders = {}, curves = {} }: Recipe): Result {
    const { area, endYear } = this;
    const recipe = { area, endYear, userValues, balancedValues, activeCouplings, orders, curves, scaling: null };
    return translateErrors(() => {
      const solution = this.#engine.solve(this.#dataset, recipe);
      return new Result(solution, recipeHash(recipe, this.#dataset.hash));
    });
  }

  /** Like `solve`, but fetches missing curves. */
  async solveFully(settings: Settings = {}): Promise<Result> {
    for (;;) {
      try {
        return this.solve(settings);
      } catch (error) {
        if (!(error instanceof MissingCurvesError)) throw error;
        await this.fetchCurves(error);
      }
    }
  }

  /** Fetches the curves that a calculation or a query lacked. @throws RequestError */
  async fetchCurves({ missing }: MissingCurvesError): Promise<void> {
    const { part } = missing;
    this.#curves.add(part, decodePart("variant", await this.#bytesOf(part)));
  }
}

/** A calculation needs curves that are not loaded, such as another weather year's. */
export class MissingCurvesError extends Error {
  override readonly name: string = "MissingCurvesError";
  readonly missing: { readonly variant: string; readonly part: { readonly sha256: string; readonly bytes: number } };

  constructor(missing: {
    readonly variant: string;
    readonly part: { readonly sha256: string; readonly bytes: number };
  }) {
    super(`the curves ${missing.variant} are not loaded`);
    this.missing = missing;
  }
}

/** Runs work and converts library errors to this package's error classes. */
function translateErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof MissingPartError) throw new MissingCurvesError({ variant: error.variant, part: error.part });
    if (error instanceof EngineError) throw new CalculationError(error.message, { cause: error });
    throw error;
  }
}

/** A calculated scenario. */
export class Result {
  /** Hash of the scenario's recipe; the server sends its own in the `X-Etesian-Recipe` header. */
  readonly recipe: string;
  readonly #solution: Solution;

  /** Use `Model.solve`. */
  constructor(solution: Solution, recipe: string) {
    this.#solution = solution;
    this.recipe = recipe;
  }

  /** The result of a query, as in the API: values of hourly series are rounded. Errors are part of the result. */
  query(key: string): Answer {
    return translateErrors(() => this.#solution.query(key));
  }

  /**
   * The exact result of a query in one year, in the query's unit: usually a number, or an hourly series of 8,760
   * values from 1 January.
   * @throws Error if the query does not exist or fails
   */
  value(key: string, year: "present" | "future" = "future"): unknown {
    const value: Value = translateErrors(() => this.#solution.evaluation.query(key, year));
    return value instanceof Float64Array ? value.slice() : value;
  }

  /**
   * Releases the memory for the next calculations. The result throws an error when it is used afterwards. Without
   * this call, the garbage collector releases the memory later.
   */
  release(): void {
    this.#solution.release();
  }
}
