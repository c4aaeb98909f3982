import { ComparedDurations } from "../load-compared.tsx";
import { DurationChart } from "../DurationChart.tsx";
import type { HourlyKind } from "./chart-kind.ts";

export const duration: HourlyKind = {
  data: "hourly",
  canEmbed: true,
  Draw: DurationChart,
  Compared: ComparedDurations,
  hasUnit: false,
  hasSpan: false,
};
