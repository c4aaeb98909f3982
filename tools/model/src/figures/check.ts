/** The interface of a figure check; each check is a file, listed in `checks.ts`. */
import type { AuditedModel } from "./audited-model.ts";
import type { AuditedScenario } from "./audited-scenario.ts";

/** The kind of item that a check examines; the report counts each kind. */
export type Subject = "charts" | "headlines" | "exports" | "units";

export interface Fault {
  /** Key of the chart, headline query, export or input. */
  readonly subject: string;
  /** The faulty series, column or query; null for the whole subject. */
  readonly part: string | null;
  /** The hour with the largest amount, from 1 January 00:00; null if the fault concerns no hour. */
  readonly hour: number | null;
  /** The missing (above 0) or excess (below 0) amount, in `unit`; null for a fault without an amount. */
  readonly missing: number | null;
  readonly unit: string;
  /** The comparison, with its figures. */
  readonly message: string;
  /**
   * Whether this is a fault only if all audited areas have it, because the figure may be 0 in some of them; false by
   * default.
   */
  readonly isEverywhere?: boolean;
  /** Evidence against the fault: with any of it, from any area and scenario, the audit drops the fault. */
  readonly refutedBy?: readonly string[];
}

/** A subject that a check examined, with its faults; most have none. */
export interface CheckedSubject {
  readonly subject: string;
  readonly faults: readonly Fault[];
  /** Evidence against faults of other areas and scenarios (`refutedBy`). */
  readonly evidence?: readonly string[];
}

interface CheckDefinition<Input> {
  /** The property that the check verifies, in one line. */
  readonly proves: string;
  readonly subjects: Subject;
  readonly run: (input: Input) => Iterable<CheckedSubject>;
}

/** A check reads the documents of a model once, or the figures of each calculated scenario. */
export type Check =
  | ({ readonly scope: "model" } & CheckDefinition<AuditedModel>)
  | ({ readonly scope: "scenario" } & CheckDefinition<AuditedScenario>);
