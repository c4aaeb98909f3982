/** What a calculation reads and writes of a year, in the order in which it does. */

/** What else than the graph holds follows from the year, told by those who found it. */
export type NotedKind = "profile" | "electricity for heat" | "heat of node";

type ReadKind = "number" | "record" | "conversion" | "share" | "curve" | NotedKind;
type NumberKind = "set number" | "set conversion" | "set share" | "preset edge";
type LateKind = "set text" | "set entry" | "set curve";

/** A read with what it gave, or a write with what was written. */
interface AccessOf<Kind> {
  readonly kind: Kind;
  readonly isWrite: boolean;
  /** Node, slot or edge. */
  readonly place: number;
  readonly name: string;
  readonly number: number;
  /** What is no number: a record, a curve, a text … */
  readonly value: unknown;
}

export type RecordedRead = AccessOf<ReadKind>;
export type NumberWrite = AccessOf<NumberKind>;
/** A write that no read of the same calculation sees before it is over. */
export type LateWrite = AccessOf<LateKind>;
export type Access = RecordedRead | NumberWrite | LateWrite;

export const isWrite = (access: Access): access is NumberWrite | LateWrite => access.isWrite;
export const isNumber = (access: NumberWrite | LateWrite): access is NumberWrite =>
  access.kind !== "set text" && access.kind !== "set entry" && access.kind !== "set curve";

export class Trace {
  readonly accesses: Access[] = [];
  #reads = 0;

  /** The place of the first write; reads before it see the year as it was. */
  get firstWrite(): number {
    return this.#reads;
  }

  /** What it reads, where nothing is written. */
  get reads(): readonly RecordedRead[] {
    if (this.#reads < this.accesses.length) throw new Error("A calculation that was to read a year has written to it");
    return this.accesses as readonly RecordedRead[];
  }

  read(kind: ReadKind, place: number, name: string, number: number, value: unknown): void {
    if (this.#reads === this.accesses.length) {
      if (this.#hasRead(kind, place, name)) return;
      this.#reads++;
    }
    this.accesses.push({ kind, isWrite: false, place, name, number, value });
  }

  /** While nothing is written, who reads the same once more finds the same. */
  #hasRead(kind: ReadKind, place: number, name: string): boolean {
    return this.accesses.some((access) => access.place === place && access.name === name && access.kind === kind);
  }

  write(kind: NumberKind | LateKind, place: number, name: string, number: number, value: unknown): void {
    this.accesses.push({ kind, isWrite: true, place, name, number, value });
  }
}
