/** The contract between the page and its calculator: a worker with the engine, or the server. */

import type { MarketHour, MarketKey, NodeExplanation, Term } from "@etesian/engine";
import type { QueryName } from "@etesian/engine/text-queries";
import type { ChartTerm } from "@etesian/interface";
import type { Recipe } from "@etesian/sliders";
import type { Answer as TargetAnswer, Range } from "@etesian/explore";
import type { Attribution, SweepSpec } from "@etesian/sweep/calculation";
import type { DescribedSweep, SweepEstimates } from "@etesian/sweep/results";

export type Value = number | string;
export type Values = Readonly<Record<string, Value>>;
/** New values of sliders, by key; `reset` restores the start value. */
export type Changes = Readonly<Record<string, Value>>;

/** User values with changes applied: a reset slider has none. */
export const applyChanges = (userValues: Recipe["userValues"], changes: Changes): Recipe["userValues"] =>
  Object.fromEntries(Object.entries({ ...userValues, ...changes }).filter(([, value]) => value !== "reset"));

export interface Sliders {
  readonly userValues: Values;
  /** Members of share groups that were balanced. */
  readonly balancedValues: Readonly<Record<string, number>>;
}

/** A stored scenario, at a version. */
export interface StoredScenario extends Sliders {
  readonly id: number;
  readonly version: number;
  readonly title: string;
  readonly area: string;
  readonly startYear: number;
  readonly endYear: number;
  readonly isReadOnly: boolean;
  /** The scenario, such as an example, to whose values sliders are reset; null if they are reset to the area's data. */
  readonly template: number | null;
  readonly activeCouplings: readonly string[];
  /** Groups that were uncoupled: moving their sliders does not couple them again. */
  readonly inactiveCouplings: readonly string[];
  readonly orders: Recipe["orders"];
  readonly curves: Recipe["curves"];
  readonly scaling: Recipe["scaling"];
}

/** The result of changing sliders, which never affects orders, curves and scaling. */
export type ChangedScenario = Omit<StoredScenario, "orders" | "curves" | "scaling">;

/** The results that the screen shows; only these are calculated. */
export interface ResultRequest {
  readonly queries: readonly string[];
  /** Queries that return a curve of 8,760 hours. */
  readonly curves: readonly string[];
}

export interface Question {
  /** Increases with each question of a page. */
  readonly n: number;
  readonly scenario: StoredScenario;
  /** Applied on top of the stored sliders. */
  readonly changes: Changes;
  readonly request: ResultRequest;
}

/** Results of a query, in the unit of the model; null if it has no value. */
export interface Result {
  readonly today: number | null;
  readonly future: number | null;
  /** Why there is no value. */
  readonly fault: string | null;
  /**
   * Offset of the fault in the text of a user-defined query; absent if it has no position, or if the message includes
   * it.
   */
  readonly faultOffset?: number | null;
  /** The query's result is a curve of 8,760 hours instead of a number. */
  readonly isCurve?: boolean;
}

/** The key of a user-defined query is its text after an equals sign. Only a worker can run it. */
export const isCustomQuery = (query: string): boolean => query.startsWith("=");
export const customQuery = (text: string): string => `=${text}`;

/** All numbers of an answer follow from one recipe. */
export interface Answer {
  readonly n: number;
  /** The stored version at the time of the question. */
  readonly version: number;
  readonly sliders: Sliders;
  /** The model's messages if it refused the change; the results then exclude the change. */
  readonly refusals: readonly string[];
  readonly results: ReadonlyMap<string, Result>;
  /**
   * Future curves in the model's units, such as MW and EUR/MWh. Null if they follow in the next answer, which has the
   * same numbers.
   */
  readonly curves: ReadonlyMap<string, Float32Array> | null;
  /** Hash of the calculated recipe; null if the calculator does not report it. */
  readonly recipe: string | null;
  /** The report of the inspected hour; null if no hour is inspected, absent if hours cannot be inspected. */
  readonly inspection?: Inspection | null;
}

/** An answer with the requested hourly curves. */
export type WholeAnswer = Answer & { readonly curves: NonNullable<Answer["curves"]> };

