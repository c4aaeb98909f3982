/** A start year that cannot be computed; the message says which area and why. */
export class StartYearError extends Error {
  override readonly name = "StartYearError";
  readonly area: string;
  /** One sentence each, without the area. */
  readonly reasons: readonly string[];

  constructor(area: string, reasons: readonly string[]) {
    const [first = "unknown reason", ...others] = reasons;
    super(`${area}: ${first}${others.length === 0 ? "" : ` (and ${others.length} more)`}`);
    this.area = area;
    this.reasons = reasons;
  }
}
