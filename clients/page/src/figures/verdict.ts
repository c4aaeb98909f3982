/** Rates a change as better or worse, depending on the number's direction. */
import type { HeadlineNumber } from "@etesian/interface";

/** A CSS class; empty if the change is neither better nor worse. */
export type Verdict = "" | "better" | "worse";

export const verdictOf = (change: number | null, better: HeadlineNumber["better"]): Verdict =>
  change === null || change === 0 || better === null ? "" : change < 0 === (better === "lower") ? "better" : "worse";