/** Requests the results of several changes, each applied to the scenario separately. */
export interface VariantsQuestion {
  readonly id: number;
  readonly scenario: StoredScenario;
  readonly variants: readonly Changes[];
  readonly queries: readonly string[];
}
export interface Variant {
  readonly id: number;
  /** Index of its change in the question. */
  readonly index: number;
  /** Future results by query; null for a query without a result. */
  readonly results: ReadonlyMap<string, number | null>;
  /** The model's messages if it refused the change; there are no results then. */
  readonly refusals: readonly string[];
}

/** Requests an exploration of a scenario: the results of many variants. */
export interface ExplorationQuestion {
  readonly id: number;
  readonly scenario: StoredScenario;
  readonly work: ExplorationWork;
  /** Metadata of its sweep in the server's lists. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** The sweep on the server whose results are read; if absent, a new sweep is requested. */
  readonly sweep?: string | undefined;
}
export type ExplorationWork =
  /** Variants of a sweep, and the estimates of its design. */
  | { readonly kind: "sweep"; readonly spec: SweepSpec; readonly hours?: VariantHours | undefined }
  /** Positions of sliders, each moved alone within a range, at which a query has a value; in the units of the model. */
  | {
      readonly kind: "target";
      readonly query: string;
      readonly value: number;
      readonly sliders: readonly { readonly key: string; readonly from: number; readonly to: number }[];
      /** Other figures at these positions. */
      readonly queries: readonly string[];
    }
  /** The results with each slider alone at both ends of a range, in the units of the model. */
  | {
      readonly kind: "ends";
      readonly sliders: readonly { readonly key: string; readonly range: Exclude<Range, "whole"> }[];
      readonly queries: readonly string[];
    }
  /** The difference of queries from another scenario of the area, as a sum of contributions of all changes. */
  | {
      readonly kind: "difference";
      readonly other: StoredScenario;
      readonly queries: readonly string[];
      /** Sliders and share groups whose changes are added up; any other change forms its own group. */
      readonly groups: readonly (readonly string[])[];
      /** Number of pairs of random orderings, used if there are too many changes for exact values. */
      readonly pairs: number;
      readonly seed: number;
    };

/** An hourly curve whose quantiles over all variants are requested. */
export interface VariantHours {
  /** Curves to add up, each multiplied by its factor. */
  readonly terms: readonly ChartTerm[];
  /** Probabilities of the quantiles: the fractions of all variants at or below them, 0 to 1. */
  readonly probabilities: readonly number[];
}

/** The state of an exploration, with the results calculated so far. */
export interface ExplorationReport {
  readonly id: number;
  readonly done: number;
  /** The number of variants. */
  readonly total: number;
  /** Variants that lack some or all results. */
  readonly failed: number;
  /** Whether the exploration is complete, cancelled or failed. */
  readonly isFinished: boolean;
  /** Null until the variants are planned. */
  readonly result: ExplorationResult | null;
  /** Why the exploration failed. */
  readonly fault: string | null;
  /** The code of the server's error, if the server refused it. */
  readonly refusal?: string;
  /** The sweep on the server, and the version of the scenario that it varies; absent for a local exploration. */
  readonly sweep?: { readonly id: string; readonly version: number };
}
/** Explores a scenario; the newest exploration replaces the previous one, and null ends it. */
export type Explore = (question: ExplorationQuestion | null) => void;
/** Explores on the server. */
export interface ServerExplorer {
  readonly explore: Explore;
  /** Stops reading results. The server continues if the sweep is in a list of the user's. */
  readonly leave: () => void;
}
export interface SweepResult {
  readonly kind: "sweep";
  readonly outline: DescribedSweep;
  readonly estimates: SweepEstimates;
  /** By output: the figure of each variant; NaN if it is pending or missing. */
  readonly figures: readonly Float64Array[];
  /** The settings of each variant, by `outline.settings`; NaN for a variant that is not calculated yet. */
  readonly settings: readonly Float64Array[];
  /** By variant: why some or all of its figures are missing. */
  readonly errors: ReadonlyMap<number, string>;
  /** Null if none are requested, or while no variant has the curve. */
  readonly hours: HourlyQuantiles | null;
}
export interface HourlyQuantiles {
  /** The number of variants with the curve. */
  readonly variants: number;
  /** By probability: the quantile of each hour, 8,760 values. No single variant has the quantile in all hours. */
  readonly quantiles: readonly Float32Array[];
}
export interface TargetResult {
  readonly kind: "target";
  /** Answers for the sliders searched so far. */
  readonly answers: readonly SliderAnswer[];
}
export interface SliderAnswer {
  readonly slider: string;
  readonly answer: TargetAnswer;
  /** The position nearest to the current one at which the figure is the target; null if there is none. */
  readonly position: number | null;
  /** By query, at this position; null if there is none. */
  readonly results: Variant["results"];
}
export interface EndsResult {
  readonly kind: "ends";
  /** Sliders calculated so far. */
  readonly sliders: readonly SliderEnds[];
  /** Sliders at 0, where a range relative to the position is empty. */
  readonly atZero: readonly string[];
  /** Sliders that the rules refuse to move. */
  readonly refused: readonly string[];
}
export interface SliderEnds {
  readonly slider: string;
  /** The lower and the higher end, and the current position, in the unit of the model. */
  readonly from: number;
  readonly to: number;
  readonly position: number;
  /** The results by query: at the lower and the higher end, and at the current position. */
  readonly lower: Variant["results"];
  readonly higher: Variant["results"];
  readonly present: Variant["results"];
}
export interface DifferenceResult {
  readonly kind: "difference";
  /** Sliders, share groups, orders, curves and `end_year`. */
  readonly changes: readonly string[];
  /** The indices of the changes in each group. */
  readonly groups: readonly (readonly number[])[];
  /** By query; null until all combinations are calculated. */
  readonly attributions: readonly Attribution[] | null;
}
export type ExplorationResult = SweepResult | TargetResult | EndsResult | DifferenceResult;

