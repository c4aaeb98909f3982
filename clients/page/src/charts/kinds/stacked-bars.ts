import { ComparedColumns } from "../ComparedColumns.tsx";
import { PathColumns } from "../PathCharts.tsx";
import { StackedBars } from "../StackedBars.tsx";
import { type AnnualKind, filling } from "./chart-kind.ts";

export const stackedBars: AnnualKind = {
  data: "annual",
  views: { today: filling(StackedBars), future: filling(StackedBars), difference: filling(StackedBars) },
  compared: filling(ComparedColumns),
  path: filling(PathColumns),
  isTable: false,
};
