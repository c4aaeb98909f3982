/** Requests and responses of the calculating threads. Plain data; large arrays are views of shared memory. */
import type { NodeReport, QueryAnswer, SharedSolution } from "@etesian/engine";
import type { AreaDataset, ReadCurve } from "@etesian/model";
import type { InputFacts, Recipe, Scaling } from "@etesian/sliders";
import type { MessagePort } from "node:worker_threads";
import type { DocumentRequest, DocumentRefusal } from "../documents/documents.ts";
import type { AreaDescription, GqueryDescription, ModelDescription } from "../model/model-description.ts";

/**
 * Number of area datasets in memory, as many as an engine keeps open: 0.4 MB each, shared by all threads. Reading one
 * again takes 3 ms.
 */
export const MAX_DATASETS = 24;

/** The settings of a thread. */
export interface ThreadSettings {
  readonly modelDirectory: string;
  /** Directory with cached results of loading the model; null if every thread calculates them again. */
  readonly cacheDirectory: string | null;
  /** The area of the first requests; null for the model's default area. */
  readonly firstArea: string | null;
  /** Memory for cached solutions (bytes). */
  readonly solutionBytes: number;
  /** Memory for results that a recalculation can reuse (bytes). */
  readonly engineBytes: number;
}

/** Describes the model. Every thread loads the model before its first other task. */
export interface DescribeTask {
  readonly kind: "describe";
  /** Receives the steps of loading as text; the thread closes it. */
  readonly progress: MessagePort;
}

/** Questions about a recipe's solution. */
export type SolutionQuestion =
  | { readonly kind: "queries"; readonly keys: readonly string[] }
  | { readonly kind: "node"; readonly key: string }
  | {
      readonly kind: "document";
      readonly document: DocumentRequest;
      /** Identifies the download. */
      readonly download: number;
      /** The first requested chunk and the number of chunks. */
      readonly from: number;
      readonly count: number;
    };

export type Answer =
  | { readonly kind: "queries"; readonly answers: readonly QueryAnswer[] }
  | { readonly kind: "node"; readonly report: NodeReport | { readonly error: string } | null }
  | {
      readonly kind: "document";
      /** Without the scenario and the file extension. */
      readonly fileName: string;
      /** Text as UTF-8, or a binary file; fewer chunks than requested are the last ones. */
      readonly chunks: readonly Uint8Array<ArrayBuffer>[];
    }
  | { readonly kind: "refusal"; readonly refusal: DocumentRefusal };

export interface SolutionTask {
  readonly kind: "solution";
  /** Hash of the recipe. */
  readonly hash: string;
  readonly recipe: Recipe;
  /** The recipe's solution if another thread has solved it; null if this thread must solve it. */
  readonly solution: SharedSolution | null;
  readonly question: SolutionQuestion;
  /** Whether the thread should cache the solution. */
  readonly keep: boolean;
}

export interface InputsTask {
  readonly kind: "inputs";
  readonly endYear: number;
  readonly scaling: Scaling | null;
}

/** Loads an area's dataset, or solves its start year, which takes about a second. */
export interface DatasetTask {
  readonly kind: "dataset";
  readonly area: string;
}

/** Lists all areas with the named attributes; an empty list means all attributes. */
export interface AreasTask {
  readonly kind: "areas";
  readonly attributes: readonly string[];
}

/** Lists all queries. */
export interface GqueriesTask {
  readonly kind: "gqueries";
}

/** Lists the descriptions of inputs. */
export interface InputDescriptionsTask {
  readonly kind: "input_descriptions";
}

/** Reads a curve of an area's dataset. */
export interface CurveTask {
  readonly kind: "curve";
  readonly area: string;
  readonly key: string;
}

/** Identifies a part of the model. */
export type PartSource =
  | { readonly kind: "definition" | "interface" }
  | { readonly kind: "dataset" | "curves"; readonly area: string }
  | { readonly kind: "variant"; readonly area: string; readonly set: string; readonly variant: string }
  | { readonly kind: "inputs"; readonly area: string; readonly endYear: number };

