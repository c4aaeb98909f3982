import { ComparedRows } from "../ComparedRows.tsx";
import { PathColumns } from "../PathCharts.tsx";
import { StackedBars } from "../StackedBars.tsx";
import { Waterfall } from "../Waterfall.tsx";
import { type AnnualKind, filling, scrolling } from "./chart-kind.ts";

export const waterfall: AnnualKind = {
  data: "annual",
  views: { today: filling(StackedBars), future: filling(Waterfall), difference: filling(StackedBars) },
  compared: scrolling(ComparedRows),
  path: filling(PathColumns),
  isTable: false,
};
