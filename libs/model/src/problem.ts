/** A problem for a model's maintainer. Errors omit a part of the model; warnings have no effect on it. */
export interface Problem {
  readonly severity: "error" | "warning";
  /** Path relative to the model directory. */
  readonly file: string;
  /** From 1; null if the problem concerns the whole file. */
  readonly line: number | null;
  /** Key of the document or name of the attribute; null if there is none. */
  readonly key: string | null;
  /** The mistake and the expected value. */
  readonly message: string;
}

/** `file:line: severity: key: message`, a format that editors and terminals can follow. */
export function describeProblem(problem: Problem): string {
  const location = problem.line === null ? problem.file : `${problem.file}:${problem.line}`;
  return `${location}: ${problem.severity}: ${problem.key === null ? "" : `${problem.key}: `}${problem.message}`;
}
