/**
 * The same recipe gives the same bits, independent of earlier calculations and of the thread. First a fresh thread
 * calculates each recipe. Then threads with warm caches calculate the recipes and some of the queries repeatedly in
 * random order; every bit has to equal the first result. As in a server, the last solutions are kept and queried again
 * later, and evicted solutions free their memory.
 */
import { Solution } from "@etesian/engine";
import type { Recipe } from "@etesian/sliders";
import { Random } from "@etesian/workbench/random";
import { openWorkbench, type Workbench } from "@etesian/workbench/scenarios";
import { endTask } from "@etesian/workbench/solving";
import { inThread } from "@etesian/workbench/threads";
import { differences, type Fingerprint, fingerprint, solved } from "./fingerprint.ts";

/** A recipe, its queries, and its results on a fresh thread. */
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
  readonly refused: number;
  /** Differences, with the number of the visit and the recipe calculated before it. */
  readonly problems: readonly string[];
}

/** Share of a case's queries that each visit evaluates. */
const QUERIED_SHARE = 0.4;
/** Probability that the next case is near the last one; otherwise it is any case of any area. */
const NEAR_CHANCE = 0.7;
/** Probability that memory is freed after a recalculation, as in a server; otherwise the next recalculation frees it. */
const RELEASE_CHANCE = 0.5;
/** Maximum number of kept solutions, and the probability that one of them is queried again. */
const MAX_CACHED = 4;
const REPEAT_CHANCE = 0.2;

/** Queries of each recipe: a fixed list for all recipes, and a number of random ones. */
export interface Questions {
  readonly always: readonly string[];
  readonly others: readonly string[];
  readonly more: number;
}

/**
 * The cases of recipes for the model in a directory. Each is calculated in its own thread, `threads` at a time.
 */
export async function casesOf(
  recipes: readonly Recipe[],
  { always, others, more }: Questions,
  { model, threads, random }: { readonly model: string; readonly threads: number; readonly random: Random },
): Promise<readonly Case[]> {
  const cases: Case[] = [];
  const waiting = recipes.map((recipe, index) => {
    const queries = [...new Set([...always, ...Array.from({ length: more }, () => random.of(others))])];
    return { recipe, queries, index };
  });
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { recipe, queries, index } = next;
      const expected = await inThread<Fingerprint>(import.meta.url, calculateFirst.name, { recipe, queries, model });
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
  const solution = solved(await openWorkbench(recipe.area, model), recipe);
  return solution instanceof Solution ? fingerprint(solution, queries) : solution;
}

/** Visits cases in random order on several threads, each with its own caches. */
export async function visitOnThreads(options: WalkOptions, threads: number): Promise<Walk> {
  const walks = await Promise.all(
    Array.from({ length: threads }, (_, thread) =>
      inThread<Walk>(import.meta.url, visitInThread.name, {
        ...options,
        visits: Math.ceil(options.visits / threads),
        seed: options.seed + thread,
      }),
    ),
  );
  return {
    visits: walks.reduce((sum, { visits }) => sum + visits, 0),
    refused: walks.reduce((sum, { refused }) => sum + refused, 0),
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
  const kept: { readonly at: number; readonly solution: Solution }[] = [];
  let refused = 0;
  let last = 0;
  const compare = (n: number, at: number, found: Fingerprint): void => {
    const { recipe, expected } = cases[at]!;
    const wrong = differences(found, expected);
    if (wrong.length === 0) return;
    problems.push(
      `visit ${n}, recipe ${at} (${recipe.area}) after ${last}: ${wrong.length} of ` +
        `${Object.keys(found).length} differ: ${wrong.slice(0, 5).join(", ")}`,
    );
  };
  const queriesOf = ({ queries }: Case): readonly string[] =>
    random.shuffled(queries).slice(0, Math.ceil(QUERIED_SHARE * queries.length));
  for (let n = 0; n < visits; n++) {
    if (kept.length > 0 && random.chance(REPEAT_CHANCE)) {
      const { at, solution } = random.of(kept);
      compare(n, at, fingerprint(solution, queriesOf(cases[at]!)));
    } else {
      const near = (last + random.index(7) - 3 + cases.length) % cases.length;
      const at = random.chance(NEAR_CHANCE) ? near : random.index(cases.length);
      const { recipe } = cases[at]!;
      const workbench = await open(recipe.area);
      const solution = solved(workbench, recipe);
      const isSolved = solution instanceof Solution;
      if (isSolved) kept.push({ at, solution });
      else refused++;
      compare(n, at, isSolved ? fingerprint(solution, queriesOf(cases[at]!)) : solution);
      if (kept.length > MAX_CACHED) kept.shift()!.solution.release();
      last = at;
      if (random.chance(RELEASE_CHANCE)) workbench.engine.evict();
    }
    await endTask();
  }
  return { visits, refused, problems };
}
