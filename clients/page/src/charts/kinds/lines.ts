import { ComparedRows } from "../ComparedRows.tsx";
import { DifferenceRows } from "../DifferenceRows.tsx";
import { LinesOverYears } from "../LinesOverYears.tsx";
import { PathLines } from "../PathCharts.tsx";
import { type AnnualKind, fixedDrawing, scrollableDrawing } from "./chart-kind.ts";

export const lines: AnnualKind = {
  data: "annual",
  views: {
    today: fixedDrawing(LinesOverYears),
    future: fixedDrawing(LinesOverYears),
    difference: scrollableDrawing(DifferenceRows),
  },
  comparison: scrollableDrawing(ComparedRows),
  path: fixedDrawing(PathLines),
  isTable: false,
};
