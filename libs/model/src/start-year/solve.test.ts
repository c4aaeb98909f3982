import {
  add,
  divide,
  fromDecimal,
  multiply,
  type Rational,
  rational,
  subtract,
  sum,
  toNumber,
} from "@etesian/numeric/rational";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Flows } from "./flows.ts";
import { buildNetwork, type EdgeKind, type EdgeSpec, type NodeSpec } from "./network.ts";
import { toStored } from "./quantity.ts";
import { findImbalances, solve } from "./solve.ts";

interface NodeValues {
  readonly demand?: number;
  readonly limit?: number | "recursive";
  /** Slots in order; null for an unknown share. */
  readonly input?: { readonly [carrier: string]: number | null };
  readonly output?: { readonly [carrier: string]: number | null | "elastic" };
}

interface EdgeValues {
  readonly kind?: EdgeKind;
  readonly reversed?: boolean;
  readonly priority?: number;
  readonly demand?: number;
  readonly childShare?: number;
  readonly parentShare?: number;
}

/** Flows with the given values, by the keys of nodes and edges (`supplier-consumer@carrier`). */
function flowsOf(nodes: { [key: string]: NodeValues }, edges: { [key: string]: EdgeValues }): Flows {
  const keys = Object.keys(nodes).sort();
  const specs = keys.map((key): NodeSpec => {
    const slots = (side: "input" | "output") =>
      Object.entries(nodes[key]?.[side] ?? {}).map(([carrier, share]) => ({ carrier, elastic: share === "elastic" }));
    return { key, inputs: slots("input"), outputs: slots("output") };
  });
  const edgeKeys = Object.keys(edges).sort();
  const edgeSpecs = edgeKeys.map((key): EdgeSpec => {
    const [supplier = "", consumer = "", carrier = ""] = key.split(/[-@]/);
    const { kind = "plain", reversed = false, priority = null } = edges[key] ?? {};
    return {
      key,
      supplier: keys.indexOf(supplier),
      consumer: keys.indexOf(consumer),
      carrier,
      kind,
      reversed,
      priority,
    };
  });
  const flows = new Flows(buildNetwork(specs, edgeSpecs));
  const rationalOrNull = (value: number | undefined): Rational | null => (value === undefined ? null : toStored(value));
  for (const [index, key] of keys.entries()) {
    flows.nodeDemand[index] = rationalOrNull(nodes[key]?.demand);
    flows.nodeLimit[index] = nodes[key]?.limit ?? null;
    for (const slot of [...flows.network.nodes[index]!.inSlots, ...flows.network.nodes[index]!.outSlots]) {
      const { side, carrier } = flows.network.slots[slot]!;
      const share = nodes[key]?.[side]?.[carrier];
      if (typeof share === "number") flows.slotShare[slot] = toStored(share);
    }
  }
  for (const [index, key] of edgeKeys.entries()) {
    flows.edgeDemand[index] = rationalOrNull(edges[key]?.demand);
    flows.childShare[index] = rationalOrNull(edges[key]?.childShare);
    flows.parentShare[index] = rationalOrNull(edges[key]?.parentShare);
  }
  return flows;
}

/** Demands of nodes and edges by key after solving; null if unknown. */
function solveDemands(
  nodes: { [key: string]: NodeValues },
  edges: { [key: string]: EdgeValues },
): { [key: string]: number | null } {
  const flows = flowsOf(nodes, edges);
  solve(flows);
  const demand = (value: Rational | null | undefined) =>
    value === null || value === undefined ? null : toNumber(value);
  return Object.fromEntries([
    ...flows.network.nodes.map(({ key }, index) => [key, demand(flows.nodeDemand[index])]),
    ...flows.network.edges.map(({ key }, index) => [key, demand(flows.edgeDemand[index])]),
  ]);
}

