import { GqlError } from "@etesian/gql";
import { describe, expect, it } from "vitest";
import { SketchedYear } from "../attributes.fixture.ts";

/** A power plant with 40 % electricity, 30 % heat and 30 % losses. */
const plant = {
  demand: 3600 * 8000,
  input: { gas: 1 },
  output: { electricity: 0.4, steam_hot_water: 0.3, loss: "elastic" },
} as const;

const plantWith = (attributes: { readonly [name: string]: number }): SketchedYear =>
  new SketchedYear({
    nodes: { well: {}, plant: { ...plant, attributes }, grid: {} },
    edges: { "well-plant@gas": {}, "plant-grid@electricity": { type: "dependent" } },
  }).calculate();

describe("input capacity", () => {
  it("the input capacity is the typical input capacity if documents specify it", () => {
    expect(
      plantWith({ typical_input_capacity: 10, electricity_output_capacity: 99 }).read("plant", "input_capacity"),
    ).toBe(10);
  });

  it("the input capacity follows from the electricity output, then from the heat output", () => {
    expect(plantWith({ electricity_output_capacity: 4 }).read("plant", "input_capacity")).toBe(4 / 0.4);
    // If there is an electricity output, its capacity is used even if it is the default of 0.
    expect(plantWith({ heat_output_capacity: 3 }).read("plant", "input_capacity")).toBe(0);
  });

  it("output capacities follow from the input capacity and the conversions unless they are stored", () => {
    const year = plantWith({ typical_input_capacity: 10, heat_output_capacity: 7 });
    expect(year.read("plant", "electricity_output_capacity")).toBe(4);
    expect(year.read("plant", "heat_output_capacity")).toBe(7);
  });
});

describe("number of units", () => {
  it("the number of units is demand divided by the input of one plant", () => {
    expect(plantWith({ typical_input_capacity: 2, full_load_hours: 1000 }).read("plant", "number_of_units")).toBe(4);
  });

  it("the number of units is the stored number, including 0", () => {
    const year = plantWith({ typical_input_capacity: 2, full_load_hours: 1000, number_of_units: 0 });
    expect(year.read("plant", "number_of_units")).toBe(0);
  });

  it("the number of units is Integer 0 without capacity or full load hours", () => {
    expect(plantWith({}).read("plant", "number_of_units")).toBe(0n);
  });

  it("the number of units of a heating technology is its share of its consumers' units", () => {
    const year = new SketchedYear({
      nodes: {
        boiler: {
          groups: ["demand_driven"],
          output: { useable_heat: 0.9 },
          attributes: { fever: { type: "producer", share_in_group: 0.25 }, households_supplied_per_unit: 2 },
        },
        home: { demand: 90, attributes: { number_of_units: 16 } },
      },
      edges: { "boiler-home@useable_heat": {} },
    }).calculate();
    expect(year.read("boiler", "number_of_units")).toBe((0.25 * 16) / 2);
  });

  it("the number of units of a node that follows its consumer cannot be written, and requires exactly one output edge", () => {
    const year = new SketchedYear({
      nodes: {
        part: { groups: ["inheritable_nou"] },
        whole: { demand: 8, input: { heat: 0.5 }, attributes: { number_of_units: 10 } },
      },
      edges: { "part-whole@heat": {} },
    }).calculate();
    expect(year.read("part", "number_of_units")).toBe(5);
    expect(() => year.write("part", "number_of_units", 3)).toThrow(GqlError);
  });
});

describe("nil values", () => {
  it("nil values in arithmetic throw instead of counting as 0", () => {
    expect(() => plantWith({ typical_input_capacity: 2 }).read("plant", "full_load_seconds")).toThrow(
      "full_load_hours is nil",
    );
  });

  it("an attribute without a stored value is nil", () => {
    expect(plantWith({}).read("plant", "technical_lifetime")).toBeNull();
  });
});

describe("the cache of derived values", () => {
  const attributes = { typical_input_capacity: 10, full_load_hours: 1000, availability: 0.5 };
  const typical = 4 * 1000 * 3600;
  const maximum = 4 * 0.5 * 8760 * 3600;

  it("the cache distinguishes typical from maximum electricity production", () => {
    const year = plantWith(attributes);
    expect(year.read("plant", "maximum_yearly_electricity_production_per_unit")).toBe(maximum);
    expect(year.read("plant", "typical_electricity_production_per_unit")).toBe(typical);
  });

  it("the cache keeps a computed value even if one of its inputs changes", () => {
    const year = plantWith(attributes);
    expect(year.read("plant", "input_capacity")).toBe(10);
    year.write("plant", "typical_input_capacity", 20);
    expect(year.read("plant", "input_capacity")).toBe(10);
  });

  it("the cache stores nothing while inputs are applied", () => {
    const year = new SketchedYear({ nodes: { plant: { ...plant, attributes } }, edges: {} });
    expect(year.read("plant", "input_capacity")).toBe(10);
    year.write("plant", "typical_input_capacity", 20);
    expect(year.read("plant", "input_capacity")).toBe(20);
  });

  it("the cache is cleared when the numbers are replaced", () => {
    const year = plantWith(attributes);
    const cachedCapacity = year.read("plant", "input_capacity");
    const start = new SketchedYear({
      nodes: { well: {}, plant: { ...plant, attributes: { ...attributes, typical_input_capacity: 30 } }, grid: {} },
      edges: { "well-plant@gas": {}, "plant-grid@electricity": { type: "dependent" } },
    });
    year.state.reset(start.state);
    expect([cachedCapacity, year.read("plant", "input_capacity")]).toEqual([10, 30]);
  });
});
