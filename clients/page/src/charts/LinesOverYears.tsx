import type { AnnualProps } from "./kinds/chart-kind.ts";
import { Lines } from "./Lines.tsx";
import { yearsOnAxis } from "./lines.ts";

/** Series without a sum, from the start year to the end year. */
export const LinesOverYears = ({ chart: { unit }, series, size, years, summary }: AnnualProps) => (
  <Lines
    series={series.map((one) => ({ ...one, values: [one.today, one.future] }))}
    years={yearsOnAxis([years.today, years.future].map((name) => ({ name, year: Number(name) })))}
    {...{ unit, size, summary }}
  />
);
