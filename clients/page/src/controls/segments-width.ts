/** Computes the room that segments need on a line. */
import type { Measure } from "../charts/measure.ts";

/** On wider panes and screens, segments have room, or their line wraps. */
const NARROW = 420;
/** Space around the text of a segment, around the segments, and at both ends of the line. */
const SPACE = { segment: 16, frame: 2, line: 28 };
/** Space next to a title: its button and gaps. */
const TITLE_SPACE = 32;
/** Font sizes of segments and titles, relative to the measured text. */
const SIZES = { segment: 12 / 11, title: 13 / 11 };

/**
 * Whether segments fit on one line with the adjacent text.
 * @param width width of the pane or the screen
 */
export function fitOnLine(labels: readonly string[], adjacentText: string, width: number, measure: Measure): boolean {
  if (width >= NARROW) return true;
  const segments = labels.map((label) => measure(label, "mid") * SIZES.segment + SPACE.segment);
  const adjacentWidth = adjacentText === "" ? 0 : measure(adjacentText, "strong") * SIZES.title + TITLE_SPACE;
  return SPACE.line + SPACE.frame + adjacentWidth + segments.reduce((sum, segment) => sum + segment, 0) <= width;
}
