/** The numbers of a chart as a table. */
import { formatFigure } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { rowSeriesOf } from "./chart-series.ts";
import { Figures } from "./Figures.tsx";
import type { AnnualProps } from "./kinds/chart-kind.ts";
import { valuesInView } from "./series.ts";

export function FiguresTable({ chart, series, years }: Pick<AnnualProps, "chart" | "series" | "years">) {
  const { texts, language } = useTexts();
  const cell = (value: number | null): string => (value === null ? texts.noValue : formatFigure(value, language));
  const rows = rowSeriesOf(chart, series);
  const differences = valuesInView(rows, "difference");
  const hasTargets = rows.some(({ target }) => target !== null);
  return (
    <Figures
      caption={chart.title}
      columns={[
        { head: texts.name, kind: "name", cell: ({ label }) => label },
        { head: years.today, cell: ({ today }) => cell(today) },
        { head: years.future, cell: ({ future }) => cell(future) },
        { head: texts.difference, cell: (_, index) => cell(differences[index] ?? null) },
        ...(hasTargets
          ? [
              {
                head: texts.pane.target,
                cell: ({ target }: (typeof series)[number]) => (target === null ? "" : cell(target)),
              },
            ]
          : []),
      ]}
      rows={rows}
      attributesOf={({ key }) => ({ key })}
    />
  );
}
