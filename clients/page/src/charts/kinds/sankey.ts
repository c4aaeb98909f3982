import { ComparedRows } from "../ComparedRows.tsx";
import { DifferenceRows } from "../DifferenceRows.tsx";
import { PathTable } from "../PathCharts.tsx";
import { Sankey } from "../Sankey.tsx";
import { type AnnualKind, fixedDrawing, scrollableDrawing } from "./chart-kind.ts";

export const sankey: AnnualKind = {
  data: "annual",
  views: { today: fixedDrawing(Sankey), future: fixedDrawing(Sankey), difference: scrollableDrawing(DifferenceRows) },
  comparison: scrollableDrawing(ComparedRows),
  path: scrollableDrawing(PathTable),
  isTable: false,
};
