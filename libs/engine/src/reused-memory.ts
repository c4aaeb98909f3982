/**
 * Reused memory of curves and states: touching fresh memory for the first time takes longer than computing most curves.
 * One pool per thread.
 *
 * An owner that knows that a curve has no readers beyond the current task, or a state none at all, releases it; the
 * garbage collector finds all other curves. Curves are reused between two tasks, never during one. A curve belongs to
 * the array that was handed out: a part of it (`buffer`, `subarray`) must not be kept beyond a task without the array
 * itself.
 */
import { HOURS_PER_YEAR } from "@etesian/numeric";

/** Maximum idle bytes. */
const READY = 32 * 2 ** 20;
const MB = 2 ** 20;
/** Maximum number of curves that a task may release; more of them are left to the garbage collector. */
const GIVEN = 512;
/** Amplitude, in MB, by which curves in use vary without any being left to the collector. */
const SWING = 8;

export class ReusedMemory {
  /** By size in bytes. */
  readonly #unused = new Map<number, ArrayBuffer[]>();
  #ready = 0;
  /** Curves released by the current task. */
  #given: Float64Array[] = [];
  /** Bytes of curves in use, minus idle ones, that V8 does not count. */
  #uncounted = 0;
  readonly #ballast: ArrayBuffer[] = [];

  readonly #years = new FinalizationRegistry<ArrayBuffer>((memory) => {
    if (!this.giveBack(memory)) return;
    this.#count(-memory.byteLength);
    this.#ballast.length = Math.min(this.#ballast.length, this.#due + SWING);
  });

  /** A writable array of zeros: 8,760, or as many as a derived curve needs. */
  newYear(numbers: number = HOURS_PER_YEAR): Float64Array {
    const used = this.#take(numbers * 8);
    if (used !== undefined) this.#count(used.byteLength);
    const year = used === undefined ? new Float64Array(numbers) : new Float64Array(used).fill(0);
    this.#years.register(year, year.buffer, year);
    return year;
  }

  /**
   * Releases the memory of a curve once the task ends; it must have no later readers. Arrays from elsewhere are
   * ignored. Later reads give NaN.
   */
  giveBackYear(year: Float64Array): void {
    if (this.#given.length === GIVEN) return;
    if (this.#given.push(year) === 1) queueMicrotask(() => this.#takeBack());
  }

  #takeBack(): void {
    for (const year of this.#given) {
      // It may have been released twice, or come from elsewhere.
      if (!this.#years.unregister(year)) continue;
      year.fill(NaN);
      const memory = year.buffer as ArrayBuffer;
      if (this.giveBack(memory)) this.#count(-memory.byteLength);
    }
    this.#given = [];
  }

  /** Uninitialised memory. */
  newState(byteLength: number): ArrayBuffer {
    return this.#take(byteLength) ?? new ArrayBuffer(byteLength);
  }

  /** Releases memory without readers; false where enough is idle. */
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
   * V8 collects garbage after a certain volume of allocation and does not see reused memory. So untouched arrays of the
   * same size are allocated, which have no physical memory behind them. They stay when curves are released: the next
   * curves should not trigger collections.
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
