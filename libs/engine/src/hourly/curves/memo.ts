/**
 * Memoisation of computations on curves. A derivation of the same curves and numbers is computed only once. A
 * recalculation therefore computes only what its change affects, and consecutive solutions share their common curves.
 *
 * Curves are equal when their bits are. Equal curves are one object (interned) regardless of their derivation, so that
 * derivations of an unchanged result are found as well (early cut-off).
 *
 * Eviction is least recently used, weighted by cost: a sum that takes microseconds is evicted long before a dispatch
 * result. It frees only the values. Callers get a reference (`CurveRef`), never the array, so that eviction can free
 * it. Derivations are looked up by reference, and reading an evicted curve recomputes it. If all readers borrowed the
 * values, their memory is reused once the task that evicted them has ended.
 *
 * Most curves are a profile times a number, or a constant. These are identified by profile and number; their values are
 * computed on read, or in scratch arrays where a derivation needs them.
 */
import { ZEROS } from "./arithmetic.ts";
import { hashOf, isSame, mixDouble, mixWord } from "./bits.ts";
import { Buffers } from "./buffers.ts";
import { type Chained, Chains } from "./chains.ts";
import {
  type AnyCurve,
  asArray,
  type Curve,
  borrow,
  isMaterialised,
  isShared,
  type Start,
  type DeferredCurve,
} from "./curve.ts";
import { DEFAULT_LIMITS, EVICTED_PART, EXPENSIVE_LIFETIME, type Limits } from "../../limits.ts";
import { type AllocateCurve, ReusedMemory } from "../../reused-memory.ts";

/** A computation on curves and numbers; each is declared once. */
export interface Computation {
  readonly name: string;
  readonly id: number;
  /**
   * Determines how long results remain cached: `cheap` results take a few passes over a curve, `expensive` ones far more.
   */
  readonly cost: "cheap" | "expensive";
}

/**
 * A computation that `make` performs: it reads only its arguments and changes none of them. It writes curves of the
 * result to arrays that `allocateCurve` returns.
 */
export interface Derivation<
  Curves extends readonly Curve[],
  Numbers extends readonly number[],
  Result,
> extends Computation {
  readonly make: (curves: Curves, numbers: Numbers, allocateCurve: AllocateCurve) => Result;
}

/** A formula for a curve: `write` writes all hours, reads only its arguments and changes none of them. */
export interface Formula<Curves extends readonly Curve[], Numbers extends readonly number[]> extends Computation {
  readonly write: (hours: Float64Array, curves: Curves, numbers: Numbers) => void;
}

/** The curves of a computation, materialised or not. */
type CurveArguments<Curves extends readonly Curve[]> = {
  readonly [Index in keyof Curves]: Curves[Index] extends Curve<infer From> ? AnyCurve<From> : never;
};

let computationCount = 0;

/** Declares a computation that is passed to `CurveMemo.recall`. */
export function declareComputation(name: string, cost: Computation["cost"] = "expensive"): Computation {
  return { name, id: ++computationCount, cost };
}

/** Declares a derivation. Its result is a number, a curve, or plain lists and records of these. */
export function declareDerivation<
  const Curves extends readonly Curve[],
  const Numbers extends readonly number[],
  Result,
>(
  name: string,
  make: (curves: Curves, numbers: Numbers, allocateCurve: AllocateCurve) => Result,
  cost: Computation["cost"] = "cheap",
): Derivation<Curves, Numbers, Result> {
  return { name, id: ++computationCount, cost, make };
}

/** Declares a formula of curves that take microseconds to compute. */
export function declareFormula<const Curves extends readonly Curve[], const Numbers extends readonly number[]>(
  name: string,
  write: (hours: Float64Array, curves: Curves, numbers: Numbers) => void,
): Formula<Curves, Numbers> {
  return { name, id: ++computationCount, cost: "cheap", write };
}

/** A curve identified by its bits, or by its formula. */
class InternedCurve implements Chained<InternedCurve> {
  readonly id: number;
  next: InternedCurve | null = null;
  /** Null while its values have not been computed, or after eviction. */
  curve: Curve | null = null;
  /** The last solve that used it. */
  lastUsed: number;
  /** The last solve that used an expensive result that contains it; 0 if none did. */
  lastExpensiveUse = 0;
  /** Whether a caller may hold its values beyond eviction. */
  escaped = false;

