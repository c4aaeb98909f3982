/**
 * How derived values are remembered: one column per attribute, a number and a state per object.
 *
 * Results depend on four states: a value not asked for yet is computed, a remembered nil stays nil, nil in arithmetic
 * raises, and an Integer (0 where an empty list was summed) divides as an Integer. One byte per cell keeps them apart,
 * so that a column is two typed arrays.
 */
import { GqlError } from "@etesian/gql";
import type { Holding } from "../graph/holding.ts";

/** A quantity: Float (`number`), Integer (`bigint`, in practice 0 where an empty list was summed) or nil. */
export type Num = number | bigint | null;

export const ABSENT = 0;
export const NIL = 1;
export const FLOAT = 2;
export const INTEGER = 3;

export class Column {
  readonly values: Float64Array;
  readonly states: Uint8Array;
  /** The first `size` are the cells that have a value: a few of thousands. The list is used again. */
  readonly known: number[] = [];
  #size = 0;

  /** `states` are zeros; the values may be anything. */
  constructor(values: Float64Array, states: Uint8Array) {
    this.values = values;
    this.states = states;
  }

  /** The cell's value; undefined when there is none yet. */
  get(index: number): Num | undefined {
    switch (this.states[index]!) {
      case FLOAT:
        return this.values[index]!;
      case NIL:
        return null;
      case INTEGER:
        return BigInt(this.values[index]!);
      default:
        return undefined;
    }
  }

  /** How many cells have a value. */
  get size(): number {
    return this.#size;
  }

  clear(): void {
    for (let place = 0; place < this.#size; place++) this.states[this.known[place]!] = ABSENT;
    this.#size = 0;
  }

  /** A cell is about to have a value. */
  #know(index: number): void {
    if (this.states[index] === ABSENT) this.known[this.#size++] = index;
  }

  /** Copies a cell as it is somewhere else. */
  copy(index: number, value: number, state: number): void {
    this.#know(index);
    this.values[index] = value;
    this.states[index] = state;
  }

  set(index: number, value: Num): void {
    this.#know(index);
    if (value === null) {
      this.states[index] = NIL;
    } else if (typeof value === "bigint") {
      this.states[index] = INTEGER;
      this.values[index] = Number(value);
    } else {
      this.states[index] = FLOAT;
      this.values[index] = value;
    }
  }
}

const ids = new Map<string, number>();

/** Number of an attribute name: the index of its column. Names are few and live as long as the program. */
export function columnId(name: string): number {
  let id = ids.get(name);
  if (id === undefined) ids.set(name, (id = ids.size));
  return id;
}

/** Queries make dozens of columns, and each piece of memory has its price: so many are allocated together. */
const COLUMNS_PER_BLOCK = 8;
/** So many memos keep what they know: those of a present and of the solutions that are asked about. */
const KEEPERS = 4;

/** Memory for some columns, with these: both are used again. */
interface Block<Cells> {
  readonly memory: ArrayBuffer;
  readonly columns: readonly Cells[];
}

/**
 * Blocks of memory for the columns of memos of one length, used again: who needs one more gets one of the memo that has not
 * grown for longest, which forgets everything. New memory for every solution would cost more than most of its columns.
 */
export class MemoMemory<Cells extends Clearable> {
  readonly #free: Block<Cells>[] = [];
  /** The one that grew last comes last. */
  readonly #keepers = new Set<Blocks<Cells>>();

  /** A block for columns, made where none is free; what is in it is left from others. */
  take(keeper: Blocks<Cells>, make: () => Block<Cells>): Block<Cells> {
    this.#keepers.delete(keeper);
    this.#keepers.add(keeper);
    if (this.#free.length === 0 && this.#keepers.size > KEEPERS) {
      const [oldest] = this.#keepers;
      this.#keepers.delete(oldest!);
      this.#free.push(...oldest!.giveUp());
    }
    return this.#free.pop() ?? make();
  }
}

interface Clearable {
  /** Forgets everything. */
  clear(): void;
}

/** Memory of a memo for its columns. */
class Blocks<Cells extends Clearable> {
  #made: readonly Block<Cells>[] = [];
  readonly #make: () => Block<Cells>;
  readonly #memory: MemoMemory<Cells>;
  readonly #forget: () => void;
  /** Columns of the last block that are taken. */
  #taken = COLUMNS_PER_BLOCK;

  /**
   * Columns of `length` numbers with a mark of so many bytes each; `column` makes one on memory, from these bytes on. `forget`
   * is called when the columns are no longer there.
   */
  constructor(
    length: number,
    bytesPerMark: number,
    column: (memory: ArrayBuffer, numbers: number, marks: number) => Cells,
    memory: MemoMemory<Cells>,
    forget: () => void,
  ) {
    this.#memory = memory;
    this.#forget = forget;
    this.#make = () => {
      const numbers = COLUMNS_PER_BLOCK * length * 8;
      const memory = new ArrayBuffer(numbers + COLUMNS_PER_BLOCK * length * bytesPerMark);
      const columns = Array.from({ length: COLUMNS_PER_BLOCK }, (_, place) =>
        column(memory, place * length * 8, numbers + place * length * bytesPerMark),
      );
      return { memory, columns };
    };
  }

  /** One column more, in which nothing is known. */
  take(): Cells {
    if (this.#taken === COLUMNS_PER_BLOCK) {
      this.#made = [...this.#made, this.#memory.take(this, this.#make)];
      this.#taken = 0;
    }
    const column = this.#made.at(-1)!.columns[this.#taken++]!;
    column.clear();
    return column;
  }

