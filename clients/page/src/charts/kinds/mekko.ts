import { ComparedRows } from "../ComparedRows.tsx";
import { DifferenceRows } from "../DifferenceRows.tsx";
import { Mekko } from "../Mekko.tsx";
import { PathColumns } from "../PathCharts.tsx";
import { type AnnualKind, filling, scrolling } from "./chart-kind.ts";

export const mekko: AnnualKind = {
  data: "annual",
  views: { today: filling(Mekko), future: filling(Mekko), difference: scrolling(DifferenceRows) },
  compared: scrolling(ComparedRows),
  path: filling(PathColumns),
  isTable: false,
};
