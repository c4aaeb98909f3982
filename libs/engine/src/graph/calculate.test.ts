import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calculate } from "./calculate.ts";
import { sketch, type EdgeSketch, type GraphSketch, type NodeSketch } from "./graph.fixture.ts";
import { GraphState } from "./state/state.ts";

describe("share edges", () => {
  it("share edges take their share of the consumer's input", () => {
    const graph = sketch({
      nodes: { heating: { demand: 100 }, boiler: {}, heat_pump: {} },
      edges: { "boiler-heating@heat": { share: 0.75 }, "heat_pump-heating@heat": { share: 0.25 } },
    }).calculate();
    expect(graph.value("boiler-heating@heat")).toBe(75);
    expect(graph.demand("boiler")).toBe(75);
    expect(graph.demand("heat_pump")).toBe(25);
  });

  it("share edges are scaled by the conversions of the slots they connect", () => {
    const graph = sketch({
      nodes: { heating: { demand: 100 }, boiler: { output: { heat: 0.8 }, input: { gas: 1 } }, well: {} },
      edges: { "boiler-heating@heat": {}, "well-boiler@gas": {} },
    }).calculate();
    expect(graph.demand("boiler")).toBe(125);
    expect(graph.value("well-boiler@gas")).toBe(125);
  });

  it("share edges take their share of the supplier's output when reversed", () => {
    const graph = sketch({
      nodes: { mine: { demand: 200 }, steel: {}, power: {} },
      edges: { "mine-steel@coal": { share: 0.25, reversed: true }, "mine-power@coal": { share: 0.75, reversed: true } },
    }).calculate();
    expect(graph.value("mine-steel@coal")).toBe(50);
    expect(graph.demand("power")).toBe(150);
  });

  it("share edges count towards the supplier's demand before they have a value, even if some are reversed", () => {
    const graph = sketch({
      nodes: { grid: {}, homes: { demand: 60 }, export: {} },
      edges: { "grid-homes@power": {}, "grid-export@power": { share: 0.4, reversed: true } },
    }).calculate();
    expect(graph.demand("grid")).toBe(100);
    expect(graph.value("grid-export@power")).toBe(40);
  });
});

describe("constant and dependent edges", () => {
  it("constant and dependent edges carry an absolute amount", () => {
    const graph = sketch({
      nodes: { grid: {}, homes: { demand: 60 }, own_use: {} },
      edges: { "grid-homes@power": {}, "grid-own_use@power": { type: "constant", share: 12 } },
    }).calculate();
    expect(graph.value("grid-own_use@power")).toBe(12);
    expect(graph.demand("grid")).toBe(72);
  });

  it("constant and dependent edges count towards their consumer's demand only if it passes on a surplus", () => {
    const ownUse = (type: EdgeSketch["type"] & string): number =>
      sketch({
        nodes: { grid: { demand: 20 }, own_use: {}, next: {} },
        edges: { "grid-own_use@power": { type: "constant", share: 12 }, "own_use-next@power": { type } },
      })
        .calculate()
        .demand("own_use");
    expect(ownUse("inversed_flexible")).toBe(12);
    expect(ownUse("dependent")).toBe(0);
  });

  it("constant and dependent edges take the supplier's entire output", () => {
    const graph = sketch({
      nodes: { chp: { demand: 100, output: { heat: 0.4, power: 0.5 } }, heat_sink: {}, homes: {} },
      edges: { "chp-heat_sink@heat": { type: "dependent" }, "chp-homes@power": { type: "dependent" } },
    }).calculate();
    expect(graph.value("chp-heat_sink@heat")).toBe(40);
    expect(graph.demand("homes")).toBe(50);
  });
});

