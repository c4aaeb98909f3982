import type { Value } from "@etesian/gql";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EdgeSketch, GraphSketch, NodeSketch } from "../../graph/graph.fixture.ts";
import { SketchedYear } from "../attributes.fixture.ts";
import { type GraphObjects, YearObjects } from "../objects/objects.ts";

describe("primary demand", () => {
  it("primary demand includes upstream losses", () => {
    const year = new SketchedYear({
      nodes: {
        mine: { groups: ["primary_energy_demand"], sector: "energy" },
        plant: { input: { coal: 1 }, output: { electricity: 0.4, loss: 0.6 } },
        home: { demand: 40 },
      },
      edges: { "mine-plant@coal": {}, "plant-home@electricity": {} },
    }).calculate();
    expect(year.read("home", "primary_demand")).toBeCloseTo(100, 10);
    expect(year.read("home", "primary_demand_of", "coal")).toBeCloseTo(100, 10);
    expect(year.read("home", "primary_demand_of", "electricity")).toBe(0);
    expect(year.read("home", "primary_demand_of_coal")).toBe(year.read("home", "primary_demand_of_carrier", "coal"));
  });

  it("primary demand is 0 downstream of ignored nodes", () => {
    const year = new SketchedYear({
      nodes: { mine: { groups: ["primary_energy_demand", "recursive_factor_ignore"] }, home: { demand: 1 } },
      edges: { "mine-home@coal": {} },
    }).calculate();
    expect(year.read("home", "primary_demand")).toBe(0);
  });
});

describe("figures of the supply mix", () => {
  const mixedSupply: GraphSketch = {
    nodes: { mine: {}, farm: {}, mixer: {}, home: { demand: 10 } },
    edges: {
      "mine-mixer@coal": { share: 1 },
      "farm-mixer@wood": { share: 1 },
      "mixer-home@heat": {},
    },
  };
  const suppliedHomes: GraphSketch = {
    ...mixedSupply,
    nodes: { ...mixedSupply.nodes, mixer: { input: { coal: 0.75, wood: 0.25 }, output: { heat: 1 } } },
  };

  it("figures of the supply mix are averages weighted by each carrier's share of the input", () => {
    const year = new SketchedYear(suppliedHomes);
    year.carrier("coal", "cost_per_mj", 4).carrier("wood", "cost_per_mj", 8).calculate();
    expect(year.read("home", "weighted_carrier_cost_per_mj")).toBe(4 * 0.75 + 8 * 0.25);
  });

  it("figures of the supply mix stop at a carrier that costs nothing", () => {
    const year = new SketchedYear(suppliedHomes);
    year.carrier("heat", "cost_per_mj", 0).carrier("coal", "cost_per_mj", 4).calculate();
    expect(year.read("home", "weighted_carrier_cost_per_mj")).toBe(0);
  });

  it("figures of the supply mix are Integer 0 without inputs", () => {
    expect(new SketchedYear(suppliedHomes).calculate().read("mine", "weighted_carrier_cost_per_mj")).toBe(0n);
  });
});

describe("sustainability share", () => {
  const chain: GraphSketch = {
    nodes: { source: {}, home: { demand: 1 } },
    edges: { "source-home@wood": {} },
  };

  it("the sustainability share is that of the carrier at the origin", () => {
    const year = new SketchedYear(chain).carrier("wood", "sustainable", 0.8).calculate();
    expect(year.read("home", "sustainability_share")).toBe(0.8);
  });

  it("reading the sustainability share throws an error if the origin has none", () => {
    expect(() => new SketchedYear(chain).calculate().read("home", "sustainability_share")).toThrow(
      "Missing sustainability_share",
    );
  });

  it("the sustainability share does not depend on earlier queries", () => {
    const year = new SketchedYear({
      nodes: { source: {}, middle: {}, home: { demand: 1 }, shop: { demand: 1 } },
      edges: { "source-middle@wood": {}, "middle-home@wood": {}, "middle-shop@wood": {} },
    });
    year.carrier("wood", "sustainable", 0.8).calculate();
    expect(year.read("home", "sustainability_share")).toBe(0.8);
    expect(year.read("source", "sustainability_share")).toBe(0n);
    expect(year.read("shop", "sustainability_share")).toBe(0.8);
  });
});

describe("CO2 of primary demand", () => {
  it("CO2 of primary demand excludes captured CO2", () => {
    const year = new SketchedYear({
      nodes: {
        mine: { groups: ["primary_energy_demand"] },
        plant: { attributes: { free_co2_factor: 0.9 } },
        home: { demand: 10 },
      },
      edges: { "mine-plant@coal": {}, "plant-home@electricity": {} },
    });
    year.carrier("coal", "co2_conversion_per_mj", 0.1).calculate();
    expect(year.read("home", "primary_co2_emission_without_capture")).toBeCloseTo(1, 12);
    expect(year.read("home", "primary_co2_emission")).toBeCloseTo(0.1, 12);
    expect(year.read("home", "primary_captured_co2_emission")).toBeCloseTo(0.9, 12);
  });

  it("CO2 of primary demand uses the value that inputs set on an edge", () => {
    const year = new SketchedYear({
      nodes: { mine: { groups: ["primary_energy_demand"] }, home: { demand: 10 } },
      edges: { "mine-home@coal": {} },
    });
    year.vocabulary.assign(year.edge("mine-home@coal"), "co2_per_mj", 0.3);
    expect(year.calculate().read("home", "primary_co2_emission")).toBeCloseTo(3, 12);
  });
});

