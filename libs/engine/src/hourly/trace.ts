/** The reads and writes of calculations of a year, in order. */

/** Values derived from the year outside the graph, recorded by their source. */
export type NotedKind = "profile" | "electricity for heat" | "heat of node";

export type ReadKind = "number" | "at least" | "record" | "conversion" | "share" | "curve" | NotedKind;
type NumberKind = "set number" | "set conversion" | "set share" | "preset edge";
/** Writes that no read of the same calculation sees before its end. */
type LateKind = "set text" | "set entry" | "set curve";
export type AccessKind = ReadKind | NumberKind | LateKind;

/** The accesses of one calculation: a part of a trace, from `from` to `to`. */
export interface Accesses {
  readonly trace: Trace;
  readonly from: number;
  /** The first write, or `to`; reads before it see the year as the calculation found it. */
  readonly firstWrite: number;
  readonly to: number;
}

/**
 * Reads with their results, and writes with their values, in columns: a year of markets has thousands. The calculations
 * of a run share a trace, since separate ones would be scattered in memory.
 */
export class Trace {
  readonly kinds: AccessKind[] = [];
  /** Node, slot or edge. */
  readonly places: number[] = [];
  readonly names: string[] = [];
  readonly numbers: number[] = [];
  /** Values other than numbers: records, curves, texts … */
  readonly values: unknown[] = [];
  /** The accesses of the current calculation begin here; its first write is here if it has one. */
  #from = 0;
  #firstWrite = 0;

  /** Starts the accesses of another calculation. */
  begin(): void {
    this.#from = this.#firstWrite = this.kinds.length;
  }

  /** The accesses since `begin`. */
  end(): Accesses {
    return { trace: this, from: this.#from, firstWrite: this.#firstWrite, to: this.kinds.length };
  }

  read(kind: ReadKind, place: number, name: string, number: number, value: unknown): void {
    if (this.#firstWrite === this.kinds.length) {
      // `at least` may be read with several thresholds.
      if (kind !== "at least" && this.#hasRead(kind, place, name)) return;
      this.#firstWrite++;
    }
    this.write(kind, place, name, number, value);
  }

  /** Before the first write, repeated reads give the same result and are recorded once. */
  #hasRead(kind: ReadKind, place: number, name: string): boolean {
    for (let i = this.#from; i < this.#firstWrite; i++)
      if (this.places[i] === place && this.names[i] === name && this.kinds[i] === kind) return true;
    return false;
  }

  write(kind: AccessKind, place: number, name: string, number: number, value: unknown): void {
    this.kinds.push(kind);
    this.places.push(place);
    this.names.push(name);
    this.numbers.push(number);
    this.values.push(value);
  }
}
