/** Figures of a chart by series and year of a path. */
import { formatFigure } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { Figures } from "./Figures.tsx";
import type { PathProps } from "./kinds/chart-kind.ts";

export function PathTable({ chart, series, years }: Pick<PathProps, "chart" | "series" | "years">) {
  const { texts, language } = useTexts();
  return (
    <Figures
      caption={chart.title}
      columns={[
        { head: texts.name, kind: "name", cell: ({ label }) => label },
        ...years.map(({ name }, index) => ({
          head: name,
          cell: ({ values }: (typeof series)[number]) => {
            const value = values[index] ?? null;
            return value === null ? texts.noValue : formatFigure(value, language);
          },
        })),
      ]}
      rows={series}
      attributesOf={({ key }) => ({ key })}
    />
  );
}
