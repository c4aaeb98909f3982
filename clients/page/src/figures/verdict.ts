/** Whether a change is good: by the direction of its number. */
import type { HeadlineNumber } from "@etesian/interface";

/** Empty for neither; a class of the style sheet. */
export type Verdict = "" | "better" | "worse";

export const verdictOf = (change: number | null, better: HeadlineNumber["better"]): Verdict =>
  change === null || change === 0 || better === null ? "" : change < 0 === (better === "lower") ? "better" : "worse";
