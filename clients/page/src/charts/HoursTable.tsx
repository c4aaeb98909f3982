/** The visible hours as a table; longer periods are shown as daily means. */
import { useMemo } from "react";
import { decimalsForColumn, formatFigure } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { timeOf, useFirstWeekday } from "./calendar.ts";
import { largestOf } from "./difference.ts";
import { Figures } from "./Figures.tsx";
import { type HourlySeries, isNonZero } from "./hours.ts";
import { DAY, visibleSpan, useDarkestWeek, useHours, WEEK } from "./hours-view.ts";

export function HoursTable({
  series,
  caption,
}: {
  readonly series: readonly HourlySeries[];
  readonly caption: string;
}) {
  const { texts, language } = useTexts();
  const { from, to } = useHours(visibleSpan);
  useDarkestWeek(series);
  const firstWeekday = useFirstWeekday();
  const step = to - from + 1 > 2 * WEEK ? DAY : 1;
  const firstHour = Math.floor(from / step) * step;
  const rows = Array.from({ length: Math.ceil((to + 1 - firstHour) / step) }, (_, row) => firstHour + row * step);
  const mean = (values: Float32Array, hour: number): number =>
    values.subarray(hour, hour + step).reduce((sum, value) => sum + value, 0) / step;
  // Series that are zero in all hours are omitted.
  const { nonZeroSeries, decimals } = useMemo(() => {
    const shown = series.filter(({ values }) => isNonZero(values));
    return { nonZeroSeries: shown, decimals: decimalsForColumn(largestOf(...shown.map(({ values }) => values))) };
  }, [series]);
  return (
    <Figures
      caption={caption}
      columns={[
        {
          head: step === 1 ? texts.hours.hourColumn : texts.hours.meanOfDay,
          kind: "name",
          cell: (hour) => <span className="onOneLine">{timeOf(hour, language, firstWeekday)}</span>,
        },
        ...(nonZeroSeries.length === 0 ? series : nonZeroSeries).map(({ label, values }) => ({
          head: label,
          cell: (hour: number) => formatFigure(mean(values, hour), language, decimals),
        })),
      ]}
      rows={rows}
      attributesOf={(hour) => ({ key: hour })}
    />
  );
}
