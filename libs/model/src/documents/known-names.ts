/** The names that queries of a model can use, for checks and suggestions. */
import type { AttributeNames, KnownNames, NameSet } from "@etesian/gql";
import { normaliseKey } from "../datasets/table.ts";
import type { AttributeValue, GraphDefinition, ModelDefinition } from "../definition.ts";

/** @param attributes null if attributes are not to be checked */
export function knownNames(definition: ModelDefinition, attributes: AttributeNames | null): KnownNames {
  const { energy, molecules, gqueries, inputs, carriers, sectorMapping, config } = definition;
  const namesByGraph = (namesOf: (graph: GraphDefinition) => readonly string[]): KnownNames["nodes"] => ({
    energy: new Set(namesOf(energy)),
    molecules: new Set(namesOf(molecules)),
  });
  const nodes = [...energy.nodes, ...molecules.nodes];
  const columns = sectorMapping.columns.map(normaliseKey);
  const schemes = columns.map((_, column) => new NormalisedNames(sectorMapping.rows.map((row) => row[column] ?? "")));
  const groups = config["fever/groups"];
  return {
    nodes: namesByGraph((graph) => graph.nodes.map(({ key }) => key)),
    groups: namesByGraph((graph) => graph.nodes.flatMap((node) => node.groups)),
    edgeGroups: namesByGraph((graph) => graph.edges.flatMap((edge) => edge.groups)),
    sectors: new Set(nodes.map((node) => node.sector)),
    schemes: new NormalisedNames(columns),
    schemeValues: (scheme) => schemes[columns.indexOf(normaliseKey(scheme))] ?? null,
    uses: new Set(nodes.flatMap((node) => node.use ?? [])),
    carriers: new Set(carriers.map(({ key }) => key)),
    gqueries: new Set(
      gqueries.flatMap(({ key, deprecatedKey }) => (deprecatedKey === null ? [key] : [key, deprecatedKey])),
    ),
    inputs: new Set(inputs.map(({ key }) => key)),
    heatGroups: new Set([
      ...(Array.isArray(groups) ? groups.map(String) : []),
      ...nodes.flatMap((node) => namesIn(lookUp(node.attributes, "fever.group"))),
    ]),
    attributes,
  };
}

/** Names compared without regard to case and separators. */
class NormalisedNames implements NameSet {
  readonly #names: ReadonlySet<string>;

  constructor(names: readonly string[]) {
    this.#names = new Set(names.map(normaliseKey));
  }

  has(name: string): boolean {
    return this.#names.has(normaliseKey(name));
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#names[Symbol.iterator]();
  }
}

/** The value at a path of attributes, such as `fever.group`. */
export function lookUp(
  attributes: { readonly [name: string]: AttributeValue },
  path: string,
): AttributeValue | undefined {
  const [head = "", ...rest] = path.split(".");
  const value = attributes[head];
  if (rest.length === 0 || value === undefined) return value;
  return isMap(value) ? lookUp(value, rest.join(".")) : undefined;
}

function isMap(value: AttributeValue): value is { readonly [key: string]: AttributeValue } {
  return typeof value === "object" && !Array.isArray(value);
}

/** The names in a value: the value itself, or the elements of a list or map. */
export function namesIn(value: AttributeValue | undefined): string[] {
  if (value === undefined) return [];
  if (typeof value === "object") return Object.values(value).map(String);
  return [String(value)];
}
