/** Hourly calculation after one slider change, stage by stage: for all sliders, and for two classes of sliders. */
import { type Curve, borrow, type Solution } from "@etesian/engine";
import type { Recipe } from "@etesian/sliders";
import { type Benchmark, type Limits, percentile, type Print, printDistribution } from "@etesian/workbench/report";
import {
  blankScenario,
  openWorkbench,
  referenceScenario,
  type Scenario,
  usesForecastStorage,
  withOneSliderMoved,
  withoutForecastStorage,
  type Workbench,
} from "@etesian/workbench/scenarios";
import { measuredModel } from "@etesian/workbench/server";
import { type RoundFilter, MAX_ROUNDS_EACH, measureRecalculations, WARM_UP_ROUNDS } from "@etesian/workbench/solving";

/** Number of sliders examined for an effect on the hourly calculation, then rounds per class. */
const SLIDERS = 160;
const ROUNDS = 120;
const LIMIT_TAIL = 1.4;
/** Limits on the p50 (ms) for sliders that change no merit order, and for sliders that change one. */
const LIMIT_UNTOUCHED_MS = 4;
const LIMITS_TOUCHED_MS: { readonly [scenario: string]: number } = { blank: 12, s01: 18, s05: 30 };
const LIMIT_FORECAST_MS = 40;
const REFERENCE_MS: { readonly [scenario: string]: number } = { blank: 1760, "s01 with forecast storage": 2120 };

export const hourlyBenchmark: Benchmark = {
  about: `hourly recalculation of ${measuredModel.area} after one slider change, in process`,
  run: async (print) => {
    const workbench = await openWorkbench();
    let isWithinLimits = true;
    for (const scenario of scenarios(print))
      isWithinLimits = (await measureScenario(workbench, scenario, print)) && isWithinLimits;
    return isWithinLimits;
  },
};

function scenarios(print: Print): readonly Scenario[] {
  const cases: Scenario[] = [{ name: "blank", recipe: blankScenario }];
  for (const [name, file] of [
    ["s01", "s01_electrification"],
    ["s05", "s05_flex_nuclear_interconnect"],
  ] as const) {
    const recipe = referenceScenario(file);
    if (recipe === null) {
      print(`${name}: skipped, because the reference data are missing`);
      continue;
    }
    cases.push({ name, recipe: withoutForecastStorage(recipe) });
    if (usesForecastStorage(recipe)) cases.push({ name: `${name} with forecast storage`, recipe });
  }
  return cases;
}

async function measureScenario(workbench: Workbench, { name, recipe }: Scenario, print: Print): Promise<boolean> {
  const { allSliders, changingSliders, unchangingSliders, changesOrder } = classifySliders(workbench, recipe);
  const touchedMs = usesForecastStorage(recipe) ? LIMIT_FORECAST_MS : LIMITS_TOUCHED_MS[name];
  const move = withOneSliderMoved(workbench, recipe);
  let decimals = 1;
  const measure = async (
    label: string,
    sliders: readonly number[],
    limits: Limits,
    counts?: RoundFilter,
  ): Promise<boolean> => {
    if (sliders.length === 0) return true;
    // A new position each time, because the dispatch of an earlier one would be cached.
    const first = decimals;
    decimals += Math.ceil((WARM_UP_ROUNDS + MAX_ROUNDS_EACH * ROUNDS) / sliders.length);
    const next = (n: number): Recipe => move(sliders[n % sliders.length]!, first + Math.floor(n / sliders.length));
    const { times, stages, megabytes, cleanUpMs } = await measureRecalculations(workbench, next, ROUNDS, counts);
    const options = measuredModel.isReference ? { limits, referenceMs: REFERENCE_MS[name] } : {};
    const isWithinLimits = printDistribution(print, `${name}${label} (${sliders.length} sliders)`, times, options);
    const medians = [...stages].map(([stage, durations]) => {
      const sorted = durations.toSorted((a, b) => a - b);
      return `${stage} ${percentile(sorted, 0.5).toFixed(1)}`;
    });
    print(
      `  ${medians.join(", ")} ms, then freeing memory takes ${cleanUpMs.toFixed(2)}; a solution retains ${megabytes.toFixed(0)} MB`,
    );
    return isWithinLimits;
  };
  await measure("", allSliders, {});
  const untouchedLimits = { p50: LIMIT_UNTOUCHED_MS, tail: LIMIT_TAIL };
  const isUnchangingWithinLimits = await measure(
    ", no order touched",
    unchangingSliders,
    untouchedLimits,
    (solution) => !changesOrder(solution),
  );
  const touchedLimits = { ...(touchedMs && { p50: touchedMs }), tail: LIMIT_TAIL };
  const isChangingWithinLimits = await measure(", orders touched", changingSliders, touchedLimits, changesOrder);
  return isUnchangingWithinLimits && isChangingWithinLimits;
}

/** Sliders, grouped by whether their first move (`withOneSliderMoved`) changes a merit order. */
interface Classes {
  readonly allSliders: readonly number[];
  readonly changingSliders: readonly number[];
  readonly unchangingSliders: readonly number[];
  /** Whether two solutions differ in the load of any participant of any order in any hour. */
  readonly changesOrder: (solution: Solution) => boolean;
}

/**
 * A slider that changes no order at one position may change one at another, so each round is classified after it is
 * timed.
 */
function classifySliders({ engine, dataset }: Workbench, recipe: Recipe): Classes {
  const previousSolution = engine.solve(dataset, recipe);
  const previousOrders = [marketOrders(previousSolution), heatGroupOrders(previousSolution)].map(({ runs, loads }) => ({
    runs,
    loads: loads().map((load) => load.slice()),
  }));
  const move = withOneSliderMoved({ engine, dataset }, recipe);
  const changesOrder = (solution: Solution): boolean =>
    [marketOrders(solution), heatGroupOrders(solution)].some(({ runs, loads }, index) => {
      const { runs: previousRuns, loads: previousLoads } = previousOrders[index]!;
      return runs.some((run, index) => run !== previousRuns[index]) && !areSame(previousLoads, loads());
    });
  const allSliders = Array.from({ length: SLIDERS }, (_, n) => n);
  const isChanging = allSliders.map((n) => changesOrder(engine.solve(dataset, move(n))));
  return {
    allSliders,
    changingSliders: allSliders.filter((n) => isChanging[n]),
    unchangingSliders: allSliders.filter((n) => !isChanging[n]),
    changesOrder,
  };
}

/** Orders that ran, by their input and result; equal runs have equal loads of all participants. */
interface Orders {
  readonly runs: readonly unknown[];
  readonly loads: () => readonly Curve[];
}

function marketOrders({ hours }: Solution): Orders {
  const orders = Object.values(hours!.markets).map(({ order }) => order);
  return {
    runs: orders.map(({ run }) => run),
    loads: () => orders.flatMap(({ participants }) => participants.map(({ anyLoad }) => borrow(anyLoad))),
  };
}

/** Users can also set the order of heat suppliers. */
function heatGroupOrders({ hours }: Solution): Orders {
  const { fever } = hours!;
  const devices = () =>
    fever.groups.flatMap(({ suppliers }) =>
      suppliers.flatMap(({ devices: { producer, components } }) => [producer, ...components]),
    );
  return {
    runs: [fever],
    loads: () => devices().flatMap(({ input, output }) => [borrow(input), borrow(output)]),
  };
}

const areSame = (previousLoads: readonly Float64Array[], loads: readonly Curve[]): boolean =>
  previousLoads.length === loads.length &&
  previousLoads.every((load, index) => load.every((value, hour) => value === loads[index]![hour]));
