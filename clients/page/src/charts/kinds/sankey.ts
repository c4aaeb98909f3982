import { ComparedRows } from "../ComparedRows.tsx";
import { DifferenceRows } from "../DifferenceRows.tsx";
import { PathTable } from "../PathCharts.tsx";
import { Sankey } from "../Sankey.tsx";
import { type AnnualKind, filling, scrolling } from "./chart-kind.ts";

export const sankey: AnnualKind = {
  data: "annual",
  views: { today: filling(Sankey), future: filling(Sankey), difference: scrolling(DifferenceRows) },
  compared: scrolling(ComparedRows),
  path: scrolling(PathTable),
  isTable: false,
};
