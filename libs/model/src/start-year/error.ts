/** A start year that cannot be calculated; the message has the area and the reasons. */
export class StartYearError extends Error {
  override readonly name = "StartYearError";
  readonly area: string;
  /** The reasons, one sentence each, without the area. */
  readonly reasons: readonly string[];

  constructor(area: string, reasons: readonly string[]) {
    super(`${area}: ${summary(reasons)}`);
    this.area = area;
    this.reasons = reasons;
  }

  /** The first reason and the number of others, without the area. */
  get summary(): string {
    return summary(this.reasons);
  }
}

function summary([first = "unknown reason", ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} (and ${others.length} more)`;
}
