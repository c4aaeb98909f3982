/** Rows of the area ranking: each area's figure in the end year, or its change since the start year. */
import type { HeadlineNumber } from "@etesian/interface";
import type { SweepResult } from "../../calculation/calculator.ts";
import { valueOf } from "../../figures/values.ts";

/** Figures by which areas are compared. */
export const MEASURES = ["change", "value"] as const;
export type Measure = (typeof MEASURES)[number];
export const SORTS = ["highest", "lowest", "name"] as const;
export type Sort = (typeof SORTS)[number];

export interface AreaName {
  readonly key: string;
  readonly name: string;
}
export interface AreaRow extends AreaName {
  /** The measure's figure; null if there is none. */
  readonly figure: number | null;
  /** In the number's unit. */
  readonly today: number | null;
  readonly future: number | null;
  /** Why the area has no figures; null if it has figures, or is not calculated yet. */
  readonly error: string | null;
  /** Whether the area has been calculated. */
  readonly isCalculated: boolean;
  /** Moved sliders that do not apply in the area. */
  readonly omittedCount: number;
}

const PERCENT = "%";

/** The unit of a measure. A change in a percentage is in percentage points. */
export const unitOf = (measure: Measure, { unit }: Pick<HeadlineNumber, "unit">): string =>
  measure === "value" ? unit : PERCENT;

/** @param areas in the order of the sweep's areas */
export function areaRows(
  result: SweepResult,
  areas: readonly AreaName[],
  number: Pick<HeadlineNumber, "query" | "factor" | "unit" | "needs" | "base">,
  measure: Measure,
): readonly AreaRow[] {
  const { outline, figures, settings, errors } = result;
  const columnOf = (name: string): Float64Array | undefined =>
    figures[outline.outputs.findIndex((output) => output.name === name)];
  const columns = [number.query, ...(number.base === null ? [] : [number.base])].map((query) => ({
    query,
    today: columnOf(`present.${query}`),
    future: columnOf(`query.${query}`),
  }));
  const [areaIndices, omittedCounts] = settings;
  return areas.map((area, variant): AreaRow => {
    const valueIn = (column: Float64Array | undefined): number | null => {
      const value = column?.[variant] ?? NaN;
      return Number.isNaN(value) ? null : value;
    };
    const results = new Map(
      columns.map((column) => [
        column.query,
        { today: valueIn(column.today), future: valueIn(column.future), fault: null },
      ]),
    );
    const [today = null, future = null] = (["today", "future"] as const).map((year) => {
      const value = valueOf({ results }, number.query, number, year);
      return value === null ? null : value * number.factor;
    });
    return {
      ...area,
      today,
      future,
      figure: measure === "value" ? future : changeOf(today, future, number.unit),
      error: errors.get(variant) ?? null,
      isCalculated: !Number.isNaN(areaIndices?.[variant] ?? NaN),
      omittedCount: omittedCounts?.[variant] || 0,
    };
  });
}

/** As a percentage of today's figure, null if that is 0; in percentage points if the number is a percentage. */
function changeOf(today: number | null, future: number | null, unit: string): number | null {
  if (today === null || future === null) return null;
  if (unit === PERCENT) return future - today;
  return today === 0 ? null : ((future - today) / Math.abs(today)) * 100;
}

/** Sorts rows; rows without a figure are last. */
export function sortRows(rows: readonly AreaRow[], sort: Sort, language: string): readonly AreaRow[] {
  const byName = (a: AreaRow, b: AreaRow): number => a.name.localeCompare(b.name, language);
  if (sort === "name") return rows.toSorted(byName);
  const sign = sort === "highest" ? -1 : 1;
  const withFigure = rows.filter(({ figure }) => figure !== null);
  const withoutFigure = rows.filter(({ figure }) => figure === null);
  return [
    ...withFigure.toSorted((a, b) => sign * (a.figure! - b.figure!) || byName(a, b)),
    ...withoutFigure.toSorted(byName),
  ];
}