describe("demands of nodes", () => {
  test("demands of nodes follow from an edge and its share, outputs before inputs", () => {
    expect(
      solveDemands(
        { mine: {}, plant: { demand: 30 }, port: { demand: 1 } },
        { "mine-plant@coal": { parentShare: 0.3 }, "mine-port@coal": {} },
      ),
    ).toMatchObject({ mine: 100, "mine-port@coal": 1 });
  });

  test("demands of nodes follow from all edges of a slot and the slot's share", () => {
    expect(
      solveDemands(
        { plant: { output: { heat: 0.4, power: 0.5 } }, home: { demand: 10 }, farm: { demand: 30 } },
        { "plant-home@heat": { demand: 10 }, "plant-farm@heat": { demand: 30 } },
      ),
    ).toMatchObject({ plant: 100 });
  });

  test("demands of nodes follow from a slot in which some edges have demands and the others have shares", () => {
    expect(
      solveDemands(
        { plant: {}, home: {}, farm: { demand: 30 } },
        { "plant-home@heat": { parentShare: 0.25 }, "plant-farm@heat": { demand: 30 } },
      ),
    ).toMatchObject({ plant: 40, home: 10 });
  });
});

describe("demands of edges", () => {
  test("demands of edges follow from shares, first from shares of the supplier's output", () => {
    expect(
      solveDemands(
        { mine: { demand: 100 }, plant: { demand: 50 }, port: {} },
        { "mine-plant@coal": { parentShare: 0.3, childShare: 1 }, "mine-port@coal": {} },
      ),
    ).toMatchObject({ "mine-plant@coal": 30, "mine-port@coal": 70, port: 70 });
  });

  test("an edge supplies the demand that the slot's other edges do not, and never less than 0", () => {
    expect(
      solveDemands(
        { mine: { demand: 100 }, a: { demand: 60 }, b: {}, c: { demand: 120 } },
        { "mine-a@coal": { childShare: 1 }, "mine-b@coal": {} },
      ),
    ).toMatchObject({ "mine-b@coal": 40, b: 40, c: 120 });
    expect(
      solveDemands(
        { mine: { demand: 10 }, a: { demand: 60 }, b: {} },
        { "mine-a@coal": { demand: 60 }, "mine-b@coal": {} },
      ),
    ).toMatchObject({ "mine-b@coal": 0 });
  });

  test("an edge supplies the demand that the node's other edges do not, if the slots' shares are unknown", () => {
    expect(
      solveDemands(
        { plant: { demand: 100, output: { heat: null, power: null } }, home: {}, grid: { demand: 40 } },
        { "plant-home@heat": {}, "plant-grid@power": {} },
      ),
    ).toMatchObject({ "plant-home@heat": 60, home: 60 });
  });

  test("demands of edges never exceed the amount at either end", () => {
    expect(
      solveDemands({ mine: { demand: 10 }, plant: { demand: 50 } }, { "mine-plant@coal": { childShare: 1 } }),
    ).toMatchObject({ "mine-plant@coal": 10 });
  });
});

describe("flexible edges", () => {
  test("flexible edges supply the demand that the other edges do not", () => {
    expect(
      solveDemands(
        { import: {}, plant: { demand: 30 }, grid: { demand: 100 } },
        { "plant-grid@power": {}, "import-grid@power": { kind: "flexible" } },
      ),
    ).toMatchObject({ "import-grid@power": 70, import: 70 });
  });

  test("edges with priorities deliver up to the limit of their supplier, highest number first", () => {
    const nodes = { a: { limit: 25 }, b: { limit: Number.POSITIVE_INFINITY }, grid: { demand: 100 } };
    expect(
      solveDemands(nodes, {
        "a-grid@power": { kind: "flexible", priority: 2 },
        "b-grid@power": { kind: "flexible", priority: 1 },
      }),
    ).toMatchObject({ a: 25, b: 75 });
  });

  test("edges with a priority remain unknown if their supplier's limit is unknown", () => {
    const flows = flowsOf(
      { a: {}, b: { demand: 1 }, grid: { demand: 100 } },
      {
        "a-grid@power": { kind: "flexible", priority: 1 },
        "b-grid@power": { kind: "flexible", priority: 2 },
      },
    );
    expect(solve(flows)).not.toEqual([]);
  });

  test("a recursive limit of a supplier is the sum of its possible inputs", () => {
    expect(
      solveDemands(
        {
          well: { limit: 40 },
          pump: { limit: "recursive", output: { gas: 0.5, loss: "elastic" } },
          other: { limit: 1000 },
          grid: { demand: 100 },
        },
        {
          "well-pump@gas": {},
          "pump-grid@gas": { kind: "flexible", priority: 2 },
          "other-grid@gas": { kind: "flexible", priority: 1 },
        },
      ),
    ).toMatchObject({ "pump-grid@gas": 20, pump: 40, well: 40, "other-grid@gas": 80 });
  });
});

