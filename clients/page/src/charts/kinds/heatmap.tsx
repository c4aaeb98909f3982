import { ComparedHours } from "../load-compared.tsx";
import { HeatMap } from "../HeatMap.tsx";
import type { HourlyKind } from "./chart-kind.ts";

export const heatmap: HourlyKind = {
  data: "hourly",
  canEmbed: true,
  Draw: ({ chart, series: [first], ...props }) =>
    first === undefined ? null : <HeatMap {...props} series={first} unit={chart.unit} />,
  Compared: ComparedHours,
  hasUnit: true,
  hasSpan: false,
};
