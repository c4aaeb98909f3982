/** Something a model's maintainer should know. Errors leave a part of the model out; warnings leave it as it stands. */
export interface Problem {
  readonly severity: "error" | "warning";
  /** Path relative to the model directory. */
  readonly file: string;
  /** One-based; null when the problem concerns the file as a whole. */
  readonly line: number | null;
  /** Key of the document or name of the attribute concerned, null when there is none. */
  readonly key: string | null;
  /** The mistake, and the expected value. */
  readonly message: string;
}

/** `file:line: severity: key: message`, the form editors and terminals can jump to. */
export function describeProblem(problem: Problem): string {
  const place = problem.line === null ? problem.file : `${problem.file}:${problem.line}`;
  return `${place}: ${problem.severity}: ${problem.key === null ? "" : `${problem.key}: `}${problem.message}`;
}
