/** Compares the start year of nl2023 with the reference, bit for bit (skipped without the reference files). */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { openModel } from "@etesian/model";
import { beforeAll, describe, expect, it } from "vitest";
import { modelCache } from "@etesian/testing/model-cache";
import { share } from "@etesian/testing/shared";
import { calculateYear, type NodeAttributeReader } from "./lifecycle.ts";
import { conversion, externalValue, parentShare } from "./state/slots.ts";
import type { IndexLists } from "./topology/index-lists.ts";
import { modelTopology, type ModelTopology, type Topology } from "./topology/topology.ts";
import type { GraphState } from "./state/state.ts";
import { YearState } from "./state/year.ts";

const reference = process.env["ETESIAN_REFERENCE_DIR"] ?? resolve(import.meta.dirname, "../../../../../shared");
const isPresent = existsSync(join(reference, "etsource")) && existsSync(join(reference, "golden"));
if (!isPresent) console.warn(`no reference results in ${reference}: the calculation is not compared with them`);

interface ReferenceSlot {
  readonly carrier: string;
  readonly conversion: number;
  readonly external_value: number;
  readonly edges: readonly string[];
}

interface ReferenceGraph {
  readonly nodes: {
    readonly [key: string]: {
      readonly demand: number | null;
      readonly inputs: readonly ReferenceSlot[];
      readonly outputs: readonly ReferenceSlot[];
      readonly methods: { readonly [attribute: string]: unknown };
    };
  };
  readonly edges: {
    readonly [key: string]: {
      readonly share: number | null;
      readonly value: number | null;
      readonly parent_share: number | null;
    };
  };
}

/** Demands in TJ and kton, by node. */
type ReferenceDemands = { readonly [node: string]: { readonly demand: number } };

interface ReferenceStart {
  readonly "Atlas::EnergyNode": ReferenceDemands;
  readonly "Atlas::MoleculeNode": ReferenceDemands;
}

/** Reads a reference result; these files contain Infinity, which is not valid JSON. */
function read(path: string): unknown {
  const text = gunzipSync(readFileSync(join(reference, "golden", `${path}.json.gz`))).toString();
  return JSON.parse(text.replaceAll(": Infinity", ": 1e999"));
}

describe.skipIf(!isPresent)("the start year of nl2023", () => {
  let topology: ModelTopology;
  let start: YearState;
  let year: YearState;
  let golden: { readonly energy: ReferenceGraph; readonly molecules: ReferenceGraph };

  /** Attributes of energy nodes that molecule connections read, from the reference. */
  const readAttribute: NodeAttributeReader = (graph, attribute, node) => {
    const value = golden[graph].nodes[topology[graph].definition.nodes[node]!.key]?.methods[attribute];
    return typeof value === "number" ? value : NaN;
  };

  beforeAll(async () => {
    const model = await share("Model of the reference", () => openModel(join(reference, "etsource"), modelCache));
    const folder = "nl2023/blank.details/graph";
    golden = {
      energy: read(`${folder}_energy_present`) as ReferenceGraph,
      molecules: read(`${folder}_molecules_present`) as ReferenceGraph,
    };
    topology = modelTopology(model.definition);
    start = YearState.fromDataset(topology, await model.dataset("nl2023"));
    // The reference's start values are used, so that a last-bit difference in the solved start year is not reported as
    // an error of the calculation.
    const referenceStart = read("stages/nl2023/production_export") as ReferenceStart;
    presetDemands(start.energy, referenceStart["Atlas::EnergyNode"]);
    presetDemands(start.molecules, referenceStart["Atlas::MoleculeNode"]);
    year = new YearState(topology, start.span);
    year.reset(start);
    calculateYear(year, { read: readAttribute });
  });

  it("the start year of nl2023 calculates the energy nodes in the reference's order", () => {
    const order = read("stages/energy_calculation_order") as readonly string[];
    expect(keysOf(topology.energy, topology.energy.nodeOrder)).toEqual(order);
    expect(topology.energy.plan.order.length).toBe(topology.energy.nodeCount);
  });

  it.each(["energy", "molecules"] as const)("nodes, slots and edges of %s are in the reference's order", (graph) => {
    const { definition, nodeOrder, edgeOrder, inputSlots, outputSlots, nodeByKey } = topology[graph];
    expect(keysOf(topology[graph], nodeOrder)).toEqual(Object.keys(golden[graph].nodes));
    expect(Array.from(edgeOrder, (edge) => definition.edges[edge]!.key)).toEqual(Object.keys(golden[graph].edges));
    for (const [key, node] of nodeByKey) {
      const { inputs, outputs } = golden[graph].nodes[key]!;
      expect(slotsOf(topology[graph], inputSlots, node)).toEqual(
        inputs.map(({ carrier, edges }) => ({ carrier, edges })),
      );
      expect(slotsOf(topology[graph], outputSlots, node)).toEqual(
        outputs.map(({ carrier, edges }) => ({ carrier, edges })),
      );
    }
  });

  it("the start year of nl2023 lists the carriers in the order of the flow exports", () => {
    const csv = gunzipSync(readFileSync(join(reference, "golden/nl2023/blank.details/energy_flow.csv.gz"))).toString();
    const columns = csv.slice(0, csv.indexOf("\n")).matchAll(/input_of_(\w+) \(MJ\)/g);
    const carriers = Array.from(topology.energy.carrierOrder, (carrier) => topology.definition.carriers[carrier]!.key);
    expect(Array.from(columns, (column) => column[1])).toEqual(carriers);
  });

  it.each(["energy", "molecules"] as const)(
    "the start year of nl2023 is bit-identical to the reference's numbers in %s",
    (graph) => {
      expect(numbersOf(year[graph])).toEqual(referenceNumbers(topology[graph], golden[graph]));
    },
  );

  it("the start year of nl2023 has the same numbers when its state is reused", () => {
    const reusedState = new YearState(topology, start.span);
    for (let i = 0; i < 2; i++) {
      reusedState.reset(start);
      calculateYear(reusedState, { read: readAttribute });
    }
    expect(numbersOf(reusedState.energy)).toEqual(numbersOf(year.energy));
  });
});

