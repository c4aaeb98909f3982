/**
 * Memoisation of what follows from curves: the same derivation of the same curves and numbers is answered from memory. A
 * recalculation works out only what its change has touched, and consecutive solutions share the curves that they have in
 * common.
 *
 * Curves are the same when their bits are. A curve that comes out as an earlier one did, from whatever, is answered as that
 * very array, so that everything behind it is found as well (early cut-off) and is in memory once (interned).
 *
 * Replaced like an LRU cache, by solve: what the last solves have touched stays, and what was touched before that as long
 * as there is room.
 */
import { ZEROS } from "./arithmetic.ts";
import { asArray, type Curve, type Start } from "./curve.ts";

/** What can be asked about curves and numbers; each is declared once. */
export interface Question {
  readonly name: string;
  readonly id: number;
}

/** A question whose answer `make` works out: it reads nothing but its arguments, and changes none of them. */
export interface Derivation<
  Curves extends readonly Curve[],
  Numbers extends readonly number[],
  Result,
> extends Question {
  readonly make: (curves: Curves, numbers: Numbers) => Result;
}

let declared = 0;

export function question(name: string): Question {
  return { name, id: ++declared };
}

/** Declares a derivation. Its result is a number, a curve, or plain lists and records of such. */
export function derivation<const Curves extends readonly Curve[], const Numbers extends readonly number[], Result>(
  name: string,
  make: (curves: Curves, numbers: Numbers) => Result,
): Derivation<Curves, Numbers, Result> {
  return { ...question(name), make };
}

/** What these last solves touched is not forgotten, however much it is: a slider goes forth and back. */
const KEPT_SOLVES = 3;
/** Bytes of curves up to which more than that is kept. */
const ROOM = 64 * 2 ** 20;

/** A curve that is known by its bits. */
interface Known {
  readonly id: number;
  readonly curve: Curve;
  /** The last solve that asked for it. */
  touched: number;
}

interface Entry {
  readonly what: Question;
  readonly curves: readonly Known[];
  readonly numbers: readonly number[];
  readonly result: unknown;
  /** The curves in the result. */
  readonly holds: readonly Known[];
  touched: number;
}

export class CurveMemo {
  #solve = 0;
  #lastId = 0;
  #bytes = 0;
  readonly #room: number;
  /** By hash of what was asked, and of the bits; entries of the same hash are told apart by comparison. */
  readonly #entries = new Map<number, Entry[]>();
  readonly #curves = new Map<number, Known[]>();
  /** Arrays that were looked at before. */
  readonly #known = new WeakMap<Curve, Known>();
  /** The curves of the question that is looked up. */
  #asked: Known[] = [];

  /** `room`: bytes of curves to keep besides what the last solves touched. */
  constructor(room: number = ROOM) {
    this.#room = room;
    this.#known.set(ZEROS, { id: ++this.#lastId, curve: ZEROS, touched: 0 });
  }

