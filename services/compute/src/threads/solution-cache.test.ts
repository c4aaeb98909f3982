import type { Holding, Solution } from "@etesian/engine";
import { describe, expect, it } from "vitest";
import { SolutionCache } from "./solution-cache.ts";

/** A solution reduced to the memory that it holds. */
const holding = (...pieces: readonly Holding[]): Solution =>
  ({ hours: null, holdings: () => new Set(pieces), release: () => {} }) as unknown as Solution;
const piece = (byteLength: number): Holding => ({ byteLength });

describe("the cache of solutions", () => {
  it("shared memory of cached solutions counts once", () => {
    const kept = new SolutionCache(
      100,
      () => false,
      () => false,
    );
    const shared = piece(60);
    for (const name of ["a", "b", "c", "d"]) kept.keep(name, holding(shared, piece(10)));
    expect([kept.size, kept.byteLength]).toEqual([4, 100]);
  });

  it("the least recently used solution is evicted first", () => {
    const kept = new SolutionCache(
      100,
      () => false,
      () => false,
    );
    const [a, b, c] = [holding(piece(40)), holding(piece(40)), holding(piece(40))];
    kept.keep("a", a);
    kept.keep("b", b);
    expect(kept.get("a")).toBe(a);
    kept.keep("c", c);
    expect([kept.get("a"), kept.get("b"), kept.get("c")]).toEqual([a, undefined, c]);
    expect(kept.byteLength).toBe(80);
  });

  it("an eviction is reported once", () => {
    const kept = new SolutionCache(
      100,
      () => false,
      () => false,
    );
    for (const name of ["a", "b", "c", "a"]) kept.keep(name, holding(piece(40)));
    expect(kept.takeEvicted()).toEqual(["b"]);
    expect(kept.takeEvicted()).toEqual([]);
  });

  it("evicting a solution frees its memory, unless the solution is being read or is cached again", () => {
    const given: string[] = [];
    const kept = new SolutionCache(
      100,
      () => false,
      (hash) => hash === "read",
    );
    const named = (name: string): Solution => Object.assign(holding(piece(40)), { release: () => given.push(name) });
    const [a, read] = [named("a"), named("read")];
    for (const [name, solution] of [
      ["a", a],
      ["a", a],
      ["read", read],
    ] as const)
      kept.keep(name, solution);
    expect(given).toEqual([]);
    for (const name of ["b", "c", "d"]) kept.keep(name, named(name));
    expect([given, kept.size]).toEqual([["a", "b"], 2]);
  });

  it("a cached solution is charged for memory that no other solution holds any more", () => {
    const kept = new SolutionCache(
      100,
      () => false,
      () => false,
    );
    const shared = piece(50);
    kept.keep("a", holding(shared, piece(30)));
    kept.keep("b", holding(shared, piece(20)));
    expect([kept.size, kept.byteLength]).toEqual([2, 100]);
    kept.keep("c", holding(piece(30)));
    expect([kept.get("a"), kept.size, kept.byteLength]).toEqual([undefined, 2, 100]);
  });

  it("a solution that is cached again is weighed again, since queries allocate more memory", () => {
    const kept = new SolutionCache(
      100,
      () => false,
      () => false,
    );
    const pieces = [piece(10)];
    const solution = Object.assign(holding(), { holdings: () => new Set(pieces) });
    kept.keep("a", solution);
    pieces.push(piece(15));
    kept.keep("a", solution);
    expect([kept.size, kept.byteLength]).toEqual([1, 25]);
  });

  it("memory is not charged while another cache holds it", () => {
    const remembered = new Set([piece(70), piece(20)]);
    const kept = new SolutionCache(
      100,
      (holding) => remembered.has(holding),
      () => false,
    );
    kept.keep("a", holding(...remembered, piece(60)));
    kept.keep("b", holding(...remembered, piece(30)));
    expect([kept.size, kept.byteLength]).toEqual([2, 90]);
    remembered.clear();
    kept.keep("b", kept.get("b")!);
    expect([kept.size, kept.byteLength]).toEqual([1, 120]);
  });

  it("an hourly solution is charged for its objects", () => {
    const kept = new SolutionCache(
      3_000_000,
      () => false,
      () => false,
    );
    const hourlySolution = (): Solution => Object.assign(holding(piece(500_000)), { hours: {} as Solution["hours"] });
    kept.keep("a", hourlySolution());
    expect(kept.byteLength).toBe(2_500_000);
    kept.keep("b", hourlySolution());
    expect([kept.size, kept.get("a")]).toEqual([1, undefined]);
  });

  it("the last solution stays cached regardless of its size", () => {
    const kept = new SolutionCache(
      100,
      () => false,
      () => false,
    );
    kept.keep("small", holding(piece(1)));
    const large = holding(piece(500));
    kept.keep("large", large);
    expect([kept.get("small"), kept.get("large")]).toEqual([undefined, large]);
  });
});
