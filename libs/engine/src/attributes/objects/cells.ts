/**
 * The cache of derived values: one column per attribute, with a number and a state per object.
 *
 * A cell has one of four states: not computed, nil (raises in arithmetic), Float, or Integer (0 from an empty sum). An
 * Integer divides as one. One byte per cell stores the state, so a column is two typed arrays.
 */
import { GqlError } from "@etesian/gql";
import type { Holding } from "../../graph/state/holding.ts";

/** A quantity: Float (`number`), Integer (`bigint`: 0 where an empty list was summed) or nil. */
export type Num = number | bigint | null;

export const ABSENT = 0;
export const NIL = 1;
export const FLOAT = 2;
export const INTEGER = 3;

export class Column {
  readonly values: Float64Array;
  readonly states: Uint8Array;
  /** The first `size` entries are the indices of the filled cells, a few in thousands. The list is reused. */
  readonly known: number[] = [];
  #size = 0;

  /** `states` must be zeros; `values` may hold anything. */
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

  /** The number of filled cells. */
  get size(): number {
    return this.#size;
  }

  clear(): void {
    for (let place = 0; place < this.#size; place++) this.states[this.known[place]!] = ABSENT;
    this.#size = 0;
  }

  /** Records that a cell gets a value. */
  #know(index: number): void {
    if (this.states[index] === ABSENT) this.known[this.#size++] = index;
  }

  /** Copies a cell from another memo. */
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

/** The column index of an attribute name. Names are few and live as long as the program. */
export function columnId(name: string): number {
  let id = ids.get(name);
  if (id === undefined) ids.set(name, (id = ids.size));
  return id;
}

/** Queries create dozens of columns, and each allocation has a cost: columns are allocated in blocks of this many. */
const COLUMNS_PER_BLOCK = 8;
/** The number of memos whose columns are kept: for a base year and the solutions in use. */
const KEEPERS = 4;

/** A buffer and the columns on it. Both are reused. */
interface Block<Cells> {
  readonly memory: ArrayBuffer;
  readonly columns: readonly Cells[];
}

/**
 * Reusable column blocks for memos of one length. When all blocks are in use, the memo that grew least recently is
 * cleared and loses its blocks. Allocating new memory per solution would cost more than computing most of its columns.
 */
export class MemoMemory<Cells extends Clearable> {
  readonly #free: Block<Cells>[] = [];
  /** In order of last growth, most recent last. */
  readonly #keepers = new Set<Blocks<Cells>>();

  /** Returns a block for columns, allocated when none is free. Its contents are left over from an earlier use. */
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
  /** Clears all cells. */
  clear(): void;
}

/** The column blocks of one memo. */
class Blocks<Cells extends Clearable> {
  #made: readonly Block<Cells>[] = [];
  readonly #make: () => Block<Cells>;
  readonly #memory: MemoMemory<Cells>;
  readonly #clearOwner: () => void;
  /** Columns in use in the last block. */
  #taken = COLUMNS_PER_BLOCK;

  /**
   * Columns of `length` numbers plus `bytes` state bytes each. `column` creates a column on a buffer at an offset.
   * `clearOwner` is called when the columns have been taken away.
   */
  constructor(
    length: number,
    bytesPerMark: number,
    column: (memory: ArrayBuffer, numbers: number, marks: number) => Cells,
    memory: MemoMemory<Cells>,
    forget: () => void,
  ) {
    this.#memory = memory;
    this.#clearOwner = forget;
    this.#make = () => {
      const numbers = COLUMNS_PER_BLOCK * length * 8;
      const memory = new ArrayBuffer(numbers + COLUMNS_PER_BLOCK * length * bytesPerMark);
      const columns = Array.from({ length: COLUMNS_PER_BLOCK }, (_, place) =>
        column(memory, place * length * 8, numbers + place * length * bytesPerMark),
      );
      return { memory, columns };
    };
  }

  /** Adds an empty column. */
  take(): Cells {
    if (this.#taken === COLUMNS_PER_BLOCK) {
      this.#made = [...this.#made, this.#memory.take(this, this.#make)];
      this.#taken = 0;
    }
    const column = this.#made.at(-1)!.columns[this.#taken++]!;
    column.clear();
    return column;
  }

  /** Hands over all blocks. */
  giveUp(): readonly Block<Cells>[] {
    const made = this.#made;
    this.#made = [];
    this.#taken = COLUMNS_PER_BLOCK;
    this.#clearOwner();
    return made;
  }

  get memory(): readonly ArrayBuffer[] {
    return this.#made.map(({ memory }) => memory);
  }
}

/** The values of a memo by column: object indices, values and states. */
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

/** Derived values of one kind of object, by `columnId`. A column exists from its first write on. */
export class Memo {
  readonly length: number;
  readonly columns: (Column | undefined)[] = [];
  /** Whether its columns were handed to another memo since the last `learn`. */
  isCleared = false;
  readonly #blocks: Blocks<Column>;

  constructor(length: number, memory: MemoMemory<Column> = new MemoMemory()) {
    this.length = length;
    const column = (block: ArrayBuffer, numbers: number, marks: number): Column =>
      new Column(new Float64Array(block, numbers, length), new Uint8Array(block, marks, length));
    this.#blocks = new Blocks(length, 1, column, memory, () => {
      this.columns.length = 0;
      this.isCleared = true;
    });
  }

  /** All filled cells. */
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

  /** Adds values of another memo, or its own from before it was cleared. */
  learn({ columns, indices, values, states }: KnownValues): void {
    this.isCleared = false;
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

  /** The buffers of its columns. */
  get blocks(): Iterable<Holding> {
    return this.#blocks.memory;
  }

  /** Clears all cells; the columns stay, so that the next calculation allocates nothing. */
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

/** Sums of recursive factors by strategy and node; valid until the next calculation. */
export class FactorMemo {
  readonly #sums: (Sums | undefined)[] = [];
  readonly #blocks: Blocks<Sums>;
  #epoch = 1;

  constructor(nodes: number, memory: MemoMemory<Sums> = new MemoMemory()) {
    const column = (block: ArrayBuffer, numbers: number, marks: number): Sums =>
      new Sums(new Float64Array(block, numbers, nodes), new Int32Array(block, marks, nodes));
    this.#blocks = new Blocks(nodes, 4, column, memory, () => (this.#sums.length = 0));
  }

  /** The sum of a node; undefined when it has not been computed. */
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

  /** The buffers of its columns. */
  get blocks(): Iterable<Holding> {
    return this.#blocks.memory;
  }
}

/** Returns a quantity as a Float; raises on nil. `name` is the name in the error message. */
export function requireNumber(value: Num | undefined, name: string): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  throw new GqlError(`${name} is nil where a number is needed`);
}

/** Returns a quantity, or `fallback` for nil. */
export function numberOr(value: Num | undefined, fallback: number): number {
  return typeof value === "number" ? value : value === null || value === undefined ? fallback : Number(value);
}

/** Whether a quantity is Integer or Float zero. Raises on nil. */
export function isZero(value: Num | undefined, name: string): boolean {
  return requireNumber(value, name) === 0;
}
