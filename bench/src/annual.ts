/** Annual calculation: recalculation after one slider change, and all queries. */
import { Random } from "@etesian/workbench/random";
import { type Benchmark, printDistribution } from "@etesian/workbench/report";
import {
  allQueries,
  blankScenario,
  openWorkbench,
  referenceScenario,
  withOneSliderMoved,
  withValues,
} from "@etesian/workbench/scenarios";
import { measuredModel } from "@etesian/workbench/server";
import { measureRecalculations, measureQueries } from "@etesian/workbench/solving";

const ROUNDS = 300;
const QUERY_ROUNDS = 12;
const LIMIT_P50_MS = 15;
const LIMIT_QUERIES_MS = 400;
const REFERENCE_MS = 410;
const REFERENCE_QUERIES_MS = 19_100;

const WITHOUT_HOURS = { settings_enable_merit_order: 0 };

export const annualBenchmark: Benchmark = {
  about: `annual recalculation of ${measuredModel.area} after one slider change, and all queries, in process`,
  run: async (print) => {
    const workbench = await openWorkbench();
    const scenarios = [
      { name: "blank", recipe: blankScenario },
      { name: "s01", recipe: referenceScenario("s01_electrification") },
    ];
    let isWithinLimits = true;
    for (const { name, recipe } of scenarios) {
      if (recipe === null) {
        print(`${name}: skipped, because the reference data are missing`);
        continue;
      }
      const annual = withValues(recipe, WITHOUT_HOURS);
      const { times } = await measureRecalculations(workbench, withOneSliderMoved(workbench, annual), ROUNDS);
      const limits = measuredModel.isReference ? { limits: { p50: LIMIT_P50_MS }, referenceMs: REFERENCE_MS } : {};
      isWithinLimits = printDistribution(print, `${name}: both graphs, molecules`, times, limits) && isWithinLimits;
    }
    const keys = allQueries(workbench);
    const times = await measureQueries(
      workbench,
      () => withValues(blankScenario, WITHOUT_HOURS),
      keys,
      QUERY_ROUNDS,
      new Random(1),
    );
    const limits = measuredModel.isReference
      ? { limits: { p50: LIMIT_QUERIES_MS }, referenceMs: REFERENCE_QUERIES_MS }
      : {};
    return printDistribution(print, `blank: ${keys.length} gqueries, both years`, times, limits) && isWithinLimits;
  },
};
