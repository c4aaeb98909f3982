/** The solutions a thread worked on last: what is asked about them again is answered from what they remember. */
import type { Holding, Solution } from "@etesian/engine";
import { ballastFor } from "./ballast.ts";

interface Kept {
  readonly solution: Solution;
  readonly ballast: ArrayBuffer;
  readonly holdings: ReadonlySet<Holding>;
}

/**
 * An LRU cache of solutions by the hash of their recipe. Solutions share most of their curves: each piece of memory counts
 * once, however many of them hold it.
 */
export class KeptSolutions {
  readonly #limit: number;
  readonly #solutions = new Map<string, Kept>();
  /** How many solutions hold a piece of memory. */
  readonly #holders = new Map<Holding, number>();
  #bytes = 0;

  /** `limit` in bytes; the last solution is kept whatever it takes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes of all solutions together, as they were when they were kept. */
  get byteLength(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#solutions.size;
  }

  /** The solution of a recipe by its hash; undefined when it is not kept. */
  get(hash: string): Solution | undefined {
    const kept = this.#solutions.get(hash);
    if (kept === undefined) return undefined;
    this.#solutions.delete(hash);
    this.#solutions.set(hash, kept);
    return kept.solution;
  }

  /** Keeps a solution, and weighs one that is kept already anew. */
  keep(hash: string, solution: Solution): void {
    const known = this.#solutions.get(hash);
    const ballast = known?.solution === solution ? known.ballast : ballastFor(solution.toShared());
    this.#drop(hash);
    const holdings = solution.holdings();
    for (const holding of holdings) {
      const holders = this.#holders.get(holding) ?? 0;
      if (holders === 0) this.#bytes += holding.byteLength;
      this.#holders.set(holding, holders + 1);
    }
    this.#solutions.set(hash, { solution, ballast, holdings });
    for (const oldest of this.#solutions.keys()) {
      if (this.#bytes <= this.#limit || this.#solutions.size === 1) break;
      this.#drop(oldest);
    }
  }

  #drop(hash: string): void {
    const kept = this.#solutions.get(hash);
    if (kept === undefined) return;
    this.#solutions.delete(hash);
    for (const holding of kept.holdings) {
      const holders = this.#holders.get(holding)! - 1;
      if (holders > 0) {
        this.#holders.set(holding, holders);
      } else {
        this.#holders.delete(holding);
        this.#bytes -= holding.byteLength;
      }
    }
  }
}
