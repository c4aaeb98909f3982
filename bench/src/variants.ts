/** Variants per second: one slider moved, hourly calculation, ten dashboard queries, on one thread and on all. */
import type { Recipe } from "@etesian/sliders";
import { type Benchmark, printFigure } from "@etesian/workbench/report";
import {
  blankScenario,
  dashboardQueries,
  openWorkbench,
  referenceScenario,
  withOneSliderMoved,
} from "@etesian/workbench/scenarios";
import { measuredModel } from "@etesian/workbench/server";
import { runInThread, THREADS } from "@etesian/workbench/threads";

const SECONDS = 6;
/** Number of variants that warm up V8: until it has optimised the code, a variant takes a third longer. */
const WARM_UP = 1_000;
const QUERIES = 10;
/** Limit on the blank scenario, with all threads. */
const MIN_PER_SECOND = 100;

interface Work {
  readonly recipe: Recipe;
  readonly first: number;
}

interface Throughput {
  readonly variants: number;
  readonly seconds: number;
  readonly cpuMilliseconds: number;
}

export const variantsBenchmark: Benchmark = {
  about: `variants per second: one slider, hourly calculation of ${measuredModel.area}, ${QUERIES} queries`,
  run: async (print) => {
    let isWithinLimits = true;
    const scenarios = { blank: blankScenario, s05: referenceScenario("s05_flex_nuclear_interconnect") };
    for (const [name, recipe] of Object.entries(scenarios)) {
      if (recipe === null) {
        print(`${name}: skipped, because the reference data are missing`);
        continue;
      }
      for (const threads of [1, THREADS]) {
        const runs = await Promise.all(
          Array.from({ length: threads }, (_, thread) =>
            runInThread<Throughput>(import.meta.url, calculateVariants.name, { recipe, first: thread * 10_000 }),
          ),
        );
        const perSecond = runs.reduce((sum, { variants, seconds }) => sum + variants / seconds, 0);
        const cpu = runs.reduce((sum, { cpuMilliseconds }) => sum + cpuMilliseconds, 0);
        const variants = runs.reduce((sum, run) => sum + run.variants, 0);
        const isGoal = measuredModel.isReference && name === "blank" && threads === THREADS;
        const limit = isGoal ? { atLeast: MIN_PER_SECOND } : {};
        isWithinLimits =
          printFigure(print, `${name}, ${threads} threads`, perSecond, "variants a second", limit) && isWithinLimits;
        printFigure(print, `  CPU time of a variant`, cpu / variants, "ms");
      }
    }
    return isWithinLimits;
  },
};

/** Runs in its own thread: calculates variants until the time is up. */
export async function calculateVariants({ recipe, first }: Work): Promise<Throughput> {
  const workbench = await openWorkbench();
  const { engine, dataset } = workbench;
  const keys = dashboardQueries(workbench)
    .slice(0, QUERIES - 1)
    .concat("dashboard_total_costs");
  const recipeWithMove = withOneSliderMoved(workbench, recipe);
  const calculate = (n: number): void => {
    const solution = engine.solve(dataset, recipeWithMove(first + n));
    for (const key of keys) solution.query(key);
    solution.release();
  };
  for (let n = 0; n < WARM_UP; n++) calculate(n);
  const startedAt = performance.now();
  const previousUsage = process.threadCpuUsage();
  let variants = 0;
  for (; performance.now() - startedAt < SECONDS * 1000; variants++) calculate(WARM_UP + variants);
  const { user, system } = process.threadCpuUsage(previousUsage);
  return { variants, seconds: (performance.now() - startedAt) / 1000, cpuMilliseconds: (user + system) / 1000 };
}
