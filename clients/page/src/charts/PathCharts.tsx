/** Charts over the years of a path: columns of parts, lines, or a table. */
import { figure } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { Columns } from "./Columns.tsx";
import { Figures } from "./Figures.tsx";
import type { PathProps } from "./kinds/chart-kind.ts";
import { Lines } from "./Lines.tsx";
import { yearsOnAxis } from "./lines.ts";

/** Series as parts of one total, a column for each year. */
export const PathColumns = ({ chart: { unit }, series, years, size, summary }: PathProps) => (
  <Columns
    parts={series}
    columns={years.map(({ name }, index) => ({
      key: name,
      name,
      values: series.map(({ values }) => values[index] ?? null),
    }))}
    before={null}
    outlined={[]}
    {...{ size, unit, summary }}
  />
);

/** Series without a sum, a line each. */
export const PathLines = ({ chart: { unit }, series, years, size, summary }: PathProps) => (
  <Lines
    series={series.map((one) => ({ ...one, before: null }))}
    years={yearsOnAxis(years)}
    {...{ unit, size, summary }}
  />
);

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
            return value === null ? texts.noValue : figure(value, language);
          },
        })),
      ]}
      rows={series}
      markOf={({ key }) => ({ key })}
    />
  );
}
