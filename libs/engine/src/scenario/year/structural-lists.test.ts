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

const newSpy = (value: Value) => vi.fn<() => Value>(() => value);

describe("a structural list", () => {
  it("a structural list is computed once, and each year has its own objects in it", () => {
    const lists = new StructuralLists();
    const [first, second] = [year(), year()];
    expect(lists.get(1, [], first, () => nodes(first, "homes", "well"))).toEqual(nodes(first, "homes", "well"));
    const secondSpy = newSpy([]);
    const objects = lists.get(1, [], second, secondSpy) as readonly ModelObject[];
    expect(secondSpy).not.toHaveBeenCalled();
    expect(objects).toHaveLength(2);
    expect(objects[0]).toBe(nodes(second, "homes")[0]);
    expect(objects[1]).toBe(nodes(second, "well")[0]);
  });

  it("a structural list may contain edges, or be empty", () => {
    const lists = new StructuralLists();
    const [first, second] = [year(), year()];
    lists.get(1, [], first, () => first.energy.edges.all());
    lists.get(2, [], first, () => []);
    expect(lists.get(1, [], second, newSpy(null))).toEqual(second.energy.edges.all());
    expect(lists.get(2, [], second, newSpy(null))).toEqual([]);
  });

  it("a list with different contents is computed every time", () => {
    const lists = new StructuralLists();
    const sketchedYear = year();
    for (const contents of [
      [1],
      [...nodes(sketchedYear, "well"), null],
      [...nodes(sketchedYear, "well"), ...sketchedYear.energy.edges.all()],
      null,
    ]) {
      const make = newSpy(contents);
      expect(lists.get(1, [], sketchedYear, make)).toBe(contents);
      expect(lists.get(1, [], sketchedYear, make)).toBe(contents);
      expect(make).toHaveBeenCalledTimes(2);
    }
  });

  it("a structural list is computed without caching in a year with a changed entry that the list reads", () => {
    const lists = new StructuralLists();
    const [plainYear, changedYear, restoredYear] = [year(), year(), year()];
    lists.get(1, ["fever.group"], plainYear, () => nodes(plainYear, "homes"));
    changedYear.state.energy.setRecordEntry(0, "fever", "group", "cold");
    expect(lists.get(1, ["fever.group"], changedYear, () => nodes(changedYear, "well"))).toEqual(
      nodes(changedYear, "well"),
    );
    expect(lists.get(1, ["fever.group"], restoredYear, newSpy([]))).toEqual(nodes(restoredYear, "homes"));
    // Entries that the list does not read do not matter.
    expect(lists.get(1, ["fever.type"], changedYear, newSpy([]))).toEqual(nodes(changedYear, "homes"));
    // The documented value is restored.
    changedYear.state.energy.setRecordEntry(0, "fever", "group", "heat");
    expect(lists.get(1, ["fever.group"], changedYear, newSpy([]))).toEqual(nodes(changedYear, "homes"));
  });
});
