import { HOURS_PER_YEAR } from "@etesian/numeric";
import { describe, expect, it } from "vitest";
import { forgetUnused } from "./reused-memory.fixture.ts";
import { ReusedMemory } from "./reused-memory.ts";

/** What of all memory that is handed out now had been handed out before, told by a mark in its second number. */
function marksIn(handedOut: readonly Float64Array[]): readonly number[] {
  return handedOut.map((numbers) => numbers[1]!).filter((mark) => mark !== 0);
}

const STATE = 8 * 4_321;
const states = (memory: ReusedMemory, count: number): Float64Array[] =>
  Array.from({ length: count }, () => new Float64Array(memory.newShared(STATE)));

describe("a year", () => {
  it("has 8,760 zeros, or as many as are wanted, whatever stood there before", async () => {
    const memory = new ReusedMemory();
    for (const numbers of [HOURS_PER_YEAR, 2 * HOURS_PER_YEAR]) {
      (() => memory.newYear(numbers).fill(7))();
      await forgetUnused();
      const year = memory.newYear(numbers);
      expect(year).toHaveLength(numbers);
      expect(year.every((value) => value === 0)).toBe(true);
    }
    expect(memory.newYear()).toHaveLength(HOURS_PER_YEAR);
  });

  it("stays as it is for as long as somebody has it, whatever is taken meanwhile", async () => {
    const memory = new ReusedMemory();
    const kept = Array.from({ length: 20 }, (_, mark) => memory.newYear().fill(mark));
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 50; n++) memory.newYear().fill(-1);
      await forgetUnused();
    }
    expect(kept.map((year) => new Set(year))).toEqual(kept.map((_, mark) => new Set([mark])));
  });

  it("takes no memory that nobody has for long: thousands of them do with a few hundred", async () => {
    const memory = new ReusedMemory();
    let fresh = 0;
    const known = new WeakSet<ArrayBufferLike>();
    for (let round = 0; round < 20; round++) {
      for (let n = 0; n < 200; n++) {
        const { buffer } = memory.newYear();
        if (!known.has(buffer)) fresh++;
        known.add(buffer);
      }
      await forgetUnused();
    }
    expect(fresh).toBeLessThan(1_000);
  });
});

describe("memory of a state", () => {
  it("is used again when no view of it is left, not before", async () => {
    const memory = new ReusedMemory();
    const views = states(memory, 10).map((state, index) => {
      state[1] = index + 1;
      return state.subarray(1, 2);
    });
    (() => states(memory, 10).forEach((state) => (state[1] = 100)))();
    await forgetUnused();
    const again = marksIn(states(memory, 20));
    expect(again.filter((mark) => mark === 100).length).toBeGreaterThan(5);
    expect(again.filter((mark) => mark < 100)).toEqual([]);
    expect(views.map((view) => view[0])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("is never used again once other threads may have it", async () => {
    const memory = new ReusedMemory();
    (() => states(memory, 10).forEach((state) => (state[1] = 200)))();
    (() =>
      states(memory, 10).forEach((state) => {
        state[1] = 300;
        memory.share(state.buffer as SharedArrayBuffer);
      }))();
    await forgetUnused();
    expect(new Set(marksIn(states(memory, 30)))).not.toContain(300);
  });
});
