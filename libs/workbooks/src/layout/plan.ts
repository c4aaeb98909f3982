/** Scenarios as a workbook describes them, each part with its place for messages. */
import type { Place } from "../problems.ts";

/** A value and the cell that has it. */
export interface Placed<T> {
  readonly value: T;
  readonly place: Place;
}

/** A scenario, or a saved scenario whose present scenario is meant. */
export interface Reference {
  readonly kind: "scenario" | "saved";
  readonly id: number;
}

/** The attribute of the area that is scaled, its value, and the sectors that are kept. */
export interface PlannedScale {
  readonly attribute: string;
  readonly value: number;
  readonly hasAgriculture: boolean | null;
  readonly hasIndustry: boolean | null;
  readonly hasEnergy: boolean | null;
}

export interface PlannedScenario {
  /** Names its columns in other sheets. */
  readonly name: string;
  /** Its row in `MAIN`. */
  readonly place: Place;
  /** An existing scenario that is changed; null to create one. */
  readonly existing: Placed<Reference> | null;
  /** A scenario that is cloned; null for a blank one. */
  readonly copyFrom: Placed<Reference> | null;
  readonly area: Placed<string> | null;
  readonly endYear: Placed<number> | null;
  readonly title: string | null;
  readonly source: string | null;
  readonly private: boolean | null;
  readonly keepCompatible: boolean | null;
  readonly scale: Placed<PlannedScale> | null;
  /** Values of inputs by key; `"reset"` restores the default. */
  readonly values: ReadonlyMap<string, Placed<number | string>>;
  readonly orders: readonly (Placed<readonly string[]> & { readonly name: string })[];
  /** One value per hour. */
  readonly curves: readonly (Placed<readonly number[]> & { readonly key: string })[];
}

/** Which results are written. Names of tables are as in the workbook; null for all. */
export interface WantedResults {
  readonly inputs: boolean;
  readonly defaults: boolean;
  readonly ranges: boolean;
  readonly sortables: boolean;
  readonly customCurves: boolean;
  readonly queries: boolean;
  readonly hourly: readonly Placed<string>[] | "all";
  readonly annual: readonly Placed<string>[] | "all";
}

export interface BookPlan {
  readonly scenarios: readonly PlannedScenario[];
  readonly queries: readonly Placed<string>[];
  readonly wanted: WantedResults;
  /** Parts of the workbook that have no effect. */
  readonly warnings: readonly { readonly place: Place; readonly message: string }[];
}

/** Names of sheets, and of results in a copy. The last ones are of our own. */
export const SHEETS = {
  main: "MAIN",
  config: "EXPORT_CONFIG",
  users: "USERS",
  values: "SLIDER_SETTINGS",
  queries: "GQUERIES",
  sortables: "SORTABLES",
  curves: "CUSTOM_CURVES",
  results: "GQUERIES_RESULTS",
  details: "INPUT_DETAILS",
  scenarios: "SCENARIOS",
  errors: "ERRORS",
} as const;

/** Another name of the sheet of values. */
export const OTHER_VALUES = "INPUTS";

export const HOURS = 8760;
