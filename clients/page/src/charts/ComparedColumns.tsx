import type { ColumnData } from "./columns.ts";
import { Columns } from "./Columns.tsx";
import { differenceOf, LETTERS } from "./compared.ts";
import type { ComparedProps } from "./kinds/chart-kind.ts";

/**
 * One column for the start year and each scenario, in the order of the header; names have the figures of this scenario.
 * In an overlay the others are outlines on top of it; differences have columns only for the others.
 */
export function ComparedColumns({ chart: { unit }, series, view, size, names, today, summary }: ComparedProps) {
  const columnsOf = (of: typeof series, from: number): readonly ColumnData[] =>
    names.slice(from).map((name, index) => ({
      key: String(index + from),
      name,
      short: LETTERS[index + from],
      values: of.map(({ values }) => values[index] ?? null),
    }));
  if (view === "difference")
    return (
      <Columns
        parts={series.map((one) => ({ ...one, target: null }))}
        columns={columnsOf(differenceOf(series), 1)}
        before={null}
        outlined={[]}
        {...{ size, unit, summary }}
      />
    );
  const [own, ...others] = columnsOf(series, 0);
  const start: ColumnData = { key: "today", name: today, values: series.map((one) => one.today) };
  const isOverlay = view === "overlay";
  return (
    <Columns
      parts={series}
      columns={[start, own!, ...(isOverlay ? [] : others)]}
      named={1}
      before={null}
      outlined={isOverlay ? others.map(({ values }, index) => ({ scenario: index + 1, values })) : []}
      {...{ size, unit, names, summary }}
    />
  );
}
