/** Tests the figures of a country, in the included model and, where it is present, in the reference model. */
import { isExhaustiveRun } from "@etesian/testing/sample";
import { measuredModel } from "@etesian/workbench/server";
import { describeFigures } from "./figures.fixture.ts";

describeFigures([
  ["included", "nl"],
  ...(measuredModel.isReference && isExhaustiveRun ? [["reference", measuredModel.area] as const] : []),
]);