/** One hour of a market, from the newest answer. */
export interface InspectionQuestion {
  readonly network: MarketKey;
  /** From 1 January: 0 to 8,759. */
  readonly hour: number;
}
export interface Inspection {
  /** The number of the answer that the report belongs to. */
  readonly n: number;
  /** Null if hours are not calculated. */
  readonly hour: MarketHour | null;
}

/**
 * A query, or an object of the model that contributes to its result: `query total_costs`, `node energy_…`, `area
 * co2_price`.
 */
export type ExplanationSubject = `${"query" | "node" | "carrier" | "area"} ${string}`;

/** The explanation of a part of the newest answer. */
export type Explanation = {
  /** The number of the explained answer. */
  readonly n: number;
  readonly subject: ExplanationSubject;
} & (
  | {
      readonly kind: "query";
      /** As written in the model's document. */
      readonly formula: string;
      /** Null if there is none. */
      readonly unit: string | null;
      readonly term: Term;
    }
  | {
      readonly kind: "object";
      /** Null for anything but a node. */
      readonly node: NodeExplanation | null;
      /** Keys of the inputs that write to it. */
      readonly inputs: readonly string[];
    }
);

export interface Calculator {
  /** Answers the newest question; a waiting question that is superseded is dropped. */
  readonly ask: (question: Question) => void;
  /**
   * Answers variant by variant while no other question waits; the newest series replaces the previous one. Null if
   * unsupported.
   */
  readonly tryOut: ((question: VariantsQuestion) => void) | null;
  /** Explores while no other question waits. Null if unsupported. */
  readonly explore: Explore | null;
  /** Adds a report of the requested hour to each answer; a null question ends the reports. Null if unsupported. */
  readonly inspect: ((question: InspectionQuestion | null) => void) | null;
  /** Explains a result of the newest answer, or an object that contributes to it. Null if unsupported. */
  readonly explain: ((subject: ExplanationSubject) => void) | null;
  /**
   * Lists the names that user-defined queries can use. Null if unsupported: user-defined queries have no results then.
   */
  readonly listNames: (() => void) | null;
  readonly close: () => void;
}

export interface CalculatorListener {
  readonly onAnswer: (answer: Answer) => void;
  readonly onVariant: (variant: Variant) => void;
  readonly onExplorationReport: (report: ExplorationReport) => void;
  readonly onInspection: (inspection: Inspection) => void;
  readonly onExplanation: (explanation: Explanation) => void;
  readonly onNames: (names: readonly QueryName[]) => void;
  /** The question was not answered; later ones may be. */
  readonly onFault: (message: string) => void;
}
