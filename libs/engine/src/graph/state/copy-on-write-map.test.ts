import { describe, expect, test } from "vitest";
import { CopyOnWriteMap } from "./copy-on-write-map.ts";

const copyOf = (map: CopyOnWriteMap<string, number>): CopyOnWriteMap<string, number> => {
  const copy = new CopyOnWriteMap([["gone", 0]]);
  copy.copyFrom(map);
  return copy;
};

describe("a copied map", () => {
  test("a copied map shares its entries with its copies and with their copies", () => {
    const map = new CopyOnWriteMap([["a", 1]]);
    const copy = copyOf(map);
    const copyOfCopy = copyOf(copy);
    expect(copy.entries).toBe(map.entries);
    expect(copyOfCopy.entries).toBe(map.entries);
  });

  test.each<[string, (map: CopyOnWriteMap<string, number>, copy: CopyOnWriteMap<string, number>) => void]>([
    ["the copy is written to", (_, copy) => copy.set("a", 2)],
    ["it is written to", (map) => map.set("a", 2)],
    ["an entry of the copy is deleted", (_, copy) => copy.delete("a")],
  ])("a copied map has its own entries once %s", (_, write) => {
    const map = new CopyOnWriteMap([["a", 1]]);
    const [copy, other] = [copyOf(map), copyOf(map)];
    write(map, copy);
    expect([map.get("a"), copy.get("a"), other.get("a")].filter((value) => value === 1)).toHaveLength(2);
    expect(other.get("a")).toBe(1);
    expect(map.isSame(copy, Object.is)).toBe(false);
  });

  test("a copied map resolves its lazy values for all copies, without copying the rest", () => {
    const map = new CopyOnWriteMap([["a", 1]]);
    const copy = copyOf(map);
    copy.resolveLazy("a", 2);
    expect(map.get("a")).toBe(2);
    expect(copy.entries).toBe(map.entries);
  });

  test("a copied map is copied once, for any number of writes", () => {
    const copy = copyOf(new CopyOnWriteMap([["a", 1]]));
    copy.set("b", 2);
    const { entries } = copy;
    expect(copy.set("c", 3).entries).toBe(entries);
    expect([...entries]).toEqual([
      ["a", 1],
      ["b", 2],
      ["c", 3],
    ]);
  });
});