  /** All blocks, for others. */
  giveUp(): readonly Block<Cells>[] {
    const made = this.#made;
    this.#made = [];
    this.#taken = COLUMNS_PER_BLOCK;
    this.#forget();
    return made;
  }

  get memory(): readonly ArrayBuffer[] {
    return this.#made.map(({ memory }) => memory);
  }
}

/** Values that a memo knows, column by column: of which object, and as a cell holds them. */
export interface KnownValues {
  readonly columns: readonly { readonly id: number; readonly end: number }[];
  readonly indices: Int32Array;
  readonly values: Float64Array;
  readonly states: Uint8Array;
}

export const NOTHING_KNOWN: KnownValues = {
  columns: [],
  indices: new Int32Array(0),
  values: new Float64Array(0),
  states: new Uint8Array(0),
};

/** Remembered values of one kind of object by `columnId`; a column exists from its first write on. */
export class Memo {
  readonly length: number;
  readonly columns: (Column | undefined)[] = [];
  /** Whether its memory has gone to another one since it last learned something. */
  hasForgotten = false;
  readonly #blocks: Blocks<Column>;

  constructor(length: number, memory: MemoMemory<Column> = new MemoMemory()) {
    this.length = length;
    const column = (block: ArrayBuffer, numbers: number, marks: number): Column =>
      new Column(new Float64Array(block, numbers, length), new Uint8Array(block, marks, length));
    this.#blocks = new Blocks(length, 1, column, memory, () => {
      this.columns.length = 0;
      this.hasForgotten = true;
    });
  }

  /** All that it knows. */
  get known(): KnownValues {
    const columns: { readonly id: number; readonly end: number }[] = [];
    let size = 0;
    this.columns.forEach((column, id) => {
      const before = size;
      size += column?.size ?? 0;
      if (size > before) columns.push({ id, end: size });
    });
    const known = {
      columns,
      indices: new Int32Array(size),
      values: new Float64Array(size),
      states: new Uint8Array(size),
    };
    let place = 0;
    for (const { id } of columns) {
      const { values, states, known: cells, size } = this.columns[id]!;
      for (let i = 0; i < size; i++) {
        const index = cells[i]!;
        known.indices[place] = index;
        known.values[place] = values[index]!;
        known.states[place++] = states[index]!;
      }
    }
    return known;
  }

  /** Adds what another one knew, or it knew itself before it forgot it. */
  learn({ columns, indices, values, states }: KnownValues): void {
    this.hasForgotten = false;
    let place = 0;
    for (const { id, end } of columns) {
      const column = this.#columnOf(id);
      for (; place < end; place++) column.copy(indices[place]!, values[place]!, states[place]!);
    }
  }

  get(id: number, index: number): Num | undefined {
    return id < this.columns.length ? this.columns[id]?.get(index) : undefined;
  }

  set(id: number, index: number, value: Num): void {
    this.#columnOf(id).set(index, value);
  }

  #columnOf(id: number): Column {
    while (this.columns.length <= id) this.columns.push(undefined);
    return (this.columns[id] ??= this.#blocks.take());
  }

  /** The memory that its columns lie in. */
  get blocks(): Iterable<Holding> {
    return this.#blocks.memory;
  }

  /** Forgets everything; the columns stay, so that the next calculation allocates nothing. */
  clear(): void {
    for (const column of this.columns) column?.clear();
  }
}

/** Sums of one strategy by node, valid where the stamp is the current epoch. */
export class Sums {
  readonly values: Float64Array;
  readonly epochs: Int32Array;

  constructor(values: Float64Array, epochs: Int32Array) {
    this.values = values;
    this.epochs = epochs;
  }

  clear(): void {
    this.epochs.fill(0);
  }
}

/** Sums of recursive factors by strategy and node, as long as nothing was recalculated. */
export class FactorMemo {
  readonly #sums: (Sums | undefined)[] = [];
  readonly #blocks: Blocks<Sums>;
  #epoch = 1;

  constructor(nodes: number, memory: MemoMemory<Sums> = new MemoMemory()) {
    const column = (block: ArrayBuffer, numbers: number, marks: number): Sums =>
      new Sums(new Float64Array(block, numbers, nodes), new Int32Array(block, marks, nodes));
    this.#blocks = new Blocks(nodes, 4, column, memory, () => (this.#sums.length = 0));
  }

  /** The sum of a node, undefined when it is not known. */
  get(strategy: number, node: number): number | undefined {
    const sums = strategy < this.#sums.length ? this.#sums[strategy] : undefined;
    return sums !== undefined && sums.epochs[node] === this.#epoch ? sums.values[node] : undefined;
  }

  set(strategy: number, node: number, value: number): void {
    while (this.#sums.length <= strategy) this.#sums.push(undefined);
    const sums = (this.#sums[strategy] ??= this.#blocks.take());
    sums.values[node] = value;
    sums.epochs[node] = this.#epoch;
  }

  clear(): void {
    this.#epoch++;
  }

  /** The memory that its columns lie in. */
  get blocks(): Iterable<Holding> {
    return this.#blocks.memory;
  }
}

/** A quantity that arithmetic needs: nil raises, an Integer becomes a Float. `name` says what is missing. */
export function requireNumber(value: Num | undefined, name: string): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  throw new GqlError(`${name} is nil where a number is needed`);
}

/** A quantity with nil read as the given number. */
export function numberOr(value: Num | undefined, fallback: number): number {
  return typeof value === "number" ? value : value === null || value === undefined ? fallback : Number(value);
}

/** Whether a quantity is Integer or Float zero; nil raises as it does in arithmetic. */
export function isZero(value: Num | undefined, name: string): boolean {
  return requireNumber(value, name) === 0;
}
