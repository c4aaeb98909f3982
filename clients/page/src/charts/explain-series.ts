/** Opens the explanation of a series that is clicked; null for read-only charts. */
import { createContext } from "react";
import type { ChartSeries } from "@etesian/interface";

export const ExplainSeriesContext = createContext<((series: ChartSeries) => void) | null>(null);
