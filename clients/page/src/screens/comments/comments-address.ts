/** The URL parameter that opens the comments: `all`, a slider, a chart, or a comment's ID. */
import type { Subject } from "../../calculation/team.ts";

/** The shown comments: all, those about a part of the scenario, or all with one comment in focus. */
export type ShownComments = { readonly subject: Subject | null; readonly comment: number | null };

/** Null if the comments are closed. */
export function readCommentsParameter(value: string | number | undefined): ShownComments | null {
  if (value === undefined) return null;
  if (typeof value === "number") return { subject: null, comment: value };
  const [, kind, key = ""] = /^(slider|chart)\.(.+)$/.exec(value) ?? [];
  return { subject: kind === "slider" || kind === "chart" ? { kind, key } : null, comment: null };
}

export const writeCommentsParameter = (subject: Subject | null): string =>
  subject === null ? "all" : `${subject.kind}.${subject.key}`;
