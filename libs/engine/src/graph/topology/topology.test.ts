import { describe, expect, it } from "vitest";
import { sketch, sketchModel, type GraphSketch } from "../graph.fixture.ts";
import { groupFlags, modelTopology, TopologyError, type Topology } from "./topology.ts";

const keys = (topology: Topology, nodes: Int32Array): string[] =>
  Array.from(nodes, (node) => topology.definition.nodes[node]!.key);

/** Nodes are listed from supply to demand, so calculation order is the reverse of document order. */
const chain: GraphSketch = {
  nodes: {
    well: { groups: ["supply", "all"], sector: "energy" },
    network: { groups: ["all"], sector: "energy" },
    homes: { demand: 10, groups: ["all"], sector: "households" },
  },
  edges: { "well-network@gas": { groups: ["pipes"] }, "network-homes@gas": { groups: ["pipes"] } },
};

describe("the order of a topology", () => {
  it("the order of energy nodes follows the calculation, which picks the first calculable node in document order", () => {
    const { topology } = sketch(chain).state;
    expect(keys(topology, topology.nodeOrder)).toEqual(["homes", "network", "well"]);
    expect(keys(topology, topology.groups.get("all")!)).toEqual(["homes", "network", "well"]);
    expect(keys(topology, topology.sectors.get("energy")!)).toEqual(["network", "well"]);
  });

  it("the order of molecule nodes is document order", () => {
    const { definition } = sketchModel({ nodes: {}, edges: {} }, chain);
    const { molecules } = modelTopology(definition);
    expect(keys(molecules, molecules.nodeOrder)).toEqual(["well", "network", "homes"]);
    expect(keys(molecules, molecules.plan.order)).toEqual(["homes", "network", "well"]);
  });

  it("the order of edges and carriers follows the nodes in document order", () => {
    const { topology } = sketch({
      nodes: { a: { input: { x: 1, y: 1 }, output: { z: 1 } }, b: { input: { w: 1 }, output: { x: 1, y: 1 } }, c: {} },
      edges: { "c-b@w": { groups: ["g"] }, "b-a@y": { groups: ["g"] }, "b-a@x": { groups: ["g"] } },
    }).state;
    const edges = Array.from(topology.edgeGroups.get("g")!, (edge) => topology.definition.edges[edge]!.key);
    expect(edges).toEqual(["b-a@y", "b-a@x", "c-b@w"]);
    const carriers = Array.from(topology.carrierOrder, (carrier) => [...topology.carrierByKey.keys()][carrier]);
    expect(carriers).toEqual(["x", "y", "z", "w"]);
  });

  it("nodes that never become calculable are last in the order, and stay uncalculated", () => {
    const graph = sketch({
      nodes: { a: {}, b: {}, homes: { demand: 1 } },
      edges: { "a-b@gas": {}, "b-a@gas": {}, "b-homes@gas": {} },
    }).calculate();
    const { topology } = graph.state;
    expect(keys(topology, topology.nodeOrder)).toEqual(["homes", "a", "b"]);
    expect(topology.plan.order.length).toBe(1);
    expect(graph.demand("a")).toBeNaN();
  });
});

describe("topology", () => {
  it("a topology flags the members of a group", () => {
    expect(groupFlags(sketch(chain).state.topology, "supply")).toEqual(Uint8Array.of(1, 0, 0));
    expect(groupFlags(sketch(chain).state.topology, "unknown")).toEqual(Uint8Array.of(0, 0, 0));
  });

  it("a topology detects loops of two nodes", () => {
    const { hasLoop } = sketch({
      nodes: { grid: {}, storage: {}, homes: {} },
      edges: { "grid-storage@power": {}, "storage-grid@power": { type: "flexible" }, "grid-homes@power": {} },
    }).state.topology;
    expect(hasLoop).toEqual(Uint8Array.of(1, 1, 0));
  });

  it("a topology has a column for every numeric attribute of the documents and for attributes that calculations write", () => {
    const { state } = sketch({ nodes: { a: { attributes: { our_own_figure: 3 } }, b: {} }, edges: {} });
    expect(state.column("our_own_figure")).toEqual(Float64Array.of(3, NaN));
    expect(state.column("revenue_hourly_electricity")).toEqual(Float64Array.of(NaN, NaN));
  });

  it("a topology rejects edges without their slots, and two elastic slots on one side", () => {
    const { definition } = sketchModel(chain);
    const [edge, ...otherEdges] = definition.energy.edges;
    const misconnected = {
      ...definition,
      energy: { ...definition.energy, edges: [{ ...edge!, inputSlot: 0 }, ...otherEdges] },
    };
    expect(() => modelTopology(misconnected)).toThrow(
      new TopologyError("well-network@gas: network has no such input slot"),
    );

    const twoElastic = sketchModel({ nodes: { chp: { output: { heat: "elastic", loss: "elastic" } } }, edges: {} });
    expect(() => modelTopology(twoElastic.definition)).toThrow(
      "chp: output has two slots that take the remainder (elastic, loss)",
    );
  });
});