  constructor(id: number, solve: number) {
    this.id = id;
    this.lastUsed = solve;
  }
}

interface Entry extends Chained<Entry> {
  readonly computation: Computation;
  readonly curves: readonly InternedCurve[];
  readonly numbers: readonly number[];
  /** The result with interned curves in place of its curves. */
  readonly result: unknown;
  /** The curves in the result, in order of appearance. */
  readonly resultCurves: readonly InternedCurve[];
  lastUsed: number;
}

/** A result as callers receive it: with references in place of curves. */
export type WithCurveRefs<Result> = Result extends Float64Array
  ? AnyCurve<never>
  : Result extends Curve<infer From>
    ? AnyCurve<From>
    : Result extends object
      ? Result extends Uint8Array | DeferredCurve
        ? Result
        : { readonly [Key in keyof Result]: WithCurveRefs<Result[Key]> }
      : Result;

/** Computes a result. */
type Make = (buffers: Buffers, read: Read) => unknown;

/** A reference to a curve whose values may have been evicted. */
abstract class CurveRef<From extends Start> implements DeferredCurve<From> {
  readonly interned: InternedCurve;

  constructor(interned: InternedCurve) {
    this.interned = interned;
  }

  get materialised(): Curve<From> {
    const { borrowed } = this;
    this.interned.escaped = true;
    return borrowed;
  }

  abstract get borrowed(): Curve<From>;
}

/** A curve whose values a caller holds until the task ends. */
class BorrowedCurve extends CurveRef<Start> {
  get borrowed(): Curve {
    return this.interned.curve!;
  }
}

/** A curve of a result, which can be recomputed. */
class RecomputableCurve<From extends Start> extends CurveRef<From> {
  readonly #memo: CurveMemo;
  readonly #entry: Entry;
  readonly #make: Make;

  constructor(memo: CurveMemo, interned: InternedCurve, entry: Entry, make: Make) {
    super(interned);
    this.#memo = memo;
    this.#entry = entry;
    this.#make = make;
  }

  get borrowed(): Curve<From> {
    if (this.interned.curve === null) this.#memo.recompute(this.#entry, this.#make);
    else this.#memo.markUsed(this.interned);
    return this.interned.curve as Curve<From>;
  }
}

/** A curve defined by its formula, computed on read. */
class LazyCurve<From extends Start> extends CurveRef<From> {
  readonly formula: Formula<readonly Curve[], readonly number[]>;
  readonly curves: readonly AnyCurve[];
  readonly numbers: readonly number[];
  readonly #memo: CurveMemo;

  constructor(
    memo: CurveMemo,
    interned: InternedCurve,
    computation: Formula<readonly Curve[], readonly number[]>,
    curves: readonly AnyCurve[],
    numbers: readonly number[],
  ) {
    super(interned);
    this.formula = computation;
    this.curves = curves;
    this.numbers = numbers;
    this.#memo = memo;
  }

  get borrowed(): Curve<From> {
    return this.#memo.materialise(this) as Curve<From>;
  }
}

/** The arguments of a curve if it is a formula of this computation that has not been materialised; otherwise null. */
export function lazyFormulaOf(
  curve: AnyCurve,
  computation: Computation,
): { readonly curves: readonly AnyCurve[]; readonly numbers: readonly number[] } | null {
  return curve instanceof LazyCurve && curve.formula.id === computation.id && curve.interned.curve === null
    ? curve
    : null;
}

/** Borrows the values of a curve until `make` has returned. */
export type Read = <From extends Start>(curve: AnyCurve<From>) => Curve<From>;

/** Limits on the cached bytes of curves and arguments of computations. */
export type CurveLimits = Pick<Limits, "curveBytes" | "computations">;

