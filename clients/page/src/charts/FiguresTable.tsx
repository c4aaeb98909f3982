/** The numbers of a chart as a table. */
import { formatDifference, formatFigure } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { rowSeriesOf } from "./chart-series.ts";
import { type Column, Figures } from "./Figures.tsx";
import type { AnnualProps } from "./kinds/chart-kind.ts";
import type { Series } from "./series.ts";

/** Years without any value have no column. */
export function FiguresTable({ chart, series, years }: Pick<AnnualProps, "chart" | "series" | "years">) {
  const { texts, language } = useTexts();
  const cell = (value: number | null): string => (value === null ? texts.noValue : formatFigure(value, language));
  const rows = rowSeriesOf(chart, series);
  const hasToday = rows.some(({ today }) => today !== null);
  const hasFuture = rows.some(({ future }) => future !== null);
  const columns: readonly (readonly [isShown: boolean, column: Column<Series>])[] = [
    [true, { head: texts.name, kind: "name", cell: ({ label }) => label }],
    [hasToday || !hasFuture, { head: years.today, cell: ({ today }) => cell(today) }],
    [hasFuture || !hasToday, { head: years.future, cell: ({ future }) => cell(future) }],
    [
      hasToday && hasFuture,
      {
        head: texts.difference,
        cell: ({ today, future }) =>
          today === null || future === null ? texts.noValue : formatDifference(today, future, language),
      },
    ],
    [
      rows.some(({ target }) => target !== null),
      { head: texts.pane.target, cell: ({ target }) => (target === null ? "" : cell(target)) },
    ],
  ];
  return (
    <Figures
      caption={chart.title}
      columns={columns.flatMap(([isShown, column]) => (isShown ? [column] : []))}
      rows={rows}
      attributesOf={({ key }) => ({ key })}
    />
  );
}
