/**
 * The prefixes of a scenario's units, one for each family, so that a village's kilowatts and a country's gigawatts are
 * equally readable. They follow from the present year and from the start values of sliders, which users cannot change:
 * a unit never changes during a drag or when another version is visited.
 */
import {
  baseSize,
  CHART_TYPES,
  type Chart,
  familyOf,
  type HeadlineNumber,
  isHourly,
  type InterfaceView,
  largestOf,
  type Magnitudes,
  queriesOf,
  type Slider,
} from "@etesian/interface";
import type { Input } from "@etesian/client";
import { HOURS_PER_YEAR, MJ_PER_MWH } from "@etesian/numeric";
import type { Answer } from "../calculation/calculator.ts";
import { seriesOf } from "../charts/chart-series.ts";
import { roundUp } from "./figures.ts";
import { valueOf } from "./values.ts";

type View = Pick<InterfaceView, "headline" | "charts" | "board" | "sliders">;

/** Number of the board's charts that users see first; charts opened later do not change the prefixes. */
const FIRST_CHARTS = 3;

const measuredCharts = ({ board, charts }: View): readonly Chart[] =>
  board
    .slice(0, FIRST_CHARTS)
    .flatMap((key) => charts.get(key) ?? [])
    .filter(({ type, unitName }) => !isHourly(type) && familyOf(unitName) !== null);

/** The queries whose present values determine the prefixes. */
export const measuredQueries = (view: View): readonly string[] => [
  ...new Set([...view.headline.map(({ query }) => query), ...measuredCharts(view).flatMap(queriesOf)]),
];

const magnitudeOf = (unitName: string, value: number | null): Magnitudes => {
  const family = familyOf(unitName);
  return family === null || value === null ? {} : { [family]: baseSize(value, unitName) };
};

/**
 * A capacity beyond this multiple of an area's mean electric power is a limit that is never reached, as for
 * interconnectors.
 */
const UNLIMITED = 20;

/**
 * The largest figures among the sliders' start values.
 * @param measured the known figures of the present year
 */
export function magnitudesOfSliders(
  view: View,
  inputs: ReadonlyMap<string, Input>,
  measured: Magnitudes = {},
): Magnitudes {
  const limit = measured.power === undefined ? Infinity : UNLIMITED * measured.power;
  return largestOf(
    Array.from(inputs, ([key, { default: start }]) => {
      const slider = view.sliders.get(key);
      if (slider === undefined || typeof start !== "number") return {};
      const size = magnitudeOf(slider.unitName, start * slider.factor);
      return (size.power ?? 0) > limit ? {} : size;
    }),
  );
}

/** The largest headline numbers of the present year. */
export const magnitudesOfNumbers = (headline: readonly HeadlineNumber[], answer: Pick<Answer, "results">): Magnitudes =>
  largestOf(
    headline.map((number) => {
      const value = valueOf(answer, number.query, number, "today");
      return magnitudeOf(number.unitName, value === null ? null : value * number.factor);
    }),
  );

/** The largest figures of the present year: headline numbers and initial charts, with stacks as their sum. */
export function magnitudesOf(view: View, answer: Pick<Answer, "results">): Magnitudes {
  const charts = measuredCharts(view).map((chart) => {
    const values = seriesOf(chart, answer, null).map(({ today }) => Math.abs(today ?? 0));
    const isStack = CHART_TYPES[chart.type].isSum;
    return magnitudeOf(
      chart.unitName,
      isStack ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values),
    );
  });
  const largest = largestOf([magnitudesOfNumbers(view.headline, answer), ...charts]);
  // A year's electricity flows through the grid with at least its mean power.
  const power = (largest.wattHour ?? 0) / HOURS_PER_YEAR / MJ_PER_MWH;
  return largestOf([largest, power > 0 ? { power } : {}]);
}

/** A slider's useful part ends at this multiple of the area's largest figure in its family. */
const REACH = 3;

/**
 * The useful part of a slider's range in an area, in the unit of the API: from its document, which describes a country,
 * but not beyond the size of the area. Null if the entire range is useful.
 */
export function usefulRange(
  { shown, unitName, factor }: Pick<Slider, "shown" | "unitName" | "factor">,
  magnitudes: Magnitudes,
): readonly [min: number, max: number] | null {
  const family = familyOf(unitName);
  const largest = (family === null ? 0 : (magnitudes[family] ?? 0)) / (baseSize(1, unitName) || 1);
  if (family === null || family === "count" || largest === 0) return shown;
  const limit = roundUp(REACH * largest) / factor;
  return shown === null ? [Math.min(0, -limit), limit] : [Math.max(shown[0], -limit), Math.min(shown[1], limit)];
}

/** The end of a scale as a multiple of its largest figure, before rounding. */
const MARGIN = 1.2;

/**
 * The ends of a headline number's rule, in its unit: from its document, otherwise from 0 to beyond the largest marked
 * figure. They do not depend on the dragged value, so that a drag never moves them.
 */
export function scaleOf(
  { range, target, unitName }: Pick<HeadlineNumber, "range" | "target" | "unitName">,
  marked: readonly (number | null)[],
  magnitudes: Magnitudes,
): readonly [min: number, max: number] {
  if (range !== null) return range;
  const knownValues = [...marked, target].filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...knownValues), Math.max(0, ...knownValues)];
  const family = familyOf(unitName);
  const familySize = (family === null ? 0 : (magnitudes[family] ?? 0)) / (baseSize(1, unitName) || 1);
  // If no figure is marked, as for curtailment of 0, the family's largest figure determines the size.
  const end = roundUp(MARGIN * (high > 0 || low < 0 ? high : familySize));
  return [low < 0 ? -roundUp(-MARGIN * low) : 0, high > 0 || low === 0 ? end : 0];
}
