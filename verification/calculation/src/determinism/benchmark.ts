/** `npm run determinism`: ten thousand random recalculations of eight areas on two threads. */
import { Random } from "@etesian/workbench/random";
import type { Benchmark } from "@etesian/workbench/report";
import {
  allQueries,
  blankScenario,
  dashboardQueries,
  openWorkbench,
  referenceScenarios,
} from "@etesian/workbench/scenarios";
import { measuredModel } from "@etesian/workbench/server";
import { THREADS } from "@etesian/workbench/threads";
import { type Case, calculateCases, visitOnThreads } from "./determinism.ts";
import { randomRecipes } from "./recipes.ts";

const AREAS = measuredModel.isReference
  ? [
      "nl2023",
      "GM0363_amsterdam",
      "DE_germany",
      "nl2019",
      "PV27_2022_noord_holland",
      "ES03_drenthe",
      "FR_france",
    ].concat("PV31_limburg")
  : [measuredModel.area];
const RECIPES_PER_AREA = 40;
const VISITS = 10_000;
const SEED = 20_230;
/** Queries per recipe, in addition to the dashboard's. */
const OTHER_QUERIES = 100;

/** @param share 1 checks all recipes and visits, 10 every tenth of them */
export const determinismBenchmark = (share: number): Benchmark => ({
  about: `${Math.ceil(VISITS / share)} random recalculations of ${AREAS.length} areas on ${THREADS} threads: bit-identical to a fresh thread`,
  isProof: true,
  run: async (print) => {
    const random = new Random(SEED);
    const cases: Case[] = [];
    for (const area of AREAS) {
      const workbench = await openWorkbench(area);
      const bases = [blankScenario, ...referenceScenarios()];
      const recipes = randomRecipes(workbench, bases, Math.ceil(RECIPES_PER_AREA / share), random);
      const dashboardKeys = dashboardQueries(workbench);
      const allKeys = allQueries(workbench);
      const startedAt = performance.now();
      const selection = { fixedKeys: dashboardKeys, pool: allKeys, randomCount: OTHER_QUERIES };
      cases.push(
        ...(await calculateCases(recipes, selection, { model: measuredModel.model, threads: THREADS, random })),
      );
      const seconds = (performance.now() - startedAt) / 1000;
      print(`${area}: ${recipes.length} recipes, each in a fresh thread (${seconds.toFixed(0)} s)`);
    }
    const { visits, refusals, problems } = await visitOnThreads(
      { cases, visits: Math.ceil(VISITS / share), seed: SEED },
      THREADS,
    );
    const values = cases.reduce((sum, { expected }) => sum + Object.keys(expected).length, 0);
    print(
      `${visits} visits of ${cases.length} recipes (${values} digests) on ${THREADS} threads, ${refusals} of them ` +
        `refused as expected: ${problems.length === 0 ? "bit-identical" : `${problems.length} DIFFER`}`,
    );
    for (const problem of problems.slice(0, 20)) print(`    ${problem}`);
    return problems.length === 0;
  },
});
