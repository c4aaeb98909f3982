/** The figures of a chart in several scenarios as a table. */
import { formatFigure } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { differenceOf } from "./compared.ts";
import { Figures } from "./Figures.tsx";
import type { ComparedProps } from "./kinds/chart-kind.ts";

export function ComparedTable({ chart, series, view, names, today }: Omit<ComparedProps, "size" | "summary">) {
  const { texts, language } = useTexts();
  const cell = (value: number | null): string => (value === null ? texts.noValue : formatFigure(value, language));
  const isDifference = view === "difference";
  const rows = isDifference ? differenceOf(series) : series;
  return (
    <Figures
      caption={chart.title}
      columns={[
        { head: texts.name, kind: "name", cell: ({ label }) => label },
        ...(isDifference ? [] : [{ head: today, cell: (one: (typeof rows)[number]) => cell(one.today) }]),
        ...(isDifference ? names.slice(1) : names).map((name, index) => ({
          head: name,
          cell: ({ values }: (typeof rows)[number]) => cell(values[index] ?? null),
        })),
      ]}
      rows={rows}
      attributesOf={({ key }) => ({ key })}
    />
  );
}
