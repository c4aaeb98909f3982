import type { CustomCurve } from "@etesian/sliders";
import type { ModelChange } from "@etesian/model";

/** Facts about a model that are available without a thread. */
export interface ModelDescription {
  /** Content hash of the documents. */
  readonly hash: string;
  readonly defaultArea: string;
  readonly areas: readonly Pick<AreaDescription, "area" | "problem">[];
  /** Query keys, in the model's order. */
  readonly gqueries: readonly string[];
  /** Inputs that belong to coupling groups, in document order. */
  readonly coupledInputs: readonly { readonly key: string; readonly couplingGroups: readonly string[] }[];
  /** User-sortable orders with all members in default order. */
  readonly defaultOrders: { readonly [name: string]: readonly string[] };
  /** Changes of inputs by version, oldest first. */
  readonly changes: readonly ModelChange[];
  /** Curves that users may attach, in the model's order. */
  readonly customCurves: readonly CustomCurve[];
  /** Number of problems in the documents. */
  readonly problems: number;
}

export interface AreaDescription {
  readonly area: string;
  readonly group: string | null;
  readonly startYear: number;
  readonly useable: boolean;
  /** Why the area cannot be calculated; null if it can. */
  readonly problem: string | null;
  /** Attributes as a JSON object. */
  readonly attributesJson: string;
}

export interface GqueryDescription {
  readonly key: string;
  readonly unit: string | null;
  readonly description: string | null;
  /** Folders of the query's file. */
  readonly labels: readonly string[];
}

/** The directory contains no model, or none that can be served; the message gives the reason. */
export class InvalidModelError extends Error {
  override readonly name = "InvalidModelError";
}