describe("flexible edges", () => {
  const mix = (edges: GraphSketch["edges"], attributes: { [node: string]: NodeSketch } = {}): GraphSketch => ({
    nodes: { mix: { demand: 100 }, a: {}, b: {}, c: {}, ...attributes },
    edges,
  });

  it("flexible edges supply what the other edges do not", () => {
    const graph = sketch(mix({ "a-mix@gas": { share: 0.3 }, "b-mix@gas": { type: "flexible" } })).calculate();
    expect(graph.value("b-mix@gas")).toBe(70);
  });

  it("flexible edges are not negative", () => {
    const edges = { "a-mix@gas": { type: "constant", share: 130 }, "b-mix@gas": { type: "flexible" } } as const;
    expect(sketch(mix(edges)).calculate().value("b-mix@gas")).toBe(0);
  });

  it("flexible edges flow backwards for electricity and for imports", () => {
    const surplus = (carrier: string): GraphSketch["edges"] => ({
      [`a-mix@${carrier}`]: { type: "constant", share: 130 },
      [`b-mix@${carrier}`]: { type: "flexible" },
    });
    expect(
      sketch(mix(surplus("electricity")))
        .calculate()
        .value("b-mix@electricity"),
    ).toBe(-30);
    const imports = { b: { groups: ["energy_import_export"] } };
    expect(
      sketch(mix(surplus("gas"), imports))
        .calculate()
        .value("b-mix@gas"),
    ).toBe(-30);
  });

  it("flexible edges do not flow backwards into a loop, for any carrier", () => {
    const graph = sketch({
      nodes: { grid: { demand: 100 }, plant: {}, storage: {} },
      edges: {
        "plant-grid@electricity": { type: "constant", share: 130 },
        "storage-grid@electricity": { type: "flexible" },
        "grid-storage@electricity": { type: "inversed_flexible" },
      },
    }).calculate();
    expect(graph.value("storage-grid@electricity")).toBe(0);
    expect(graph.value("grid-storage@electricity")).toBe(100);
  });

  it("flexible edges stay within their supplier's maximum, which may be 0", () => {
    const edges = {
      "a-mix@gas": { type: "flexible", priority: 2 },
      "b-mix@gas": { type: "flexible", priority: 1 },
    } as const;
    const flowsWithLimit = (limit: number): number[] => {
      const graph = sketch(mix(edges, { a: { attributes: { max_demand: limit } } })).calculate();
      return [graph.value("a-mix@gas"), graph.value("b-mix@gas")];
    };
    expect(flowsWithLimit(40)).toEqual([40, 60]);
    expect(flowsWithLimit(0)).toEqual([0, 100]);
    expect(flowsWithLimit(Infinity)).toEqual([100, 0]);
  });

  it("flexible edges with a maximum come first, then edges by descending priority, in reverse order for equal priorities", () => {
    const values = (priorities: readonly (number | undefined)[], limits: readonly (number | undefined)[]): number[] => {
      const keys = ["a", "b", "c"];
      const edge = (i: number): EdgeSketch => ({
        type: "flexible",
        ...(priorities[i] === undefined ? {} : { priority: priorities[i] }),
      });
      const node = (i: number): NodeSketch =>
        limits[i] === undefined ? {} : { attributes: { max_demand: limits[i] } };
      const graph = sketch(
        mix(
          Object.fromEntries(keys.map((key, i) => [`${key}-mix@gas`, edge(i)])),
          Object.fromEntries(keys.map((key, i) => [key, node(i)])),
        ),
      ).calculate();
      return keys.map((key) => graph.value(`${key}-mix@gas`));
    };
    expect(values([9, 2, 1], [undefined, 30, 50])).toEqual([20, 30, 50]);
    expect(values([1, 2, 3], [80, 80, 80])).toEqual([0, 20, 80]);
    expect(values([1, 1, 1], [80, 80, 80])).toEqual([0, 20, 80]);
    expect(values([undefined, 1, undefined], [80, 80, 80])).toEqual([0, 80, 20]);
  });

  it("flexible edges take the remainder of the supplier's output when reversed", () => {
    const graph = sketch({
      nodes: { well: { demand: 100 }, flare: {}, homes: { demand: 70 } },
      edges: { "well-homes@gas": {}, "well-flare@gas": { type: "flexible", reversed: true } },
    }).calculate();
    expect(graph.value("well-flare@gas")).toBe(30);
  });
});

describe("inversed flexible edges", () => {
  const surplus = (production: number): GraphSketch => ({
    nodes: { grid: {}, homes: { demand: 60 }, turbines: { demand: production, output: { power: 1 } }, curtailment: {} },
    edges: {
      "grid-homes@power": {},
      "turbines-grid@power": { type: "dependent" },
      "grid-curtailment@power": { type: "inversed_flexible" },
    },
  });

  it("inversed flexible edges take the remaining output", () => {
    const graph = sketch(surplus(100)).calculate();
    expect(graph.demand("grid")).toBe(100);
    expect(graph.value("grid-curtailment@power")).toBe(40);
  });

  it("inversed flexible edges are not negative", () => {
    expect(sketch(surplus(10)).calculate().value("grid-curtailment@power")).toBe(0);
  });
});

describe("the calculation preserves existing values", () => {
  const graph: GraphSketch = {
    nodes: { heating: { demand: 100 }, boiler: {}, heat_pump: {} },
    edges: { "boiler-heating@heat": { share: 0.75 }, "heat_pump-heating@heat": { type: "flexible" } },
  };

  it("a demand written before the pass takes precedence over the preset demand", () => {
    const sketchedGraph = sketch(graph);
    sketchedGraph.state.demand[sketchedGraph.node("heating")] = 40;
    expect(sketchedGraph.calculate().value("boiler-heating@heat")).toBe(30);
  });

  it("a written demand is preserved even if edges imply another one", () => {
    const sketchedGraph = sketch(graph);
    sketchedGraph.state.demand[sketchedGraph.node("boiler")] = 1;
    sketchedGraph.calculate();
    expect(sketchedGraph.demand("boiler")).toBe(1);
    expect(sketchedGraph.value("boiler-heating@heat")).toBe(75);
  });

  it("a value flagged as calculated is not calculated again", () => {
    const sketchedGraph = sketch(graph);
    sketchedGraph.state.edgeValue[sketchedGraph.edge("boiler-heating@heat")] = 10;
    sketchedGraph.state.edgeCalculated[sketchedGraph.edge("boiler-heating@heat")] = 1;
    sketchedGraph.calculate();
    expect(sketchedGraph.value("heat_pump-heating@heat")).toBe(90);
    expect(sketchedGraph.demand("boiler")).toBe(10);
  });

  it("a node without edges has no demand", () => {
    expect(
      sketch({ nodes: { alone: {} }, edges: {} })
        .calculate()
        .demand("alone"),
    ).toBeNaN();
  });
});

