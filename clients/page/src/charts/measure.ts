/** Widths of text, for layouts computed before the text is drawn. */

/** Weights of text in charts, by the token that names them (`--w`, `--w-mid`, `--w-strong`). */
export type Weight = "plain" | "mid" | "strong";

/** Measures the width of text in a chart (`--t-11`), in pixels. */
export type Measure = (text: string, weight?: Weight) => number;

const ELLIPSIS = "…";

/** The text, or its longest prefix that fits a width with an ellipsis; at least its first character. */
export function truncateToWidth(text: string, room: number, measure: Measure, weight: Weight = "plain"): string {
  if (measure(text, weight) <= room) return text;
  let [fitting, tooLong] = [1, text.length];
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1;
    if (measure(`${text.slice(0, middle).trimEnd()}${ELLIPSIS}`, weight) <= room) fitting = middle;
    else tooLong = middle;
  }
  return `${text.slice(0, fitting).trimEnd()}${ELLIPSIS}`;
}

/** The width of the widest of several strings; 0 if there are none. */
export const widest = (texts: readonly string[], measure: Measure, weight: Weight = "plain"): number =>
  texts.reduce((most, text) => Math.max(most, measure(text, weight)), 0);
