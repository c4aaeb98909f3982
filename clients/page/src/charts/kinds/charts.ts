/** The drawings of each chart type. Compilation fails if a chart type is missing here. */
import type { ChartType } from "@etesian/interface";
import type { ChartKind } from "./chart-kind.ts";
import { duration } from "./duration.tsx";
import { heatmap } from "./heatmap.tsx";
import { hours } from "./hours.tsx";
import { lines } from "./lines.ts";
import { mekko } from "./mekko.ts";
import { priceSetter } from "./price-setter.tsx";
import { sankey } from "./sankey.ts";
import { stackedBars } from "./stacked-bars.ts";
import { table } from "./table.ts";
import { target } from "./target.ts";
import { waterfall } from "./waterfall.ts";

export const CHARTS = {
  stacked_bars: stackedBars,
  lines,
  waterfall,
  mekko,
  table,
  sankey,
  hours,
  duration,
  heatmap,
  price_setter: priceSetter,
  target,
} as const satisfies Record<ChartType, ChartKind>;

export const kindOf = (type: ChartType): ChartKind => CHARTS[type];

/** Whether a page of another site can show a chart of this type. */
export function canEmbed(type: ChartType): boolean {
  const kind = kindOf(type);
  return kind.data === "annual" || kind.canEmbed;
}
