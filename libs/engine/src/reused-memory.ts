/**
 * Memory of years of hours and of states, used again: what the system hands out afresh takes longer to touch for the first time
 * than most curves take to work out. One pool per thread.
 *
 * Who knows that nobody has a year for longer than the task at hand, or a state at all, gives it back; the garbage collector finds
 * the years of which nobody knows that. Years come back between two tasks, never while one runs. A year belongs to the
 * array that was handed out: nobody keeps a part of it (`buffer`, `subarray`) for longer than a task without the array itself.
 */
import { HOURS_PER_YEAR } from "@etesian/numeric";

/** Bytes that lie ready at most. */
const READY = 32 * 2 ** 20;
const MB = 2 ** 20;
/** Years that a task may give back: what a long one gives beyond them is left to the collector. */
const GIVEN = 512;
/** MB by which years that somebody has become more and fewer, without any being left to the collector. */
const SWING = 8;

export class ReusedMemory {
  /** By its bytes. */
  readonly #unused = new Map<number, ArrayBuffer[]>();
  #ready = 0;
  /** Years that were given back by the task at hand. */
  #given: Float64Array[] = [];
  /** Bytes of years that somebody has, less those that lie ready, as far as V8 counts neither. */
  #uncounted = 0;
  readonly #ballast: ArrayBuffer[] = [];

  readonly #years = new FinalizationRegistry<ArrayBuffer>((memory) => {
    if (!this.giveBack(memory)) return;
    this.#count(-memory.byteLength);
    this.#ballast.length = Math.min(this.#ballast.length, this.#due + SWING);
  });

  /** A year of zeros, to be written: 8,760 of them, or as many as a curve has that follows from another. */
  newYear(numbers: number = HOURS_PER_YEAR): Float64Array {
    const used = this.#take(numbers * 8);
    if (used !== undefined) this.#count(used.byteLength);
    const year = used === undefined ? new Float64Array(numbers) : new Float64Array(used).fill(0);
    this.#years.register(year, year.buffer, year);
    return year;
  }

  /**
   * Has the memory of a year used again once the task is over, for longer than which nobody has it; other arrays are left alone.
   * Who reads it then finds nil.
   */
  giveBackYear(year: Float64Array): void {
    if (this.#given.length === GIVEN) return;
    if (this.#given.push(year) === 1) queueMicrotask(() => this.#takeBack());
  }

  #takeBack(): void {
    for (const year of this.#given) {
      // It may have been given back twice, or have been handed out by others.
      if (!this.#years.unregister(year)) continue;
      year.fill(NaN);
      const memory = year.buffer as ArrayBuffer;
      if (this.giveBack(memory)) this.#count(-memory.byteLength);
    }
    this.#given = [];
  }

  /** Memory with whatever was left in it. */
  newState(byteLength: number): ArrayBuffer {
    return this.#take(byteLength) ?? new ArrayBuffer(byteLength);
  }

  /** Has memory used again that nobody has any more; false where enough lies ready. */
  giveBack(memory: ArrayBuffer): boolean {
    const { byteLength } = memory;
    if (this.#ready + byteLength > READY) return false;
    const alike = this.#unused.get(byteLength);
    if (alike === undefined) this.#unused.set(byteLength, [memory]);
    else alike.push(memory);
    this.#ready += byteLength;
    return true;
  }

  #take(byteLength: number): ArrayBuffer | undefined {
    const memory = this.#unused.get(byteLength)?.pop();
    if (memory !== undefined) this.#ready -= byteLength;
    return memory;
  }

  /**
   * V8 collects garbage when much memory has been allocated since the last time. It knows nothing of years that are used
   * again: so arrays of that size are allocated that nobody touches, so that no memory stands behind them. They stay when
   * years are given back: the next ones are not for garbage to make room.
   */
  #count(byteLength: number): void {
    this.#uncounted += byteLength;
    while (this.#ballast.length < this.#due) this.#ballast.push(new ArrayBuffer(MB));
  }

  get #due(): number {
    return Math.floor((READY + this.#uncounted) / MB);
  }
}

const memory = new ReusedMemory();

/** `ReusedMemory.newYear` of this thread. */
export const newYear = (numbers?: number): Float64Array => memory.newYear(numbers);
/** `ReusedMemory.giveBackYear` to this thread. */
export const giveBackYear = (year: Float64Array): void => memory.giveBackYear(year);
/** `ReusedMemory.newState` of this thread. */
export const newState = (byteLength: number): ArrayBuffer => memory.newState(byteLength);
/** `ReusedMemory.giveBack` to this thread. */
export const giveBack = (of: ArrayBuffer): boolean => memory.giveBack(of);
