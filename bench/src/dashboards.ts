/**
 * Measures a front end's queries after each move: the dashboard, a chart, a chart of curves, and all queries, on fresh
 * solutions.
 */
import { Random } from "@etesian/workbench/random";
import { type Benchmark, type Limits, type Print, printDistribution, type Times } from "@etesian/workbench/report";
import {
  allQueries,
  blank,
  dashboardQueries,
  openWorkbench,
  referenceScenario,
  withOneSliderMoved,
  type Workbench,
} from "@etesian/workbench/scenarios";
import { measured } from "@etesian/workbench/server";
import { timesOfQueries } from "@etesian/workbench/solving";

const ROUNDS = 60;
const ROUNDS_OF_ALL = 8;
const SERIES = 12;
const REFERENCE_ALL_MS = 19_100;
const LIMIT_ALL_MS = 200;

export const dashboardsBenchmark: Benchmark = {
  about: `queries on fresh solutions of ${measured.area}: the dashboard, a chart, curves, all`,
  run: async (print) => {
    const workbench = await openWorkbench();
    const random = new Random(2023);
    const scenarios = [
      { name: "blank", recipe: blank, dashboardMs: 10 },
      { name: "s05", recipe: referenceScenario("s05_flex_nuclear_interconnect"), dashboardMs: 20 },
    ];
    let within = true;
    for (const { name, recipe, dashboardMs } of scenarios) {
      if (recipe === null) {
        print(`${name}: skipped, because the reference data are missing`);
        continue;
      }
      const moved = withOneSliderMoved(workbench, recipe);
      const measure = async (label: string, keys: readonly string[], limits: Limits = {}): Promise<boolean> =>
        printQueries(print, `${name}: ${label}`, await timesOfQueries(workbench, moved, keys, ROUNDS, random), limits);
      const dashboard = dashboardQueries(workbench);
      within = (await measure(`${dashboard.length} of the dashboard`, dashboard, { p50: dashboardMs })) && within;
      await measure("dashboard_total_costs", ["dashboard_total_costs"]);
      await measure(`a chart of ${SERIES} series`, chart(workbench));
      await measure(`a chart of ${SERIES} curves`, curves(workbench));
    }
    const keys = allQueries(workbench);
    const times = await timesOfQueries(workbench, () => blank, keys, ROUNDS_OF_ALL, random);
    const limits = measured.isReference ? { limits: { p50: LIMIT_ALL_MS }, referenceMs: REFERENCE_ALL_MS } : {};
    return printDistribution(print, `blank: ${keys.length} gqueries, both years`, times, limits) && within;
  },
};

function printQueries(print: Print, name: string, times: Times, limits: Limits): boolean {
  return printDistribution(print, name, times, measured.isReference ? { limits } : {});
}

/** Final demand by carrier and sector, as one chart shows it; on other models, the first queries. */
function chart(workbench: Workbench): readonly string[] {
  const keys = allQueries(workbench);
  const ofDemand = keys.filter((key) => key.startsWith("myc_final_demand_of_"));
  return (ofDemand.length >= SERIES ? ofDemand : keys).slice(0, SERIES);
}

/** Hourly curves, sampled evenly from the list of all. */
function curves({ engine }: Workbench): readonly string[] {
  const keys = engine.definition.gqueries.filter(({ unit }) => unit === "curve").map(({ key }) => key);
  const step = Math.max(1, Math.floor(keys.length / SERIES));
  return keys.filter((_, index) => index % step === 0).slice(0, SERIES);
}
