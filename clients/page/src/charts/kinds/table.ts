import { ComparedTable } from "../load-compared.tsx";
import { FiguresTable } from "../FiguresTable.tsx";
import { PathTable } from "../PathCharts.tsx";
import { type AnnualKind, scrollableDrawing } from "./chart-kind.ts";

export const table: AnnualKind = {
  data: "annual",
  views: {
    today: scrollableDrawing(FiguresTable),
    future: scrollableDrawing(FiguresTable),
    difference: scrollableDrawing(FiguresTable),
  },
  comparison: scrollableDrawing(ComparedTable),
  path: scrollableDrawing(PathTable),
  isTable: true,
};
