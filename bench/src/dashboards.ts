/**
 * Measures a front end's queries after each move: the dashboard, a chart, a chart of curves, and all queries, on fresh
 * solutions.
 */
import { Random } from "@etesian/workbench/random";
import { type Benchmark, type Limits, type Print, printDistribution, type Times } from "@etesian/workbench/report";
import {
  allQueries,
  blankScenario,
  dashboardQueries,
  openWorkbench,
  referenceScenario,
  withOneSliderMoved,
  type Workbench,
} from "@etesian/workbench/scenarios";
import { measuredModel } from "@etesian/workbench/server";
import { measureQueries } from "@etesian/workbench/solving";

const ROUNDS = 60;
const ALL_QUERIES_ROUNDS = 8;
const SERIES = 12;
const REFERENCE_ALL_MS = 19_100;
const LIMIT_ALL_MS = 200;

export const dashboardsBenchmark: Benchmark = {
  about: `queries on fresh solutions of ${measuredModel.area}: the dashboard, a chart, curves, all`,
  run: async (print) => {
    const workbench = await openWorkbench();
    const random = new Random(2023);
    const scenarios = [
      { name: "blank", recipe: blankScenario, dashboardMs: 10 },
      { name: "s05", recipe: referenceScenario("s05_flex_nuclear_interconnect"), dashboardMs: 20 },
    ];
    let isWithinLimits = true;
    for (const { name, recipe, dashboardMs } of scenarios) {
      if (recipe === null) {
        print(`${name}: skipped, because the reference data are missing`);
        continue;
      }
      const recipeWithMove = withOneSliderMoved(workbench, recipe);
      const measure = async (label: string, keys: readonly string[], limits: Limits = {}): Promise<boolean> =>
        printQueries(
          print,
          `${name}: ${label}`,
          await measureQueries(workbench, recipeWithMove, keys, ROUNDS, random),
          limits,
        );
      const dashboard = dashboardQueries(workbench);
      isWithinLimits =
        (await measure(`${dashboard.length} of the dashboard`, dashboard, { p50: dashboardMs })) && isWithinLimits;
      await measure("dashboard_total_costs", ["dashboard_total_costs"]);
      await measure(`a chart of ${SERIES} series`, chartQueries(workbench));
      await measure(`a chart of ${SERIES} curves`, curveQueries(workbench));
    }
    const keys = allQueries(workbench);
    const times = await measureQueries(workbench, () => blankScenario, keys, ALL_QUERIES_ROUNDS, random);
    const limits = measuredModel.isReference ? { limits: { p50: LIMIT_ALL_MS }, referenceMs: REFERENCE_ALL_MS } : {};
    return printDistribution(print, `blank: ${keys.length} gqueries, both years`, times, limits) && isWithinLimits;
  },
};

function printQueries(print: Print, name: string, times: Times, limits: Limits): boolean {
  return printDistribution(print, name, times, measuredModel.isReference ? { limits } : {});
}

/** The queries of one chart of final demand by carrier and sector; on other models, the first queries. */
function chartQueries(workbench: Workbench): readonly string[] {
  const keys = allQueries(workbench);
  const demandQueries = keys.filter((key) => key.startsWith("myc_final_demand_of_"));
  return (demandQueries.length >= SERIES ? demandQueries : keys).slice(0, SERIES);
}

/** Queries of hourly curves, sampled evenly. */
function curveQueries({ engine }: Workbench): readonly string[] {
  const keys = engine.definition.gqueries.filter(({ unit }) => unit === "curve").map(({ key }) => key);
  const step = Math.max(1, Math.floor(keys.length / SERIES));
  return keys.filter((_, index) => index % step === 0).slice(0, SERIES);
}
