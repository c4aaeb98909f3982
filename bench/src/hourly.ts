/** Hourly calculation after one slider change, stage by stage: for all sliders, and for two classes of sliders. */
import { type Curve, borrow, type Solution } from "@etesian/engine";
import type { Recipe } from "@etesian/sliders";
import { type Benchmark, type Limits, percentile, type Print, printDistribution } from "@etesian/workbench/report";
import {
  blank,
  openWorkbench,
  referenceScenario,
  type Scenario,
  usesForecastStorage,
  withOneSliderMoved,
  withoutForecastStorage,
  type Workbench,
} from "@etesian/workbench/scenarios";
import { measured } from "@etesian/workbench/server";
import { type Counts, MAX_ROUNDS_EACH, recalculations, WARM_UP_ROUNDS } from "@etesian/workbench/solving";

/** Sliders examined to find sliders that change the hourly calculation, then rounds of each class. */
const SLIDERS = 160;
const ROUNDS = 120;
const LIMIT_TAIL = 1.4;
/** Limits of the p50 (ms) for sliders that change no merit order, and for sliders that change one. */
const LIMIT_UNTOUCHED_MS = 4;
const LIMITS_TOUCHED_MS: { readonly [scenario: string]: number } = { blank: 12, s01: 18, s05: 30 };
const LIMIT_FORECAST_MS = 40;
const REFERENCE_MS: { readonly [scenario: string]: number } = { blank: 1760, "s01 with forecast storage": 2120 };

export const hourlyBenchmark: Benchmark = {
  about: `hourly recalculation of ${measured.area} after one slider change, in process`,
  run: async (print) => {
    const workbench = await openWorkbench();
    let within = true;
    for (const scenario of scenarios(print)) within = (await measureScenario(workbench, scenario, print)) && within;
    return within;
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
      print(`${name}: skipped, because the reference data are missing`);
      continue;
    }
    found.push({ name, recipe: withoutForecastStorage(recipe) });
    if (usesForecastStorage(recipe)) found.push({ name: `${name} with forecast storage`, recipe });
  }
  return found;
}

async function measureScenario(workbench: Workbench, { name, recipe }: Scenario, print: Print): Promise<boolean> {
  const { all, touching, untouching, touches } = classes(workbench, recipe);
  const touchedMs = usesForecastStorage(recipe) ? LIMIT_FORECAST_MS : LIMITS_TOUCHED_MS[name];
  const move = withOneSliderMoved(workbench, recipe);
  let places = 1;
  const measure = async (
    label: string,
    sliders: readonly number[],
    limits: Limits,
    counts?: Counts,
  ): Promise<boolean> => {
    if (sliders.length === 0) return true;
    // A new position each time, because the dispatch of an earlier one would be cached.
    const first = places;
    places += Math.ceil((WARM_UP_ROUNDS + MAX_ROUNDS_EACH * ROUNDS) / sliders.length);
    const next = (n: number): Recipe => move(sliders[n % sliders.length]!, first + Math.floor(n / sliders.length));
    const { times, stages, megabytes, afterwards } = await recalculations(workbench, next, ROUNDS, counts);
    const options = measured.isReference ? { limits, referenceMs: REFERENCE_MS[name] } : {};
    const within = printDistribution(print, `${name}${label} (${sliders.length} sliders)`, times, options);
    const medians = [...stages].map(([stage, spent]) => {
      const sorted = spent.toSorted((a, b) => a - b);
      return `${stage} ${percentile(sorted, 0.5).toFixed(1)}`;
    });
    print(
      `  ${medians.join(", ")} ms, then freeing memory takes ${afterwards.toFixed(2)}; a solution keeps ${megabytes.toFixed(0)} MB`,
    );
    return within;
  };
  await measure("", all, {});
  const limitsUntouched = { p50: LIMIT_UNTOUCHED_MS, tail: LIMIT_TAIL };
  const untouched = await measure(", no order touched", untouching, limitsUntouched, (solution) => !touches(solution));
  const limitsTouched = { ...(touchedMs && { p50: touchedMs }), tail: LIMIT_TAIL };
  const touched = await measure(", orders touched", touching, limitsTouched, touches);
  return untouched && touched;
}

interface Classes {
  /** Groups sliders by whether the first move (`withOneSliderMoved`) changes a merit order. */
  readonly all: readonly number[];
  readonly touching: readonly number[];
  readonly untouching: readonly number[];
  /** Whether two solutions differ in the load of any participant of any order in any hour. */
  readonly touches: (solution: Solution) => boolean;
}

/**
 * A slider that changes no order at one position may change one at another, so each round is classified after it is
 * timed.
 */
function classes({ engine, dataset }: Workbench, recipe: Recipe): Classes {
  const before = engine.solve(dataset, recipe);
  const known = [inMarkets(before), inHeatGroups(before)].map(({ runs, loads }) => ({
    runs,
    loads: loads().map((load) => load.slice()),
  }));
  const move = withOneSliderMoved({ engine, dataset }, recipe);
  const touches = (solution: Solution): boolean =>
    [inMarkets(solution), inHeatGroups(solution)].some(({ runs, loads }, index) => {
      const { runs: runsBefore, loads: loadsBefore } = known[index]!;
      return runs.some((run, place) => run !== runsBefore[place]) && !areSame(loadsBefore, loads());
    });
  const all = Array.from({ length: SLIDERS }, (_, n) => n);
  const isTouching = all.map((n) => touches(engine.solve(dataset, move(n))));
  return { all, touching: all.filter((n) => isTouching[n]), untouching: all.filter((n) => !isTouching[n]), touches };
}

/** Orders that ran, by their input and result; equal runs have equal loads of all participants. */
interface Orders {
  readonly runs: readonly unknown[];
  readonly loads: () => readonly Curve[];
}

function inMarkets({ hours }: Solution): Orders {
  const orders = Object.values(hours!.markets).map(({ order }) => order);
  return {
    runs: orders.map(({ run }) => run),
    loads: () => orders.flatMap(({ participants }) => participants.map(({ anyLoad }) => borrow(anyLoad))),
  };
}

/** Users set the order of heat suppliers as well. */
function inHeatGroups({ hours }: Solution): Orders {
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

const areSame = (some: readonly Float64Array[], others: readonly Curve[]): boolean =>
  some.length === others.length &&
  some.every((load, place) => load.every((value, hour) => value === others[place]![hour]));
