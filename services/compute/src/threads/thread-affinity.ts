/**
 * Thread affinity of recipes. A recipe has affinity to the thread with its cached solution, or else to the one that
 * most recently solved the most similar recipe. That thread has cached results for the sliders that both recipes share.
 */
import { LruCache } from "@etesian/collections";
import type { Recipe } from "@etesian/sliders";

/** Maximum number of recipes that are known to be solved. */
const KNOWN_SOLUTIONS = 4096;
/** Recipes per thread; intermediate results of older ones are evicted. */
const RECIPES_PER_THREAD = 4;
/** Weight of a difference other than in sliders, as a number of sliders. */
const OTHER_FIELD_WEIGHT = 10;

export interface Affinity {
  readonly thread: number;
  /** Whether the thread has the solution itself. */
  readonly hasSolution: boolean;
}

export class ThreadAffinity {
  /** The thread with a recipe's solution; null after eviction. */
  readonly #threads = new LruCache<string, number | null>(KNOWN_SOLUTIONS);
  /** Most recent first. */
  readonly #recipes: { readonly recipe: Recipe; readonly thread: number }[] = [];
  readonly #recipeLimit: number;

  constructor(threads: number) {
    this.#recipeLimit = RECIPES_PER_THREAD * threads;
  }

  /** The best thread for a recipe; null if no thread has solved a recipe of its area. */
  find(hash: string, recipe: Recipe): Affinity | null {
    const thread = this.#threads.get(hash) ?? null;
    if (thread !== null) return { thread, hasSolution: true };
    let nearestThread: number | null = null;
    let smallestDistance = Number.POSITIVE_INFINITY;
    for (const candidate of this.#recipes) {
      const distance = distanceOf(candidate.recipe, recipe);
      if (distance < smallestDistance) [smallestDistance, nearestThread] = [distance, candidate.thread];
    }
    return nearestThread === null ? null : { thread: nearestThread, hasSolution: false };
  }

  /** Whether a recipe was solved before. */
  wasSolved(hash: string): boolean {
    return this.#threads.get(hash) !== undefined;
  }

  /** Records that a thread evicted a solution, so requests for it need not wait for that thread. */
  onEvicted(hash: string, thread: number): void {
    if (this.#threads.get(hash) === thread) this.#threads.set(hash, null);
  }

  /** Records that a thread solved a recipe, or used its cached solution. */
  add(hash: string, recipe: Recipe, thread: number): void {
    this.#threads.set(hash, thread);
    this.#recipes.unshift({ recipe, thread });
    if (this.#recipes.length > this.#recipeLimit) this.#recipes.pop();
  }
}

/** Number of different sliders; infinite for different areas. */
function distanceOf(a: Recipe, b: Recipe): number {
  if (a.area !== b.area) return Number.POSITIVE_INFINITY;
  const sliders = countDiffering(a.userValues, b.userValues) + countDiffering(a.balancedValues, b.balancedValues);
  return sliders + (otherFieldsOf(a) === otherFieldsOf(b) ? 0 : OTHER_FIELD_WEIGHT);
}

function countDiffering(a: Recipe["userValues"], b: Recipe["userValues"]): number {
  let count = 0;
  for (const key in a) if (a[key] !== b[key]) count++;
  for (const key in b) if (!(key in a)) count++;
  return count;
}

const otherFieldsOf = ({ endYear, scaling, activeCouplings, orders, curves }: Recipe): string =>
  JSON.stringify([endYear, scaling, activeCouplings, orders, Object.keys(curves)]);
