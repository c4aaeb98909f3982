import { GqlError } from "@etesian/gql";
import { describe, expect, it } from "vitest";
import { SketchedYear } from "./attributes.fixture.ts";
import { RecordObject } from "./objects/objects.ts";

const year = (): SketchedYear =>
  new SketchedYear(
    {
      nodes: {
        mine: {},
        plant: {
          input: { coal: 1 },
          output: { electricity: 0.4, loss: "elastic" },
          attributes: {
            merit_order: { type: "producer", group: "dynamic: solar" },
            fever: { type: "producer", capacity: { electricity: 2 } },
            storage: { volume: 5 },
          },
        },
        home: { demand: 40, groups: ["non_energetic_use"], sector: "households" },
      },
      edges: { "mine-plant@coal": {}, "plant-home@electricity": {} },
    },
    { nodes: { stack: { demand: 4 }, air: {} }, edges: { "stack-air@co2": { type: "dependent" } } },
  );

describe("names of node attributes", () => {
  const calculated = year().calculate();

  it.each([
    ["input_of_coal", 100],
    ["supply_of_coal", 100],
    ["output_of_electricity", 40],
    ["demand_of_electricity", 40],
    ["output_of_coal", 0],
    ["output_of_loss", 60],
    ["coal_input_conversion", 1],
    ["loss_output_conversion", 0.6],
    ["electricity_output_edge_share", 1],
    ["electricity_share_output_edge_value", 40],
    ["electricity_flexible_output_edge_value", null],
    ["coal_output_edge_share", 0],
    ["share_of_home", 1],
    ["share_of_mine", null],
    ["cost_availability", null],
  ])("%s", (name, expected) => {
    expect(calculated.read("plant", name)).toBe(expected);
  });

  it.each(["input_of_uranium", "uranium_input_conversion", "primary_demand_of_uranium", "no_such_thing"])(
    "the unknown name %s throws only when it is read",
    (name) => {
      const read = calculated.vocabulary.attribute(name);
      expect(() => read(calculated.node("plant"))).toThrow(GqlError);
    },
  );

  it("a node attribute read for several carriers is their sum", () => {
    expect(calculated.read("plant", "output_of", "electricity", "loss")).toBe(100);
    expect(calculated.vocabulary.method("output_of")(calculated.node("plant"), [])).toBe(0n);
  });

  it("some node attributes exist only on energy nodes", () => {
    expect(() => calculated.read("stack", "primary_demand")).toThrow(GqlError);
    expect(calculated.read("stack", "input_capacity")).toBeNull();
    expect(calculated.read("stack", "households_supplied_per_unit")).toBe(1);
    expect(calculated.read("plant", "households_supplied_per_unit")).toBeNull();
  });
});

describe("attributes of edges", () => {
  const calculated = year().calculate();
  const read = (edge: string, name: string) => calculated.vocabulary.attribute(name)(calculated.edge(edge));

  it("edges have a flow, their consumer's sector, a type and a carrier", () => {
    expect(read("plant-home@electricity", "value")).toBe(40);
    expect(read("plant-home@electricity", "sector")).toBe(Symbol.for("households"));
    expect(read("plant-home@electricity", "energetic?")).toBe(false);
    expect(read("plant-home@electricity", "share?")).toBe(true);
    expect(read("plant-home@electricity", "electricity?")).toBe(true);
    expect(read("plant-home@electricity", "coal?")).toBe(false);
    expect(() => read("plant-home@electricity", "uranium?")).toThrow(GqlError);
  });

  it("edges have their share of the supplier's primary demand", () => {
    expect(read("mine-plant@coal", "primary_demand")).toBe(0);
    expect(read("mine-plant@coal", "parent_share")).toBe(1);
  });
});

