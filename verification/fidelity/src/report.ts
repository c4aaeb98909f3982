/** The result of a comparison, and functions that print it. */

import type { Json } from "@etesian/engine";
import { difference, TOLERANCE } from "./compare.ts";
import type { Reference } from "./reference.ts";

/** One value that differs. */
export interface Mismatch {
  /** The value's path, such as `nodes.some_node.demand`. */
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
  /** |difference| / larger magnitude; infinite for values that are not numbers. */
  readonly error: number;
}

/** The result of comparing one file. */
export interface Comparison {
  readonly title: string;
  readonly matched: number;
  readonly total: number;
  /** Largest error first. */
  readonly mismatches: readonly Mismatch[];
  /** Largest relative error among all numbers. */
  readonly worst: number;
}

/** Counts equal values and collects different ones. */
export class Tally {
  readonly #title: string;
  readonly #mismatches: Mismatch[] = [];
  #total = 0;
  #worst = 0;

  constructor(title: string) {
    this.#title = title;
  }

  add(path: string, expected: Json, actual: Json): void {
    this.#total++;
    const error = difference(expected, actual);
    if (error > TOLERANCE) this.#mismatches.push({ path, expected, actual, error });
    else this.#worst = Math.max(this.#worst, error);
  }

  /** Adds values known to be equal. */
  addEqual(count: number): void {
    this.#total += count;
  }

  get comparison(): Comparison {
    const mismatches = this.#mismatches.toSorted((a, b) => b.error - a.error);
    const matched = this.#total - mismatches.length;
    return { title: this.#title, matched, total: this.#total, mismatches, worst: this.#worst };
  }
}

/** Describes a comparison's agreement in lines, with the worst mismatches. */
export function describeComparison({ title, matched, total, mismatches, worst }: Comparison, limit = 5): string {
  const lines = [
    `${mismatches.length === 0 ? "ok " : "BAD"} ${title}: ${matched}/${total} values agree, ` +
      (worst > 0 ? `largest relative difference ${worst.toExponential(1)}` : "all exactly"),
  ];
  for (const { path, expected, actual, error } of mismatches.slice(0, limit)) {
    const difference = Number.isFinite(error) ? ` (relative difference ${error.toExponential(1)})` : "";
    lines.push(`      ${path}: expected ${format(expected)}, found ${format(actual)}${difference}`);
  }
  if (mismatches.length > limit) lines.push(`      … and ${mismatches.length - limit} more`);
  return lines.join("\n");
}

function format(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "nothing");
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** One part of the check: the available comparisons, and a function that runs them. */
export interface Command {
  readonly description: string;
  /** Names of the available comparisons: files of the reference, or areas. */
  readonly files: (reference: Reference) => Promise<readonly string[]>;
  /** Runs the selected comparisons. */
  readonly run: (reference: Reference, files: readonly string[], report: Report) => Promise<void>;
}

export type Report = (comparison: Comparison) => void;

/** The mismatch of a file that cannot be compared. */
export function incomparable(title: string, reason: string): Comparison {
  const mismatch = { path: "the calculation", expected: "a result", actual: reason, error: Infinity };
  return { title, matched: 0, total: 1, mismatches: [mismatch], worst: 0 };
}
