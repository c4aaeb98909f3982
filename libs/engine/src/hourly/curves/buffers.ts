/**
 * Scratch arrays for a result under construction. A computation takes as many as it needs; arrays that do not become
 * part of a cached result are returned afterwards and reused. No array is written to while a reader may hold it.
 */
import { ReusedMemory } from "../../reused-memory.ts";

/** Maximum number of idle arrays; dispatching the electricity market takes about a hundred. */
const MAX_IDLE = 128;

export class Buffers {
  readonly #memory: ReusedMemory;
  readonly #ready: Float64Array[] = [];
  /** Arrays taken since `lend` began; null if no result is under construction. */
  #taken: Float64Array[] = [];

  constructor(memory: ReusedMemory = new ReusedMemory()) {
    this.#memory = memory;
  }

  /** An array of zeros, writable until the result is made. */
  year(): Float64Array {
    const year = this.#ready.pop()?.fill(0) ?? this.#memory.newYear();
    this.#taken.push(year);
    return year;
  }

  /**
   * Returns the result of `finish` applied to that of `make`. Arrays taken meanwhile return to the pool, unless
   * `isKept` holds for them; no other code may hold them.
   */
  lend<Made, Result>(
    make: (buffers: Buffers) => Made,
    finish: (made: Made) => Result,
    isKept: (year: Float64Array) => boolean,
  ): Result {
    const outer = this.#taken;
    this.#taken = [];
    try {
      const result = finish(make(this));
      for (const year of this.#taken) if (!isKept(year)) this.#reclaim(year);
      return result;
    } finally {
      this.#taken = outer;
    }
  }

  #reclaim(year: Float64Array): void {
    if (this.#ready.length < MAX_IDLE) this.#ready.push(year);
    else this.#memory.recycleYear(year);
  }
}
