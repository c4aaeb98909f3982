/**
 * Memoisation of what follows from curves: the same derivation of the same curves and numbers is answered from memory. A
 * recalculation works out only what its change has touched, and consecutive solutions share the curves that they have in
 * common.
 *
 * Curves are the same when their bits are. A curve that comes out as an earlier one did, from whatever, is that one, so
 * that everything behind it is found as well (early cut-off) and is in memory once (interned).
 *
 * Where there is no room, curves are forgotten that nobody has asked for lately, much sooner those that are worked out in a
 * few microseconds, as sums, than what follows from a year of heat or of the merit orders. Forgotten are their numbers alone.
 * So that nobody has them for longer than the memory itself, a curve is answered as which one it is (`Named`): all that followed
 * from it is found by that, and where somebody reads its hours, and they were forgotten, it is made again. The memory of
 * hours that were read in passing alone is used again once the task is over that has forgotten them.
 *
 * Most curves are a profile times a number, or one number all year. Profile and number tell which curve it is; its hours are
 * written where somebody reads them, and in passing, on arrays that are used again, where something follows from them.
 */
import { ZEROS } from "./arithmetic.ts";
import { hashOf, isSame, mixDouble, mixWord } from "./bits.ts";
import { Buffers } from "./buffers.ts";
import { type Chained, Chains } from "./chains.ts";
import { type AnyCurve, asArray, type Curve, inPassing, isWritten, type Start, type Unwritten } from "./curve.ts";
import { giveBackYear, newYear } from "../../reused-memory.ts";

/** What can be asked about curves and numbers; each is declared once. */
export interface Question {
  readonly name: string;
  readonly id: number;
  /** How long answers stay in memory: working one out takes a few passes over a year, or much more. */
  readonly effort: "little" | "much";
}

/** A question whose answer `make` works out: it reads nothing but its arguments, and changes none of them. */
export interface Derivation<
  Curves extends readonly Curve[],
  Numbers extends readonly number[],
  Result,
> extends Question {
  readonly make: (curves: Curves, numbers: Numbers) => Result;
}

/** A curve that follows from others: `write` writes all hours, reads nothing but its arguments, and changes none. */
export interface Formula<Curves extends readonly Curve[], Numbers extends readonly number[]> extends Question {
  readonly write: (hours: Float64Array, curves: Curves, numbers: Numbers) => void;
}

/** The curves of a question, written out or not. */
type Asked<Curves extends readonly Curve[]> = {
  readonly [Place in keyof Curves]: Curves[Place] extends Curve<infer From> ? AnyCurve<From> : never;
};

let declared = 0;

/** Declares a question whose answers `CurveMemo.recall` is told how to work out. */
export function declareQuestion(name: string, effort: Question["effort"] = "much"): Question {
  return { name, id: ++declared, effort };
}

/** Declares a derivation. Its result is a number, a curve, or plain lists and records of such. */
export function declareDerivation<
  const Curves extends readonly Curve[],
  const Numbers extends readonly number[],
  Result,
>(
  name: string,
  make: (curves: Curves, numbers: Numbers) => Result,
  effort: Question["effort"] = "little",
): Derivation<Curves, Numbers, Result> {
  return { name, id: ++declared, effort, make };
}

/** Declares a formula of curves that take a few microseconds to write. */
export function declareFormula<const Curves extends readonly Curve[], const Numbers extends readonly number[]>(
  name: string,
  write: (hours: Float64Array, curves: Curves, numbers: Numbers) => void,
): Formula<Curves, Numbers> {
  return { name, id: ++declared, effort: "little", write };
}

/** Bytes of curves. What the last solve touched is kept, however much it is. */
const ROOM = 40 * 2 ** 20;
/** When something has to be forgotten, it is so much that the next solves find room. */
const FREED = 1 / 8;
/** How many times longer what takes much stays in memory. */
const EFFORT = 16;
/** Curves and numbers that the questions remembered name: those of some hundred solves, 5 MB with all that is around them. */
const ROOM_FOR_QUESTIONS = 2 ** 18;

/** A curve that is known by its bits, or by its formula. */
class Known implements Chained<Known> {
  readonly id: number;
  next: Known | null = null;
  /** Null while its numbers are not written, or forgotten. */
  curve: Curve | null = null;
  /** The last solve that asked for it. */
  touched: number;
  /** The last solve that asked for something that took much and holds it; 0 when nothing does. */
  needed = 0;
  /** Whether somebody may have its numbers for longer than the memory has them. */
  isOut = false;