describe("shares after the pass", () => {
  it("shares after the pass are the actual fractions of the consumer's input", () => {
    const graph = sketch({
      nodes: { mix: { demand: 100 }, a: {}, b: {} },
      edges: { "a-mix@gas": { type: "constant", share: 30 }, "b-mix@gas": { type: "flexible" } },
    }).calculate();
    expect(graph.share("a-mix@gas")).toBe(0.3);
    expect(graph.share("b-mix@gas")).toBe(0.7);
  });

  it("shares after the pass assign the remainder to the first of two idle flexible edges, and 0 to the second", () => {
    const graph = sketch({
      nodes: { mix: { demand: 0 }, a: {}, b: {}, c: {} },
      edges: { "a-mix@gas": { share: 0.2 }, "b-mix@gas": { type: "flexible" }, "c-mix@gas": { type: "flexible" } },
    }).calculate();
    expect(graph.share("a-mix@gas")).toBe(0.2);
    expect(graph.share("b-mix@gas")).toBe(0.8);
    expect(graph.share("c-mix@gas")).toBe(0);
  });

  it("shares after the pass are 1 for an idle constant edge without other edges, otherwise 0", () => {
    const share = (otherEdges: GraphSketch["edges"]): number =>
      sketch({
        nodes: { mix: { demand: 0 }, a: {}, b: {} },
        edges: { "a-mix@gas": { type: "constant", share: 0 }, ...otherEdges },
      })
        .calculate()
        .share("a-mix@gas");
    expect(share({})).toBe(1);
    expect(share({ "b-mix@gas": { type: "flexible" } })).toBe(0);
  });
});

describe("the energy balance", () => {
  /** Layers of nodes: each layer takes shares from the layer below; the last edge of a slot may be flexible. */
  const layered = fc
    .array(
      fc.array(fc.record({ output: fc.double({ min: 0.1, max: 2, noNaN: true }) }), { minLength: 1, maxLength: 4 }),
      {
        minLength: 2,
        maxLength: 5,
      },
    )
    .chain((layers) =>
      fc.record({
        layers: fc.constant(layers),
        demands: fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 4, maxLength: 4 }),
        weights: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 80, maxLength: 80 }),
        flexible: fc.boolean(),
      }),
    )
    .map(({ layers, demands, weights, flexible }): GraphSketch => {
      const nodes: { [key: string]: NodeSketch } = {};
      const edges: { [key: string]: EdgeSketch } = {};
      let next = 0;
      layers.forEach((layer, depth) => {
        layer.forEach(({ output }, i) => {
          nodes[`n${depth}_${i}`] = depth === 0 ? { demand: demands[i]! } : { output: { heat: output } };
          const suppliers = layers[depth + 1] ?? [];
          const parts = suppliers.map(() => weights[next++]!);
          const totalWeight = parts.reduce((a, b) => a + b, 0);
          suppliers.forEach((_, j) => {
            const isRemainder = flexible && j === suppliers.length - 1;
            edges[`n${depth + 1}_${j}-n${depth}_${i}@heat`] = isRemainder
              ? { type: "flexible" }
              : { share: parts[j]! / totalWeight };
          });
        });
      });
      return { nodes, edges };
    });

  it("energy is balanced at every node: inputs and outputs are demand × conversion", () => {
    fc.assert(
      fc.property(layered, (generatedGraph) => {
        const { state } = sketch(generatedGraph).calculate();
        const { topology } = state;
        expect(topology.plan.order.length).toBe(topology.nodeCount);
        for (let slot = 0; slot < topology.slotCount; slot++) {
          const edges = topology.slotEdges.items.subarray(
            topology.slotEdges.start[slot],
            topology.slotEdges.start[slot + 1],
          );
          if (edges.length === 0) continue;
          const flow = edges.reduce((total, edge) => total + state.edgeValue[edge]!, 0);
          const expectedFlow = state.demand[topology.slotNode[slot]!]! * state.slotConversion[slot]!;
          expect(Math.abs(flow - expectedFlow)).toBeLessThanOrEqual(1e-9 * Math.max(1, expectedFlow));
        }
      }),
    );
  });

  it("a second pass after a reset produces the same numbers", () => {
    fc.assert(
      fc.property(layered, (generatedGraph) => {
        const { state: start } = sketch(generatedGraph);
        const state = new GraphState(start.topology);
        const [first, second] = [1, 2].map(() => {
          state.reset(start);
          calculate(state);
          return [state.demand, state.edgeValue, state.edgeShare].map((column) => Float64Array.from(column));
        });
        expect(second).toEqual(first);
      }),
    );
  });
});
