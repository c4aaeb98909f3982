import type { ColumnData } from "./columns.ts";
import { Columns } from "./Columns.tsx";
import { differenceOf, LETTERS } from "./compared.ts";
import type { ComparedProps } from "./kinds/chart-kind.ts";

/**
 * A column for the start year and for each scenario, in the order of the header; the labels have this scenario's
 * figures. In an overlay, the other scenarios are outlines over this one; a difference view has columns only for the
 * others.
 */
export function ComparedColumns({ chart: { unit }, series, view, size, names, today, summary }: ComparedProps) {
  const columnsOf = (all: typeof series, from: number): readonly ColumnData[] =>
    names.slice(from).map((name, index) => ({
      key: String(index + from),
      name,
      shortName: LETTERS[index + from],
      values: all.map(({ values }) => values[index] ?? null),
    }));
  if (view === "difference")
    return (
      <Columns
        parts={series.map((one) => ({ ...one, target: null }))}
        columns={columnsOf(differenceOf(series), 1)}
        previousValues={null}
        outlinedScenarios={[]}
        {...{ size, unit, summary }}
      />
    );
  const [ownColumn, ...otherColumns] = columnsOf(series, 0);
  const startColumn: ColumnData = { key: "today", name: today, values: series.map((one) => one.today) };
  const isOverlay = view === "overlay";
  return (
    <Columns
      parts={series}
      columns={[startColumn, ownColumn!, ...(isOverlay ? [] : otherColumns)]}
      labelledColumn={1}
      previousValues={null}
      outlinedScenarios={isOverlay ? otherColumns.map(({ values }, index) => ({ scenario: index + 1, values })) : []}
      {...{ size, unit, names, summary }}
    />
  );
}
