/** Geometry of a mekko: columns as wide as their sum, cut by the shares of their series. */
import type { Chart } from "@etesian/interface";
import type { Series } from "./series.ts";

export interface Cell {
  readonly series: Series;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly value: number;
}
export interface Column {
  readonly key: string;
  readonly label: string;
  readonly x: number;
  readonly width: number;
  readonly sum: number;
}

/** Above the cells stands the unit. */
const MARGIN = { top: 18, bottom: 34 };
const GAP = 2;

/** Amounts below zero have no place in it and are left out. */
export function mekko(
  chart: Chart,
  series: readonly Series[],
  view: "today" | "future",
  size: { readonly width: number; readonly height: number },
): { readonly cells: readonly Cell[]; readonly columns: readonly Column[] } {
  const height = size.height - MARGIN.top - MARGIN.bottom;
  const valueOf = (index: number): number => Math.max(0, series[index]![view] ?? 0);
  const inColumn = (key: string): readonly number[] =>
    chart.series.flatMap(({ column }, index) => (column === key ? [index] : []));
  const filled = chart.columns
    .map((column) => ({ ...column, members: inColumn(column.key) }))
    .map((column) => ({ ...column, sum: column.members.reduce((sum, index) => sum + valueOf(index), 0) }))
    .filter(({ sum }) => sum > 0);
  const total = filled.reduce((sum, column) => sum + column.sum, 0);
  const width = size.width - GAP * Math.max(0, filled.length - 1);
  const cells: Cell[] = [];
  const columns: Column[] = [];
  let x = 0;
  for (const { key, label, members, sum } of filled) {
    const wide = (sum / total) * width;
    let y = MARGIN.top + height;
    for (const index of members) {
      const value = valueOf(index);
      const tall = (value / sum) * height;
      y -= tall;
      if (value > 0) cells.push({ series: series[index]!, x, y, width: wide, height: tall, value });
    }
    columns.push({ key, label, x, width: wide, sum });
    x += wide + GAP;
  }
  return { cells, columns };
}
