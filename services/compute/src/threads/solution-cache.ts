/** The cache of a thread's most recent solutions, for further questions about them. */
import type { Holding, Solution } from "@etesian/engine";

interface CachedSolution {
  readonly solution: Solution;
  readonly holdings: ReadonlySet<Holding>;
}

/** Memory of an hourly solution's objects, in addition to its numbers (bytes): participants, orders, nodes. */
const OBJECT_BYTES = 2_000_000;

/**
 * An LRU cache of solutions by the hash of their recipe. Solutions share most of their curves: each buffer counts
 * once for any number of solutions, and memory held by other caches is not counted.
 */
export class SolutionCache {
  readonly #limit: number;
  readonly #isCachedElsewhere: (holding: Holding) => boolean;
  readonly #isRead: (hash: string) => boolean;
  readonly #solutions = new Map<string, CachedSolution>();
  /** Number of solutions that hold each buffer. */
  readonly #holders = new Map<Holding, number>();
  readonly #evicted = new Set<string>();

  /**
   * `limit` in bytes; the last solution remains cached regardless of its size. `isCachedElsewhere`: whether another
   * cache holds a buffer. `isRead`: whether an evicted solution is still being read; otherwise its memory is released.
   */
  constructor(limit: number, isCachedElsewhere: (holding: Holding) => boolean, isRead: (hash: string) => boolean) {
    this.#limit = limit;
    this.#isCachedElsewhere = isCachedElsewhere;
    this.#isRead = isRead;
  }

  /** Bytes of all cached solutions, by their buffers when they were cached. */
  get byteLength(): number {
    let bytes = 0;
    for (const { solution } of this.#solutions.values()) if (solution.hours !== null) bytes += OBJECT_BYTES;
    for (const holding of this.#holders.keys()) if (!this.#isCachedElsewhere(holding)) bytes += holding.byteLength;
    return bytes;
  }

  get size(): number {
    return this.#solutions.size;
  }

  /** The solution of a recipe by its hash; undefined if it is not cached. */
  get(hash: string): Solution | undefined {
    const cachedSolution = this.#solutions.get(hash);
    if (cachedSolution === undefined) return undefined;
    this.#solutions.delete(hash);
    this.#solutions.set(hash, cachedSolution);
    return cachedSolution.solution;
  }

  /** Caches a solution; one that is cached already is weighed again. */
  keep(hash: string, solution: Solution): void {
    this.#drop(hash);
    const holdings = solution.holdings();
    for (const holding of holdings) this.#holders.set(holding, (this.#holders.get(holding) ?? 0) + 1);
    this.#solutions.set(hash, { solution, holdings });
    this.#evicted.delete(hash);
    for (const [oldest, { solution }] of this.#solutions) {
      if (this.#solutions.size === 1 || this.byteLength <= this.#limit) break;
      this.#drop(oldest);
      this.#evicted.add(oldest);
      if (!this.#isRead(oldest)) solution.release();
    }
  }

  /** Hashes of solutions that were evicted since the last call and not cached again. */
  takeEvicted(): readonly string[] {
    const evicted = [...this.#evicted];
    this.#evicted.clear();
    return evicted;
  }

  #drop(hash: string): void {
    const cachedSolution = this.#solutions.get(hash);
    if (cachedSolution === undefined) return;
    this.#solutions.delete(hash);
    for (const holding of cachedSolution.holdings) {
      const holders = this.#holders.get(holding)! - 1;
      if (holders > 0) this.#holders.set(holding, holders);
      else this.#holders.delete(holding);
    }
  }
}
