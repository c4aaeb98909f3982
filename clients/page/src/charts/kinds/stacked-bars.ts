import { ComparedColumns } from "../ComparedColumns.tsx";
import { StackedBars } from "../StackedBars.tsx";
import { type AnnualKind, filling } from "./chart-kind.ts";

export const stackedBars: AnnualKind = {
  data: "annual",
  views: { today: filling(StackedBars), future: filling(StackedBars), difference: filling(StackedBars) },
  compared: filling(ComparedColumns),
  isTable: false,
};
