/**
 * The frame of a chart with a vertical axis: ticks on the left, and the names of its series in a column on the right
 * or, if that leaves too little room for the marks, in a legend above them. All text is measured.
 */
import { decimalsForColumn, tickLabels, type Language } from "../figures/figures.ts";
import type { ChartText } from "./chart-text.ts";
import { widest } from "./measure.ts";
import { linearScale, type Scale } from "./scale.ts";
import type { Hatch } from "./series.ts";
import type { Size } from "./use-size.ts";

/** A line of a label column or legend: a series, a target, or several series together. */
export interface Entry {
  readonly key: string;
  readonly label: string;
  readonly colour: string;
  readonly hatch: Hatch | null;
  readonly mark: "area" | "line" | "target";
  /** Null without a value. */
  readonly value: number | null;
  /** The change caused by the current drag; null while nothing is dragged. */
  readonly change: number | null;
  /** Series that share the entry. */
  readonly members?: readonly Entry[];
}

export interface LegendItem {
  readonly entry: Entry;
  readonly x: number;
  readonly y: number;
}

export interface Frame {
  readonly scale: Scale;
  readonly tickLabels: readonly string[];
  /** Edges of the marks. */
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  /** Maximum decimals of figures. */
  readonly decimals: number;
  /** The label column; null if names are in the legend. */
  readonly labels: LabelColumn | null;
  readonly legend: readonly LegendItem[];
}

export interface LabelColumn {
  /** Left edge of the names. */
  readonly name: number;
  /** Right edges of figures and of changes. */
  readonly value: number;
  readonly change: number;
  readonly hasChanges: boolean;
}

/** Defaults of an entry for an area while nothing is dragged. */
export const PLAIN_ENTRY = { mark: "area", change: null } as const;

/** Returns a length that does not shrink during a drag. */
export type Grow = (name: string, length: number) => number;

/** Minimum plot width next to a label column, without and with changes; narrower charts get a legend. */
const MIN_PLOT = { withLabels: 130, withChanges: 100 };
const LEADER = 18;
const GAPS = { tick: 6, value: 10, change: 8 };
/** Heights of the line with the unit, of the figure above the highest mark, and of the line below the marks. */
const ROOM = { unit: 14, total: 18, below: 20 };
export const LABEL_GAP = 14;
const LEGEND = { row: 16, rows: 2, swatch: 9, afterSwatch: 4, beforeValue: 5, gap: 12 };
/** Minimum height of a chart with two legend rows. */
const MIN_FOR_TWO_ROWS = 150;

export interface FrameOptions {
  readonly size: Size;
  readonly range: readonly [min: number, max: number];
  readonly entries: readonly Entry[];
  /** Whether the figure of several entries is their sum. */
  readonly isSum: boolean;
  /** Whether names are in a legend even where a label column has room. */
  readonly hasLegend?: boolean;
  /** The largest figure of the entries; the end of the range by default. */
  readonly largest?: number | undefined;
  readonly text: ChartText;
  readonly language: Language;
  readonly grow: Grow;
}

export function frameOf({
  size,
  range,
  entries,
  isSum,
  hasLegend = false,
  largest,
  text,
  language,
  grow,
}: FrameOptions): Frame {
  const { measure } = text;
  const [min, highest] = range;
  const max = grow("max", highest);
  const decimals = decimalsForColumn(largest === undefined ? Math.max(max, -min) : grow("largest", largest));
  const namedEntries = entries.filter((entry) => hasLabel(entry, isSum));
  const valueOf = ({ value }: Entry): string => figureOf(value, decimals, text);
  const names = [
    ...namedEntries.map(({ label }) => label),
    ...(namedEntries.length > 2 ? [text.andMore(namedEntries.length - 1)] : []),
  ];
  const nameWidth = grow("name", widest(names, measure));
  const valueWidth = grow("value", widest(namedEntries.map(valueOf), measure, "strong"));
  const changes = namedEntries.map(({ change, value }) =>
    change === null ? "" : text.change(change, value ?? 0, decimals),
  );
  const changeWidth = grow("change", Math.max(measure("−00.0", "mid"), widest(changes, measure, "mid")));

  // A pane can be lower than its text while the window changes: marks then have a height of one pixel.
  const bottomBelow = (top: number): number => Math.max(size.height - ROOM.below, top + 1);
  const draftTop = ROOM.unit + ROOM.total;
  const draft = linearScale([min, max], [bottomBelow(draftTop), draftTop]);
  const left = grow("tick", widest(tickLabels(draft.ticks, language), measure)) + GAPS.tick;
  const column = LEADER + nameWidth + GAPS.value + valueWidth;
  const plotWidth = size.width - left - column;
  const plotWidthWithChanges = plotWidth - GAPS.change - changeWidth;
  const hasColumn = namedEntries.length === 0 || (!hasLegend && plotWidth >= MIN_PLOT.withLabels);
  const hasChanges = hasColumn && plotWidthWithChanges >= MIN_PLOT.withChanges;
  const legend = hasColumn ? [] : legendOf(namedEntries, { size, decimals, isSum, text });
  const rows = new Set(legend.map(({ y }) => y)).size;
  const top = ROOM.unit + rows * LEGEND.row + ROOM.total;
  const bottom = bottomBelow(top);
  const scale = linearScale([min, max], [bottom, top]);
  const right =
    namedEntries.length === 0
      ? size.width - left / 2
      : !hasColumn
        ? size.width - 4
        : left + (hasChanges ? plotWidthWithChanges : plotWidth);
  const name = right + LEADER;
  const value = name + nameWidth + GAPS.value + valueWidth;
  return {
    scale,
    tickLabels: tickLabels(scale.ticks, language),
    plot: { left, right, top, bottom },
    decimals,
    labels: hasColumn ? { name, value, change: size.width, hasChanges } : null,
    legend,
  };
}

