/**
 * Compares the start year of areas with the reference, stage by stage, and checks that every area of the model can be
 * computed.
 */
import {
  openModel,
  solveStartYear,
  StartYearError,
  startYearStages,
  type AreaDataset,
  type AreaSource,
  type GraphDataset,
  type Model,
  type ModelDefinition,
  type StartYearSnapshot,
  type StartYearStages,
} from "@etesian/model";
import { compareTrees } from "./trees.ts";
import { type Command, type Comparison, Tally } from "./report.ts";
import { listGolden, readGolden, type Reference } from "./reference.ts";

type Tree = { [key: string]: unknown };

const GRAPHS = [
  { name: "energy", node: "Atlas::EnergyNode", edge: "Atlas::EnergyEdge" },
  { name: "molecules", node: "Atlas::MoleculeNode", edge: "Atlas::MoleculeEdge" },
] as const;

export function openReferenceModel(reference: Reference): Promise<Model> {
  return openModel(reference.model);
}

/** Areas with all stages in the reference. */
export function stagedAreas(reference: Reference): readonly string[] {
  return listGolden(reference, "stages").filter((name) => !name.endsWith(".gz"));
}

/** Compares every stage of one area, one comparison per file. */
export function compareStages(reference: Reference, model: Model, area: string): readonly Comparison[] {
  const { definition } = model;
  const source = sourceOfReference(model, area);
  const stages = startYearStages(definition, source);
  const dataset = solveStartYear(definition, source);
  const compare = (file: string, actual: unknown): Comparison =>
    compareTrees(`${area}/${file}`, readGolden(reference, `stages/${area}/${file}.json.gz`), actual);
  return [
    compare("refinery_initial", refineryStage(definition, stages.initial)),
    compare("refinery_calculated", refineryStage(definition, stages.calculated)),
    compareTrees(
      `${area}/production_export`,
      withoutComments(readGolden(reference, `stages/${area}/production_export.json.gz`)),
      productionExport(definition, stages),
    ),
    compare("qernel_dataset", qernelDataset(definition, dataset)),
    compare("area_attributes", dataset.attributes),
    compare("emissions", dataset.emissions),
  ];
}

/**
 * The area's files that the reference used. The energy balance of `eu` is encrypted; the reference used a balance of
 * ones instead, with zeros for waste and for liquid biofuels other than petrol and diesel.
 */
