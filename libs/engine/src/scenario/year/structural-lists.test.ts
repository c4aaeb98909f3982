import type { ModelObject, Value } from "@etesian/gql";
import { describe, expect, it, vi } from "vitest";
import { YearObjects } from "../../attributes/objects/objects.ts";
import { sketchYear } from "../../graph/graph.fixture.ts";
import { StructuralLists } from "./structural-lists.ts";

const year = (): YearObjects =>
  new YearObjects(
    sketchYear({
      nodes: {
        homes: { attributes: { fever: { group: "heat" } } },
        boiler: { attributes: { fever: { group: "heat", type: "producer" } } },
        well: {},
      },
      edges: { "well-boiler@gas": {} },
    }),
  );

const nodes = ({ energy }: YearObjects, ...keys: readonly string[]): readonly ModelObject[] =>
  keys.map((key) => energy.nodes.at(energy.topology.nodeByKey.get(key)!));

const counted = (found: Value) => vi.fn<() => Value>(() => found);

describe("a structural list", () => {
  it("a structural list is computed once; each year has its own objects in it", () => {
    const lists = new StructuralLists();
    const [first, second] = [year(), year()];
    expect(lists.get(1, [], first, () => nodes(first, "homes", "well"))).toEqual(nodes(first, "homes", "well"));
    const again = counted([]);
    const found = lists.get(1, [], second, again) as readonly ModelObject[];
    expect(again).not.toHaveBeenCalled();
    expect(found).toHaveLength(2);
    expect(found[0]).toBe(nodes(second, "homes")[0]);
    expect(found[1]).toBe(nodes(second, "well")[0]);
  });

  it("a structural list may hold edges, or nothing", () => {
    const lists = new StructuralLists();
    const [first, second] = [year(), year()];
    lists.get(1, [], first, () => first.energy.edges.all());
    lists.get(2, [], first, () => []);
    expect(lists.get(1, [], second, counted(null))).toEqual(second.energy.edges.all());
    expect(lists.get(2, [], second, counted(null))).toEqual([]);
  });

  it("a list with other contents is computed every time", () => {
    const lists = new StructuralLists();
    const one = year();
    for (const other of [
      [1],
      [...nodes(one, "well"), null],
      [...nodes(one, "well"), ...one.energy.edges.all()],
      null,
    ]) {
      const make = counted(other);
      expect(lists.get(1, [], one, make)).toBe(other);
      expect(lists.get(1, [], one, make)).toBe(other);
      expect(make).toHaveBeenCalledTimes(2);
    }
  });

  it("a structural list is computed without caching in a year where an entry that it reads is not the documented one", () => {
    const lists = new StructuralLists();
    const [plain, changed, later] = [year(), year(), year()];
    lists.get(1, ["fever.group"], plain, () => nodes(plain, "homes"));
    changed.state.energy.setRecordEntry(0, "fever", "group", "cold");
    expect(lists.get(1, ["fever.group"], changed, () => nodes(changed, "well"))).toEqual(nodes(changed, "well"));
    expect(lists.get(1, ["fever.group"], later, counted([]))).toEqual(nodes(later, "homes"));
    // Entries that it does not read do not matter.
    expect(lists.get(1, ["fever.type"], changed, counted([]))).toEqual(nodes(changed, "homes"));
    // Back to the documented value.
    changed.state.energy.setRecordEntry(0, "fever", "group", "heat");
    expect(lists.get(1, ["fever.group"], changed, counted([]))).toEqual(nodes(changed, "homes"));
  });
});