describe("a loop of suppliers", () => {
  /** The mixer and the plant supply each other, and nothing flows. */
  const idle: GraphSketch = {
    nodes: {
      mixer: { input: { ammonia: 1 }, output: { ammonia: 1 } },
      plant: { demand: 0, input: { ammonia: 0.7, coal: 0.3 }, output: { ammonia: 0, heat: 1 } },
      mine: {},
      home: { demand: 0 },
    },
    edges: {
      "plant-mixer@ammonia": { type: "flexible" },
      "mixer-plant@ammonia": {},
      "mine-plant@coal": {},
      "plant-home@heat": { type: "flexible" },
    },
  };
  const selfSupply = /(mixer|plant) supplies itself through its suppliers/;

  it.each(["weighted_carrier_cost_per_mj", "weighted_carrier_potential_co2_per_mj", "sustainability_share"])(
    "every read of %s in a loop of suppliers throws an error that names a node of the loop",
    (attribute) => {
      const year = new SketchedYear(idle).calculate();
      expect(() => year.read("home", attribute)).toThrow(selfSupply);
      expect(() => year.read("home", attribute)).toThrow(selfSupply);
      expect(() => year.read("mixer", attribute)).toThrow(selfSupply);
    },
  );

  it("a loop of suppliers is harmless if a carrier in the loop stops the walk", () => {
    const year = new SketchedYear(idle).carrier("coal", "cost_per_mj", 10).carrier("ammonia", "cost_per_mj", 20);
    expect(year.calculate().read("plant", "weighted_carrier_cost_per_mj")).toBe(0.7 * 20 + 0.3 * 10);
  });

  it("a loop of suppliers without flow is harmless for amounts", () => {
    expect(new SketchedYear(idle).calculate().read("home", "primary_demand")).toBe(0);
  });

  it("reading an amount in a loop of suppliers with a flow also throws an error", () => {
    const year = new SketchedYear(idle).calculate();
    const { state, topology } = year.objects.energy;
    state.demand.fill(1);
    for (const key of ["plant-mixer@ammonia", "mixer-plant@ammonia", "plant-home@heat"]) {
      state.edgeValue[topology.edgeByKey.get(key)!] = 0.5;
    }
    expect(() => year.read("home", "primary_demand")).toThrow(selfSupply);
    expect(() => year.read("home", "inherited_captured_bio_emissions")).toThrow(selfSupply);
  });
});

describe("cached sums", () => {
  /** Layers of nodes, in which nodes of the next layer supply each node. */
  const layered = fc
    .array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 5 })
    .chain((sizes) =>
      fc.record({ sizes: fc.constant(sizes), weights: fc.infiniteStream(fc.integer({ min: 0, max: 4 })) }),
    )
    .map(({ sizes, weights }): GraphSketch => {
      const nodes: { [key: string]: NodeSketch } = {};
      const edges: { [key: string]: EdgeSketch } = {};
      sizes.forEach((size, layer) => {
        for (let i = 0; i < size; i++) {
          const last = layer === sizes.length - 1;
          nodes[`n${layer}_${i}`] = {
            ...(layer === 0 ? { demand: 10 + i } : {}),
            ...(last ? { groups: ["primary_energy_demand"] } : {}),
            output: { energy: 0.8, loss: 0.2 },
          };
          if (last) continue;
          const parts = Array.from({ length: sizes[layer + 1]! }, () => 1 + weights.next().value!);
          const total = parts.reduce((sum, part) => sum + part, 0);
          parts.forEach((part, k) => {
            edges[`n${layer + 1}_${k}-n${layer}_${i}@energy`] = { share: part / total };
          });
        }
      });
      return { nodes, edges };
    });

  /** Primary demand per MJ, computed by following every path separately. */
  function sumOverPaths(graph: GraphObjects, node: number): number {
    const { topology, state, traits } = graph;
    if (traits.primaryEnergyDemand[node] === 1) return 1 - graph.outputConversion(node, traits.carriers.loss);
    let sum = 0;
    for (let i = topology.inputEdges.start[node]!; i < topology.inputEdges.start[node + 1]!; i++) {
      const edge = topology.inputEdges.items[i]!;
      const supplier = topology.supplier[edge]!;
      const compensation = 1 / (1 - graph.outputConversion(supplier, traits.carriers.loss));
      sum += (state.edgeValue[edge]! / state.demand[node]!) * compensation * sumOverPaths(graph, supplier);
    }
    return sum;
  }

  it("cached sums equal the enumeration of all paths", () => {
    fc.assert(
      fc.property(layered, (graph) => {
        const year = new SketchedYear(graph).calculate();
        const { energy } = year.objects;
        for (const { key, index } of energy.nodes.all()) {
          const expected = energy.state.demand[index]! * sumOverPaths(energy, index);
          const actual = Number(year.read(key, "primary_demand"));
          expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-12 * expected);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("cached sums are valid for one evaluation only until the numbers are settled", () => {
    const year = new SketchedYear({
      nodes: { mine: { groups: ["primary_energy_demand"] }, mixer: {}, home: { demand: 1 }, shop: { demand: 1 } },
      edges: { "mine-mixer@coal": {}, "mixer-home@coal": {}, "mixer-shop@coal": {} },
    }).calculate();
    const readShopAfterHome = (objects: YearObjects): Value => {
      const read = year.vocabulary.attribute("primary_demand");
      const [, mixer, home, shop] = objects.energy.nodes.all();
      read(home!);
      objects.energy.state.demand[mixer!.index]! *= 2;
      const demand = read(shop!);
      objects.energy.state.demand[mixer!.index]! /= 2;
      return demand;
    };
    const unsettledObjects = new YearObjects(year.state);
    expect(readShopAfterHome(unsettledObjects)).toBe(0.5);
    expect(readShopAfterHome(year.objects)).toBe(1);
  });
});
