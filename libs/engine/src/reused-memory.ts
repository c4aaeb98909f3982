/**
 * Memory of years of hours and of states, used again when the garbage collector finds that nobody has it any more: what the
 * system hands out afresh takes longer to touch for the first time than most curves take to work out. One pool per thread,
 * which gets its memory back between two tasks of the thread's event loop, never while one runs.
 *
 * A year belongs to the array that was handed out: nobody keeps a part of it (`buffer`, `subarray`) for longer than a task
 * without the array itself. A state's memory belongs to all views of it.
 */
import { HOURS_PER_YEAR } from "@etesian/numeric";

/** Bytes that lie ready at most. */
const READY = 64 * 2 ** 20;
const MB = 2 ** 20;

/** Memory by its bytes. */
type Unused<Memory> = Map<number, Memory[]>;

/** Shared memory that somebody has. */
interface Lent {
  readonly byteLength: number;
  /** Null when other threads may have it, too, nobody here knows for how long. */
  memory: SharedArrayBuffer | null;
}

export class ReusedMemory {
  readonly #unusedYears: Unused<ArrayBuffer> = new Map();
  readonly #unusedShared: Unused<SharedArrayBuffer> = new Map();
  /** Bytes of both. */
  #ready = 0;
  /** Bytes that somebody has, less those that lie ready, as far as V8 counts neither. */
  #uncounted = 0;
  readonly #ballast: ArrayBuffer[] = [];

  readonly #years = new FinalizationRegistry<ArrayBuffer>((memory) => {
    if (this.#keep(this.#unusedYears, memory)) this.#count(-memory.byteLength);
  });
  readonly #shared = new FinalizationRegistry<Lent>(({ byteLength, memory }) => {
    if (memory !== null) this.#keep(this.#unusedShared, memory);
    this.#count(-byteLength);
  });
  readonly #lent = new WeakMap<SharedArrayBuffer, Lent>();

  /** A year of zeros, to be written: 8,760 of them, or as many as a curve has that follows from another. */
  newYear(numbers: number = HOURS_PER_YEAR): Float64Array {
    const used = this.#take(this.#unusedYears, numbers * 8);
    if (used !== undefined) this.#count(used.byteLength);
    const year = used === undefined ? new Float64Array(numbers) : new Float64Array(used).fill(0);
    this.#years.register(year, year.buffer);
    return year;
  }

  /** Memory that threads can share, with whatever was left in it. Who gives it to another thread says so (`share`). */
  newShared(byteLength: number): SharedArrayBuffer {
    const memory = this.#take(this.#unusedShared, byteLength) ?? new SharedArrayBuffer(byteLength);
    this.#count(byteLength);
    // Another name for the same memory: all views of it hold this name, and none the one that is kept here.
    const name = structuredClone(memory);
    const lent = { byteLength, memory };
    this.#lent.set(name, lent);
    this.#shared.register(name, lent);
    return name;
  }

  /** Gives memory of `newShared` to other threads: it is not used again. */
  share(memory: SharedArrayBuffer): SharedArrayBuffer {
    const lent = this.#lent.get(memory);
    if (lent !== undefined) lent.memory = null;
    return memory;
  }

  #take<Memory>(unused: Unused<Memory>, byteLength: number): Memory | undefined {
    const memory = unused.get(byteLength)?.pop();
    if (memory !== undefined) this.#ready -= byteLength;
    return memory;
  }

  /** Whether there is room for unused memory. */
  #keep<Memory extends { readonly byteLength: number }>(unused: Unused<Memory>, memory: Memory): boolean {
    const { byteLength } = memory;
    if (this.#ready + byteLength > READY) return false;
    const alike = unused.get(byteLength);
    if (alike === undefined) unused.set(byteLength, [memory]);
    else alike.push(memory);
    this.#ready += byteLength;
    return true;
  }

  /**
   * V8 collects garbage when much memory has been allocated since the last time. It knows nothing of memory that is used again,
   * nor of shared memory: so arrays of that size are allocated that nobody touches, so that no memory stands behind them.
   */
  #count(byteLength: number): void {
    this.#uncounted += byteLength;
    const due = Math.floor((READY + this.#uncounted) / MB);
    while (this.#ballast.length < due) this.#ballast.push(new ArrayBuffer(MB));
    this.#ballast.length = due;
  }
}

const memory = new ReusedMemory();

/** `ReusedMemory.newYear` of this thread. */
export const newYear = (numbers?: number): Float64Array => memory.newYear(numbers);
/** `ReusedMemory.newShared` of this thread. */
export const newShared = (byteLength: number): SharedArrayBuffer => memory.newShared(byteLength);
/** `ReusedMemory.share` of this thread. */
export const shareMemory = (of: SharedArrayBuffer): SharedArrayBuffer => memory.share(of);