/** Makes a part of the model. */
export interface PartTask {
  readonly kind: "part";
  readonly source: PartSource;
  /** Whether to return its bytes as well as its hash. */
  readonly includeBytes: boolean;
}

export interface BuiltPart {
  /** In hexadecimal. */
  readonly sha256: string;
  readonly byteLength: number;
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

/** Facts about an area's curves, for its manifest. */
export interface CurvesOfArea {
  /** Variants with their own parts. */
  readonly variants: readonly { readonly set: string; readonly variant: string }[];
  /** Weekday of 1 January in the load profiles, 0 for Sunday; null if they have no weekends. */
  readonly firstWeekday: number | null;
}

/** Requests an area's `CurvesOfArea`. */
export interface VariantsTask {
  readonly kind: "variants";
  readonly area: string;
}

/** Requests the hash over the engine's sources. */
export interface EngineTask {
  readonly kind: "engine";
}

export interface SolveResult {
  readonly solution: SharedSolution;
  readonly milliseconds: number;
}

export type CalculationTask = (SolutionTask | InputsTask) & {
  /** Content hash of the area's dataset; the dataset itself is sent after the thread reports that it lacks it. */
  readonly datasetHash: string;
  readonly dataset: AreaDataset | null;
  /** One shared cell; not 0 once no caller waits for the result. */
  readonly cancelled: Int32Array;
};

export type Task =
  | DescribeTask
  | CalculationTask
  | DatasetTask
  | CurveTask
  | AreasTask
  | GqueriesTask
  | InputDescriptionsTask
  | PartTask
  | VariantsTask
  | EngineTask;

/** A task, and the curves that other threads have read since this thread's last task. */
export interface TaskMessage {
  /** Settings of the thread; it reads them with its first task. */
  readonly settings: ThreadSettings;
  readonly task: Task;
  readonly curves: readonly ReadCurve[];
}

/** The outcome of a task, and the curves that the thread has read for it. */
export interface OutcomeMessage {
  readonly outcome: TaskOutcome;
  readonly curves: readonly ReadCurve[];
}

export type TaskOutcome =
  | { readonly kind: "described"; readonly description: ModelDescription }
  /** The directory is not a model, or not one that can be served. */
  | { readonly kind: "refused"; readonly reason: string }
  | {
      readonly kind: "solution";
      readonly answer: Answer;
      /** Origin of the solution: cached by the thread, restored from shared numbers, or solved for this task. */
      readonly from: "kept" | "shared" | SolveResult;
      /** Recipe hashes of solutions that the thread has evicted. */
      readonly evicted: readonly string[];
    }
  | { readonly kind: "inputs"; readonly inputs: readonly InputFacts[] }
  | { readonly kind: "dataset"; readonly dataset: AreaDataset }
  | { readonly kind: "areas"; readonly areas: readonly AreaDescription[] }
  | { readonly kind: "gqueries"; readonly gqueries: readonly GqueryDescription[] }
  | { readonly kind: "input_descriptions"; readonly descriptions: { readonly [key: string]: string } }
  /** Null if the area has no such curve. */
  | { readonly kind: "curve"; readonly values: Float64Array | null }
  | { readonly kind: "part"; readonly part: BuiltPart }
  | ({ readonly kind: "variants" } & CurvesOfArea)
  /** Hash over the engine's sources. */
  | { readonly kind: "engine"; readonly version: string }
  | { readonly kind: "unknown_area"; readonly reason: string }
  | { readonly kind: "dataset_missing" }
  | { readonly kind: "cancelled" }
  /** The area or the recipe cannot be calculated. */
  | { readonly kind: "impossible"; readonly reason: string }
  /** A bug: the error as text, because not every error can be posted. */
  | { readonly kind: "failed"; readonly description: string };
