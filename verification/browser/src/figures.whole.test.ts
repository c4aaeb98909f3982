/** Figures of a country, of the included model and, where it is present, of the reference model. */
import { isWholeRun } from "@etesian/testing/sample";
import { measuredModel } from "@etesian/workbench/server";
import { describeFigures } from "./figures.fixture.ts";

describeFigures([
  ["included", "nl"],
  ...(measuredModel.isReference && isWholeRun ? [["reference", measuredModel.area] as const] : []),
]);
