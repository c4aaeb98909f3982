/**
 * Data of charts: the figures of one recipe, and the figures before the current drag. Charts fetch nothing and read no
 * store.
 */
import { type Chart, CHART_TYPES } from "@etesian/interface";
import { formatWithUnit, type Language } from "../figures/figures.ts";
import { differencesOf } from "./difference.ts";

/** Hatches of marks that need more than colour to be distinguished. */
export type Hatch = "import" | "export" | "curtailed" | "shortage";

export interface Series {
  readonly key: string;
  readonly label: string;
  /**
   * Name of a token without `--`: `c-wind-sea`, `s-industry`. If a token with an `-edge` suffix exists, it outlines
   * the mark.
   */
  readonly colour: string;
  readonly hatch: Hatch | null;
  /** Figure of the start year, in the unit of the chart; null if there is no value. */
  readonly today: number | null;
  readonly future: number | null;
  /** The future before the current drag; null while nothing is dragged. */
  readonly previous: number | null;
  /** Whether it is a line over the stack, such as a total or a limit, and not part of the sum. */
  readonly isLine: boolean;
  /** The target value, in the unit of the chart; null if there is none. */
  readonly target: number | null;
}

/** The kinds of figures that a chart shows. */
export type View = "future" | "today" | "difference";

/** The year of a drawing without differences. */
export const yearOf = (view: View): "today" | "future" => (view === "today" ? "today" : "future");

const HATCH_BY_CARRIER: { readonly [carrier: string]: Hatch } = {
  import: "import",
  export: "export",
  curtailed: "curtailed",
  shortage: "shortage",
};
export const hatchOf = (carrier: string): Hatch | null => HATCH_BY_CARRIER[carrier] ?? null;

/** The parts of a stack, without the lines over it. */
export const stackedOf = (series: readonly Series[]): readonly Series[] => series.filter(({ isLine }) => !isLine);

/** The sum of the values; null if there is none. */
export const sumOf = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/**
 * The figures of one year or scenario as a text alternative, with the unit: the total if the series are its parts,
 * otherwise each series with its label. Null if no series has a value.
 */
export function textAlternative(
  { type, unit }: Pick<Chart, "type" | "unit">,
  series: readonly { readonly label: string; readonly value: number | null; readonly isLine?: boolean }[],
  language: Language,
): string | null {
  const total = sumOf(series.filter(({ isLine }) => isLine !== true).map(({ value }) => value));
  if (total === null) return null;
  if (CHART_TYPES[type].isSum) return formatWithUnit(unit, total, language);
  return series.map(({ label, value }) => `${label} ${formatWithUnit(unit, value, language)}`).join(", ");
}

/** The value of each series in a view of the chart; null if there is none. A difference needs both years. */
export function valuesInView(
  series: readonly Pick<Series, "today" | "future">[],
  view: View,
): readonly (number | null)[] {
  const [today, future] = [series.map((one) => one.today), series.map((one) => one.future)];
  return view === "today" ? today : view === "future" ? future : differencesOf(today, future);
}