describe("overflow edges", () => {
  const edges = { "sun-grid@power": {}, "grid-home@power": {}, "grid-export@power": { kind: "overflow" as const } };

  test("overflow edges take the surplus", () => {
    expect(solveDemands({ sun: { demand: 100 }, grid: {}, home: { demand: 60 }, export: {} }, edges)).toMatchObject({
      "grid-export@power": 40,
    });
  });

  test("an overflow edge carries nothing while the edge in the opposite direction is in use", () => {
    expect(
      solveDemands(
        { sun: { demand: 40 }, grid: { demand: 60 }, home: { demand: 60 }, export: {} },
        { ...edges, "export-grid@power": { kind: "flexible" } },
      ),
    ).toMatchObject({ "export-grid@power": 20, "grid-export@power": 0 });
  });
});

describe("shares of slots and edges", () => {
  test("the share of an elastic slot is 1 minus the shares of the other slots", () => {
    const flows = flowsOf({ plant: { output: { power: 0.4, heat: 0.35, loss: "elastic" } } }, {});
    expect(flows.shareOfSlot(2)).toEqual(fromDecimal(0.25));
  });

  test("an edge without demand has the share 0, or 1 if its consumer has none either; a share keeps its first value", () => {
    const flows = flowsOf({ a: {}, b: {}, home: { demand: 0 } }, { "a-home@heat": {}, "b-home@heat": {} });
    expect(flows.shareOfEdge(0, "childShare")).toEqual(fromDecimal(1));
    flows.edgeDemand[0] = fromDecimal(0);
    flows.edgeDemand[1] = fromDecimal(0);
    expect([0, 1].map((edge) => toNumber(flows.shareOfEdge(edge, "childShare")!))).toEqual([1, 0]);
  });
});

test("a cycle of edges that are not declared circular is reported by name", () => {
  expect(() => flowsOf({ a: {}, b: {}, c: {} }, { "a-b@x": {}, "b-c@x": {}, "c-b@x": {} })).toThrow(
    "b, c, b form a cycle",
  );
  expect(() => flowsOf({ b: {}, c: {} }, { "b-c@x": {}, "c-b@x": { kind: "circular" } })).not.toThrow();
});

test("imbalances are reported by name", () => {
  const flows = flowsOf(
    { mine: { demand: 10, limit: 5 }, plant: { demand: 12 }, lonely: {} },
    { "mine-plant@coal": { demand: 11 } },
  );
  solve(flows);
  expect(findImbalances(flows)).toEqual([
    "node lonely has no demand",
    "node mine has a demand of 10 but a max_demand of 5",
    "the edges of node mine's coal output carry 11, expected 10",
    "the edges of node plant's coal input carry 11, expected 12",
  ]);
});

