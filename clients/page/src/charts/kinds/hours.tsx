import { HoursChart } from "../HoursChart.tsx";
import { comparedCurvesChart } from "../ComparedCurves.tsx";
import type { HourlyKind } from "./chart-kind.ts";

export const hours: HourlyKind = {
  data: "hourly",
  canEmbed: true,
  Draw: ({ chart, ...props }) => <HoursChart {...props} unit={chart.unit} />,
  Compared: comparedCurvesChart({ isSorted: false }),
  hasUnit: false,
  hasSpan: true,
};