export function sourceOfReference(model: Model, area: string): AreaSource {
  const source = model.source(area);
  if (source.energyBalanceProblem === null) return source;
  const energyBalance: AreaSource["energyBalance"] = {
    file: "energy_balance (stub of the reference)",
    columns: [],
    rows: [],
    cell: (_, carrier = "") => (/other_liquid_biofuels|waste/.test(carrier.toLowerCase()) ? 0 : 1),
  };
  return new Proxy(source, {
    get(target, name) {
      if (name === "energyBalance") return energyBalance;
      if (name === "energyBalanceProblem") return null;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

// The stages in the reference's form ------------------------------------------------------------------------------

function refineryStage(definition: ModelDefinition, snapshot: StartYearSnapshot): Tree {
  const nodes: Tree = {};
  const edges: Tree = {};
  for (const { name } of GRAPHS) {
    const graph = definition[name];
    const elastic = new Set(
      graph.slots
        .filter(({ share }) => share.kind === "elastic")
        .map(({ node, side, carrier }) => `${graph.nodes[node]?.key} ${side} ${carrier}`),
    );
    for (const { key } of graph.nodes) {
      const node = snapshot.nodes[key];
      if (node === undefined) continue;
      const slots = (side: "input" | "output"): Tree =>
        mapValues(node.slots[side], ({ set, derived }, carrier) => ({
          type: elastic.has(`${key} ${side} ${carrier}`) ? "elastic" : null,
          share: set,
          calculated_share: derived,
        }));
      nodes[key] = {
        ...node.attributes,
        demand: node.demand,
        demand_value: node.demand,
        slots: { in: slots("input"), out: slots("output") },
      };
    }
    for (const { key, type, circular, reversed, priority, carrier, supplier, consumer } of graph.edges) {
      const edge = snapshot.edges[key];
      if (edge === undefined) continue;
      const kinds: { readonly [type: string]: string } = { flexible: "flexible", inversed_flexible: "overflow" };
      edges[key] = {
        parent_share: edge.parentShare.set,
        child_share: edge.childShare.set,
        demand: edge.demand,
        max_demand: edge.maxDemand,
        reversed,
        priority,
        type: kinds[type] ?? (circular ? "circular" : null),
        from: graph.nodes[supplier]?.key,
        to: graph.nodes[consumer]?.key,
        carrier,
        demand_value: edge.demand,
        child_share_value: edge.childShare.derived,
        parent_share_value: edge.parentShare.derived,
      };
    }
  }
  return { nodes, edges };
}

/** Numbers are from the dataset, as a calculation uses them; everything else is from the documents. */
function productionExport(definition: ModelDefinition, { calculated, dataset }: StartYearStages): Tree {
  const tree: Tree = { "Atlas::Carrier": carriers(definition, dataset) };
  for (const { name, node: nodeClass, edge: edgeClass } of GRAPHS) {
    const graph = definition[name];
    tree[nodeClass] = Object.fromEntries(
      graph.nodes.map(({ key }, index) => {
        const { preset_demand, demand_expected_value, max_demand, ...attributes } = nodeAttributes(
          definition,
          dataset[name],
          index,
        );
        const demand = [preset_demand, demand_expected_value].find((value) => !Number.isNaN(value)) as number;
        return [
          key,
          {
            ...attributes,
            demand: demand / 1e6,
            max_demand: typeof max_demand === "number" ? max_demand / 1e6 : null,
            "fever.present_share_in_demand": calculated.nodes[key]?.attributes["fever.present_share_in_demand"],
            ...slotConversions(definition, dataset[name], index),
          },
        ];
      }),
    );
    tree[edgeClass] = Object.fromEntries(
      graph.edges.map((edge, index) => {
        const share = dataset[name].edgeShare[index] ?? Number.NaN;
        const { attributes, key, type, reversed, circular, groups, priority, treatAsLoss } = edge;
        const isReversedShare = type === "share" && reversed;
        return [
          key,
          {
            ...attributes,
            type,
            reversed,
            circular,
            groups,
            priority,
            treat_as_loss: treatAsLoss ? true : null,
            child_share: type === "share" && !reversed ? share : (calculated.edges[key]?.childShare.derived ?? 0),
            parent_share: isReversedShare ? share : attributes["parent_share"],
            demand: type === "constant" ? share / 1e6 : null,
          },
        ];
      }),
    );
  }
  return tree;
}

function qernelDataset(definition: ModelDefinition, dataset: StartYearStages["dataset"]): Tree {
  const graphs = GRAPHS.map(({ name }) => {
    const graph = definition[name];
    const { edgeShare, slotConversion } = dataset[name];
    const content: Tree = { graph: { calculated: false } };
    for (const [index, { key }] of graph.nodes.entries()) {
      content[fnv1a(key)] = {
        ...nodeAttributes(definition, dataset[name], index),
        ...slotConversions(definition, dataset[name], index),
      };
    }
    for (const [index, { node, side, carrier, share }] of graph.slots.entries()) {
      const { key } = graph.nodes[node]!;
      content[fnv1a(side === "input" ? `${key}-(${carrier})` : `(${carrier})-${key}`)] =
        share.kind === "elastic" ? {} : { conversion: slotConversion[index] };
    }
    for (const [index, edge] of graph.edges.entries()) {
      const { key, type, reversed, circular, groups, priority, treatAsLoss } = edge;
      content[fnv1a(key)] = {
        type,
        reversed,
        circular,
        groups,
        priority,
        graph_methods: edge.attributes["graph_methods"],
        treat_as_loss: treatAsLoss ? true : null,
        share: edgeShare[index],
      };
    }
    return content;
  });
  return {
    area: { area_data: withoutDerived(dataset.attributes) },
    emissions: { emissions_data: dataset.emissions },
    carriers: carriers(definition, dataset),
    energy_graph: graphs[0],
    molecules_graph: graphs[1],
  };
}

/** The reference adds a flag to areas from which others are derived. */
function withoutDerived(attributes: AreaDataset["attributes"]): Tree {
  return { ...attributes, derived: null };
}

function carriers(definition: ModelDefinition, { carrierColumns, carrierValues }: StartYearStages["dataset"]): Tree {
  return Object.fromEntries(
    definition.carriers.map(({ key, attributes }, carrier) => [
      key,
      {
        ...withoutNumbers(attributes),
        ...Object.fromEntries(
          carrierColumns.map((name, column) => [name, carrierValues[column * definition.carriers.length + carrier]]),
        ),
      },
    ]),
  );
}

/** Attributes of a node: numbers from the dataset's columns, the rest from its document. */
function nodeAttributes(definition: ModelDefinition, dataset: GraphDataset, node: number): Tree {
  const { nodes } = definition[dataset.name];
  const { attributes, groups, use, sectorLabel, presentationGroup } = nodes[node]!;
  const tree: Tree = {
    ...withoutNumbers(attributes),
    groups,
    use,
    sector_label: sectorLabel,
    presentation_group: presentationGroup,
  };
  for (const [column, name] of dataset.nodeColumns.entries()) {
    const value = dataset.nodeValues[column * nodes.length + node];
    const [block = "", entry] = name.split(".");
    if (entry === undefined) tree[name] = value;
    else if (!Number.isNaN(value)) tree[block] = { ...(tree[block] as Tree), [entry]: value };
  }
  return tree;
}

function slotConversions(definition: ModelDefinition, dataset: GraphDataset, node: number): Tree {
  const sides = { input: {} as Tree, output: {} as Tree };
  for (const [index, slot] of definition[dataset.name].slots.entries()) {
    if (slot.node !== node) continue;
    sides[slot.side][slot.carrier] = slot.share.kind === "elastic" ? "elastic" : dataset.slotConversion[index];
  }
  return sides;
}

function withoutNumbers(attributes: Tree | ModelDefinition["carriers"][number]["attributes"]): Tree {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => typeof value !== "number"));
}

/** The reference stores comments between attributes as an attribute; they are not part of the model. */
function withoutComments(tree: unknown): Tree {
  return mapValues(tree as { [name: string]: { [key: string]: Tree } }, (documents) =>
    mapValues(documents, (attributes) => ({ ...attributes, comments: null })),
  );
}

function mapValues<Value>(tree: { readonly [key: string]: Value }, map: (value: Value, key: string) => unknown): Tree {
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, map(value, key)]));
}

