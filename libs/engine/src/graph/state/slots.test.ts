import { describe, expect, it } from "vitest";
import { sketch, type GraphSketch } from "../graph.fixture.ts";
import { parentShare } from "./slots.ts";

describe("conversion of a slot", () => {
  it("the conversion of a loss is the remainder of the other outputs, at least 0", () => {
    const loss = (heat: number, power: number): number =>
      sketch({ nodes: { chp: { output: { heat, power, loss: "elastic" } } }, edges: {} }).conversion("chp.output.loss");
    expect(loss(0.5, 0.25)).toBe(0.25);
    expect(loss(0.9, 0.4)).toBe(0);
  });

  it("the conversion of a loss with its own share is that share", () => {
    const graph = sketch({ nodes: { chp: { output: { heat: 0.5, loss: 0.1 } } }, edges: {} });
    expect(graph.conversion("chp.output.loss")).toBe(0.1);
  });

  it("the conversion of a loss ignores couplings, unlike that of another elastic slot", () => {
    const graph = sketch({
      nodes: {
        a: { output: { heat: 0.5, coupling_carrier: 0.3, loss: "elastic" } },
        b: { output: { heat: 0.5, coupling_carrier: 0.25, other: "elastic" } },
      },
      edges: {},
    });
    expect(graph.conversion("a.output.loss")).toBe(0.5);
    expect(graph.conversion("b.output.other")).toBe(0.25);
  });

  it("the conversion of an elastic slot is frozen on first read, but not while inputs are applied", () => {
    const graph = sketch({ nodes: { boiler: { output: { heat: 0.75, loss: "elastic" } } }, edges: {} });
    const heat = graph.slot("boiler.output.heat");
    graph.state.caching = false;
    expect(graph.conversion("boiler.output.loss")).toBe(0.25);
    graph.state.slotConversion[heat] = 0.5;
    expect(graph.conversion("boiler.output.loss")).toBe(0.5);
    graph.state.caching = true;
    expect(graph.conversion("boiler.output.loss")).toBe(0.5);
    graph.state.slotConversion[heat] = 0.25;
    expect(graph.conversion("boiler.output.loss")).toBe(0.5);
  });

  it("the conversion of a slot that defines none is 0", () => {
    const graph = sketch({ nodes: { boiler: { output: { heat: 1 } } }, edges: {} });
    graph.state.slotConversion.fill(NaN);
    expect(graph.conversion("boiler.output.heat")).toBe(0);
  });
});

describe("conversion of an edge-based slot", () => {
  const network: GraphSketch = {
    nodes: {
      network: { output: { electricity: "edge_based", loss: "elastic" } },
      homes: { demand: 90 },
      heat_sink: { demand: 10 },
    },
    edges: { "network-homes@electricity": {}, "network-heat_sink@loss": {} },
  };

  it("the conversion of an edge-based slot is the stored conversion while an edge of the side has no value", () => {
    const graph = sketch(network);
    graph.state.edgeValue[graph.edge("network-homes@electricity")] = 90;
    expect(graph.conversion("network.output.electricity")).toBe(1);
  });

  it("the conversion of an edge-based slot is its share of the flows once all edges have a value, and then remains the same", () => {
    const graph = sketch(network).calculate();
    expect(graph.conversion("network.output.electricity")).toBe(0.9);
    graph.state.edgeValue[graph.edge("network-heat_sink@loss")] = 90;
    expect(graph.conversion("network.output.electricity")).toBe(0.9);
  });

  it("the conversion of an edge-based slot is 0 when nothing flows", () => {
    const graph = sketch({ ...network, nodes: { ...network.nodes, homes: { demand: 0 }, heat_sink: { demand: 0 } } });
    expect(graph.calculate().conversion("network.output.electricity")).toBe(0);
  });
});

describe("external value", () => {
  it("the external value is a compensated sum in the order of the edges", () => {
    const keys = Array.from({ length: 10 }, (_, i) => `home${i}`);
    const graph = sketch({
      nodes: { grid: {}, ...Object.fromEntries(keys.map((key) => [key, { demand: 0.1 }])) },
      edges: Object.fromEntries(keys.map((key) => [`grid-${key}@power`, {}])),
    }).calculate();
    expect(graph.external("grid.output.power")).toBe(1);
  });

  it("the external value is 0 without edges", () => {
    const graph = sketch({ nodes: { boiler: { demand: 5, output: { heat: 1 } } }, edges: {} }).calculate();
    expect(graph.external("boiler.output.heat")).toBe(0);
  });
});

describe("parent share", () => {
  const graph: GraphSketch = {
    nodes: { grid: {}, homes: { demand: 75 }, shops: { demand: 25 } },
    edges: { "grid-homes@power": {}, "grid-shops@power": {} },
  };

  it("the parent share is the part of the supplier's output, frozen on first read", () => {
    const sketchedGraph = sketch(graph).calculate();
    const edge = sketchedGraph.edge("grid-homes@power");
    expect(parentShare(sketchedGraph.state, edge)).toBe(0.75);
    sketchedGraph.state.edgeValue[edge] = 25;
    expect(parentShare(sketchedGraph.state, edge)).toBe(0.75);
  });

  it("the parent share is 0 when the supplier delivers nothing, and nil without a value", () => {
    const idleGraph = sketch({ ...graph, nodes: { ...graph.nodes, homes: { demand: 0 }, shops: { demand: 0 } } });
    idleGraph.state.caching = false;
    expect(parentShare(idleGraph.state, idleGraph.edge("grid-homes@power"))).toBeNaN();
    idleGraph.state.caching = true;
    idleGraph.calculate();
    expect(parentShare(idleGraph.state, idleGraph.edge("grid-homes@power"))).toBe(0);
  });

  it("the parent share of an idle reversed share edge is its assigned share", () => {
    const idleGraph = sketch({
      nodes: { mine: { demand: 0 }, steel: {} },
      edges: { "mine-steel@coal": { share: 0.3, reversed: true } },
    }).calculate();
    expect(parentShare(idleGraph.state, idleGraph.edge("mine-steel@coal"))).toBe(0.3);
  });
});
