/** Opens the explanation of a series that is clicked; null where a chart is only looked at. */
import { createContext } from "react";
import type { ChartSeries } from "@etesian/interface";

export const ExplainSeriesContext = createContext<((series: ChartSeries) => void) | null>(null);