export class CurveMemo {
  #solve = 1;
  #lastId = 0;
  #lastNumber = 0;
  #bytes = 0;
  /** Total number of arguments of all entries. */
  #argumentCount = 0;
  readonly #limits: CurveLimits;
  readonly #memory: ReusedMemory;
  readonly #buffers: Buffers;
  /** Entries by the hash of the computation, and curves by the hash of their bits. */
  readonly #entries = new Chains<Entry>();
  readonly #curves = new Chains<InternedCurve>();
  /** Interned curves by array. */
  readonly #internedByArray = new WeakMap<Curve, InternedCurve>();
  /** The curve of zeros is never evicted, and is returned without interning. */
  readonly #zeros: InternedCurve;
  /** The curves of the current lookup. */
  #arguments: InternedCurve[] = [];

  /** `limits` apply to entries that the last solve did not use. */
  constructor(limits: CurveLimits = DEFAULT_LIMITS, memory: ReusedMemory = new ReusedMemory()) {
    this.#limits = limits;
    this.#memory = memory;
    this.#buffers = new Buffers(memory);
    this.#zeros = new InternedCurve(++this.#lastId, 0);
    this.#zeros.curve = ZEROS;
    this.#internedByArray.set(ZEROS, this.#zeros);
  }

  /** Returns a writable array of zeros for a result. */
  readonly allocateCurve: AllocateCurve = (numbers) => this.#memory.allocateCurve(numbers);

  /** Returns a number that this memo has not issued before. As an argument of computations, it identifies a run. */
  newNumber(): number {
    return ++this.#lastNumber;
  }

  /** All cached curves. */
  curves(): readonly Curve[] {
    const innerCurves: Curve[] = [];
    this.#curves.forEach(({ curve }) => innerCurves.push(curve!));
    return innerCurves;
  }

  /** Bytes of all cached curves, except curves of files, which belong to their reader. */
  get byteLength(): number {
    return this.#bytes;
  }

  /** Whether an array is cached as the representative of its bits. */
  has(curve: Curve): boolean {
    return this.#internedByArray.get(curve)?.curve === curve;
  }

