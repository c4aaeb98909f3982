/** Compares every attribute of nodes, edges, slots, carriers and the area in a calculated year with the reference's. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { inspect } from "node:util";
import { gunzipSync } from "node:zlib";
import { type GraphName, GqlError, type ModelObject, type Value } from "@etesian/gql";
import { openModel } from "@etesian/model";
import { beforeAll, describe, expect, it } from "vitest";
import { modelCache } from "@etesian/testing/model-cache";
import { share } from "@etesian/testing/shared";
import { sampleSize } from "@etesian/testing/sample";
import { calculateYear } from "../graph/lifecycle.ts";
import { modelTopology } from "../graph/topology/topology.ts";
import { YearState } from "../graph/state/year.ts";
import { YearObjects } from "./objects/objects.ts";
import { ModelVocabulary } from "./vocabulary.ts";

const reference = process.env["ETESIAN_REFERENCE_DIR"] ?? resolve(import.meta.dirname, "../../../../../shared");
const isPresent = existsSync(join(reference, "etsource")) && existsSync(join(reference, "golden"));
if (!isPresent) console.warn(`no reference results in ${reference}: attributes are not compared with them`);

/** Numbers, flags and names; infinite numbers and errors (`ERR …`) are text, and objects are not compared. */
type Expected = number | boolean | string | null | object;
type Figures = { readonly [name: string]: Expected };

interface ReferenceSlot {
  readonly carrier: string;
  readonly conversion: number;
  readonly external_value: number;
}

interface ReferenceGraph {
  readonly nodes: {
    readonly [key: string]: {
      readonly methods: Figures;
      readonly inputs: readonly ReferenceSlot[];
      readonly outputs: readonly ReferenceSlot[];
    };
  };
  readonly edges: { readonly [key: string]: Figures };
  readonly area: Figures;
  readonly carriers: { readonly [key: string]: Figures };
}

interface Comparison {
  readonly object: ModelObject;
  readonly name: string;
  readonly expected: Expected;
}

/** Internal attributes of the reference. */
const INTERNAL = new Set(["dataset_group", "dataset_key", "observe_get", "observe_set"]);

/**
 * Figures that depend on earlier queries in the reference, because it mistakes results for stored data, or because two
 * names share a cache. Etesian does neither (docs/fidelity.md), so reading all names in a row returns other values.
 */
const ORDER_DEPENDENT = new Set([
  "sustainability_share",
  "non_renewable_share",
  "primary_demand_of_sustainable",
  "primary_demand_of_fossil",
  "typical_electricity_production_per_unit",
  "production_based_on_number_of_units",
]);

/** Every STRIDE-th node is compared, with all its methods. */
const STRIDE = sampleSize(3, 1);

