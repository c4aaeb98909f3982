import { expect, it } from "vitest";
import { ReusedMemory } from "../../reused-memory.ts";
import { FactorMemo, Memo, NO_CELLS } from "./cells.ts";

const LENGTH = 5;
const COLUMN = 3;

it("a memo reuses memory that another memo released, and starts empty", () => {
  const memory = new ReusedMemory();
  const [first, second] = [new Memo(LENGTH, memory), new Memo(LENGTH, memory)];
  first.set(COLUMN, 1, 12.5);
  second.set(COLUMN, 1, 13.5);
  const blocks = [...first.blocks];
  first.release();
  expect([first.get(COLUMN, 1), first.filledCells, [...first.blocks]]).toEqual([undefined, NO_CELLS, []]);

  const third = new Memo(LENGTH, memory);
  third.set(COLUMN, 2, 7);
  expect([...third.blocks]).toEqual(blocks);
  expect([third.get(COLUMN, 1), third.get(COLUMN, 2), second.get(COLUMN, 1)]).toEqual([undefined, 7, 13.5]);
});

it("a factor memo also reuses released memory, and starts empty", () => {
  const memory = new ReusedMemory();
  const first = new FactorMemo(LENGTH, memory);
  first.set(COLUMN, 0, 1);
  first.release();
  const second = new FactorMemo(LENGTH, memory);
  second.set(COLUMN, 1, 2);
  expect([first.get(COLUMN, 0), second.get(COLUMN, 0), second.get(COLUMN, 1)]).toEqual([undefined, undefined, 2]);
});

it("a memo copies the values of another memo, including nil and Integers", () => {
  const memory = new ReusedMemory();
  const memo = new Memo(LENGTH, memory);
  for (const [index, value] of [1.5, null, 0n].entries()) memo.set(COLUMN + index, index, value);
  const other = new Memo(LENGTH, memory);
  other.copyFrom(memo.filledCells);
  expect(other.filledCells).toEqual(memo.filledCells);
  expect([0, 1, 2].map((index) => other.get(COLUMN + index, index))).toEqual([1.5, null, 0n]);
});
