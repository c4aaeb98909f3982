/** Text in a chart and its width, for layouts computed before the text is drawn. */
import { useMemo } from "react";
import { decimalsFor, formatFigure, displayedDifference, formatDecimals } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import type { Measure } from "./measure.ts";
import { useMeasure } from "./use-measure.ts";

export interface ChartText {
  readonly measure: Measure;
  /** A figure with at most `maxDecimals` decimals. */
  readonly figure: (value: number, maxDecimals?: number) => string;
  /** A change with its sign and the decimals of the figure it belongs to; empty if it rounds to 0. */
  readonly change: (change: number, value: number, maxDecimals?: number) => string;
  /** The label of several combined series: "and 5 more". */
  readonly andMore: (count: number) => string;
}

export function useChartText(): ChartText {
  const { texts, language } = useTexts();
  const measure = useMeasure();
  return useMemo(
    () => ({
      measure,
      figure: (value, maxDecimals) => formatFigure(value, language, maxDecimals),
      change(change, value, maxDecimals) {
        const decimals = decimalsFor(Math.abs(value), maxDecimals);
        const text = formatDecimals(displayedDifference(value - change, value, decimals), language, decimals);
        return /[1-9]/.test(text) ? `${change > 0 ? "+" : ""}${text}` : "";
      },
      andMore: texts.andMore,
    }),
    [measure, texts, language],
  );
}
