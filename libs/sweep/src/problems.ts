/** Thrown if a sweep cannot run as specified; each problem names the field, the value and the expected value. */
export class SweepSpecError extends Error {
  override readonly name = "SweepSpecError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/** Maximum number of variants of a sweep. */
export const MAX_VARIANTS = 10_000_000;