  constructor(id: number, solve: number) {
    this.id = id;
    this.touched = solve;
  }
}

interface Entry extends Chained<Entry> {
  readonly what: Question;
  readonly curves: readonly Known[];
  readonly numbers: readonly number[];
  /** With what is known of them in the places of its curves. */
  readonly result: unknown;
  /** The curves in the result, in the order in which they stand there. */
  readonly holds: readonly Known[];
  touched: number;
}

/** A result as it is answered: its curves are named. */
export type Remembered<Result> = Result extends Float64Array
  ? AnyCurve<never>
  : Result extends Curve<infer From>
    ? AnyCurve<From>
    : Result extends object
      ? Result extends Uint8Array | Unwritten
        ? Result
        : { readonly [Key in keyof Result]: Remembered<Result[Key]> }
      : Result;

/** Works out a result. */
type Make = (buffers: Buffers, read: Read) => unknown;

/** A curve whose numbers need not be there. */
abstract class Named<From extends Start> implements Unwritten<From> {
  readonly known: Known;

  constructor(known: Known) {
    this.known = known;
  }

  get written(): Curve<From> {
    const { passing } = this;
    this.known.isOut = true;
    return passing;
  }

  abstract get passing(): Curve<From>;
}

/** A curve whose numbers somebody has, until the task is over. */
class Passed extends Named<Start> {
  get passing(): Curve {
    return this.known.curve!;
  }
}

/** A curve of a result, which can be made again. */
class Again<From extends Start> extends Named<From> {
  readonly #memo: CurveMemo;
  readonly #entry: Entry;
  readonly #make: Make;

  constructor(memo: CurveMemo, known: Known, entry: Entry, make: Make) {
    super(known);
    this.#memo = memo;
    this.#entry = entry;
    this.#make = make;
  }

  get passing(): Curve<From> {
    if (this.known.curve === null) this.#memo.remake(this.#entry, this.#make);
    else this.#memo.touch(this.known);
    return this.known.curve as Curve<From>;
  }
}

/** A curve by its formula. */
class ByFormula<From extends Start> extends Named<From> {
  readonly what: Formula<readonly Curve[], readonly number[]>;
  readonly curves: readonly AnyCurve[];
  readonly numbers: readonly number[];
  readonly #memo: CurveMemo;

  constructor(
    memo: CurveMemo,
    known: Known,
    what: Formula<readonly Curve[], readonly number[]>,
    curves: readonly AnyCurve[],
    numbers: readonly number[],
  ) {
    super(known);
    this.what = what;
    this.curves = curves;
    this.numbers = numbers;
    this.#memo = memo;
  }

  get passing(): Curve<From> {
    return this.#memo.write(this) as Curve<From>;
  }
}

/** What a curve follows from by a formula, as long as it is not written; null for any other. */
export function unwrittenBy(
  curve: AnyCurve,
  what: Question,
): { readonly curves: readonly AnyCurve[]; readonly numbers: readonly number[] } | null {
  return curve instanceof ByFormula && curve.what.id === what.id && curve.known.curve === null ? curve : null;
}

/** Reads a curve that `make` is about, in passing: until the result is made. */
export type Read = <From extends Start>(curve: AnyCurve<From>) => Curve<From>;

export class CurveMemo {
  #solve = 1;
  #lastId = 0;
  #bytes = 0;
  /** Curves and numbers that entries name. */
  #named = 0;
  readonly #room: number;
  readonly #buffers = new Buffers();
  /** By hash of what was asked, and of the bits. */
  readonly #entries = new Chains<Entry>();
  readonly #curves = new Chains<Known>();
  /** Arrays that were looked at before. */
  readonly #known = new WeakMap<Curve, Known>();
  /** What is not there is known for ever, and answered as it is. */
  readonly #zeros: Known;
  /** The curves of the question that is looked up. */
  #asked: Known[] = [];

  /** `room`: bytes of curves to keep besides what the last solve touched. */
  constructor(room: number = ROOM) {
    this.#room = room;
    this.#zeros = new Known(++this.#lastId, 0);
    this.#zeros.curve = ZEROS;
    this.#known.set(ZEROS, this.#zeros);
  }

  /** All curves in memory. */
  curves(): readonly Curve[] {
    const found: Curve[] = [];
    this.#curves.forEach(({ curve }) => found.push(curve!));
    return found;
  }

