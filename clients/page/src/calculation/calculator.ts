/** The contract between the page and what calculates for it: a worker with the engine, or the server. */

import type { MarketHour, MarketKey, NodeExplanation, Term } from "@etesian/engine";
import type { Recipe } from "@etesian/sliders";

export type Value = number | string;
export type Values = Readonly<Record<string, Value>>;
/** A move of sliders: the value of each, or `reset` for its start value. */
export type Changes = Readonly<Record<string, Value>>;

export interface Sliders {
  readonly userValues: Values;
  /** Members of share groups that gave way. */
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
  /** The example, or other scenario, to whose values sliders are reset; null if they are reset to the data of the area. */
  readonly template: number | null;
  readonly activeCouplings: readonly string[];
  /** Groups that were uncoupled: moving their sliders does not couple them again. */
  readonly inactiveCouplings: readonly string[];
  readonly orders: Recipe["orders"];
  readonly curves: Recipe["curves"];
  readonly scaling: Recipe["scaling"];
}

/** The answer to a change of sliders, which does not touch orders, curves and scaling. */
export type ChangedScenario = Omit<StoredScenario, "orders" | "curves" | "scaling">;

/** The results on the screen: nothing else is calculated. */
export interface Wanted {
  readonly queries: readonly string[];
  /** Queries whose answer is a curve of 8,760 hours. */
  readonly curves: readonly string[];
}

export interface Question {
  /** Grows with each question of a page. */
  readonly n: number;
  readonly stored: StoredScenario;
  /** Laid over the stored sliders. */
  readonly changes: Changes;
  readonly wanted: Wanted;
}

/** Results of a query; null if it has no value. In the unit of the model. */
export interface Result {
  readonly today: number | null;
  readonly future: number | null;
  /** Why there is no value. */
  readonly fault: string | null;
}

/** All numbers of an answer follow from one recipe. */
export interface Answer {
  readonly n: number;
  /** The stored version at the time of the question. */
  readonly version: number;
  readonly sliders: Sliders;
  /** Sentences of the model's rules when it did not take the change; the numbers are those without it. */
  readonly refused: readonly string[];
  readonly results: ReadonlyMap<string, Result>;
  /** MW, EUR/MWh …: in the unit of the model, for the future. Null when they follow in the next answer, with the same numbers. */
  readonly curves: ReadonlyMap<string, Float32Array> | null;
  /** The hash of the recipe that was calculated; null where the calculator does not name it. */
  readonly recipe: string | null;
  /** The report of the hour that is looked at, when there is one; absent where no hours can be looked at. */
  readonly inspection?: Inspection | null;
}

/** An answer with the curves of hours that were wanted. */
export type WholeAnswer = Answer & { readonly curves: NonNullable<Answer["curves"]> };

/** Asks for the numbers of several changes, each made alone to the scenario. */
export interface VariantsQuestion {
  readonly id: number;
  readonly stored: StoredScenario;
  readonly variants: readonly Changes[];
  readonly queries: readonly string[];
}
export interface Variant {
  readonly id: number;
  /** The place of its change in the question. */
  readonly index: number;
  /** Of the future, by query; null if there is none. */
  readonly results: ReadonlyMap<string, number | null>;
  /** Sentences of the model's rules when it did not take the change; there are no results then. */
  readonly refused: readonly string[];
}

/** One hour of a market, of the newest answer. */
export interface InspectionQuestion {
  readonly network: MarketKey;
  /** From 1 January: 0 to 8,759. */
  readonly hour: number;
}
export interface Inspection {
  /** The answer whose recipe it reports. */
  readonly n: number;
  /** Null where hours are not calculated. */
  readonly hour: MarketHour | null;
}

/** A query, or an object of the model that its result consists of: `query total_costs`, `node energy_…`, `area co2_price`. */
export type Explained = `${"query" | "node" | "carrier" | "area"} ${string}`;

/** The explanation of a part of the newest answer. */
export type Explanation = {
  /** The answer whose recipe it explains. */
  readonly n: number;
  readonly of: Explained;
} & (
  | {
      readonly kind: "query";
      /** As the model's document has it. */
      readonly formula: string;
      /** Null where it has none. */
      readonly unit: string | null;
      readonly term: Term;
    }
  | {
      readonly kind: "object";
      /** Null for anything but a node. */
      readonly node: NodeExplanation | null;
      /** Keys of the inputs that write it. */
      readonly inputs: readonly string[];
    }
);

export interface Calculator {
  /** Answers the newest question; one that is overtaken while it waits is dropped. */
  readonly ask: (question: Question) => void;
  /** Answers variant by variant while no other question waits; the newest series replaces the previous one. Null where it cannot. */
  readonly tryOut: ((question: VariantsQuestion) => void) | null;
  /**
   * Reports the hour of the latest call with each answer from now on; a null question ends the reports. Null where it cannot.
   */
  readonly inspect: ((question: InspectionQuestion | null) => void) | null;
  /** Explains a result, or an object that it consists of, in the newest answer. Null where it cannot. */
  readonly explain: ((of: Explained) => void) | null;
  readonly close: () => void;
}

export interface CalculatorListener {
  readonly onAnswer: (answer: Answer) => void;
  readonly onVariant: (variant: Variant) => void;
  readonly onInspection: (inspection: Inspection) => void;
  readonly onExplanation: (explanation: Explanation) => void;
  /** The question was not answered; the next one may be. */
  readonly onFault: (sentence: string) => void;
}
