/** The reads and writes of a calculation of a year, in order. */

/** Values derived from the year outside the graph, recorded by their source. */
export type NotedKind = "profile" | "electricity for heat" | "heat of node";

export type ReadKind = "number" | "at least" | "record" | "conversion" | "share" | "curve" | NotedKind;
type NumberKind = "set number" | "set conversion" | "set share" | "preset edge";
/** Writes that no read of the same calculation sees before its end. */
type LateKind = "set text" | "set entry" | "set curve";
export type AccessKind = ReadKind | NumberKind | LateKind;

/** Reads with their results, and writes with their values, in columns: a year of markets has thousands. */
export interface Trace {
  readonly kinds: readonly AccessKind[];
  /** Node, slot or edge. */
  readonly places: readonly number[];
  readonly names: readonly string[];
  readonly numbers: readonly number[];
  /** Values other than numbers: records, curves, texts … */
  readonly values: readonly unknown[];
  /** The index of the first write; reads before it see the original year. */
  readonly firstWrite: number;
}

/** Records the reads and writes of a calculation. Its lists are reused. */
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
      // `at least` may be read with several thresholds.
      if (kind !== "at least" && this.#hasRead(kind, place, name)) return;
      this.#reads++;
    }
    this.#note(kind, place, name, number, value);
  }

  /** Before the first write, repeated reads give the same result and are recorded once. */
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

  /** The number of recorded accesses. */
  get length(): number {
    return this.#length;
  }

  /** The recorded trace; recording starts again. */
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
    this.drop();
    return trace;
  }

  /** Recording starts again. */
  drop(): void {
    // Only traces that were taken keep the values alive.
    this.#values.fill(null, 0, this.#length);
    this.#length = this.#reads = 0;
  }
}
