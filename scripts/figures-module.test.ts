/** Tests that only one module formats figures for people. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../clients/page/src");
const WRITER = "figures/figures.ts";
/** Dates have their own formats. */
const FORMATS = /\.toFixed\(|\.toPrecision\(|\.toLocaleString\(|Intl\.NumberFormat/;
/** Coordinates of drawings, and slider values rounded to a step: the screen does not show them as text. */
const NO_FIGURES = new Set([
  "charts/area-map.ts",
  "charts/small.ts",
  "controls/slider-steps.ts",
  "screens/explore/ParallelAxes.tsx",
  "screens/explore/target-of-number.tsx",
  "screens/workbench/ResponseDock.tsx",
  "screens/workbench/Timeline.tsx",
  "screens/workbench/data/curve-preview.ts",
  "screens/workbench/share-changes.ts",
]);

test("only the module of figures formats numbers", () => {
  const formatting = globSync("**/*.{ts,tsx}", { cwd: SOURCES })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.includes(".test."))
    .filter((file) => FORMATS.test(readFileSync(join(SOURCES, file), "utf8")));
  expect(formatting).toContain(WRITER);
  expect(formatting.filter((file) => file !== WRITER && !NO_FIGURES.has(file))).toEqual([]);
});
