/** The room that segments need on a line. */
import type { Measure } from "../charts/measure.ts";

/** On wider panes and screens, segments have room, or their line wraps. */
const NARROW = 420;
/** Space around the text of a segment, around the segments, and at both ends of the line. */
const SPACE = { segment: 16, frame: 2, line: 28 };
/** Space next to a title: its button and gaps. */
const BESIDE = 32;
/** Font sizes of segments and titles, in sizes of the measured text. */
const SIZES = { segment: 12 / 11, title: 13 / 11 };

/**
 * Whether segments fit on one line with a text.
 * @param width of the pane or the screen
 */
export function fitOnLine(labels: readonly string[], beside: string, width: number, measure: Measure): boolean {
  if (width >= NARROW) return true;
  const segments = labels.map((label) => measure(label, "mid") * SIZES.segment + SPACE.segment);
  const besideWidth = beside === "" ? 0 : measure(beside, "strong") * SIZES.title + BESIDE;
  return SPACE.line + SPACE.frame + besideWidth + segments.reduce((sum, segment) => sum + segment, 0) <= width;
}
