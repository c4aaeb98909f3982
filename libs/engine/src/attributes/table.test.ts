/** Checks the reading and writing rules of the attribute table (`@etesian/model`) on every row. */
import { attributesOf, CARRIER, EDGE, ENERGY_NODE, MOLECULE_NODE } from "@etesian/model/definition";
import { describe, expect, it } from "vitest";
import { SketchedYear } from "./attributes.fixture.ts";
import { readStoredValue } from "./writing.ts";

const sketchedYear = (): SketchedYear =>
  new SketchedYear(
    {
      nodes: {
        mine: { output: { coal: 1 } },
        plant: { demand: 1, attributes: { hydrogen: { type: "consumer" }, merit_order: { type: "flex" } } },
      },
      edges: { "mine-plant@coal": {} },
    },
    { nodes: { stack: { demand: 4 } }, edges: {} },
  );

const names = (rows: readonly { readonly name: string }[]): string[] => rows.map(({ name }) => name);
const numbers = [...attributesOf(ENERGY_NODE, "number"), ...attributesOf(MOLECULE_NODE, "number")];
const writableNumbers = numbers.filter(({ source, access }) => source !== "nowhere" && access === undefined);
const readOnlyNumbers = numbers.filter(({ source, access }) => source === "nowhere" || access !== undefined);

describe("a numeric node attribute", () => {
  it.each(names(writableNumbers))("%s can be written by an input, in either graph", (name) => {
    for (const node of ["plant", "stack"]) {
      const sketched = sketchedYear();
      sketched.write(node, name, 0.25);
      expect(readStoredValue(sketched.node(node), name)).toBe(0.25);
    }
  });

  it.each(names(readOnlyNumbers))("%s cannot be written by an input", (name) => {
    for (const node of ["plant", "stack"])
      expect(() => sketchedYear().write(node, name, 1)).toThrow(`has no attribute ${name} that can be changed`);
  });

  it.each(names(numbers.filter(({ source }) => source === "nowhere")))("%s is always nil", (name) => {
    expect(sketchedYear().read("plant", name)).toBeNull();
  });
});

describe("a numeric edge attribute", () => {
  const rows = attributesOf(EDGE, "number");

  it.each(names(rows.filter(({ access }) => access === undefined)))("%s can be written by an input", (name) => {
    const { vocabulary, edge } = edgeOf(sketchedYear());
    vocabulary.assign(edge, name, 0.25);
    expect(readStoredValue(edge, name)).toBe(0.25);
  });

  it.each(names(rows.filter(({ access }) => access !== undefined)))("%s cannot be written by an input", (name) => {
    const { vocabulary, edge } = edgeOf(sketchedYear());
    expect(() => vocabulary.assign(edge, name, 1)).toThrow(`has no attribute ${name} that can be changed`);
  });

  const edgeOf = (sketched: SketchedYear) => ({
    vocabulary: sketched.vocabulary,
    edge: sketched.edge("mine-plant@coal"),
  });
});

it.each(names(attributesOf(CARRIER, "number")).filter((name) => name !== "fallback_price"))(
  "the carrier attribute %s can be written by an input",
  (name) => {
    const sketched = sketchedYear().carrier("coal", name, 0.25);
    const { carriers, energy } = sketched.objects;
    expect(readStoredValue(carriers[energy.topology.carrierByKey.get("coal")!]!, name)).toBe(0.25);
  },
);

describe("a block", () => {
  const { vocabulary, ...sketched } = ((sketch) => ({ vocabulary: sketch.vocabulary, plant: sketch.node("plant") }))(
    sketchedYear(),
  );
  const read = (block: string, entry: string) =>
    vocabulary.attribute(entry)(vocabulary.attribute(block)(sketched.plant) as typeof sketched.plant);

  it("a block has a default, an empty list or nil for entries that its document omits", () => {
    expect(read("merit_order", "level")).toBe(Symbol.for("hv"));
    expect(read("merit_order", "demand_source")).toEqual([]);
    expect(read("merit_order", "relations")).toBeNull();
  });

  it("a block has nil for entries that only the electricity block has, and rejects writes to them", () => {
    for (const entry of ["delegate", "production_curtailment"]) {
      expect(read("hydrogen", entry)).toBeNull();
      const block = vocabulary.attribute("hydrogen")(sketched.plant) as typeof sketched.plant;
      expect(() => vocabulary.assign(block, entry, 0.5)).toThrow(`plant.hydrogen has no entry ${entry}`);
    }
  });
});
