import { rowSeriesOf } from "./chart-series.ts";
import { ComparedRows } from "./ComparedRows.tsx";
import type { AnnualProps } from "./kinds/chart-kind.ts";

/** Differences between the two years, for series that are not parts of one total. */
export function DifferenceRows({ series, years, ...props }: AnnualProps) {
  const rows = rowSeriesOf(props.chart, series).map((one) => ({ ...one, values: [one.today, one.future] }));
  return <ComparedRows {...props} series={rows} view="difference" names={[years.today, years.future]} />;
}
