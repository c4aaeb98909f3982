/** What a calculation reads and writes of a year, in the order in which it does. */

/** What else than the graph holds follows from the year, told by those who found it. */
export type NotedKind = "profile" | "electricity for heat" | "heat of node";

export type ReadKind = "number" | "at least" | "record" | "conversion" | "share" | "curve" | NotedKind;
type NumberKind = "set number" | "set conversion" | "set share" | "preset edge";
/** Writes that no read of the same calculation sees before it is over. */
type LateKind = "set text" | "set entry" | "set curve";
export type AccessKind = ReadKind | NumberKind | LateKind;

/** Reads with what they gave, and writes with what was written, in columns: a year of markets makes thousands. */
export interface Trace {
  readonly kinds: readonly AccessKind[];
  /** Node, slot or edge. */
  readonly places: readonly number[];
  readonly names: readonly string[];
  readonly numbers: readonly number[];
  /** What is no number: a record, a curve, a text … */
  readonly values: readonly unknown[];
  /** The place of the first write; reads before it see the year as it was. */
  readonly firstWrite: number;
}

/** Notes what a calculation reads and writes. The lists that it is noted in are used again. */
export class TraceNotes {
  readonly #kinds: AccessKind[] = [];
  readonly #places: number[] = [];
  readonly #names: string[] = [];
  readonly #numbers: number[] = [];
  readonly #values: unknown[] = [];
  #length = 0;
  #reads = 0;

  read(kind: ReadKind, place: number, name: string, number: number, value: unknown): void {
    if (this.#reads === this.#length) {
      // Whether a number is at least so much may be asked with several.
      if (kind !== "at least" && this.#hasRead(kind, place, name)) return;
      this.#reads++;
    }
    this.#note(kind, place, name, number, value);
  }

  /** While nothing is written, who reads the same once more finds the same. */
  #hasRead(kind: ReadKind, place: number, name: string): boolean {
    for (let i = 0; i < this.#length; i++)
      if (this.#places[i] === place && this.#names[i] === name && this.#kinds[i] === kind) return true;
    return false;
  }

  write(kind: NumberKind | LateKind, place: number, name: string, number: number, value: unknown): void {
    this.#note(kind, place, name, number, value);
  }

  #note(kind: AccessKind, place: number, name: string, number: number, value: unknown): void {
    const end = this.#length++;
    this.#kinds[end] = kind;
    this.#places[end] = place;
    this.#names[end] = name;
    this.#numbers[end] = number;
    this.#values[end] = value;
  }

  /** So much was noted. */
  get length(): number {
    return this.#length;
  }

  /** What was noted; from now on another calculation is. */
  take(): Trace {
    const [length, firstWrite] = [this.#length, this.#reads];
    const trace = {
      kinds: this.#kinds.slice(0, length),
      places: this.#places.slice(0, length),
      names: this.#names.slice(0, length),
      numbers: this.#numbers.slice(0, length),
      values: this.#values.slice(0, length),
      firstWrite,
    };
    // Nothing is held for longer than by those who took it.
    this.#values.fill(null, 0, length);
    this.#length = this.#reads = 0;
    return trace;
  }
}