  /** Bytes of all curves in memory, without those of files, which belong to whoever read them. */
  get byteLength(): number {
    return this.#bytes;
  }

  /** Whether an array is in memory now, as the one that stands for its bits. */
  has(curve: Curve): boolean {
    return this.#known.get(curve)?.curve === curve;
  }

  /** Another solve begins. */
  beginSolve(): void {
    this.makeRoom();
    this.#solve++;
  }

  /** Forgets what was not touched lately, where there is too much: best done when nobody waits. What the last solve touched is kept. */
  makeRoom(): void {
    if (this.#bytes > this.#room) this.#forgetCurves();
    if (this.#named > ROOM_FOR_QUESTIONS) this.#forgetQuestions();
  }

  /** What the derivation gives for these curves and numbers. Neither they nor the result may be written to, from now on. */
  derive<const Curves extends readonly Curve[], const Numbers extends readonly number[], Result>(
    what: Derivation<Curves, Numbers, Result>,
    curves: Asked<Curves>,
    numbers: Numbers,
  ): Remembered<Result> {
    return this.recall(what, curves, numbers, (_buffers, read) =>
      what.make(curves.map((curve) => read(curve)) as unknown as Curves, numbers),
    );
  }

  /**
   * The same for a result that `make` cannot work out from the curves and numbers alone; it may depend on nothing else, and
   * gives the same whenever it is called. Of the buffers that `make` takes it may keep those that are in the result, and none
   * where the result names another array with the same bits; so it is with what it reads.
   */
  recall<Result>(
    what: Question,
    curves: readonly AnyCurve[],
    numbers: readonly number[],
    make: (buffers: Buffers, read: Read) => Result,
  ): Remembered<Result> {
    const hash = this.#look(what, curves, numbers);
    let entry = this.#find(hash, what, curves.length, numbers);
    if (entry === undefined) {
      // Whatever is asked meanwhile is noted in the same place.
      const asked = this.#asked.slice(0, curves.length);
      const holds: Known[] = [];
      const result = this.#made(make, holds, null);
      entry = this.#enter(hash, what, asked, numbers, result, holds);
    }
    this.#touchResult(entry);
    return this.#answer(entry.result, entry, make) as Remembered<Result>;
  }

  /**
   * The hours of the same for somebody who has those that it is asked about until the task is over, and those of the answer
   * no longer.
   */
  passing(what: Question, curves: readonly Curve[], make: () => Curve): Curve {
    const known = curves.map((curve) => new Passed(this.#knownOf(curve)));
    return inPassing(this.recall(what, known, [], make) as AnyCurve);
  }

  /** Somebody keeps hours that were read in passing. */
  keep(curve: Curve): void {
    const known = this.#known.get(curve);
    if (known !== undefined) known.isOut = true;
  }

  /** A curve is read: it stays. */
  touch(known: Known): void {
    known.touched = this.#solve;
  }

  /** Makes a result again some of whose curves were forgotten. */
  remake(entry: Entry, make: Make): void {
    this.#made(make, [], entry.holds);
    entry.touched = 0;
    this.#touchResult(entry);
  }

  /** A new result, whose curves are interned; `before` are those of the same one, worked out earlier, in the same order. */
  #made(make: Make, holds: Known[], before: readonly Known[] | null): unknown {
    return this.#buffers.lend(
      (buffers) => make(buffers, (curve) => this.#read(curve, buffers)),
      (made) => this.#shared(made, holds, before),
      (year) => this.#isKept(year, holds),
    );
  }

  /** A result, or a copy of it, in which its curves are named. */
  #answer(result: unknown, entry: Entry, make: Make): unknown {
    if (result instanceof Known) return result === this.#zeros ? ZEROS : new Again(this, result, entry, make);
    if (entry.holds.length === 0 || typeof result !== "object" || result === null) return result;
    if (Array.isArray(result)) return result.map((each) => this.#answer(each, entry, make));
    if (Object.getPrototypeOf(result) !== Object.prototype) return result;
    const copy: { [key: string]: unknown } = { ...result };
    for (const key in copy) copy[key] = this.#answer(copy[key], entry, make);
    return copy;
  }

  /** The curve of a formula, which is not written before somebody reads it. The curves that it follows from stay in memory. */
  unwritten<const Curves extends readonly Curve[], const Numbers extends readonly number[], From extends Start>(
    what: Formula<Curves, Numbers>,
    curves: Asked<Curves>,
    numbers: Numbers,
  ): Unwritten<From> {
    const hash = this.#look(what, curves, numbers);
    let entry = this.#find(hash, what, curves.length, numbers);
    entry ??= this.#enter(hash, what, this.#asked.slice(0, curves.length), numbers, null, [this.#newCurve()]);
    entry.touched = this.#solve;
    const formula = what as unknown as Formula<readonly Curve[], readonly number[]>;
    return new ByFormula<From>(this, entry.holds[0]!, formula, curves, numbers);
  }

  /** The hours of an unwritten curve, which are in memory from then on like those of any other. */
  write(curve: ByFormula<Start>): Curve {
    const { known } = curve;
    if (known.curve === null) {
      const hours = newYear();
      this.#buffers.lend(
        (buffers) => this.#writeOn(hours, curve, buffers),
        () => {},
        () => false,
      );
      this.#again(known, hours);
    }
    this.touch(known);
    return known.curve!;
  }

  /** The curve, or an earlier one with the same bits. Neither may be written to any more. */
  intern<From extends Start>(curve: Curve<From>): Curve<From> {
    return curve.length === 0 ? curve : (this.#knownBy(curve).curve as Curve<From>);
  }

  /** Whether two curves, or none, are the same, bit by bit. */
  isSame(one: AnyCurve | null, other: AnyCurve | null): boolean {
    if (one === null || other === null || one === other) return one === other;
    return this.#knownBy(one) === this.#knownBy(other);
  }

  /** Whoever asks with numbers may have them for as long as they please. */
  #knownBy(curve: AnyCurve): Known {
    if (!isWritten(curve)) return (curve as Named<Start>).known;
    const known = this.#knownOf(curve);
    known.isOut = true;
    return known;
  }

  #touchResult(entry: Entry): void {
    if (entry.touched === this.#solve) return;
    entry.touched = this.#solve;
    for (const known of entry.holds) {
      known.touched = this.#solve;
      if (entry.what.effort === "much") known.needed = this.#solve;
    }
  }

  /** Notes the curves asked about; answers the hash of the question. */
  #look(what: Question, curves: readonly AnyCurve[], numbers: readonly number[]): number {
    let hash = what.id;
    for (let i = 0; i < curves.length; i++) {
      const known = this.#knownBy(curves[i]!);
      this.#asked[i] = known;
      hash = mixWord(hash, known.id);
    }
    for (let i = 0; i < numbers.length; i++) hash = mixDouble(hash, numbers[i]!);
    return hash;
  }

  /** The entry of what was looked for. */
  #find(hash: number, what: Question, curves: number, numbers: readonly number[]): Entry | undefined {
    for (let entry = this.#entries.first(hash); entry !== null; entry = entry.next)
      if (entry.what === what && this.#isAsked(entry, curves, numbers)) return entry;
    return undefined;
  }

  #enter(
    hash: number,
    what: Question,
    asked: readonly Known[],
    numbers: readonly number[],
    result: unknown,
    holds: readonly Known[],
  ): Entry {
    const entry: Entry = {
      what,
      curves: orNone(asked),
      numbers: orNone(numbers),
      result,
      holds: orNone(holds),
      touched: 0,
      next: null,
    };
    this.#entries.add(hash, entry);
    this.#named += sizeOf(entry);
    return entry;
  }

  #isAsked(entry: Entry, curves: number, numbers: readonly number[]): boolean {
    if (entry.curves.length !== curves || entry.numbers.length !== numbers.length) return false;
    for (let i = 0; i < curves; i++) if (entry.curves[i] !== this.#asked[i]) return false;
    for (let i = 0; i < numbers.length; i++) if (!Object.is(entry.numbers[i], numbers[i])) return false;
    return true;
  }

  #knownOf(curve: Curve): Known {
    let known = this.#known.get(curve);
    if (known === undefined) {
      known = this.#byContent(curve);
      this.#known.set(curve, known);
    } else if (known.curve === null) {
      this.#remember(known, curve);
    }
    known.touched = this.#solve;
    return known;
  }

