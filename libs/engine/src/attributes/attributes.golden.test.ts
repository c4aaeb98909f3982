/** Every attribute of every node, edge, slot and carrier of a calculated year against the reference's. */
import { type GraphName, GqlError, type ModelObject, type Value } from "@etesian/gql";
import { beforeAll, describe, expect, it } from "vitest";
import type { YearObjects } from "./objects.ts";
import { calculatedStartYear, hasReference, reference } from "./reference.fixture.ts";
import type { ModelVocabulary } from "./vocabulary.ts";

type Expected = number | boolean | string | null | object;

interface ReferenceGraph {
  readonly nodes: {
    readonly [key: string]: {
      readonly methods: { readonly [name: string]: Expected };
      readonly inputs: readonly ReferenceSlot[];
      readonly outputs: readonly ReferenceSlot[];
    };
  };
  readonly edges: { readonly [key: string]: { readonly [name: string]: Expected } };
  readonly area: { readonly [name: string]: Expected };
  readonly carriers: { readonly [key: string]: { readonly [name: string]: Expected } };
}

interface ReferenceSlot {
  readonly carrier: string;
  readonly conversion: number;
  readonly external_value: number;
}

/** Attributes of the reference's own machinery. */
const INTERNAL = new Set(["dataset_group", "dataset_key", "observe_get", "observe_set"]);

describe.skipIf(!hasReference)("attributes of nl2023, present (skipped without reference results)", () => {
  let vocabulary: ModelVocabulary;
  let year: YearObjects;
  let differences: string[];
  let compared: number;

  beforeAll(async () => {
    ({ vocabulary, year } = await calculatedStartYear("nl2023"));
  });

  function compare(object: ModelObject, name: string, expected: Expected): void {
    if (typeof expected === "object" && expected !== null) return;
    compared++;
    const actual = read(object, name);
    if (!agree(actual, expected)) differences.push(`${object.key} ${name}: ${String(actual)}, expected ${String(expected)}`);
  }

  /** The value as the reference writes it: numbers that JSON lacks and names as text, `ERR` for an error. */
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

  function agree(actual: Value, expected: Expected): boolean {
    if (typeof expected === "string" && expected.startsWith("ERR ")) {
      return typeof actual === "string" && actual.startsWith("ERR ");
    }
    if (typeof actual !== "number" || typeof expected !== "number") return actual === expected;
    return Math.abs(actual - expected) <= 1e-12 * Math.max(Math.abs(actual), Math.abs(expected));
  }

  function check(comparisons: () => void, atLeast: number): void {
    differences = [];
    compared = 0;
    comparisons();
    expect(differences.slice(0, 20)).toEqual([]);
    expect(compared).toBeGreaterThan(atLeast);
  }

  const graphs: readonly [GraphName, number][] = [
    ["energy", 1_000_000],
    ["molecules", 100_000],
  ];

  // The reference was asked name by name for all nodes: the order decides what shared memory holds.
  it.each(graphs)("all methods of %s nodes, including which ones raise", (graph, atLeast) => {
    const { nodes } = reference<ReferenceGraph>(`nl2023/blank.details/graph_${graph}_present.json.gz`);
    const objects = year.of(graph);
    const entries = Object.entries(nodes);
    const names = [...new Set(entries.flatMap(([, { methods }]) => Object.keys(methods)))].toSorted();
    check(() => {
      for (const name of names) {
        if (INTERNAL.has(name)) continue;
        for (const [key, { methods }] of entries) {
          if (name in methods) compare(objects.nodes[objects.topology.nodeByKey.get(key)!]!, name, methods[name]!);
        }
      }
    }, atLeast);
  });

  it.each(graphs)("shares and values of %s edges", (graph) => {
    const { edges } = reference<ReferenceGraph>(`nl2023/blank.details/graph_${graph}_present.json.gz`);
    const objects = year.of(graph);
    check(() => {
      for (const [key, expected] of Object.entries(edges)) {
        const edge = objects.edges[objects.topology.edgeByKey.get(key)!]!;
        for (const name of ["value", "demand", "share", "parent_share", "type"]) compare(edge, name, expected[name]!);
        compare(vocabulary.attribute("carrier")(edge) as ModelObject, "key", expected["carrier"]!);
      }
    }, 500);
  });

  it.each(graphs)("conversions and flows of %s slots", (graph) => {
    const { nodes } = reference<ReferenceGraph>(`nl2023/blank.details/graph_${graph}_present.json.gz`);
    const objects = year.of(graph);
    check(() => {
      for (const [key, { inputs, outputs }] of Object.entries(nodes)) {
        const node = objects.nodes[objects.topology.nodeByKey.get(key)!]!;
        for (const [side, slots] of [["input", inputs], ["output", outputs]] as const) {
          for (const expected of slots) {
            const slot = vocabulary.method(side)(node, [Symbol.for(expected.carrier)]) as ModelObject;
            compare(slot, "conversion", expected.conversion);
            compare(slot, "external_value", expected.external_value);
          }
        }
      }
    }, 500);
  });

  it("carriers", () => {
    const { carriers } = reference<ReferenceGraph>("nl2023/blank.details/graph_energy_present.json.gz");
    check(() => {
      for (const [key, expected] of Object.entries(carriers)) {
        const carrier = year.carriers[year.energy.topology.carrierByKey.get(key)!]!;
        for (const [name, value] of Object.entries(expected)) compare(carrier, name, value);
      }
    }, 300);
  });

  it("the area", () => {
    const { area } = reference<ReferenceGraph>("nl2023/blank.details/graph_energy_present.json.gz");
    check(() => {
      for (const [name, value] of Object.entries(area)) compare(year.area, name, value);
    }, 150);
  });
});
