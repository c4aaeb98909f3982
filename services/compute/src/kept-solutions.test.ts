import type { Holding, Solution } from "@etesian/engine";
import { describe, expect, it } from "vitest";
import { KeptSolutions } from "./kept-solutions.ts";

/** A solution that is nothing but the memory it holds. */
const holding = (...pieces: readonly Holding[]): Solution =>
  ({ holdings: () => new Set(pieces), toShared: () => ({ byteLength: 0 }) }) as unknown as Solution;
const piece = (byteLength: number): Holding => ({ byteLength });

describe("kept solutions", () => {
  it("count what they share once", () => {
    const kept = new KeptSolutions(100);
    const shared = piece(60);
    for (const name of ["a", "b", "c", "d"]) kept.keep(name, holding(shared, piece(10)));
    expect([kept.size, kept.byteLength]).toEqual([4, 100]);
  });

  it("give way to younger ones, the one first that nobody asked for longest", () => {
    const kept = new KeptSolutions(100);
    const [a, b, c] = [holding(piece(40)), holding(piece(40)), holding(piece(40))];
    kept.keep("a", a);
    kept.keep("b", b);
    expect(kept.get("a")).toBe(a);
    kept.keep("c", c);
    expect([kept.get("a"), kept.get("b"), kept.get("c")]).toEqual([a, undefined, c]);
    expect(kept.byteLength).toBe(80);
  });

  it("are charged what nobody else holds any more, once the others are gone", () => {
    const kept = new KeptSolutions(100);
    const shared = piece(50);
    kept.keep("a", holding(shared, piece(30)));
    kept.keep("b", holding(shared, piece(20)));
    expect([kept.size, kept.byteLength]).toEqual([2, 100]);
    kept.keep("c", holding(piece(30)));
    expect([kept.get("a"), kept.size, kept.byteLength]).toEqual([undefined, 2, 100]);
  });

  it("are weighed anew when they are kept again: queries add to what they hold", () => {
    const kept = new KeptSolutions(100);
    const pieces = [piece(10)];
    const solution = { holdings: () => new Set(pieces), toShared: () => ({ byteLength: 0 }) } as unknown as Solution;
    kept.keep("a", solution);
    pieces.push(piece(15));
    kept.keep("a", solution);
    expect([kept.size, kept.byteLength]).toEqual([1, 25]);
  });

  it("keep the last one whatever it takes", () => {
    const kept = new KeptSolutions(100);
    kept.keep("small", holding(piece(1)));
    const large = holding(piece(500));
    kept.keep("large", large);
    expect([kept.get("small"), kept.get("large")]).toEqual([undefined, large]);
  });
});
