import type { ChartType } from "@etesian/interface";

/** A chart of the included model for each type, with a selector of marks that only this type draws. */
export const CHARTS: { readonly [type in ChartType]: { readonly key: string; readonly marks: string } } = {
  stacked_bars: { key: "trade_by_interconnector", marks: "svg.chart line.net" },
  lines: { key: "biofuel_in_blends", marks: "svg.chart path.line" },
  waterfall: { key: "emissions_to_the_future", marks: "svg.chart rect" },
  mekko: { key: "final_demand_by_sector_and_carrier", marks: "svg.chart rect" },
  table: { key: "prices_of_fuels", marks: "table.figures" },
  sankey: { key: "energy_flows", marks: "svg.chart g.bands path" },
  hours: { key: "hourly_electricity", marks: ".hours canvas" },
  duration: { key: "prices_in_order", marks: "[role=img] canvas" },
  heatmap: { key: "prices_by_hour_and_day", marks: ".heatmap canvas" },
  price_setter: { key: "merit_order", marks: ".empty, .inspector" },
  target: { key: "emissions_since_1990", marks: "svg.chart line.target" },
};
export const ALL_TYPES = Object.values(CHARTS);
/** Number of charts on a board. */
const MAX_CHARTS = 6;
/** All types, on as few boards as possible. */
export const BOARDS_WITH_ALL_TYPES = [ALL_TYPES.slice(0, MAX_CHARTS), ALL_TYPES.slice(MAX_CHARTS)];
