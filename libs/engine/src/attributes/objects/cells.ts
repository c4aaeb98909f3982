/**
 * A cache of derived values: one column per attribute, with a number and a state per object.
 *
 * A cell has one of four states: not computed, nil (throws in arithmetic), Float, or Integer (0 from an empty sum).
 * Integers use integer division. One byte per cell stores the state, so a column consists of two typed arrays.
 */
import { GqlError } from "@etesian/gql";
import type { Holding } from "../../graph/state/holding.ts";
import type { ReusedMemory } from "../../reused-memory.ts";

/** A quantity: Float (`number`), Integer (`bigint`: 0 if an empty list was summed) or nil. */
export type Num = number | bigint | null;

export const ABSENT = 0;
export const NIL = 1;
export const FLOAT = 2;
export const INTEGER = 3;

export class Column {
  readonly values: Float64Array;
  readonly states: Uint8Array;
  /** The first `size` entries are the indices of the filled cells, typically a few out of thousands. */
  readonly filled: Int32Array;
  #size = 0;

  /** `states` must be zeroed; the other arrays may have any content. */
  constructor(values: Float64Array, filled: Int32Array, states: Uint8Array) {
    this.values = values;
    this.filled = filled;
    this.states = states;
  }

  /** The cell's value; undefined if it has not been computed. */
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
    for (let index = 0; index < this.#size; index++) this.states[this.filled[index]!] = ABSENT;
    this.#size = 0;
  }

  /** Adds a cell to the list of filled cells. */
  #markFilled(index: number): void {
    if (this.states[index] === ABSENT) this.filled[this.#size++] = index;
  }

  /** Copies a cell from another memo. */
  copy(index: number, value: number, state: number): void {
    this.#markFilled(index);
    this.values[index] = value;
    this.states[index] = state;
  }

