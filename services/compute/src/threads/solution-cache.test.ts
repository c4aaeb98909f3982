import type { Holding, Solution } from "@etesian/engine";
import { describe, expect, it } from "vitest";
import { SolutionCache } from "./solution-cache.ts";

/** A solution reduced to the memory that it holds. */
const solutionWith = (...buffers: readonly Holding[]): Solution =>
  ({ hours: null, holdings: () => new Set(buffers), release: () => {} }) as unknown as Solution;
const buffer = (byteLength: number): Holding => ({ byteLength });

describe("the cache of solutions", () => {
  it("shared memory of cached solutions counts once", () => {
    const solutionCache = new SolutionCache(
      100,
      () => false,
      () => false,
    );
    const sharedBuffer = buffer(60);
    for (const name of ["a", "b", "c", "d"]) solutionCache.keep(name, solutionWith(sharedBuffer, buffer(10)));
    expect([solutionCache.size, solutionCache.byteLength]).toEqual([4, 100]);
  });

  it("the least recently used solution is evicted first", () => {
    const solutionCache = new SolutionCache(
      100,
      () => false,
      () => false,
    );
    const [a, b, c] = [solutionWith(buffer(40)), solutionWith(buffer(40)), solutionWith(buffer(40))];
    solutionCache.keep("a", a);
    solutionCache.keep("b", b);
    expect(solutionCache.get("a")).toBe(a);
    solutionCache.keep("c", c);
    expect([solutionCache.get("a"), solutionCache.get("b"), solutionCache.get("c")]).toEqual([a, undefined, c]);
    expect(solutionCache.byteLength).toBe(80);
  });

  it("an eviction is reported once", () => {
    const solutionCache = new SolutionCache(
      100,
      () => false,
      () => false,
    );
    for (const name of ["a", "b", "c", "a"]) solutionCache.keep(name, solutionWith(buffer(40)));
    expect(solutionCache.takeEvicted()).toEqual(["b"]);
    expect(solutionCache.takeEvicted()).toEqual([]);
  });

  it("evicting a solution frees its memory, unless the solution is being read or is cached again", () => {
    const released: string[] = [];
    const solutionCache = new SolutionCache(
      100,
      () => false,
      (hash) => hash === "read",
    );
    const solutionNamed = (name: string): Solution =>
      Object.assign(solutionWith(buffer(40)), { release: () => released.push(name) });
    const [a, readSolution] = [solutionNamed("a"), solutionNamed("read")];
    for (const [name, solution] of [
      ["a", a],
      ["a", a],
      ["read", readSolution],
    ] as const)
      solutionCache.keep(name, solution);
    expect(released).toEqual([]);
    for (const name of ["b", "c", "d"]) solutionCache.keep(name, solutionNamed(name));
    expect([released, solutionCache.size]).toEqual([["a", "b"], 2]);
  });

  it("a cached solution is charged for memory that no other solution holds any more", () => {
    const solutionCache = new SolutionCache(
      100,
      () => false,
      () => false,
    );
    const sharedBuffer = buffer(50);
    solutionCache.keep("a", solutionWith(sharedBuffer, buffer(30)));
    solutionCache.keep("b", solutionWith(sharedBuffer, buffer(20)));
    expect([solutionCache.size, solutionCache.byteLength]).toEqual([2, 100]);
    solutionCache.keep("c", solutionWith(buffer(30)));
    expect([solutionCache.get("a"), solutionCache.size, solutionCache.byteLength]).toEqual([undefined, 2, 100]);
  });

  it("a solution that is cached again is weighed again, since queries allocate more memory", () => {
    const solutionCache = new SolutionCache(
      100,
      () => false,
      () => false,
    );
    const buffers = [buffer(10)];
    const solution = Object.assign(solutionWith(), { holdings: () => new Set(buffers) });
    solutionCache.keep("a", solution);
    buffers.push(buffer(15));
    solutionCache.keep("a", solution);
    expect([solutionCache.size, solutionCache.byteLength]).toEqual([1, 25]);
  });

  it("memory is not charged while another cache holds it", () => {
    const cachedElsewhere = new Set([buffer(70), buffer(20)]);
    const solutionCache = new SolutionCache(
      100,
      (holding) => cachedElsewhere.has(holding),
      () => false,
    );
    solutionCache.keep("a", solutionWith(...cachedElsewhere, buffer(60)));
    solutionCache.keep("b", solutionWith(...cachedElsewhere, buffer(30)));
    expect([solutionCache.size, solutionCache.byteLength]).toEqual([2, 90]);
    cachedElsewhere.clear();
    solutionCache.keep("b", solutionCache.get("b")!);
    expect([solutionCache.size, solutionCache.byteLength]).toEqual([1, 120]);
  });

  it("an hourly solution is charged for its objects", () => {
    const solutionCache = new SolutionCache(
      3_000_000,
      () => false,
      () => false,
    );
    const hourlySolution = (): Solution =>
      Object.assign(solutionWith(buffer(500_000)), { hours: {} as Solution["hours"] });
    solutionCache.keep("a", hourlySolution());
    expect(solutionCache.byteLength).toBe(2_500_000);
    solutionCache.keep("b", hourlySolution());
    expect([solutionCache.size, solutionCache.get("a")]).toEqual([1, undefined]);
  });

  it("the last solution remains cached regardless of its size", () => {
    const solutionCache = new SolutionCache(
      100,
      () => false,
      () => false,
    );
    solutionCache.keep("small", solutionWith(buffer(1)));
    const large = solutionWith(buffer(500));
    solutionCache.keep("large", large);
    expect([solutionCache.get("small"), solutionCache.get("large")]).toEqual([undefined, large]);
  });
});
