/** Charts over the years of a path: columns of parts, lines, or a table. */
import { lazyComponent } from "../controls/lazily.tsx";
import { Columns } from "./Columns.tsx";
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
    previousValues={null}
    outlinedScenarios={[]}
    {...{ size, unit, summary }}
  />
);

/** Series without a sum, one line each. */
export const PathLines = ({ chart: { unit }, series, years, size, summary }: PathProps) => (
  <Lines
    series={series.map((one) => ({ ...one, previous: null }))}
    years={yearsOnAxis(years)}
    {...{ unit, size, summary }}
  />
);

/** Figures by series and year. */
export const PathTable = lazyComponent(async () => (await import("./PathTable.tsx")).PathTable);
