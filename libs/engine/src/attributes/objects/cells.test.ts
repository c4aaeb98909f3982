import { describe, expect, it } from "vitest";
import { type Column, FactorMemo, Memo, MemoMemory, NOTHING_KNOWN, type Sums } from "./cells.ts";

const LENGTH = 5;
const COLUMN = 3;

describe("memory shared by memos", () => {
  it("a fifth memo takes the memory of the memo that grew least recently, and both start empty", () => {
    const memory = new MemoMemory<Column>();
    const [first, second, ...others] = Array.from({ length: 4 }, () => new Memo(LENGTH, memory));
    for (const memo of [first!, second!, ...others]) memo.set(COLUMN, 1, 12.5);
    const blocks = [...first!.blocks];
    expect(first!.get(COLUMN, 1)).toBe(12.5);
    const [column] = first!.columns.slice(COLUMN);

    const fifth = new Memo(LENGTH, memory);
    fifth.set(COLUMN, 2, 7);
    expect([...fifth.blocks]).toEqual(blocks);
    expect(fifth.columns[COLUMN]).toBe(column);
    expect([...first!.blocks]).toEqual([]);
    expect(first!.get(COLUMN, 1)).toBeUndefined();
    expect(fifth.get(COLUMN, 1)).toBeUndefined();
    expect([second!, ...others].map((memo) => memo.get(COLUMN, 1))).toEqual([12.5, 12.5, 12.5]);
  });

  it("a memo that lost its memory gets memory again, and learns new values", () => {
    const memory = new MemoMemory<Sums>();
    const memos = Array.from({ length: 5 }, () => new FactorMemo(LENGTH, memory));
    for (const [index, memo] of memos.entries()) memo.set(COLUMN, 0, index);
    memos[0]!.set(COLUMN, 1, 50);
    expect(memos.map((memo) => memo.get(COLUMN, 0))).toEqual([undefined, undefined, 2, 3, 4]);
    expect(memos[0]!.get(COLUMN, 1)).toBe(50);
  });

  it("a memo that lost its memory can learn its former values again, including nil and Integers", () => {
    const memory = new MemoMemory<Column>();
    const memo = new Memo(LENGTH, memory);
    for (const [index, value] of [1.5, null, 0n].entries()) memo.set(COLUMN + index, index, value);
    const { known } = memo;
    for (let n = 0; n < 4; n++) new Memo(LENGTH, memory).set(COLUMN, 0, n);
    expect([memo.isCleared, memo.known]).toEqual([true, NOTHING_KNOWN]);
    memo.learn(known);
    expect([memo.isCleared, memo.known]).toEqual([false, known]);
    expect([0, 1, 2].map((index) => memo.get(COLUMN + index, index))).toEqual([1.5, null, 0n]);
  });
});
