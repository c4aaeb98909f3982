/** Measures work in this thread: recalculations, and queries on fresh solutions. */
import { setImmediate } from "node:timers/promises";
import type { Solution, Stage } from "@etesian/engine";
import type { Recipe } from "@etesian/sliders";
import type { Random } from "./random.ts";
import { mean, type Times } from "./report.ts";
import type { Workbench } from "./scenarios.ts";

/** Ends a task, as a server's thread does after each calculation: frees or reuses memory that only that task used. */
export const endTask = (): Promise<void> => setImmediate();

/** Number of rounds after which a thread runs at nearly full speed. */
export const WARM_UP_ROUNDS = 25;

/** Measured rounds of some work. */
export class Rounds implements Times {
  readonly wall: number[] = [];
  readonly cpu: number[] = [];

  get count(): number {
    return this.wall.length;
  }

  add({ wall, cpu }: Rounds): void {
    this.wall.push(...wall);
    this.cpu.push(...cpu);
  }

  /** Does the work and records its time; returns its result. */
  measure<T>(work: () => T): T {
    const startUsage = process.threadCpuUsage();
    const startedAt = performance.now();
    const result = work();
    this.wall.push(performance.now() - startedAt);
    const { user, system } = process.threadCpuUsage(startUsage);
    this.cpu.push((user + system) / 1000);
    return result;
  }
}

export interface Recalculations {
  /** Times from recipe to solution. */
  readonly times: Times;
  /** Wall time by stage, in the order in which the stages first end (ms per recalculation). */
  readonly stages: ReadonlyMap<Stage, readonly number[]>;
  /** Memory that a solution reports (MB). */
  readonly megabytes: number;
  /** Mean CPU time (ms) of freeing memory after a recalculation, when a server has already responded. */
  readonly cleanUpMs: number;
}

/** Whether to count a measured solution. */
export type RoundFilter = (solution: Solution) => boolean;

/** Maximum number of rounds per requested round; the result has fewer than requested if too few are counted. */
export const MAX_ROUNDS_EACH = 3;

/** Solves recipe after recipe on a warm thread; each solution is kept until the next one exists. */
export async function measureRecalculations(
  { engine, dataset }: Workbench,
  recipe: (n: number) => Recipe,
  rounds: number,
  isCounted: RoundFilter = () => true,
): Promise<Recalculations> {
  const times = new Rounds();
  const cleanUps = new Rounds();
  const stages = new Map<Stage, number[]>();
  let stageTimes = new Map<Stage, number>();
  let lastTime = 0;
  let solution: Solution | null = null;
  for (let n = 0; n < WARM_UP_ROUNDS; n++) {
    const next = engine.solve(dataset, recipe(n));
    solution?.release();
    solution = next;
    engine.evict();
    await endTask();
  }
  engine.listenToStages((stage) => {
    const now = performance.now();
    stageTimes.set(stage, (stageTimes.get(stage) ?? 0) + now - lastTime);
    lastTime = now;
  });
  try {
    for (let n = 0; n < MAX_ROUNDS_EACH * rounds && times.count < rounds; n++) {
      const next = recipe(n + WARM_UP_ROUNDS);
      const round = new Rounds();
      stageTimes = new Map();
      lastTime = performance.now();
      const nextSolution = round.measure(() => engine.solve(dataset, next));
      solution?.release();
      solution = nextSolution;
      cleanUps.measure(() => engine.evict());
      await endTask();
      if (!isCounted(nextSolution)) continue;
      for (const stage of stageTimes.keys())
        if (!stages.has(stage)) stages.set(stage, Array<number>(times.count).fill(0));
      for (const [stage, times] of stages) times.push(stageTimes.get(stage) ?? 0);
      times.add(round);
    }
  } finally {
    engine.listenToStages(null);
  }
  return { times, stages, megabytes: (solution?.byteLength ?? 0) / 1e6, cleanUpMs: mean(cleanUps.cpu) };
}

/** Times of queries on fresh solutions, both years of each, on a warm thread, in a different order each round. */
export async function measureQueries(
  { engine, dataset }: Workbench,
  recipe: (n: number) => Recipe,
  keys: readonly string[],
  rounds: number,
  random: Random,
): Promise<Times> {
  let times = new Rounds();
  for (let n = 0; n < WARM_UP_ROUNDS + rounds; n++) {
    if (n === WARM_UP_ROUNDS) times = new Rounds();
    const solution = engine.solve(dataset, recipe(n));
    const shuffled = random.shuffle(keys);
    times.measure(() => {
      for (const key of shuffled) solution.query(key);
    });
    solution.release();
    engine.evict();
    await endTask();
  }
  return times;
}