  /**
   * Starts a new solve. Values borrowed before the previous solve started become invalid. `isNested` marks a solve that
   * starts within another one, whose values stay valid.
   */
  beginSolve(isNested = false): void {
    if (!isNested) this.#memory.beginSolve();
    this.evict();
    this.#solve++;
    // Without a budget, curves of the last solve are evicted as well.
    if (!isNested && this.#limits.curveBytes === 0) this.evict();
  }

  /**
   * Evicts least recently used curves and computations beyond the budget; best called when idle. Curves used by the
   * last solve remain.
   */
  evict(): void {
    if (this.#bytes > this.#limits.curveBytes) this.#evictCurves();
    if (this.#argumentCount > this.#limits.computations) this.#evictComputations();
  }

  /**
   * Returns the derivation of these curves and numbers. Neither the arguments nor the result may be written to
   * afterwards.
   */
  derive<const Curves extends readonly Curve[], const Numbers extends readonly number[], Result>(
    computation: Derivation<Curves, Numbers, Result>,
    curves: CurveArguments<Curves>,
    numbers: Numbers,
  ): WithCurveRefs<Result> {
    return this.recall(computation, curves, numbers, (_buffers, read) =>
      computation.make(curves.map((curve) => read(curve)) as unknown as Curves, numbers, this.allocateCurve),
    );
  }

  /**
   * Like `derive`, for a result that `make` cannot compute from the curves and numbers alone. The result must still be
   * a pure function of them. `make` may retain buffers that are part of the result, unless another array represents the
   * same bits. It may retain the curves that it reads under the same condition.
   */
  recall<Result>(
    computation: Computation,
    curves: readonly AnyCurve[],
    numbers: readonly number[],
    make: (buffers: Buffers, read: Read) => Result,
  ): WithCurveRefs<Result> {
    const hash = this.#hashComputation(computation, curves, numbers);
    let entry = this.#find(hash, computation, curves.length, numbers);
    if (entry === undefined) {
      // Nested computations overwrite the list.
      const interned = this.#arguments.slice(0, curves.length);
      const resultCurves: InternedCurve[] = [];
      const result = this.#makeResult(make, resultCurves, null);
      entry = this.#addEntry(hash, computation, interned, numbers, result, resultCurves);
    }
    this.#markResultUsed(entry);
    return this.#withReferences(entry.result, entry, make) as WithCurveRefs<Result>;
  }

  /** Like `recall`, with borrowed arguments; the result is borrowed as well. */
  borrow(computation: Computation, curves: readonly Curve[], make: () => Curve): Curve {
    const interned = curves.map((curve) => new BorrowedCurve(this.#internArray(curve)));
    return borrow(this.recall(computation, interned, [], make) as AnyCurve);
  }

  /** Marks borrowed values as retained by a caller. */
  markEscaped(curve: Curve): void {
    const interned = this.#internedByArray.get(curve);
    if (interned !== undefined) interned.escaped = true;
  }

  /** Marks a curve as used. */
  markUsed(interned: InternedCurve): void {
    interned.lastUsed = this.#solve;
  }

  /** Recomputes a result some of whose curves were evicted. */
  recompute(entry: Entry, make: Make): void {
    this.#makeResult(make, [], entry.resultCurves);
    entry.lastUsed = 0;
    this.#markResultUsed(entry);
  }

  /**
   * Makes a result and interns its curves; `previousCurves` are the curves of the same result from an earlier
   * computation, in order.
   */
  #makeResult(make: Make, resultCurves: InternedCurve[], previousCurves: readonly InternedCurve[] | null): unknown {
    return this.#buffers.lend(
      (buffers) => make(buffers, (curve) => this.#read(curve, buffers)),
      (result) => this.#internResult(result, resultCurves, previousCurves),
      (year) => this.#isRetained(year, resultCurves),
    );
  }

  /** The result, or a copy of it, with references in place of its curves. */
  #withReferences(result: unknown, entry: Entry, make: Make): unknown {
    if (result instanceof InternedCurve)
      return result === this.#zeros ? ZEROS : new RecomputableCurve(this, result, entry, make);
    if (entry.resultCurves.length === 0 || typeof result !== "object" || result === null) return result;
    if (Array.isArray(result)) return result.map((value) => this.#withReferences(value, entry, make));
    if (Object.getPrototypeOf(result) !== Object.prototype) return result;
    const copy: { [key: string]: unknown } = { ...result };
    for (const key in copy) copy[key] = this.#withReferences(copy[key], entry, make);
    return copy;
  }

  /** Returns the curve of a formula, computed on first read. It holds references to the curves that it reads. */
  lazy<const Curves extends readonly Curve[], const Numbers extends readonly number[], From extends Start>(
    computation: Formula<Curves, Numbers>,
    curves: CurveArguments<Curves>,
    numbers: Numbers,
  ): DeferredCurve<From> {
    const hash = this.#hashComputation(computation, curves, numbers);
    let entry = this.#find(hash, computation, curves.length, numbers);
    entry ??= this.#addEntry(hash, computation, this.#arguments.slice(0, curves.length), numbers, null, [
      this.#newInternedCurve(),
    ]);
    entry.lastUsed = this.#solve;
    const formula = computation as unknown as Formula<readonly Curve[], readonly number[]>;
    return new LazyCurve<From>(this, entry.resultCurves[0]!, formula, curves, numbers);
  }

  /** Computes the values of a lazy curve and caches them. */
  materialise(curve: LazyCurve<Start>): Curve {
    const { interned } = curve;
    if (interned.curve === null) {
      const hours = this.allocateCurve();
      this.#buffers.lend(
        (buffers) => this.#writeTo(hours, curve, buffers),
        () => {},
        () => false,
      );
      this.#restore(interned, hours);
    }
    this.markUsed(interned);
    return interned.curve!;
  }

  /** Returns the curve, or an earlier bit-identical one. Neither may be written to afterwards. */
  intern<From extends Start>(curve: Curve<From>): Curve<From> {
    return curve.length === 0 ? curve : (this.#internAny(curve).curve as Curve<From>);
  }

  /** Whether two curves, or nulls, are equal, bit for bit. */
  isSame(one: AnyCurve | null, other: AnyCurve | null): boolean {
    if (one === null || other === null || one === other) return one === other;
    return this.#internAny(one) === this.#internAny(other);
  }

  /** Interns any curve. A caller that passes an array may retain that array indefinitely. */
  #internAny(curve: AnyCurve): InternedCurve {
    if (!isMaterialised(curve)) return (curve as CurveRef<Start>).interned;
    const interned = this.#internArray(curve);
    interned.escaped = true;
    return interned;
  }

  #markResultUsed(entry: Entry): void {
    if (entry.lastUsed === this.#solve) return;
    entry.lastUsed = this.#solve;
    for (const interned of entry.resultCurves) {
      interned.lastUsed = this.#solve;
      if (entry.computation.cost === "expensive") interned.lastExpensiveUse = this.#solve;
    }
  }

  /** Collects the arguments; returns the hash of the computation. */
  #hashComputation(computation: Computation, curves: readonly AnyCurve[], numbers: readonly number[]): number {
    let hash = computation.id;
    for (let i = 0; i < curves.length; i++) {
      const interned = this.#internAny(curves[i]!);
      this.#arguments[i] = interned;
      hash = mixWord(hash, interned.id);
    }
    for (let i = 0; i < numbers.length; i++) hash = mixDouble(hash, numbers[i]!);
    return hash;
  }

