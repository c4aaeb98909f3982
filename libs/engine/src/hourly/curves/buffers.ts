/**
 * Scratch arrays for a result under construction. A computation takes as many as it needs. Arrays that do not become
 * part of a cached result are returned afterwards and reused. No array is written to while a reader may still use it.
 */
import { ReusedMemory } from "../../reused-memory.ts";

/** Maximum number of idle arrays; dispatching the electricity market takes about a hundred. */
const MAX_IDLE = 128;

export class Buffers {
  readonly #memory: ReusedMemory;
  readonly #idle: Float64Array[] = [];
  /** Arrays taken since the current `lend` started. */
  #inUse: Float64Array[] = [];

  constructor(memory: ReusedMemory = new ReusedMemory()) {
    this.#memory = memory;
  }

  /** An array of zeros, writable until the result is complete. */
  year(): Float64Array {
    const year = this.#idle.pop()?.fill(0) ?? this.#memory.allocateCurve();
    this.#inUse.push(year);
    return year;
  }

  /**
   * Passes the result of `make` to `finish`, and returns the result of `finish`. Arrays taken in the meantime return to
   * the pool unless `isRetained` is true for them; no other code may hold them.
   */
  lend<Draft, Result>(
    make: (buffers: Buffers) => Draft,
    finish: (result: Draft) => Result,
    isRetained: (year: Float64Array) => boolean,
  ): Result {
    const outer = this.#inUse;
    this.#inUse = [];
    try {
      const result = finish(make(this));
      for (const year of this.#inUse) if (!isRetained(year)) this.#reclaim(year);
      return result;
    } finally {
      this.#inUse = outer;
    }
  }

  #reclaim(year: Float64Array): void {
    if (this.#idle.length < MAX_IDLE) this.#idle.push(year);
    else this.#memory.recycleCurve(year);
  }
}
