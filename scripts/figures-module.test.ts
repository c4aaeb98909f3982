/** Tests that only one module formats figures for people. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../clients/page/src");
const FORMATTER = "figures/figures.ts";
/** Dates have their own formats. */
const FORMATS = /\.toFixed\(|\.toPrecision\(|\.toLocaleString\(|Intl\.NumberFormat/;
/** Coordinates of drawings, and slider values rounded to a step, which are not shown as text. */
const NON_FIGURES = new Set([
  "charts/area-map.ts",
  "charts/small.ts",
  "controls/slider-steps.ts",
  "screens/explore/ParallelAxes.tsx",
  "screens/workbench/ResponseDock.tsx",
  "screens/workbench/Timeline.tsx",
  "screens/workbench/data/curve-preview.ts",
  "calculation/share-changes.ts",
]);

test("only `figures.ts` formats numbers", () => {
  const formattingFiles = globSync("**/*.{ts,tsx}", { cwd: SOURCES })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.includes(".test."))
    .filter((file) => FORMATS.test(readFileSync(join(SOURCES, file), "utf8")));
  expect(formattingFiles).toContain(FORMATTER);
  expect(formattingFiles.filter((file) => file !== FORMATTER && !NON_FIGURES.has(file))).toEqual([]);
});
