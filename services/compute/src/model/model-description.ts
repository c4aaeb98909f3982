import type { CustomCurve } from "@etesian/sliders";
import type { ModelChange } from "@etesian/model";

/** Facts of a model that need no thread. */
export interface ModelDescription {
  /** Content hash of the documents. */
  readonly hash: string;
  readonly defaultArea: string;
  readonly areas: readonly Pick<AreaDescription, "area" | "problem">[];
  /** Their keys, in the order of the model. */
  readonly gqueries: readonly string[];
  /** Inputs that belong to coupling groups, in document order. */
  readonly coupledInputs: readonly { readonly key: string; readonly couplingGroups: readonly string[] }[];
  /** Orders that users may change, with all their members. */
  readonly defaultOrders: { readonly [name: string]: readonly string[] };
  /** Changes of inputs, version by version, oldest first. */
  readonly changes: readonly ModelChange[];
  /** Curves that users may attach, in the model's order. */
  readonly customCurves: readonly CustomCurve[];
  /** How many the documents have. */
  readonly problems: number;
}

export interface AreaDescription {
  readonly area: string;
  readonly group: string | null;
  readonly startYear: number;
  readonly useable: boolean;
  /** Why it cannot be computed, null when it can. */
  readonly problem: string | null;
  /** Attributes as a JSON object. */
  readonly attributesJson: string;
}

export interface GqueryDescription {
  readonly key: string;
  readonly unit: string | null;
  readonly description: string | null;
  /** Folders of its location. */
  readonly labels: readonly string[];
}

/** The directory is no model, or not one that can be served; the message says why. */
export class InvalidModelError extends Error {
  override readonly name = "InvalidModelError";
}
