/** The calculation by the hour: after one slider change, stage by stage, and all queries. */
import { type Bench, percentile, type Print, printDistribution } from "./report.ts";
import {
  blank,
  openWorkbench,
  referenceScenario,
  type Scenario,
  usesForecastStorage,
  withOneSliderMoved,
  withoutForecastStorage,
  type Workbench,
} from "./scenarios.ts";
import { measured } from "./server.ts";
import { recalculations, timesOfAllQueries } from "./solving.ts";

const ROUNDS = 120;
const QUERY_ROUNDS = 8;
const LIMIT_P50_MS = 60;
const LIMIT_FORECAST_MS = 120;
const LIMIT_QUERIES_MS = 800;
const REFERENCE_QUERIES_MS = 19_100;
const REFERENCE_MS: { readonly [scenario: string]: number } = { blank: 1760, "s01 with forecast storage": 2120 };

export const hourlyBenchmark: Bench = {
  about: `recalculation of ${measured.area} by the hour after one slider change, and all queries, in process`,
  run: async (print) => {
    const workbench = await openWorkbench();
    let within = true;
    for (const scenario of scenarios(print)) within = measureScenario(workbench, scenario, print) && within;
    const { count, times } = timesOfAllQueries(workbench, blank, QUERY_ROUNDS);
    const limit = measured.isReference ? { limitP50: LIMIT_QUERIES_MS, referenceMs: REFERENCE_QUERIES_MS } : {};
    return printDistribution(print, `blank: ${count} gqueries, both years`, times, limit) && within;
  },
};

function scenarios(print: Print): readonly Scenario[] {
  const found: Scenario[] = [{ name: "blank", recipe: blank }];
  for (const [name, file] of [
    ["s01", "s01_electrification"],
    ["s05", "s05_flex_nuclear_interconnect"],
  ] as const) {
    const recipe = referenceScenario(file);
    if (recipe === null) {
      print(`${name}: skipped, it is part of the reference`);
      continue;
    }
    found.push({ name, recipe: withoutForecastStorage(recipe) });
    if (usesForecastStorage(recipe)) found.push({ name: `${name} with forecast storage`, recipe });
  }
  return found;
}

function measureScenario(workbench: Workbench, { name, recipe }: Scenario, print: Print): boolean {
  const { times, stages, megabytes } = recalculations(workbench, withOneSliderMoved(workbench, recipe), ROUNDS);
  const limitP50 = usesForecastStorage(recipe) ? LIMIT_FORECAST_MS : LIMIT_P50_MS;
  const referenceMs = REFERENCE_MS[name];
  const limit = measured.isReference ? { limitP50, ...(referenceMs === undefined ? {} : { referenceMs }) } : {};
  const within = printDistribution(print, name, times, limit);
  const medians = [...stages].map(([stage, spent]) => {
    const sorted = spent.toSorted((a, b) => a - b);
    return `${stage} ${percentile(sorted, 0.5).toFixed(1)}`;
  });
  print(`  ${medians.join(", ")} ms; a solution keeps ${megabytes.toFixed(0)} MB`);
  return within;
}