  /** The entry of the computation. */
  #find(hash: number, computation: Computation, curves: number, numbers: readonly number[]): Entry | undefined {
    for (let entry = this.#entries.first(hash); entry !== null; entry = entry.next)
      if (entry.computation === computation && this.#matches(entry, curves, numbers)) return entry;
    return undefined;
  }

  #addEntry(
    hash: number,
    computation: Computation,
    interned: readonly InternedCurve[],
    numbers: readonly number[],
    result: unknown,
    resultCurves: readonly InternedCurve[],
  ): Entry {
    const entry: Entry = {
      computation,
      curves: shareIfEmpty(interned),
      numbers: shareIfEmpty(numbers),
      result,
      resultCurves: shareIfEmpty(resultCurves),
      lastUsed: 0,
      next: null,
    };
    this.#entries.add(hash, entry);
    this.#argumentCount += sizeOf(entry);
    return entry;
  }

  #matches(entry: Entry, curves: number, numbers: readonly number[]): boolean {
    if (entry.curves.length !== curves || entry.numbers.length !== numbers.length) return false;
    for (let i = 0; i < curves; i++) if (entry.curves[i] !== this.#arguments[i]) return false;
    for (let i = 0; i < numbers.length; i++) if (!Object.is(entry.numbers[i], numbers[i])) return false;
    return true;
  }

