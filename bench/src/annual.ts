/** Annual calculation: recalculation after one slider change, and all queries. */
import { Random } from "@etesian/workbench/random";
import { type Benchmark, printDistribution } from "@etesian/workbench/report";
import {
  allQueries,
  blank,
  openWorkbench,
  referenceScenario,
  withOneSliderMoved,
  withValues,
} from "@etesian/workbench/scenarios";
import { measured } from "@etesian/workbench/server";
import { recalculations, timesOfQueries } from "@etesian/workbench/solving";

const ROUNDS = 300;
const QUERY_ROUNDS = 12;
const LIMIT_P50_MS = 15;
const LIMIT_QUERIES_MS = 400;
const REFERENCE_MS = 410;
const REFERENCE_QUERIES_MS = 19_100;

const WITHOUT_HOURS = { settings_enable_merit_order: 0 };

export const annualBenchmark: Benchmark = {
  about: `annual recalculation of ${measured.area} after one slider change, and all queries, in process`,
  run: async (print) => {
    const workbench = await openWorkbench();
    const scenarios = [
      { name: "blank", recipe: blank },
      { name: "s01", recipe: referenceScenario("s01_electrification") },
    ];
    let within = true;
    for (const { name, recipe } of scenarios) {
      if (recipe === null) {
        print(`${name}: skipped, because the reference data are missing`);
        continue;
      }
      const annual = withValues(recipe, WITHOUT_HOURS);
      const { times } = await recalculations(workbench, withOneSliderMoved(workbench, annual), ROUNDS);
      const limits = measured.isReference ? { limits: { p50: LIMIT_P50_MS }, referenceMs: REFERENCE_MS } : {};
      within = printDistribution(print, `${name}: both graphs, molecules`, times, limits) && within;
    }
    const keys = allQueries(workbench);
    const times = await timesOfQueries(
      workbench,
      () => withValues(blank, WITHOUT_HOURS),
      keys,
      QUERY_ROUNDS,
      new Random(1),
    );
    const limits = measured.isReference ? { limits: { p50: LIMIT_QUERIES_MS }, referenceMs: REFERENCE_QUERIES_MS } : {};
    return printDistribution(print, `blank: ${keys.length} gqueries, both years`, times, limits) && within;
  },
};
