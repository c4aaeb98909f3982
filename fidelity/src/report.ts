/** What a comparison found, and how it is printed. */

/** One value that does not agree. */
export interface Mismatch {
  /** Where, e.g. `nodes.some_node.demand`. */
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
  /** |difference| / larger magnitude; infinite for other than numbers. */
  readonly error: number;
}

/** How far one file agrees. */
export interface Comparison {
  readonly title: string;
  readonly matched: number;
  readonly total: number;
  /** Worst first. */
  readonly mismatches: readonly Mismatch[];
  /** Largest relative error among all numbers. */
  readonly worst: number;
}

/** Lines that tell how far a comparison agrees, with the worst offenders. */
export function describeComparison({ title, matched, total, mismatches, worst }: Comparison, shown = 5): string {
  const lines = [
    `${mismatches.length === 0 ? "ok " : "BAD"} ${title}: ${matched}/${total} values agree` +
      `${worst > 0 ? `, largest relative difference ${worst.toExponential(1)}` : ", all exactly"}`,
  ];
  for (const { path, expected, actual, error } of mismatches.slice(0, shown)) {
    const difference = Number.isFinite(error) ? ` (relative difference ${error.toExponential(1)})` : "";
    lines.push(`      ${path}: expected ${show(expected)}, found ${show(actual)}${difference}`);
  }
  if (mismatches.length > shown) lines.push(`      … and ${mismatches.length - shown} more`);
  return lines.join("\n");
}

function show(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "nothing");
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** Prints a line of a command's output. */
export type Print = (line: string) => void;
