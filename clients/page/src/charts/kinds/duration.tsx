import { comparedCurvesChart } from "../ComparedCurves.tsx";
import { DurationChart } from "../DurationChart.tsx";
import type { HourlyKind } from "./chart-kind.ts";

export const duration: HourlyKind = {
  data: "hourly",
  canEmbed: true,
  Draw: DurationChart,
  Compared: comparedCurvesChart({ isSorted: true }),
  hasUnit: false,
  hasSpan: false,
};
