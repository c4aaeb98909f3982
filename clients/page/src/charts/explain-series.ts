/** Opens the explanation of a clicked series; null for read-only charts. */
import { createContext } from "react";
import type { ChartSeries } from "@etesian/interface";

export const ExplainSeriesContext = createContext<((series: ChartSeries) => void) | null>(null);
