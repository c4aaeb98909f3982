/** Checks the files of a dataset. */
import type { ModelDefinition } from "../definition.ts";
import type { Problem } from "../problem.ts";
import { suggestion } from "../documents/suggestion.ts";
import type { AreaSource, GraphValue } from "./area-source.ts";
import { CurveError } from "./curves.ts";
import { LookupError } from "./table.ts";

/** Keys that graph values can refer to, and the carriers of each node's slots. */
export interface GraphKeys {
  readonly nodes: ReadonlyMap<string, { readonly input: ReadonlySet<string>; readonly output: ReadonlySet<string> }>;
  readonly edges: ReadonlySet<string>;
}

export function graphKeys({ energy, molecules }: ModelDefinition): GraphKeys {
  const nodes = new Map<string, { input: Set<string>; output: Set<string> }>();
  const edges = new Set<string>();
  for (const graph of [energy, molecules]) {
    for (const node of graph.nodes) nodes.set(node.key, { input: new Set(), output: new Set() });
    for (const slot of graph.slots) nodes.get(graph.nodes[slot.node]?.key ?? "")?.[slot.side].add(slot.carrier);
    for (const edge of graph.edges) edges.add(edge.key);
  }
  return { nodes, edges };
}

/** Reads the area's own files and reports problems. */
export function checkArea(source: AreaSource, folder: string, keys: GraphKeys): Problem[] {
  const problems: Problem[] = [];
  const note = (severity: Problem["severity"], file: string, key: string | null, message: string): void => {
    problems.push({ severity, file: `${folder}/${file}`, line: null, key, message });
  };
  const noteReadErrors = (file: string, read: () => void): void => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof LookupError || error instanceof CurveError)) throw error;
      note("error", file, source.area, error.message.replace(`${folder}/${file}: `, ""));
    }
  };
  if (source.scaling !== null && source.energyBalanceProblem !== null) {
    const message = `${source.energyBalanceProblem}; values that the area's graph values do not override are substituted`;
    note("warning", "graph_values.yml", source.area, message);
  }
  noteReadErrors("emissions.csv", () => {
    if (Object.keys(source.emissions).length === 0)
      note("warning", "emissions.csv", source.area, "expected emissions, found none");
  });
  noteReadErrors("graph_values.yml", () => {
    for (const [key, value] of Object.entries(source.graphValues)) {
      for (const message of graphValueProblems(key, value, keys)) note("warning", "graph_values.yml", key, message);
    }
  });
  const { profiles, sets } = source.curves;
  for (const name of profiles) noteReadErrors(`curves/${name}.csv`, () => source.curves.profile(name));
  for (const { name: set, variants } of sets) {
    for (const { name: variant, curves } of variants) {
      for (const name of curves)
        noteReadErrors(`curves/${set}/${variant}/${name}.csv`, () => source.curves.curve(set, variant, name));
    }
  }
  return problems;
}

function graphValueProblems(key: string, value: GraphValue, { nodes, edges }: GraphKeys): string[] {
  const node = nodes.get(key);
  if (node === undefined) {
    if (edges.has(key)) return [];
    const knownKeys = key.includes("@") ? [...edges] : [...nodes.keys()];
    return [`expected the key of a node or an edge${suggestion(key, knownKeys)}; ignored`];
  }
  return (["input", "output"] as const).flatMap((side) =>
    Object.keys(value[side] ?? {})
      .filter((carrier) => !node[side].has(carrier))
      .map((carrier) => `${side}.${carrier}: the node has no such slot (it has ${[...node[side]].join(", ")})`),
  );
}
