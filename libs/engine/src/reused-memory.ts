/**
 * A pool of memory for curves and states, because the first access to fresh memory takes longer than computing most
 * curves. Each engine has its own pool.
 *
 * Owners release memory that has no readers beyond the current task; all other memory is left to the garbage collector.
 * A released curve is reused after the current task or, in a task with many solves, once the second solve after its
 * release starts.
 */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { DEFAULT_LIMITS } from "./limits.ts";

/** Returns a writable array of zeros: 8,760, or the requested number. */
export type AllocateCurve = (numbers?: number) => Float64Array;

/** Allocates new arrays, for results computed outside an engine. */
export const allocateUnpooledCurve: AllocateCurve = (numbers = HOURS_PER_YEAR) => new Float64Array(numbers);

export class ReusedMemory {
  readonly #limit: number;
  /** Idle memory by size in bytes. */
  readonly #idle = new Map<number, ArrayBuffer[]>();
  #idleBytes = 0;
  /** Curves of this pool that are in use. */
  readonly #activeCurves = new WeakSet<Float64Array>();
  /** Curves released since the last solve started, and during the solve before it. */
  #released: Float64Array[] = [];
  #previouslyReleased: Float64Array[] = [];
  #isTaskWatched = false;

  /** `limit`: maximum bytes of idle memory; further memory is left to the garbage collector. */
  constructor(limit: number = DEFAULT_LIMITS.idleBytes) {
    this.#limit = limit;
  }

  /** Returns a writable array of zeros: 8,760, or as many as a derived curve needs. */
  allocateCurve(numbers: number = HOURS_PER_YEAR): Float64Array {
    const idleBuffer = this.#take(numbers * Float64Array.BYTES_PER_ELEMENT);
    const year = idleBuffer === undefined ? new Float64Array(numbers) : new Float64Array(idleBuffer).fill(0);
    this.#activeCurves.add(year);
    return year;
  }

  /**
   * Releases the memory of a curve, which must have no readers after the task or after the next solve. Arrays from
   * other sources are ignored. Later reads return NaN.
   */
  recycleCurve(year: Float64Array): void {
    // Beyond the limit, curves that a long task releases are left to the garbage collector.
    if (this.#released.length * year.byteLength >= this.#limit) return;
    this.#released.push(year);
    if (this.#isTaskWatched) return;
    this.#isTaskWatched = true;
    queueMicrotask(() => {
      this.#isTaskWatched = false;
      this.#reclaim([...this.#previouslyReleased.splice(0), ...this.#released.splice(0)]);
    });
  }

  /** Reuses curves that were released before the last solve started, because the task may be a loop of solves. */
  beginSolve(): void {
    this.#reclaim(this.#previouslyReleased);
    this.#previouslyReleased = this.#released;
    this.#released = [];
  }

  #reclaim(released: readonly Float64Array[]): void {
    for (const year of released) {
      // The curve may have been released twice, or come from another source.
      if (!this.#activeCurves.delete(year)) continue;
      year.fill(NaN);
      this.recycle(year.buffer as ArrayBuffer);
    }
  }

  /** Returns uninitialised memory for a state. */
  newState(byteLength: number): ArrayBuffer {
    return this.#take(byteLength) ?? new ArrayBuffer(byteLength);
  }

  /** Returns uninitialised memory for columns that are derived from a state. */
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
    const buffersOfSize = this.#idle.get(byteLength);
    if (buffersOfSize === undefined) this.#idle.set(byteLength, [memory]);
    else buffersOfSize.push(memory);
    this.#idleBytes += byteLength;
  }

  #take(byteLength: number): ArrayBuffer | undefined {
    const memory = this.#idle.get(byteLength)?.pop();
    if (memory !== undefined) this.#idleBytes -= byteLength;
    return memory;
  }
}