describe("records of nodes", () => {
  it("records return names as symbols, and defaults or nil for omitted entries", () => {
    const sketched = year();
    const record = sketched.read("plant", "merit_order");
    expect(record).toBeInstanceOf(RecordObject);
    const entry = (name: string) => sketched.vocabulary.attribute(name)(record as RecordObject);
    expect(entry("type")).toBe(Symbol.for("producer"));
    expect(entry("group")).toBe(Symbol.for("dynamic: solar"));
    expect(entry("subtype")).toBe(Symbol.for("generic"));
    expect(entry("demand_profile")).toBeNull();
    expect(() => entry("volume")).toThrow(GqlError);
  });

  it("records are the same object every time, null if a node has none", () => {
    const sketched = year();
    expect(sketched.read("plant", "storage")).toBe(sketched.read("plant", "storage"));
    expect(sketched.read("home", "storage")).toBeNull();
  });

  it("records accept inputs, but maps inside records only for existing entries", () => {
    const { read, vocabulary } = ((sketched) => ({
      read: (name: string) => sketched.read("plant", name) as RecordObject,
      vocabulary: sketched.vocabulary,
    }))(year());
    vocabulary.assign(read("merit_order"), "subtype", Symbol.for("volatile"));
    vocabulary.assign(read("storage"), "volume", 7n);
    expect(vocabulary.attribute("subtype")(read("merit_order"))).toBe(Symbol.for("volatile"));
    expect(vocabulary.readStored(read("storage"), "volume")).toBe(7);
    expect(() => vocabulary.assign(read("storage"), "colour", 1)).toThrow(GqlError);

    const capacity = vocabulary.attribute("capacity")(read("fever")) as RecordObject;
    vocabulary.assign(capacity, "electricity", 3);
    expect(vocabulary.readStored(capacity, "electricity")).toBe(3);
    expect(() => vocabulary.assign(capacity, "network_gas", 3)).toThrow(GqlError);
  });
});

describe("inputs that write attributes", () => {
  it("inputs write stored attributes, never computed ones", () => {
    const sketched = year();
    const plant = sketched.node("plant");
    expect(sketched.vocabulary.readStored(plant, "input_capacity")).toBeNull();
    expect(sketched.vocabulary.readStored(plant, "number_of_units")).toBeNull();
    sketched.write("plant", "number_of_units", 2n);
    expect(sketched.vocabulary.readStored(plant, "number_of_units")).toBe(2);
    expect(() => sketched.write("plant", "input_capacity", 2)).toThrow(GqlError);
    expect(() => sketched.write("plant", "wacc", "high")).toThrow("takes a number");
  });

  it("inputs convert a production into the preset demand that yields it", () => {
    const sketched = year();
    sketched.write("plant", "preset_demand_by_electricity_production", 20);
    expect(sketched.read("plant", "preset_demand")).toBe(50);
    expect(() => sketched.write("plant", "preset_demand_by_hydrogen_production", 20)).toThrow("hydrogen output");
  });

  it("inputs change conversions, shares, carriers, the area and emissions", () => {
    const sketched = year();
    const { vocabulary, objects } = sketched;
    vocabulary.assign(sketched.slot("plant", "output", "electricity"), "conversion", 0.5);
    vocabulary.assign(sketched.edge("plant-home@electricity"), "share", 0.25);
    vocabulary.assign(objects.area, "co2_price", 0.1);
    vocabulary.assign(objects.emissionsScope("households_energetic"), "co2", 9);
    sketched.calculate();
    expect(sketched.read("plant", "demand")).toBe((40 * 0.25) / 0.5);
    expect(vocabulary.attribute("co2_price")(objects.area)).toBe(0.1);
    expect(objects.state.emissions.get("households_energetic_co2")).toBe(9);
    expect(() => vocabulary.assign(objects.emissionsScope("nowhere"), "co2", 9)).toThrow(GqlError);
    expect(() => vocabulary.assign(objects.area, "number_of_residences", 9)).toThrow(GqlError);
  });

  it("only electricity accepts a fallback price", () => {
    const sketched = year();
    expect(() => sketched.carrier("coal", "fallback_price", 1)).toThrow("Cannot set fallback_price");
    expect(sketched.carrier("electricity", "fallback_price", 1)).toBe(sketched);
  });
});

describe("curves", () => {
  it("a missing curve is an empty list, and writing an empty list removes a curve", () => {
    const sketched = year();
    expect(sketched.read("plant", "electricity_output_curve")).toEqual([]);
    const curve = new Float64Array(8760).fill(2);
    sketched.write("plant", "availability_curve", curve);
    expect(sketched.read("plant", "availability_curve")).toEqual(curve);
    sketched.write("plant", "availability_curve", []);
    expect(sketched.read("plant", "availability_curve")).toEqual([]);
  });

  it("price curves are flat without an hourly calculation", () => {
    const sketched = year().carrier("coal", "cost_per_mj", 0.01);
    const coal = sketched.objects.carriers[sketched.objects.energy.topology.carrierByKey.get("coal")!]!;
    expect(sketched.vocabulary.attribute("cost_curve")(coal)).toEqual(new Float64Array(8760).fill(36));
  });
});

describe("the area", () => {
  it("the area returns nil for attributes that its dataset lacks, and throws for unknown ones", () => {
    const { vocabulary, objects } = year();
    expect(vocabulary.attribute("coast_line")(objects.area)).toBeNull();
    expect(vocabulary.attribute("weather_curve_set")(objects.area)).toBe("default");
    expect(() => vocabulary.attribute("number_of_residences")(objects.area)).toThrow(GqlError);
  });
});