describe("a network with known shares and known demands of the final consumers", () => {
  /** Layers of nodes with losses. Nodes of the layer above supply each node. */
  const network = fc
    .array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 5 })
    .chain((layers) => {
      const count = layers.reduce((a, b) => a + b, 0);
      return fc.record({
        layers: fc.constant(layers),
        efficiency: fc.array(fc.integer({ min: 1, max: 99 }), { minLength: count, maxLength: count }),
        weights: fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
        demands: fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), {
          minLength: layers.at(-1)!,
          maxLength: layers.at(-1)!,
        }),
        omitLastShare: fc.boolean(),
      });
    })
    .map(({ layers, efficiency, weights, demands, omitLastShare }) => {
      const nodes: { [key: string]: NodeValues } = {};
      const edges: { [key: string]: EdgeValues } = {};
      let nodeCount = 0;
      let suppliers: string[] = [];
      for (const [layer, size] of layers.entries()) {
        const keys = Array.from({ length: size }, (_, index) => `n${layer}${index}`);
        for (const [index, key] of keys.entries()) {
          const isLast = layer === layers.length - 1;
          const output = isLast ? {} : { energy: efficiency[nodeCount++]! / 100, loss: "elastic" as const };
          nodes[key] = { output, ...(isLast ? { demand: demands[index]! } : {}) };
          const parts = suppliers.map(() => weights.next().value as number);
          if (parts.length > 0) parts[0]! += 1;
          const total = parts.reduce((a, b) => a + b, 0);
          for (const [position, supplier] of suppliers.entries()) {
            const hasShare = !omitLastShare || position < suppliers.length - 1;
            edges[`${supplier}-${key}@energy`] = hasShare
              ? { childShare: Math.floor((1e4 * parts[position]!) / total) / 1e4 }
              : {};
          }
        }
        suppliers = keys;
      }
      return { nodes, edges };
    });

  function prepareFlows({
    nodes,
    edges,
  }: {
    nodes: { [key: string]: NodeValues };
    edges: { [key: string]: EdgeValues };
  }): Flows {
    const flows = flowsOf(nodes, edges);
    // Makes the rounded shares of each consumer sum to exactly 1.
    for (const { inEdges } of flows.network.nodes) {
      const shares = inEdges.map((edge) => flows.childShare[edge]!).filter((share) => share !== null);
      if (shares.length === 0 || shares.length < inEdges.length) continue;
      flows.childShare[inEdges[0]!] = add(shares[0]!, subtract(rational(1n, 1n), sum(shares)));
    }
    return flows;
  }

  test("the solver completes the network, and every node's inputs and outputs match its demand", () => {
    fc.assert(
      fc.property(network, (sketch) => {
        const flows = prepareFlows(sketch);
        expect(solve(flows)).toEqual([]);
        expect(findImbalances(flows)).toEqual([]);
        for (const [index, { inEdges, outEdges, outSlots }] of flows.network.nodes.entries()) {
          const demand = flows.nodeDemand[index]!;
          const total = (edges: readonly number[]) => sum(edges.map((edge) => flows.edgeDemand[edge]!));
          // Energy enters and leaves at nodes without suppliers or consumers.
          expect(total(inEdges)).toEqual(inEdges.length === 0 ? total([]) : demand);
          const expectedOutput = outEdges.length === 0 ? total([]) : multiply(demand, flows.shareOfSlot(outSlots[0]!)!);
          expect(total(outEdges)).toEqual(expectedOutput);
        }
      }),
    );
  });

  test("the result is deterministic and proportional to the demands", () => {
    fc.assert(
      fc.property(network, (sketch) => {
        const [first, second, doubled] = [prepareFlows(sketch), prepareFlows(sketch), prepareFlows(sketch)];
        for (const [node, demand] of doubled.nodeDemand.entries())
          doubled.nodeDemand[node] = demand && add(demand, demand);
        for (const flows of [first, second, doubled]) solve(flows);
        expect(second).toEqual(first);
        expect(doubled.nodeDemand.map((demand) => demand && divide(demand, rational(2n, 1n)))).toEqual(
          first.nodeDemand,
        );
        expect(first.nodeDemand.filter((demand) => demand === null || demand.numerator < 0n)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});