  set(index: number, value: Num): void {
    this.#markFilled(index);
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

/** The column index of an attribute name. There are few names, and they live as long as the process. */
export function columnId(name: string): number {
  let id = ids.get(name);
  if (id === undefined) ids.set(name, (id = ids.size));
  return id;
}

/** Number of columns allocated together, because queries create dozens of columns and each allocation has a cost. */
const COLUMNS_PER_BLOCK = 8;

/** Creates a column in a block; `offsets` are the offsets of its arrays. */
type MakeColumn<Column> = (block: ArrayBuffer, offsets: readonly number[]) => Column;

/** The columns of one memo, in blocks of the engine's memory. */
class Blocks<Column> {
  readonly #buffers: ArrayBuffer[] = [];
  readonly #length: number;
  readonly #widths: readonly number[];
  readonly #make: MakeColumn<Column>;
  readonly #memory: ReusedMemory;
  /** Columns in use in the last block. */
  #usedColumns = COLUMNS_PER_BLOCK;

  /**
   * Columns consist of several arrays of `length` items; `widths` are the bytes per item, in descending order. The last
   * array of a column is zeroed, the others are uninitialised.
   */
  constructor(length: number, widths: readonly number[], make: MakeColumn<Column>, memory: ReusedMemory) {
    this.#length = length;
    this.#widths = widths;
    this.#make = make;
    this.#memory = memory;
  }

  /** Adds a column. */
  addColumn(): Column {
    if (this.#usedColumns === COLUMNS_PER_BLOCK) {
      const size = COLUMNS_PER_BLOCK * this.#length;
      const block = this.#memory.newBlock(size * this.#widths.reduce((sum, width) => sum + width, 0));
      new Uint8Array(block, block.byteLength - size * this.#widths.at(-1)!).fill(0);
      this.#buffers.push(block);
      this.#usedColumns = 0;
    }
    const index = this.#usedColumns++;
    let start = 0;
    const offsets = this.#widths.map((width) => {
      const offset = start + index * this.#length * width;
      start += COLUMNS_PER_BLOCK * this.#length * width;
      return offset;
    });
    return this.#make(this.#buffers.at(-1)!, offsets);
  }

  /** Releases all blocks; the columns must not be read afterwards. */
  release(): void {
    for (const block of this.#buffers.splice(0)) this.#memory.recycle(block);
    this.#usedColumns = COLUMNS_PER_BLOCK;
  }

  get memory(): readonly ArrayBuffer[] {
    return this.#buffers;
  }
}

/** The values of a memo by column: object indices, values and states. */
export interface FilledCells {
  readonly columns: readonly { readonly id: number; readonly end: number }[];
  readonly indices: Int32Array;
  readonly values: Float64Array;
  readonly states: Uint8Array;
}

export const NO_CELLS: FilledCells = {
  columns: [],
  indices: new Int32Array(0),
  values: new Float64Array(0),
  states: new Uint8Array(0),
};

/** Derived values of one kind of object, by `columnId`. A column is created by its first write. */
export class Memo {
  readonly length: number;
  readonly columns: (Column | undefined)[] = [];
  readonly #blocks: Blocks<Column>;

  constructor(length: number, memory: ReusedMemory) {
    this.length = length;
    const column: MakeColumn<Column> = (block, [values, filled, states]) =>
      new Column(
        new Float64Array(block, values, length),
        new Int32Array(block, filled, length),
        new Uint8Array(block, states, length),
      );
    this.#blocks = new Blocks(length, [8, 4, 1], column, memory);
  }

  /** All filled cells. */
  get filledCells(): FilledCells {
    const columns: { readonly id: number; readonly end: number }[] = [];
    let size = 0;
    this.columns.forEach((column, id) => {
      const previousSize = size;
      size += column?.size ?? 0;
      if (size > previousSize) columns.push({ id, end: size });
    });
    const filledCells = {
      columns,
      indices: new Int32Array(size),
      values: new Float64Array(size),
      states: new Uint8Array(size),
    };
    let position = 0;
    for (const { id } of columns) {
      const { values, states, filled, size } = this.columns[id]!;
      for (let i = 0; i < size; i++) {
        const index = filled[i]!;
        filledCells.indices[position] = index;
        filledCells.values[position] = values[index]!;
        filledCells.states[position++] = states[index]!;
      }
    }
    return filledCells;
  }

  /** Adds the values of another memo. */
  copyFrom({ columns, indices, values, states }: FilledCells): void {
    let index = 0;
    for (const { id, end } of columns) {
      const column = this.#columnOf(id);
      for (; index < end; index++) column.copy(indices[index]!, values[index]!, states[index]!);
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
    return (this.columns[id] ??= this.#blocks.addColumn());
  }

  /** The buffers of its columns. */
  get blocks(): Iterable<Holding> {
    return this.#blocks.memory;
  }

  /** Releases its columns and clears it. */
  release(): void {
    this.columns.length = 0;
    this.#blocks.release();
  }

  /** Clears all cells but retains the columns, so that the next calculation allocates nothing. */
  clear(): void {
    for (const column of this.columns) column?.clear();
  }
}

/** Sums of one strategy by node; valid if the node's epoch is the current epoch. */
interface Sums {
  readonly values: Float64Array;
  readonly epochs: Int32Array;
}

/** Sums of recursive factors by strategy and node; valid until the next calculation. */
export class FactorMemo {
  readonly #sums: (Sums | undefined)[] = [];
  readonly #blocks: Blocks<Sums>;
  #epoch = 1;

  constructor(nodes: number, memory: ReusedMemory) {
    const column: MakeColumn<Sums> = (block, [values, epochs]) => ({
      values: new Float64Array(block, values, nodes),
      epochs: new Int32Array(block, epochs, nodes),
    });
    this.#blocks = new Blocks(nodes, [8, 4], column, memory);
  }

  /** The sum of a node; undefined if it has not been computed. */
  get(strategy: number, node: number): number | undefined {
    const sums = strategy < this.#sums.length ? this.#sums[strategy] : undefined;
    return sums !== undefined && sums.epochs[node] === this.#epoch ? sums.values[node] : undefined;
  }

  set(strategy: number, node: number, value: number): void {
    while (this.#sums.length <= strategy) this.#sums.push(undefined);
    const sums = (this.#sums[strategy] ??= this.#blocks.addColumn());
    sums.values[node] = value;
    sums.epochs[node] = this.#epoch;
  }

  clear(): void {
    this.#epoch++;
  }

  /** Releases its columns and clears it. */
  release(): void {
    this.#sums.length = 0;
    this.#blocks.release();
  }

  /** The buffers of its columns. */
  get blocks(): Iterable<Holding> {
    return this.#blocks.memory;
  }
}

/** Returns a quantity as a Float; throws on nil. `name` appears in the error message. */
export function requireNumber(value: Num | undefined, name: string): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  throw new GqlError(`${name} is nil where a number is needed`);
}

/** Returns a quantity, or `fallback` for nil. */
export function numberOr(value: Num | undefined, fallback: number): number {
  return typeof value === "number" ? value : value === null || value === undefined ? fallback : Number(value);
}

/** Whether a quantity is Integer or Float zero. Throws on nil. */
export function isZero(value: Num | undefined, name: string): boolean {
  return requireNumber(value, name) === 0;
}
