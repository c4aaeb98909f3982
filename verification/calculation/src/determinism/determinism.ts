/**
 * The same recipe yields bit-identical results, independent of earlier calculations and of the thread. First a fresh
 * thread calculates each recipe. Then threads with warm caches calculate the recipes and some of the queries repeatedly
 * in random order; every result has to be bit-identical to the first one. As in a server, the last solutions are cached
 * and queried again later, and evicted solutions free their memory.
 */
import { Solution } from "@etesian/engine";
import type { Recipe } from "@etesian/sliders";
import { Random } from "@etesian/workbench/random";
import { openWorkbench, type Workbench } from "@etesian/workbench/scenarios";
import { endTask } from "@etesian/workbench/solving";
import { runInThread } from "@etesian/workbench/threads";
import { differences, type Fingerprint, fingerprint, solveOrRefusal } from "./fingerprint.ts";

/** A recipe, its queries, and its results from a fresh thread. */
export interface Case {
  readonly recipe: Recipe;
  readonly queries: readonly string[];
  readonly expected: Fingerprint;
}

export interface WalkOptions {
  readonly cases: readonly Case[];
  readonly visits: number;
  readonly seed: number;
}

export interface Walk {
  readonly visits: number;
  /** Visits to refused recipes, for which only the message is compared. */
  readonly refusals: number;
  /** Differences, with the visit's number and the previously calculated recipe. */
  readonly problems: readonly string[];
}

/** Share of a case's queries that each visit evaluates. */
const QUERIED_SHARE = 0.4;
/** Probability that the next case is close to the last one; otherwise it is any case of any area. */
const NEAR_CHANCE = 0.7;
/**
 * Probability that memory is freed after a recalculation, as in a server; otherwise the next recalculation frees it.
 */
const RELEASE_CHANCE = 0.5;
/** Maximum number of cached solutions, and the probability that one of them is queried again. */
const MAX_CACHED = 4;
const REPEAT_CHANCE = 0.2;

/** Queries of each recipe: a fixed list for all recipes, and a number of random ones. */
export interface QuerySelection {
  readonly fixedKeys: readonly string[];
  readonly pool: readonly string[];
  readonly randomCount: number;
}

/**
 * Calculates the cases of recipes for the model in a directory, each in its own thread, `threads` at a time.
 */
export async function calculateCases(
  recipes: readonly Recipe[],
  { fixedKeys, pool, randomCount }: QuerySelection,
  { model, threads, random }: { readonly model: string; readonly threads: number; readonly random: Random },
): Promise<readonly Case[]> {
  const cases: Case[] = [];
  const queue = recipes.map((recipe, index) => {
    const queries = [...new Set([...fixedKeys, ...Array.from({ length: randomCount }, () => random.pick(pool))])];
    return { recipe, queries, index };
  });
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { recipe, queries, index } = next;
      const expected = await runInThread<Fingerprint>(import.meta.url, calculateFirst.name, { recipe, queries, model });
      cases[index] = { recipe, queries, expected };
    }
  };
  await Promise.all(Array.from({ length: threads }, work));
  return cases;
}

/** Runs in a thread that has calculated nothing yet. */
export async function calculateFirst({
  recipe,
  queries,
  model,
}: Omit<Case, "expected"> & { readonly model: string }): Promise<Fingerprint> {
  const solution = solveOrRefusal(await openWorkbench(recipe.area, model), recipe);
  return solution instanceof Solution ? fingerprint(solution, queries) : solution;
}

/** Visits cases in random order on several threads, each with its own caches. */
export async function visitOnThreads(options: WalkOptions, threads: number): Promise<Walk> {
  const walks = await Promise.all(
    Array.from({ length: threads }, (_, thread) =>
      runInThread<Walk>(import.meta.url, visitInThread.name, {
        ...options,
        visits: Math.ceil(options.visits / threads),
        seed: options.seed + thread,
      }),
    ),
  );
  return {
    visits: walks.reduce((sum, { visits }) => sum + visits, 0),
    refusals: walks.reduce((sum, { refusals }) => sum + refusals, 0),
    problems: walks.flatMap(({ problems }, thread) => problems.map((problem) => `thread ${thread}, ${problem}`)),
  };
}

export function visitInThread(options: WalkOptions): Promise<Walk> {
  return visit(options, openWorkbench);
}

/** Visits the cases in random order in this thread. */
export async function visit(
  { cases, visits, seed }: WalkOptions,
  open: (area: string) => Promise<Workbench>,
): Promise<Walk> {
  const random = new Random(seed);
  const problems: string[] = [];
  const cachedSolutions: { readonly index: number; readonly solution: Solution }[] = [];
  let refusals = 0;
  let lastIndex = 0;
  const compare = (n: number, index: number, actual: Fingerprint): void => {
    const { recipe, expected } = cases[index]!;
    const defects = differences(actual, expected);
    if (defects.length === 0) return;
    problems.push(
      `visit ${n}, recipe ${index} (${recipe.area}) after ${lastIndex}: ${defects.length} of ` +
        `${Object.keys(actual).length} differ: ${defects.slice(0, 5).join(", ")}`,
    );
  };
  const queriesOf = ({ queries }: Case): readonly string[] =>
    random.shuffle(queries).slice(0, Math.ceil(QUERIED_SHARE * queries.length));
  for (let n = 0; n < visits; n++) {
    if (cachedSolutions.length > 0 && random.chance(REPEAT_CHANCE)) {
      const { index, solution } = random.pick(cachedSolutions);
      compare(n, index, fingerprint(solution, queriesOf(cases[index]!)));
    } else {
      const neighbour = (lastIndex + random.index(7) - 3 + cases.length) % cases.length;
      const index = random.chance(NEAR_CHANCE) ? neighbour : random.index(cases.length);
      const { recipe } = cases[index]!;
      const workbench = await open(recipe.area);
      const solution = solveOrRefusal(workbench, recipe);
      const isSolved = solution instanceof Solution;
      if (isSolved) cachedSolutions.push({ index, solution });
      else refusals++;
      compare(n, index, isSolved ? fingerprint(solution, queriesOf(cases[index]!)) : solution);
      if (cachedSolutions.length > MAX_CACHED) cachedSolutions.shift()!.solution.release();
      lastIndex = index;
      if (random.chance(RELEASE_CHANCE)) workbench.engine.evict();
    }
    await endTask();
  }
  return { visits, refusals, problems };
}
