/**
 * Years to write, for a result in the making. Whoever makes one takes as many as needed; those that did not become part of
 * what is remembered go back when it is made, and are what the next one is written on. Nothing else writes to a curve that
 * somebody may read: it has to have come back first.
 */
import { giveBackYear, newYear } from "../../reused-memory.ts";

/** Years that lie ready at most; a run of the merit orders of electricity takes about a hundred. */
const READY = 128;

export class Buffers {
  readonly #ready: Float64Array[] = [];
  /** Since `lend` began; null when nobody makes anything. */
  #taken: Float64Array[] = [];

  /** A year of zeros, to be written until the result is made. */
  year(): Float64Array {
    const year = this.#ready.pop()?.fill(0) ?? newYear();
    this.#taken.push(year);
    return year;
  }

  /**
   * Answers what `make` gives after `finish`. Of the years that were taken meanwhile those go back that are not `kept`
   * then: nobody may hold them any more.
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
      for (const year of this.#taken) if (!isKept(year)) this.#takeBack(year);
      return result;
    } finally {
      this.#taken = outer;
    }
  }

  #takeBack(year: Float64Array): void {
    if (this.#ready.length < READY) this.#ready.push(year);
    else giveBackYear(year);
  }
}
