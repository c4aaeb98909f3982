import { ComparedRows } from "../ComparedRows.tsx";
import { DifferenceRows } from "../DifferenceRows.tsx";
import { LinesOverYears } from "../LinesOverYears.tsx";
import { PathLines } from "../PathCharts.tsx";
import { type AnnualKind, filling, scrolling } from "./chart-kind.ts";

export const target: AnnualKind = {
  data: "annual",
  views: { today: filling(LinesOverYears), future: filling(LinesOverYears), difference: scrolling(DifferenceRows) },
  compared: scrolling(ComparedRows),
  path: filling(PathLines),
  isTable: false,
};