  /** All curves in memory. */
  *curves(): Iterable<Curve> {
    for (const chain of this.#curves.values()) for (const { curve } of chain) yield curve;
  }

  /** Bytes of all curves in memory. */
  get byteLength(): number {
    return this.#bytes;
  }

  /** Another solve begins: what was not touched lately may be forgotten. */
  beginSolve(): void {
    this.#solve++;
    if (this.#bytes > this.#room) this.#forget();
  }

  /** What the derivation gives for these curves and numbers. Neither they nor the result may be written to. */
  derive<const Curves extends readonly Curve[], const Numbers extends readonly number[], Result>(
    what: Derivation<Curves, Numbers, Result>,
    curves: Curves,
    numbers: Numbers,
  ): Result {
    return this.recall(what, curves, numbers, () => what.make(curves, numbers));
  }

  /** The same for a result that `make` cannot work out from the curves and numbers alone; it may depend on nothing else. */
  recall<Result>(what: Question, curves: readonly Curve[], numbers: readonly number[], make: () => Result): Result {
    const hash = this.#look(what, curves, numbers);
    const found = this.#entries.get(hash);
    if (found !== undefined) {
      for (let i = 0; i < found.length; i++) {
        const entry = found[i]!;
        if (entry.what === what && this.#isAsked(entry, curves.length, numbers)) {
          this.#touch(entry);
          return entry.result as Result;
        }
      }
    }
    const asked = this.#asked.slice(0, curves.length);
    const holds: Known[] = [];
    const result = this.#shared(make(), holds);
    const entry: Entry = { what, curves: asked, numbers: numbers.slice(), result, holds, touched: this.#solve };
    const chain = this.#entries.get(hash);
    if (chain === undefined) this.#entries.set(hash, [entry]);
    else chain.push(entry);
    return result;
  }

  /** The curve, or an earlier one with the same bits. Neither may be written to any more. */
  intern<From extends Start>(curve: Curve<From>): Curve<From> {
    return curve.length === 0 ? curve : (this.#knownOf(curve).curve as Curve<From>);
  }

  #touch(entry: Entry): void {
    if (entry.touched === this.#solve) return;
    entry.touched = this.#solve;
    for (const known of entry.holds) known.touched = this.#solve;
  }

  /** Notes the curves asked about; answers the hash of the question. */
  #look(what: Question, curves: readonly Curve[], numbers: readonly number[]): number {
    let hash = what.id;
    for (let i = 0; i < curves.length; i++) {
      const known = this.#knownOf(curves[i]!);
      this.#asked[i] = known;
      hash = mixed(hash, known.id);
    }
    for (let i = 0; i < numbers.length; i++) hash = mixedDouble(hash, numbers[i]!);
    return hash;
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
    }
    known.touched = this.#solve;
    return known;
  }

  #byContent(curve: Curve): Known {
    const hash = hashOf(curve);
    let chain = this.#curves.get(hash);
    if (chain === undefined) this.#curves.set(hash, (chain = []));
    for (const known of chain) if (isSame(known.curve, curve)) return known;
    const known: Known = { id: ++this.#lastId, curve, touched: this.#solve };
    chain.push(known);
    this.#bytes += curve.byteLength;
    return known;
  }

  /** Interns the curves of a new result. */
  #shared<T>(value: T, holds: Known[]): T {
    if (value instanceof Float64Array) {
      if (value.length === 0) return value;
      const known = this.#knownOf(value);
      holds.push(known);
      return known.curve as unknown as T;
    }
    if (typeof value !== "object" || value === null) return value;
    const record = value as { [key: string]: unknown };
    if (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) {
      for (const key of Object.keys(record)) {
        const before = record[key];
        const after = this.#shared(before, holds);
        if (after !== before) record[key] = after;
      }
    }
    return value;
  }

  /** Forgets what was touched longest ago until the rest has room, but nothing of the last solves. */
  #forget(): void {
    const bySolve = new Map<number, number>();
    for (const chain of this.#curves.values())
      for (const { touched, curve } of chain) bySolve.set(touched, (bySolve.get(touched) ?? 0) + curve.byteLength);
    let kept = 0;
    let since = this.#solve;
    for (const solve of [...bySolve.keys()].sort((a, b) => b - a)) {
      kept += bySolve.get(solve)!;
      if (solve < this.#solve - KEPT_SOLVES && kept > this.#room) break;
      since = solve;
    }
    removeWhere(this.#entries, ({ touched }) => touched < since);
    removeWhere(this.#curves, ({ touched, curve }) => {
      if (touched >= since) return false;
      this.#bytes -= curve.byteLength;
      return true;
    });
  }
}

function removeWhere<T>(chains: Map<number, T[]>, test: (item: T) => boolean): void {
  for (const [hash, chain] of chains) {
    const rest = chain.filter((item) => !test(item));
    if (rest.length === 0) chains.delete(hash);
    else if (rest.length < chain.length) chains.set(hash, rest);
  }
}

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

function mixed(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}

function mixedDouble(hash: number, value: number): number {
  double[0] = value;
  return mixed(mixed(hash, words[0]!), words[1]!);
}

/** Of some of the values, spread over days and times of day. */
function hashOf(curve: Curve): number {
  let hash = curve.length;
  for (let h = 12; h < curve.length; h += 587) hash = mixedDouble(hash, curve[h]!);
  return hash;
}

/** Bit by bit. */
function isSame(a: Curve, b: Curve): boolean {
  return a.length === b.length && Buffer.compare(bytesOf(asArray(a)), bytesOf(asArray(b))) === 0;
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
