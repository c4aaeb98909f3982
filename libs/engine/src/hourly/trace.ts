/** Reads and writes of the calculations of a year, in order. */

/** Values that do not come from the graph itself, recorded by their source. */
export type ExternalReadKind = "profile" | "electricity for heat" | "heat of node";

export type ReadKind = "number" | "at least" | "record" | "conversion" | "share" | "curve" | ExternalReadKind;
type NumberKind = "set number" | "set conversion" | "set share" | "preset edge";
/** Writes that the same calculation does not read back. */
type LateKind = "set text" | "set entry" | "set curve";
export type AccessKind = ReadKind | NumberKind | LateKind;

/** The accesses of one calculation: a part of a trace, from `start` to `end`. */
export interface Accesses {
  readonly trace: Trace;
  readonly start: number;
  /** The first write, or `end`. Reads before it see the uncalculated year. */
  readonly firstWrite: number;
  readonly end: number;
}

/**
 * Reads with their results and writes with their values, in columns, because a year of markets has thousands. The
 * calculations of a run share a trace, because separate traces would be scattered in memory.
 */
export class Trace {
  readonly kinds: AccessKind[] = [];
  /** Node, slot or edge. */
  readonly indices: number[] = [];
  readonly names: string[] = [];
  readonly numbers: number[] = [];
  /** Values other than numbers: records, curves, strings … */
  readonly values: unknown[] = [];
  /** Start of the current calculation's accesses, and its first write. */
  #start = 0;
  #firstWrite = 0;

  /** Starts the accesses of another calculation. */
  begin(): void {
    this.#start = this.#firstWrite = this.kinds.length;
  }

  /** The accesses since `begin`. */
  end(): Accesses {
    return { trace: this, start: this.#start, firstWrite: this.#firstWrite, end: this.kinds.length };
  }

  read(kind: ReadKind, index: number, name: string, number: number, value: unknown): void {
    if (this.#firstWrite === this.kinds.length) {
      // The same number may have been read by `at least` with several thresholds.
      if (kind !== "at least" && this.#hasRead(kind, index, name)) return;
      this.#firstWrite++;
    }
    this.write(kind, index, name, number, value);
  }

  /** Before the first write, repeated reads return the same result and are recorded once. */
  #hasRead(kind: ReadKind, index: number, name: string): boolean {
    for (let i = this.#start; i < this.#firstWrite; i++)
      if (this.indices[i] === index && this.names[i] === name && this.kinds[i] === kind) return true;
    return false;
  }

  write(kind: AccessKind, index: number, name: string, number: number, value: unknown): void {
    this.kinds.push(kind);
    this.indices.push(index);
    this.names.push(name);
    this.numbers.push(number);
    this.values.push(value);
  }
}
