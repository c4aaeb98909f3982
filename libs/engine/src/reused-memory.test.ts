import { HOURS_PER_YEAR } from "@etesian/numeric";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "./limits.ts";
import { ReusedMemory } from "./reused-memory.ts";

const STATE = 8 * 4_321;

describe("a new curve", () => {
  it("a new curve has 8,760 or the requested number of zeros, even in reused memory", async () => {
    const memory = new ReusedMemory();
    for (const numbers of [HOURS_PER_YEAR, 2 * HOURS_PER_YEAR]) {
      memory.recycleCurve(memory.allocateCurve(numbers).fill(7));
      await Promise.resolve();
      const year = memory.allocateCurve(numbers);
      expect(year).toHaveLength(numbers);
      expect(year.every((value) => value === 0)).toBe(true);
    }
    expect(memory.allocateCurve()).toHaveLength(HOURS_PER_YEAR);
  });

  it("a new curve keeps its values while it is referenced, even during other allocations", async () => {
    const memory = new ReusedMemory();
    const values = Array.from({ length: 20 }, (_, mark) => memory.allocateCurve().fill(mark));
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 50; n++) memory.recycleCurve(memory.allocateCurve().fill(-1));
      await Promise.resolve();
    }
    expect(values.map((year) => new Set(year))).toEqual(values.map((_, mark) => new Set([mark])));
  });
});

describe("a released curve", () => {
  it("a released curve reads as NaN once the task ends, and is zeroed when it is reused", async () => {
    const memory = new ReusedMemory();
    const year = memory.allocateCurve().fill(3);
    memory.recycleCurve(year);
    expect(memory.allocateCurve().buffer).not.toBe(year.buffer);
    expect(new Set(year)).toEqual(new Set([3]));
    await Promise.resolve();
    expect(new Set(year)).toEqual(new Set([NaN]));
    const next = memory.allocateCurve();
    expect(next.buffer).toBe(year.buffer);
    expect(new Set(next)).toEqual(new Set([0]));
  });

  it("a curve that is released twice is reused only once, so it never has two owners", async () => {
    const memory = new ReusedMemory();
    const year = memory.allocateCurve();
    memory.recycleCurve(year);
    memory.recycleCurve(year);
    await Promise.resolve();
    const years = Array.from({ length: 5 }, () => memory.allocateCurve());
    expect(new Set(years.map(({ buffer }) => buffer)).size).toBe(5);
  });

  it("an array from another source is not released", async () => {
    const memory = new ReusedMemory();
    const foreignArray = new Float64Array(HOURS_PER_YEAR).fill(4);
    memory.recycleCurve(foreignArray);
    await Promise.resolve();
    expect(new Set(foreignArray)).toEqual(new Set([4]));
    expect(memory.allocateCurve().buffer).not.toBe(foreignArray.buffer);
  });
});

describe("a task that never stops solving", () => {
  it("a task that never stops solving reuses a released curve only when the second solve after the release starts", () => {
    const memory = new ReusedMemory();
    const year = memory.allocateCurve().fill(3);
    memory.recycleCurve(year);
    memory.beginSolve();
    expect(memory.allocateCurve().buffer).not.toBe(year.buffer);
    expect(year[0]).toBe(3);
    memory.beginSolve();
    expect(year[0]).toBeNaN();
    expect(memory.allocateCurve().buffer).toBe(year.buffer);
  });
});

describe("a task that releases many curves", () => {
  it("a task that releases many curves leaves the excess to the garbage collector", async () => {
    const memory = new ReusedMemory(400 * 8);
    const years = Array.from({ length: 600 }, () => memory.allocateCurve(1).fill(5));
    for (const year of years) memory.recycleCurve(year);
    await Promise.resolve();
    expect(years.filter(([first]) => first === 5)).toHaveLength(600 - 400);
    for (const year of years.filter(([first]) => first === 5)) memory.recycleCurve(year);
    await Promise.resolve();
    expect(years.filter(([first]) => first === 5)).toEqual([]);
  });
});

describe("memory of a state", () => {
  it("memory of a state is reused after its release, last in, first out", () => {
    const memory = new ReusedMemory();
    const states = [memory.newState(STATE), memory.newState(STATE), memory.newState(STATE)];
    expect(new Set(states).size).toBe(3);
    memory.recycle(states[1]!);
    memory.recycle(states[0]!);
    expect(memory.idleBytes).toBe(2 * STATE);
    expect(memory.newState(2 * STATE)).toHaveProperty("byteLength", 2 * STATE);
    expect([memory.newState(STATE), memory.newState(STATE)]).toEqual([states[0], states[1]]);
    expect(states).not.toContain(memory.newState(STATE));
  });

  it("idle memory of states has a limit: the excess is freed", () => {
    const memory = new ReusedMemory();
    const large = Array.from({ length: 100 }, () => new ArrayBuffer(2 ** 20));
    for (const buffer of large) memory.recycle(buffer);
    expect(memory.idleBytes).toBeLessThanOrEqual(DEFAULT_LIMITS.idleBytes);
    expect(memory.idleBytes).toBeGreaterThan(DEFAULT_LIMITS.idleBytes - 2 ** 20);
    expect(new ReusedMemory(0).idleBytes).toBe(0);
  });
});