describe.skipIf(!isPresent)("attributes in the start year of nl2023", () => {
  let vocabulary: ModelVocabulary;
  let year: YearObjects;
  let golden: { readonly energy: ReferenceGraph; readonly molecules: ReferenceGraph };

  beforeAll(async () => {
    const model = await share("Model of the reference", () => openModel(join(reference, "etsource"), modelCache));
    const read = (graph: GraphName): ReferenceGraph => {
      const file = join(reference, `golden/nl2023/blank.details/graph_${graph}_present.json.gz`);
      return JSON.parse(gunzipSync(readFileSync(file)).toString()) as ReferenceGraph;
    };
    golden = { energy: read("energy"), molecules: read("molecules") };
    const topology = modelTopology(model.definition);
    vocabulary = new ModelVocabulary(topology);
    const start = YearState.fromDataset(topology, await model.dataset("nl2023"));
    const state = new YearState(topology, start.span);
    state.reset(start);
    year = new YearObjects(state);
    calculateYear(state, { read: vocabulary.nodeReader(year) });
    year.settle();
  });

  /** Relative differences above 1e-12, at most 20 of them, and the number of compared figures. */
  function compare(comparisons: Iterable<Comparison>): { readonly differences: string[]; readonly count: number } {
    const differences: string[] = [];
    let count = 0;
    for (const { object, name, expected } of comparisons) {
      if (typeof expected === "object" && expected !== null) continue;
      count++;
      const actual = read(object, name);
      if (isEqual(actual, expected) || differences.length === 20) continue;
      differences.push(`${object.key} ${name}: ${inspect(actual)}, expected ${String(expected)}`);
    }
    return { differences, count };
  }

  function read(object: ModelObject, name: string): Value {
    try {
      const value = vocabulary.attribute(name)(object);
      if (typeof value === "bigint") return Number(value);
      if (typeof value === "symbol") return value.description ?? "";
      return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
    } catch (error) {
      if (error instanceof GqlError) return `ERR ${error.message}`;
      throw error;
    }
  }

  function isEqual(actual: Value, expected: Expected): boolean {
    if (typeof expected === "string" && expected.startsWith("ERR ")) {
      return typeof actual === "string" && actual.startsWith("ERR ");
    }
    if (typeof actual !== "number" || typeof expected !== "number") return actual === expected;
    return Math.abs(actual - expected) <= 1e-12 * Math.max(Math.abs(actual), Math.abs(expected));
  }

  function* nodeMethods(graph: GraphName): Iterable<Comparison> {
    const objects = year.graphObjects(graph);
    const nodes = Object.entries(golden[graph].nodes).filter((_, index) => index % STRIDE === 0);
    const names = new Set(nodes.flatMap(([, { methods }]) => Object.keys(methods)));
    for (const name of [...names].toSorted()) {
      if (INTERNAL.has(name) || ORDER_DEPENDENT.has(name)) continue;
      for (const [key, { methods }] of nodes) {
        if (!(name in methods)) continue;
        yield { object: objects.nodes.at(objects.topology.nodeByKey.get(key)!), name, expected: methods[name]! };
      }
    }
  }

  function* edgeFigures(graph: GraphName): Iterable<Comparison> {
    const objects = year.graphObjects(graph);
    for (const [key, figures] of Object.entries(golden[graph].edges)) {
      const object = objects.edges.at(objects.topology.edgeByKey.get(key)!);
      for (const name of ["value", "demand", "share", "parent_share", "type"]) {
        yield { object, name, expected: figures[name]! };
      }
      const carrier = vocabulary.attribute("carrier")(object) as ModelObject;
      yield { object: carrier, name: "key", expected: figures["carrier"]! };
    }
  }

  function* slotFigures(graph: GraphName): Iterable<Comparison> {
    const objects = year.graphObjects(graph);
    for (const [key, { inputs, outputs }] of Object.entries(golden[graph].nodes)) {
      const node = objects.nodes.at(objects.topology.nodeByKey.get(key)!);
      for (const [side, slots] of Object.entries({ input: inputs, output: outputs })) {
        for (const { carrier, conversion, external_value } of slots) {
          const object = vocabulary.method(side)(node, [Symbol.for(carrier)]) as ModelObject;
          yield { object, name: "conversion", expected: conversion };
          yield { object, name: "external_value", expected: external_value };
        }
      }
    }
  }

  function* carrierFigures(): Iterable<Comparison> {
    for (const [key, figures] of Object.entries(golden.energy.carriers)) {
      const object = year.carriers[year.energy.topology.carrierByKey.get(key)!]!;
      for (const [name, expected] of Object.entries(figures)) yield { object, name, expected };
    }
  }

  it.each([
    ["energy", 1_000_000],
    ["molecules", 100_000],
  ] as const)("all methods of %s nodes agree with the reference, and the same methods throw", (graph, minimum) => {
    const { differences, count } = compare(nodeMethods(graph));
    expect(differences).toEqual([]);
    expect(count).toBeGreaterThan(minimum / STRIDE);
  });

  it.each(["energy", "molecules"] as const)("%s edges and slots agree with the reference", (graph) => {
    const { differences, count } = compare([...edgeFigures(graph), ...slotFigures(graph)]);
    expect(differences).toEqual([]);
    expect(count).toBeGreaterThan(1000);
  });

  it("carriers agree with the reference", () => {
    const { differences, count } = compare(carrierFigures());
    expect(differences).toEqual([]);
    expect(count).toBeGreaterThan(300);
  });

  it("the area agrees with the reference", () => {
    const figures = Object.entries(golden.energy.area);
    const { differences, count } = compare(figures.map(([name, expected]) => ({ object: year.area, name, expected })));
    expect(differences).toEqual([]);
    expect(count).toBeGreaterThan(150);
  });
});
