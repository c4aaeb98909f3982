/**
 * Reused memory of curves and states: touching fresh memory for the first time takes longer than computing most curves.
 * One pool per engine.
 *
 * An owner releases memory that has no reader beyond the current task; all other memory is left to the garbage collector. A
 * released curve is reused after the current task; in a task of many solves, after the second solve that
 * begins after its release.
 */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { DEFAULT_LIMITS } from "./limits.ts";

/** Returns a writable array of zeros: 8,760, or the requested number. */
export type NewYear = (numbers?: number) => Float64Array;

/** New arrays, for results that no engine computes. */
export const freshYear: NewYear = (numbers = HOURS_PER_YEAR) => new Float64Array(numbers);

export class ReusedMemory {
  readonly #limit: number;
  /** Idle memory by size in bytes. */
  readonly #unused = new Map<number, ArrayBuffer[]>();
  #idleBytes = 0;
  /** Curves of this pool that are in use. */
  readonly #own = new WeakSet<Float64Array>();
  /** Curves released since the last solve began, and by the solve before. */
  #released: Float64Array[] = [];
  #releasedBefore: Float64Array[] = [];
  #isTaskWatched = false;

  /** `limit`: bytes of idle memory; beyond them, memory is left to the garbage collector. */
  constructor(limit: number = DEFAULT_LIMITS.idleBytes) {
    this.#limit = limit;
  }

  /** A writable array of zeros: 8,760, or as many as a derived curve needs. */
  newYear(numbers: number = HOURS_PER_YEAR): Float64Array {
    const used = this.#take(numbers * Float64Array.BYTES_PER_ELEMENT);
    const year = used === undefined ? new Float64Array(numbers) : new Float64Array(used).fill(0);
    this.#own.add(year);
    return year;
  }

  /**
   * Releases the memory of a curve; it must have no readers after the task, or after the next solve. Arrays from
   * elsewhere are ignored. Later reads give NaN.
   */
  recycleYear(year: Float64Array): void {
    // Beyond the limit, curves that a long task releases are left to the garbage collector.
    if (this.#released.length * year.byteLength >= this.#limit) return;
    this.#released.push(year);
    if (this.#isTaskWatched) return;
    this.#isTaskWatched = true;
    queueMicrotask(() => {
      this.#isTaskWatched = false;
      this.#reclaim([...this.#releasedBefore.splice(0), ...this.#released.splice(0)]);
    });
  }

  /** Reuses curves that were released before the last solve began: the task may be a loop of solves. */
  beginSolve(): void {
    this.#reclaim(this.#releasedBefore);
    this.#releasedBefore = this.#released;
    this.#released = [];
  }

  #reclaim(released: readonly Float64Array[]): void {
    for (const year of released) {
      // It may have been released twice, or come from elsewhere.
      if (!this.#own.delete(year)) continue;
      year.fill(NaN);
      this.recycle(year.buffer as ArrayBuffer);
    }
  }

  /** Uninitialised memory of a state. */
  newState(byteLength: number): ArrayBuffer {
    return this.#take(byteLength) ?? new ArrayBuffer(byteLength);
  }

  /** Uninitialised memory of columns that are derived from a state. */
  newBlock(byteLength: number): ArrayBuffer {
    return this.#take(byteLength) ?? new ArrayBuffer(byteLength);
  }

  /** Bytes of memory without readers. */
  get idleBytes(): number {
    return this.#idleBytes;
  }

  /** Releases memory without readers. */
  recycle(memory: ArrayBuffer): void {
    const { byteLength } = memory;
    if (this.#idleBytes + byteLength > this.#limit) return;
    const alike = this.#unused.get(byteLength);
    if (alike === undefined) this.#unused.set(byteLength, [memory]);
    else alike.push(memory);
    this.#idleBytes += byteLength;
  }

  #take(byteLength: number): ArrayBuffer | undefined {
    const memory = this.#unused.get(byteLength)?.pop();
    if (memory !== undefined) this.#idleBytes -= byteLength;
    return memory;
  }
}
