/** The solutions a thread worked on last: what is asked about them again is answered from what they remember. */
import type { Solution } from "@etesian/engine";
import { ballastFor } from "./ballast.ts";
import { Recent } from "./recent.ts";

/**
 * What a further solution really takes of what it says of itself: most of its curves it shares with the one before
 * (measured on two scenarios with some hundred queries: 15 of 34 MB and 9 of 34 MB).
 */
const OWN_PART = 0.4;

export class KeptSolutions {
  readonly #solutions: Recent<string, { readonly solution: Solution; readonly ballast: ArrayBuffer }>;

  /** `limit` in bytes; the last solution is kept whatever it takes. */
  constructor(limit: number) {
    this.#solutions = new Recent(limit, ({ solution }) => solution.byteLength * OWN_PART);
  }

  /** The solution of a recipe by its hash; undefined when it is not kept. */
  get(hash: string): Solution | undefined {
    return this.#solutions.get(hash)?.solution;
  }

  /** Keeps a solution, and weighs one that is kept already anew. */
  keep(hash: string, solution: Solution): void {
    const known = this.#solutions.get(hash);
    const ballast = known?.solution === solution ? known.ballast : ballastFor(solution.toShared());
    this.#solutions.set(hash, { solution, ballast });
  }
}
