/** Compares the real model's documents with the reference's results; skipped if they are not available. */
import { beforeAll, describe, expect, test } from "vitest";
import { openArea } from "./datasets/open-area.ts";
import { listDatasetFiles, readRegistry, summarise, type Registry } from "./datasets/registry.ts";
import type { AttributeValue, GraphDefinition, ModelDefinition } from "./definition.ts";
import { checkDefinition } from "./documents/checks.ts";
import { listModelFiles, loadDefinition } from "./documents/load.ts";
import type { Problem } from "./problem.ts";
import { golden, realModel } from "./testing/directory.ts";

type Attributes = { readonly [name: string]: AttributeValue };
type Export = { readonly [name: string]: { readonly [key: string]: Attributes } };

describe.skipIf(realModel === null)("the real model", () => {
  const root = realModel ?? "";
  let registry: Registry;
  let definition: ModelDefinition;
  let problems: Problem[];

  beforeAll(() => {
    problems = [];
    registry = readRegistry(root, listDatasetFiles(root), problems);
    const loadedModel = loadDefinition(root, listModelFiles(root), [...registry.keys()]);
    definition = loadedModel.definition;
    problems.push(...loadedModel.problems, ...checkDefinition(root, loadedModel.definition));
  });

  const slotCounts = (graph: GraphDefinition) => [
    graph.slots.filter((slot) => slot.side === "input").length,
    graph.slots.filter((slot) => slot.side === "output").length,
  ];

  test("the real model has the expected number of documents", () => {
    const { energy, molecules, carriers, inputs, gqueries, sectorMapping } = definition;
    expect([energy.nodes.length, energy.edges.length, ...slotCounts(energy)]).toEqual([1254, 2396, 1428, 1612]);
    expect([molecules.nodes.length, molecules.edges.length, ...slotCounts(molecules)]).toEqual([186, 158, 182, 111]);
    expect([carriers.length, inputs.length, gqueries.length, registry.size]).toEqual([80, 1430, 11_500, 397]);
    expect([sectorMapping.columns.length, sectorMapping.rows.length]).toEqual([10, 64]);
    expect(definition.defaultArea).toBe("nl2019");
    expect(definition.unscaleableUnits).toHaveLength(15);
  });

  test("the real model has 1,417 input and 1,183 output slots of 72 carriers", () => {
    const { edges } = definition.energy;
    expect(new Set(edges.map((edge) => edge.inputSlot)).size).toBe(1417);
    expect(new Set(edges.map((edge) => edge.outputSlot)).size).toBe(1183);
    expect(new Set(edges.map((edge) => edge.carrier)).size).toBe(72);
  });

  test("the real model has one query with a syntax error, and the expected warnings", () => {
    expect(problems.filter(({ severity }) => severity === "error")).toMatchObject([
      { key: "conversion_from_biomass_products_to_natural_gas", line: 11 },
    ]);
    const keysOfProblems = (text: string) =>
      problems.filter(({ message }) => message.includes(text)).map(({ key }) => key);
    expect(keysOfProblems("the key is already used")).toHaveLength(14);
    expect(keysOfProblems("ends with a space")).toHaveLength(1);
    expect(keysOfProblems('never ends with "]"')).toHaveLength(1);
    expect(keysOfProblems("land_use_per_unit: unknown attribute")).toHaveLength(12);
  });

  test("only the area without any energy balance cannot be calculated", () => {
    const summaries = summarise(registry, definition);
    expect(summaries.filter(({ useable }) => !useable)).toMatchObject([
      { area: "eu", problem: "the energy balance of eu is not in the model" },
    ]);
  });

  /** Attributes that only the solver sets, or that are never read. */
  const SOLVED = new Set(["input", "output", "demand", "comments", "share_in_group", "child_share", "parent_share"]);

  const comparable = (value: AttributeValue | undefined): AttributeValue | undefined => {
    if (typeof value !== "object" || Array.isArray(value)) return value;
    const entries = Object.entries(value).filter(
      ([name, inner]) => !SOLVED.has(name) && JSON.stringify(inner) !== "{}",
    );
    return Object.fromEntries(entries.map(([name, inner]) => [name, comparable(inner) ?? ""]));
  };

  /** Differences between the attributes of a document and of the reference; a missing list counts as empty. */
  const differences = (key: string, attributes: Attributes, reference: Attributes, queries: object): string[] => {
    const problems: string[] = [];
    for (const name of new Set([...Object.keys(attributes), ...Object.keys(reference)])) {
      if (SOLVED.has(name) || name in queries) continue;
      const [a, b] = [comparable(attributes[name]), comparable(reference[name])];
      if ((a === undefined && JSON.stringify(b) === "[]") || sortedJson(a) === sortedJson(b)) continue;
      problems.push(`${key} ${name}: ${JSON.stringify(a)}, expected ${JSON.stringify(b)}`);
    }
    return problems;
  };

  test("nodes and edges have exactly the reference's attributes and slots", () => {
    const reference = golden("stages/nl2023/production_export.json.gz") as Export;
    const problems: string[] = [];
    for (const [graph, prefix] of [
      [definition.energy, "Atlas::Energy"],
      [definition.molecules, "Atlas::Molecule"],
    ] as const) {
      const nodes = reference[`${prefix}Node`] ?? {};
      const edges = reference[`${prefix}Edge`] ?? {};
      expect(Object.keys(nodes)).toHaveLength(graph.nodes.length);
      expect(Object.keys(edges)).toHaveLength(graph.edges.length);
      for (const [index, node] of graph.nodes.entries()) {
        const expected = nodes[node.key] ?? {};
        const { use, sectorLabel, presentationGroup, groups } = node;
        const fields = { use, sector_label: sectorLabel, presentation_group: presentationGroup };
        const presentFields = Object.fromEntries(
          Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
        );
        problems.push(
          ...differences(node.key, { ...node.attributes, ...presentFields, groups }, expected, node.queries),
        );
        for (const side of ["input", "output"] as const) {
          const carriers = graph.slots
            .filter((slot) => slot.node === index && slot.side === side)
            .map(({ carrier }) => carrier);
          const expectedCarriers = Object.keys(expected[side] ?? {});
          if (carriers.sort().join() !== expectedCarriers.sort().join())
            problems.push(`${node.key} ${side}: ${carriers.join()}, expected ${expectedCarriers.join()}`);
        }
      }
      for (const edge of graph.edges) {
        const { type, reversed, circular, groups, priority, treatAsLoss } = edge;
        const attributes = { ...edge.attributes, type, reversed, circular, groups };
        const optionalAttributes = {
          ...(priority === null ? {} : { priority }),
          ...(treatAsLoss ? { treat_as_loss: true } : {}),
        };
        problems.push(
          ...differences(edge.key, { ...attributes, ...optionalAttributes }, edges[edge.key] ?? {}, edge.queries),
        );
      }
    }
    expect(problems).toEqual([]);
  });

  test("carriers have the reference's attributes", () => {
    const reference = (golden("stages/nl2023/production_export.json.gz") as Export)["Atlas::Carrier"] ?? {};
    const withoutNull = (attributes: Attributes) =>
      Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
    const problems = definition.carriers.flatMap(({ key, attributes, queries }) =>
      differences(key, attributes, withoutNull(reference[key] ?? {}), queries),
    );
    expect(problems).toEqual([]);
  });

  test("inputs have the reference's static values", () => {
    const reference = golden("stages/nl2023/inputs.json.gz") as { readonly [key: string]: Attributes };
    expect(definition.inputs.map(({ key }) => key).sort()).toEqual(Object.keys(reference).sort());
    for (const input of definition.inputs) {
      const { step, unit, shareGroup, updatePeriod, priority, min, max, start } = input;
      const expected = reference[input.key] ?? {};
      const facts = { step, unit, share_group: shareGroup, update_period: updatePeriod, priority };
      const bounds = {
        ...(input.minQuery === null ? { min: min ?? 0 } : {}),
        ...(input.maxQuery === null ? { max: max ?? 0 } : {}),
        ...(input.startQuery === null && start !== null ? { default: start } : {}),
      };
      expect({ key: input.key, ...expected }).toMatchObject({
        key: input.key,
        ...facts,
        ...(unit === "enum" ? {} : bounds),
      });
    }
  });

  test("gqueries have the reference's units, descriptions and labels", () => {
    const reference = golden("api/gqueries.json.gz") as readonly Attributes[];
    const gqueriesByKey = new Map(
      definition.gqueries.map(({ key, unit, description, labels }) => [key, { key, unit, description, labels }]),
    );
    expect(reference.map(({ key }) => gqueriesByKey.get(key as string))).toEqual(reference);
  });

  test.each(["nl2023", "GM0363_amsterdam", "DE_germany"])(
    "%s has the reference's area attributes and emissions",
    (area) => {
      const source = openArea(root, registry, area);
      expect(source.attributes).toEqual(golden(`stages/${area}/area_attributes.json.gz`));
      expect(source.emissions).toEqual(golden(`stages/${area}/emissions.json.gz`));
    },
  );

  test("all areas have the attributes in the reference's list", () => {
    const reference = golden("api/areas.json.gz") as readonly Attributes[];
    let comparedAreas = 0;
    for (const { useable: _, ...expected } of reference) {
      const dataset = registry.get(expected["area"] as string);
      if (dataset === undefined) continue;
      const { enabled: __, ...attributes } = dataset.attributes;
      expect(attributes).toEqual(expected);
      comparedAreas++;
    }
    expect(comparedAreas).toBe(397);
  });

  test("curves come from the area or its base, and the first hour is 0 after a byte-order mark", () => {
    const curveLibrary = openArea(root, registry, "nl2023").curves;
    const inheritedCurves = openArea(root, registry, "GM0363_amsterdam").curves;
    expect(inheritedCurves.profiles).toEqual(curveLibrary.profiles);
    expect(curveLibrary.sets.map(({ name, variants }) => [name, variants.map((variant) => variant.name)])).toEqual([
      ["weather", ["default", "1987", "1997", "2004"]],
    ]);
    const temperature = inheritedCurves.curve("weather", "default", "air_temperature");
    expect([temperature.length, temperature[0], temperature[1]]).toEqual([8760, 0, 15]);
    expect(Object.keys(curveLibrary.properties("weather", "1987") ?? {})).toHaveLength(9);
  });
});

function sortedJson(value: AttributeValue | undefined): string {
  if (value === undefined) return "nothing";
  if (typeof value !== "object" || Array.isArray(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${name}:${sortedJson(inner)}`)
    .sort()
    .join()}}`;
}
