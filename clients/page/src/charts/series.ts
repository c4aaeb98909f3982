/** Data of charts: numbers of one recipe, and the state before. Charts fetch nothing and read no store. */
import { type Chart, CHART_TYPES } from "@etesian/interface";
import { figureIn, type Language } from "../figures/figures.ts";

/** Marks that colour alone must not distinguish are hatched. */
export type Hatch = "import" | "export" | "curtailed" | "shortage";

export interface Series {
  readonly key: string;
  readonly label: string;
  /** Name of a token without `--`: `c-wind-sea`, `s-industry`. A token with `-edge` outlines the mark where there is one. */
  readonly colour: string;
  readonly hatch: Hatch | null;
  /** In the unit of the chart; null: there is no value. */
  readonly today: number | null;
  readonly future: number | null;
  /** The future before the change that is being made; null: nothing is. */
  readonly before: number | null;
  /** A line over a stack: a total, a limit or a target, which is no part of the sum. */
  readonly isLine: boolean;
  /** The value to reach, in the unit of the chart; null: none. */
  readonly target: number | null;
}

/** Which of a chart's numbers are shown. */
export type View = "future" | "today" | "difference";

/** The year that a drawing without differences shows. */
export const yearOf = (view: View): "today" | "future" => (view === "today" ? "today" : "future");

const HATCHED: { readonly [carrier: string]: Hatch } = {
  import: "import",
  export: "export",
  curtailed: "curtailed",
  shortage: "shortage",
};
export const hatchOf = (carrier: string): Hatch | null => HATCHED[carrier] ?? null;

/** The parts of a stack, without the lines over it. */
export const stackedOf = (series: readonly Series[]): readonly Series[] => series.filter(({ isLine }) => !isLine);

/** The sum of what has a value; null: nothing has. */
export const sumOf = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/**
 * The figures of one year or scenario as screen readers say them, with the unit: the total of a chart whose series are its parts,
 * else each series with its label. Null: no series has a value.
 */
export function spoken(
  { type, unit }: Pick<Chart, "type" | "unit">,
  series: readonly { readonly label: string; readonly value: number | null; readonly isLine?: boolean }[],
  language: Language,
): string | null {
  const total = sumOf(series.filter(({ isLine }) => isLine !== true).map(({ value }) => value));
  if (total === null) return null;
  if (CHART_TYPES[type].isSum) return figureIn(unit, total, language);
  return series.map(({ label, value }) => `${label} ${figureIn(unit, value, language)}`).join(", ");
}

/** The value of a series in a view of its chart; null: there is none. A difference needs both years. */
export const shownOf = ({ today, future }: Pick<Series, "today" | "future">, view: View): number | null =>
  view === "today" ? today : view === "future" ? future : today === null || future === null ? null : future - today;