  #byContent(curve: Curve): Known {
    for (let known = this.#curves.first(hashOf(curve)); known !== null; known = known.next)
      if (isSame(known.curve!, curve)) return known;
    const known = this.#newCurve();
    this.#remember(known, curve);
    return known;
  }

  /** A curve whose numbers are not there yet. */
  #newCurve(): Known {
    return new Known(++this.#lastId, this.#solve);
  }

  /** The hours of a curve, until the result is made that the buffers are for. */
  #read<From extends Start>(curve: AnyCurve<From>, buffers: Buffers): Curve<From> {
    if (isWritten(curve)) return curve;
    const named = curve as Named<From>;
    const { known } = named;
    this.touch(known);
    if (known.curve !== null || !(named instanceof ByFormula)) return named.passing;
    return this.#writeOn(buffers.year(), named, buffers);
  }

  #writeOn<From extends Start>(hours: Float64Array, curve: ByFormula<From>, buffers: Buffers): Curve<From> {
    const curves = curve.curves.map((each) => this.#read(each, buffers));
    curve.what.write(hours, curves, curve.numbers);
    return hours;
  }

  /** The curve of a known one, which has none. */
  #remember(known: Known, curve: Curve): void {
    known.curve = curve;
    this.#curves.add(hashOf(curve), known);
    this.#bytes += bytesOf(curve);
  }

  /** Whether an array is in a result or stands for its bits; what is known of any other is forgotten. */
  #isKept(curve: Curve, result: readonly Known[]): boolean {
    if (this.has(curve) || result.some((known) => known.curve === curve)) return true;
    this.#known.delete(curve);
    return false;
  }

  /**
   * Interns the curves of a new result, and puts what is known of them in their places; `before` are those of the same one, worked
   * out earlier, in the same order.
   */
  #shared(value: unknown, holds: Known[], before: readonly Known[] | null): unknown {
    if (value instanceof Float64Array) {
      if (value.length === 0) return value;
      const known = before === null ? this.#knownOf(value) : this.#again(before[holds.length]!, value);
      holds.push(known);
      return known;
    }
    if (typeof value !== "object" || value === null) return value;
    const record = value as { [key: string]: unknown };
    if (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) {
      for (const key of Object.keys(record)) {
        const old = record[key];
        const shared = this.#shared(old, holds, before);
        if (shared !== old) record[key] = shared;
      }
    }
    return value;
  }

  /** A known curve, of which these are the numbers. */
  #again(known: Known, curve: Curve): Known {
    if (known.curve !== null) return known;
    // An array that another curve with the same bits is known by stays that one's, too.
    const other = this.#known.get(curve);
    if (other === undefined) this.#known.set(curve, known);
    else known.isOut = other.isOut = true;
    this.#remember(known, curve);
    return known;
  }

  #forgetCurves(): void {
    const oldest: Known[] = [];
    this.#curves.forEach((known) => {
      if (known.touched < this.#solve) oldest.push(known);
    });
    oldest.sort((a, b) => this.#ageOf(b) - this.#ageOf(a));
    const enough = this.#room * (1 - FREED);
    for (const known of oldest) {
      if (this.#bytes <= enough) break;
      this.#forget(known, known.curve!);
    }
    this.#curves.removeWhere(({ curve }) => curve === null);
  }

  #forget(known: Known, curve: Curve): void {
    this.#bytes -= bytesOf(curve);
    known.curve = null;
    known.needed = 0;
    if (!known.isOut) {
      this.#known.delete(curve);
      giveBackYear(asArray(curve));
    }
    known.isOut = false;
  }

  /** In solves, since somebody asked; what takes much ages more slowly. */
  #ageOf({ touched, needed }: Known): number {
    const age = this.#solve - touched;
    return needed === 0 ? age : Math.min(age, (this.#solve - needed) / EFFORT);
  }

  /** Forgets the questions that were asked longest ago, and what they were answered. */
  #forgetQuestions(): void {
    const sizes = new Map<number, number>();
    this.#entries.forEach((entry) => sizes.set(entry.touched, (sizes.get(entry.touched) ?? 0) + sizeOf(entry)));
    let last = -1;
    for (const touched of [...sizes.keys()].sort((a, b) => a - b)) {
      if (this.#named <= ROOM_FOR_QUESTIONS * (1 - FREED) || touched >= this.#solve) break;
      this.#named -= sizes.get(touched)!;
      last = touched;
    }
    this.#entries.removeWhere(({ touched }) => touched <= last);
  }
}

/** Without those of files, which belong to whoever read them. */
const bytesOf = (curve: Curve): number => (asArray(curve).buffer instanceof SharedArrayBuffer ? 0 : curve.byteLength);

const sizeOf = ({ curves, numbers }: Entry): number => curves.length + numbers.length;

const NONE: readonly never[] = [];

/** One empty list stands for all: tens of thousands of entries have some. */
const orNone = <T>(list: readonly T[]): readonly T[] => (list.length === 0 ? NONE : list);
