import { describe, expect, it } from "vitest";
import { sketch, type GraphSketch } from "./graph.fixture.ts";
import { netConversion, netDemand, netShare } from "./state/slots.ts";

/** A node that converts hydrogen and power to hydrogen and methanol. The hydrogen must not count towards itself. */
const refinery: GraphSketch = {
  nodes: {
    refinery: {
      demand: 100,
      groups: ["industry_transformation"],
      input: { hydrogen: 0.5, naphtha: 0.3, coal: 0.2 },
      output: { hydrogen: 0.25, diesel: 0.5, methanol: 0.25 },
    },
    buyer: {},
  },
  edges: { "refinery-buyer@hydrogen": { type: "dependent" } },
};

describe("net values around a transformation node", () => {
  it("net values around a transformation node exclude disallowed slots and spread their conversions over the other slots of the side", () => {
    const graph = sketch(refinery).calculate();
    const net = (path: string): number => netConversion(graph.state, graph.slot(path));
    expect(net("refinery.input.hydrogen")).toBe(0);
    expect(net("refinery.input.naphtha")).toBe(0.55);
    expect(net("refinery.input.coal")).toBe(0.45);
    expect(net("refinery.output.hydrogen")).toBe(0);
    expect(net("refinery.output.diesel")).toBe(0.625);
    expect(net("refinery.output.methanol")).toBe(0.375);
  });

  it("net values around a transformation node are zero for edges of a disallowed slot, and for their other slots", () => {
    const graph = sketch(refinery).calculate();
    const edge = graph.edge("refinery-buyer@hydrogen");
    expect(netShare(graph.state, edge)).toBe(0);
    expect(netDemand(graph.state, edge)).toBe(0);
    expect(netConversion(graph.state, graph.slot("buyer.input.hydrogen"))).toBe(0);
  });

  it("net values around a transformation node do not change the flows", () => {
    const graph = sketch(refinery).calculate();
    expect(graph.value("refinery-buyer@hydrogen")).toBe(25);
    expect(graph.conversion("refinery.input.hydrogen")).toBe(0.5);
  });

  it("net values around a transformation node survive a change of dataset and are cleared by a reset", () => {
    const start = sketch(refinery);
    const graph = sketch(refinery).calculate();
    const slot = graph.slot("refinery.input.hydrogen");
    graph.state.copyFrom(start.state);
    expect(netConversion(graph.state, slot)).toBe(0);
    graph.state.reset(start.state);
    expect(netConversion(graph.state, slot)).toBe(0.5);
  });

  it("net values around a transformation node keep excluding a slot that an earlier pass disallowed, even without a flow", () => {
    const start = sketch(refinery);
    const graph = sketch(refinery).calculate();
    graph.state.copyFrom(start.state);
    graph.state.slotConversion[graph.slot("refinery.output.hydrogen")] = 0;
    graph.calculate();
    expect(netConversion(graph.state, graph.slot("refinery.input.hydrogen"))).toBe(0);
  });

  it("net values around a transformation node equal the plain values if the node is idle", () => {
    const idleRefinery = {
      ...refinery,
      nodes: { ...refinery.nodes, refinery: { ...refinery.nodes["refinery"], demand: 0 } },
    };
    const graph = sketch(idleRefinery).calculate();
    expect(netConversion(graph.state, graph.slot("refinery.input.hydrogen"))).toBe(0.5);
  });
});
