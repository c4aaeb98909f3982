/** The drawings of a chart type are chosen in one table: no other module of the page branches on a type. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CHART_TYPES } from "../libs/interface/src/documents.ts";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../clients/page/src");
const KINDS = "charts/kinds/";
/** Modules that choose charts of the model by type; they draw none. */
const SELECTIONS = new Set([
  "screens/explore/ExploreScreen.tsx",
  "screens/hours/markets.ts",
  "screens/start/example-view.ts",
]);
const BRANCH = new RegExp(String.raw`type\)? ?[!=]== "(?:${Object.keys(CHART_TYPES).join("|")})"`);

test("no module of the page outside the table of chart types branches on a chart's type", () => {
  const branchingFiles = globSync("**/*.{ts,tsx}", { cwd: SOURCES })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.startsWith(KINDS) && !file.includes(".test."))
    .filter((file) => BRANCH.test(readFileSync(join(SOURCES, file), "utf8")));
  expect(new Set(branchingFiles)).toEqual(SELECTIONS);
});