/** Whether an entry has a label: series without a value, and parts of a sum that are zero, do not. */
export const hasLabel = ({ value }: Entry, isSum: boolean): boolean => value !== null && !(isSum && value === 0);

/** The figure, or "–" without a value. */
export const figureOf = (value: number | null, decimals: number, { figure }: ChartText): string =>
  value === null ? "–" : figure(value, decimals);

/** Combines entries into one, with their sum if they have one. */
export function combineEntries(members: readonly Entry[], isSum: boolean, { andMore }: ChartText): Entry {
  const sum = (values: readonly (number | null)[]): number =>
    values.reduce<number>((all, value) => all + (value ?? 0), 0);
  return {
    key: "more",
    label: andMore(members.length),
    colour: "line-2",
    hatch: null,
    mark: "area",
    value: isSum ? sum(members.map(({ value }) => value)) : null,
    change: isSum && members.some(({ change }) => change !== null) ? sum(members.map(({ change }) => change)) : null,
    members,
  };
}

/** The largest entries in at most two rows; the others share the last one. */
export function legendOf(
  entries: readonly Entry[],
  {
    size,
    decimals,
    isSum,
    text,
  }: { readonly size: Size; readonly decimals: number } & Pick<FrameOptions, "isSum" | "text">,
): readonly LegendItem[] {
  const rows = size.height < MIN_FOR_TWO_ROWS ? 1 : LEGEND.rows;
  const sorted = entries.toSorted((a, b) => Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0));
  const placeItems = (items: readonly Entry[]): readonly LegendItem[] | null => {
    let [x, row] = [0, 0];
    const placedItems: LegendItem[] = [];
    for (const entry of items) {
      const width = legendWidth(entry, decimals, text);
      if (x > 0 && x + width > size.width) [x, row] = [0, row + 1];
      if (row >= rows) return null;
      placedItems.push({ entry, x, y: ROOM.unit + LEGEND.row * (row + 0.5) });
      x += width + LEGEND.gap;
    }
    return placedItems;
  };
  for (let count = sorted.length; count > 0; count--) {
    const remaining = sorted.slice(count);
    if (remaining.length === 1) continue;
    const items = [
      ...sorted.slice(0, count),
      ...(remaining.length > 0 ? [combineEntries(remaining, isSum, text)] : []),
    ];
    const placedItems = placeItems(items);
    if (placedItems !== null) return placedItems;
  }
  return [];
}

/** Width of an entry's swatch; shared entries have no swatch. */
export const swatchWidth = ({ members }: Entry): number =>
  members === undefined ? LEGEND.swatch + LEGEND.afterSwatch : 0;
/** Offset of an entry's figure from its left edge. */
export const legendValueOffset = (entry: Entry, { measure }: ChartText): number =>
  swatchWidth(entry) + measure(entry.label) + LEGEND.beforeValue;

function legendWidth(entry: Entry, decimals: number, text: ChartText): number {
  const value = hasFigure(entry) ? text.measure(figureOf(entry.value, decimals, text), "strong") : 0;
  return legendValueOffset(entry, text) + value;
}

/** Whether an entry has a figure; a combination of series without a sum has none. */
export const hasFigure = ({ value, members }: Entry): boolean => members === undefined || value !== null;
