import { ComparedRows } from "../ComparedRows.tsx";
import { DifferenceRows } from "../DifferenceRows.tsx";
import { Mekko } from "../Mekko.tsx";
import { PathColumns } from "../PathCharts.tsx";
import { type AnnualKind, fixedDrawing, scrollableDrawing } from "./chart-kind.ts";

export const mekko: AnnualKind = {
  data: "annual",
  views: { today: fixedDrawing(Mekko), future: fixedDrawing(Mekko), difference: scrollableDrawing(DifferenceRows) },
  comparison: scrollableDrawing(ComparedRows),
  path: fixedDrawing(PathColumns),
  isTable: false,
};
