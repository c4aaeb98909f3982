import { ComparedRows } from "../ComparedRows.tsx";
import { PathColumns } from "../PathCharts.tsx";
import { StackedBars } from "../StackedBars.tsx";
import { Waterfall } from "../Waterfall.tsx";
import { type AnnualKind, fixedDrawing, scrollableDrawing } from "./chart-kind.ts";

export const waterfall: AnnualKind = {
  data: "annual",
  views: { today: fixedDrawing(StackedBars), future: fixedDrawing(Waterfall), difference: fixedDrawing(StackedBars) },
  comparison: scrollableDrawing(ComparedRows),
  path: fixedDrawing(PathColumns),
  isTable: false,
};
