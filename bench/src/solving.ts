/** Measures recalculations in this process. */
import { listenToStages, type Solution, type Stage } from "@etesian/engine";
import type { Recipe } from "@etesian/sliders";
import type { Workbench } from "./scenarios.ts";

/** A thread has become as fast as it gets after about as many. */
const WARM_UP_ROUNDS = 25;

export interface Recalculations {
  /** From recipe to solution (ms). */
  readonly times: readonly number[];
  /** The same by stage, in the order in which they first end (ms per recalculation). */
  readonly stages: ReadonlyMap<Stage, readonly number[]>;
  /** Memory that a solution says it keeps (MB). */
  readonly megabytes: number;
}

/** Solves recipe after recipe on a warm thread; each solution lives until the next is there. */
export function recalculations(
  { engine, dataset }: Workbench,
  recipe: (n: number) => Recipe,
  rounds: number,
): Recalculations {
  const times: number[] = [];
  const stages = new Map<Stage, number[]>();
  let spent = new Map<Stage, number>();
  let last = 0;
  let solution: Solution | null = null;
  listenToStages((stage) => {
    const now = performance.now();
    spent.set(stage, (spent.get(stage) ?? 0) + now - last);
    last = now;
  });
  try {
    for (let n = -WARM_UP_ROUNDS; n < rounds; n++) {
      const next = recipe(n + WARM_UP_ROUNDS);
      spent = new Map();
      const started = (last = performance.now());
      solution = engine.solve(dataset, next);
      const time = performance.now() - started;
      if (n < 0) continue;
      times.push(time);
      for (const [stage, milliseconds] of spent) {
        const list = stages.get(stage);
        if (list === undefined) stages.set(stage, [milliseconds]);
        else list.push(milliseconds);
      }
    }
  } finally {
    listenToStages(null);
  }
  return { times, stages, megabytes: (solution?.byteLength ?? 0) / 1e6 };
}

/** Times (ms) of all gqueries of fresh solutions in both years; some rounds are for practice. */
export function timesOfAllQueries(
  workbench: Workbench,
  recipe: Recipe,
  rounds: number,
): { readonly count: number; readonly times: readonly number[] } {
  const { engine, dataset } = workbench;
  const keys = engine.definition.gqueries.map(({ key }) => key);
  const times: number[] = [];
  for (let n = -3; n < rounds; n++) {
    const solution = engine.solve(dataset, recipe);
    const started = performance.now();
    for (const key of keys) solution.query(key);
    if (n >= 0) times.push(performance.now() - started);
  }
  return { count: keys.length, times };
}
