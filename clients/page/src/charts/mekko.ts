/**
 * Geometry of a mekko: columns as wide as their sums, divided by the shares of their series. In pixels; y increases
 * downwards.
 */
import type { Chart } from "@etesian/interface";
import { decimalsForColumn } from "../figures/figures.ts";
import { type Entry, type LegendItem, legendOf, PLAIN_ENTRY } from "./frame.ts";
import { type Label, pushApart } from "./labels.ts";
import type { ChartText } from "./chart-text.ts";
import type { Series } from "./series.ts";
import type { Size } from "./use-size.ts";

export interface Cell {
  readonly series: Series;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly value: number;
  /** Whether its name fits in it. */
  readonly isNamed: boolean;
}

/** A column, or several that share a label. */
export interface MekkoColumn {
  readonly key: string;
  readonly label: string;
  readonly sum: number;
}

export interface Mekko {
  readonly cells: readonly Cell[];
  readonly labels: readonly Label<MekkoColumn>[];
  /** Series whose name fits in none of their cells. */
  readonly legend: readonly LegendItem[];
  readonly decimals: number;
  /** Bottom of the cells. */
  readonly bottom: number;
}

const TOP = 18;
const LEGEND_ROW = 16;
const BOTTOM = 38;
const GAP = 2;
const LABEL_GAP = 8;
export const INSET = 5;
const MIN_HEIGHT = 16;

interface FilledColumn extends MekkoColumn {
  readonly members: readonly { readonly series: Series; readonly value: number }[];
}

/** Lays out a mekko, without negative amounts. */
export function mekkoOf(
  chart: Chart,
  series: readonly Series[],
  year: "today" | "future",
  size: Size,
  text: ChartText,
): Mekko {
  const columns = chart.columns
    .map(({ key, label }): FilledColumn => {
      const members = series.flatMap((one, index) =>
        chart.series[index]!.column === key ? [{ series: one, value: Math.max(0, one[year] ?? 0) }] : [],
      );
      return { key, label, members, sum: members.reduce((sum, { value }) => sum + value, 0) };
    })
    .filter(({ sum }) => sum > 0);
  const total = columns.reduce((sum, column) => sum + column.sum, 0);
  const decimals = decimalsForColumn(total);
  const layOutCells = (top: number): readonly Cell[] => cellsOf(columns, total, top, size, text);

  const withoutLegend = layOutCells(TOP);
  const names = new Set(withoutLegend.filter(({ isNamed }) => isNamed).map((cell) => cell.series.label));
  const entries = new Map<string, Entry>();
  for (const { series: one, value } of withoutLegend) {
    if (names.has(one.label)) continue;
    const { key, label, colour, hatch } = one;
    const previousValue = entries.get(label)?.value ?? 0;
    entries.set(label, { ...PLAIN_ENTRY, key, label, colour, hatch, value: previousValue + value });
  }
  const legend = legendOf([...entries.values()], { size, decimals, isSum: true, text });
  const rows = new Set(legend.map(({ y }) => y)).size;
  const cells = rows === 0 ? withoutLegend : layOutCells(TOP + rows * LEGEND_ROW + 4);
  return { cells, legend, decimals, labels: columnLabels(columns, cells, size, text), bottom: size.height - BOTTOM };
}

function cellsOf(
  columns: readonly FilledColumn[],
  total: number,
  top: number,
  size: Size,
  { measure }: ChartText,
): readonly Cell[] {
  const height = Math.max(0, size.height - top - BOTTOM);
  const width = size.width - GAP * Math.max(0, columns.length - 1);
  let x = 0;
  return columns.flatMap(({ members, sum }) => {
    const columnWidth = (sum / total) * width;
    const left = x;
    x += columnWidth + GAP;
    let y = top + height;
    return members
      .filter(({ value }) => value > 0)
      .map(({ series, value }): Cell => {
        const cellHeight = (value / sum) * height;
        y -= cellHeight;
        const isNamed = cellHeight >= MIN_HEIGHT && measure(series.label) + 2 * INSET <= columnWidth;
        return { series, value, x: left, y, width: columnWidth, height: cellHeight, isNamed };
      });
  });
}

/** Labels below the columns; the smallest columns share the last label if there is no room for all. */
function columnLabels(
  columns: readonly FilledColumn[],
  cells: readonly Cell[],
  { width }: Size,
  text: ChartText,
): readonly Label<MekkoColumn>[] {
  const middles = new Map(
    columns.map(({ key, members }) => {
      const cell = cells.find(({ series }) => members.some((member) => member.series === series));
      return [key, cell === undefined ? 0 : cell.x + cell.width / 2];
    }),
  );
  const bySize = columns.toSorted((a, b) => b.sum - a.sum);
  for (let count = columns.length; count > 0; count--) {
    const groupedColumns = bySize.slice(count);
    if (groupedColumns.length === 1) continue;
    const labelledColumns = new Set(bySize.slice(0, count));
    const marks = columns
      .filter((column) => labelledColumns.has(column))
      .map((item) => markOf(item, middles.get(item.key)!, text));
    if (groupedColumns.length > 0) {
      const sum = groupedColumns.reduce((all, other) => all + other.sum, 0);
      marks.push(markOf({ key: "more", label: text.andMore(groupedColumns.length), sum }, width, text));
    }
    const usedWidth = marks.reduce((all, { extent }) => all + extent, LABEL_GAP * (marks.length - 1));
    if (usedWidth <= width || count === 1) return pushApart(marks, LABEL_GAP, 0, width);
  }
  return [];
}

const markOf = (item: MekkoColumn, anchor: number, { measure, figure }: ChartText) => ({
  item,
  anchor,
  extent: Math.max(measure(item.label), measure(figure(item.sum), "strong")),
});
