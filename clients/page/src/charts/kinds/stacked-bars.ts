import { ComparedColumns } from "../load-compared.tsx";
import { PathColumns } from "../PathCharts.tsx";
import { StackedBars } from "../StackedBars.tsx";
import { type AnnualKind, fixedDrawing } from "./chart-kind.ts";

export const stackedBars: AnnualKind = {
  data: "annual",
  views: { today: fixedDrawing(StackedBars), future: fixedDrawing(StackedBars), difference: fixedDrawing(StackedBars) },
  comparison: fixedDrawing(ComparedColumns),
  path: fixedDrawing(PathColumns),
  isTable: false,
};
