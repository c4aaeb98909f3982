import { HoursChart } from "../HoursChart.tsx";
import { ComparedHours } from "../load-compared.tsx";
import type { HourlyKind } from "./chart-kind.ts";

export const hours: HourlyKind = {
  data: "hourly",
  canEmbed: true,
  Draw: ({ chart, ...props }) => <HoursChart {...props} unit={chart.unit} />,
  Compared: ComparedHours,
  hasUnit: false,
  hasSpan: true,
};
