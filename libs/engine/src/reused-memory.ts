/**
 * Reused memory of curves and states: touching fresh memory for the first time takes longer than computing most curves.
 * One pool per engine.
 *
 * An owner releases a curve without readers beyond the current task, or a state without readers. The garbage collector
 * finds other curves. A released curve is reused after the current task; in a task of many solves, after the second
 * solve that begins after its release. A curve belongs to the array that was handed out. A part of it (`buffer`,
 * `subarray`) must not be kept beyond a task without the array itself.
 */
import { HOURS_PER_YEAR } from "@etesian/numeric";

/** Maximum idle bytes. */
const READY = 32 * 2 ** 20;
const MB = 2 ** 20;
/** Maximum number of curves that a task, or a solve, may release; more of them are left to the garbage collector. */
const GIVEN = 512;
/** Amplitude, in MB, by which curves in use vary without any being left to the collector. */
const SWING = 8;
/**
 * Maximum bytes of curves whose memory is reused when the collector finds them unused. V8 reports these between two
 * tasks only, and until then the report keeps their memory. A loop that never ends its task would keep all of it, so
 * curves beyond the maximum are left to the collector. While reports arrive, a larger maximum applies: tasks end, and
 * memory comes back.
 */
const REPORTED = 64 * MB;
const REPORTED_WHILE_REPORTS_ARRIVE = 256 * MB;
/** Solves within which a report arrives where tasks end: a collection takes place every ten to twenty. */
const SOLVES_PER_REPORT = 40;

/** Returns a writable array of zeros: 8,760, or the requested number. */
export type NewYear = (numbers?: number) => Float64Array;

/** New arrays, for results that no engine computes. */
export const freshYear: NewYear = (numbers = HOURS_PER_YEAR) => new Float64Array(numbers);

export class ReusedMemory {
  /** By size in bytes. */
  readonly #unused = new Map<number, ArrayBuffer[]>();
  #ready = 0;
  /** Curves released by the current task since the last solve began, and by the solve before. */
  #given: Float64Array[] = [];
  #givenBefore: Float64Array[] = [];
  #isTaskWatched = false;
  /** Bytes of curves in use, minus idle ones, that V8 does not count. */
  #uncounted = 0;
  readonly #ballast: ArrayBuffer[] = [];

  /** Bytes of curves that the collector reports. */
  #reported = 0;
  /** Solves that began since the last report; none has arrived yet. */
  #solvesSinceReport = SOLVES_PER_REPORT;
  /** Curves that it does not report. */
  readonly #unreported = new WeakSet<Float64Array>();
  readonly #years = new FinalizationRegistry<ArrayBuffer>((memory) => {
    this.#reported -= memory.byteLength;
    this.#solvesSinceReport = 0;
    if (!this.giveBack(memory)) return;
    this.#count(-memory.byteLength);
    this.#ballast.length = Math.min(this.#ballast.length, this.#due + SWING);
  });

  /** A writable array of zeros: 8,760, or as many as a derived curve needs. */
  newYear(numbers: number = HOURS_PER_YEAR): Float64Array {
    const byteLength = numbers * Float64Array.BYTES_PER_ELEMENT;
    const reportsArrive = this.#solvesSinceReport < SOLVES_PER_REPORT;
    if (this.#reported + byteLength > (reportsArrive ? REPORTED_WHILE_REPORTS_ARRIVE : REPORTED)) {
      const year = new Float64Array(numbers);
      this.#unreported.add(year);
      return year;
    }
    const used = this.#take(byteLength);
    if (used !== undefined) this.#count(byteLength);
    const year = used === undefined ? new Float64Array(numbers) : new Float64Array(used).fill(0);
    this.#reported += byteLength;
    this.#years.register(year, year.buffer, year);
    return year;
  }

  /**
   * Releases the memory of a curve; it must have no readers after the task, or after the next solve. Arrays from
   * elsewhere are ignored. Later reads give NaN.
   */
  giveBackYear(year: Float64Array): void {
    if (this.#given.length === GIVEN) return;
    this.#given.push(year);
    if (this.#isTaskWatched) return;
    this.#isTaskWatched = true;
    queueMicrotask(() => {
      this.#isTaskWatched = false;
      this.#takeBack([...this.#givenBefore.splice(0), ...this.#given.splice(0)]);
    });
  }

  /** Reuses curves that were released before the last solve began: the task may be a loop of solves. */
  beginSolve(): void {
    this.#solvesSinceReport++;
    this.#takeBack(this.#givenBefore);
    this.#givenBefore = this.#given;
    this.#given = [];
  }

  #takeBack(given: readonly Float64Array[]): void {
    for (const year of given) {
      // It may have been released twice, or come from elsewhere.
      if (this.#years.unregister(year)) this.#reported -= year.byteLength;
      else if (!this.#unreported.delete(year)) continue;
      year.fill(NaN);
      const memory = year.buffer as ArrayBuffer;
      if (this.giveBack(memory)) this.#count(-memory.byteLength);
    }
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