  #internArray(curve: Curve): InternedCurve {
    let interned = this.#internedByArray.get(curve);
    if (interned === undefined) {
      interned = this.#internByContent(curve);
      this.#internedByArray.set(curve, interned);
    } else if (interned.curve === null) {
      this.#store(interned, curve);
    }
    interned.lastUsed = this.#solve;
    return interned;
  }

  #internByContent(curve: Curve): InternedCurve {
    for (let interned = this.#curves.first(hashOf(curve)); interned !== null; interned = interned.next)
      if (isSame(interned.curve!, curve)) return interned;
    const interned = this.#newInternedCurve();
    this.#store(interned, curve);
    return interned;
  }

  /** A curve without values. */
  #newInternedCurve(): InternedCurve {
    return new InternedCurve(++this.#lastId, this.#solve);
  }

  /** The values of a curve, borrowed until the result that uses the buffers is complete. */
  #read<From extends Start>(curve: AnyCurve<From>, buffers: Buffers): Curve<From> {
    if (isMaterialised(curve)) return curve;
    const curveRef = curve as CurveRef<From>;
    const { interned } = curveRef;
    this.markUsed(interned);
    if (interned.curve !== null || !(curveRef instanceof LazyCurve)) return curveRef.borrowed;
    return this.#writeTo(buffers.year(), curveRef, buffers);
  }

  #writeTo<From extends Start>(hours: Float64Array, curve: LazyCurve<From>, buffers: Buffers): Curve<From> {
    const curves = curve.curves.map((curve) => this.#read(curve, buffers));
    curve.formula.write(hours, curves, curve.numbers);
    return hours;
  }

  /** Sets the values of an interned curve that has none. */
  #store(interned: InternedCurve, curve: Curve): void {
    interned.curve = curve;
    this.#curves.add(hashOf(curve), interned);
    this.#bytes += bytesOf(curve);
  }

  /** Whether an array belongs to a result or is cached for its bits; other arrays are dropped from the map. */
  #isRetained(curve: Curve, result: readonly InternedCurve[]): boolean {
    if (this.has(curve) || result.some((interned) => interned.curve === curve)) return true;
    this.#internedByArray.delete(curve);
    return false;
  }

  /**
   * Replaces the curves of a new result with interned curves. `previousCurves` are the curves of the same result from
   * an earlier computation, in order.
   */
  #internResult(
    value: unknown,
    resultCurves: InternedCurve[],
    previousCurves: readonly InternedCurve[] | null,
  ): unknown {
    if (value instanceof Float64Array) {
      if (value.length === 0) return value;
      const interned =
        previousCurves === null ? this.#internArray(value) : this.#restore(previousCurves[resultCurves.length]!, value);
      resultCurves.push(interned);
      return interned;
    }
    if (typeof value !== "object" || value === null) return value;
    const record = value as { [key: string]: unknown };
    if (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) {
      for (const key of Object.keys(record)) {
        const old = record[key];
        const shared = this.#internResult(old, resultCurves, previousCurves);
        if (shared !== old) record[key] = shared;
      }
    }
    return value;
  }

  /** Sets the recomputed values of an interned curve. */
  #restore(interned: InternedCurve, curve: Curve): InternedCurve {
    if (interned.curve !== null) return interned;
    // If the array already represents another bit-identical curve, it continues to represent that curve as well.
    const other = this.#internedByArray.get(curve);
    if (other === undefined) this.#internedByArray.set(curve, interned);
    else interned.escaped = other.escaped = true;
    this.#store(interned, curve);
    return interned;
  }

  #evictCurves(): void {
    const oldest: InternedCurve[] = [];
    this.#curves.forEach((interned) => {
      if (interned.lastUsed < this.#solve) oldest.push(interned);
    });
    oldest.sort((a, b) => this.#ageOf(b) - this.#ageOf(a));
    const targetBytes = this.#limits.curveBytes * (1 - EVICTED_PART);
    for (const interned of oldest) {
      if (this.#bytes <= targetBytes) break;
      this.#evictCurve(interned, interned.curve!);
    }
    this.#curves.removeWhere(({ curve }) => curve === null);
  }

  #evictCurve(interned: InternedCurve, curve: Curve): void {
    this.#bytes -= bytesOf(curve);
    interned.curve = null;
    interned.lastExpensiveUse = 0;
    if (!interned.escaped) {
      this.#internedByArray.delete(curve);
      this.#memory.recycleCurve(asArray(curve));
    }
    interned.escaped = false;
  }

  /** Number of solves since the last use; expensive curves age more slowly. */
  #ageOf({ lastUsed, lastExpensiveUse }: InternedCurve): number {
    const age = this.#solve - lastUsed;
    return lastExpensiveUse === 0 ? age : Math.min(age, (this.#solve - lastExpensiveUse) / EXPENSIVE_LIFETIME);
  }

  /** Evicts the least recently used computations and their results. */
  #evictComputations(): void {
    const sizes = new Map<number, number>();
    this.#entries.forEach((entry) => sizes.set(entry.lastUsed, (sizes.get(entry.lastUsed) ?? 0) + sizeOf(entry)));
    let last = -1;
    for (const solve of [...sizes.keys()].sort((a, b) => a - b)) {
      if (this.#argumentCount <= this.#limits.computations * (1 - EVICTED_PART) || solve >= this.#solve) break;
      this.#argumentCount -= sizes.get(solve)!;
      last = solve;
    }
    this.#entries.removeWhere(({ lastUsed }) => lastUsed <= last);
  }
}

/** Curves of files belong to their reader and count as 0. */
const bytesOf = (curve: Curve): number => (isShared(curve) ? 0 : curve.byteLength);

const sizeOf = ({ curves, numbers }: Entry): number => curves.length + numbers.length;

const NONE: readonly never[] = [];

/** A shared empty list: tens of thousands of entries have one. */
const shareIfEmpty = <T>(list: readonly T[]): readonly T[] => (list.length === 0 ? NONE : list);