function presetDemands({ topology, presetDemand }: GraphState, demands: ReferenceDemands): void {
  for (const node of topology.groups.get("preset_demand") ?? []) {
    presetDemand[node] = demands[topology.definition.nodes[node]!.key]!.demand * 1e6;
  }
}

/** Numbers by name, nil as null, so that a difference shows its location. */
type Numbers = { [label: string]: number | null };

function numbersOf(state: GraphState): Numbers {
  const { topology } = state;
  const numbers: Numbers = {};
  const addNumber = (label: string, value: number): void => {
    numbers[label] = Number.isNaN(value) ? null : value;
  };
  for (const [key, node] of topology.nodeByKey) addNumber(`${key}.demand`, state.demand[node]!);
  for (const [key, edge] of topology.edgeByKey) {
    addNumber(`${key} share`, state.edgeShare[edge]!);
    addNumber(`${key} value`, state.edgeValue[edge]!);
    addNumber(`${key} parent share`, parentShare(state, edge));
  }
  topology.definition.slots.forEach(({ node, side, carrier }, slot) => {
    const path = `${topology.definition.nodes[node]!.key}.${side}.${carrier}`;
    addNumber(`${path} conversion`, conversion(state, slot));
    addNumber(`${path} value`, externalValue(state, slot));
  });
  return numbers;
}

function referenceNumbers(topology: Topology, golden: ReferenceGraph): Numbers {
  const numbers: Numbers = {};
  for (const [key, node] of Object.entries(golden.nodes)) {
    numbers[`${key}.demand`] = node.demand;
    for (const [side, slots] of [
      ["input", node.inputs],
      ["output", node.outputs],
    ] as const) {
      for (const slot of slots) {
        numbers[`${key}.${side}.${slot.carrier} conversion`] = slot.conversion;
        numbers[`${key}.${side}.${slot.carrier} value`] = slot.external_value;
      }
    }
  }
  for (const [key, edge] of Object.entries(golden.edges)) {
    numbers[`${key} share`] = edge.share;
    numbers[`${key} value`] = edge.value;
    numbers[`${key} parent share`] = edge.parent_share;
  }
  expect(Object.keys(golden.nodes).length).toBe(topology.nodeCount);
  return numbers;
}

function keysOf(topology: Topology, nodes: Int32Array): string[] {
  return Array.from(nodes, (node) => topology.definition.nodes[node]!.key);
}

function slotsOf(topology: Topology, lists: IndexLists, node: number): { carrier: string; edges: string[] }[] {
  const { slotEdges, definition } = topology;
  return Array.from(lists.items.subarray(lists.start[node], lists.start[node + 1]), (slot) => ({
    carrier: definition.slots[slot]!.carrier,
    edges: Array.from(
      slotEdges.items.subarray(slotEdges.start[slot], slotEdges.start[slot + 1]),
      (edge) => definition.edges[edge]!.key,
    ),
  }));
}
