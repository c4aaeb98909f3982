/** Texts of a chart and their widths, for layouts computed before their texts are drawn. */
import { useMemo } from "react";
import { decimalsFor, figure, shownDifference, written } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import type { Measure } from "./measure.ts";
import { useMeasure } from "./use-measure.ts";

export interface ChartText {
  readonly measure: Measure;
  /** A figure with at most `maxDecimals` decimals. */
  readonly figure: (value: number, maxDecimals?: number) => string;
  /** A change with its sign and the decimals of the figure it belongs to; empty below its rounding. */
  readonly change: (change: number, of: number, maxDecimals?: number) => string;
  /** The name of several series together: "and 5 more". */
  readonly andMore: (count: number) => string;
}

export function useChartText(): ChartText {
  const { texts, language } = useTexts();
  const measure = useMeasure();
  return useMemo(
    () => ({
      measure,
      figure: (value, maxDecimals) => figure(value, language, maxDecimals),
      change(change, of, maxDecimals) {
        const decimals = decimalsFor(Math.abs(of), maxDecimals);
        const text = written(shownDifference(of - change, of, decimals), language, decimals);
        return /[1-9]/.test(text) ? `${change > 0 ? "+" : ""}${text}` : "";
      },
      andMore: texts.andMore,
    }),
    [measure, texts, language],
  );
}
