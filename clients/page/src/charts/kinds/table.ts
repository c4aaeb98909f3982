import { ComparedTable } from "../ComparedTable.tsx";
import { FiguresTable } from "../FiguresTable.tsx";
import { PathTable } from "../PathCharts.tsx";
import { type AnnualKind, scrolling } from "./chart-kind.ts";

export const table: AnnualKind = {
  data: "annual",
  views: { today: scrolling(FiguresTable), future: scrolling(FiguresTable), difference: scrolling(FiguresTable) },
  compared: scrolling(ComparedTable),
  path: scrolling(PathTable),
  isTable: true,
};
