/** The visible hours as a table; longer periods are shown as daily means. */
import { formatFigure } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { timeOf, useFirstWeekday } from "./calendar.ts";
import { Figures } from "./Figures.tsx";
import type { HourlySeries } from "./hours.ts";
import { DAY, visibleSpan, useHours, WEEK } from "./hours-view.ts";

export function HoursTable({
  series,
  caption,
}: {
  readonly series: readonly HourlySeries[];
  readonly caption: string;
}) {
  const { texts, language } = useTexts();
  const { from, to } = useHours(visibleSpan);
  const firstWeekday = useFirstWeekday();
  const step = to - from + 1 > 2 * WEEK ? DAY : 1;
  const firstHour = Math.floor(from / step) * step;
  const rows = Array.from({ length: Math.ceil((to + 1 - firstHour) / step) }, (_, row) => firstHour + row * step);
  const mean = (values: Float32Array, hour: number): number =>
    values.subarray(hour, hour + step).reduce((sum, value) => sum + value, 0) / step;
  return (
    <Figures
      caption={caption}
      columns={[
        {
          head: step === 1 ? texts.hours.hour : texts.hours.meanOfDay,
          kind: "name",
          cell: (hour) => <span className="onOneLine">{timeOf(hour, language, firstWeekday)}</span>,
        },
        ...series.map(({ label, values }) => ({
          head: label,
          cell: (hour: number) => formatFigure(mean(values, hour), language),
        })),
      ]}
      rows={rows}
      attributesOf={(hour) => ({ key: hour })}
    />
  );
}
