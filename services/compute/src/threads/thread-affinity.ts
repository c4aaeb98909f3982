/**
 * Thread affinity of recipes: the thread with the solution, else the one that solved the most similar recipe lately.
 * That thread has cached the results of the sliders that both have in common.
 */
import { LruCache } from "@etesian/collections";
import type { Recipe } from "@etesian/sliders";

/** Recipes of which it is known that they have been solved. */
const KNOWN_SOLUTIONS = 4096;
/** Derived values of a thread's older recipes are evicted. */
const RECIPES_PER_THREAD = 4;
/** Weight of a difference besides sliders, in sliders. */
const WEIGHT_OF_REST = 10;

export interface Affinity {
  readonly thread: number;
  /** Whether the thread has the solution itself. */
  readonly hasSolution: boolean;
}

export class ThreadAffinity {
  /** The thread that has a recipe's solution; null: none has it any more. */
  readonly #threads = new LruCache<string, number | null>(KNOWN_SOLUTIONS);
  /** Youngest first. */
  readonly #recipes: { readonly recipe: Recipe; readonly thread: number }[] = [];
  readonly #recipeLimit: number;

  constructor(threads: number) {
    this.#recipeLimit = RECIPES_PER_THREAD * threads;
  }

  /** The best thread for a recipe; null when none knows its area. */
  of(hash: string, recipe: Recipe): Affinity | null {
    const thread = this.#threads.get(hash) ?? null;
    if (thread !== null) return { thread, hasSolution: true };
    let nearest: number | null = null;
    let smallest = Number.POSITIVE_INFINITY;
    for (const candidate of this.#recipes) {
      const distance = distanceOf(candidate.recipe, recipe);
      if (distance < smallest) [smallest, nearest] = [distance, candidate.thread];
    }
    return nearest === null ? null : { thread: nearest, hasSolution: false };
  }

  /** Whether a recipe is known to have been solved before. */
  wasSolved(hash: string): boolean {
    return this.#threads.get(hash) !== undefined;
  }

  /** A thread has evicted a solution: requests for it need not wait for that thread. */
  evicted(hash: string, thread: number): void {
    if (this.#threads.get(hash) === thread) this.#threads.set(hash, null);
  }

  /** A thread has worked on a recipe's solution and keeps it. */
  add(hash: string, recipe: Recipe, thread: number): void {
    this.#threads.set(hash, thread);
    this.#recipes.unshift({ recipe, thread });
    if (this.#recipes.length > this.#recipeLimit) this.#recipes.pop();
  }
}

/** How many sliders are different; infinite for other areas. */
function distanceOf(a: Recipe, b: Recipe): number {
  if (a.area !== b.area) return Number.POSITIVE_INFINITY;
  const sliders = countDiffering(a.userValues, b.userValues) + countDiffering(a.balancedValues, b.balancedValues);
  return sliders + (restOf(a) === restOf(b) ? 0 : WEIGHT_OF_REST);
}

function countDiffering(a: Recipe["userValues"], b: Recipe["userValues"]): number {
  let count = 0;
  for (const key in a) if (a[key] !== b[key]) count++;
  for (const key in b) if (!(key in a)) count++;
  return count;
}

const restOf = ({ endYear, scaling, activeCouplings, orders, curves }: Recipe): string =>
  JSON.stringify([endYear, scaling, activeCouplings, orders, Object.keys(curves)]);
