/** A small part of `npm run determinism`: fresh threads compared with this thread, whose caches are warm. */
import { blankRecipe, type Recipe } from "@etesian/sliders";
import { expect, test } from "vitest";
import { Random } from "@etesian/workbench/random";
import {
  allQueries,
  blankScenario,
  dashboardQueries,
  openWorkbench,
  referenceScenario,
} from "@etesian/workbench/scenarios";
import { skipUnlessExhaustiveRun, sampleSize } from "@etesian/testing/sample";
import { measuredModel, starter } from "@etesian/workbench/server";
import { calculateCases, visit, type Walk } from "./determinism.ts";
import { differences } from "./fingerprint.ts";
import { randomRecipes } from "./recipes.ts";

async function runWalk(
  { area, model }: { readonly area: string; readonly model: string },
  bases: readonly Recipe[],
  { recipes: count, visits }: { readonly recipes: number; readonly visits: number },
): Promise<Walk> {
  const random = new Random(7);
  const workbench = await openWorkbench(area, model);
  const recipes = randomRecipes(workbench, bases, count, random);
  const selection = { fixedKeys: dashboardQueries(workbench), pool: allQueries(workbench), randomCount: 60 };
  const cases = await calculateCases(recipes, selection, { model, threads: 2, random });
  const walk = await visit({ cases, visits, seed: 7 }, async () => workbench);
  // Also tests that the comparison reports a single changed digest.
  const [name] = Object.keys(cases[0]!.expected);
  expect(differences(cases[0]!.expected, { ...cases[0]!.expected, [name!]: "" })).toEqual([name]);
  return walk;
}

test("recipes of the included model are bit-identical to a fresh thread, in any order", async () => {
  const bases = [blankRecipe(starter.area, 2050)];
  const { problems, visits, refusals } = await runWalk(starter, bases, {
    recipes: sampleSize(3, 6),
    visits: sampleSize(12, 60),
  });
  expect(problems).toEqual([]);
  expect(refusals).toBeLessThan(visits / 4);
});

test.skipIf(!measuredModel.isReference)(
  "recipes of the reference model are bit-identical to a fresh thread (skipped without reference data: set ETESIAN_REFERENCE_DIR)",
  async (context) => {
    skipUnlessExhaustiveRun(context, "takes half a minute");
    const bases = [blankScenario, referenceScenario("s05_flex_nuclear_interconnect")!];
    const { problems, visits, refusals } = await runWalk(measuredModel, bases, {
      recipes: 4,
      visits: 16,
    });
    expect(problems).toEqual([]);
    expect(refusals).toBeLessThan(visits / 4);
  },
);
