/**
 * The sector mapping: reporting schemes (IPCC codes, emission sectors …) whose values denote (sector label, use) pairs.
 * Schemes, values, labels and uses are compared in normalised form.
 */
import { GqlError } from "@etesian/gql";
import { type GraphDefinition, type GraphName, type ModelDefinition, normaliseKey } from "@etesian/model/definition";

/** A pair as the prefix of emission keys: `industry_steel_energetic`. */
type Pair = string;

const pairOf = (label: string, use: string): Pair => `${normaliseKey(label)}_${normaliseKey(use)}`;

export class SectorMap {
  readonly #schemes = new Map<string, Map<string, Set<Pair>>>();
  /** Nodes of a graph by pair, in document order. */
  readonly #nodes: { readonly [graph in GraphName]: ReadonlyMap<Pair, readonly number[]> };

  constructor({ sectorMapping: { columns, rows }, energy, molecules }: ModelDefinition) {
    this.#nodes = { energy: nodesByPair(energy), molecules: nodesByPair(molecules) };
    const label = columns.indexOf("sector_label");
    const use = columns.indexOf("use");
    columns.forEach((column, index) => {
      const values = new Map<string, Set<Pair>>();
      this.#schemes.set(normaliseKey(column), values);
      for (const row of rows) {
        const [value, rowLabel, rowUse] = [row[index] ?? null, row[label] ?? null, row[use] ?? null];
        if (value === null || rowLabel === null || rowUse === null) continue;
        const key = normaliseKey(value);
        const pairs = values.get(key);
        if (pairs) pairs.add(pairOf(rowLabel, rowUse));
        else values.set(key, new Set([pairOf(rowLabel, rowUse)]));
      }
    });
  }

  isScheme(scheme: string): boolean {
    return this.#schemes.has(normaliseKey(scheme));
  }

  /** Pairs under any of the values, without duplicates. Throws `GqlError` for an unknown scheme or value. */
  pairs(scheme: string, values: readonly string[]): readonly Pair[] {
    const cached = this.#schemes.get(normaliseKey(scheme));
    if (cached === undefined) {
      throw new GqlError(`Unknown sector scheme ${scheme}; expected one of ${[...this.#schemes.keys()].join(", ")}`);
    }
    const pairs = new Set<Pair>();
    for (const value of values) {
      const sectors = cached.get(normaliseKey(value));
      if (sectors === undefined) throw new GqlError(`Unknown value ${value} of sector scheme ${scheme}`);
      for (const pair of sectors) pairs.add(pair);
    }
    return [...pairs];
  }

  /** Nodes whose label and use belong to any of the values. Throws like `pairs`. */
  nodes(graph: GraphName, scheme: string, values: readonly string[]): readonly number[] {
    return this.pairs(scheme, values).flatMap((pair) => this.#nodes[graph].get(pair) ?? []);
  }
}

function nodesByPair(graph: GraphDefinition): ReadonlyMap<Pair, readonly number[]> {
  const nodes = new Map<Pair, number[]>();
  graph.nodes.forEach(({ sectorLabel, use }, index) => {
    if (sectorLabel === null || use === null) return;
    const pair = pairOf(sectorLabel, use);
    const members = nodes.get(pair);
    if (members) members.push(index);
    else nodes.set(pair, [index]);
  });
  return nodes;
}