/** FNV-1a, 32 bits, of a name without spaces: the keys of the reference's dataset. */
function fnv1a(name: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name.replaceAll(/\s/g, ""))) hash = Math.imul(hash ^ byte, 0x01000193);
  return String(hash >>> 0);
}

// All areas -----------------------------------------------------------------------------------------------------------

export interface AreaResult {
  readonly area: string;
  readonly seconds: number;
  /** The reason why the area cannot be computed; null if it can. */
  readonly problem: string | null;
  readonly warnings: readonly string[];
}

/** Solves the start year of one area from its files; a failure is returned, not thrown. */
export function tryArea(model: Model, area: string): AreaResult {
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  const areaSummary = model.areas.find((summary) => summary.area === area);
  if (areaSummary !== undefined && areaSummary.problem !== null)
    return { area, seconds: seconds(), problem: areaSummary.problem, warnings: [] };
  try {
    const { warnings } = solveStartYear(model.definition, model.source(area));
    return { area, seconds: seconds(), problem: null, warnings };
  } catch (error) {
    if (!(error instanceof StartYearError)) throw error;
    return { area, seconds: seconds(), problem: error.message, warnings: [] };
  }
}

/** Areas that cannot be computed from the open data: the energy balance of `eu` is encrypted. */
const NOT_COMPUTABLE = ["eu"];

export const startYearCommand: Command = {
  description: "the solved start year of areas, stage by stage, and whether every area can be computed",
  files: async (reference) => (await openReferenceModel(reference)).areas.map(({ area }) => area),
  async run(reference, areas, report) {
    const model = await openReferenceModel(reference);
    for (const area of stagedAreas(reference)) {
      if (areas.includes(area)) compareStages(reference, model, area).forEach(report);
    }
    const results = areas.map((area) => tryArea(model, area));
    const times = results.map(({ seconds }) => seconds).sort((a, b) => a - b);
    const areasWithWarnings = results.filter(({ warnings }) => warnings.length > 0).length;
    const tally = new Tally(
      `${results.length} areas can be computed, ${areasWithWarnings} with warnings ` +
        `(median ${times[times.length >> 1]!.toFixed(2)} s, slowest ${times.at(-1)!.toFixed(2)} s)`,
    );
    for (const { area, problem } of results) {
      const isExpected = NOT_COMPUTABLE.includes(area) && problem !== null;
      tally.add(area, "computable", problem === null || isExpected ? "computable" : problem);
    }
    report(tally.comparison);
  },
};
