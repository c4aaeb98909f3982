import { useTexts } from "../texts/language.tsx";
import type { ColumnData } from "./columns.ts";
import { Columns } from "./Columns.tsx";
import type { AnnualProps } from "./kinds/chart-kind.ts";
import { valuesInView } from "./series.ts";

/** Series as parts of one total, a column for each year. */
export function StackedBars({ chart: { unit }, series, view, size, years, summary }: AnnualProps) {
  const { texts } = useTexts();
  const columnOf = (key: typeof view, name: string): ColumnData => ({
    key,
    name,
    values: valuesInView(series, key),
  });
  // A year without values gets no column, rather than one of height 0.
  const hasToday = series.some(({ today }) => today !== null);
  const columns =
    view === "difference"
      ? [columnOf("difference", texts.difference)]
      : view === "today"
        ? [columnOf("today", years.today)]
        : [...(hasToday ? [columnOf("today", years.today)] : []), columnOf("future", years.future)];
  const isChanging = view === "future" && series.some(({ previous }) => previous !== null);
  const previousValues = isChanging ? series.map((one) => one.previous) : null;
  return <Columns parts={series} outlinedScenarios={[]} {...{ columns, previousValues, size, unit, summary }} />;
}
