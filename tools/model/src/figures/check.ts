/** The interface of a check of figures: a file each, named in `checks.ts`. */
import type { AuditedModel } from "./audited-model.ts";
import type { AuditedScenario } from "./audited-scenario.ts";

/** What a check looks at; the report counts them apart. */
export type Subject = "charts" | "headlines" | "exports" | "units";

export interface Fault {
  /** Key of the chart, headline query, export or input. */
  readonly subject: string;
  /** The series, column or query that is at fault; null: the whole subject. */
  readonly part: string | null;
  /** The hour with the largest amount, from 1 January 00:00; null: a fault of no hour. */
  readonly hour: number | null;
  /** What is missing (above 0) or too much (below 0), in `unit`; null: a fault without an amount. */
  readonly missing: number | null;
  readonly unit: string;
  /** What was compared, with the figures. */
  readonly message: string;
  /** Whether it is one only where all audited areas have it: a figure may well be 0 in some of them. Absent: no. */
  readonly isEverywhere?: boolean;
}

/** A subject that a check looked at, with its faults; most have none. */
export interface Checked {
  readonly subject: string;
  readonly faults: readonly Fault[];
}

interface CheckOf<Audited> {
  /** One line: what holds where it finds nothing. */
  readonly proves: string;
  readonly subjects: Subject;
  readonly run: (audited: Audited) => Iterable<Checked>;
}

/** A check reads the documents of a model once, or the figures of each calculated scenario. */
export type Check =
  | ({ readonly of: "model" } & CheckOf<AuditedModel>)
  | ({ readonly of: "scenario" } & CheckOf<AuditedScenario>);
