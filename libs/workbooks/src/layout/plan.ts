/** Scenarios that a workbook describes, each part with its position for messages. */
import type { CellPosition } from "../problems.ts";

/** A value and the cell that contains it. */
export interface Located<T> {
  readonly value: T;
  readonly position: CellPosition;
}

/** A scenario, or a saved scenario, which represents its current scenario. */
export interface Reference {
  readonly kind: "scenario" | "saved";
  readonly id: number;
}

/** The attribute of the area that is scaled, its value, and the sectors that are retained. */
export interface PlannedScale {
  readonly attribute: string;
  readonly value: number;
  readonly hasAgriculture: boolean | null;
  readonly hasIndustry: boolean | null;
  readonly hasEnergy: boolean | null;
}

export interface PlannedScenario {
  /** The label of its columns in other sheets. */
  readonly name: string;
  /** Its row in `MAIN`. */
  readonly position: CellPosition;
  /** An existing scenario that is changed; null to create one. */
  readonly existingScenario: Located<Reference> | null;
  /** A scenario that is cloned; null for a blank one. */
  readonly copyFrom: Located<Reference> | null;
  readonly area: Located<string> | null;
  readonly endYear: Located<number> | null;
  readonly title: string | null;
  readonly source: string | null;
  readonly private: boolean | null;
  readonly keepCompatible: boolean | null;
  readonly scale: Located<PlannedScale> | null;
  /** Values of inputs by key; `"reset"` restores the default. */
  readonly values: ReadonlyMap<string, Located<number | string>>;
  readonly orders: readonly (Located<readonly string[]> & { readonly name: string })[];
  /** One value per hour. */
  readonly curves: readonly (Located<readonly number[]> & { readonly key: string })[];
}

/** The results to write. Names of tables are as in the workbook; "all" for every table. */
export interface RequestedResults {
  readonly inputs: boolean;
  readonly defaults: boolean;
  readonly ranges: boolean;
  readonly sortables: boolean;
  readonly customCurves: boolean;
  readonly queries: boolean;
  readonly hourly: readonly Located<string>[] | "all";
  readonly annual: readonly Located<string>[] | "all";
}

export interface BookPlan {
  readonly scenarios: readonly PlannedScenario[];
  readonly queries: readonly Located<string>[];
  readonly requestedResults: RequestedResults;
  /** Parts of the workbook that have no effect. */
  readonly warnings: readonly { readonly position: CellPosition; readonly message: string }[];
}

/** Names of sheets, and of results in a copy; pyetm has no `SCENARIOS` and `ERRORS`. */
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

/** Another name of the sheet with values. */
export const OTHER_VALUES = "INPUTS";

export const HOURS = 8760;
