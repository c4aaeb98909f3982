/** Figures of a country, of the included model and, where it is present, of the reference model. */
import { runsWhole } from "@etesian/testing/sample";
import { measured } from "@etesian/workbench/server";
import { describeFigures } from "./figures.fixture.ts";

describeFigures([
  ["included", "nl"],
  ...(measured.isReference && runsWhole ? [["reference", measured.area] as const] : []),
]);
