/** Positions of changes on the timeline: one tick each, evenly spaced from 0 to 1. */
import type { Change } from "@etesian/client";

/** The position of a change's tick, as a fraction of the width. */
export const tickPosition = (index: number, count: number): number => (count > 1 ? index / (count - 1) : 1);

/** The change whose tick is nearest to a position; null without changes. */
export function nearestChange(changes: readonly Change[], position: number): Change | null {
  const index = Math.round(Math.min(1, Math.max(0, position)) * (changes.length - 1));
  return changes[changes.length > 1 ? index : 0] ?? null;
}

/** The index of a version among the changes: its own change, or the previous one. */
export function indexOfVersion(changes: readonly Change[], version: number): number {
  const after = changes.findIndex((change) => change.version > version);
  return Math.max(0, (after === -1 ? changes.length : after) - 1);
}

/** The index after a key press; null for keys that the timeline does not use. */
export function indexAfterKey(key: string, isShift: boolean, index: number, count: number): number | null {
  const step = isShift ? 10 : 1;
  const tenth = Math.max(1, Math.round(count / 10));
  const clampIndex = (next: number): number => Math.min(count - 1, Math.max(0, next));
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return clampIndex(index + step);
    case "ArrowLeft":
    case "ArrowDown":
      return clampIndex(index - step);
    case "PageUp":
      return clampIndex(index + tenth);
    case "PageDown":
      return clampIndex(index - tenth);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** Administrative changes, which affect no figure, slider or name. */
const ADMINISTRATIVE: ReadonlySet<Change["type"]> = new Set<Change["type"]>([
  "model_version_noted",
  "kept_compatible",
  "compatibility_dropped",
  "source_changed",
  "template_changed",
  "metadata_replaced",
  "scenario_featured",
  "scenario_unfeatured",
]);

/** The changes that the timeline shows. */
export const visibleChanges = (changes: readonly Change[]): readonly Change[] =>
  changes.filter(({ type }) => !ADMINISTRATIVE.has(type));

/** Whether a change is of another kind than moved sliders. */
export const isNamed = ({ type }: Pick<Change, "type">): boolean => type !== "inputs_set";

export interface ChangeLabel {
  readonly change: Change;
  /** Left edge of the label, in pixels; null if it is aligned to the end of the strip. */
  readonly x: number | null;
  readonly maxWidth: number;
}

/** Minimum and maximum width of a label, in pixels. */
const MIN_LABEL_WIDTH = 110;
const MAX_LABEL_WIDTH = 320;
const LABEL_GAP = 12;

/** Labels of the named changes and of the last one. Of two overlapping labels, the later one is omitted. */
export function labelsOf(changes: readonly Change[], width: number): readonly ChangeLabel[] {
  const last = changes.at(-1);
  if (last === undefined) return [];
  const end = changes.length > 1 ? Math.max(0, width - MAX_LABEL_WIDTH) : 0;
  const starts: { change: Change; x: number }[] = [];
  for (const [index, change] of changes.slice(0, -1).entries()) {
    const x = tickPosition(index, changes.length) * width;
    const previous = starts.at(-1);
    const isFree = previous === undefined || x - previous.x >= MIN_LABEL_WIDTH + LABEL_GAP;
    if (isNamed(change) && isFree && x + MIN_LABEL_WIDTH + LABEL_GAP <= end) starts.push({ change, x });
  }
  return [
    ...starts.map(({ change, x }, index) => ({
      change,
      x,
      maxWidth: Math.min(MAX_LABEL_WIDTH, (starts[index + 1]?.x ?? end) - x - LABEL_GAP),
    })),
    { change: last, x: null, maxWidth: width - end },
  ];
}

/** Number of colours that distinguish authors. */
export const AUTHOR_COLOURS = 5;

/** The colour of each author, from 1 to 5, in order of appearance. */
export function authorColours(changes: readonly Change[]): ReadonlyMap<string, number> {
  const colours = new Map<string, number>();
  for (const { actor } of changes) if (!colours.has(actor)) colours.set(actor, (colours.size % AUTHOR_COLOURS) + 1);
  return colours;
}
